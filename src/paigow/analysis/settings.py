"""One hand: every legal setting with what it wins, pushes and loses against every hand the other side could have."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from time import perf_counter
from typing import TYPE_CHECKING

from paigow.analysis.asked import Asked, Rules, ask
from paigow.analysis.results import Counts
from paigow.analysis.weighing import weigh_tiles
from paigow.columns import columns, html_table
from paigow.comparison import Result
from paigow.errors import PaigowError
from paigow.poker import Card, HouseWay, PokerSetting, compare, dealer_wins_outright, legal_settings, parse_cards
from paigow.poker import find_house_way as find_card_way
from paigow.poker.card import display_order
from paigow.tiles import TileSetting, find_house_way, four_tiles, parse_tiles

if TYPE_CHECKING:
    from pandas import DataFrame


@dataclass(frozen=True, slots=True)
class SettingOdds:
    """One legal setting, and the numbers of hands it wins, pushes and loses against."""

    high: str
    low: str
    high_name: str
    low_name: str
    counts: Counts
    value: Fraction
    """Expected gain per unit staked."""

    def to_dict(self) -> dict[str, object]:
        """Return plain data: counts as integers, exact values as fractions written as text."""
        return {
            "high": self.high,
            "low": self.low,
            "high_name": self.high_name,
            "low_name": self.low_name,
            **self.counts.to_dict(),
            "ev": str(self.value),
            "ev_percent": float(self.value * 100),
        }


@dataclass(frozen=True, slots=True, repr=False)
class Advice:
    """The settings of a hand, best first, and the house way's choice."""

    rules: str
    pieces: str
    against: str
    """The other side's house way, or the cards it shows."""
    bank: str
    total: int
    settings: tuple[SettingOdds, ...]
    house_way: SettingOdds
    rule: str
    """The house way rule that sets the hand."""
    clause: str
    """The clause that this rule implements."""
    seconds: float = field(default=0.0, compare=False)

    @property
    def best(self) -> SettingOdds:
        """The setting with the highest value."""
        return self.settings[0]

    @property
    def cost(self) -> Fraction:
        """Return the cost of following the house way, per unit staked."""
        return self.best.value - self.house_way.value

    def to_dict(self) -> dict[str, object]:
        """Return plain data: counts as integers, exact values as fractions written as text."""
        return {
            "rules": self.rules,
            "pieces": self.pieces,
            "against": self.against,
            "bank": self.bank,
            "total": self.total,
            "settings": [each.to_dict() for each in self.settings],
            "best": self.best.to_dict(),
            "house_way": self.house_way.to_dict() | {"rule": self.rule, "clause": self.clause},
            "cost": str(self.cost),
            "cost_percent": float(self.cost * 100),
            "exact": True,
            "seconds": self.seconds,
        }

    def _rows(self) -> list[tuple[str, ...]]:
        rows = [("", "high", "low", "win".rjust(10), "push".rjust(10), "lose".rjust(10), "worth")]
        for each in self.settings:
            mark = "house way" if each is self.house_way else ""
            counts = (each.counts.win, each.counts.push, each.counts.lose)
            win, push, lose = (f"{count:,}".rjust(10) for count in counts)
            rows.append((mark, each.high, each.low, win, push, lose, f"{float(each.value):+.6f}"))
        return [*rows]

    def _notes(self) -> tuple[str, ...]:
        best, usual = self.best, self.house_way
        cost = f", which costs {float(self.cost):.6f} of the wager" if self.cost else ", the same value"
        return (
            f"best: {best.high} / {best.low} ({best.high_name}; {best.low_name})",
            f"house way: {usual.high} / {usual.low}{cost} [{self.rule}]",
        )

    def __str__(self) -> str:
        return "\n".join((columns(self._rows()), *self._notes()))

    def __repr__(self) -> str:
        return f"<Advice {self.pieces}: {self.best.high} / {self.best.low}, worth {float(self.best.value):+.6f}>"

    def _repr_html_(self) -> str:
        return html_table(self._rows(), self.pieces, self._notes())

    def to_frame(self) -> "DataFrame":
        """Return the settings as a pandas frame, if pandas is installed."""
        import pandas

        return pandas.DataFrame([each.to_dict() for each in self.settings])


def advise(
    rules: Rules,
    pieces: str | Iterable[str],
    *,
    house_way: str | None = None,
    bank: str | None = None,
    dealer: str | Iterable[str] | None = None,
    commission: Fraction | None = None,
) -> Advice:
    """Return every legal setting of a hand with exact counts and expectation against a house way.

    With `bank="player"`, the player is the bank and wins copies. In Dealer Open, `dealer` gives the open hand to set
    against; without it, the advice is for a hand set blind, which loses to two jacks.
    """
    began = perf_counter()
    asked = ask(rules, house_way)
    banker = asked.bank(bank)
    held = _in_order(asked.game, _text(pieces))
    shown = None if dealer is None else _text(dealer)
    if shown is not None and not asked.shows_dealer:
        raise PaigowError(f"the dealer shows cards only in dealer-open; leave them out for {asked.standard}")
    rate = asked.vigorish if commission is None else commission
    if asked.game == "tiles":
        found = _tiles(asked, held, banker == "player", rate)
    elif shown is not None:
        found = _against(asked, held, shown)
    else:
        found = _cards(asked, held, banker == "player", rate)
    settings, usual, rule, clause = found
    return Advice(
        rules=asked.rules,
        pieces=held,
        against=asked.house_way if shown is None else shown,
        bank=banker,
        total=usual.counts.total,
        settings=tuple(sorted(settings, key=lambda each: (-each.value, each is not usual))),
        house_way=usual,
        rule=rule,
        clause=clause,
        seconds=perf_counter() - began,
    )


Found = tuple[list[SettingOdds], SettingOdds, str, str]
"""The settings, the house way's setting, its rule and the rule's clause."""


def _tiles(asked: Asked, pieces: str, player_banks: bool, rate: Fraction) -> Found:
    tiles, way = parse_tiles(pieces), find_house_way(asked.house_way)
    weighed = weigh_tiles(tiles, way, player_banks=player_banks, literal_zero=asked.literal_zero)
    every = {
        setting: SettingOdds(
            *_hands(setting), setting.high_rank.name, setting.low_rank.name, counts, counts.value(rate)
        )
        for setting, counts in weighed.items()
    }
    decided = way.set(tiles)
    return list(every.values()), every[decided.setting], decided.rule, asked.house_way_clause or decided.clause


def _cards(asked: Asked, pieces: str, player_banks: bool, rate: Fraction) -> Found:
    from paigow.analysis.weighing_cards import weigh_cards

    cards, way = parse_cards(pieces), find_card_way(asked.house_way)
    weighed = weigh_cards(cards, way, player_banks=player_banks, shows_dealer=asked.shows_dealer, wheel=asked.wheel)
    return _card_settings(asked, cards, way, weighed, rate)


def _against(asked: Asked, pieces: str, shown: str) -> Found:
    """Return the settings in Dealer Open against the dealer's open hands, which are set the house way."""
    cards, theirs, way = parse_cards(pieces), parse_cards(shown), find_card_way(asked.house_way)
    parse_cards(f"{pieces} {shown}")  # no card twice
    bank = way.set(theirs, asked.wheel).setting
    compared = {}
    for setting in legal_settings(cards):
        result = compare(setting, bank, "DO", asked.wheel).result
        if dealer_wins_outright(theirs):
            result = Result.LOSE
        compared[setting] = Counts(*(int(result is each) for each in (Result.WIN, Result.PUSH, Result.LOSE)))
    return _card_settings(asked, cards, way, compared, Fraction(0))


def _card_settings(
    asked: Asked, cards: tuple[Card, ...], way: HouseWay, weighed: Mapping[PokerSetting, Counts], rate: Fraction
) -> Found:
    every = {}
    for setting, counts in weighed.items():
        names = setting.high_rank(asked.wheel).name, setting.low_rank.name
        every[setting] = SettingOdds(*_hands(setting), *names, counts, counts.value(rate))
    decided = way.set(cards, asked.wheel)
    return list(every.values()), every[decided.setting], decided.rule, asked.house_way_clause or decided.clause


def _in_order(game: str, pieces: str) -> str:
    """Return the cards or tiles of a hand, highest first."""
    if game == "tiles":
        return " ".join(map(str, four_tiles(parse_tiles(pieces))))
    return " ".join(map(str, display_order(parse_cards(pieces))))


def _hands(setting: PokerSetting | TileSetting) -> tuple[str, str]:
    return " ".join(map(str, setting.high)), " ".join(map(str, setting.low))


def _text(pieces: str | Iterable[str]) -> str:
    return pieces if isinstance(pieces, str) else " ".join(pieces)
