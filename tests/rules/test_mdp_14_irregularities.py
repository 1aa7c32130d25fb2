"""MDP chapter 14: what goes wrong, and what the document does about it."""

from collections import Counter
from collections.abc import Callable, Mapping

import pytest
from tests.rules.racks import rack_contents

from paigow.comparison import Result
from paigow.money import bet
from paigow.poker import DECK, PokerSetting
from paigow.table import Command, Phase
from paigow.table.cards.awards import Envy
from paigow.table.cards.card_cut import CardsCut, RequireRecut
from paigow.table.cards.card_deal import (
    DealWithSlip,
    DrawInError,
    DrawnInError,
    ExposeWhileDealing,
    FaceUpFound,
    FindFaceUp,
    StubWrong,
)
from paigow.table.cards.cards import StubCounted
from paigow.table.cards.decks import (
    DeckPlaced,
    DeviceFailed,
    DeviceMarked,
    MarkDevice,
    PlaceDeck,
    ReportFault,
    RestoreDevice,
    ShuffleFailed,
)
from paigow.table.core.model import DEALER_WAGER, MAIN, HandStatus, WagerKey
from paigow.table.floor.irregularities import (
    CallNoRoll,
    ExposePiece,
    FindMisdeal,
    HandVoided,
    HouseHandReset,
    NoRollCalled,
    PieceExposed,
    PlayOn,
    ResetHouseHand,
    RoundVoided,
    VoidHand,
)
from paigow.table.script import Plan, TableScript
from paigow.table.steps.banking import DirectDealerWager
from paigow.table.steps.closing import CloseRound
from paigow.table.steps.delivery import Deliver
from paigow.table.steps.mixing import Mix, Mixed
from paigow.table.steps.seating import rack_of
from paigow.table.steps.setting import LookAtHand, SetHand, SetHouseHand
from paigow.table.steps.settlement import DealerHandCompared, ExposeHand, HandExposed
from paigow.table.steps.side_wagers import SideWagerSettled
from paigow.table.steps.start import ShakeDice, StartDetermined, UncoverDice
from paigow.table.view import view

Poker = Callable[..., TableScript]
Bets = Callable[..., dict[Phase, list[Command]]]
PLAYERS = {"ann": 1, "bob": 4}
WAGERS = {
    "ann": (1, {"main": 1000, "fortune": 500, "progressive": 100}),
    "bob": (4, {"main": 2000, "insurance": 300}),
}
AUTOMATED = {"dealing.method": "automated-shoe", "dealing.shuffler": "automated"}
FROM_THE_HAND = {"dealing.method": "hand", "dealing.shuffler": "automated", "equipment.cards_hours": 4}
SHUFFLER = {"dealing.shuffler": "automated"}
DEALER = "Qs Qd Ks 8h Jc 4d 2c"
CHIPS = 1_000_000


def at(poker: Poker, bets: Bets, phase: Phase, choices: Mapping[str, object] = {}, **more: object) -> TableScript:
    script = poker(choices, players=PLAYERS)
    script.to(phase, Plan(before=bets(WAGERS), **more))  # type: ignore[arg-type]
    return script


def all_returned(script: TableScript) -> bool:
    untouched = all(rack_of(script.state, name) == CHIPS for name in script.state.players)
    return untouched and script.state.phase is Phase.FINISHED and bool(script.state.current.void)


def reshuffled(script: TableScript) -> bool:
    """Check that the next round has a new order."""
    order = script.state.current.stack.order
    script.step()
    script.to(Phase.BETTING, Plan())
    return Counter(script.state.current.stack.order) == Counter(DECK) and script.state.current.stack.order != order


def cards(script: TableScript) -> Counter[object]:
    current = script.state.current
    return Counter(
        [*(c for hand in current.hands.values() for c in hand.pieces), *current.stack.stub, *current.stack.removed]
    )


# dice


@pytest.mark.parametrize(
    "reason",
    [
        pytest.param("not-flat", marks=pytest.mark.clause("MDP-14.A.1")),
        pytest.param("fell-out", marks=pytest.mark.clause("MDP-14.A.2")),
    ],
)
def test_no_roll_and_the_dice_are_shaken_again(
    poker: Poker, bets: Bets, request: pytest.FixtureRequest, reason: str
) -> None:
    (clause,) = [mark.args[0] for mark in request.node.iter_markers("clause")]
    script = at(poker, bets, Phase.STARTING)
    assert script.refusal(CallNoRoll(reason=reason)).clause == clause
    script.do(ShakeDice(dice=(1, 2, 3)), CallNoRoll(reason=reason))
    assert script.last(NoRollCalled).clauses == (clause,)
    assert script.state.current.start.position is None
    script.do(ShakeDice(dice=(2, 2, 2)), UncoverDice())
    assert script.last(StartDetermined).number == 6
    assert script.refusal(CallNoRoll(reason="dealer sneezed")).clause == "MDP-5.K.1.a"


# misdeals


@pytest.mark.clause("MDP-14.B")
def test_dice_added_up_wrongly_void_the_round(poker: Poker, bets: Bets) -> None:
    script = at(poker, bets, Phase.SETTING)
    script.do(FindMisdeal(reason="wrong-positions"))
    assert script.last(RoundVoided).clauses == ("MDP-14.B",)
    assert all(hand.status is HandStatus.VOID for hand in script.state.current.hands.values())
    assert all_returned(script)
    assert reshuffled(script)


@pytest.mark.clause("MDP-14.H", "MDP-14.K")
@pytest.mark.parametrize("position", [0, 1, 4])
@pytest.mark.parametrize("slip", ["extra", "short"])
def test_a_wrong_number_of_cards_voids_the_round(poker: Poker, bets: Bets, slip: str, position: int) -> None:
    script = at(poker, bets, Phase.DEALING)
    script.do(PlaceDeck(), DealWithSlip(slip=slip, position=position))
    assert {"MDP-14.H", "MDP-14.K"} <= set(script.last(RoundVoided).clauses)
    assert cards(script) == Counter(DECK)
    assert all_returned(script)
    assert reshuffled(script)


@pytest.mark.clause("MDP-14.H", "MDP-14.K")
def test_also_when_it_is_found_later_but_not_when_hands_are_settled(poker: Poker, bets: Bets) -> None:
    script = at(poker, bets, Phase.BANKING)
    script.do(FindMisdeal(reason="wrong-count"))
    assert script.last(RoundVoided).clauses == ("MDP-14.H", "MDP-14.K")
    assert all_returned(script)
    late = at(poker, bets, Phase.EXPOSING)
    late.do(ExposeHand())
    assert late.refusal(FindMisdeal(reason="wrong-count")).clause == "MDP-14.H"


# exposed cards


@pytest.mark.clause("MDP-14.C")
def test_a_player_whose_card_was_exposed_decides_without_looking(poker: Poker, bets: Bets) -> None:
    script = at(poker, bets, Phase.SETTING)
    script.do(ExposePiece(position=1, place=3))
    exposed = script.last(PieceExposed)
    assert exposed.choice
    assert exposed.clauses == ("MDP-14.C",)
    seen = view(script.state, "bob")["round"]["hands"][1]["pieces"]
    assert seen[3] == str(script.state.current.hands[1].pieces[3])
    assert seen.count("?") == 6
    assert script.refusal(LookAtHand(player="ann", position=1)).clause == "MDP-14.C"
    assert script.refusal(VoidHand(player="bob", position=1)).clause == "MDP-14.C"
    script.do(VoidHand(player="ann", position=1))
    assert script.last(HandVoided).clauses == ("MDP-14.C",)
    assert rack_of(script.state, "ann") == CHIPS
    assert script.state.meters["progressive"].display == 1_000_000
    assert not script.state.current.part(Envy).lammers
    script.to(Phase.FINISHED)
    assert [event.position for event in script.events(HandExposed)] == [4]


@pytest.mark.clause("MDP-14.C")
def test_or_plays_the_hand_out(poker: Poker, bets: Bets) -> None:
    script = at(poker, bets, Phase.SETTING)
    script.do(ExposePiece(position=1, place=3), PlayOn(player="ann", position=1))
    assert script.refusal(VoidHand(player="ann", position=1)).clause == "MDP-14.C"
    script.to(Phase.FINISHED)
    assert WagerKey("ann", 1, MAIN) in script.state.current.results


@pytest.mark.clause("MDP-14.C")
def test_by_another_reading_only_the_main_wager_goes_back(poker: Poker, bets: Bets) -> None:
    script = at(poker, bets, Phase.SETTING, {"readings.exposed_hand_void": "main"}, hands={1: "As Ad 7d 6h 5c 4c 2h"})
    script.do(ExposePiece(position=1), VoidHand(player="ann", position=1))
    assert [key.kind for key in script.last(HandVoided).wagers] == [MAIN]
    assert rack_of(script.state, "ann") == CHIPS - 600
    script.to(Phase.FINISHED)
    settled = {event.wager.kind: event.result for event in script.events(SideWagerSettled) if event.wager.position == 1}
    assert settled == {"fortune": Result.LOSE, "progressive": Result.LOSE}


@pytest.mark.clause("MDP-14.C")
@pytest.mark.parametrize("wager", [1000, 0])
def test_when_that_was_the_last_hand_against_a_bank_the_dealer_plays_on(poker: Poker, bets: Bets, wager: int) -> None:
    script = poker({"readings.exposed_hand_void": "main"}, players=["ann", "bob"])
    script.play(Plan(wagers={"ann": 1000, "bob": 1000}))
    dealers = bet(0, DEALER_WAGER, "dealer")
    before = bets({"bob": (2, {"main": 1000, "fortune": 500})})
    before[Phase.BETTING].append(DirectDealerWager(player="ann", amount=wager))
    script.to(Phase.SETTING, Plan(bank="ann", before=before))
    assert script.state.ledger[dealers] == wager
    script.do(ExposePiece(position=2), VoidHand(player="bob", position=2))
    assert script.state.phase is (Phase.BANKING if wager else Phase.FINISHED)
    assert script.state.ledger[dealers] == wager
    script.to(Phase.FINISHED)
    assert bool(script.events(DealerHandCompared)) is bool(wager)
    assert script.last(SideWagerSettled).wager.kind == "fortune"


@pytest.mark.clause("MDP-14.C")
def test_no_choice_once_the_player_has_looked(poker: Poker, bets: Bets) -> None:
    script = at(poker, bets, Phase.SETTING)
    script.do(LookAtHand(player="ann", position=1), ExposePiece(position=1))
    assert not script.last(PieceExposed).choice
    assert script.refusal(VoidHand(player="ann", position=1)).clause == "MDP-14.C"


@pytest.mark.clause("MDP-14.D")
def test_a_card_of_the_dealer_or_of_the_bank_voids_the_round(poker: Poker, bets: Bets) -> None:
    script = at(poker, bets, Phase.SETTING)
    assert script.refusal(ExposePiece(position=2)).clause == "MDP-14.C"  # nobody plays there
    script.do(ExposePiece(position=0, place=6))
    assert script.last(RoundVoided).clauses == ("MDP-14.D",)
    assert all_returned(script)
    assert reshuffled(script)
    banked = poker(players=PLAYERS)
    banked.play(Plan(wagers={"ann": 1000, "bob": 1000}))
    chips = {name: rack_of(banked.state, name) for name in PLAYERS}
    banked.to(Phase.SETTING, Plan(wagers={"ann": 1000}, bank="bob"))
    banked.do(ExposePiece(position=4))
    assert banked.last(RoundVoided).clauses == ("MDP-14.D",)
    assert {name: rack_of(banked.state, name) for name in PLAYERS} == chips


@pytest.mark.clause("MDP-14.J")
def test_a_card_exposed_while_stacks_are_delivered_voids_the_round(poker: Poker, bets: Bets) -> None:
    script = at(poker, bets, Phase.DEALING, AUTOMATED)
    script.do(PlaceDeck(), ExposeWhileDealing())
    assert script.last(RoundVoided).clauses == ("MDP-14.J",)
    assert all_returned(script)
    assert reshuffled(script)
    by_card = at(poker, bets, Phase.DEALING)
    by_card.do(PlaceDeck())
    assert by_card.refusal(ExposeWhileDealing()).clause == "MDP-14.J"


@pytest.mark.clause("MDP-14.J")
def test_a_card_exposed_while_dealing_from_the_hand_returns_all_wagers(poker: Poker, bets: Bets) -> None:
    script = at(poker, bets, Phase.DEALING, FROM_THE_HAND)
    script.do(PlaceDeck(hand="left"), ExposeWhileDealing())
    voided = script.last(RoundVoided)
    assert (voided.clauses, voided.reason) == (("MDP-14.J",), "a card was exposed while dealing from the hand")
    assert all_returned(script)
    assert reshuffled(script)


# cards found face up, cards drawn too early


@pytest.mark.clause("MDP-14.E")
@pytest.mark.parametrize("place", [0, 20, 48])
def test_one_card_found_face_up_is_set_aside(poker: Poker, bets: Bets, place: int) -> None:
    script = at(poker, bets, Phase.DEALING)
    before = script.state.current.stack.order
    script.do(PlaceDeck(), FindFaceUp(place=place))
    found = script.last(FaceUpFound)
    assert found.clauses == ("MDP-14.E",)
    assert found.card == before[place]
    assert rack_contents(script.state) == (("face up", (before[place],)),)
    script.do(Deliver())
    assert script.last(StubCounted).count == 3
    assert all(found.card not in hand.pieces for hand in script.state.current.hands.values())
    assert all(len(hand.pieces) == 7 for hand in script.state.current.hands.values())
    assert cards(script) == Counter(DECK)
    script.play()
    assert script.state.phase is Phase.OPEN


@pytest.mark.clause("MDP-14.E")
def test_by_the_letter_the_stub_must_still_be_four(poker: Poker, bets: Bets) -> None:
    script = at(poker, bets, Phase.DEALING, {"readings.face_up_stub": "four"})
    script.do(PlaceDeck(), FindFaceUp(place=5), Deliver())
    assert (script.last(StubWrong).count, script.last(StubWrong).expected) == (3, 4)
    assert script.last(RoundVoided).clauses == ("MDP-8.F.2",)
    assert all_returned(script)


@pytest.mark.clause("MDP-14.F")
def test_a_second_one_voids_the_round(poker: Poker, bets: Bets) -> None:
    script = at(poker, bets, Phase.DEALING)
    script.do(PlaceDeck(), FindFaceUp(place=5), FindFaceUp(place=5))
    assert script.last(RoundVoided).clauses == ("MDP-14.F",)
    assert len(script.state.current.stack.removed) == 2
    assert all_returned(script)
    assert reshuffled(script)


@pytest.mark.clause("MDP-14.E")
def test_only_cards_that_are_dealt_are_found(poker: Poker, bets: Bets) -> None:
    script = at(poker, bets, Phase.DEALING)
    assert "starting position is known" in str(at(poker, bets, Phase.STARTING).refusal(FindFaceUp(place=0)))
    script.do(PlaceDeck())
    assert script.refusal(FindFaceUp(place=49)).clause == "MDP-14.E"
    script.do(FindFaceUp(place=0))
    assert script.refusal(FindFaceUp(place=49)).clause == "MDP-14.E"
    assert script.refusal(RequireRecut()).clause == "MDP-5.G.1"  # the deal has begun
    script.do(FindFaceUp(place=48))


@pytest.mark.clause("MDP-5.G.1", "MDP-5.G.2")
def test_no_recut_once_the_deal_has_begun(poker: Poker, bets: Bets) -> None:
    script = at(poker, bets, Phase.DEALING)
    script.do(PlaceDeck(), FindFaceUp(place=0))
    assert "the deal has begun" in str(script.refusal(RequireRecut()))


@pytest.mark.clause("MDP-14.J", "MDP-14.G", "MDP-8.F", "MDP-14.E")
def test_nothing_happens_to_cards_that_are_not_being_dealt(poker: Poker, bets: Bets) -> None:
    script = at(poker, bets, Phase.STARTING)
    for command in (ExposeWhileDealing(), DrawInError(), DealWithSlip(slip="lost"), FindFaceUp(place=0)):
        assert "only once the starting position is known" in str(script.refusal(command))


@pytest.mark.clause("MDP-14.G")
def test_a_card_drawn_in_error_is_the_next_card(poker: Poker, bets: Bets) -> None:
    script = at(poker, bets, Phase.DEALING)
    script.do(PlaceDeck())
    before = script.state
    script.do(Deliver())
    expected = {position: hand.pieces for position, hand in script.state.current.hands.items()}
    script.state = before
    script.do(DrawInError())
    assert script.last(DrawnInError).clauses == ("MDP-14.G",)
    script.do(Deliver())
    assert {position: hand.pieces for position, hand in script.state.current.hands.items()} == expected


# a hand set wrongly


@pytest.mark.clause("MDP-14.I")
def test_a_house_hand_set_wrongly_is_reset_and_the_round_completed(poker: Poker) -> None:
    script = poker(players={"ann": 1})
    hands = {0: DEALER, 1: "9c 9d As Th 5s 3h 6c"}
    script.to(Phase.BANKING, Plan(wagers={"ann": 2000}, hands=hands))
    wrong = PokerSetting.parse("Qs Qd Ks Jc 8h / 4d 2c")
    script.do(SetHouseHand(setting=wrong), ExposeHand())
    assert script.last(HandExposed).result is Result.PUSH
    script = poker(players={"ann": 1})
    script.to(Phase.BANKING, Plan(wagers={"ann": 2000}, hands={0: DEALER, 1: "Ac Ah 9c 7d 5s 3h 6c"}))
    script.do(SetHouseHand(setting=PokerSetting.parse("Ks Jc 8h 4d 2c / Qs Qd")))
    assert "MDP-14.I" in script.last(HouseHandReset).clauses
    assert str(script.state.current.hands[0].setting) == "Qs Qd 8h 4d 2c / Ks Jc"
    script.to(Phase.FINISHED)
    assert script.last(HandExposed).result is Result.PUSH


@pytest.mark.clause("MDP-14.I")
def test_what_was_settled_on_the_wrong_hand_is_undone(poker: Poker) -> None:
    players = {"ann": 1, "bob": 4}
    script = poker(players=players)
    hands = {0: DEALER, 1: "Kd Kc Qc 9d 7s 5h 3c"}
    script.to(Phase.BANKING, Plan(wagers=dict.fromkeys(players, 2000), hands=hands))
    script.do(SetHouseHand(setting=PokerSetting.parse("Qs Qd Ks Jc 8h / 4d 2c")), ExposeHand())
    assert script.last(HandExposed).result is Result.WIN
    assert rack_of(script.state, "ann") == CHIPS + 1900
    script.do(ResetHouseHand(position=0))
    assert "MDP-14.I" in script.last(HouseHandReset).clauses
    assert rack_of(script.state, "ann") == CHIPS - 2000
    assert script.refusal(ResetHouseHand(position=0)).clause == "MDP-14.I"
    script.to(Phase.FINISHED)
    assert script.events(HandExposed)[1].result is Result.PUSH
    assert rack_of(script.state, "ann") == CHIPS


# device failures


@pytest.mark.clause("MDP-14.L")
def test_a_shuffler_that_jams_has_the_cards_shuffled_again(poker: Poker, bets: Bets) -> None:
    script = at(poker, bets, Phase.MIXING, SHUFFLER)
    first = script.dealer_command()
    assert isinstance(first, Mix)
    script.do(ReportFault(device="shuffler"))
    assert script.last(ShuffleFailed).clauses == ("MDP-14.L",)
    script.to(Phase.BETTING)
    assert script.last(Mixed).order != first.order
    assert script.refusal(ReportFault(device="shuffler")).clause == "MDP-14.L"
    assert not script.state.equipment.faults


@pytest.mark.clause("MDP-14.M")
def test_a_shoe_that_stops_voids_the_round(poker: Poker, bets: Bets) -> None:
    script = at(poker, bets, Phase.DEALING, AUTOMATED)
    script.do(PlaceDeck(), ReportFault(device="shoe"))
    assert script.last(RoundVoided).clauses == ("MDP-14.M",)
    assert all_returned(script)
    assert reshuffled(script)
    manual = at(poker, bets, Phase.DEALING)
    assert manual.refusal(ReportFault(device="shoe")).clause == "MDP-14.M"


@pytest.mark.parametrize(
    "sign",
    [
        pytest.param(False, marks=pytest.mark.clause("MDP-14.N.1")),
        pytest.param(True, marks=pytest.mark.clause("MDP-14.N.2")),
    ],
)
def test_a_shuffler_out_of_order_is_covered_or_marked_before_hands_shuffle(
    poker: Poker, bets: Bets, request: pytest.FixtureRequest, sign: bool
) -> None:
    (clause,) = [mark.args[0] for mark in request.node.iter_markers("clause")]
    script = at(poker, bets, Phase.MIXING, SHUFFLER)
    script.do(ReportFault(device="shuffler", usable=False))
    assert script.refusal(Mix(order=DECK)).clause == "MDP-14.N.1"
    script.do(MarkDevice(device="shuffler", sign=sign))
    assert script.last(DeviceMarked).clauses == (clause,)
    assert script.refusal(MarkDevice(device="shuffler", sign=sign)).clause == clause
    script.to(Phase.BETTING)
    assert {"MDP-5.C.2", "MDP-5.D"} <= set(script.last(Mixed).clauses)
    assert script.events(CardsCut)
    script.play()
    script.do(RestoreDevice(device="shuffler"))
    script.to(Phase.BETTING, Plan(wagers={"ann": 1000}))
    assert len(script.events(CardsCut)) == 1


@pytest.mark.clause("MDP-14.N.1", "MDP-14.N.2")
def test_a_shoe_out_of_order_too_and_then_a_manual_one_serves(poker: Poker, bets: Bets) -> None:
    script = at(poker, bets, Phase.DEALING, AUTOMATED)
    script.do(PlaceDeck(), ReportFault(device="shoe", usable=False))
    assert script.last(DeviceFailed).device == "shoe"
    script.do(CloseRound(seed=script.server_seed.hex()))
    script.begin(Plan(wagers={"ann": 1000}))
    assert script.refusal(Mix(order=DECK)).clause == "MDP-14.N.1"
    script.do(MarkDevice(device="shoe", sign=True))
    assert script.last(DeviceMarked).clauses == ("MDP-14.N.2",)
    script.to(Phase.SETTING)
    assert script.last(DeckPlaced).at == "shoe"
    assert "MDP-8.B" in script.last(DeckPlaced).clauses
    assert "MDP-8.E.1" in script.last(StubCounted).clauses
    script.do(LookAtHand(player="ann", position=1))
    setting = script.state.game.kit.house_set(script.state.current.hands[1].pieces).setting
    script.do(SetHand(player="ann", position=1, setting=setting))
    assert script.play().round is None
