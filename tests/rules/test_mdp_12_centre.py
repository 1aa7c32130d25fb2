"""MDP chapter 12: every transfer through the centre of the layout, with the clause for it."""

from collections.abc import Callable, Mapping

import pytest

from paigow.money import Transfer
from paigow.table import Phase
from paigow.table.script import Plan, TableScript
from paigow.table.steps.banking import DirectDealerWager
from paigow.table.steps.settlement import BankSettled, DealerHandCompared, HandExposed, WagerSettled

Poker = Callable[..., TableScript]
clause = pytest.mark.clause

BANK = "Qs Qd Ks 8h Jc 4d 2c"  # Q-Q-8-4-2 / K-J
WINS = "Ac Ah Kd Kc 7s 6d 4h"
LOSES = "2d 3c 5h 7d 9s Ts Jh"
COPIES = "Qc Qh 8s 4c 2h As Td"  # the high hand is a copy
COPY = {0: "Qc Qh 8s 4c 2h / As Td", 1: "Qc Qh 8s 4c 2h / As Td"}
FOUL = {1: "Kd Kc 7s 6d 4h / Ac Ah"}


def moved(transfers: tuple[Transfer, ...]) -> list[tuple[str, str, int, str]]:
    return [(str(move.debit), str(move.credit), move.amount, move.clause) for move in transfers]


def settled(
    after_a_round: Poker,
    wagers: Mapping[str, int],
    hands: Mapping[int, str],
    *,
    co: bool = False,
    dealer: int = 0,
    choices: Mapping[str, object] = {},
    settings: Mapping[int, str] = {},
) -> TableScript:
    """Let bob bank at 3 against ann at 1 and dan at 6, with the dealer's wager as given."""
    script = after_a_round(choices)
    before = {} if co else {Phase.BETTING: [DirectDealerWager(player="bob", amount=dealer)]}
    plan = Plan(bank="bob", co=co, wagers=wagers, before=before, hands={3: BANK, **hands}, settings=settings)
    script.play(plan)
    return script


@clause("MDP-12.J.3", "MDP-12.J.6", "MDP-12.J.7", "MDP-12.M", "MDP-13.A.s2")
def test_a_bank_that_gains(after_a_round: Poker) -> None:
    script = settled(after_a_round, {"ann": 3000, "dan": 1000}, {1: LOSES, 6: WINS})
    _, paid = script.events(WagerSettled)
    assert moved(paid.transfers) == [
        ("centre", "rack:dan", 1000, "MDP-12.J.3"),
        ("bet:6:main:dan", "rack:dan", 1000, "MDP-12.J.3"),
        ("rack:dan", "commission", 50, "MDP-12.M"),
    ]
    (gain,) = script.events(BankSettled)
    assert moved(gain.transfers) == [
        ("centre", "commission", 100, "MDP-12.J.6"),
        ("centre", "rack:bob", 1900, "MDP-12.J.7"),
    ]


@clause("MDP-12.L.3.c", "MDP-12.L.3.d", "MDP-12.L.3.e", "MDP-12.E.5")
@pytest.mark.parametrize(
    ("left", "house", "fee", "bank"), [(2001, 1001, 50, 950), (1, 1, 0, 0), (3, 2, 1, 0), (2000, 1000, 50, 950)]
)
def test_a_co_bank_that_gains(after_a_round: Poker, left: int, house: int, fee: int, bank: int) -> None:
    script = settled(after_a_round, {"ann": 1000 + left, "dan": 1000}, {1: LOSES, 6: WINS}, co=True)
    (gain,) = script.events(BankSettled)
    moves = [
        ("centre", "inventory", house, "MDP-12.L.3.c"),
        ("centre", "commission", fee, "MDP-12.L.3.d"),
        ("centre", "rack:bob", bank, "MDP-12.L.3.e"),
    ]
    assert moved(gain.transfers) == [move for move in moves if move[2]]
    assert (gain.surplus, gain.vigorish) == (left, fee)


@clause("MDP-12.L.2", "MDP-12.L.3.a")
@pytest.mark.parametrize(("short", "bank"), [(1001, 500), (1, 0)])
def test_a_co_bank_that_loses(after_a_round: Poker, short: int, bank: int) -> None:
    script = settled(after_a_round, {"ann": 1000, "dan": 1000 + short}, {1: LOSES, 6: WINS}, co=True)
    (lost,) = script.events(BankSettled)
    moves = [
        ("rack:bob", "centre", bank, "MDP-12.L.2"),
        ("inventory", "centre", short - bank, "MDP-12.L.3.a"),
    ]
    assert moved(lost.transfers) == [move for move in moves if move[2]]


@clause("MDP-12.J.3", "MDP-12.J.4")
def test_a_centre_that_just_suffices(after_a_round: Poker) -> None:
    script = settled(after_a_round, {"ann": 1000, "dan": 1000}, {1: LOSES, 6: WINS})
    assert script.events(BankSettled) == []
    assert script.last(WagerSettled).clauses[0] == "MDP-12.J.3"


@clause("MDP-12.I.1", "MDP-12.I.3", "MDP-12.K", "MDP-12.J.3")
def test_a_dealer_who_wins_pays_no_vigorish(after_a_round: Poker) -> None:
    script = settled(after_a_round, {"ann": 3000}, {0: WINS, 1: LOSES}, dealer=1000)
    assert script.last(DealerHandCompared).clauses == ("MDP-12.I", "MDP-12.I.1", "MDP-12.I.3")
    won = script.last(WagerSettled)
    assert (won.won, won.vigorish, won.clauses) == (1000, 0, ("MDP-12.K", "MDP-12.J.3"))
    assert moved(won.transfers) == [
        ("centre", "inventory", 1000, "MDP-12.K"),
        ("bet:0:dealer:dealer", "inventory", 1000, "MDP-12.K"),
    ]


@clause("MDP-12.I.4", "MDP-12.I.5")
@pytest.mark.parametrize(
    ("hand", "goes", "cited"), [(COPIES, "inventory", "MDP-12.I.4"), (LOSES, "centre", "MDP-12.I.5")]
)
def test_a_dealer_who_ties_or_loses(after_a_round: Poker, hand: str, goes: str, cited: str) -> None:
    script = settled(after_a_round, {"ann": 1000}, {0: hand}, dealer=1000)
    assert script.last(DealerHandCompared).clauses == ("MDP-12.I", "MDP-12.I.1")
    first = script.events(WagerSettled)[0]
    assert moved(first.transfers) == [("bet:0:dealer:dealer", goes, 1000, cited)]


@clause("MDP-11.F.1.a", "MDP-11.F.1.c", "MDP-11.F.2.b", "MDP-11.F.3", "MDP-12.J.1", "MDP-6.C.2")
@pytest.mark.parametrize(
    ("hand", "settings", "cited"),
    [
        (WINS, {}, ("MDP-11.F.3", "MDP-6.B.10")),
        (LOSES, {}, ("MDP-11.F.1.a", "MDP-6.B.10", "MDP-6.C.1")),
        (COPIES, COPY, ("MDP-11.F.2.b", "MDP-6.C.2", "MDP-6.C.1")),
        (WINS, FOUL, ("MDP-11.F.1.c",)),
    ],
    ids=["wins", "loses", "copies", "foul"],
)
def test_a_comparison_cites_its_result_and_what_decided_each_hand(
    after_a_round: Poker, hand: str, settings: Mapping[int, str], cited: tuple[str, ...]
) -> None:
    script = settled(after_a_round, {"ann": 1000}, {1: hand}, settings=settings)
    assert script.last(HandExposed).clauses == ("MDP-12.J", "MDP-12.J.1", *cited)
