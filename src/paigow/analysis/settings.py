"""One hand: every legal setting with what it wins, pushes and loses, against everything the other side may hold."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from time import perf_counter
from typing import Protocol

from paigow.analysis.asked import Rules, ask
from paigow.analysis.results import Counts
from paigow.errors import HandError, PaigowError


@dataclass(frozen=True, slots=True)
class SettingOdds:
    """One legal setting and the hands of the other side it wins, pushes and loses against."""

    high: str
    low: str
    high_name: str
    low_name: str
    counts: Counts
    value: Fraction
    """Expected gain of a unit staked."""

    def to_dict(self) -> dict[str, object]:
        return {
            "high": self.high,
            "low": self.low,
            "high_name": self.high_name,
            "low_name": self.low_name,
            **self.counts.to_dict(),
            "ev": str(self.value),
            "ev_percent": float(self.value * 100),
        }


@dataclass(frozen=True, slots=True)
class Advice:
    """The settings of a hand from the best down, and what the house way would do."""

    rules: str
    pieces: str
    against: str
    """The house way of the other side, or the cards it shows."""
    bank: str
    total: int
    settings: tuple[SettingOdds, ...]
    house_way: SettingOdds
    rule: str
    """The rule by which the house way sets the hand."""
    seconds: float = field(default=0.0, compare=False)

    @property
    def best(self) -> SettingOdds:
        return self.settings[0]

    @property
    def cost(self) -> Fraction:
        """What setting the house way gives away, of a unit staked."""
        return self.best.value - self.house_way.value

    def to_dict(self) -> dict[str, object]:
        return {
            "rules": self.rules,
            "pieces": self.pieces,
            "against": self.against,
            "bank": self.bank,
            "total": self.total,
            "settings": [each.to_dict() for each in self.settings],
            "best": self.best.to_dict(),
            "house_way": self.house_way.to_dict() | {"rule": self.rule},
            "cost": str(self.cost),
            "cost_percent": float(self.cost * 100),
            "exact": True,
            "seconds": self.seconds,
        }

    def to_frame(self) -> object:
        """The settings as a pandas frame, where pandas is installed."""
        import pandas

        return pandas.DataFrame([each.to_dict() for each in self.settings])


class _Table(Protocol):
    """How one game reads a hand, sets it and counts a setting."""

    total: int

    def read(self, pieces: str) -> str: ...

    def counts(self, pieces: str) -> list[tuple[str, str, str, str, Counts]]: ...

    def house(self, pieces: str) -> tuple[str, str, str]: ...


def advise(
    rules: Rules,
    pieces: str | Iterable[str],
    *,
    house_way: str | None = None,
    bank: str | None = None,
    dealer: str | Iterable[str] | None = None,
    commission: Fraction | None = None,
) -> Advice:
    """Every legal setting of a hand with exact counts and expectation against a house way.

    `bank="player"` asks as the bank, to whom copies go. In Dealer Open `dealer` gives the open hand to set against;
    without it the advice is for a hand that must be set blind, two jacks of the dealer's losing as they do.
    """
    began = perf_counter()
    asked = ask(rules, house_way)
    banker = asked.bank(bank)
    held = _text(pieces)
    shown = None if dealer is None else _text(dealer)
    if shown is not None and asked.standard != "dealer-open":
        raise PaigowError(f"only in dealer-open does the dealer show cards; {asked.standard} has none to give")
    table: _Table
    if asked.game == "tiles":
        from paigow.analysis.tile_settings import TileAdvice

        table = TileAdvice(asked, banker == "player")
    else:
        from paigow.analysis.card_settings import CardAdvice

        table = CardAdvice(asked, banker == "player", shown)
    held = table.read(held)
    rate = asked.vigorish if commission is None else commission
    settings = tuple(
        SettingOdds(high, low, high_name, low_name, counts, counts.value(rate))
        for high, low, high_name, low_name, counts in table.counts(held)
    )
    high, low, rule = table.house(held)
    usual = next((each for each in settings if (each.high, each.low) == (high, low)), None)
    if usual is None:
        raise HandError(f"the house way {asked.house_way} sets {high} / {low}, which is not legal")
    return Advice(
        asked.rules,
        held,
        shown if shown is not None else asked.house_way,
        banker,
        table.total,
        tuple(sorted(settings, key=lambda each: (-each.value, each is not usual))),
        usual,
        rule,
        perf_counter() - began,
    )


def _text(pieces: str | Iterable[str]) -> str:
    return pieces if isinstance(pieces, str) else " ".join(pieces)
