"""Payouts of pay-table lines: odds to 1, odds for 1, a fixed sum, or a share of a meter."""

import re
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from paigow.errors import NotationError
from paigow.money.cents import Cents, MoneyError, format_cents, require_amount
from paigow.text import Text


def _require_whole(odds: object, numbers: tuple[int, ...], least: int) -> None:
    if any(type(number) is not int or number < least for number in numbers):
        raise MoneyError(f"{type(odds).__name__}{numbers} needs whole numbers of at least {least}")


@dataclass(frozen=True, slots=True)
class ToOne:
    """Odds to 1: the player keeps the stake and `pay` is added to it. `ToOne(3, 2)` is 3 to 2."""

    number: int
    per: int = 1

    def __post_init__(self) -> None:
        _require_whole(self, (self.number, self.per), 1)

    def pay(self, stake: Cents) -> Cents:
        """Return the exact payout; refuse one that would have to be rounded."""
        pay, left = divmod(require_amount(stake, "the stake") * self.number, self.per)
        if left:
            raise MoneyError(f"{format_cents(stake)} cannot be paid at {self} in whole cents")
        return pay

    def net(self, stake: Cents) -> Cents:
        """Return the player's gain."""
        return self.pay(stake)

    def text(self) -> Text:
        return Text(f"{{amount}} to {self.per}", {"amount": str(self.number)})

    def __str__(self) -> str:
        return str(self.text())


@dataclass(frozen=True, slots=True)
class ForOne:
    """Odds for 1: the stake has already been taken, so `pay` is all the player gets back (MDP-13.E)."""

    number: int

    def __post_init__(self) -> None:
        _require_whole(self, (self.number,), 1)

    def pay(self, stake: Cents) -> Cents:
        return require_amount(stake, "the stake") * self.number

    def net(self, stake: Cents) -> Cents:
        """Return the player's gain: one stake less than at the same odds to 1."""
        return self.pay(stake) - stake

    def text(self) -> Text:
        return Text("{amount} for 1", {"amount": str(self.number)})

    def __str__(self) -> str:
        return str(self.text())


@dataclass(frozen=True, slots=True)
class ShareOfMeter:
    """A percentage of a progressive meter, for a stake already taken (MDP-13.E).

    Without a name, it refers to the only meter.
    """

    percent: int
    meter: str = ""

    def __post_init__(self) -> None:
        _require_whole(self, (self.percent,), 1)
        if self.percent > 100:
            raise MoneyError(f"{self.percent}% of a meter is more than there is; at most 100%")
        if self.meter and not _METER_NAME.fullmatch(self.meter):
            raise MoneyError(f"{self.meter!r} names no meter; write lower-case letters, digits and hyphens")

    def of(self, meter: Cents) -> Cents:
        """Return whole cents, rounded down; the rest stays on the meter, so nothing is lost."""
        return require_amount(meter, "the meter") * self.percent // 100

    def text(self) -> Text:
        return Text(f"{{amount}}% of the {f'{self.meter} ' if self.meter else ''}meter", {"amount": str(self.percent)})

    def __str__(self) -> str:
        return str(self.text())


Odds: TypeAlias = ToOne | ForOne | ShareOfMeter

_METER_NAME = re.compile(r"[a-z][a-z0-9-]*")
_TO_OR_FOR = re.compile(r"([1-9][0-9]*) (?:to ([1-9][0-9]*)|for 1)")
_SHARE = re.compile(r"([1-9][0-9]*)% of the (?:([a-z][a-z0-9-]*) )?meter")


def parse_odds(text: str) -> Odds:
    """Parse the `str` of any of the three kinds."""
    if found := _TO_OR_FOR.fullmatch(text):
        return ToOne(int(found[1]), int(found[2])) if found[2] else ForOne(int(found[1]))
    if found := _SHARE.fullmatch(text):
        return ShareOfMeter(int(found[1]), found[2] or "")
    raise NotationError("{text} are not odds: write 25 to 1, 75 for 1 or 10% of the meter", text=repr(text))


class Written(Protocol):
    """A payout that has a text: odds, or a line of a pay table."""

    def text(self) -> Text: ...


def odds_text(odds: Written | str) -> Text:
    """Return the text of odds, or of their notation, with the number as a separate field."""
    if not isinstance(odds, str):
        return odds.text()
    try:
        return parse_odds(odds).text()
    except NotationError:  # a fixed sum
        return Text(odds)


def least_payout_limit(most_at_minimum_wager: Cents) -> Cents:
    """Return the lowest payout limit for one hand that an operator may set (MDP-13.G.1)."""
    return max(5_000_000, require_amount(most_at_minimum_wager, "the most a minimum wager can win"))


def limited(pays: tuple[Cents, ...], limit: Cents | None) -> tuple[Cents, ...]:
    """Return a hand's fixed-odds payouts, reduced to a limit on their sum, last first (MDP-13.G).

    Envy payouts are never limited (MDP-13.G.2) and meter awards are not fixed odds: neither belongs in `pays`.
    """
    if limit is None:
        return pays
    left, kept = limit, []
    for pay in pays:
        kept.append(min(pay, left))
        left -= kept[-1]
    return tuple(kept)
