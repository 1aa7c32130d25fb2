"""The floor console: whatever the floor may do is a form, and each deed becomes an event with the person's name."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from paigow.rules import load_submission, submission_hash
from paigow.table import Phase, legal_commands
from paigow.table.cards.awards import Payouts
from paigow.table.core.model import FLOOR
from paigow.web.people.log_models import SignificantEvent
from paigow.web.people.models import Account, User
from paigow.web.service import attendance, floor, tables
from paigow.web.service.attendance import people_at
from paigow.web.staff.floor import grouped
from paigow.web.store.models import StoredCommand, StoredEvent, StoredRound, Table
from tools.waiting import PATIENCE

BrowserOf = Callable[..., Client]
FormsOf = Callable[[str], list[dict[str, Any]]]
pytestmark = pytest.mark.django_db
STANDARDS = ("maryland-tiles", "maryland-poker", "new-zealand", "dealer-open")
RARE = {  # deeds that a few rounds do not bring about, each shown in a test of its own or in the engine's tests
    "validate-progressive", "complete-documents", "reset-house-hand", "view-conceded", "replace-piece", "mark-device",
    "restore-device", "restore-box", "restore-player", "resume", "remove-box", "remove-player", "receive-set",
    "verify-set", "knock-over", "confirm", "ban-player", "direct-cut", "expose-while-dealing",
}  # fmt: skip


def last_command(slug: str = "t") -> StoredCommand:
    found = StoredCommand.objects.filter(table__slug=slug).order_by("-pk").first()
    assert found is not None
    return found


@pytest.mark.parametrize("standard", STANDARDS)
def test_every_deed_of_the_floor_is_an_event_with_the_persons_name(
    standard: str, site: Any, browser_of: BrowserOf, forms_of: FormsOf
) -> None:
    """At every moment of a round each kind of deed that is offered is sent once, as the page has it."""
    house, mei = site(standard), browser_of("mei", "floor")
    house.seat()
    done: set[str] = set()
    offered: set[str] = set()
    for _ in range(400):
        state = house.state
        if state.rounds >= 2 and state.round is None:
            break
        verbs = {offer.command.verb for offer in legal_commands(state, FLOOR)}
        offered |= verbs
        if verbs - done:
            page = mei.get("/floor/tables/t/").content.decode()
            deeds = [form for form in forms_of(page) if form["action"] == "/floor/tables/t/do/"]
            assert {form["sends"]["verb"] for form in deeds} == verbs
            for form in deeds:
                if form["sends"]["verb"] not in done:
                    done.add(form["sends"]["verb"])
                    _sent(mei, form["sends"])
        if state.phase is Phase.SETTING:
            Table.objects.filter(slug="t").update(deadline_at=timezone.now())
        house.step()
    assert house.state.rounds >= 2
    assert done == offered
    assert {"stop", "misdeal", "remove-set", "replace-dice"} <= done


def _sent(browser: Client, sends: dict[str, str]) -> None:
    """Sends the form and looks at what is kept; then all of it is undone."""
    with transaction.atomic():
        answer = browser.post("/floor/tables/t/do/", sends)
        assert (answer.status_code, sends["verb"]) == (302, sends["verb"])
        command = last_command()
        assert (command.actor, command.person, command.verb) == (FLOOR, "mei", sends["verb"])
        events = StoredEvent.objects.filter(command=command)
        assert events.count() == command.last - command.first + 1 >= 1
        again = browser.post("/floor/tables/t/do/", sends)  # pressed twice: done once
        assert again.status_code in (302, 409)
        assert last_command().pk == command.pk
        transaction.set_rollback(True)
    tables.CACHE.clear()


@pytest.mark.parametrize("standard", STANDARDS)
def test_every_offer_is_one_choice_of_a_form(standard: str, site: Any) -> None:
    house = site(standard)
    house.seat()
    state = house.to_setting()
    offers = legal_commands(state, FLOOR)
    shown = {form.verb: max(1, len(form.choices)) for group in grouped(state) for form in group.forms}
    counted: dict[str, int] = {}
    for offer in offers:
        counted[offer.command.verb] = counted.get(offer.command.verb, 0) + 1
    assert shown == counted
    labels = [choice.label for group in grouped(state) for form in group.forms for choice in form.choices]
    assert all(labels)
    for group in grouped(state):
        for form in group.forms:
            assert len({choice.label for choice in form.choices}) == len(form.choices), form.verb


def test_a_round_is_voided_with_a_reason(site: Any, browser_of: BrowserOf) -> None:
    house, mei = site("maryland-tiles"), browser_of("mei", "floor")
    house.seat()
    state = house.to_setting()
    sends = {"verb": "misdeal", "choice": "reason=wrong-positions", "key": "one", "round": str(state.rounds)}
    assert mei.post("/floor/tables/t/do/", sends).status_code == 422  # without a reason
    assert mei.post("/floor/tables/t/do/", {**sends, "why": "dealt to the  wrong seats"}).status_code == 302
    assert house.state.current.void == "wrong-positions"
    noted = SignificantEvent.objects.filter(kind="void").get()
    assert (noted.person, noted.detail["why"], noted.detail["table"]) == ("mei", "dealt to the wrong seats", "t")
    house.play_until(lambda state: state.round is None)
    assert StoredRound.objects.get(number=state.rounds).void == "wrong-positions"


def test_what_is_refused_is_told_with_its_clause(site: Any, browser_of: BrowserOf) -> None:
    house, mei = site("maryland-tiles"), browser_of("mei", "floor")
    house.seat()
    house.to_setting()
    before = last_command().pk
    answer = mei.post("/floor/tables/t/do/", {"verb": "replace-dice", "key": "k"})
    assert answer.status_code == 422
    assert "/rules/MDT-2.E/" in answer.content.decode()
    assert mei.post("/floor/tables/t/do/", {"verb": "stop", "reason": " ", "key": "k"}).status_code == 422
    assert mei.post("/floor/tables/t/do/", {"verb": "mix", "key": "k"}).status_code == 422  # the dealer's
    assert (
        mei.post("/floor/tables/t/do/", {"verb": "stop", "reason": "x", "key": "k", "round": "77"}).status_code == 409
    )
    assert last_command().pk == before


def test_a_player_does_nothing_here(site: Any, browser_of: BrowserOf) -> None:
    house, pat = site("maryland-tiles"), browser_of("pat")
    house.seat()
    before = last_command().pk
    assert pat.post("/floor/tables/t/do/", {"verb": "stop", "reason": "x", "key": "k"}).status_code == 403
    assert last_command().pk == before


def test_a_stopped_table_plays_its_round_to_the_end_and_begins_none(site: Any, browser_of: BrowserOf) -> None:
    """Gaming standards G11: games in play conclude."""
    house, mei = site("maryland-poker"), browser_of("mei", "floor")
    house.seat()
    number = house.to_setting().rounds
    assert mei.post("/floor/stop/", {"why": "a storm", "key": "a"}).status_code == 302
    assert house.state.stopped == "a storm"
    house.finish_round()
    for _ in range(20):
        house.step()
    assert house.state.rounds == number
    assert house.state.round is None
    assert mei.post("/floor/resume/", {"why": "the storm is over", "key": "b"}).status_code == 302
    house.play_until(lambda state: state.rounds == number + 1)
    told = SignificantEvent.objects.filter(kind="deactivation").order_by("pk")
    assert [(each.person, each.detail["enabled"], each.detail["why"]) for each in told] == [
        ("mei", False, "a storm"),
        ("mei", True, "the storm is over"),
    ]


def test_one_game_is_stopped_or_one_version_of_its_rules(site: Any, browser_of: BrowserOf) -> None:
    """Gaming standards G11: all, one game or version, one player."""
    mei = browser_of("mei", "floor")
    tiles = load_submission("maryland-tiles")
    other = tiles.model_copy(update={"title": "The Blue Room"})
    for slug, rules in {"plain": tiles, "blue": other, "cards": load_submission("dealer-open")}.items():
        tables.open_table(slug, rules, "op")

    def stopped() -> set[str]:
        return {slug for slug in ("plain", "blue", "cards") if tables.state_of(slug).stopped}

    page = mei.get("/floor/").content.decode()
    assert f'<option value="{submission_hash(other)}">' in page
    assert "The Blue Room" in page
    assert f'<option value="{submission_hash(load_submission("dealer-open"))}">' not in page  # it has one version only
    mei.post("/floor/stop/", {"why": "a defect", "key": "a", "game": submission_hash(other)})
    assert stopped() == {"blue"}
    mei.post("/floor/stop/", {"why": "a defect", "key": "b", "game": "maryland-tiles"})
    assert stopped() == {"plain", "blue"}
    mei.post("/floor/resume/", {"why": "mended", "key": "c", "game": "maryland-tiles"})
    assert stopped() == set()
    answer = mei.post("/floor/stop/", {"why": "a defect", "key": "d", "game": "faro"}, follow=True)
    assert "no table of &#x27;faro&#x27; is open" in answer.content.decode()
    assert stopped() == set()


def test_a_table_that_cannot_be_read_holds_up_nothing_else(browser_of: BrowserOf) -> None:
    for slug in ("before", "broken", "later"):
        tables.open_table(slug, load_submission("maryland-tiles"), "op", title=slug.title())
    nonsense = {"standard": "maryland-tiles", "nonsense": 1}
    Table.objects.filter(slug="broken").update(submission=nonsense, submission_hash="0" * 64)
    tables.CACHE.clear()
    mei, aud = browser_of("mei", "floor"), browser_of("aud", "auditor")
    lobby = mei.get("/").content.decode()
    assert "Later" in lobby
    assert "Broken" not in lobby
    console = mei.get("/floor/").content.decode()
    assert "Broken" in console
    assert "cannot be read" in console
    assert "The table Broken can’t be read" in aud.get("/audit/meters/").content.decode()
    answer = mei.post("/floor/stop/", {"why": "a storm", "key": "a"}, follow=True)
    assert "except at these tables: broken" in answer.content.decode()
    assert all(tables.state_of(slug).stopped == "a storm" for slug in ("before", "later"))


@pytest.mark.django_db(transaction=True)
def test_two_who_stop_all_tables_at_once_both_have_them_stopped(browser_of: BrowserOf) -> None:
    slugs = [f"t{number}" for number in range(4)]
    for slug in slugs:
        tables.open_table(slug, load_submission("maryland-tiles"), "op")
    for name in ("mei", "flo"):
        browser_of(name, "floor")
    people = [User.objects.get(username=name) for name in ("mei", "flo")]
    together = Barrier(2)

    def stop(by: User) -> list[str]:
        try:
            together.wait(PATIENCE)
            return floor.stop_tables(slugs, by, "a storm", by.username)
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as both:
        done = list(both.map(stop, people))
    assert sorted(slug for each in done for slug in each) == slugs  # each by one of them
    assert all(tables.state_of(slug).stopped for slug in slugs)


def test_stopping_needs_a_reason(site: Any, browser_of: BrowserOf) -> None:
    house, mei = site("maryland-tiles"), browser_of("mei", "floor")
    answer = mei.post("/floor/stop/", {"why": "  ", "key": "a"}, follow=True)
    assert "Give a reason" in answer.content.decode()
    assert not house.state.stopped


def test_a_table_closes_after_its_round_and_cashes_everybody_out(site: Any, browser_of: BrowserOf) -> None:
    house, mei = site("maryland-tiles"), browser_of("mei", "floor")
    house.seat()
    house.to_setting()
    assert mei.post("/floor/tables/t/close/", {"why": "the night is over"}).status_code == 302
    assert Table.objects.get(slug="t").closing
    assert house.state.round is not None
    house.finish_round()
    for _ in range(20):
        house.step()
    table = Table.objects.get(slug="t")
    assert table.closed_at is not None
    assert not house.state.players
    assert Account.objects.get(owner__username="ann").balance > 0
    noted = SignificantEvent.objects.filter(kind="deactivation").get()
    assert noted.detail["why"] == "the night is over"
    assert "Close the table" not in mei.get("/floor/tables/t/").content.decode()


def test_a_stopped_table_can_be_closed(site: Any, browser_of: BrowserOf) -> None:
    house, mei = site("maryland-tiles"), browser_of("mei", "floor")
    house.seat()
    mei.post("/floor/stop/", {"why": "a storm", "key": "a"})
    mei.post("/floor/tables/t/close/", {"why": "the storm goes on"})
    for _ in range(20):
        house.step()
    assert Table.objects.get(slug="t").closed_at is not None


@pytest.mark.parametrize("rules", ["maryland-poker", "new-zealand"])
def test_opening_a_table(rules: str, browser_of: BrowserOf) -> None:
    mei = browser_of("mei", "floor")
    sends = {"rules": rules, "title": "By the Window!", "pace": "brisk", "bots": "3", "floor": "on"}
    assert mei.post("/floor/open/", sends)["Location"] == "/floor/tables/by-the-window/"
    assert mei.post("/floor/open/", sends)["Location"] == "/floor/tables/by-the-window-2/"
    table = Table.objects.get(slug="by-the-window")
    assert (table.title, table.standard, table.opened_by, len(table.bots)) == ("By the Window!", rules, "mei", 3)
    assert table.pace["floor"] is True
    assert table.pace["bet"] == 12
    noted = SignificantEvent.objects.filter(kind="deactivation").first()
    assert noted is not None
    assert (noted.person, noted.detail["submission"]) == ("mei", table.submission_hash)
    assert mei.post("/floor/open/", {**sends, "bots": "9"}).status_code == 422
    assert mei.post("/floor/open/", {**sends, "rules": "nothing"}).status_code == 422
    for sign in "\a\u202e\u2066":
        assert "printable" in (answer := mei.post("/floor/open/", {**sends, "title": f"A{sign}B"})).content.decode()
        assert answer.status_code == 422


def test_bots_come_and_go(site: Any, browser_of: BrowserOf) -> None:
    """Those sent away finish the round and leave; nobody takes them for people."""
    house, mei = site("maryland-tiles"), browser_of("mei", "floor")
    house.seat()
    house.to_setting()
    seated = {name for name in house.state.players if attendance.is_bot(name)}
    assert len(seated) == 2
    mei.post("/floor/tables/t/bots/", {"bots": "0"})
    assert people_at(house.state) == {"ann"}
    house.finish_round()
    house.play_until(lambda state: not any(map(attendance.is_bot, state.players)))
    mei.post("/floor/tables/t/bots/", {"bots": "4"})
    house.play_until(lambda state: sum(map(attendance.is_bot, state.players)) == 4)
    assert SignificantEvent.objects.filter(kind="game", person="mei").count() == 2
    for wrong in ("8", "-1", "many"):
        mei.post("/floor/tables/t/bots/", {"bots": wrong})
    assert len(Table.objects.get(slug="t").bots) == 4


def test_a_player_is_shut_out_and_let_in_again(site: Any, browser_of: BrowserOf, person: Callable[..., User]) -> None:
    mei, ann = browser_of("mei", "floor"), browser_of("ann")
    person("boss", "operator")
    assert ann.get("/account/").status_code == 200
    assert mei.post("/floor/players/ann/active/", {"active": "false", "why": "signals"}).status_code == 302
    assert not User.objects.get(username="ann").is_active
    assert ann.get("/account/").status_code == 302
    assert "ann" in mei.get("/floor/players/").content.decode()
    mei.post("/floor/players/ann/active/", {"active": "true", "why": "it was a cough"})
    assert User.objects.get(username="ann").is_active
    for name in ("boss", "mei"):  # those who work for the house are not the floor's to shut out
        mei.post(f"/floor/players/{name}/active/", {"active": "false", "why": "x"})
        assert User.objects.get(username=name).is_active
    mei.post("/floor/players/ann/active/", {"active": "false", "why": ""})
    assert User.objects.get(username="ann").is_active
    told = SignificantEvent.objects.filter(kind="deactivation").order_by("pk").values_list("detail", flat=True)
    assert [(each["of"], each["active"], each["why"]) for each in told] == [
        ("ann", False, "signals"),
        ("ann", True, "it was a cough"),
    ]


def test_a_progressive_payout_waits_for_the_floor(site: Any, browser_of: BrowserOf, forms_of: FormsOf) -> None:
    """With the approval of payouts on, nothing is paid until a person validates it (gaming standards P12)."""
    house, mei = site("maryland-poker", count=4, floor=True), browser_of("mei", "floor")
    house.seat()

    def hit(state: Any) -> bool:
        if state.phase is Phase.SETTING:
            Table.objects.filter(slug="t").update(deadline_at=timezone.now())
        return state.round is not None and bool(state.part(Payouts).pending)

    state = house.play_until(hit, 20_000)
    for _ in range(10):
        house.step()
    assert house.state.part(Payouts).pending
    assert "Approve a progressive payout" in mei.get("/floor/tables/t/").content.decode()
    assert "<strong>" in mei.get("/floor/").content.decode()
    place = state.part(Payouts).pending[0].position
    sends = {"verb": "validate-progressive", "position": str(place), "key": "k", "round": str(state.rounds)}
    assert mei.post("/floor/tables/t/do/", sends).status_code == 302
    paid = StoredEvent.objects.filter(kind="ProgressivePaid").latest("pk")
    assert (paid.command.person, paid.command.actor) == ("mei", FLOOR)
    assert SignificantEvent.objects.filter(kind="jackpot", person="mei").count() == 1


def test_the_console_lists_what_goes_on(site: Any, browser_of: BrowserOf) -> None:
    house, mei = site("maryland-tiles"), browser_of("mei", "floor")
    house.seat()
    house.to_setting()
    page = mei.get("/floor/").content.decode()
    for said in ("Set your hands", "dealer of t", "3 of ", "2 bots"):
        assert said in page
    fresh = mei.get("/floor/", headers={"HX-Request": "true"}).content.decode()
    assert fresh.lstrip().startswith('<div class="scroll" id="floor-tables"')


def test_the_page_asks_whether_anything_has_changed(site: Any, browser_of: BrowserOf) -> None:
    house, mei = site("maryland-tiles"), browser_of("mei", "floor")
    house.seat()
    house.to_setting()
    page = mei.get("/floor/tables/t/").content.decode()
    live = page.partition('id="floor-live"')[2]
    address = live.partition('hx-get="')[2].partition('"')[0].replace("&amp;", "&")
    assert mei.get(address, headers={"HX-Request": "true"}).status_code == 204
    mei.post("/floor/stop/", {"why": "x", "key": "k"})
    assert mei.get(address, headers={"HX-Request": "true"}).status_code == 200


def test_rare_deeds_are_known() -> None:
    """Every command of the floor has words of its own."""
    from paigow.table.core.engine import commands
    from paigow.web.pages import words

    floors = {verb for verb, kind in commands().items() if kind.role == FLOOR}
    assert floors <= set(words.ACTIONS)
    assert floors >= RARE - {"confirm"}
