"""The progressive wager on a par sheet: its meters, its break-even point and its return in the long run."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from paigow.analysis.figures import percent
from paigow.analysis.meters import fixed_return, long_run_return, won_whole
from paigow.analysis.par.sheet import Curve, Table, WagerSheet
from paigow.analysis.side import break_even_meter, side_wager
from paigow.money import Cents, MeterRules, format_cents
from paigow.poker import Meter


@dataclass(frozen=True, slots=True)
class Plan:
    """A submission's choices for its progressive wager."""

    paytable: str
    wager: Cents
    meters: Mapping[str, MeterRules]

    @property
    def initial(self) -> dict[Meter, Cents]:
        return {Meter(name): rules.initial for name, rules in self.meters.items()}

    def break_even(self, name: str) -> Cents:
        """Return the meter amount, in whole cents, at which the wager breaks even.

        The other meters are at their initial amounts.
        """
        others = {meter: cents for meter, cents in self.initial.items() if meter != name}
        even = break_even_meter(self.paytable, Meter(name), self.wager, others)
        return max(-int(-even // 1), 0)

    def won_whole(self, name: str) -> Fraction:
        return won_whole(self.paytable, name)

    @property
    def long_run_return(self) -> Fraction:
        return long_run_return(self.paytable, self.wager, self.meters)

    def edge(self, name: str, cents: Cents) -> Fraction:
        """Return the edge when one meter shows the given amount and the others their initial amounts."""
        return side_wager("progressive", self.paytable, bet=self.wager, meters=self.initial | {Meter(name): cents}).edge


def with_meters(sheet: WagerSheet, plan: Plan) -> WagerSheet:
    """Add the meters' tables, and the edge as a function of the first meter."""
    rows = [
        (
            name,
            format_cents(rules.initial),
            format_cents(rules.reset),
            f"{rules.rate / 100:g}%",
            f"{rules.reserve_rate / 100:g}%",
            f"1 in {float(1 / plan.won_whole(name)):,.0f}",
            format_cents(plan.break_even(name)),
        )
        for name, rules in plan.meters.items()
    ]
    columns = ("Meter", "Initial", "Reset", "Rate", "Reserve rate", "Full meter won", "Wager breaks even at")
    fixed, back = fixed_return(plan.paytable), sheet.cases[0].return_to_player
    parts = {
        "Lines paid for 1": fixed,
        "Meters at their initial amounts": back - fixed,
        "All, meters at their initial amounts": back,
        "All, in the long run": plan.long_run_return,
    }
    returns = tuple((name, percent(share), str(share)) for name, share in parts.items())
    first, rules = next(iter(plan.meters.items()))
    even = plan.break_even(first)
    ends = (rules.initial, even, max(3 * even // 2, 2 * rules.initial))
    points = tuple((Fraction(cents, 100), plan.edge(first, cents)) for cents in ends)
    return replace(
        sheet,
        tables=(
            Table("Meters; each breaks even with the others at their initial amounts", columns, tuple(rows)),
            Table("Where the return comes from", ("Part", "Return", "Exact"), returns),
        ),
        curves=(
            Curve(
                "Edge by what the meter shows",
                f"{first} meter",
                points,
                (Fraction(even, 100), f"even at {format_cents(even)}"),
            ),
        ),
    )
