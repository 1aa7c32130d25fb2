"""Who is waited for, until when, and who is not any more: deal, skip, sitting out, reserved seats, preferences."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from paigow.errors import PaigowError
from paigow.rules import STANDARDS, load_submission
from paigow.table import Phase, legal_commands
from paigow.table.core.model import MAIN, WagerKey
from paigow.table.steps.seating import BuyIn, LeaveTable, rack_of
from paigow.table.steps.setting import SetHand, to_set
from paigow.table.steps.wagers import PlaceWager, wager_range
from paigow.web.people import wallet
from paigow.web.people.models import Preferences, User
from paigow.web.people.registration import sign_up
from paigow.web.service import attendance, bots, notices, practice, seats, tables
from paigow.web.service.attendance import PRESETS, Pace
from paigow.web.service.errors import NotYours, Stale
from paigow.web.store.models import StoredCommand, Table

pytestmark = pytest.mark.django_db(transaction=True)
Open = Callable[..., Any]


def known(house: Any, name: str = "ann") -> attendance.Attendance:
    return attendance.attendance_of(Table.objects.get(slug=house.slug), name)


def bet(house: Any, name: str = "ann", kind: str = MAIN) -> None:
    place = house.state.players[name].position
    amount = wager_range(house.state, WagerKey(name, place, kind)).start
    house.do(PlaceWager(player=name, position=place, kind=kind, amount=amount))


def until(house: Any, phase: Phase) -> None:
    house.deal_until(lambda: house.state.phase is phase)


def until_dealt(house: Any, name: str = "ann") -> None:
    """Bet and deal until hands are set; bet again if a round ended at the dealer's two jacks (DO-R4.a)."""
    while house.state.phase is not Phase.SETTING:
        until(house, Phase.BETTING)
        bet(house, name)
        seats.act(house.slug, name, "deal")
        played = house.state.rounds
        house.deal_until(lambda played=played: house.state.phase is Phase.SETTING or house.state.rounds > played)


def set_hand(house: Any, name: str = "ann") -> None:
    for position in to_set(house.state, name):
        house_way = house.state.game.kit.house_set(house.state.current.hands[position].pieces).setting
        house.do(SetHand(player=name, position=position, setting=house_way))


def test_one_missed_betting_window_and_nobody_waits_any_more(open_house: Open, unhurried: Pace, client: Client) -> None:
    house = open_house("dealer-open", replace(unhurried, bet=0, quiet=0))
    house.seat("ann")
    until(house, Phase.BETTING)
    house.deal_until(lambda: known(house).out == "missed")
    house.deal_until(lambda: house.state.round is None)
    house.deal(5)
    assert house.state.round is None  # only bots are left, and nobody looks on
    assert "ann" in house.state.players
    client.force_login(User.objects.get(username="ann"))
    page = client.get("/tables/t/").content.decode()
    assert "You missed the betting." in page
    assert 'data-act="deal-me-in"' in page
    seats.act("t", "ann", "deal-me-in")
    assert known(house).out == ""
    until(house, Phase.BETTING)


def test_sitting_out_costs_nobody_else_time(open_house: Open, unhurried: Pace) -> None:
    house = open_house("dealer-open", unhurried)
    house.seat("ann")
    house.seat("bob")
    seats.act("t", "ann", "sit-out")
    until(house, Phase.BETTING)
    house.deal(3)
    bet(house, "bob")
    seats.act("t", "bob", "deal")
    house.deal()
    assert house.state.phase is not Phase.BETTING  # with 60 seconds of betting left
    assert known(house).out == "asked"


def test_a_bet_deals_one_in_again(open_house: Open, unhurried: Pace) -> None:
    house = open_house("dealer-open", unhurried)
    house.seat("ann")
    house.play_on()
    seats.act("t", "ann", "sit-out")
    house.deal_until(lambda: house.state.phase is Phase.BETTING)
    bet(house)
    assert known(house).out == ""


def test_a_seat_is_lost_after_so_many_rounds_and_its_player_is_told_why(open_house: Open) -> None:
    house = open_house("dealer-open")
    house.seat("ann")
    house.play_on()
    house.deal_until(lambda: "ann" not in house.state.players, most=2000)
    assert known(house).lost == "missed 6"
    seats.act("t", "ann", "dismiss")
    assert "ann" not in Table.objects.get().attendance


def test_quick_rounds_leave_time_to_come_back(open_house: Open, at_once: Pace) -> None:
    """Six rounds between bots take seconds at a brisk table."""
    house = open_house("dealer-open", replace(at_once, away=600))
    house.seat("ann")
    house.play_on()
    house.deal_until(lambda: known(house).misses > 6, most=2000)
    assert "ann" in house.state.players
    assert known(house).out == "missed"


def test_any_action_resets_the_count(open_house: Open) -> None:
    house = open_house("dealer-open")
    house.seat("ann")
    house.play_on()
    house.deal_until(lambda: known(house).misses == 4, most=2000)
    house.do(BuyIn(player="ann", amount=100))
    assert known(house).misses == 0
    assert known(house).out == "missed"  # to buy chips is not yet to play


def test_who_sits_down_again_after_losing_the_seat_is_not_thrown_out(open_house: Open) -> None:
    """The count of the last time went on counting."""
    house = open_house("dealer-open")
    house.seat("ann")
    house.play_on()
    house.deal_until(lambda: "ann" not in house.state.players, most=2000)
    house.deal_until(lambda: house.state.round is None)
    bob = sign_up("bob", "a long enough phrase")
    ann = User.objects.get(username="ann")
    ann.groups.set(bob.groups.all())
    seats.sit("t", ann, 0, 5_000, "key-1")
    rounds = house.state.rounds
    assert known(house).misses == 0
    house.deal_until(lambda: house.state.rounds == rounds + 3, most=1000)
    assert "ann" in house.state.players


def test_at_a_table_that_rests_a_seat_is_held_for_a_while(open_house: Open, unhurried: Pace) -> None:
    house = open_house("dealer-open", replace(unhurried, bet=0, quiet=0))
    house.seat("ann")
    house.deal_until(lambda: known(house).out == "missed")
    house.deal_until(lambda: house.state.round is None)
    house.deal(3)
    table = Table.objects.get()
    assert table.due_at is not None
    house.desk.attend("t", table.due_at)
    assert "ann" in house.state.players
    house.desk.attend("t", timezone.now() + timedelta(seconds=unhurried.hold + 60))
    assert "ann" not in house.state.players
    assert wallet.balance(User.objects.get(username="ann")) == wallet.GRANT


def test_the_deadline_is_real_and_moves_with_each_bet(open_house: Open, unhurried: Pace) -> None:
    house = open_house("maryland-poker", replace(unhurried, bet=300, quiet=6))
    house.seat("ann")
    house.seat("bob")
    seats.prefer(User.objects.get(username="ann"), Preferences(never_cut=True))
    seats.prefer(User.objects.get(username="bob"), Preferences(never_cut=True))
    until(house, Phase.BETTING)
    table = Table.objects.get()
    assert table.deadline_at is not None
    assert table.window_at is not None
    assert table.deadline_at - table.window_at == timedelta(seconds=300)
    bet(house, "ann")
    assert Table.objects.get().deadline_at == table.deadline_at  # bob is still waited for
    before, quiet = timezone.now(), timedelta(seconds=6)
    bet(house, "bob")
    first = Table.objects.get().deadline_at
    assert first is not None
    assert before + quiet <= first <= timezone.now() + quiet
    bet(house, "bob")
    second = Table.objects.get().deadline_at
    assert second is not None
    assert second > first
    house.desk.attend("t", second - timedelta(seconds=0.01))
    assert house.state.phase is Phase.BETTING
    house.desk.attend("t", second)
    assert house.state.phase is not Phase.BETTING


def test_bets_do_not_keep_a_window_open_for_ever(open_house: Open, unhurried: Pace) -> None:
    house = open_house("dealer-open", replace(unhurried, bet=10, quiet=6))
    house.seat("ann")
    house.seat("bob")
    until(house, Phase.BETTING)
    opened = Table.objects.get().window_at
    assert opened is not None
    place = house.state.players["ann"].position
    amounts = wager_range(house.state, WagerKey("ann", place, MAIN))
    at = opened
    for step in range(12):
        at = opened + timedelta(seconds=4 * step)
        wager = PlaceWager(player="ann", position=place, amount=amounts[step])
        tables.submit("t", wager, person="ann", key=f"w{step}", now=at)
    assert Table.objects.get().deadline_at == opened + timedelta(seconds=30)


def test_betting_closes_at_once_when_everybody_has_pressed_deal(open_house: Open, unhurried: Pace) -> None:
    house = open_house("dealer-open", unhurried)
    house.seat("ann")
    house.seat("bob")
    until(house, Phase.BETTING)
    house.deal(3)
    bet(house, "ann")
    bet(house, "bob")
    number = house.state.rounds
    seats.act("t", "ann", "deal", number)
    house.deal()
    assert house.state.phase is Phase.BETTING
    notices.DUE.clear()
    seats.act("t", "bob", "deal", number)
    assert notices.DUE.is_set()  # the dealer does not wait for its next look
    house.deal()
    assert house.state.phase is not Phase.BETTING
    with pytest.raises(Stale):
        seats.act("t", "bob", "deal", number - 1)


def test_a_bet_after_deal_takes_it_back(open_house: Open, unhurried: Pace) -> None:
    house = open_house("dealer-open", unhurried)
    house.seat("ann")
    house.seat("bob")
    until(house, Phase.BETTING)
    house.deal(3)
    bet(house, "ann")
    seats.act("t", "ann", "deal")
    bet(house, "ann")
    bet(house, "bob")
    seats.act("t", "bob", "deal")
    house.deal()
    assert house.state.phase is Phase.BETTING


def test_skip_takes_reveal_settlement_and_pause_in_one_step(open_house: Open, unhurried: Pace) -> None:
    house = open_house("maryland-tiles", replace(unhurried, between=60))
    house.seat("ann")
    table = Table.objects.get()
    Table.objects.update(due_at=timezone.now(), pace={**table.pace, "step": 60})
    for _ in range(200):
        if house.state.phase is Phase.BETTING and known(house).done == "":
            house.deal()
            bet(house)
            seats.act("t", "ann", "deal")
        if house.state.phase is Phase.SETTING and to_set(house.state, "ann"):
            break
        Table.objects.update(due_at=timezone.now())
        house.deal()
    number = house.state.rounds
    set_hand(house)
    seats.act("t", "ann", "skip")
    house.deal_until(lambda: house.state.phase is not Phase.SETTING or _hurry("t"))
    if house.state.rounds == number:
        Table.objects.update(due_at=timezone.now())
        house.deal()
    assert house.state.rounds == number + 1  # the next round is on
    Table.objects.update(due_at=timezone.now())
    house.deal()
    assert house.state.rounds == number + 1


def test_pressing_skip_early_moves_nothing_on_its_own(open_house: Open, unhurried: Pace) -> None:
    house = open_house("dealer-open", unhurried)
    house.seat("ann")
    until(house, Phase.BETTING)
    due = Table.objects.get().due_at
    for _ in range(5):
        seats.act("t", "ann", "skip")
    assert Table.objects.get().due_at == due
    with pytest.raises(NotYours):
        seats.act("t", "bot-an-friend", "skip")
    with pytest.raises(PaigowError):
        seats.act("t", "ann", "cheat")


@pytest.mark.parametrize("standard", STANDARDS)
def test_cards_and_tiles_are_picked_up_by_themselves(open_house: Open, unhurried: Pace, standard: str) -> None:
    house = open_house(standard, unhurried)
    house.seat("ann")
    seats.prefer(User.objects.get(username="ann"), Preferences(never_cut=True, pass_bank=True))
    until_dealt(house)
    position = to_set(house.state, "ann")[0]
    assert house.state.current.hands[position].viewed
    assert StoredCommand.objects.filter(verb="look", actor="ann").latest("pk").person == "standing-ann"
    assert known(house).misses == 0


def test_without_the_preference_nobody_picks_them_up(open_house: Open, unhurried: Pace) -> None:
    house = open_house("dealer-open", unhurried)
    house.seat("ann")
    seats.prefer(User.objects.get(username="ann"), Preferences(pick_up=False))
    until(house, Phase.BETTING)
    bet(house)
    seats.act("t", "ann", "deal")
    house.deal_until(lambda: house.state.phase is Phase.SETTING)
    house.deal(3)
    assert not house.state.current.hands[to_set(house.state, "ann")[0]].viewed


def test_bets_are_repeated_every_round_if_wished(open_house: Open, unhurried: Pace) -> None:
    house = open_house("dealer-open", replace(unhurried, quiet=0))
    house.seat("ann")
    until_dealt(house)
    place = house.state.players["ann"].position
    amount = house.state.current.wagers[WagerKey("ann", place, MAIN)]
    seats.prefer(User.objects.get(username="ann"), Preferences(rebet=True))
    played = house.state.rounds
    set_hand(house)
    house.deal_until(lambda: house.state.rounds == played + 1 and house.state.phase is Phase.BETTING)
    house.deal(2)
    wagers = house.state.current.wagers if house.state.round else {}
    assert wagers.get(WagerKey("ann", place, MAIN)) == amount


@pytest.mark.parametrize("asked", [True, False])
def test_the_table_pauses_for_surrender_only_if_wished(open_house: Open, unhurried: Pace, asked: bool) -> None:
    house = open_house("maryland-tiles", unhurried)
    house.seat("ann")
    seats.prefer(User.objects.get(username="ann"), Preferences(pass_bank=True, ask_surrender=asked))
    until(house, Phase.BETTING)
    bet(house)
    seats.act("t", "ann", "deal")
    house.deal_until(lambda: house.state.phase is Phase.SETTING)
    set_hand(house)
    until(house, Phase.EXPOSING)
    assert any(offer.command.verb == "surrender" for offer in legal_commands(house.state, "ann"))
    house.deal(3)
    mine = WagerKey("ann", house.state.players["ann"].position, MAIN)
    compared = house.state.round is None or mine in house.state.current.results
    assert compared is not asked
    if asked:
        seats.act("t", "ann", "deal")  # nothing to say
        house.deal_until(lambda: house.state.round is None or mine in house.state.current.results)


def test_a_seat_is_reserved_and_one_is_dealt_in_next_round(open_house: Open, unhurried: Pace) -> None:
    house = open_house("dealer-open", unhurried)
    house.seat("ann")
    until(house, Phase.BETTING)
    bob = sign_up("bob", "a long enough phrase")
    assert not seats.sit("t", bob, 0, 10_000, "key")
    assert known(house, "bob").reserved is not None
    bet(house)
    seats.act("t", "ann", "deal")
    house.deal_until(lambda: house.state.phase is Phase.SETTING)
    set_hand(house)
    house.deal_until(lambda: house.state.rounds == 2)
    assert "bob" in house.state.players
    assert wallet.balance(bob) == wallet.GRANT - 10_000
    assert known(house, "bob").reserved is None


def test_whoever_joins_from_the_page_has_chips_to_bet(open_house: Open, unhurried: Pace, client: Client) -> None:
    """No sum is named on "Join next round": the buy-in is the one proposed to those who sit down at once."""
    house = open_house("dealer-open", unhurried)
    house.seat("ann")
    until(house, Phase.BETTING)
    client.force_login(sign_up("bob", "a long enough phrase"))
    page = client.post("/tables/t/seat/", {"key": "k"}, follow=True).content.decode()
    assert "Your seat is reserved" in page
    house.do(LeaveTable(player="ann"))
    house.deal_until(lambda: "bob" in house.state.players)
    assert rack_of(house.state, "bob") == 100 * house.state.game.options.minimum


def test_whoever_waits_for_people_is_not_promised_the_next_round(
    open_house: Open, unhurried: Pace, client: Client
) -> None:
    house = open_house("dealer-open", unhurried)
    Table.objects.filter(slug="t").update(bots={})
    for bot in tuple(house.state.players):
        house.do(LeaveTable(player=bot))
    names = [f"player{number}" for number in range(len(house.state.game.seats))]
    for name in names:
        house.seat(name)
    until(house, Phase.BETTING)
    client.force_login(sign_up("bob", "a long enough phrase"))
    page = client.post("/tables/t/seat/", {"key": "k"}, follow=True).content.decode()
    assert "You are dealt in when a seat is free." in page
    house.do(LeaveTable(player=names[0]))
    assert "You are dealt in next round." in client.get("/tables/t/").content.decode()


def test_whoever_sits_out_is_not_asked_to_bet(open_house: Open, unhurried: Pace, client: Client) -> None:
    house = open_house("dealer-open", unhurried)
    house.seat("ann")
    house.seat("bob")
    until(house, Phase.BETTING)
    client.force_login(User.objects.get(username="ann"))
    assert "Place your bet" in client.get("/tables/t/").content.decode()
    seats.act("t", "ann", "sit-out")
    page = client.get("/tables/t/").content.decode()
    assert "You’re sitting out" in page
    assert "Place your bet" not in page.replace("Place your bets", "")


def test_a_bot_makes_room(open_house: Open, unhurried: Pace) -> None:
    house = open_house("dealer-open", unhurried)
    bots.invite("t", 6)
    house.deal(20)
    seats_taken = len(house.state.players)
    house.play_on()
    Table.objects.update(due_at=timezone.now())
    house.deal_until(lambda: house.state.round is not None)
    bob = sign_up("bob", "a long enough phrase")
    seats.sit("t", bob, 0, 0, "key")
    house.deal_until(lambda: "bob" in house.state.players)
    assert len(house.state.players) == seats_taken


def test_a_reservation_that_cannot_be_kept_is_explained(open_house: Open, unhurried: Pace) -> None:
    house = open_house("dealer-open", unhurried)
    house.seat("ann")
    until(house, Phase.BETTING)
    bob = sign_up("bob", "a long enough phrase")
    seats.sit("t", bob, 0, 10**11, "key")
    house.do(LeaveTable(player="ann"))
    house.deal_until(lambda: known(house, "bob").reserved is None)
    assert known(house, "bob").lost


def test_side_bets_wait_for_the_main_bet(open_house: Open, unhurried: Pace) -> None:
    house = open_house("maryland-poker", unhurried)
    house.seat("ann")
    seats.prefer(User.objects.get(username="ann"), Preferences(never_cut=True))
    until(house, Phase.BETTING)
    place = house.state.players["ann"].position
    kinds = seats.holdable(house.state, "ann", place)
    kind, span = next(iter(kinds.items()))
    side = PlaceWager(player="ann", position=place, kind=kind, amount=span.start)
    assert seats.needs_main(house.state, side)
    seats.hold("t", side)
    assert known(house).held == ((place, kind, span.start),)
    assert not any(key.player == "ann" for key in house.state.current.wagers)
    with pytest.raises(PaigowError):
        seats.hold("t", replace(side, amount=span.start + 1 if span.step > 1 else 10**9))
    bet(house)
    for command in seats.take_held("t", "ann", place):
        house.do(command)
    assert house.state.current.wagers[WagerKey("ann", place, kind)] == span.start
    assert known(house).held == ()


def test_bots_alone_play_for_somebody_who_looks_on(open_house: Open) -> None:
    house = open_house("dealer-open")
    house.deal(10)
    rounds = house.state.rounds
    assert house.state.round is None
    seats.watch(Table.objects.get())
    house.deal_until(lambda: house.state.rounds >= rounds + 2)


@pytest.mark.parametrize("standard", STANDARDS)
@pytest.mark.parametrize("pace", PRESETS)
def test_a_practice_table_is_one_persons_and_has_no_clock(open_house: Open, standard: str, pace: str) -> None:
    ann = sign_up("ann", "a long enough phrase")
    table = practice.open_for(ann, practice.Wanted(standard, pace, 2))
    assert practice.open_for(ann, practice.Wanted(standard, pace, 2)).slug == table.slug
    Table.objects.filter(slug=table.slug).update(pace=table.pace | {"seeds": 0})  # no page here sends any
    house = open_house(standard, slug="other")
    house.slug = table.slug
    house.desk.beat(timezone.now())
    seats.prefer(ann, Preferences(never_cut=True, pass_bank=True))

    def at(phase: Phase) -> None:
        for _ in range(400):
            if house.state.phase is phase:
                return
            Table.objects.filter(slug=table.slug, due_at__gt=timezone.now()).update(due_at=timezone.now())
            house.deal()
        raise AssertionError(house.state.phase)

    at(Phase.BETTING)
    house.desk.attend(table.slug, timezone.now() + timedelta(hours=1))
    assert house.state.phase is Phase.BETTING
    assert Table.objects.get(slug=table.slug).deadline_at is None
    bet(house)
    seats.act(table.slug, "ann", "deal")
    at(Phase.SETTING)
    number = house.state.rounds
    set_hand(house)
    house.deal_until(lambda: house.state.rounds > number or _hurry(table.slug), most=400)
    assert load_submission(standard).standard == standard


def _hurry(slug: str) -> bool:
    Table.objects.filter(slug=slug, due_at__gt=timezone.now()).update(due_at=timezone.now())
    return False


def test_too_many_practice_tables_close_the_oldest_and_idle_ones_close(open_house: Open) -> None:
    ann = sign_up("ann", "a long enough phrase")
    slugs = [practice.open_for(ann, practice.Wanted(name)).slug for name in STANDARDS]
    assert not Table.objects.get(slug=slugs[-1]).closing
    assert Table.objects.filter(private=True, closing=False).count() == practice.MOST_OPEN
    assert practice.close_idle(timezone.now()) == 0
    assert practice.close_idle(timezone.now() + practice.IDLE * 2) == practice.MOST_OPEN
    house = open_house("dealer-open", slug="other")
    house.desk.beat(timezone.now())
    for _ in range(100):
        for slug in slugs:
            _hurry(slug)
        house.deal()
    assert not Table.objects.filter(private=True, closed_at=None).exists()
    assert wallet.balance(ann) == wallet.GRANT
