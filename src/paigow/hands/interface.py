"""The interface to both kinds of game: questions that a table, a drill or a page can ask about a hand."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from operator import attrgetter
from typing import TYPE_CHECKING, Generic, Literal, NamedTuple, TypeAlias, TypeVar

from paigow.comparison import Match, Result, cited, result_of
from paigow.errors import HandError
from paigow.rules.choices import Choices
from paigow.rules.wagers import SideBetResult
from paigow.short_ways import ShortWays
from paigow.text import Data, Text, gettext_noop

if TYPE_CHECKING:
    from paigow.hands.pieces import Piece, Setting
    from paigow.poker import HighRank, LowRank
    from paigow.tiles import TwoTileRank

Rank: TypeAlias = "TwoTileRank | HighRank | LowRank"
"""The rank of two tiles, five cards or two cards."""

P = TypeVar("P")
S = TypeVar("S")

LOW_SIZE = 2
_INDEX = attrgetter("index")

MIXED: Mapping[str, str] = {"equilibrium": "player", "equilibrium-bank": "bank"}
"""Strategies of the solved game that set a hand like a house way, with the side each belongs to."""


@dataclass(frozen=True, slots=True)
class WrittenWay:
    """A house way in words: its name, its source, and its rules in order."""

    name: str
    source: str
    rules: tuple[str, ...]
    plain: tuple[str, ...]
    """The same rules for players: a sentence where the name says too little."""


class HouseSet(NamedTuple, Generic[S]):
    """A hand as the house way sets it, the ranks of its two hands, and the rule that was applied.

    A named tuple, because every hand of a round makes one and a frozen dataclass takes four times as long.
    """

    setting: S
    high_rank: Rank
    low_rank: Rank
    rule: str
    clause: str
    tie_break: str | None = None
    """The additional clause that chose among settings the rule left equal."""
    gap: bool = False
    """Whether the house way's source is incomplete here."""
    mixed: tuple[tuple[S, Fraction], ...] = ()
    """Every setting with its probability, likeliest first, if the hand is set at random."""

    @property
    def high_name(self) -> str:
        return self.high_rank.name

    @property
    def low_name(self) -> str:
        return self.low_rank.name


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of a main bet, with the reason if something other than the two comparisons decides it."""

    match: Match
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Ranked:
    """One line of a ranking: a hand's rank, an example in notation, and the clause that ranks it."""

    rank: Rank
    example: str
    clause: str


@dataclass(frozen=True, slots=True)
class Classified:
    """The ratings of a hand by the side bets, and the hand they depend on."""

    side_bets: tuple[SideBetResult, ...]
    facts: Data
    """`best_name` for cards; if the bets depend on the dealer's hand, also `ace_high` and `jacks`."""


class Hands(ABC, Generic[P, S]):
    """One kind of game under one set of rules: tiles in fours, or cards in sevens."""

    kind: Literal["tiles", "cards"]
    full_set: tuple[P, ...]
    hand_size: int
    can_foul: bool
    """Whether a hand can be foul, which makes it lose in any case."""
    short_ways: ShortWays
    """The computed short house ways of the game."""

    def __init__(self, choices: Choices, losing_clause: str = "") -> None:
        self.choices = choices
        self._losing_clause = losing_clause
        self._others: dict[str, Hands[P, S]] = {}

    @staticmethod
    @abstractmethod
    def house_ways() -> tuple[str, ...]:
        """Return every house way of the game by name, even if a standard allows the operator only one."""

    @abstractmethod
    def parse(self, text: str | Iterable[str]) -> tuple[P, ...]:
        """Parse pieces in notation, in the order given."""

    @abstractmethod
    def parse_setting(self, text: str) -> S:
        """Parse a setting written `high / low`."""

    @abstractmethod
    def make_setting(self, high: tuple[P, ...], low: tuple[P, ...]) -> S:
        """Return the setting with these two hands."""

    @abstractmethod
    def hand(self, pieces: Iterable[P]) -> tuple[P, ...]:
        """Return a hand in display order, highest first; refuse a wrong number of pieces."""

    @abstractmethod
    def settings(self, pieces: Iterable[P]) -> tuple[S, ...]:
        """Return every way to set a hand, including fouls."""

    @abstractmethod
    def house_set(self, pieces: Iterable[P]) -> HouseSet[S]:
        """Set a hand the house way."""

    @abstractmethod
    def weights(self, pieces: Iterable[P], side: str) -> tuple[tuple[S, Fraction], ...]:
        """Return the settings of the solved game's strategy for the `player` or the `bank`, with probabilities."""

    @abstractmethod
    def _compare(self, player: S, bank: S) -> Match:
        """Compare high with high and low with low, citing the document whose comparison rules apply."""

    @abstractmethod
    def judge(self, player: S, bank: S) -> Verdict:
        """Return the result of a main bet when these two settings meet."""

    @abstractmethod
    def ranks(self, setting: S) -> tuple[Rank, Rank]:
        """Return the ranks of the high and the low hand."""

    @abstractmethod
    def ranking(self) -> Iterator[Ranked]:
        """Yield every kind of hand, best first."""

    def single_ranks(self) -> Iterator[str]:
        """Yield single pieces by rank, highest first, if they break ties."""
        return iter(())

    @abstractmethod
    def keys(self, setting: S) -> tuple[int, int]:
        """Return sort keys of the high and the low hand; settings with equal keys do equally well."""

    @abstractmethod
    def defects(self, setting: S) -> tuple[Text, ...]:
        """Return the reasons why a setting is foul."""

    @abstractmethod
    def side_bets(self, pieces: Iterable[P], player: Iterable[P] | None = None) -> tuple[SideBetResult, ...]:
        """Return the payouts of the side bets on the hand they depend on.

        That is the player's own hand or, if `bets_on_dealer`, the dealer's, to which the `player`'s may be added.
        """

    @property
    def bets_on_dealer(self) -> bool:
        """Return whether the side bets depend on the dealer's hand instead of the player's."""
        return False

    @abstractmethod
    def classify(self, pieces: Iterable[P]) -> Classified:
        """Return the ratings of a hand by the side bets."""

    @abstractmethod
    def mixed_examples(self) -> tuple[str, ...]:
        """Return hands that the strategy of the solved game sets at random."""

    @property
    @abstractmethod
    def written_way(self) -> WrittenWay:
        """Return the house way in words."""

    def compare(self, player: S, bank: S) -> Match:
        """Compare high with high and low with low."""
        comparing = self.choices.standard.comparing
        match = cited(self._compare(player, bank), comparing.clause)
        if comparing.foul_clause and match.result is Result.LOSE and self.is_foul(player):
            return replace(match, clause=comparing.foul_clause)
        if not self._losing_clause or match.result is not Result.LOSE:
            return match
        lost = result_of(match.high.winner, match.low.winner) is Result.LOSE
        return replace(match, clause=self._losing_clause) if lost else match

    def names(self, setting: S) -> tuple[str, str]:
        """Return the names of the high and the low hand."""
        high, low = self.ranks(setting)
        return high.name, low.name

    def low_key(self, setting: S) -> tuple[int, int]:
        """Return a sort key for settings by the low hand first."""
        high, low = self.keys(setting)
        return low, high

    def is_foul(self, setting: S) -> bool:
        """Return whether the setting is foul."""
        return bool(self.defects(setting))

    def with_house_way(self, name: str) -> Hands[P, S]:
        """Return the same game with any of its house ways, even one these rules do not allow."""
        if name == self.choices.house_way:
            return self
        if name not in self._others:
            other = type(self)(replace(self.choices, house_way=name), self._losing_clause)
            if name not in MIXED:
                other.written_way  # noqa: B018 (refuses a house way that the game does not have)
            self._others[name] = other
        return self._others[name]

    def _solved(self, weights: tuple[tuple[S, Fraction], ...]) -> HouseSet[S]:
        """Return a hand as set by an optimal strategy."""
        setting = weights[0][0]
        if len(weights) == 1:
            return HouseSet(setting, *self.ranks(setting), gettext_noop("Computed: the optimal strategy"), "")
        rule = gettext_noop("Computed: the optimal strategy, at random")
        return HouseSet(setting, *self.ranks(setting), rule, "", mixed=weights)


def same_pieces(some: Iterable[Piece], others: Iterable[Piece]) -> bool:
    """Return whether these are the same pieces, in whatever order."""
    given, wanted = tuple(some), tuple(others)
    if len(different := set(wanted)) == len(wanted):  # so it is with cards, but most tiles come in pairs
        return len(given) == len(wanted) and different == set(given)
    return sorted(map(_INDEX, given)) == sorted(map(_INDEX, wanted))


def require_made_of(setting: Setting, pieces: tuple[Piece, ...], clause: str) -> None:
    """Refuse a setting that uses pieces that were not dealt, or too many in one hand."""
    if not same_pieces((*setting.high, *setting.low), pieces):
        raise HandError(
            "{setting} does not use exactly {pieces}", clause, setting=setting, pieces=" ".join(map(str, pieces))
        )
    if len(setting.low) != LOW_SIZE:
        raise HandError(
            "the low hand of {setting} has {count} cards or tiles instead of {low_size}",
            clause,
            setting=setting,
            count=len(setting.low),
            low_size=LOW_SIZE,
        )
