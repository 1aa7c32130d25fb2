"""The auditor reads everything that is over, and of what is on no more than a bystander hears."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.db.models import Q
from django.test import AsyncClient, Client
from django.utils import timezone

from paigow.house.pages import runs
from paigow.table import Phase
from paigow.table.core.engine import events
from paigow.table.view import view
from paigow.web.people.log_models import SignificantEvent
from paigow.web.people.models import User
from paigow.web.seals import sealing
from paigow.web.seals.sealing import fingerprint, seal
from paigow.web.service import tables
from paigow.web.store import journal
from paigow.web.store.models import AuditRun, LedgerEntry, MeterChange, StoredCommand, StoredEvent, StoredRound, Table
from tools.waiting import wait_until

BrowserOf = Callable[..., Client]
Steady = Callable[[str], str]
pytestmark = pytest.mark.django_db
STANDARDS = ("maryland-tiles", "maryland-poker", "new-zealand", "dealer-open")
PAGES = (
    "/audit/", "/audit/log/", "/audit/log/?table=t", "/audit/rounds/", "/audit/ledger/", "/audit/meters/",
    "/audit/wallets/", "/audit/significant/", "/audit/verify/", "/admin/store/table/", "/admin/store/storedevent/",
    "/admin/store/storedcommand/", "/admin/store/storedround/", "/admin/store/ledgerentry/",
)  # fmt: skip
PIECE = re.compile(r"[1-6]{2}|[2-9TJQKA][cdhs]|Jk|")
FLOOR_PAGES = ("/floor/", "/floor/tables/t/")
OPERATOR_PAGES = ("/operator/returns/?table=t", "/operator/people/ann/")


def in_mid_round(site: Any, standard: str, rounds: int = 1) -> Any:
    """So many rounds are over, and another is on with hands dealt."""
    house = site(standard)
    house.seat()
    for _ in range(rounds):
        house.to_setting()
        house.finish_round()
    house.to_setting()
    return house


def hidden_pieces(state: Any) -> list[str]:
    """All but those that lie open for everybody."""
    seen = {piece for hand in view(state, "")["round"]["hands"].values() for piece in hand["pieces"]}
    return sorted({str(piece) for piece in state.game.kit.full_set} - seen)


def otherwise(value: Any, names: list[str]) -> Any:
    """Something else of the same form: every piece is another one, dice and seeds have changed."""
    if isinstance(value, dict):
        return {name: otherwise(each, names) for name, each in value.items()}
    if isinstance(value, list):
        if value and all(type(each) is int for each in value):
            return value[::-1] if value != value[::-1] else [each % 6 + 1 for each in value]
        return [otherwise(each, names) for each in value]
    if isinstance(value, str):
        parts = re.split(r"([ /]+)", value)
        other = "".join(names[(names.index(part) + 1) % len(names)] if part in names else part for part in parts)
        return other if other != value or PIECE.fullmatch(parts[0]) else f"{value}x"
    return value


def hide_otherwise(slug: str) -> int:
    """What the round that is on hides is something else now, and with it every hash; gives the number of rows."""
    table = Table.objects.get(slug=slug)
    state = tables.state_of(slug)
    names = hidden_pieces(state)
    shown = {"dice"} if state.current.start.position is not None else set()
    over = StoredRound.objects.filter(table=table).exclude(closed_at=None).latest("number").last or 0
    count = 0
    for row in StoredEvent.objects.filter(table=table, number__gt=over):
        values: dict[str, Any] = {"hash": fingerprint({"other": row.hash})}
        if row.sealed is not None:
            data = journal.event_data(slug, row)
            kind = next(kind for kind in events() if kind.__name__ == row.kind)
            for name in kind.audience.hidden - {"clauses"} - shown:
                if name in data:
                    data[name] = otherwise(data[name], names)
                    count += 1
            values["sealed"] = seal(data, sealing.event_place(slug, row.number))
            assert len(values["sealed"]) == len(row.sealed), "the length of a seal tells what is in it"
        StoredEvent.objects.filter(pk=row.pk).update(**values)
    for command in StoredCommand.objects.filter(table=table, first__gt=over).exclude(sealed=None):
        said = otherwise(journal.command_data(slug, command), names)
        sealed = seal(said, sealing.command_place(slug, command.first))
        StoredCommand.objects.filter(pk=command.pk).update(sealed=sealed, fingerprint=fingerprint(said))
    Table.objects.filter(slug=slug).update(head=fingerprint({"other": table.head}))
    return count


@pytest.mark.parametrize("standard", STANDARDS)
def test_what_a_round_hides_changes_no_byte_of_any_staff_page(
    standard: str, site: Any, browser_of: BrowserOf, steady: Steady, settings: Any, tmp_path: Path
) -> None:
    """Non-interference: other hidden pieces, dice, seeds and settings, the same pages and files."""
    settings.DATA = tmp_path  # the returns show the odds as soon as they are known, and another test may ask for them
    in_mid_round(site, standard)
    browsers = {
        browser_of("aud", "auditor"): PAGES,
        browser_of("mei", "floor"): FLOOR_PAGES,
        browser_of("opal", "operator"): OPERATOR_PAGES,
    }
    details = [
        f"/admin/store/{row._meta.model_name}/{row.pk}/change/"
        for model in (StoredEvent, StoredCommand, StoredRound)
        for row in model.objects.order_by("-pk")[:12]
    ]
    details.append(f"/admin/store/table/{Table.objects.get(slug='t').pk}/change/")

    def all_pages() -> dict[str, str]:
        shown = {}
        for browser, pages in browsers.items():
            for page in pages if pages is not PAGES else (*pages, *details):
                answer = browser.get(page)
                assert answer.status_code == 200, page
                shown[page] = steady(answer.content.decode())
        auditor = next(iter(browsers))
        for what in ("records", "events", "ledger", "meters", "wallet"):
            file = auditor.get("/audit/export/", {"what": what, "table": "t", "form": "csv"})
            shown[what] = b"".join(file.streaming_content).decode()  # type: ignore[attr-defined]
        return shown

    before = all_pages()
    assert hide_otherwise("t") >= 2
    tables.CACHE.clear()
    known = tables.state_of("t")  # what is on is folded from what was just written
    assert known.phase is Phase.SETTING
    after = all_pages()
    assert set(before) == set(after)
    for page, shown in before.items():
        assert shown == after[page], page


def test_the_log_tells_all_of_a_round_that_is_over(site: Any, browser_of: BrowserOf) -> None:
    house = in_mid_round(site, "maryland-tiles")
    auditor = browser_of("aud", "auditor")
    number = house.state.rounds
    over = auditor.get("/audit/log/", {"table": "t", "round": number - 1, "kind": "Delivered"}).content.decode()
    on = auditor.get("/audit/log/", {"table": "t", "round": number, "kind": "Delivered"}).content.decode()
    assert "&quot;hands&quot;" in over
    assert "&quot;hands&quot;" not in on
    row = StoredEvent.objects.get(round_number=number - 1, kind="Delivered")
    assert row.hash in over
    assert StoredEvent.objects.get(round_number=number, kind="Delivered").hash not in on


def test_filters_of_the_log(site: Any, browser_of: BrowserOf) -> None:
    in_mid_round(site, "maryland-tiles")
    auditor = browser_of("aud", "auditor")

    def numbers(**asked: Any) -> list[int]:
        found: list[int] = []
        asked = dict(asked)
        while True:
            page = auditor.get("/audit/log/", asked).content.decode()
            found += [int(each) for each in re.findall(r'<th scope="row" class="num">(\d+)</th>', page)]
            older = re.search(r"before=(\d+)", page)
            if older is None:
                return found
            asked["before"] = older[1]

    everything = list(StoredEvent.objects.order_by("-pk").values_list("number", flat=True))
    assert numbers() == everything
    assert numbers(table="t") == everything
    first = StoredEvent.objects.filter(round_number=1).order_by("-pk")
    assert numbers(round=1) == list(first.values_list("number", flat=True))
    assert numbers(kind="WagerPlaced") == [
        row.number for row in StoredEvent.objects.filter(kind="WagerPlaced").order_by("-pk")
    ]
    assert numbers(person="ANN") == list(
        StoredEvent.objects.filter(Q(command__person="ann") | Q(command__actor="ann"))
        .order_by("-pk")
        .values_list("number", flat=True)
    )
    assert numbers(person="nobody") == []
    today = timezone.now().date().isoformat()
    assert numbers(first=today, last=today) == everything
    assert numbers(last="2001-01-01") == []
    assert numbers(first="2999-01-01") == []
    assert numbers(first="no day", person="ann") == numbers(person="ann")

    def cites(row: StoredEvent, clause: str) -> bool:
        return any(each == clause or each.startswith(f"{clause}.") for each in journal.event_of("t", row).clauses)

    for clause in ("MDT-8.J", "MDT-8", "MDT-5.D"):
        rows = [row.number for row in StoredEvent.objects.order_by("-pk") if cites(row, clause)]
        assert numbers(clause=clause) == rows
        assert rows


def test_the_log_of_one_table_only(site: Any, browser_of: BrowserOf) -> None:
    in_mid_round(site, "maryland-tiles")
    other = site("dealer-open", slug="other")
    other.step()
    auditor = browser_of("aud", "auditor")
    page = auditor.get("/audit/log/", {"table": "other"}).content.decode()
    assert "<td>other</td>" in page
    assert "<td>t</td>" not in page


def test_the_ledger_with_running_balances(site: Any, browser_of: BrowserOf) -> None:
    in_mid_round(site, "maryland-tiles")
    auditor = browser_of("aud", "auditor")
    page = auditor.get("/audit/ledger/", {"table": "t", "account": "rack:ann"}).content.decode()
    rows = LedgerEntry.objects.filter(debit="rack:ann") | LedgerEntry.objects.filter(credit="rack:ann")
    assert page.count('<th scope="row"') == rows.count() > 2
    last = rows.latest("pk")
    assert f"{last.number}.{last.line}" in page
    assert auditor.get("/audit/ledger/", {"event": last.number}).content.decode().count('<th scope="row"') >= 1
    assert "Nothing matches" in auditor.get("/audit/ledger/", {"last": "2001-01-01"}).content.decode()
    assert "Nothing matches" not in auditor.get("/audit/ledger/", {"first": "2001-01-01"}).content.decode()


def test_meters_are_reconciled(site: Any, browser_of: BrowserOf) -> None:
    """Gaming standards P2 and P12: the six values, and a difference is named."""
    house = in_mid_round(site, "maryland-poker", rounds=2)
    auditor = browser_of("aud", "auditor")
    name, meter = next(iter(house.state.meters.items()))
    assert meter.contributed > 0
    page = auditor.get("/audit/meters/", {"table": "t", "meter": name}).content.decode()
    assert "≠" not in page
    assert page.count("no faults") == len(house.state.meters)
    last = MeterChange.objects.filter(meter=name).latest("number")
    MeterChange.objects.filter(pk=last.pk).update(display=last.display + 1)
    assert f"{meter.display} ≠ {meter.display + 1}" in auditor.get("/audit/meters/").content.decode()


def test_void_rounds_are_counted(site: Any, browser_of: BrowserOf) -> None:
    house = in_mid_round(site, "maryland-tiles")
    mei, auditor = browser_of("mei", "floor"), browser_of("aud", "auditor")
    sends = {"verb": "misdeal", "choice": "reason=wrong-positions", "why": "wrong seats", "key": "k"}
    assert mei.post("/floor/tables/t/do/", sends).status_code == 302
    house.play_until(lambda state: state.round is None)
    assert "wrong-positions" in auditor.get("/audit/rounds/", {"void": "on"}).content.decode()
    assert "1 round matches" in auditor.get("/audit/rounds/", {"void": "on", "table": "t"}).content.decode()
    assert '?void=on">1</a>' in auditor.get("/audit/").content.decode()
    row = re.search(r"<tbody>(.*?)</tbody>", auditor.get("/audit/").content.decode(), re.S)
    assert row
    assert re.findall(r'<td class="num">(\d+)</td>', row[1]) == ["1", "1"], "one by this cause, its deal known"
    kept = StoredRound.objects.exclude(void="").get()
    assert (kept.known, bool(kept.seed)) == (True, True), (
        "voided when the house could know the deal, and its seed is shown"
    )


def test_wallets_add_up(site: Any, browser_of: BrowserOf) -> None:
    in_mid_round(site, "maryland-tiles")
    auditor = browser_of("aud", "auditor")
    page = auditor.get("/audit/wallets/").content.decode()
    assert "All accounts add up to $0.00" in page
    account = User.objects.get(username="ann").wallet
    entries = auditor.get(f"/audit/wallets/{account.pk}/").content.decode()
    assert entries.count('<th scope="row"') == account.entries
    assert "wallet:ann" in auditor.get("/audit/wallets/", {"name": "AN"}).content.decode()


def test_significant_events(browser_of: BrowserOf) -> None:
    auditor = browser_of("aud", "auditor")
    browser_of("mei", "floor")
    page = auditor.get("/audit/significant/", {"kind": "role"}).content.decode()
    assert page.count('<th scope="row"') == SignificantEvent.objects.filter(kind="role").count() == 2
    assert "of: mei" in page
    assert "Nothing matches" in auditor.get("/audit/significant/", {"person": "nobody"}).content.decode()


@pytest.mark.parametrize("what", ["records", "events", "ledger", "meters", "wallet", "significant"])
def test_files_to_take_away(what: str, site: Any, browser_of: BrowserOf) -> None:
    in_mid_round(site, "maryland-poker")
    auditor = browser_of("aud", "auditor")
    table = {} if what == "significant" else {"table": "t"}
    answer = auditor.get("/audit/export/", {"what": what, "form": "jsonl", **table})
    assert answer.status_code == 200
    assert "attachment" in answer["Content-Disposition"]
    text = b"".join(answer.streaming_content).decode()  # type: ignore[attr-defined]
    if what == "records":
        assert StoredRound.objects.get(number=1).record_hash in text
    else:
        assert all(json.loads(line) for line in text.splitlines())
        assert text.splitlines()


@pytest.mark.parametrize("page", ["log/", "rounds/", "ledger/", "significant/", "export/?what=significant"])
def test_the_ends_of_the_calendar(page: str, browser_of: BrowserOf) -> None:
    auditor = browser_of("aud", "auditor")
    asked = f"/audit/{page}{'&' if '?' in page else '?'}first=0001-01-01&last=9999-12-31"
    answer = auditor.get(asked)
    assert answer.status_code == 200
    assert b"".join(answer)


def test_a_file_that_cannot_be_made_is_refused(browser_of: BrowserOf) -> None:
    auditor = browser_of("aud", "auditor")
    for asked in ({"what": "records"}, {"what": "nothing"}, {}, {"what": "events", "table": "none"}):
        assert auditor.get("/audit/export/", asked).status_code == 422


@pytest.mark.django_db(transaction=True)
def test_a_file_is_sent_by_the_asynchronous_server_too(person: Callable[..., User]) -> None:
    from asgiref.sync import async_to_sync

    auditor = person("aud", "auditor")

    async def take() -> bytes:
        client = AsyncClient()
        await client.aforce_login(auditor)
        answer = await client.get("/audit/export/", {"what": "significant", "form": "csv"})
        return b"".join([bit async for bit in answer.streaming_content])  # type: ignore[attr-defined]

    assert async_to_sync(take)().startswith(b"number,at,kind")


@pytest.mark.django_db(transaction=True)
def test_an_audit_is_carried_out_beside_the_requests(site: Any, browser_of: BrowserOf) -> None:
    """It says that all holds; after a row was altered it names it, and the house remembers that it did."""
    in_mid_round(site, "maryland-tiles")
    auditor = browser_of("aud", "auditor")

    def verified() -> str:
        where = auditor.post("/audit/verify/", {"table": "t"})["Location"]
        run = AuditRun.objects.latest("pk")

        def ended() -> bool:
            assert auditor.get(where).status_code == 200
            run.refresh_from_db()
            return run.finished_at is not None

        wait_until(ended)
        return str(auditor.get(where).content.decode())

    assert "Everything checks out" in verified()
    row = StoredEvent.objects.filter(sealed=None, kind="WagerPlaced").first()
    assert row is not None
    assert row.data is not None
    StoredEvent.objects.filter(pk=row.pk).update(data={**row.data, "amount": 1})
    page = verified()
    assert "Faults found" in page
    assert f"event {row.number}" in page
    assert SignificantEvent.objects.filter(kind="mismatch", person="aud").count() == 1
    assert "faults" in auditor.get("/audit/verify/").content.decode()


def test_an_audit_whose_process_is_gone_is_told(browser_of: BrowserOf) -> None:
    auditor = browser_of("aud", "auditor")
    then = timezone.now() - 2 * runs.LOST
    run = AuditRun.objects.create(table="t", person="aud", started_at=then, seen_at=then)
    assert "is gone" in auditor.get(f"/audit/verify/{run.pk}/").content.decode()
    assert auditor.post("/audit/verify/", {"table": "none"}, follow=True).status_code == 200
    assert AuditRun.objects.count() == 1
