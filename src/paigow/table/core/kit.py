"""The pieces of a game as the table handles them: tiles in fours or cards in sevens, behind one face."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias

from paigow import poker, tiles
from paigow.comparison import Match, Result, cited, result_of
from paigow.errors import HandError
from paigow.poker.card import display_order, require_seven

if TYPE_CHECKING:
    from paigow.rules import Submission

Piece: TypeAlias = tiles.Tile | poker.Card
Setting: TypeAlias = tiles.TileSetting | poker.PokerSetting
LOW_SIZE = 2


@dataclass(frozen=True, slots=True)
class HouseSet:
    """A hand set by the house way, with the rule that decided."""

    setting: Setting
    rule: str
    clause: str


class Kit(Protocol):
    """What the table must know of pieces."""

    @property
    def full_set(self) -> tuple[Piece, ...]: ...
    @property
    def box(self) -> tuple[Piece, ...]: ...  # what a set comes with
    @property
    def spread(self) -> tuple[Piece, ...]: ...  # the order in which the set is shown
    @property
    def hand_size(self) -> int: ...
    @property
    def kind(self) -> Literal["tiles", "cards"]: ...
    @property
    def can_foul(self) -> bool: ...  # whether a hand can be set so that it loses whatever it holds

    def parse(self, text: str | Iterable[str]) -> tuple[Piece, ...]: ...
    def parse_setting(self, text: str) -> Setting: ...
    def hand(self, pieces: tuple[Piece, ...]) -> tuple[Piece, ...]: ...  # highest first; refuses a wrong number
    def settings(self, pieces: tuple[Piece, ...]) -> tuple[Setting, ...]: ...
    def house_set(self, pieces: tuple[Piece, ...]) -> HouseSet: ...
    def compare(self, player: Setting, bank: Setting) -> Match: ...
    def is_foul(self, setting: Setting) -> bool: ...
    def low_key(self, setting: Setting) -> tuple[int, int]: ...
    def names(self, setting: Setting) -> tuple[str, str]: ...  # of the high and the low hand


@dataclass(frozen=True)
class TileKit:
    """32 tiles, hands of four. A tile hand cannot be foul: the better pair is the high hand (readings, MDT-1.B.5)."""

    house_way: tiles.HouseWay
    document: tiles.Document
    full_set: tuple[Any, ...] = tiles.TILE_SET
    box: tuple[Any, ...] = tiles.TILE_SET
    spread: tuple[Any, ...] = tiles.TILE_SET
    hand_size: int = 4
    kind: Literal["tiles", "cards"] = "tiles"
    can_foul: bool = False
    compare_clause: str = ""  # a document's own clause for comparing hands, where it has but one
    literal_zero: bool = False  # zero against zero loses the wager, as NZ-6.1.b.ii can be read
    losing_clause: str = ""  # what every wager that loses to two hands is lost by, where its own ground is not named

    @classmethod
    def of(cls, submission: Submission, **more: Any) -> TileKit:
        """Return the tiles of a submission, set and compared as its document says."""
        standard = submission.rules
        return cls(
            tiles.find_house_way(submission.house_way),
            "NZ" if standard.compares == "NZ" else "MDT",
            compare_clause=standard.compare_clause,
            **more,
        )

    def parse(self, text: str | Iterable[str]) -> tuple[Any, ...]:
        return tiles.parse_tiles(text)

    def parse_setting(self, text: str) -> Setting:
        return tiles.TileSetting.parse(text)

    def hand(self, pieces: tuple[Any, ...]) -> tuple[Piece, ...]:
        return tiles.four_tiles(pieces)

    def settings(self, pieces: tuple[Any, ...]) -> tuple[Setting, ...]:
        return tiles.settings(pieces)

    def house_set(self, pieces: tuple[Any, ...]) -> HouseSet:
        found = self.house_way.set(pieces)
        return HouseSet(found.setting, found.rule, found.clause)

    def compare(self, player: Any, bank: Any) -> Match:
        match = cited(tiles.compare(player, bank, self.document, literal_zero=self.literal_zero), self.compare_clause)
        lost = match.result is Result.LOSE and result_of(match.high.winner, match.low.winner) is Result.LOSE
        return replace(match, clause=self.losing_clause) if self.losing_clause and lost else match

    def is_foul(self, setting: Setting) -> bool:
        return False

    def low_key(self, setting: Any) -> tuple[int, int]:
        return setting.low_rank.level, setting.high_rank.level

    def names(self, setting: Any) -> tuple[str, str]:
        return setting.high_rank.name, setting.low_rank.name


@dataclass(frozen=True)
class CardKit:
    """53 cards, hands of seven."""

    house_way: poker.HouseWay
    document: Literal["MDP", "DO"]
    wheel: poker.Wheel = poker.Wheel.SECOND
    full_set: tuple[Any, ...] = poker.DECK
    box: tuple[Any, ...] = poker.DECK
    spread: tuple[Any, ...] = tuple(sorted(poker.DECK, key=lambda card: (card.is_joker, card.suit, card.rank)))
    hand_size: int = 7
    kind: Literal["tiles", "cards"] = "cards"
    can_foul: bool = True
    compare_clause: str = ""

    @classmethod
    def of(cls, submission: Submission, **more: Any) -> CardKit:
        """Return the cards of a submission, set and compared as its document says."""
        standard = submission.rules
        return cls(
            poker.find_house_way(submission.house_way),
            "DO" if standard.compares == "DO" else "MDP",
            poker.Wheel(submission.reading("wheel")),
            compare_clause=standard.compare_clause,
            **more,
        )

    def parse(self, text: str | Iterable[str]) -> tuple[Any, ...]:
        return poker.parse_cards(text)

    def parse_setting(self, text: str) -> Setting:
        return poker.PokerSetting.parse(text)

    def hand(self, pieces: tuple[Any, ...]) -> tuple[Piece, ...]:
        return display_order(require_seven(pieces))

    def settings(self, pieces: tuple[Any, ...]) -> tuple[Setting, ...]:
        return poker.settings(pieces)

    def house_set(self, pieces: tuple[Any, ...]) -> HouseSet:
        found = self.house_way.set(pieces, self.document, self.wheel)
        return HouseSet(found.setting, found.rule, found.clause)

    def compare(self, player: Any, bank: Any) -> Match:
        return cited(poker.compare(player, bank, self.document, self.wheel), self.compare_clause)

    def is_foul(self, setting: Any) -> bool:
        return bool(setting.is_foul)

    def low_key(self, setting: Any) -> tuple[int, int]:
        return setting.low_rank.key, setting.high_rank(self.wheel).key

    def names(self, setting: Any) -> tuple[str, str]:
        return setting.high_rank(self.wheel).name, setting.low_rank.name


def require_made_of(setting: Setting, pieces: tuple[Piece, ...], clause: str) -> None:
    """Refuses a setting that uses other pieces than those dealt, or too many of them in one hand."""
    if Counter((*setting.high, *setting.low)) != Counter(pieces):
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
