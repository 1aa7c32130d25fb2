"""MDP chapter 5, sections A to C and H to J: when and how cards are shuffled, and an idle table."""

from collections.abc import Callable

import pytest

from paigow.table import Phase
from paigow.table.cards.card_cut import CardsCut, CutOffered, DirectShuffle, OfferCut, RequireRecut, ShuffleDirected
from paigow.table.cards.decks import DeckPlaced, DeckTaken, PlaceDeck
from paigow.table.script import Plan, TableScript
from paigow.table.steps.delivery import Delivered
from paigow.table.steps.mixing import Mixed
from paigow.table.steps.opening import AskFaceUp, DisplaySet, SetDisplayed, SetTurnedUp, TurnSetDown, ViewSet
from paigow.table.steps.seating import LeaveTable
from paigow.table.steps.start import StartDetermined
from paigow.table.view import view

Poker = Callable[..., TableScript]
FOUR = {"ann": 2, "bob": 3, "cyd": 5, "dan": 6}
WAGERS = dict.fromkeys(FOUR, 1000)
SHUFFLER = {"dealing.shuffler": "automated"}
INTO_SHOE = {"dealing.shuffler": "into-shoe"}
RESHUFFLING = {"dealing.shuffler": "reshuffling-device", "approvals.reshuffling_device": "ref 1"}
TWO_DECKS = {**SHUFFLER, "dealing.decks": 2, "dealing.backs": ["red", "blue"]}


def offered(script: TableScript) -> list[str]:
    return [event.player for event in script.events(CutOffered)]


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
    assert after.current.stack.order != before.stack.order
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
    assert script.state.game.cite("start")[-1] == "MDP-5.C.1"
    assert not script.events(CardsCut)
    assert script.last(Mixed).order == script.state.current.stack.order
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
    assert script.state.current.stack.cut


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
    assert script.last(SetTurnedUp).pieces == script.state.game.spread * 2
    script.state = quiet
    (turned,) = script.do(TurnSetDown())
    assert "MDP-5.H.5.b" in turned.clauses
    script.to(Phase.BETTING, Plan(wagers={"bob": 1000}))
    assert script.state.current.stack.order
