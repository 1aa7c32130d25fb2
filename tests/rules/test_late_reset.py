"""A wrong house hand found late.

It can be found at the last comparison, while wagers are paid, or when all are paid but the hands have not been picked
up (MDT-10.F, MDP-14.I, DO-R9). Everything is settled again, as if the hand had been set right in the first place.
"""

from collections.abc import Callable
from functools import partial
from random import Random

import pytest

from paigow.comparison import Result
from paigow.hands.pieces import Piece, Setting
from paigow.money import COMMISSION, rack
from paigow.poker import DECK
from paigow.table import Command, Phase
from paigow.table.cards.button import ButtonMoved
from paigow.table.cards.envy import EnvyPaid
from paigow.table.cards.progressive import ProgressiveHit, ProgressivePaid
from paigow.table.core.model import MAIN, HandStatus, WagerKey
from paigow.table.floor.conduct import HandAbandoned, WalkAway
from paigow.table.floor.irregularities import HouseHandReset, ResetHouseHand, standing
from paigow.table.script import Plan, TableScript
from paigow.table.steps.closing import RoundClosed
from paigow.table.steps.setting import SetHouseHand
from paigow.table.steps.settlement import ExposeHand, HandExposed, PayWinners, RoundSettled, WagerSettled
from paigow.table.steps.side_wagers import SideWagerSettled
from paigow.table.steps.surrender import Surrender
from paigow.tiles import TILE_SET
from tools.tiers import examples

Table = Callable[..., TableScript]
Bets = Callable[..., dict[Phase, list[Command]]]
clause = pytest.mark.clause
TILES, POKER, OPEN = "maryland-tiles", "maryland-poker", "dealer-open"
FOUR = {"ann": 1, "bob": 2, "cyd": 3, "dan": 5}


def otherwise(script: TableScript, position: int) -> Setting:
    """Return the setting of that hand that is farthest from the house way's and not foul."""
    kit, pieces = script.state.game.kit, script.state.current.hands[position].pieces
    house = kit.house_set(pieces).setting
    legal = [each for each in kit.settings(pieces) if not kit.is_foul(each) and each != house]
    return min(legal, key=kit.low_key)


def both(build: Callable[[], TableScript], plan: Plan, position: int) -> tuple[TableScript, TableScript]:
    """Return the same round twice.

    First with the hand at `position` set right, played to the end; then set wrong, played until the first hand is
    exposed.
    """
    right, wrong = build(), build()
    right.to(Phase.FINISHED, plan)
    wrong.to(Phase.BANKING, plan)
    while wrong.state.current.hands[position].setting is None:
        places = wrong.state.game.dealer, wrong.state.current.bank.position
        if wrong.state.phase is Phase.BANKING and position == next(
            p for p in places if p is not None and _unset(wrong, p)
        ):
            wrong.do(SetHouseHand(setting=otherwise(wrong, position)))
        else:
            wrong.step()
    wrong.to(Phase.EXPOSING)
    return right, wrong


def _unset(script: TableScript, position: int) -> bool:
    return script.state.current.hands[position].status in (HandStatus.DEALT, HandStatus.SET)


def settled(script: TableScript) -> dict[object, object]:
    """Return the settlement that stands: who won what, by the last event for each wager."""
    events = standing(event for _, events in script.history for event in events)
    return {event.wager: (event.result, event.won) for event in events if isinstance(event, WagerSettled)}


@clause("MDT-10.F")
def test_found_when_the_only_wager_has_been_paid(table: Table) -> None:
    plan = Plan(wagers={"ann": 2000}, hands={0: "66 66 12 24", 1: "11 46 35 22"})
    right, wrong = both(lambda: table(TILES, players=["ann"]), plan, 0)
    wrong.do(ExposeHand())
    assert wrong.events(RoundSettled)
    assert wrong.state.ledger != right.state.ledger
    wrong.do(ResetHouseHand(position=0))
    reset = wrong.last(HouseHandReset)
    assert "MDT-10.F" in reset.clauses
    assert reset.transfers  # the settlement is undone
    assert wrong.state.phase is Phase.EXPOSING
    wrong.to(Phase.FINISHED)
    assert wrong.state.ledger == right.state.ledger
    assert settled(wrong) == settled(right)
    assert wrong.refusal(ResetHouseHand(position=0)).clause == "MDT-10.F"  # it follows the house way now
    assert wrong.play().round is None


@clause("MDT-10.F")
def test_once_the_hands_are_picked_up_the_round_is_over(table: Table) -> None:
    script = table(TILES, players=["ann"])
    script.to(Phase.BANKING, Plan(wagers={"ann": 2000}))
    script.do(SetHouseHand(setting=otherwise(script, 0)))
    script.to(Phase.FINISHED)
    script.step()
    assert script.last(RoundClosed).number == 1
    assert {"MDT-8.J", "MDT-8.M"} <= set(script.last(RoundClosed).clauses)
    assert script.refusal(ResetHouseHand(position=0)).clause == "MDT-10.F"


@clause("MDT-10.F")
def test_by_the_first_edition_the_last_exposure_ended_the_round(table: Table) -> None:
    script = table(TILES, {"edition": 1}, players=["ann"])
    script.to(Phase.BANKING, Plan(wagers={"ann": 2000}))
    script.do(SetHouseHand(setting=otherwise(script, 0)), ExposeHand())
    assert script.state.phase is Phase.FINISHED
    assert script.refusal(ResetHouseHand(position=0)).clause == "MDT-10.F"


@clause("MDT-10.F")
@pytest.mark.parametrize("co", [False, True])
@pytest.mark.parametrize("paid", [False, True], ids=["while paying", "when paid"])
def test_with_a_players_bank_everything_is_undone_and_done_again(table: Table, co: bool, paid: bool) -> None:
    """This applies to the dealer's own hand against a sole bank, and to the hand that the dealer sets for a co-bank."""
    position = 2 if co else 0
    hands = {0: "66 66 12 24", 2: "44 45 11 13"} if not co else {2: "66 66 12 24", 1: "11 46 35 22", 3: "44 44 55 46"}
    plan = Plan(wagers={"ann": 1500, "cyd": 2001, "dan": 4000}, bank="bob", co=co, hands=hands)

    def build() -> TableScript:
        script = table(TILES, players=FOUR)
        script.play(Plan(wagers=dict.fromkeys(FOUR, 5000)))
        script.history.clear()
        return script

    right, wrong = both(build, plan, position)
    wrong.to(Phase.FINISHED if paid else Phase.PAYING)
    between = wrong.state.ledger
    wrong.do(ResetHouseHand(position=position))
    undone = wrong.state.ledger
    assert undone != between
    assert sum(cents for _, cents in undone.items()) == 0
    wrong.to(Phase.FINISHED)
    assert wrong.state.ledger == right.state.ledger
    assert settled(wrong) == settled(right)


@clause("MDT-10.F")
@pytest.mark.parametrize("order", [(0, 2), (2, 0)], ids=["dealer first", "bank first"])
@pytest.mark.parametrize("found", [Phase.PAYING, Phase.FINISHED])
def test_two_wrong_hands_found_late_one_after_the_other(table: Table, order: tuple[int, int], found: Phase) -> None:
    """The bank has left, so the dealer sets its hand as well as their own, and both wrong."""
    plan = Plan(
        wagers={"ann": 1500, "cyd": 2001, "dan": 4000},
        bank="bob",
        hands={0: "66 66 12 24", 2: "44 45 11 13"},
        before={Phase.SETTING: [WalkAway(player="bob")]},
    )
    right, wrong = table(TILES, players=FOUR), table(TILES, players=FOUR)
    for script in (right, wrong):
        script.play(Plan(wagers=dict.fromkeys(FOUR, 5000)))
        script.history.clear()
    right.to(Phase.FINISHED, plan)
    wrong.to(Phase.BANKING, plan)
    for position in (0, 2):
        wrong.do(SetHouseHand(setting=otherwise(wrong, position)))
    for position in order:
        wrong.reached.discard(found)
        wrong.to(found)
        wrong.do(ResetHouseHand(position=position))
        assert wrong.state.phase is Phase.EXPOSING
    wrong.reached.discard(Phase.FINISHED)
    wrong.to(Phase.FINISHED)
    assert [event.position for event in wrong.events(HouseHandReset)] == list(order)
    assert wrong.state.ledger == right.state.ledger
    assert settled(wrong) == settled(right)


@clause("MDT-10.F")
def test_a_wager_given_up_before_stays_given_up(table: Table) -> None:
    plan = Plan(wagers={"ann": 1000, "bob": 2000}, hands={0: "66 66 12 24", 1: "11 46 35 22"})
    right, wrong = both(lambda: table(TILES), plan, 0)
    del right
    wrong.do(Surrender(player="bob", position=2), ExposeHand())
    before = wrong.state.ledger[rack("bob")]
    given_up = WagerKey("bob", 2, MAIN)
    wrong.do(ResetHouseHand(position=0))
    assert wrong.state.current.results == {given_up: Result.LOSE}
    assert wrong.state.current.paid == {given_up}
    wrong.to(Phase.FINISHED)
    assert wrong.state.ledger[rack("bob")] == before == 1_000_000 - 2000
    assert wrong.state.current.hands[2].status is HandStatus.SURRENDERED


@clause("MDT-10.F")
def test_when_every_wager_was_given_up_the_round_is_over_again_at_once(table: Table) -> None:
    script = table(TILES, players=["ann"])
    script.to(Phase.BANKING, Plan(wagers={"ann": 2000}))
    script.do(SetHouseHand(setting=otherwise(script, 0)), Surrender(player="ann", position=1))
    assert script.state.phase is Phase.FINISHED
    script.do(ResetHouseHand(position=0))
    assert script.state.phase is Phase.FINISHED
    assert script.play().round is None


@clause("MDT-5.C.2", "MDT-10.F")
def test_a_hand_to_be_compared_again_is_lost_if_its_player_has_left(table: Table) -> None:
    """By the reading that an abandoned wager loses."""
    script = table(TILES, {"readings.abandoned_wager": "losing"}, players=FOUR)
    script.play(Plan(wagers=dict.fromkeys(FOUR, 5000)))
    hands = {0: "66 45 12 24", 1: "44 44 33 33", 2: "46 14 35 56", 3: "55 55 22 22"}
    script.to(Phase.BANKING, Plan(wagers={"ann": 1000, "cyd": 1000}, bank="bob", hands=hands))
    script.do(SetHouseHand(setting=otherwise(script, 0)))
    script.to(Phase.EXPOSING)
    script.do(ExposeHand())
    won = script.last(HandExposed)
    assert won.result is Result.WIN
    script.do(WalkAway(player={1: "ann", 3: "cyd"}[won.position]))
    assert not script.events(HandAbandoned)  # it has been compared
    script.do(ResetHouseHand(position=0))
    assert script.last(HandAbandoned).position == won.position


@clause("MDP-14.I")
def test_bonuses_that_were_paid_stay_and_are_not_paid_twice(table: Table, bets: Bets) -> None:
    quads, full = "9s 9h 9d 9c Kh 5c 2d", "8s 8h 8d 5s 5h Tc 3d"
    wagers = {
        "ann": (1, {"main": 1000, "fortune": 500, "progressive": 100}),
        "bob": (2, {"main": 2000, "fortune": 500, "insurance": 500}),
    }
    hands = {0: "Qs Qd Ks Jc 8c 4d 2c", 1: quads, 2: full}
    plan = Plan(before=bets(wagers), hands=hands)
    choices = {"start": "shaker", "wagers.fortune.minimum": "$1"}
    right, wrong = both(lambda: table(POKER, choices), plan, 0)
    wrong.to(Phase.FINISHED)
    assert len(wrong.events(EnvyPaid)) == 1
    bonus = wrong.events(SideWagerSettled), wrong.events(ProgressivePaid)
    meter = wrong.state.meters["progressive"].display
    wrong.do(ResetHouseHand(position=0))
    assert "MDP-14.I" in wrong.last(HouseHandReset).clauses
    wrong.to(Phase.FINISHED)
    assert len(wrong.events(EnvyPaid)) == 1
    assert (wrong.events(SideWagerSettled), wrong.events(ProgressivePaid)) == bonus
    assert wrong.state.meters["progressive"].display == meter
    assert wrong.state.ledger == right.state.ledger
    assert len(wrong.events(RoundSettled)) == 2
    wrong.play()
    right.play()
    assert wrong.state.ledger == right.state.ledger


@clause("MDP-14.I", "MDP-13.E.6")
def test_a_progressive_that_waits_for_the_floor_is_not_hit_again(table: Table, bets: Bets) -> None:
    """The wrong hand is found between the hit and its validation."""
    wagers = {"ann": (1, {"main": 1000, "progressive": 100}), "bob": (2, {"main": 1000})}
    hands = {0: "Qs Qh 7d 5c 4s 3h 2d", 1: "As Ah Ad Kc Ks 3c 2c"}
    plan = Plan(hands=hands, before=bets(wagers))
    right, wrong = both(lambda: table(POKER, {"start": "shaker"}), plan, 0)
    while not wrong.events(ProgressiveHit):
        wrong.do(ExposeHand())
    wrong.do(ResetHouseHand(position=0))
    assert wrong.refusal(ExposeHand()).clause == "MDP-11.H.6.b.iii"
    wrong.to(Phase.FINISHED)
    assert len(wrong.events(ProgressiveHit)) == len(right.events(ProgressiveHit)) == 1
    assert wrong.state.ledger == right.state.ledger


@clause("MDP-14.I", "MDP-5.K.3.b")
def test_the_button_moves_once_when_the_round_is_over(table: Table) -> None:
    choices = {
        "start": "button", "approvals.button": "ref 3", "dealing.method": "automated-shoe",
        "dealing.shuffler": "automated", "banking.offered": False, "banking.co_banking": False,
    }  # fmt: skip
    plan = Plan(wagers={"ann": 1000}, hands={0: "Qs Qd Ks Jc 8h 4d 2c"})
    _, wrong = both(lambda: table(POKER, choices, players=["ann"]), plan, 0)
    wrong.to(Phase.FINISHED)
    assert not wrong.events(ButtonMoved)
    wrong.do(ResetHouseHand(position=0))
    wrong.play()
    assert [event.position for event in wrong.events(ButtonMoved)] == [6]


@clause("MDP-14.I", "MDP-12.M")
@pytest.mark.parametrize("co", [False, True])
def test_a_bank_at_cards(after_a_round: Table, co: bool) -> None:
    hands = {0: "Qs Qd Ks Jc 8h 4d 2c", 3: "9s 9d Ac Jd 7h 4s 2h"} if not co else {3: "Qs Qd Ks Jc 8h 4d 2c"}
    plan = Plan(wagers={"ann": 1000, "cyd": 2000, "dan": 3001}, bank="bob", co=co, hands=hands)
    right, wrong = both(after_a_round, plan, 3 if co else 0)
    wrong.to(Phase.FINISHED)
    wrong.do(ResetHouseHand(position=3 if co else 0))
    wrong.do(*[ExposeHand()] * 3, PayWinners())
    assert wrong.state.phase is Phase.FINISHED
    assert wrong.state.ledger == right.state.ledger
    assert wrong.state.ledger[COMMISSION] == right.state.ledger[COMMISSION]


@clause("DO-R9", "DO-R9.s2")
def test_at_dealer_open_all_hands_are_set_again_even_when_all_is_paid(table: Table) -> None:
    plan = Plan(wagers={"ann": 1000}, hands={0: "Ks Kd Qc 9h 7s 5d 3c", 1: "As Ac 8d 6h 4s Td 2c"})
    right, wrong = both(lambda: table(OPEN, players=["ann"]), plan, 0)
    wrong.to(Phase.FINISHED)
    wrong.do(ResetHouseHand(position=0))
    assert wrong.last(HouseHandReset).everyone
    assert wrong.state.phase is Phase.SETTING
    assert wrong.state.current.hands[1].status is HandStatus.DEALT
    assert wrong.state.current.hands[5].status is HandStatus.COLLECTED  # nobody plays there
    wrong.to(Phase.FINISHED)
    assert wrong.state.ledger == right.state.ledger
    assert [event.position for event in wrong.events(HandExposed)] == [1, 1]


@clause("DO-R9.s2")
def test_or_only_the_dealers_by_the_other_reading(table: Table) -> None:
    choices = {"readings.wrong_setting": "dealer"}
    plan = Plan(wagers={"ann": 1000}, hands={0: "Ks Kd Qc 9h 7s 5d 3c", 1: "As Ac 8d 6h 4s Td 2c"})
    right, wrong = both(lambda: table(OPEN, choices, players=["ann"]), plan, 0)
    wrong.to(Phase.FINISHED)
    wrong.do(ResetHouseHand(position=0))
    assert wrong.state.phase is Phase.EXPOSING
    wrong.to(Phase.FINISHED)
    assert wrong.state.ledger == right.state.ledger


@clause("NZ-12.8.b")
def test_in_new_zealand_it_stands(table: Table) -> None:
    script = table("new-zealand", players=["ann"])
    script.to(Phase.BANKING, Plan(wagers={"ann": 10_000}))
    script.do(SetHouseHand(setting=otherwise(script, 1)))
    script.to(Phase.EXPOSING)
    script.do(ExposeHand())
    assert script.refusal(ResetHouseHand(position=1)).clause == "NZ-12.8.b"
    script.to(Phase.FINISHED)
    assert script.refusal(ResetHouseHand(position=1)).clause is not None


SIDE = {TILES: ("pair-fortunes",), POKER: ("fortune", "insurance", "emperors")}


def seated(table: Table, standard: str, people: dict[str, int], bank: bool) -> TableScript:
    """A table where, if there is to be a bank, a round has been played: nobody can bank the first one."""
    script = table(standard, players=people)
    if bank:
        script.play(Plan(wagers=dict.fromkeys(people, 5000)))
    script.history.clear()
    return script


@clause("MDT-10.F", "MDP-14.I")
@pytest.mark.parametrize("standard", [TILES, POKER])
@pytest.mark.parametrize("bank", ["", "alone", "co-bank"])
@pytest.mark.parametrize("one", [False, True], ids=["several wagers", "one wager"])
def test_whenever_it_is_found_the_round_ends_as_if_the_hand_had_been_right(
    table: Table, bets: Bets, standard: str, bank: str, one: bool
) -> None:
    """Deals and wagers are drawn at random, some of them optional; the wrong hand is found after any number of steps.

    Bonuses that were paid stay paid.
    """
    chance = Random(f"{standard} {bank} {one}")
    pieces: list[Piece] = list(TILE_SET if standard == TILES else DECK)
    people = FOUR if not one else {"ann": 1, "bob": 2} if bank else {"ann": 1}
    position, compared = 2 if bank == "co-bank" else 0, 0
    for _ in range(examples(6, 200)):
        wagers = {
            name: (
                place,
                {MAIN: chance.randrange(1000, 20_000)}
                | {kind: chance.choice((500, 1000)) for kind in SIDE[standard] if chance.random() < 0.5},
            )
            for name, place in people.items()
            if not bank or name != "bob"
        }
        order = tuple(chance.sample(pieces, len(pieces)))
        plan = Plan(before=bets(wagers), bank="bob" if bank else None, co=bank == "co-bank", order=order)
        try:
            right, wrong = both(partial(seated, table, standard, people, bool(bank)), plan, position)
        except ValueError:  # no other setting is legal
            continue
        for _step in range(chance.randrange(40)):
            if wrong.state.phase is not Phase.FINISHED:
                wrong.step()
        wrong.do(ResetHouseHand(position=position))
        wrong.to(Phase.FINISHED)
        assert wrong.state.ledger == right.state.ledger
        assert settled(wrong) == settled(right)
        assert len(wrong.events(SideWagerSettled)) == len(right.events(SideWagerSettled))
        compared += 1
    assert compared > 2
