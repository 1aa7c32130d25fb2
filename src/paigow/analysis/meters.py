"""Progressive meters in the odds: what a wager is worth at given meters, where it breaks even, and in the long run."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from paigow.analysis.results import Outcome
from paigow.errors import PaigowError
from paigow.money import Cents, MeterRules, format_cents
from paigow.poker import PayTable, PayUnit


@dataclass(frozen=True, slots=True)
class ProgressiveTable:
    """A progressive pay table with how often each of its hands is dealt."""

    table: PayTable
    counts: Mapping[str, int]
    total: int
    wager: Cents

    def __post_init__(self) -> None:
        if self.wager < 1:
            raise PaigowError(f"a progressive wager of {format_cents(self.wager)} is none")

    @property
    def names(self) -> tuple[str, ...]:
        """The meters of the table, the greatest first."""
        return tuple(dict.fromkeys(str(line.meter) for line in self.table.lines if line.meter is not None))

    def chance(self, hand: object) -> Fraction:
        return Fraction(self.counts[str(hand)], self.total)

    def outcomes(self, meters: Mapping[str, Cents]) -> tuple[Outcome, ...]:
        """Every hand with what it brings net of the wager, which is taken whatever comes (MDP-8.C.3)."""
        self._require(meters)
        found = []
        for line in self.table.lines:
            if line.meter is not None:
                pays = Fraction(meters[str(line.meter)] * line.amount // 100, self.wager)
            else:
                pays = Fraction(line.amount)
            found.append(Outcome(str(line.hand), self.counts[str(line.hand)], pays - 1))
        lost = self.total - sum(each.count for each in found)
        return (*found, Outcome("lose", lost, Fraction(-1)))

    def _require(self, meters: Mapping[str, Cents]) -> None:
        if set(meters) != set(self.names):
            raise PaigowError(
                f"pay table {self.table.name} has the meters {', '.join(self.names)}, not {', '.join(meters) or 'none'}",
                "MDP-13.E.1",
            )

    @property
    def fixed_return(self) -> Fraction:
        """What the lines paid for 1 return, of a unit wagered."""
        fixed = (line for line in self.table.lines if line.unit is PayUnit.FOR_ONE)
        return sum((self.chance(line.hand) * line.amount for line in fixed), Fraction(0))

    def share_paid(self, meter: str) -> Fraction:
        """The part of a meter that a wager takes on average."""
        lines = (line for line in self.table.lines if str(line.meter) == meter)
        return sum((self.chance(line.hand) * Fraction(line.amount, 100) for line in lines), Fraction(0))

    def won_whole(self, meter: str) -> Fraction:
        """How often a wager takes the whole of a meter."""
        lines = (line for line in self.table.lines if str(line.meter) == meter and line.amount == 100)
        return sum((self.chance(line.hand) for line in lines), Fraction(0))

    def break_even(self, meter: str, meters: Mapping[str, Cents]) -> Fraction:
        """What one meter must show, in cents, for the wager to lose nothing, the others being as they are.

        Zero if the wager loses nothing whatever this meter shows.
        """
        self._require(meters)
        others = sum((self.share_paid(name) * amount for name, amount in meters.items() if name != meter), Fraction(0))
        missing = self.wager * (1 - self.fixed_return) - others
        return max(missing / self.share_paid(meter), Fraction(0))

    def break_even_scale(self, meters: Mapping[str, Cents]) -> Fraction:
        """By how much all meters together must be multiplied for the wager to lose nothing."""
        self._require(meters)
        paid = sum((self.share_paid(name) * amount for name, amount in meters.items()), Fraction(0))
        return self.wager * (1 - self.fixed_return) / paid

    def long_run_return(self, rules: Mapping[str, MeterRules]) -> Fraction:
        """What comes back of a unit wagered in the long run.

        Whatever a meter took in is paid out in time, and each time it is won whole it begins again with its reset
        amount, whoever puts that in: so it returns its rate of progression and the reset amount as often as it is won.
        A ceiling changes nothing, for what is above it joins the next jackpot.
        """
        back = self.fixed_return
        for name in self.names:
            back += Fraction(rules[name].rate, 10_000) + self.won_whole(name) * rules[name].reset / self.wager
        return back
