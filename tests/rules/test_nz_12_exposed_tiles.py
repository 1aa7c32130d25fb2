"""New Zealand, sections 12.1 to 12.7: tiles exposed in stacking or in a hand, and reshuffles."""

from collections.abc import Callable

import pytest

from paigow.money import LOSING_AREA, bet
from paigow.table import Phase, legal_commands
from paigow.table.boxes.dealer_sets import TurnBankTile
from paigow.table.boxes.disturbances import MixHands, OrderReshuffle
from paigow.table.boxes.laja import LajaCalled, PerformLaja, ReshuffleCalled
from paigow.table.core.model import MAIN, HandStatus
from paigow.table.floor.conduct import WalkAway
from paigow.table.floor.irregularities import (
    ExposeInStacking,
    ExposePiece,
    FindMisdeal,
    HandVoided,
    PieceExposed,
    PlayOn,
    RoundVoided,
    VoidHand,
)
from paigow.table.script import Plan, TableScript
from paigow.table.steps.mixing import Mix
from paigow.table.steps.setting import LookAtHand, SetBankHand, controller
from paigow.table.steps.settlement import ExposeHand, HandExposed
from paigow.table.steps.surrender import Surrender
from paigow.table.steps.wagers import PlaceWager
from paigow.table.view import view
from paigow.tiles import TILE_SET

Table = Callable[..., TableScript]
Chips = Callable[[TableScript], dict[str, int]]
Returned = Callable[[TableScript, dict[str, int]], bool]
NZ = "new-zealand"
THREE = {"ann": 2, "bob": 3, "cyd": 4}
ALL = {"ann": 10_000, "bob": 10_000, "cyd": 10_000}
OTHERS = {"ann": 10_000, "cyd": 10_000}
BANK, RIGHT = "22 22 13 15", "22 22 / 13 15"  # of bob, who banks box 3
ORDER = TILE_SET[::-1]


def house(table: Table, phase: Phase, plan: Plan | None = None) -> TableScript:
    script = table(NZ, players=THREE)
    script.to(phase, plan or Plan(wagers=ALL))
    return script


def banked(table: Table, phase: Phase) -> TableScript:
    script = table(NZ, players=THREE)
    script.play(Plan(wagers=ALL))
    script.to(phase, Plan(wagers=OTHERS, bank="bob", hands={3: BANK}))
    return script


@pytest.mark.clause("NZ-12.3.a", "NZ-12.16")
def test_there_is_no_choice_about_a_hand_the_dealer_has_set_for_somebody_who_left(table: Table) -> None:
    script = house(table, Phase.SETTING)
    script.do(WalkAway(player="ann"), ExposePiece(position=2, place=0), ExposePiece(position=2, place=1))
    assert not script.last(PieceExposed).choice
    assert not script.state.current.choices


@pytest.mark.clause("NZ-12.1")
def test_a_tile_exposed_in_stacking_calls_for_a_laja(table: Table) -> None:
    script = house(table, Phase.BETTING, Plan())
    script.do(ExposeInStacking())
    assert script.last(LajaCalled).clauses == ("NZ-12.1",)
    assert script.refusal(Mix(order=ORDER)).clause == "NZ-1.laja"  # a laja, not a shuffle
    script.do(PerformLaja(order=ORDER))
    assert script.state.phase is Phase.BETTING
    assert script.state.current.stack.order == ORDER


@pytest.mark.clause("NZ-12.2")
@pytest.mark.parametrize(("shown", "again"), [(0, False), (2, False), (3, True)])
def test_more_than_two_tiles_exposed_in_a_laja_cause_a_reshuffle(table: Table, shown: int, again: bool) -> None:
    script = house(table, Phase.BETTING, Plan())
    script.do(ExposeInStacking(), PerformLaja(order=ORDER, shown=shown))
    assert bool(script.events(ReshuffleCalled)) is again
    if again:
        assert script.last(ReshuffleCalled).clauses == ("NZ-12.2",)
        assert script.state.phase is Phase.MIXING
        script.do(Mix(order=TILE_SET))
        assert script.state.current.stack.remixes == 1
    assert script.state.phase is Phase.BETTING


@pytest.mark.clause("NZ-12.3.a")
def test_a_player_may_void_a_hand_of_which_two_tiles_were_exposed(table: Table, chips: Chips) -> None:
    script = house(table, Phase.SETTING)
    before = {name: amount + (10_000 if name == "ann" else 0) for name, amount in chips(script).items()}
    script.do(ExposePiece(position=2, place=0))
    assert script.refusal(VoidHand(player="ann", position=2)).clause == "NZ-12.3"  # one is not enough
    script.do(ExposePiece(position=2, place=3))
    assert script.last(PieceExposed).clauses == ("NZ-12.3.a",)
    assert script.refusal(LookAtHand(player="ann", position=2)).clause == "NZ-12.3"  # first the choice
    assert script.refusal(VoidHand(player="bob", position=2)).clause == "NZ-12.3"
    script.do(VoidHand(player="ann", position=2))
    assert script.last(HandVoided).clauses == ("NZ-12.3.a",)
    assert chips(script) == before
    assert script.state.current.hands[2].status is HandStatus.VOID
    script.to(Phase.FINISHED)
    assert [event.position for event in script.events(HandExposed)] == [3, 4]


@pytest.mark.clause("NZ-12.3.a")
def test_or_play_on_and_not_once_the_rest_was_viewed(table: Table) -> None:
    script = house(table, Phase.SETTING)
    script.do(ExposePiece(position=2, place=0), ExposePiece(position=2, place=1), PlayOn(player="ann", position=2))
    assert script.refusal(VoidHand(player="ann", position=2)).clause == "NZ-12.3"
    script.to(Phase.FINISHED)
    assert 2 in [event.position for event in script.events(HandExposed)]
    script = house(table, Phase.SETTING)
    script.do(LookAtHand(player="ann", position=2))
    script.do(ExposePiece(position=2, place=0), ExposePiece(position=2, place=1))
    assert script.refusal(VoidHand(player="ann", position=2)).clause == "NZ-12.3"


@pytest.mark.clause("NZ-12.3.a")
def test_where_nobody_controls_the_box_its_bettor_has_the_choice(table: Table) -> None:
    script = house(table, Phase.BETTING, Plan(wagers=ALL))
    for player, box in (("ann", 2), ("cyd", 6)):
        script.do(PlaceWager(player=player, position=box, amount=10_000))
    script.to(Phase.SETTING)
    assert controller(script.state, 6) == ""
    script.do(ExposePiece(position=6, place=0), ExposePiece(position=6, place=1))
    assert script.refusal(VoidHand(player="ann", position=6)).clause == "NZ-12.3"
    script.do(VoidHand(player="cyd", position=6))
    assert script.state.ledger[bet(6, MAIN, "cyd")] == 0


@pytest.mark.clause("NZ-12.3.b", "NZ-12.3.b.s2")
@pytest.mark.parametrize("co", [False, True])
def test_a_player_banker_may_void_the_hand_and_with_it_the_round(
    table: Table, co: bool, chips: Chips, everything_returned: Returned
) -> None:
    script = table(NZ, players=THREE)
    script.play(Plan(wagers=ALL))
    before = chips(script)
    script.to(Phase.SETTING, Plan(wagers=OTHERS, bank="bob", co=co))
    script.do(ExposePiece(position=3, place=0), ExposePiece(position=3, place=1))
    assert script.last(PieceExposed).clauses == ("NZ-12.3.b",)
    assert script.refusal(VoidHand(player="ann", position=3)).clause == "NZ-12.3"
    script.do(VoidHand(player="bob", position=3))
    assert script.last(RoundVoided).clauses == ("NZ-12.3.b.s2",)
    assert everything_returned(script, before)
    script.step()
    script.to(Phase.BETTING, Plan())  # and the tiles are shuffled again
    assert script.state.rotation.held == {}


@pytest.mark.clause("NZ-12.3.b")
def test_the_banks_choice_comes_before_its_hand_is_set(table: Table) -> None:
    script = banked(table, Phase.SETTING)
    script.do(ExposePiece(position=3, place=0), ExposePiece(position=3, place=1))
    while script.state.phase is Phase.SETTING:
        script.step()
    setting = script.state.game.kit.parse_setting(RIGHT)
    assert script.refusal(LookAtHand(player="bob", position=3)).clause == "NZ-12.3"
    assert script.refusal(SetBankHand(player="bob", setting=setting)).clause == "NZ-12.3"
    script.do(PlayOn(player="bob", position=3), LookAtHand(player="bob", position=3))
    script.do(SetBankHand(player="bob", setting=setting))


@pytest.mark.clause("NZ-12.3.a", "NZ-10.13.s3")
def test_a_hand_that_was_conceded_is_not_voided_afterwards(table: Table) -> None:
    script = banked(table, Phase.SETTING)
    script.do(ExposePiece(position=2, place=0), ExposePiece(position=2, place=1))
    script.do(Surrender(player="ann", position=2))
    assert script.refusal(VoidHand(player="ann", position=2)).clause == "NZ-12.3"
    assert not any(isinstance(offer.command, VoidHand | PlayOn) for offer in legal_commands(script.state, "ann"))


@pytest.mark.clause("NZ-12.3.b.s2", "NZ-12.7", "NZ-12.13", "NZ-12.15")
@pytest.mark.parametrize("cause", ["bank", "misdeal", "reshuffle", "mixed"])
def test_a_void_round_gives_back_a_conceded_wager_too(table: Table, cause: str, chips: Chips) -> None:
    script = banked(table, Phase.SETTING)
    script.do(Surrender(player="ann", position=2))
    exposed = [ExposePiece(position=3, place=place) for place in (0, 1)]
    command = {
        "bank": (*exposed, VoidHand(player="bob", position=3)),
        "misdeal": (FindMisdeal(reason="wrong-boxes"),),
        "reshuffle": (OrderReshuffle(reason="exposed-tiles"),),
        "mixed": (MixHands(position=3, other=4),),
    }[cause]
    before = chips(script)["ann"]
    script.do(*command)
    assert script.state.current.void
    assert chips(script)["ann"] == before + 10_000
    assert not script.state.ledger[LOSING_AREA]
    assert not script.state.current.results


@pytest.mark.clause("NZ-12.4")
@pytest.mark.parametrize("box", [2, 8])
def test_one_exposed_tile_is_turned_over_and_play_goes_on(table: Table, box: int) -> None:
    script = house(table, Phase.SETTING)
    script.do(ExposePiece(position=box, place=1))
    event = script.last(PieceExposed)
    assert (event.choice, event.clauses) == (False, ("NZ-12.4",))
    assert not script.state.current.void
    script.to(Phase.FINISHED)
    assert len(script.events(HandExposed)) == 3


@pytest.mark.clause("NZ-12.5")
def test_the_house_plays_its_hand_whatever_shows(table: Table) -> None:
    script = house(table, Phase.SETTING)
    script.do(*(ExposePiece(position=1, place=place) for place in range(4)))
    assert all(event.clauses == ("NZ-12.5",) and not event.choice for event in script.events(PieceExposed))
    script.to(Phase.FINISHED)
    assert len(script.events(HandExposed)) == 3
    assert not script.state.current.void


@pytest.mark.clause("NZ-12.6")
def test_a_player_banker_who_exposes_his_own_tiles_plays_them(table: Table) -> None:
    script = banked(table, Phase.SETTING)
    script.do(*(TurnBankTile(player="bob", place=place) for place in range(4)))
    assert all("NZ-12.6" in event.clauses for event in script.history[-1][1])
    assert view(script.state, "ann")["round"]["hands"][3]["pieces"] == BANK.split()
    assert script.refusal(VoidHand(player="bob", position=3)).clause == "NZ-12.3"
    script.to(Phase.FINISHED)
    assert not script.state.current.void


@pytest.mark.clause("NZ-12.7")
@pytest.mark.parametrize("reason", ["exposed-tiles", "tile-tracking"])
@pytest.mark.parametrize("phase", [Phase.BETTING, Phase.STARTING, Phase.DEALING])
def test_the_supervisor_may_have_stacked_tiles_reshuffled(table: Table, phase: Phase, reason: str) -> None:
    script = house(table, phase)
    order, wagers = script.state.current.stack.order, script.state.current.wagers
    script.do(OrderReshuffle(reason=reason))
    assert script.last(ReshuffleCalled).clauses == ("NZ-12.7",)
    script.step()
    assert script.state.phase is phase
    assert script.state.current.stack.order != order
    assert script.state.current.wagers == wagers
    assert script.refusal(OrderReshuffle(reason="boredom")).clause == "NZ-12.7"


@pytest.mark.clause("NZ-12.7")
def test_of_dealt_tiles_the_round_is_void(table: Table, chips: Chips, everything_returned: Returned) -> None:
    script = table(NZ, players=THREE)
    before = chips(script)
    script.to(Phase.SETTING, Plan(wagers=ALL))
    script.do(OrderReshuffle(reason="exposed-tiles"))
    assert script.last(RoundVoided).clauses == ("NZ-12.7",)
    assert everything_returned(script, before)
    script = house(table, Phase.EXPOSING)
    script.do(ExposeHand())
    assert script.refusal(OrderReshuffle(reason="exposed-tiles")).clause == "NZ-12.7"
