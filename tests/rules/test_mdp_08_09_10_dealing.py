"""MDP chapters 8, 9 and 10: the same deal from a manual shoe, from the hand and from an automated shoe.

Each of the three chapters says it in its own clauses; `CHAPTERS` has them side by side.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from tests.rules.racks import rack_contents

from paigow.money import INVENTORY, bet
from paigow.poker import DECK
from paigow.table import Command, Phase
from paigow.table.cards.awards import Envy
from paigow.table.cards.card_deal import CardLost, DealWithSlip, StubWrong
from paigow.table.cards.cards import StubCounted
from paigow.table.cards.decks import DeckPlaced, DeckRemoved, PlaceDeck
from paigow.table.cards.envy import LammersPlaced
from paigow.table.cards.progressive import ProgressiveCollected, ProgressiveLocked
from paigow.table.core.model import HandStatus, WagerKey
from paigow.table.floor.conduct import NoteConduct
from paigow.table.floor.irregularities import RoundVoided
from paigow.table.script import Plan, TableScript
from paigow.table.steps.delivery import Deliver, Delivered, EmptyCollected
from paigow.table.steps.seating import rack_of
from paigow.table.steps.start import StartDetermined
from paigow.table.steps.wagers import BetsClosed, NoMoreBets, PlaceWager
from paigow.table.view import FACE_DOWN, view

Poker = Callable[..., TableScript]
Bets = Callable[..., dict[Phase, list[Command]]]


@dataclass(frozen=True)
class Chapter:
    """How one chapter deals, and the clauses in which it says so."""

    method: str
    close: str
    lammer: str
    lock: str
    count: str
    bank: str
    start: str
    stub: str
    rack: str
    wrong: str
    misdealt: str
    deck: str
    collect: str

    @property
    def choices(self) -> dict[str, object]:
        device = {} if self.method == "manual-shoe" else {"dealing.shuffler": "automated"}
        return {"dealing.method": self.method, "equipment.cards_hours": 4, **device}

    def load(self) -> PlaceDeck:
        return PlaceDeck(hand="right" if self.method == "hand" else "")


SHOE = Chapter(
    "manual-shoe", "MDP-8.C", "MDP-8.C.1", "MDP-8.C.2", "MDP-8.C.3", "MDP-8.C.4", "MDP-8.D.1",
    "MDP-8.E.1", "MDP-8.E.2", "MDP-8.F", "MDP-8.F.1", "MDP-8.F.2", "MDP-8.G",
)  # fmt: skip
HAND = Chapter(
    "hand", "MDP-9.A.3", "MDP-9.A.3.a", "MDP-9.A.3.b", "MDP-9.A.3.b.ii", "MDP-9.A.3.b.iii", "MDP-9.B.2",
    "MDP-9.D.1", "MDP-9.D.3", "MDP-9.E", "MDP-9.E.1", "MDP-9.E.2", "MDP-9.F",
)  # fmt: skip
AUTOMATED = Chapter(
    "automated-shoe", "MDP-10.A.2", "MDP-10.A.2.a", "MDP-10.A.2.b", "MDP-10.A.2.c", "MDP-10.A.2.d", "MDP-10.B",
    "MDP-10.D.1", "MDP-10.D.3", "MDP-10.E", "MDP-10.E.1", "MDP-10.E.2", "MDP-10.F.2",
)  # fmt: skip


def chapters(
    shoe: str | tuple[str, ...], hand: str | tuple[str, ...], automated: str | tuple[str, ...]
) -> pytest.MarkDecorator:
    """The three chapters, each marked with its own clauses."""
    marked = zip((SHOE, HAND, AUTOMATED), (shoe, hand, automated), strict=True)
    return pytest.mark.parametrize(
        "chapter",
        [
            pytest.param(
                chapter,
                id=chapter.method,
                marks=pytest.mark.clause(*((clauses,) if isinstance(clauses, str) else clauses)),
            )
            for chapter, clauses in marked
        ],
    )


WAGERS = {
    "ann": (1, {"main": 1000, "fortune": 500, "emperors": 499, "progressive": 100}),
    "bob": (4, {"main": 2000, "fortune": 100, "emperors": 700, "progressive": 100}),
    "cyd": (5, {"main": 1500, "insurance": 1000}),
}
PLAYERS = {"ann": 1, "bob": 4, "cyd": 5}


def open_table(poker: Poker, bets: Bets, chapter: Chapter, phase: Phase) -> TableScript:
    script = poker(chapter.choices, players=PLAYERS)
    script.to(phase, Plan(before=bets(WAGERS)))
    return script


@chapters("MDP-8.B", ("MDP-9.A.2", "MDP-9.B.1"), "MDP-10.A.1")
def test_the_cards_are_put_where_they_are_dealt_from(poker: Poker, bets: Bets, chapter: Chapter) -> None:
    script = open_table(poker, bets, chapter, Phase.MIXING)
    assert script.refusal(chapter.load()).clause is not None
    script.to(Phase.DEALING)
    assert script.refusal(Deliver()).clause in ("MDP-8.B", "MDP-9.A.2", "MDP-10.A.1")
    script.do(chapter.load())
    placed = script.last(DeckPlaced)
    expected = {
        "manual-shoe": ("shoe", "the hand closest to the shoe", "the opposite hand"),
        "hand": ("right hand, over the inventory container", "left hand", "left hand"),
        "automated-shoe": ("automated shoe", "the shoe, in stacks of seven", "the dealer"),
    }[chapter.method]
    assert (placed.at, placed.draws, placed.lays) == expected
    assert not placed.by_device
    clause = {"manual-shoe": "MDP-8.B", "hand": "MDP-9.B.1", "automated-shoe": "MDP-10.A.1"}[chapter.method]
    assert clause in placed.clauses
    script.do(Deliver())
    assert script.state.phase is Phase.SETTING


@pytest.mark.clause("MDP-8.D.3")
def test_from_a_shoe_the_nearer_hand_draws_and_the_other_lays_face_down(poker: Poker, bets: Bets) -> None:
    script = open_table(poker, bets, SHOE, Phase.SETTING)
    placed = script.last(DeckPlaced)
    assert (placed.draws, placed.lays) == ("the hand closest to the shoe", "the opposite hand")
    assert "MDP-8.D.3" in placed.clauses
    for hand in view(script.state, "dealer")["round"]["hands"].values():
        assert hand["pieces"] == [FACE_DOWN] * 7


@pytest.mark.clause("MDP-9.A.2.a")
def test_the_hand_that_holds_the_deck_stays_the_same(poker: Poker, bets: Bets) -> None:
    script = open_table(poker, bets, HAND, Phase.DEALING)
    assert script.refusal(PlaceDeck()).clause == "MDP-9.A.2"
    script.do(PlaceDeck(hand="right"))
    assert script.refusal(PlaceDeck(hand="left")).clause == "MDP-9.A.2.a"
    script.do(Deliver())
    assert script.state.current.stack.at.startswith("right hand")
    script.play()
    script.to(Phase.DEALING, Plan(before=bets(WAGERS)))
    script.do(PlaceDeck(hand="left"))
    assert script.state.current.stack.at.startswith("left hand")


@pytest.mark.clause("MDP-9.A.2.b")
def test_cards_in_the_hand_stay_over_the_inventory(poker: Poker, bets: Bets) -> None:
    script = open_table(poker, bets, HAND, Phase.SETTING)
    assert script.state.current.stack.at.endswith("over the inventory container")
    (noted,) = script.do(NoteConduct(kind="deck-not-over-inventory", reporter="floor"))
    assert noted.clauses == ("MDP-9.A.2.b",)


@chapters(SHOE.close, HAND.close, AUTOMATED.close)
def test_no_card_before_no_more_bets(poker: Poker, bets: Bets, chapter: Chapter) -> None:
    script = open_table(poker, bets, chapter, Phase.BETTING)
    assert script.refusal(Deliver()).clause is not None
    (closed, *_) = script.do(NoMoreBets())
    assert isinstance(closed, BetsClosed)
    assert chapter.close in closed.clauses
    script.to(Phase.SETTING)
    kinds = [type(event) for _, events in script.history for event in events]
    assert kinds.index(BetsClosed) < kinds.index(Delivered)


@chapters(SHOE.lammer, HAND.lammer, AUTOMATED.lammer)
def test_a_lammer_lies_next_to_every_wager_of_five_dollars(poker: Poker, bets: Bets, chapter: Chapter) -> None:
    script = open_table(poker, bets, chapter, Phase.STARTING)
    expected = {WagerKey("ann", 1, "fortune"), WagerKey("bob", 4, "emperors")}
    assert script.state.current.part(Envy).lammers == expected
    placed = script.last(LammersPlaced)
    assert set(placed.wagers) == expected
    assert placed.clauses == (chapter.lammer,)


@chapters(SHOE.lock, HAND.lock, AUTOMATED.lock)
def test_the_progressive_system_is_locked(poker: Poker, bets: Bets, chapter: Chapter) -> None:
    script = open_table(poker, bets, chapter, Phase.BETTING)
    assert not script.events(ProgressiveLocked)
    script.do(NoMoreBets())
    assert script.last(ProgressiveLocked).clauses == (chapter.lock,)
    late = PlaceWager(player="cyd", position=5, kind="progressive", amount=100)
    assert script.refusal(late).clause == "MDP-2.D.2"
    without = poker({**chapter.choices, "wagers.progressive.offered": False})
    without.to(Phase.STARTING, Plan(wagers={"ann": 1000}))
    assert not without.events(ProgressiveLocked)


@chapters(
    ("MDP-8.C.3", "MDP-8.C.4"),
    ("MDP-9.A.3.b.i", "MDP-9.A.3.b.ii", "MDP-9.A.3.b.iii"),
    ("MDP-10.A.2.c", "MDP-10.A.2.d"),
)
def test_progressive_chips_are_collected_counted_and_banked(poker: Poker, bets: Bets, chapter: Chapter) -> None:
    script = open_table(poker, bets, chapter, Phase.BETTING)
    before = script.state.ledger
    script.do(NoMoreBets())
    collected = script.last(ProgressiveCollected)
    assert {chapter.count, chapter.bank} <= set(collected.clauses)
    assert collected.chips == collected.accepted == 2
    for name, position in (("ann", 1), ("bob", 4)):
        assert before[bet(position, "progressive", name)] == 100
        assert script.state.ledger[bet(position, "progressive", name)] == 0
    assert sum(move.amount for move in collected.transfers if move.credit == INVENTORY) == 200
    nobody = poker(chapter.choices)
    nobody.to(Phase.STARTING, Plan(wagers={"ann": 1000}))
    assert not nobody.events(ProgressiveCollected)


@chapters(SHOE.start, HAND.start, AUTOMATED.start)
def test_the_start_is_found_first(poker: Poker, bets: Bets, chapter: Chapter) -> None:
    script = open_table(poker, bets, chapter, Phase.STARTING)
    assert script.refusal(Deliver()).clause is not None
    assert script.state.game.cite("start")[0] == chapter.start
    script.to(Phase.DEALING)
    assert script.last(StartDetermined).start == script.state.current.start.position


@pytest.mark.parametrize(
    "chapter",
    [
        pytest.param(SHOE, marks=pytest.mark.clause("MDP-8.D.2")),
        pytest.param(HAND, marks=pytest.mark.clause("MDP-9.C")),
    ],
)
@pytest.mark.parametrize("dice", [(1, 1, 1), (4, 2, 2), (6, 5, 6)])
def test_one_card_at_a_time_clockwise_from_the_start_to_all_seven(
    poker: Poker, bets: Bets, chapter: Chapter, dice: tuple[int, int, int]
) -> None:
    script = poker(chapter.choices, players=PLAYERS)
    script.to(Phase.SETTING, Plan(before=bets(WAGERS), dice=dice))
    current = script.state.current
    start = (sum(dice) - 1) % 7
    dealt: dict[int, list[object]] = {position: [] for position in range(7)}
    for index, card in enumerate(current.stack.order[:49]):
        dealt[(start - index) % 7].append(card)
    for position, hand in current.hands.items():
        assert list(hand.pieces) == dealt[position]
    assert current.stack.stub == current.stack.order[49:]


@chapters("MDP-8.D.2", "MDP-9.C", ("MDP-10.C.1", "MDP-10.C.2.a", "MDP-10.C.2.b"))
def test_every_position_and_the_dealer_get_seven_whether_they_wager_or_not(
    poker: Poker, bets: Bets, chapter: Chapter
) -> None:
    script = poker({**chapter.choices, "table.seats": 3}, players=["ann"])
    script.to(Phase.SETTING, Plan(wagers={"ann": 1000}))
    assert sorted(script.state.current.hands) == list(range(7))
    assert all(len(hand.pieces) == 7 for hand in script.state.current.hands.values())


@pytest.mark.clause("MDP-10.C.1", "MDP-10.C.2.a", "MDP-10.C.2.b")
@pytest.mark.parametrize("dice", [(1, 1, 1), (4, 2, 2), (6, 5, 6)])
def test_stacks_of_seven_go_clockwise_from_the_start(poker: Poker, bets: Bets, dice: tuple[int, int, int]) -> None:
    script = poker(AUTOMATED.choices, players=PLAYERS)
    script.to(Phase.SETTING, Plan(before=bets(WAGERS), dice=dice))
    current = script.state.current
    start = (sum(dice) - 1) % 7
    for stack in range(7):
        assert current.hands[(start - stack) % 7].pieces == current.stack.order[7 * stack : 7 * stack + 7]
    assert {"MDP-10.C.1", "MDP-10.C.2.a", "MDP-10.C.2.b"} <= set(script.last(Delivered).clauses)


@chapters(
    ("MDP-8.E.1", "MDP-8.E.2"), ("MDP-9.D.1", "MDP-9.D.2", "MDP-9.D.3"), ("MDP-10.D.1", "MDP-10.D.2", "MDP-10.D.3")
)
def test_the_four_that_are_left_are_counted_and_racked_unseen(poker: Poker, bets: Bets, chapter: Chapter) -> None:
    script = open_table(poker, bets, chapter, Phase.SETTING)
    spread = script.last(StubCounted)
    assert spread.count == 4
    assert {chapter.stub, chapter.rack} <= set(spread.clauses)
    assert rack_contents(script.state)[0] == ("stub", script.state.current.stack.order[49:])
    seen = {str(card) for card in script.state.current.stack.stub}
    for viewer in ("ann", "dealer", "floor"):
        shown = view(script.state, viewer)["round"]["hands"].values()
        assert not seen & {piece for hand in shown for piece in hand["pieces"]}
    (noted,) = script.do(NoteConduct(kind="stub-exposed", reporter="floor"))
    hidden = {"manual-shoe": "MDP-8.E.2", "hand": "MDP-9.D.2", "automated-shoe": "MDP-10.D.2"}
    assert noted.clauses == (hidden[chapter.method],)


@chapters(("MDP-8.F", "MDP-8.F.1"), ("MDP-9.E", "MDP-9.E.1"), ("MDP-10.E", "MDP-10.E.1"))
@pytest.mark.parametrize(("slip", "position", "count"), [("extra", 4, 3), ("short", 0, 5), ("short", 6, 5)])
def test_a_hand_with_a_wrong_count_voids_the_round(
    poker: Poker, bets: Bets, chapter: Chapter, slip: str, position: int, count: int
) -> None:
    script = poker(chapter.choices, players=PLAYERS)
    script.to(Phase.BETTING, Plan())
    racks = {name: rack_of(script.state, name) for name in PLAYERS}
    meters = script.state.meters
    script.do(*bets(WAGERS)[Phase.BETTING])
    script.to(Phase.DEALING)
    script.do(chapter.load(), DealWithSlip(slip=slip, position=position))
    wrong = script.last(StubWrong)
    assert (wrong.count, wrong.expected, wrong.misdealt) == (count, 4, (position,))
    assert wrong.clauses == (chapter.wrong,)
    assert chapter.misdealt in script.last(RoundVoided).clauses
    assert all(hand.status is HandStatus.VOID for hand in script.state.current.hands.values())
    assert {name: rack_of(script.state, name) for name in PLAYERS} == racks
    assert script.state.meters == meters
    assert not script.events(DeckRemoved)
    assert not script.events(EmptyCollected)
    script.step()
    assert script.play(Plan(wagers={"ann": 1000})).rounds == 2


@chapters(("MDP-8.F", "MDP-8.F.2"), ("MDP-9.E", "MDP-9.E.2"), ("MDP-10.E", "MDP-10.E.2"))
def test_if_no_hand_is_wrong_the_deck_is_and_leaves_the_table(poker: Poker, bets: Bets, chapter: Chapter) -> None:
    script = open_table(poker, bets, chapter, Phase.DEALING)
    script.do(chapter.load(), DealWithSlip(slip="lost"))
    assert script.last(StubWrong).count == 3
    assert script.last(StubWrong).misdealt == ()
    assert script.last(RoundVoided).clauses == (chapter.deck,)
    assert script.last(DeckRemoved).clauses == (chapter.deck,)
    assert all(rack_of(script.state, name) == 1_000_000 for name in PLAYERS)
    current = script.state.current
    cards = [card for hand in current.hands.values() for card in hand.pieces] + [
        *current.stack.stub,
        *current.stack.removed,
    ]
    assert Counter(cards) == Counter(DECK)
    assert script.last(CardLost).card in current.stack.removed
    script.step()
    assert script.state.phase is Phase.CLOSED
    assert script.state.equipment.sets == {}


@chapters(SHOE.collect, HAND.collect, ("MDP-10.F.1", "MDP-10.F.2"))
def test_after_a_proper_deal_hands_without_a_wager_are_racked_unseen(
    poker: Poker, bets: Bets, chapter: Chapter
) -> None:
    script = open_table(poker, bets, chapter, Phase.SETTING)
    assert script.last(Delivered).start == script.state.current.start.position
    everybody = {f"player-{seat}": seat for seat in range(1, 7)}
    full = poker(chapter.choices, players=everybody)
    full.to(Phase.SETTING, Plan(wagers=dict.fromkeys(everybody, 1000)))
    assert full.events(EmptyCollected) == []
    collected = script.last(EmptyCollected)
    assert collected.positions == (2, 3, 6)
    assert chapter.collect in collected.clauses
    racked = dict(rack_contents(script.state))
    for position in (2, 3, 6):
        hand = script.state.current.hands[position]
        assert hand.status is HandStatus.COLLECTED
        assert racked[position] == hand.pieces
        assert view(script.state, "ann")["round"]["hands"][position]["pieces"] == [FACE_DOWN] * 7
