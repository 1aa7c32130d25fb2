"""MDP chapter 5 at the table: shuffles, who cuts, recuts, an idle table, devices, dice, number and button."""

from collections.abc import Callable

import pytest

from paigow.poker import DECK
from paigow.table import Phase
from paigow.table.button import ButtonMoved, StartMarked
from paigow.table.card_cut import (
    CardsCut,
    CutCards,
    CutOffered,
    DirectShuffle,
    OfferCut,
    PassCut,
    RecutRequired,
    RequireRecut,
    ShuffleDirected,
)
from paigow.table.card_deal import DealWithSlip
from paigow.table.decks import DeckPlaced, DeckTaken, PlaceDeck
from paigow.table.delivery import Deliver, Delivered, ShakerRested
from paigow.table.irregularities import CallNoRoll, NoRollCalled
from paigow.table.mixing import Mixed
from paigow.table.opening import AskFaceUp, DisplaySet, SetDisplayed, SetTurnedUp, TurnSetDown, ViewSet
from paigow.table.script import Plan, TableScript
from paigow.table.seating import LeaveTable
from paigow.table.start import DiceShaken, DrawNumber, ShakeDice, StartDetermined, UncoverDice, UseButton
from paigow.table.view import view

Poker = Callable[..., TableScript]
FOUR = {"ann": 2, "bob": 3, "cyd": 5, "dan": 6}
WAGERS = dict.fromkeys(FOUR, 1000)
SHUFFLER = {"dealing.shuffler": "automated"}
INTO_SHOE = {"dealing.shuffler": "into-shoe"}
RESHUFFLING = {"dealing.shuffler": "reshuffling-device", "approvals.reshuffling_device": "ref 1"}
NUMBER = {"start": "random-number", "approvals.random_number_generator": "ref 2"}
BUTTON = {
    "start": "button",
    "approvals.button": "ref 3",
    "dealing.method": "automated-shoe",
    "dealing.shuffler": "automated",
    "banking.offered": False,
    "banking.co_banking": False,
}
TWO_DECKS = {**SHUFFLER, "dealing.decks": 2, "dealing.backs": ["red", "blue"]}


def offered(script: TableScript) -> list[str]:
    return [event.player for event in script.events(CutOffered)]


def second_round(script: TableScript) -> None:
    script.play(Plan(wagers=WAGERS))
    script.history.clear()


# when cards are shuffled


@pytest.mark.clause("MDP-5.A.1", "MDP-5.A.2")
def test_cards_are_shuffled_before_the_first_round_and_after_every_round(poker: Poker) -> None:
    script = poker(players=FOUR)
    for _ in range(3):
        script.play(Plan(wagers=WAGERS))
    first, *later = script.events(Mixed)
    assert "MDP-5.A.1" in first.clauses
    assert len(later) == 2
    assert all("MDP-5.A.2" in event.clauses for event in later)
    assert len({event.order for event in (first, *later)}) == 3


@pytest.mark.clause("MDP-5.A.3")
@pytest.mark.parametrize("phase", [Phase.CUTTING, Phase.BETTING, Phase.STARTING, Phase.DEALING])
def test_the_floor_may_have_them_shuffled_at_any_time_before_the_deal(poker: Poker, phase: Phase) -> None:
    script = poker(players=FOUR)
    before = script.to(phase, Plan(wagers=WAGERS)).current
    assert DirectShuffle().by == "floor"
    script.do(DirectShuffle())
    assert script.last(ShuffleDirected).clauses == ("MDP-5.A.3",)
    after = script.to(phase)
    assert after.current.order != before.order
    assert after.current.wagers == before.wagers
    script.to(Phase.SETTING)
    assert script.refusal(DirectShuffle()).clause == "MDP-5.A.3"


# by hand or by device


@pytest.mark.clause("MDP-5.C.1")
@pytest.mark.parametrize("device", [SHUFFLER, INTO_SHOE])
def test_cards_from_a_shuffler_are_dealt_without_a_cut(poker: Poker, device: dict[str, object]) -> None:
    script = poker(device, players=FOUR)
    script.to(Phase.SETTING, Plan(wagers=WAGERS))
    assert "MDP-5.C.1" in script.last(Mixed).clauses
    assert not script.events(CardsCut)
    assert script.last(Mixed).order == script.state.current.order
    assert script.events(StartDetermined)
    assert script.events(Delivered)


@pytest.mark.clause("MDP-5.B")
def test_a_shuffler_may_put_the_stack_straight_into_the_shoe(poker: Poker) -> None:
    script = poker(INTO_SHOE, players=FOUR)
    script.to(Phase.BETTING, Plan(wagers=WAGERS))
    placed = script.last(DeckPlaced)
    assert placed.by_device
    assert placed.at == "shoe"
    assert "MDP-5.B" in placed.clauses
    assert script.refusal(PlaceDeck()).clause is not None


@pytest.mark.clause("MDP-5.C.2", "MDP-5.D")
def test_cards_shuffled_by_hand_lie_on_a_cover_card_to_be_cut(poker: Poker) -> None:
    script = poker(players=FOUR)
    state = script.to(Phase.CUTTING, Plan(wagers=WAGERS))
    assert {"MDP-5.C.2", "MDP-5.D"} <= set(script.last(Mixed).clauses)
    assert state.phase is Phase.CUTTING
    script.to(Phase.BETTING)
    assert script.state.current.cut


@pytest.mark.clause("MDP-5.I", "MDP-5.J")
def test_a_device_that_reshuffles_and_counts_needs_neither_cut_nor_loading(poker: Poker) -> None:
    script = poker(RESHUFFLING, players=FOUR)
    script.to(Phase.BETTING, Plan(wagers=WAGERS))
    assert script.last(Mixed).clauses[-2:] == ("MDP-5.I", "MDP-5.J")
    assert {"MDP-5.I", "MDP-5.J"} <= set(script.last(DeckPlaced).clauses)
    assert script.last(DeckPlaced).by_device
    assert not script.events(CutOffered)
    assert script.refusal(RequireRecut()).clause == "MDP-5.G.1"
    script.play()


# who cuts, and where


@pytest.mark.clause("MDP-5.D.1", "MDP-5.E.1")
def test_at_the_start_the_cut_goes_first_to_who_came_first(poker: Poker) -> None:
    script = poker(players={"cyd": 5, "ann": 2, "bob": 3})
    script.to(Phase.BETTING, Plan(wagers={"ann": 1000}))
    assert offered(script) == ["cyd", "ann", "bob"]
    first = script.events(CutOffered)[0]
    assert {"MDP-5.D.1", "MDP-5.E.1"} <= set(first.clauses)


@pytest.mark.clause("MDP-5.E.4")
def test_without_a_bank_it_goes_round_from_the_dealers_far_right(poker: Poker) -> None:
    script = poker(players={"dan": 6, "bob": 3, "ann": 2, "cyd": 5})
    second_round(script)
    script.to(Phase.BETTING, Plan(wagers=WAGERS))
    assert offered(script) == ["ann", "bob", "cyd", "dan"]
    assert all("MDP-5.E.4" in event.clauses for event in script.events(CutOffered))


@pytest.mark.clause("MDP-5.E.2", "MDP-5.E.3")
def test_a_bank_is_offered_the_cut_first_and_then_those_to_its_right(poker: Poker) -> None:
    script = poker(players=FOUR)
    second_round(script)
    script.to(Phase.BETTING, Plan(wagers={"ann": 1000}, bank="cyd"))
    assert offered(script) == ["cyd", "dan", "ann", "bob"]
    bank, *others = script.events(CutOffered)
    assert "MDP-5.E.2" in bank.clauses
    assert all("MDP-5.E.3" in event.clauses for event in others)


@pytest.mark.clause("MDP-5.D.1")
def test_one_at_a_time_and_only_who_is_asked(poker: Poker) -> None:
    script = poker(players=FOUR)
    script.to(Phase.CUTTING, Plan(wagers=WAGERS))
    assert script.refusal(CutCards(player="ann", depth=20)).clause == "MDP-5.D.1"
    script.do(OfferCut())
    assert script.refusal(OfferCut()).clause == "MDP-5.D.1"
    assert script.refusal(CutCards(player="bob", depth=20)).clause == "MDP-5.D.1"
    assert script.refusal(PassCut(player="bob")).clause == "MDP-5.D.1"
    script.do(PassCut(player="ann"))
    assert script.refusal(CutCards(player="ann", depth=20)).clause == "MDP-5.D.1"
    script.do(OfferCut(), CutCards(player="bob", depth=20))
    assert script.last(CardsCut).player == "bob"
    assert script.state.phase is Phase.BETTING


@pytest.mark.clause("MDP-5.D.2")
def test_the_dealer_cuts_only_when_nobody_wants_to(poker: Poker) -> None:
    script = poker(players=FOUR)
    script.to(Phase.CUTTING, Plan(wagers=WAGERS))
    for name in FOUR:
        assert script.refusal(CutCards(depth=26)).clause == "MDP-5.D.2"
        script.do(OfferCut(), PassCut(player=name))
    assert script.refusal(OfferCut()).clause == "MDP-5.D.2"
    script.do(CutCards(depth=26))
    assert "MDP-5.D.2" in script.last(CardsCut).clauses


@pytest.mark.clause("MDP-5.F")
def test_the_cover_card_goes_in_ten_cards_or_more_from_both_ends(poker: Poker) -> None:
    script = poker(players=FOUR)
    script.to(Phase.CUTTING, Plan(wagers=WAGERS))
    script.do(OfferCut())
    for depth in (-1, 0, 9, 44, 53, 54):
        assert script.refusal(CutCards(player="ann", depth=depth)).clause == "MDP-5.F"
    before = script.state
    for depth in (10, 43):
        script.state = before
        script.do(CutCards(player="ann", depth=depth))
        assert script.state.current.cut


@pytest.mark.clause("MDP-5.F")
def test_by_the_letter_ten_from_one_end_is_enough(poker: Poker) -> None:
    script = poker({"readings.cut_depth": "one-end"}, players=FOUR)
    script.to(Phase.CUTTING, Plan(wagers=WAGERS))
    script.do(OfferCut())
    for depth in (0, 53):
        assert script.refusal(CutCards(player="ann", depth=depth)).clause == "MDP-5.F"
    script.do(CutCards(player="ann", depth=1))
    assert script.state.current.cut


@pytest.mark.clause("MDP-5.F.1", "MDP-5.F.2")
def test_what_lay_on_the_cover_card_goes_to_the_bottom(poker: Poker) -> None:
    script = poker(players=FOUR)
    before = script.to(Phase.CUTTING, Plan(wagers=WAGERS)).current.order
    script.do(OfferCut(), CutCards(player="ann", depth=17))
    after = script.state.current.order
    assert after[:36] == before[17:]
    assert after[36:] == before[:17]
    assert {"MDP-5.F.1", "MDP-5.F.2"} <= set(script.last(CardsCut).clauses)


@pytest.mark.parametrize(
    "use",
    [
        pytest.param("discard-rack", marks=pytest.mark.clause("MDP-5.F.3.a")),
        pytest.param("fourth-from-bottom", marks=pytest.mark.clause("MDP-5.F.3.b")),
    ],
)
def test_one_cover_card_goes_where_the_submission_says(poker: Poker, request: pytest.FixtureRequest, use: str) -> None:
    (clause,) = [mark.args[0] for mark in request.node.iter_markers("clause")]
    script = poker({"dealing.cover_card": use}, players=FOUR)
    script.to(Phase.BETTING, Plan(wagers=WAGERS))
    assert script.last(CardsCut).cover_card == use
    assert clause in script.last(CardsCut).clauses


@pytest.mark.clause("MDP-5.F.4", "MDP-5.F.5")
def test_after_the_cut_the_start_is_found_and_then_the_cards_are_dealt(poker: Poker) -> None:
    script = poker(players=FOUR)
    script.to(Phase.CUTTING, Plan(wagers=WAGERS))
    for early in (ShakeDice(dice=(1, 2, 3)), UncoverDice()):
        assert script.refusal(early).clause == "MDP-8.D.1"
    script.to(Phase.STARTING)
    assert script.refusal(Deliver()).clause == "MDP-8.D.2"
    script.to(Phase.SETTING)
    kinds = [type(event) for _, events in script.history for event in events]
    assert kinds.index(CardsCut) < kinds.index(StartDetermined) < kinds.index(Delivered)


# recuts


@pytest.mark.clause("MDP-5.G.1")
@pytest.mark.parametrize("phase", [Phase.BETTING, Phase.STARTING, Phase.DEALING])
def test_before_the_deal_the_floor_may_require_a_recut(poker: Poker, phase: Phase) -> None:
    script = poker(players=FOUR)
    before = script.to(phase, Plan(wagers=WAGERS)).current.order
    assert RequireRecut().by == "floor"
    script.do(RequireRecut())
    assert "MDP-5.G.1" in script.last(RecutRequired).clauses
    script.do(CutCards(depth=13))
    assert script.state.current.order == before[13:] + before[:13]
    assert script.state.phase is phase
    script.to(Phase.SETTING)
    assert script.refusal(RequireRecut()).clause == "MDP-5.G.1"


@pytest.mark.clause("MDP-5.G.1")
def test_no_recut_before_a_cut(poker: Poker) -> None:
    script = poker(players=FOUR)
    script.to(Phase.CUTTING, Plan(wagers=WAGERS))
    assert script.refusal(RequireRecut()).clause == "MDP-5.G.1"


@pytest.mark.clause("MDP-5.G.2")
def test_who_cut_last_cuts_again_or_the_next_in_order(poker: Poker) -> None:
    script = poker(players=FOUR)
    script.to(Phase.CUTTING, Plan(wagers=WAGERS))
    script.do(OfferCut(), PassCut(player="ann"), OfferCut(), CutCards(player="bob", depth=20))
    script.do(RequireRecut())
    assert "MDP-5.G.2" in script.last(RecutRequired).clauses
    for other in ("ann", "cyd"):
        assert script.refusal(CutCards(player=other, depth=30)).clause == "MDP-5.D.1"
    script.do(CutCards(player="bob", depth=30))
    script.do(RequireRecut(next_person=True))
    assert script.refusal(CutCards(player="bob", depth=30)).clause == "MDP-5.D.1"
    script.do(OfferCut(), CutCards(player="cyd", depth=30))
    assert [event.player for event in script.events(CardsCut)] == ["bob", "bob", "cyd"]


# nobody plays


def idle(poker: Poker, choices: dict[str, object]) -> TableScript:
    script = poker(choices, players={"ann": 2})
    script.play(Plan(wagers={"ann": 1000}))
    script.do(LeaveTable(player="ann"))
    script.history.clear()
    return script


@pytest.mark.clause("MDP-5.H.1", "MDP-5.H.2")
def test_at_an_idle_table_the_cards_are_spread_face_down(poker: Poker) -> None:
    script = idle(poker, {})
    script.do(DisplaySet())
    shown = script.last(SetDisplayed)
    assert shown.clauses == ("MDP-5.H.1", "MDP-5.H.2")
    assert shown.face_down
    assert sorted(card.index for card in shown.pieces) == list(range(53))
    assert view(script.state, "ann")["set"] == []


@pytest.mark.clause("MDP-5.H.1")
def test_while_somebody_plays_they_are_not_spread(poker: Poker) -> None:
    script = poker(players={"ann": 2})
    script.play(Plan(wagers={"ann": 1000}))
    assert script.refusal(DisplaySet()).clause == "MDP-4.B.1"


@pytest.mark.clause("MDP-5.H.2")
def test_a_player_may_have_them_turned_face_up(poker: Poker) -> None:
    script = idle(poker, {})
    script.do(DisplaySet())
    script.sit({"bob": 4}, 100_000)
    script.do(AskFaceUp(player="bob"))
    assert script.last(SetTurnedUp).clauses == ("MDP-5.H.2",)
    assert len(view(script.state, "bob")["set"]) == 53
    assert script.refusal(AskFaceUp(player="bob")).clause == "MDP-5.H.1"


@pytest.mark.clause("MDP-5.H.3", "MDP-5.H.4")
def test_after_the_first_players_look_the_table_opens_as_in_chapter_4(poker: Poker) -> None:
    script = idle(poker, {})
    script.do(DisplaySet())
    assert script.refusal(TurnSetDown()).clause == "MDP-4.B.1"
    script.sit({"bob": 4}, 100_000)
    script.do(ViewSet(player="bob"))
    (turned,) = script.do(TurnSetDown())
    assert turned.clauses == ("MDP-5.H.3", "MDP-5.H.4")
    script.to(Phase.CUTTING, Plan(wagers={"bob": 1000}))
    assert {"MDP-4.C.2", "MDP-4.C.3", "MDP-5.A.1"} <= set(script.last(Mixed).clauses)
    assert offered(script) == []
    script.do(OfferCut())
    assert "MDP-5.E.1" in script.last(CutOffered).clauses


@pytest.mark.clause("MDP-5.H.5", "MDP-5.H.5.a")
def test_with_a_shuffler_the_spread_deck_goes_in_and_the_other_comes_out(poker: Poker) -> None:
    script = idle(poker, TWO_DECKS)
    played = script.state.equipment.in_play
    script.do(DisplaySet())
    script.sit({"bob": 4}, 100_000)
    (turned,) = script.do(TurnSetDown())
    assert {"MDP-5.H.5", "MDP-5.H.5.a"} <= set(turned.clauses)
    script.begin(Plan(wagers={"bob": 1000}))
    assert script.last(DeckTaken).deck != played
    assert script.last(DeckTaken).stored == (played,)


@pytest.mark.clause("MDP-5.H.5.b")
def test_a_deck_kept_in_the_shuffler_is_spread_only_on_request(poker: Poker) -> None:
    script = idle(poker, TWO_DECKS)
    script.do(DisplaySet())
    assert len(script.last(SetDisplayed).pieces) == 53
    script.sit({"bob": 4}, 100_000)
    quiet = script.state
    script.do(AskFaceUp(player="bob"))
    assert script.last(SetTurnedUp).pieces == script.state.game.kit.spread * 2
    script.state = quiet
    (turned,) = script.do(TurnSetDown())
    assert "MDP-5.H.5.b" in turned.clauses
    script.to(Phase.BETTING, Plan(wagers={"bob": 1000}))
    assert script.state.current.order


# where the deal starts


@pytest.mark.clause("MDP-5.K.1.a")
def test_the_dealer_shakes_three_times_or_more(poker: Poker) -> None:
    script = poker(players=FOUR)
    script.to(Phase.STARTING, Plan(wagers=WAGERS))
    assert script.refusal(ShakeDice(dice=(1, 2, 3), shakes=2)).clause == "MDP-5.K.1.a"
    assert script.refusal(ShakeDice(dice=(1, 2, 3), player="ann")).clause == "MDP-5.K.1.a"
    assert script.refusal(UncoverDice()).clause == "MDP-5.K.1.a"
    script.do(ShakeDice(dice=(1, 2, 3), shakes=3))
    assert script.last(DiceShaken).clauses == ("MDP-5.K.1.a",)


@pytest.mark.clause("MDP-5.K.1.a.i", "MDP-5.K.1.a.ii")
def test_a_bank_shakes_instead_and_as_often(poker: Poker) -> None:
    script = poker(players=FOUR)
    second_round(script)
    script.to(Phase.STARTING, Plan(wagers={"ann": 1000}, bank="cyd"))
    assert script.refusal(ShakeDice(dice=(1, 2, 3))).clause == "MDP-5.K.1.a.i"
    assert script.refusal(ShakeDice(dice=(1, 2, 3), shakes=2, player="cyd")).clause == "MDP-5.K.1.a.i"
    script.do(ShakeDice(dice=(1, 2, 3), player="cyd"))
    assert {"MDP-5.K.1.a.i", "MDP-5.K.1.a.ii"} <= set(script.last(DiceShaken).clauses)


@pytest.mark.clause("MDP-5.K.1.b.i", "MDP-5.K.1.b.ii", "MDP-2.C.1.d")
def test_the_lid_comes_off_after_the_shake_and_the_total_is_announced(poker: Poker) -> None:
    script = poker(players=FOUR)
    script.to(Phase.STARTING, Plan(wagers=WAGERS))
    script.do(ShakeDice(dice=(6, 5, 2)))
    assert all(view(script.state, viewer)["round"]["dice"] is None for viewer in ("ann", "dealer", "floor"))
    script.do(UncoverDice())
    found = script.last(StartDetermined)
    assert {"MDP-5.K.1.b.i", "MDP-5.K.1.b.ii"} <= set(found.clauses)
    assert (found.dice, found.number) == ((6, 5, 2), 13)
    assert view(script.state, "ann")["round"]["dice"] == [6, 5, 2]


@pytest.mark.clause("MDP-5.K.1.c")
def test_a_bank_that_lifts_the_lid_shakes_again(poker: Poker) -> None:
    script = poker(players=FOUR)
    second_round(script)
    script.to(Phase.STARTING, Plan(wagers={"ann": 1000}, bank="cyd"))
    script.do(ShakeDice(dice=(1, 2, 3), player="cyd"), CallNoRoll(reason="lid-lifted"))
    assert script.last(NoRollCalled).clauses == ("MDP-5.K.1.c",)
    assert script.refusal(UncoverDice()).clause == "MDP-5.K.1.a"
    assert script.refusal(ShakeDice(dice=(1, 1, 1))).clause == "MDP-5.K.1.a.i"
    script.do(ShakeDice(dice=(4, 4, 4), player="cyd"), UncoverDice())
    assert script.last(StartDetermined).number == 12


@pytest.mark.clause("MDP-5.K.1.d")
@pytest.mark.parametrize(("dice", "start"), [((1, 1, 1), 2), ((2, 2, 3), 6), ((2, 3, 3), 0), ((6, 6, 6), 3)])
def test_every_position_counts_from_the_dealer_on(poker: Poker, dice: tuple[int, int, int], start: int) -> None:
    script = poker(players={"ann": 4})
    script.to(Phase.DEALING, Plan(wagers={"ann": 1000}, dice=dice))
    assert script.state.current.start == start
    assert "MDP-5.K.1.d" in script.last(StartDetermined).clauses


@pytest.mark.clause("MDP-5.K.1.e")
def test_with_a_bank_the_count_starts_there(poker: Poker) -> None:
    script = poker(players=FOUR)
    second_round(script)
    script.to(Phase.DEALING, Plan(wagers={"ann": 1000}, bank="cyd", dice=(1, 2, 1)))
    assert script.state.current.start == 1  # 5, 6, dealer, 1
    assert "MDP-5.K.1.e" in script.last(StartDetermined).clauses


@pytest.mark.clause("MDP-5.K.1.f")
def test_after_the_deal_the_shaker_is_put_away_unless_the_deal_is_void(poker: Poker) -> None:
    script = poker(players=FOUR)
    script.to(Phase.SETTING, Plan(wagers=WAGERS))
    assert script.last(ShakerRested).clauses == ("MDP-5.K.1.f",)
    assert script.state.current.covered
    other = poker(players=FOUR)
    other.to(Phase.DEALING, Plan(wagers=WAGERS))
    other.do(PlaceDeck(), DealWithSlip(slip="short", position=3))
    assert not other.events(ShakerRested)


@pytest.mark.clause("MDP-5.K.2", "MDP-5.K.2.a")
@pytest.mark.parametrize("number", [1, 5, 7])
def test_a_random_number_from_one_to_seven_is_counted_from_the_dealer(poker: Poker, number: int) -> None:
    script = poker(NUMBER, players=FOUR)
    script.to(Phase.STARTING, Plan(wagers=WAGERS))
    for wrong in (0, 8):
        assert script.refusal(DrawNumber(number=wrong)).clause == "MDP-5.K.2"
    assert script.refusal(ShakeDice(dice=(1, 1, 1))).clause == "MDP-8.D.1"
    script.do(DrawNumber(number=number))
    assert script.state.current.start == number - 1
    assert script.last(StartDetermined).clauses == ("MDP-5.K.2", "MDP-5.K.2.a")


@pytest.mark.clause("MDP-5.K.2.b")
def test_with_a_bank_the_number_is_counted_from_there(poker: Poker) -> None:
    script = poker(NUMBER, players=FOUR)
    second_round(script)
    script.to(Phase.DEALING, Plan(wagers={"ann": 1000}, bank="dan", number=3))
    assert script.state.current.start == 1  # 6, dealer, 1
    assert "MDP-5.K.2.b" in script.last(StartDetermined).clauses


@pytest.mark.clause("MDP-5.K.3", "MDP-5.K.3.a", "MDP-5.K.3.b")
def test_a_button_starts_at_the_dealer_and_moves_clockwise_round_by_round(poker: Poker) -> None:
    script = poker(BUTTON, players=FOUR)
    script.to(Phase.STARTING, Plan(wagers=WAGERS))
    assert script.refusal(ShakeDice(dice=(1, 1, 1))).clause == "MDP-10.B"
    assert script.refusal(DrawNumber(number=1)).clause == "MDP-10.B"
    script.play()
    for _ in range(7):
        script.play(Plan(wagers=WAGERS))
    starts = [event.start for event in script.events(StartDetermined)]
    assert starts == [0, 6, 5, 4, 3, 2, 1, 0]
    assert all("MDP-5.K.3.a" in event.clauses for event in script.events(StartDetermined))
    assert [event.position for event in script.events(ButtonMoved)] == [6, 5, 4, 3, 2, 1, 0, 6]
    assert script.last(ButtonMoved).clauses == ("MDP-5.K.3.b",)
    assert poker(players=FOUR).refusal(UseButton()).clause == "MDP-8.D.1"


@pytest.mark.clause("MDP-5.L")
def test_the_starting_position_may_be_marked(poker: Poker) -> None:
    plain = poker(players=FOUR)
    plain.to(Phase.DEALING, Plan(wagers=WAGERS))
    assert not plain.events(StartMarked)
    marked = poker({"dealing.start_marker": "cover-card"}, players=FOUR)
    marked.to(Phase.DEALING, Plan(wagers=WAGERS))
    assert marked.last(StartMarked).position == marked.state.current.start
    assert marked.last(StartMarked).clauses == ("MDP-5.L",)
    assert len(marked.state.current.order) == len(DECK)
