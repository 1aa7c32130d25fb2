"""Every pay table of MDP chapter 13 and of Dealer Open, with one line for each clause."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from string import ascii_lowercase
from types import MappingProxyType

from paigow.poker.ace_high import AceHighClass
from paigow.poker.bonus import ENVY_CLASSES, FortuneClass
from paigow.poker.insurance import InsuranceClass
from paigow.poker.progressive import ProgressiveClass
from paigow.text import Text


class PayUnit(StrEnum):
    """The meaning of a line's amount."""

    TO_ONE = "to 1"
    """Times the wager, which is returned as well."""
    FOR_ONE = "for 1"
    """Times the wager, which has already been taken and is not returned."""
    CENTS = "cents"
    """A fixed sum, regardless of the wager."""
    PERCENT = "percent"
    """A percentage of a progressive meter."""


class Meter(StrEnum):
    """The progressive meters of a table, best first. A table with one meter has only the first."""

    MEGA = "mega"
    MAJOR = "major"
    MINOR = "minor"
    SINGLE = "progressive"


@dataclass(frozen=True, slots=True)
class PayLine:
    """The payout for one hand."""

    hand: StrEnum
    amount: int
    unit: PayUnit
    clause: str
    meter: Meter | None = None

    def __str__(self) -> str:
        """Return the usual notation: 25 to 1, 75 for 1, $5,000, 10% of the meter."""
        return str(self.text())

    def text(self) -> Text:
        """Return the notation with the number as a separate field; a fixed sum is the same in every language."""
        if self.unit is PayUnit.CENTS:
            return Text(f"${self.amount // 100:,}")
        unit = str(self.unit)
        if self.meter is not None:
            unit = "% of the meter" if self.meter is Meter.SINGLE else f"% of the {self.meter} meter"
            return Text("{amount}" + unit, {"amount": str(self.amount)})
        return Text("{amount} " + unit, {"amount": str(self.amount)})


@dataclass(frozen=True, slots=True)
class PayTable:
    """One of the tables from which an operator chooses, best hand first."""

    wager: str
    name: str
    lines: tuple[PayLine, ...]
    _by_hand: Mapping[StrEnum, PayLine] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_hand", {line.hand: line for line in self.lines})

    def line(self, hand: StrEnum | None) -> PayLine | None:
        """Return the line for a class of hands, if it is paid."""
        return None if hand is None else self._by_hand.get(hand)


QUALIFYING_WAGER = 500
"""The smallest Fortune Bonus or Emperor's Treasure Wager, in cents, that can win an Envy Bonus (MDP-1.B.7)."""


def _table(
    wager: str, name: str, clause: str, hands: Iterable[StrEnum], amounts: Iterable[int], unit: PayUnit = PayUnit.TO_ONE
) -> PayTable:
    """Return a table whose lines are the clauses a, b, c ... under ``clause``."""
    lines = zip(hands, amounts, ascii_lowercase, strict=False)
    return PayTable(
        wager, name, tuple(PayLine(hand, amount, unit, f"{clause}.{letter}") for hand, amount, letter in lines)
    )


_BONUS_PAYS = {
    "A": (8000, 2000, 1000, 400, 150, 50, 25, 5, 4, 3, 2),
    "B": (5000, 2000, 1000, 400, 150, 50, 25, 5, 4, 3, 2),
    "C": (5000, 1000, 750, 250, 100, 50, 20, 5, 4, 3, 2),
    "D": (2500, 1000, 750, 250, 125, 50, 25, 5, 4, 3, 2),
}
_ENVY_DOLLARS = {
    "A": (5000, 1000, 500, 250, 50, 20, 5),
    "B": (3000, 1000, 500, 250, 50, 20, 5),
    "C": (1000, 250, 100, 50, 25, 10, 5),
    "D": (1000, 750, 250, 100, 50, 20, 5),
}
"""The Envy Bonus amounts, the same for both bonus wagers; their clauses alternate with those of the pays."""


def _bonus_tables(wager: str, section: str) -> Mapping[str, PayTable]:
    return MappingProxyType(
        {
            name: _table(wager, name, f"MDP-13.{section}.{2 * place + 1}", FortuneClass, pays)
            for place, (name, pays) in enumerate(_BONUS_PAYS.items())
        }
    )


def _envy_tables(wager: str, section: str) -> Mapping[str, PayTable]:
    return MappingProxyType(
        {
            name: _table(
                wager,
                name,
                f"MDP-13.{section}.{2 * place + 2}",
                ENVY_CLASSES,
                (100 * dollars for dollars in sums),
                PayUnit.CENTS,
            )
            for place, (name, sums) in enumerate(_ENVY_DOLLARS.items())
        }
    )


def _progressive_table(name: str, item: int, meters: tuple[tuple[int, Meter], ...], odds: tuple[int, ...]) -> PayTable:
    """Build a progressive pay table. The best hands are paid from the meters, the others at odds for 1."""
    lines = []
    for place, hand in enumerate(ProgressiveClass):
        clause = f"MDP-13.E.{item}.{ascii_lowercase[place]}"
        if place < len(meters):
            percent, meter = meters[place]
            lines.append(PayLine(hand, percent, PayUnit.PERCENT, clause, meter))
        else:
            lines.append(PayLine(hand, odds[place - len(meters)], PayUnit.FOR_ONE, clause))
    return PayTable("progressive", name, tuple(lines))


_THREE_METERS = ((100, Meter.MEGA), (100, Meter.MAJOR), (100, Meter.MINOR))

PAYTABLES: Mapping[str, Mapping[str, PayTable]] = MappingProxyType(
    {
        "fortune": _bonus_tables("fortune", "B"),
        "emperors": _bonus_tables("emperors", "C"),
        "insurance": MappingProxyType(
            {
                "A": _table("insurance", "A", "MDP-13.D.1", InsuranceClass, (100, 25, 15, 6, 5, 3)),
                "B": _table("insurance", "B", "MDP-13.D.2", InsuranceClass, (100, 25, 15, 7, 5, 3)),
            }
        ),
        "progressive": MappingProxyType(
            {
                "A": _progressive_table("A", 2, ((100, Meter.SINGLE), (10, Meter.SINGLE)), (500, 100, 75, 4)),
                "B": _progressive_table("B", 3, ((100, Meter.MAJOR), (100, Meter.MINOR)), (500, 100, 75, 4)),
                "C": _progressive_table("C", 4, _THREE_METERS, (100, 75, 4)),
                "D": _progressive_table("D", 5, _THREE_METERS, (100, 75, 4)),
            }
        ),
        "push-ace-high": MappingProxyType(
            {
                "1": _table("push-ace-high", "1", "DO-P.push-ace-high.1", AceHighClass, (40, 15, 5)),
                "2": _table("push-ace-high", "2", "DO-P.push-ace-high.2", AceHighClass, (40, 12, 5)),
            }
        ),
    }
)
"""The pay tables by wager and by their names in the documents."""

ENVY_TABLES: Mapping[str, Mapping[str, PayTable]] = MappingProxyType(
    {"fortune": _envy_tables("fortune", "B"), "emperors": _envy_tables("emperors", "C")}
)
"""The Envy Bonus of each bonus wager, by the name of the pay table it belongs to. The wager's own table determines
which hands count.
"""


@dataclass(frozen=True, slots=True)
class ResetMinimum:
    """The minimum amounts at which a meter must start and to which it must be reset."""

    meter: Meter
    cents: int
    clause: str


RESET_MINIMA: Mapping[str, tuple[ResetMinimum, ...]] = MappingProxyType(
    {
        name: tuple(ResetMinimum(meter, 100 * dollars, clause) for meter, dollars in minima)
        for name, clause, minima in (
            ("A", "MDP-13.E.7.b", ((Meter.SINGLE, 10_000),)),
            ("B", "MDP-13.E.7.c", ((Meter.MAJOR, 10_000), (Meter.MINOR, 1_000))),
            ("C", "MDP-13.E.7.d", ((Meter.MEGA, 10_000), (Meter.MAJOR, 1_000), (Meter.MINOR, 500))),
            ("D", "MDP-13.E.7.e", ((Meter.MEGA, 10_000), (Meter.MAJOR, 2_500), (Meter.MINOR, 1_000))),
        )
    }
)
"""The minimum amounts by progressive pay table (MDP-13.E.7)."""
