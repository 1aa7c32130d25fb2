"""Pay tables as a whole."""

from collections.abc import Callable
from itertools import pairwise

import pytest

from paigow.money.odds import ForOne, Odds, ShareOfMeter, ToOne, parse_odds
from paigow.poker import ENVY_TABLES, PAYTABLES, Meter, PayLine, PayTable, PayUnit

TABLES = [table for family in (PAYTABLES, ENVY_TABLES) for tables in family.values() for table in tables.values()]
LINES = [line for table in TABLES for line in table.lines]


def test_every_line_has_a_clause_of_its_own() -> None:
    assert len({line.clause for line in LINES}) == len(LINES) == 88 + 56 + 12 + 24 + 6


FIXED_ODDS = [line for line in LINES if line.unit is not PayUnit.CENTS]  # the others are sums of money


@pytest.mark.parametrize("line", FIXED_ODDS, ids=lambda line: str(line.clause))
def test_lines_are_written_as_odds_are_read(line: PayLine) -> None:
    meter = "" if line.meter in (None, Meter.SINGLE) else str(line.meter)
    kinds: dict[PayUnit, Callable[[], Odds]] = {
        PayUnit.TO_ONE: lambda: ToOne(line.amount),
        PayUnit.FOR_ONE: lambda: ForOne(line.amount),
        PayUnit.PERCENT: lambda: ShareOfMeter(line.amount, meter),
    }
    odds = kinds[line.unit]()
    assert parse_odds(str(line)) == odds


@pytest.mark.parametrize("table", TABLES, ids=lambda table: f"{table.wager} {table.name}")
def test_better_hands_pay_no_less(table: PayTable) -> None:
    for unit in PayUnit:
        amounts = [line.amount for line in table.lines if line.unit is unit]
        assert all(better >= worse for better, worse in pairwise(amounts))


def test_a_hand_that_is_not_listed_has_no_line() -> None:
    assert PAYTABLES["fortune"]["A"].line(None) is None
