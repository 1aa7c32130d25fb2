"""The math room: figures of the analysis on the page, worked out once by a process of its own."""

import json
import os
import re
import time
from fractions import Fraction
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.test import Client, override_settings
from django.urls import reverse

from paigow import __version__
from paigow.analysis import odds, par_sheet
from paigow.analysis.par import to_bytes
from paigow.analysis.vigorish import vigorish_effect
from paigow.money import VigorishRounding, format_cents
from paigow.poker import PAYTABLES
from paigow.rules import STANDARDS, build_submission, load_submission, submission_hash
from paigow.web.pages.paytables import read_table
from paigow.web.work.jobs import RETRY_AFTER
from paigow.web.work.sheets import PRINTS, TABLES, Work

TILES = "/math/maryland-tiles/"
PAIRS = "/math/maryland-tiles/tables/pair-fortunes/"
FORTUNE = "/math/maryland-poker/tables/fortune/"
LONGEST = 300
"""Seconds; the workers have low priority, and other tests may run beside them."""


def told(response: Any) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


def opened(client: Client, url: str, **query: str) -> Any:
    """The page once it is worked out, waiting as a browser without script would."""
    end = time.monotonic() + LONGEST
    while time.monotonic() < end:
        response = client.get(url, query)
        if response.status_code != 202:
            return response
        assert 'http-equiv="refresh"' in response.content.decode()
        time.sleep(0.2)
    raise AssertionError(f"{url} is not worked out after {LONGEST} seconds")


def percent(value: Fraction, places: int = 6) -> str:
    return f"{float(value) * 100:.{places}f}%".replace("-", "−")


def test_the_room_lists_every_default_submission(client: Client) -> None:
    page = client.get("/math/").content.decode()
    for name in ("maryland-tiles", "new-zealand", "maryland-poker", "dealer-open"):
        assert f'href="/math/{name}/"' in page
        assert load_submission(name).title in unescape(page)
    assert FORTUNE in page


def test_work_is_shown_while_it_goes_on_and_then_kept(client: Client, tmp_path: Path) -> None:
    with override_settings(DATA=tmp_path):
        first = client.get(PAIRS)
        assert first.status_code == 202
        assert "<progress" in first.content.decode()
        assert 'hx-trigger="every 1s"' in first.content.decode()
        asked_again = client.get(f"{PAIRS}?waiting=1", headers={"HX-Request": "true"})
        assert "<html" not in asked_again.content.decode()
        opened(client, PAIRS)
        assert client.get(f"{PAIRS}?waiting=1", headers={"HX-Request": "true"}).headers["HX-Refresh"] == "true"
        assert client.get(f"{PAIRS}?waiting=1").headers["Location"] == PAIRS
        made = Work(load_submission("maryland-tiles"), TABLES).file("page.json")
        before = made.stat().st_mtime_ns
        assert client.get(PAIRS).status_code == 200
        assert made.stat().st_mtime_ns == before


def test_work_that_fails_is_told_and_tried_again_later(client: Client, tmp_path: Path) -> None:
    with override_settings(DATA=tmp_path):
        work = Work(load_submission("maryland-tiles"), TABLES)
        work.folder.mkdir(parents=True)
        log = work.file("worker.log")
        log.write_text("Traceback: something secret", encoding="utf-8")
        page = told(client.get(PAIRS))
        assert "could not be calculated" in page
        assert "secret" not in page
        old = time.time() - RETRY_AFTER - 1
        os.utime(log, (old, old))
        assert opened(client, PAIRS).status_code == 200


def figures(data: Any) -> Any:
    """The numbers of a sheet, in their order; words may be said in another way."""
    if isinstance(data, dict):
        return [figures(each) for each in data.values()]
    if isinstance(data, list):
        return [figures(each) for each in data]
    return data if not isinstance(data, str) or re.fullmatch(r"[-−]?[\d,./%]+", data) else ""


def test_the_sheet_is_the_one_that_par_works_out(client: Client) -> None:
    """The one that comes with the package is worked out again."""
    text = told(opened(client, TILES))
    shipped = json.loads(client.get(f"{TILES}sheet.json").content)
    sheet = par_sheet("maryland-tiles", date=shipped["identification"]["date"])
    assert figures(shipped) == figures(json.loads(to_bytes(sheet, ".json")))
    for wager in sheet.wagers:
        for case in wager.cases:
            assert str(case.odds.edge) in text
            assert all(f"{each.count:,}" in text for each in case.odds.outcomes)
    for finding in shipped["findings"]:
        assert finding["text"] in text
    for ending in ("html", "json", "csv"):
        file = client.get(f"{TILES}sheet.{ending}")
        assert file.headers["Content-Disposition"] == f'attachment; filename="par-sheet-maryland-tiles.{ending}"'
    assert not PRINTS or client.get(f"{TILES}sheet.pdf").content.startswith(b"%PDF")
    assert client.get(f"{TILES}sheet.exe").status_code == 404


def test_plots_are_pictures_with_words_for_them(client: Client) -> None:
    page = opened(client, TILES).content.decode()
    images = re.findall(r'<img src="([^"]+)" alt="([^"]+)"', page)
    titles = " ".join(alt for _, alt in images)
    for expected in (
        "How the main wager ends: ", "How likely each outcome is: ", "Edge by pay table: ",
        "Edge by size of the wager, vigorish rounded up to a quarter: ", "Edge by who banks and how the player sets: ",
    ):  # fmt: skip
        assert expected in titles
    for url, words in images:
        picture = client.get(url)
        assert picture.headers["Content-Type"] == "image/svg+xml; charset=utf-8"
        assert "immutable" in picture.headers["Cache-Control"]
        assert b"<svg" in picture.content
        assert len(words) > 40
    url = images[0][0]
    assert client.get(url.replace("main-1", "main-99")).status_code == 404
    assert client.get(re.sub(r"plots/[^/]+", "plots/other", url)).status_code == 404
    for letter in "ABCD":
        assert (
            f"table {letter}: {percent(odds('maryland-tiles', 'pair-fortunes', paytable=letter).edge, 4)}"
            in unescape(titles)
        )


@pytest.mark.parametrize("rounding", ["quarter", "cent", "cent-down"])
@pytest.mark.parametrize("bank", ["house", "player"])
def test_rounding_and_banking_have_their_exact_effect(client: Client, rounding: str, bank: str) -> None:
    text = told(opened(client, TILES, bet="$12.35", rounding=rounding, bank=bank, player="best"))
    counts = odds("maryland-tiles", bank=bank, player="best").counts
    assert counts is not None
    effect = vigorish_effect(counts, 1235, VigorishRounding(rounding))
    assert f"Commission on a win {format_cents(effect.vigorish)}" in text
    assert f"House edge on this bet {percent(effect.edge)} {effect.edge}" in text
    assert f"Rounding adds {percent(effect.added)} {effect.added}" in text


def test_a_bet_that_cannot_be(client: Client) -> None:
    wrong = opened(client, TILES, bet="twelve")
    assert wrong.status_code == 400
    assert "'twelve' is not an amount of money: write it like 12, 12.50 or $1,234.50" in told(wrong)
    unpayable = opened(client, "/math/new-zealand/", bet="$10.10")
    assert unpayable.status_code == 400
    assert "can’t be paid exactly in chips" in told(unpayable)
    assert "/rules/NZ-6.12/" in unpayable.content.decode()
    assert opened(client, "/math/new-zealand/", bet="$20.00").status_code == 200


@pytest.mark.parametrize(
    ("standard", "wager", "letters"),
    [
        ("maryland-tiles", "pair-fortunes", "ABCD"),
        ("maryland-poker", "fortune", "ABCD"),
        ("maryland-poker", "emperors", "ABCD"),
        ("maryland-poker", "insurance", "AB"),
        ("maryland-poker", "progressive", "ABCD"),
    ],
)
def test_the_document_s_own_tables_have_the_edge_of_the_analysis(
    client: Client, standard: str, wager: str, letters: str
) -> None:
    for letter in letters:
        edge = odds(standard, wager, paytable=letter).edge
        text = told(opened(client, f"/math/{standard}/tables/{wager}/", table=letter))
        assert f"{percent(edge)} of the bet goes to the house. Exactly {edge} " in text
        assert f"table {letter} {percent(edge)} none: the same edge" in text


def test_a_changed_line_changes_the_edge(client: Client) -> None:
    lines = {f"line-{place}": str(line.amount) for place, line in enumerate(PAYTABLES["fortune"]["A"].lines)}
    plain = odds("maryland-poker", "fortune")
    hits = {each.name: each.count for each in plain.outcomes}
    text = told(opened(client, FORTUNE, table="A", **lines | {"line-7": "6"}))
    edge = plain.edge - Fraction(hits["full house"], plain.total)
    assert f"Exactly {edge} " in text
    unpaid = plain.edge + Fraction(6 * hits["full house"], plain.total)
    assert f"Exactly {unpaid} " in told(opened(client, FORTUNE, table="A", **lines | {"line-7": ""}))
    half = plain.edge + Fraction(5, 2) * Fraction(hits["full house"], plain.total)
    assert f"Exactly {half} " in told(opened(client, FORTUNE, table="A", **lines | {"line-7": "5/2"}))


def test_a_meter_changes_the_edge_of_a_progressive(client: Client) -> None:
    url = "/math/maryland-poker/tables/progressive/"
    edge = odds("maryland-poker", "progressive", meters={"progressive": 12_345_600}).edge
    page = opened(client, url, **{"meter-progressive": "$123,456.00"})
    assert f"Exactly {edge} " in told(page)
    assert "100% of a meter" in told(opened(client, url, **{"line-0": "101"}))


@pytest.mark.parametrize("typed", ["abc", "-1", "1e9", "99999999", "1/0", "٣", "9" * 50])
def test_what_is_no_payout_is_told(client: Client, typed: str) -> None:
    response = opened(client, FORTUNE, **{"line-0": typed})
    assert response.status_code == 400
    assert "is not a payout. Enter a number such as 25, 1.5 or 3/2" in told(response)
    typing = client.get(FORTUNE, {"line-0": typed}, headers={"HX-Request": "true"})
    assert typing.status_code == 200


def test_a_wager_without_a_table_of_the_document() -> None:
    """Jack Beats: what two, three and four jacks pay is the operator's to say (DO-R4.a.s2)."""
    data = load_submission("dealer-open").data()
    plain = odds("dealer-open", "jack-beats", paytable="2=1,3=9,4=99")
    counted = {"total": plain.total, "lines": [(each.name, each.count) for each in plain.outcomes]}
    table = read_table("jack-beats", counted, data, {"line-0": "99", "line-1": "9", "line-2": "1"})
    assert table.odds is not None
    assert table.odds.edge == plain.edge
    assert table.letters == ()


@pytest.mark.exhaustive
def test_dealer_open_tables(client: Client) -> None:
    for letter in "12":
        edge = odds("dealer-open", "ace-high", paytable=letter).edge
        text = told(opened(client, "/math/dealer-open/tables/ace-high/", table=letter))
        assert f"Exactly {edge} " in text
    text = told(
        opened(client, "/math/dealer-open/tables/jack-beats/", **{"line-0": "99", "line-1": "9", "line-2": "1"})
    )
    assert f"Exactly {odds('dealer-open', 'jack-beats', paytable='2=1,3=9,4=99').edge} " in text


def test_what_there_is_not(client: Client) -> None:
    for url in ("/math/nevada/", "/math/nevada/tables/fortune/", "/math/maryland-tiles/tables/fortune/",
                "/math/nevada/sheet.html", "/math/nevada/plots/x/y.svg"):  # fmt: skip
        assert client.get(url).status_code == 404


def test_counts_are_kept_by_submission_and_version() -> None:
    work = Work(load_submission("maryland-poker"), TABLES)
    assert work.key == f"{submission_hash(work.submission)}-{__version__.replace('.', '_')}"
    assert work.folder.parent.name == work.key
    other = build_submission(work.submission.data() | {"house_way": "stones"})
    assert Work(other, TABLES).key != work.key


@pytest.mark.parametrize("standard", STANDARDS)
def test_sheets_of_the_packaged_rules_are_there_at_once(client: Client, tmp_path: Path, standard: str) -> None:
    """`python -m tools.par_sheets` makes those that are missing or of an older version or submission."""
    with override_settings(DATA=tmp_path):
        page = client.get(reverse("math-sheet", args=(standard,)))
        assert page.status_code == 200
        assert client.get(reverse("math-download", args=(standard, "csv"))).status_code == 200
        name = page.context["page"]["wagers"][0]["plots"][0]["name"]
        assert client.get(reverse("math-plot", args=(standard, page.context["key"], name))).status_code == 200


def test_rules_of_ones_own_are_not_answered_with_a_shipped_sheet(tmp_path: Path) -> None:
    other = build_submission({**load_submission("new-zealand").data(), "title": "Another house"})
    with override_settings(DATA=tmp_path):
        assert Work(other).found() is None
