"""MDP chapter 11, sections H to J: optional wagers on the seven cards, Envy Bonuses, and the progressive."""

from collections.abc import Callable, Mapping

import pytest

from paigow.comparison import Result
from paigow.money import CAGE, INVENTORY, Account, bet, rack
from paigow.poker import ENVY_TABLES, PAYTABLES, FortuneClass
from paigow.table import Command, Phase, TableState
from paigow.table.cards.bonus import HandRearranged
from paigow.table.cards.discards import HandDiscarded
from paigow.table.cards.envy import EnvyHandAnnounced, EnvyPaid
from paigow.table.cards.progressive import (
    CompleteDocuments,
    ProgressiveHit,
    ProgressivePaid,
    ValidateProgressive,
)
from paigow.table.core.model import HandStatus, WagerKey
from paigow.table.script import Plan, TableScript
from paigow.table.steps.closing import CloseRound
from paigow.table.steps.seating import rack_of
from paigow.table.steps.settlement import ExposeHand, HandExposed, RoundSettled, WagerSettled
from paigow.table.steps.side_wagers import SideWagerSettled
from paigow.table.view import view

Poker = Callable[..., TableScript]
Bets = Callable[..., dict[Phase, list[Command]]]
PickedUp = Callable[[TableScript], TableState]
Wagers = Mapping[str, tuple[int, Mapping[str, int]]]

DEALER = "Kd Kc Jd 7d 4c Tc 2d"
SEVEN_STRAIGHT_FLUSH = "9h 8h 7h 6h 5h 4h 3h"
FIVE_ACES = "As Ah Ad Ac Jk 9c 4d"
ROYAL = "As Ks Qs Js Ts 6d 2h"
QUADS = "8s 8h 8d 8c Qd 6h 3c"
OTHER_QUADS = "9s 9h 9d 9c Qc 6s 3s"
FULL = "8s 8h 8d Qc Qd 6h 3c"
THREES = "8s 8h 8d Ac Qd 6h 3c"
STRAIGHT = "9s 8h 7c 6c 5s Qd 2c"
BOTH_OF_THEM = "9s 8h 7c 6c 5s 5d 5c"
PAIR = "As Ah Qh 9c 7s 4s 2h"
KING_HIGH = "Ks Jc 9d 7s 5s 3h 2s"
METER = Account("meter:progressive")


def played(
    poker: Poker,
    bets: Bets,
    wagers: Wagers,
    hands: Mapping[int, str],
    choices: Mapping[str, object] = {},
    to: Phase = Phase.FINISHED,
) -> TableScript:
    script = poker(choices, players={name: position for name, (position, _) in wagers.items()})
    script.to(to, Plan(before=bets(wagers), hands={0: DEALER, **hands}))
    return script


def side(script: TableScript, kind: str) -> SideWagerSettled:
    (settled,) = [event for event in script.events(SideWagerSettled) if event.wager.kind == kind]
    return settled


# whatever the main wager did


@pytest.mark.clause("MDP-11.H.1")
def test_the_dealer_lays_the_best_hand_of_the_seven_cards(poker: Poker, bets: Bets) -> None:
    script = played(poker, bets, {"ann": (1, {"main": 1000, "fortune": 100})}, {1: FULL})
    laid = script.last(HandRearranged)
    assert laid.clauses == ("MDP-11.H.1",)
    assert " ".join(map(str, laid.best)) == "Qd Qc 8s 8h 8d"
    assert laid.name == "Full house, eights over queens"
    plain = played(poker, bets, {"ann": (1, {"main": 1000})}, {1: FULL})
    assert not plain.events(HandRearranged)


@pytest.mark.clause("MDP-11.H.1")
def test_optional_wagers_do_not_care_how_the_hand_was_set(poker: Poker, bets: Bets) -> None:
    wagers = bets({"ann": (1, {"main": 1000, "fortune": 100, "emperors": 100})})
    script = poker(players=["ann"])
    foul = {1: "8d Ac Qd 6h 3c / 8s 8h"}
    script.to(Phase.FINISHED, Plan(before=wagers, hands={0: DEALER, 1: THREES}, settings=foul))
    assert script.last(HandExposed).foul
    assert script.last(WagerSettled).result is Result.LOSE
    assert side(script, "fortune").won == side(script, "emperors").won == 300


@pytest.mark.clause("MDP-11.H.2")
def test_with_a_qualifying_wager_on_the_table_all_players_cards_are_rearranged(poker: Poker, bets: Bets) -> None:
    wagers = {"ann": (1, {"main": 1000}), "bob": (2, {"main": 1000, "fortune": 500}), "cyd": (3, {"main": 1000})}
    script = played(poker, bets, wagers, {})
    laid = {event.position: event.clauses for event in script.events(HandRearranged)}
    assert laid == {1: ("MDP-11.H.2",), 2: ("MDP-11.H.1",), 3: ("MDP-11.H.2",)}
    small = {**wagers, "bob": (2, {"main": 1000, "fortune": 499})}
    other = played(poker, bets, small, {})
    assert [event.position for event in other.events(HandRearranged)] == [2]


# Fortune Bonus and Emperor's Treasure

WINS = {
    "fortune": "MDP-11.H.3.a.ii",
    "emperors": "MDP-11.H.4.b",
}
LOSES = {"fortune": "MDP-11.H.3.a.i", "emperors": "MDP-11.H.4.a"}


@pytest.mark.clause("MDP-11.H.3.a.i", "MDP-11.H.4.a")
@pytest.mark.parametrize("kind", ["fortune", "emperors"])
def test_nothing_that_pays_is_collected(poker: Poker, bets: Bets, kind: str) -> None:
    script = played(poker, bets, {"ann": (1, {"main": 1000, kind: 300})}, {1: PAIR})
    settled = side(script, kind)
    assert settled.result is Result.LOSE
    assert settled.clauses == (LOSES[kind],)
    assert [(move.debit, move.credit, move.amount) for move in settled.transfers] == [
        (bet(1, kind, "ann"), INVENTORY, 300)
    ]
    assert 1 in script.state.current.stack.discards


@pytest.mark.clause("MDP-11.H.3.a.ii", "MDP-11.H.4.b")
@pytest.mark.parametrize("kind", ["fortune", "emperors"])
@pytest.mark.parametrize(("hand", "pays"), [(STRAIGHT, 2), (THREES, 3), (FULL, 5), (ROYAL, 150)])
def test_what_pays_is_paid_by_chapter_13_and_discarded(
    poker: Poker, bets: Bets, kind: str, hand: str, pays: int
) -> None:
    script = played(poker, bets, {"ann": (1, {"main": 1000, kind: 300})}, {1: hand})
    settled = side(script, kind)
    assert (settled.result, settled.won) == (Result.WIN, 300 * pays)
    assert WINS[kind] in settled.clauses
    assert sum(move.amount for move in settled.transfers if move.credit == rack("ann")) == 300 * pays + 300
    assert 1 in script.state.current.stack.discards


@pytest.mark.clause("MDP-11.H.3.a.i", "MDP-11.H.4.a")
@pytest.mark.parametrize("kind", ["fortune", "emperors"])
@pytest.mark.parametrize(
    ("choices", "hand", "pays"),
    [
        ({}, THREES, 3),
        ({}, BOTH_OF_THEM, 2),
        ({"readings.threes_over_straight": "better-line"}, BOTH_OF_THEM, 3),
        ({"readings.bonus_threshold": "straight"}, THREES, 0),
        ({"readings.bonus_threshold": "straight"}, BOTH_OF_THEM, 2),
        ({"readings.bonus_threshold": "straight"}, FULL, 5),
    ],
)
def test_three_of_a_kind_pays_by_the_readings(
    poker: Poker, bets: Bets, kind: str, choices: dict[str, object], hand: str, pays: int
) -> None:
    script = played(poker, bets, {"ann": (1, {"main": 1000, kind: 100})}, {1: hand}, choices)
    assert side(script, kind).won == 100 * pays
    assert side(script, kind).result is (Result.WIN if pays else Result.LOSE)


# Envy

ANN_HAS_QUADS = {1: QUADS}


@pytest.mark.clause("MDP-11.H.3.a.iii", "MDP-11.H.4.c")
@pytest.mark.parametrize(("kind", "clause"), [("fortune", "MDP-11.H.3.a.iii"), ("emperors", "MDP-11.H.4.c")])
def test_a_winner_with_an_envy_hand_is_announced_and_stays_face_up(
    poker: Poker, bets: Bets, kind: str, clause: str
) -> None:
    wagers = {"ann": (1, {"main": 1000, kind: 100}), "bob": (2, {"main": 1000, kind: 500})}
    script = played(poker, bets, wagers, ANN_HAS_QUADS, to=Phase.EXPOSING)
    script.do(ExposeHand())
    announced = script.last(EnvyHandAnnounced)
    assert (announced.position, announced.hand) == (1, FortuneClass.FOUR_OF_A_KIND)
    assert clause in announced.clauses
    assert 1 not in script.state.current.stack.discards
    assert view(script.state, "cyd")["round"]["hands"][1]["pieces"] == QUADS.split()


@pytest.mark.clause("MDP-11.H.3.a.iv", "MDP-11.H.4.d")
@pytest.mark.parametrize(("kind", "clause"), [("fortune", "MDP-11.H.3.a.iv"), ("emperors", "MDP-11.H.4.d")])
def test_so_is_one_without_that_wager_if_another_has_a_qualifying_one(
    poker: Poker, bets: Bets, kind: str, clause: str
) -> None:
    wagers = {"ann": (1, {"main": 1000}), "bob": (2, {"main": 1000, kind: 500})}
    script = played(poker, bets, wagers, ANN_HAS_QUADS, to=Phase.EXPOSING)
    script.do(ExposeHand())
    assert clause in script.last(EnvyHandAnnounced).clauses
    assert 1 not in script.state.current.stack.discards
    alone = played(poker, bets, {"ann": (1, {"main": 1000, kind: 500})}, ANN_HAS_QUADS)
    assert not alone.events(EnvyHandAnnounced)
    assert 1 in alone.state.current.stack.discards


PAID = {"fortune": "MDP-11.H.3.b", "emperors": "MDP-11.H.4.e"}


@pytest.mark.clause("MDP-11.H.3.b", "MDP-11.H.4.e", "MDP-1.B.3")
@pytest.mark.parametrize("kind", ["fortune", "emperors"])
def test_when_all_are_settled_every_lammer_is_paid(poker: Poker, bets: Bets, kind: str) -> None:
    wagers = {
        "ann": (1, {"main": 1000}),
        "bob": (2, {"main": 1000, kind: 500}),
        "cyd": (4, {"main": 1000, kind: 10_000}),
        "dan": (5, {"main": 1000, kind: 499}),
    }
    script = played(poker, bets, wagers, ANN_HAS_QUADS)
    paid = script.events(EnvyPaid)
    assert [(event.player, event.position, event.amount) for event in paid] == [("bob", 1, 500), ("cyd", 1, 500)]
    assert all(PAID[kind] in event.clauses for event in paid)
    assert [(move.debit, move.credit) for event in paid for move in event.transfers] == [
        (INVENTORY, rack("bob")),
        (INVENTORY, rack("cyd")),
    ]
    kinds = [type(event) for _, events in script.history for event in events]
    last_settled = max(index for index, found in enumerate(kinds) if found is SideWagerSettled)
    assert kinds.index(EnvyPaid) > last_settled


@pytest.mark.clause("MDP-11.H.3.b.i", "MDP-11.H.4.e.i")
@pytest.mark.parametrize("kind", ["fortune", "emperors"])
def test_one_player_may_get_several(poker: Poker, bets: Bets, kind: str) -> None:
    wagers = {
        "ann": (1, {"main": 1000}),
        "bob": (2, {"main": 1000, kind: 500}),
        "cyd": (4, {"main": 1000}),
    }
    script = played(poker, bets, wagers, {1: QUADS, 4: ROYAL})
    paid = {(event.player, event.position): event.amount for event in script.events(EnvyPaid)}
    assert paid == {("bob", 1): 500, ("bob", 4): 5000}


@pytest.mark.clause("MDP-11.H.3.b.ii", "MDP-11.H.4.e.ii")
@pytest.mark.parametrize("kind", ["fortune", "emperors"])
def test_none_for_ones_own_hand_or_for_the_dealers(poker: Poker, bets: Bets, kind: str) -> None:
    wagers = {"ann": (1, {"main": 1000, kind: 500}), "bob": (2, {"main": 1000, kind: 500})}
    script = poker()
    script.to(Phase.FINISHED, Plan(before=bets(wagers), hands={0: OTHER_QUADS, 1: QUADS}))
    assert [(event.player, event.position) for event in script.events(EnvyPaid)] == [("bob", 1)]


@pytest.mark.clause("MDP-11.H.3.b.ii", "MDP-11.H.4.e.ii")
@pytest.mark.parametrize("kind", ["fortune", "emperors"])
def test_none_for_ones_own_second_hand(poker: Poker, bets: Bets, kind: str) -> None:
    both = bets({"ann": (3, {"main": 1000, kind: 500})})[Phase.BETTING]
    both = both + bets({"ann": (4, {"main": 1000}), "bob": (6, {"main": 1000})})[Phase.BETTING]
    script = poker(players={"ann": 3, "bob": 6})
    script.to(Phase.FINISHED, Plan(before={Phase.BETTING: both}, hands={0: DEALER, 4: QUADS, 6: OTHER_QUADS}))
    assert [(event.player, event.position) for event in script.events(EnvyPaid)] == [("ann", 6)]


@pytest.mark.clause("MDP-11.H.3.b", "MDP-11.H.4.e")
@pytest.mark.parametrize(
    ("reading", "expected"),
    [("each", [("fortune", 500), ("emperors", 500)]), ("higher", [("fortune", 500)])],
)
def test_both_tables_pay_each_unless_read_as_the_higher_only(
    poker: Poker, bets: Bets, reading: str, expected: list[tuple[str, int]]
) -> None:
    wagers = {"ann": (1, {"main": 1000}), "bob": (2, {"main": 1000, "fortune": 500, "emperors": 500})}
    script = played(poker, bets, wagers, ANN_HAS_QUADS, {"readings.envy_tables": reading})
    assert [(event.kind, event.amount) for event in script.events(EnvyPaid)] == expected


@pytest.mark.clause("MDP-1.B.4", "MDP-11.H.3.b")
def test_each_table_judges_the_hand_by_its_own_classes(poker: Poker, bets: Bets) -> None:
    """A king and queen next to a royal flush count for the Fortune Bonus, not for Emperor's Treasure."""
    wagers = {"ann": (1, {"main": 1000}), "bob": (2, {"main": 1000, "fortune": 500, "emperors": 500})}
    script = played(poker, bets, wagers, {1: "As Ks Qs Js Ts Kh Qh"})
    paid = {event.kind: event.amount for event in script.events(EnvyPaid)}
    assert paid == {"fortune": 100_000, "emperors": 5000}


@pytest.mark.clause("MDP-11.H.3.b.i")
@pytest.mark.parametrize(("reading", "positions"), [("counts", [2]), ("ignored", [])])
def test_a_banks_hand_is_a_players_hand_unless_read_otherwise(
    poker: Poker, bets: Bets, reading: str, positions: list[int]
) -> None:
    script = poker({"readings.envy_bank_hand": reading})
    script.play(Plan(wagers={"ann": 1000, "bob": 1000}))
    wagers = bets({"ann": (1, {"main": 1000, "fortune": 500})})
    script.to(Phase.FINISHED, Plan(before=wagers, bank="bob", hands={2: QUADS}))
    assert [event.position for event in script.events(EnvyPaid)] == positions


@pytest.mark.clause("MDP-11.H.3.c", "MDP-11.H.4.f")
@pytest.mark.parametrize(
    ("envious", "cited"),
    [
        (["fortune"], ("MDP-11.H.3.c", "MDP-11.J")),
        (["emperors"], ("MDP-11.H.4.f", "MDP-11.J")),
        (["fortune", "emperors"], ("MDP-11.H.3.c", "MDP-11.H.4.f", "MDP-11.J")),
    ],
)
def test_after_the_envy_bonuses_the_rest_is_collected(
    poker: Poker, bets: Bets, picked_up: PickedUp, envious: list[str], cited: tuple[str, ...]
) -> None:
    wagers = {"ann": (1, {"main": 1000}), "bob": (2, {"main": 1000, **dict.fromkeys(envious, 500)})}
    script = played(poker, bets, wagers, ANN_HAS_QUADS)
    settled = picked_up(script)
    kinds = [event for _, events in script.history for event in events]
    gone = next(event for event in kinds if isinstance(event, HandDiscarded) and event.position == 1)
    assert gone.clauses == cited  # the tables on which others have lammers, and no other
    assert kinds.index(gone) > max(index for index, event in enumerate(kinds) if isinstance(event, EnvyPaid))
    assert set(settled.current.stack.discards) == {"stub", *range(7)}


# Insurance


@pytest.mark.clause("MDP-11.H.5.a")
@pytest.mark.parametrize("hand", [PAIR, STRAIGHT, ROYAL, "As Js 8s 6s 3s Qd 4h"])
def test_with_a_pair_or_better_insurance_is_collected(poker: Poker, bets: Bets, hand: str) -> None:
    script = played(poker, bets, {"ann": (1, {"main": 1000, "insurance": 200})}, {1: hand})
    settled = side(script, "insurance")
    assert (settled.result, settled.clauses) == (Result.LOSE, ("MDP-11.H.5.a",))


@pytest.mark.clause("MDP-11.H.5.b", "MDP-11.H.5.c")
def test_with_nothing_it_is_paid_and_the_cards_discarded(poker: Poker, bets: Bets) -> None:
    script = played(poker, bets, {"ann": (1, {"main": 1000, "insurance": 200})}, {1: KING_HIGH})
    settled = side(script, "insurance")
    assert (settled.result, settled.won, settled.line) == (Result.WIN, 1000, "king-high")
    assert "MDP-11.H.5.b" in settled.clauses
    assert 1 in script.state.current.stack.discards


# Progressive


@pytest.mark.clause("MDP-11.H.6.a")
@pytest.mark.parametrize("hand", [PAIR, THREES, "As Js 8s 6s 3s Qd 4h"])
def test_below_a_full_house_the_progressive_wager_is_lost(poker: Poker, bets: Bets, hand: str) -> None:
    script = played(poker, bets, {"ann": (1, {"main": 1000, "progressive": 100})}, {1: hand})
    settled = side(script, "progressive")
    assert (settled.result, settled.won, settled.clauses) == (Result.LOSE, 0, ("MDP-11.H.6.a",))
    assert not settled.transfers
    assert 1 in script.state.current.stack.discards


def hit(poker: Poker, bets: Bets, hand: str, choices: Mapping[str, object] = {}) -> TableScript:
    wagers = {"ann": (1, {"main": 1000, "progressive": 100}), "bob": (2, {"main": 1000, "progressive": 100})}
    script = played(poker, bets, wagers, {1: hand}, choices, to=Phase.EXPOSING)
    script.do(ExposeHand())
    return script


@pytest.mark.clause("MDP-11.H.6.b.i", "MDP-11.H.6.b.ii")
def test_a_winning_hand_is_verified_with_its_light(poker: Poker, bets: Bets) -> None:
    script = hit(poker, bets, FULL)
    found = script.last(ProgressiveHit)
    assert found.wager == WagerKey("ann", 1, "progressive")
    assert (found.hand, found.light) == ("full house", "full house")
    assert found.clauses == ("MDP-11.H.6.b.i", "MDP-11.H.6.b.ii")
    assert not script.events(ProgressivePaid)


@pytest.mark.clause("MDP-11.H.6.b.iii", "MDP-11.H.6.b.iv")
def test_the_floor_validates_before_it_is_paid_and_before_anything_else_goes_on(poker: Poker, bets: Bets) -> None:
    script = hit(poker, bets, FULL)
    assert ValidateProgressive(position=1).by == "floor"
    assert script.refusal(ExposeHand()).clause == "MDP-11.H.6.b.iii"
    assert script.refusal(ValidateProgressive(position=2)).clause == "MDP-11.H.6.b.iii"
    before = rack_of(script.state, "ann")
    script.do(ValidateProgressive(position=1))
    paid = script.last(ProgressivePaid)
    assert {"MDP-11.H.6.b.iii", "MDP-11.H.6.b.iv", "MDP-13.E.2.f"} <= set(paid.clauses)
    assert paid.amount == 400
    assert rack_of(script.state, "ann") == before + 400
    assert script.refusal(ValidateProgressive(position=1)).clause == "MDP-11.H.6.b.iii"
    assert 1 in script.state.current.stack.discards
    script.to(Phase.FINISHED)


@pytest.mark.clause("MDP-11.H.6.b.v")
@pytest.mark.parametrize(("hand", "percent"), [(SEVEN_STRAIGHT_FLUSH, 100), (FIVE_ACES, 10)])
def test_a_share_of_the_meter_never_comes_out_of_the_inventory(
    poker: Poker, bets: Bets, hand: str, percent: int
) -> None:
    script = hit(poker, bets, hand)
    shown = script.state.meters["progressive"].display
    inventory = script.state.ledger[INVENTORY]
    script.do(ValidateProgressive(position=1))
    paid = script.last(ProgressivePaid)
    assert "MDP-11.H.6.b.v" in paid.clauses
    assert (paid.meter, paid.percent, paid.amount) == ("progressive", percent, shown * percent // 100)
    assert paid.transfers[0].debit == METER
    assert all(INVENTORY not in (move.debit, move.credit) for move in paid.transfers)
    assert script.state.ledger[INVENTORY] == inventory


@pytest.mark.clause("MDP-11.H.6.b.vi")
def test_cards_paid_from_a_meter_stay_until_the_papers_are_done(poker: Poker, bets: Bets) -> None:
    script = hit(poker, bets, FIVE_ACES)
    script.do(ValidateProgressive(position=1))
    assert 1 not in script.state.current.stack.discards
    assert script.state.current.hands[1].status is HandStatus.EXPOSED
    script.do(ExposeHand())
    assert not script.events(RoundSettled)
    assert script.refusal(CompleteDocuments(position=2)).clause == "MDP-11.H.6.b.vi"
    script.do(CompleteDocuments(position=1))
    assert 1 in script.state.current.stack.discards
    assert script.events(RoundSettled)
    script.step()
    assert script.state.round is None


@pytest.mark.clause("MDP-11.H.6.b.vi")
def test_a_round_is_not_closed_over_open_papers(poker: Poker, bets: Bets) -> None:
    script = poker(players=["ann"])
    script.to(Phase.EXPOSING, Plan(before=bets({"ann": (1, {"main": 1000, "progressive": 100})}), hands={1: FIVE_ACES}))
    script.do(ExposeHand(), ValidateProgressive(position=1))
    assert not script.events(RoundSettled)
    assert script.refusal(CloseRound(seed="0" * 64)).clause is not None
    script.do(CompleteDocuments(position=1))
    assert script.state.phase is Phase.FINISHED


# all of them


@pytest.mark.clause("MDP-11.I", "MDP-11.H.6.b.iv")
def test_all_of_a_players_optional_wagers_are_settled_before_the_cards_go(poker: Poker, bets: Bets) -> None:
    wagers = {
        "ann": (1, {"main": 1000, "fortune": 500, "emperors": 500, "insurance": 500, "progressive": 100}),
    }
    script = played(poker, bets, wagers, {1: QUADS})
    events = [event for _, events in script.history for event in events]
    gone = next(index for index, event in enumerate(events) if isinstance(event, HandDiscarded) and event.position == 1)
    settled = [index for index, event in enumerate(events) if isinstance(event, SideWagerSettled | ProgressivePaid)]
    assert len(settled) == 4
    assert max(settled) < gone
    assert "MDP-11.I" in events[gone].clauses
    net = 500 * 25 + 500 * 25 - 500 + 7500 - 100
    main = script.last(WagerSettled)
    won = {Result.WIN: main.won - main.vigorish, Result.PUSH: 0, Result.LOSE: -1000}[main.result]
    assert rack_of(script.state, "ann") == 1_000_000 + net + won


@pytest.mark.clause("MDP-12.N")
def test_under_a_players_bank_the_house_pays_optional_wagers(poker: Poker, bets: Bets) -> None:
    script = poker()
    script.play(Plan(wagers={"ann": 1000, "bob": 1000}))
    inventory, bank = script.state.ledger[INVENTORY], rack_of(script.state, "bob")
    wagers = bets({"ann": (1, {"main": 1000, "fortune": 100})})
    before = {**wagers}
    script.to(Phase.EXPOSING, Plan(before=before, bank="bob", hands={1: QUADS}))
    dealer = sum(amount for key, amount in script.state.current.wagers.items() if key.kind == "dealer")
    script.do(ExposeHand())
    settled = side(script, "fortune")
    assert settled.won == 2500
    assert {move.debit for move in settled.transfers} == {INVENTORY, bet(1, "fortune", "ann")}
    assert bank == rack_of(script.state, "bob")
    assert script.state.ledger[INVENTORY] <= inventory - 2500 + dealer


@pytest.mark.clause("MDP-11.H.3.a.ii")
def test_the_pay_tables_of_the_submission_are_used(poker: Poker, bets: Bets) -> None:
    for letter in "ABCD":
        script = played(
            poker,
            bets,
            {"ann": (1, {"main": 1000, "fortune": 100}), "bob": (2, {"main": 1000, "fortune": 500})},
            {1: FIVE_ACES},
            {"wagers.fortune.paytable": letter},
        )
        pays = {line.hand: line.amount for line in PAYTABLES["fortune"][letter].lines}
        envy = {line.hand: line.amount for line in ENVY_TABLES["fortune"][letter].lines}
        assert [e.won for e in script.events(SideWagerSettled) if e.won] == [100 * pays[FortuneClass.FIVE_ACES]]
        assert [event.amount for event in script.events(EnvyPaid)] == [envy[FortuneClass.FIVE_ACES]]
        assert script.state.ledger[CAGE] < 0
