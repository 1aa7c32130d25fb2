"""Dealer Open's pay tables: the Push Ace High / Ace High Tie Wager."""

from collections.abc import Callable

import pytest

from paigow.money import INVENTORY, rack
from paigow.table import Phase
from paigow.table.script import Plan, TableScript
from paigow.table.steps.side_wagers import SideWagerSettled
from paigow.table.steps.wagers import PlaceWager

Table = Callable[..., TableScript]
OPEN = "dealer-open"
ACE_HIGH = "As Kd Qc 9h 7s 5d 3c"
WITH_JOKER = "Jk Kd Qc 9h 7s 5d 3c"
ALSO_ACE_HIGH = "Ah Ks Qd Tc 8h 6d 4c"
PAIR = "9s 9d Jc 8d 6h 4c 2s"
STRAIGHT = "As Kd Qc Jh Ts 5d 3c"


def play(
    table: Table, paytable: str, dealer: str, player: str, **readings: str
) -> tuple[TableScript, SideWagerSettled]:
    choices = {"wagers.ace_high.paytable": paytable, **{f"readings.{name}": value for name, value in readings.items()}}
    script = table(OPEN, choices, players=["ann"])
    side = PlaceWager(player="ann", position=1, kind="ace-high", amount=700)
    before = {Phase.BETTING: [PlaceWager(player="ann", position=1, amount=1000), side]}
    script.play(Plan(hands={0: dealer, 1: player}, before=before))
    return script, script.last(SideWagerSettled)


@pytest.mark.parametrize(
    ("paytable", "dealer", "player", "to_one", "clause"),
    [
        pytest.param(table, dealer, player, pays, clause, marks=pytest.mark.clause(clause, "DO-P.push-ace-high"))
        for table, dealer, player, pays, clause in [
            ("1", ACE_HIGH, ALSO_ACE_HIGH, 40, "DO-P.push-ace-high.1.a"),
            ("1", WITH_JOKER, ALSO_ACE_HIGH, 40, "DO-P.push-ace-high.1.a"),
            ("1", WITH_JOKER, PAIR, 15, "DO-P.push-ace-high.1.b"),
            ("1", ACE_HIGH, PAIR, 5, "DO-P.push-ace-high.1.c"),
            ("2", ACE_HIGH, ALSO_ACE_HIGH, 40, "DO-P.push-ace-high.2.a"),
            ("2", WITH_JOKER, PAIR, 12, "DO-P.push-ace-high.2.b"),
            ("2", ACE_HIGH, PAIR, 5, "DO-P.push-ace-high.2.c"),
        ]
    ],
)
def test_each_line_is_paid_on_the_seven_cards(
    table: Table, paytable: str, dealer: str, player: str, to_one: int, clause: str
) -> None:
    _, paid = play(table, paytable, dealer, player)
    assert (paid.won, paid.clauses) == (700 * to_one, (clause,))
    to_rack = sum(move.amount for move in paid.transfers if move.credit == rack("ann"))
    from_house = sum(move.amount for move in paid.transfers if move.debit == INVENTORY)
    assert (to_rack, from_house) == (700 * (to_one + 1), 700 * to_one)


@pytest.mark.clause("DO-P.push-ace-high")
@pytest.mark.parametrize(
    "dealer", [PAIR, STRAIGHT, "As Ks Qs 9s 7s 5d 3c", "Kd Qc 9h 7s 5d 3c 2h", "Js Jd 9h 7s 5d 3c 2h"]
)
def test_it_loses_whenever_the_dealer_is_not_ace_high(table: Table, dealer: str) -> None:
    _, lost = play(table, "1", dealer, "Ah Kc Qd Tc 8h 6d 4h")
    assert (lost.won, lost.line) == (0, "")
    assert lost.transfers[0].credit == INVENTORY


@pytest.mark.clause("DO-P.push-ace-high")
def test_the_highest_line_only_or_all_of_them_as_the_house_reads_it(table: Table) -> None:
    _, highest = play(table, "1", WITH_JOKER, ALSO_ACE_HIGH)
    assert highest.won == 700 * 40
    _, every = play(table, "1", WITH_JOKER, ALSO_ACE_HIGH, ace_high_lines="all")
    assert every.won == 700 * (40 + 15 + 5)
    assert every.clauses == ("DO-P.push-ace-high.1.a", "DO-P.push-ace-high.1.b", "DO-P.push-ace-high.1.c")
    _, some = play(table, "1", ACE_HIGH, ALSO_ACE_HIGH, ace_high_lines="all")
    assert some.won == 700 * (40 + 5)


@pytest.mark.clause("DO-P.push-ace-high")
def test_the_main_wager_does_not_push_on_an_ace_high_dealer(table: Table) -> None:
    script, _ = play(table, "1", ACE_HIGH, "Ac Ad Ah Ks Qd Tc 8h")
    assert script.state.ledger[rack("ann")] == 1_000_000 + 1000 + 700 * 5
