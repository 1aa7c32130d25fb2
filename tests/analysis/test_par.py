"""Par sheets: figures that can be recomputed, findings that are true, checks that can fail, pages anyone can read."""

import csv
import io
import json
import re
import zlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from html.parser import HTMLParser
from typing import Any

import pytest

from paigow import __version__, pango
from paigow.analysis import ParSheet, odds, par_sheet
from paigow.analysis.par import Case, Weight, to_bytes
from paigow.analysis.par.checks import checks
from paigow.analysis.par.files import COLUMNS
from paigow.analysis.par.plots import pictures, svg
from paigow.analysis.results import Outcome
from paigow.errors import PaigowError
from paigow.poker import PAYTABLES
from paigow.rules import load_submission, submission_hash

pytestmark = pytest.mark.long

Choose = Callable[..., Any]
DAY = "2026-11-15"


@pytest.fixture(scope="module")
def tiles() -> ParSheet:
    return par_sheet("maryland-tiles", date=DAY)


@pytest.fixture(scope="module")
def cards(choose: Choose) -> ParSheet:
    """Without best play, which takes long and has tests of its own."""
    chosen = {"payout_limit": "$50,000.00", "vigorish.rounding": "quarter", "banking.offered": False}
    chosen |= {"readings.payout_limit": "fixed-pays"}
    return par_sheet(choose("maryland-poker", chosen | {"banking.co_banking": False}), best=False, date=DAY)


def every_case(sheet: ParSheet) -> Iterator[tuple[str, Case]]:
    for wager in sheet.wagers:
        for case in wager.cases:
            yield wager.wager, case


def page_text(sheet: ParSheet) -> str:
    return to_bytes(sheet, ".html").decode()


def test_identification(tiles: ParSheet) -> None:
    who = tiles.identification
    assert (who.standard, who.version, who.house_way) == ("maryland-tiles", "1.1", "maryland")
    assert who.submission_hash == submission_hash(load_submission("maryland-tiles"))
    assert (who.package_version, who.date) == (__version__, DAY)
    assert dict(who.readings)["pair_fortunes"] == "four-tiles"


def test_every_figure_follows_from_the_counts(tiles: ParSheet, cards: ParSheet) -> None:
    for sheet in (tiles, cards):
        for _, case in every_case(sheet):
            data: dict[str, Any] = case.to_dict()
            chances = [Fraction(each["probability"]) for each in data["outcomes"]]
            gains = [Fraction(each["pays"]) for each in data["outcomes"]]
            mean = sum((chance * gain for chance, gain in zip(chances, gains, strict=True)), Fraction(0))
            squares = sum((chance * gain**2 for chance, gain in zip(chances, gains, strict=True)), Fraction(0))
            assert sum(chances) == 1
            assert Fraction(data["edge"]) == -mean
            assert Fraction(data["return"]) == 1 + mean
            assert Fraction(data["variance"]) == squares - mean**2
            assert sum(Fraction(each["contribution"]) for each in data["outcomes"]) == mean
            won = sum((chance for chance, gain in zip(chances, gains, strict=True) if gain > 0), Fraction(0))
            assert Fraction(data["hit_frequency"]) == won
            assert data["volatility_index"] == pytest.approx(1.645 * float(squares - mean**2) ** 0.5)


def test_the_wagers_are_those_offered_with_their_odds(tiles: ParSheet, cards: ParSheet) -> None:
    assert [wager.wager for wager in tiles.wagers] == ["main", "pair-fortunes"]
    assert [wager.wager for wager in cards.wagers] == ["main", "fortune", "emperors", "insurance", "progressive"]
    names = [case.name for case in tiles.wagers[0].cases]
    assert names == [
        "player sets the house way, house banks", "player sets optimally, house banks",
        "player sets the house way, player banks", "player sets optimally, player banks",
    ]  # fmt: skip
    assert [case.name for case in cards.wagers[0].cases] == ["player sets the house way, house banks"]
    assert tiles.wagers[0].cases[3].odds == odds(load_submission("maryland-tiles"), player="best", bank="player")
    shown: list[tuple[int, int]] = []
    again = odds("maryland-poker", progress=lambda done, of: shown.append((done, of)))
    assert again.seconds == cards.wagers[0].cases[0].odds.seconds, "the deals were counted again to show progress"
    assert shown == [(1, 1)]
    fortune = cards.wagers[1]
    assert (fortune.title, fortune.paytable, fortune.clause) == ("Fortune Bonus", "A", "MDP-13.B.1")
    for line in PAYTABLES["fortune"]["A"].lines:
        assert fortune.cases[0].terms[str(line.hand)] == str(line)


def test_all_checks_pass_and_a_wrong_count_fails_them(tiles: ParSheet, cards: ParSheet) -> None:
    assert tiles.passed
    assert cards.passed
    assert any("four of a kind as published" in check.name for check in cards.checks)
    assert any("deals won as the bank" in check.name for check in tiles.checks)
    main, pairs = tiles.wagers
    first, second, *others = pairs.cases[0].odds.outcomes
    moved = (Outcome(first.name, first.count + 1, first.pays), Outcome(second.name, second.count - 1, second.pays))
    wrong = replace(
        pairs, cases=(replace(pairs.cases[0], odds=replace(pairs.cases[0].odds, outcomes=(*moved, *others))),)
    )
    failed = [check.name for check in checks("tiles", (main, wrong), {}) if not check.passed]
    assert len(failed) == 2
    lost = replace(main.cases[0], odds=replace(main.cases[0].odds, total=main.cases[0].odds.total - 1))
    assert any(not check.passed for check in checks("tiles", (replace(main, cases=(lost,)),), {}))


def test_a_house_way_that_gives_the_player_an_advantage_is_a_finding(tiles: ParSheet) -> None:
    advantages = [each.text for each in tiles.findings if each.weight is Weight.ADVANTAGE]
    assert len(advantages) == 2
    edge = odds("maryland-tiles", player="best").edge
    assert f"an advantage of {float(-edge) * 100:.4f}% over a house using the maryland house way" in advantages[0]
    weights = [list(Weight).index(each.weight) for each in tiles.findings]
    assert weights == sorted(weights)


def test_the_hands_that_cost_most_are_listed(tiles: ParSheet) -> None:
    table = next(each for each in tiles.wagers[0].tables if "costs a player the most" in each.caption)
    assert len(table.rows) == 15
    assert table.rows[0][0] == "24 14 / 55 46"


@pytest.mark.clause("MDP-13.A.1", "MDP-13.G", "MDP-13.E.7.a")
def test_findings_of_cards(cards: ParSheet) -> None:
    texts = " ".join(each.text for each in cards.findings)
    assert "Rounding the vigorish (quarter) raises the edge most on a wager of $11.00" in texts
    assert "the payout limit of $50,000.00 cuts wagers of $6.26 and more" in texts
    assert "from $243,011.06 on the progressive meter the player has the advantage" in texts
    assert "the payout limit of $50,000.00 on the fixed pays of one hand cuts" in texts
    assert "below the 75% that GLI-19 4.7.1 requires" in texts
    exact = odds("maryland-poker", "progressive", meters={"progressive": 24_301_106})
    assert exact.edge <= 0 < odds("maryland-poker", "progressive", meters={"progressive": 24_301_105}).edge


def test_vigorish_limit_and_envy_tables(cards: ParSheet) -> None:
    tables = {table.caption: table for wager in cards.wagers for table in wager.tables}
    rounding = next(table for caption, table in tables.items() if caption.startswith("Vigorish rounding"))
    row = next(row for row in rounding.rows if row[0] == "$11.00")
    counts = cards.wagers[0].cases[0].odds.counts
    assert counts is not None
    edge = Fraction(counts.lose * 1100 - counts.win * (1100 - 75), 1100 * counts.total)  # 55 cents become 75
    assert row[1:3] == ("$0.75", f"{float(edge) * 100:.4f}%")
    limit = next(
        table for caption, table in tables.items() if caption.startswith("Payout limit of $50,000.00 (submitted)")
    )
    assert [row[0] for row in limit.rows] == ["$1.00", "$5.00", "$10.00", "$25.00", "$50.00", "$100.00"]
    assert limit.rows[0][1] == limit.rows[0][2]
    assert float(limit.rows[-1][2][:-1]) > float(limit.rows[-1][1][:-1])
    envy = cards.wagers[1].tables[0]
    assert [row[0] for row in envy.rows] == list("012345")
    fortune = odds("maryland-poker", "fortune", others=5)
    assert envy.rows[5][3] == str(fortune.edge)


def test_meters_in_the_long_run(cards: ParSheet, choose: Choose) -> None:
    """Rate 20%, and 10,000 dollars for a wager of one dollar each time the meter is won."""
    table = next(each for each in cards.wagers[-1].tables if each.caption == "Where the return comes from")
    counts = {each.name: each.count for each in cards.wagers[-1].cases[0].odds.outcomes}
    fixed = sum(counts[str(line.hand)] * line.amount for line in PAYTABLES["progressive"]["A"].lines[2:])
    back = Fraction(fixed, 154_143_080) + Fraction(1, 5) + Fraction(228, 154_143_080) * 10_000
    assert {row[0]: row[2] for row in table.rows}["All, in the long run"] == str(back)
    meters = [
        {"name": name, "rate": "5%", "reserve_rate": "0%", "initial": amount, "reset": amount, "ceiling": "none"}
        for name, amount in (("mega", "$10,000"), ("major", "$1,000"), ("minor", "$500"))
    ]
    chosen = {"wagers.progressive.paytable": "C", "wagers.progressive.meters": meters}
    only = {f"wagers.{name}.offered": False for name in ("fortune", "emperors", "insurance")}
    sheet = par_sheet(choose("maryland-poker", chosen | only | {"banking.offered": False, "banking.co_banking": False}),
                      best=False, date=DAY)  # fmt: skip
    rows = sheet.wagers[-1].tables[0].rows
    assert [row[0] for row in rows] == ["mega", "major", "minor"]
    assert sum("the other meters at their initial amounts" in each.text for each in sheet.findings) == 3


def test_json_and_csv_say_the_same(tiles: ParSheet) -> None:
    data = json.loads(to_bytes(tiles, ".json"))
    assert list(data) == ["par_sheet", "identification", "wagers", "findings", "checks", "method"]
    rows = list(csv.DictReader(io.StringIO(to_bytes(tiles, ".csv").decode())))
    assert tuple(rows[0]) == COLUMNS
    expected = [
        (wager["wager"], case["name"], each["name"], str(each["count"]), each["probability"], each["pays"])
        for wager in data["wagers"]
        for case in wager["cases"]
        for each in case["outcomes"]
    ]
    found = [tuple(row[key] for key in ("wager", "case", "outcome", "count", "probability", "pays")) for row in rows]
    assert found == expected
    assert {row["submission_hash"] for row in rows} == {data["identification"]["submission_hash"]}


class Page(HTMLParser):
    """What a reader of the page depends on."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.images: list[dict[str, str | None]] = []
        self.headings: list[int] = []
        self.open: list[str] = []
        self.counts: dict[str, int] = {}
        self.outside: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.counts[tag] = self.counts.get(tag, 0) + 1
        if found.get("id"):
            self.ids.append(str(found["id"]))
        if tag == "a":
            self.links.append(str(found["href"]))
        if tag == "img":
            self.images.append(found)
        if tag[0] == "h" and tag[1:].isdigit():
            self.headings.append(int(tag[1:]))
        self.outside += [str(value) for name, value in attrs if name in ("src", "href") and "//" in str(value)[:8]]
        if tag not in ("meta", "img", "wbr"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_is_well_formed_whole_and_accessible(tiles: ParSheet, cards: ParSheet) -> None:
    for sheet in (tiles, cards):
        text = page_text(sheet)
        page = Page(text)
        assert page.open == []
        assert '<html lang="en">' in text
        assert len(set(page.ids)) == len(page.ids)
        assert {link.removeprefix("#") for link in page.links} <= set(page.ids)
        assert page.counts["table"] == page.counts["caption"] == page.counts["thead"]
        assert page.images
        assert all(len(str(image["alt"])) > 20 for image in page.images)
        assert all(str(image["src"]).startswith("data:image/svg+xml;base64,") for image in page.images)
        assert page.outside == []
        assert "<script" not in text
        assert page.headings[0] == 1
        assert page.headings.count(1) == 1
        assert all(after <= before + 1 for before, after in zip(page.headings, page.headings[1:], strict=False))
        assert "@media print" in text


def test_the_page_shows_fractions_counts_and_clauses(tiles: ParSheet) -> None:
    text = page_text(tiles)
    edge = tiles.wagers[0].cases[0].odds.edge
    assert str(edge).replace("/", "/<wbr>") in text
    assert "736,281,000" in text
    assert "[MDT-8.K]" in text
    assert tiles.identification.submission_hash in text
    assert text.count("passed</td>") == len(tiles.checks)


def test_pictures_are_the_same_every_time_and_in_words(tiles: ParSheet) -> None:
    for wager in tiles.wagers:
        for picture in pictures(wager):
            assert svg(picture) == svg(picture)
            assert picture.words
    results = pictures(tiles.wagers[0])[0]
    assert "player sets optimally, house banks: win 30.10%" in results.words


@pytest.mark.skipif(not pango.is_installed(), reason="WeasyPrint needs Pango")
def test_the_pdf_is_tagged_and_has_a_page_for_every_wager(tiles: ParSheet) -> None:
    data = to_bytes(tiles, ".pdf")
    assert data.startswith(b"%PDF-")
    streams = re.findall(rb"stream\r?\n(.*?)\r?\nendstream", data, re.DOTALL)
    objects = b"".join(filter(None, map(inflated, streams))) + data
    assert re.search(rb"/Marked true", objects)
    assert re.search(rb"/Lang\s*\(en\)", objects)
    for tag in (b"/H1", b"/Table", b"/TH", b"/Figure"):
        assert tag in objects, tag
    (pages,) = re.findall(rb"/Type /Pages[^>]*?/Count (\d+)|/Count (\d+)[^>]*?/Type /Pages", objects)
    assert int(next(filter(None, pages))) >= 1 + len(tiles.wagers)
    assert to_bytes(tiles, ".pdf") == data


def inflated(stream: bytes) -> bytes:
    try:
        return zlib.decompress(stream)
    except zlib.error:
        return b""


def test_dates(choose: Choose) -> None:
    plain = choose("new-zealand", {})
    assert par_sheet(plain, date="2026-01-02").identification.date == "2026-01-02"
    assert len(par_sheet(plain).identification.date) == 10
    with pytest.raises(PaigowError, match="'soon' is not a day"):
        par_sheet(plain, date="soon")


def test_new_zealand_refuses_what_it_cannot_pay(choose: Choose) -> None:
    sheet = par_sheet(choose("new-zealand", {"table.chips": ["$1.00", "$5.00"]}), date=DAY)
    table = sheet.wagers[0].tables[0]
    refused = [row[0] for row in table.rows if "refused" in row[1]]
    assert refused == [
        "$10.00", "$11.00", "$12.00", "$15.00", "$21.00", "$25.00", "$30.00", "$33.00", "$50.00", "$75.00", "$101.00",
    ]  # fmt: skip


def test_the_sheet_says_what_the_house_way_gives_away() -> None:
    """MDT-8.D's house way leaves best play 2.3750 + 0.9677 points more than the best fixed one."""
    sheet = par_sheet("maryland-tiles", date="2026-01-01")
    more = odds("maryland-tiles", house_way="optimal", player="best").edge - odds("maryland-tiles", player="best").edge
    (found,) = [each for each in sheet.findings if "more than it has to" in each.text]
    assert f"gives the player {float(more) * 100:.4f} points more than it has to" in found.text
    assert found.weight is Weight.ATTENTION
