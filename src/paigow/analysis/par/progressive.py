"""The progressive wager on a par sheet: its meters, where it breaks even and what it returns in the long run."""

from dataclasses import replace
from fractions import Fraction

from paigow.analysis.meters import ProgressiveTable
from paigow.analysis.par.sheet import Curve, Table, WagerSheet
from paigow.analysis.par.text import percent
from paigow.money import MeterRules, format_cents
from paigow.poker import PAYTABLES


def progressive_table(sheet: WagerSheet, wager: int) -> ProgressiveTable:
    """The pay table with the counts of a sheet."""
    odds = sheet.cases[0].odds
    assert sheet.paytable is not None
    counts = {each.name: each.count for each in odds.outcomes}
    return ProgressiveTable(PAYTABLES["progressive"][sheet.paytable], counts, odds.total, wager)


def with_meters(sheet: WagerSheet, wager: int, meters: tuple[MeterRules, ...]) -> WagerSheet:
    """Add the tables of the meters, and the edge against the first of them."""
    found = progressive_table(sheet, wager)
    initial = {each.name: each.initial for each in meters}
    rows = []
    for meter in meters:
        even = found.break_even(meter.name, initial)
        whole = found.won_whole(meter.name)
        rows.append(
            (
                meter.name,
                format_cents(meter.initial),
                format_cents(meter.reset),
                f"{meter.rate / 100:g}%",
                f"{meter.reserve_rate / 100:g}%",
                f"1 in {float(1 / whole):,.0f}",
                format_cents(round_up(even)),
            )
        )
    columns = ("Meter", "Initial", "Reset", "Rate", "Reserve rate", "Won whole", "Wager breaks even at")
    long_run = found.long_run_return({each.name: each for each in meters})
    fixed = found.fixed_return
    returns = (
        ("Lines paid for 1", percent(fixed), str(fixed)),
        ("Meters at their initial amounts", percent(sheet.cases[0].return_to_player - fixed), ""),
        ("All, meters at their initial amounts", percent(sheet.cases[0].return_to_player), ""),
        ("All, in the long run", percent(long_run), str(long_run)),
    )
    first = meters[0]
    even = found.break_even(first.name, initial)
    last = max(Fraction(3, 2) * even, Fraction(2 * first.initial))
    points = tuple(
        (amount / 100, -found_expectation(found, initial | {first.name: int(amount)}))
        for amount in (Fraction(first.initial), even, last)
    )
    mark = (even / 100, f"even at {format_cents(round_up(even))}")
    return replace(
        sheet,
        tables=(
            Table("Meters; each breaks even with the others at their initial amounts", columns, tuple(rows)),
            Table("Where the return comes from", ("Part", "Return", "Exact"), returns),
        ),
        curves=(Curve("Edge by what the meter shows", f"{first.name} meter", points, mark),),
    )


def found_expectation(table: ProgressiveTable, meters: dict[str, int]) -> Fraction:
    """Expected gain of a unit wagered at given meters."""
    return sum((each.count * each.pays for each in table.outcomes(meters)), Fraction(0)) / table.total


def round_up(amount: Fraction) -> int:
    return -int(-amount // 1)
