"""Seven cards set as a high and a low hand: the 21 ways, their defects, and comparisons."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from types import MappingProxyType
from typing import Final, Literal

from paigow.comparison import HandComparison, Match, Result, Winner, compared, result_of
from paigow.errors import HandError, NotationError
from paigow.poker.card import Card, display_order, parse_cards, require_seven
from paigow.poker.evaluator import COMPLETE_HANDS, Category, HandRank, HighRank, LowRank, Wheel, rank_high, rank_low
from paigow.text import Text, text

Document = Literal["MDP", "DO"]
"""A document whose rules for comparing cards are known."""
DOCUMENTS: Final[Mapping[str, Document]] = MappingProxyType({"MDP": "MDP", "DO": "DO"})


class DefectKind(StrEnum):
    WRONG_COUNT = "wrong count"
    DUPLICATE = "duplicate"
    NOT_IN_HAND = "card not in the hand"
    FOUL = "high hand ranks below low hand"


@dataclass(frozen=True, slots=True)
class Defect:
    """A reason why a setting is foul."""

    kind: DefectKind
    text: Text
    clause: str

    def __str__(self) -> str:
        return str(self.text)


@dataclass(frozen=True, slots=True, init=False)
class PokerSetting:
    """A high hand of five cards and a low hand of two (MDP-1.B.8), each written highest card first."""

    high: tuple[Card, ...]
    low: tuple[Card, ...]

    def __init__(self, high: tuple[Card, ...], low: tuple[Card, ...]) -> None:
        object.__setattr__(self, "high", display_order(high))
        object.__setattr__(self, "low", display_order(low))

    @classmethod
    def in_order(cls, high: tuple[Card, ...], low: tuple[Card, ...]) -> "PokerSetting":
        """Return the setting with two hands that are written highest card first already, without sorting them."""
        setting = object.__new__(cls)
        object.__setattr__(setting, "high", high)
        object.__setattr__(setting, "low", low)
        return setting

    @classmethod
    def parse(cls, written: str) -> "PokerSetting":
        """Parse ``high / low``. Five and two different cards are required; a foul is not checked for."""
        halves = written.split("/")
        if len(halves) != 2:
            raise NotationError(
                "{text} is not a setting: write five cards, a slash and two cards, such as As Ks Qs Js Ts / 9h 9d",
                text=repr(written),
            )
        high, low = (parse_cards(half) for half in halves)
        setting = cls(high, low)
        for defect in setting.status():
            if defect.kind is not DefectKind.FOUL:
                raise HandError(defect.text, defect.clause)
        return setting

    @property
    def cards(self) -> tuple[Card, ...]:
        return self.high + self.low

    def high_rank(self, wheel: Wheel = Wheel.SECOND) -> HighRank:
        return rank_high(self.high, wheel)

    @property
    def low_rank(self) -> LowRank:
        return rank_low(self.low)

    def is_legal(self, wheel: Wheel = Wheel.SECOND) -> bool:
        """Return whether the setting has no defect."""
        whole = len(self.high) == 5 and len(self.low) == 2 and len({*self.high, *self.low}) == 7
        return whole and rank_high(self.high, wheel).key >= rank_low(self.low).key

    def status(self, wheel: Wheel = Wheel.SECOND, hand: Iterable[Card] | None = None) -> list[Defect]:
        """Return every defect; a legal setting has none.

        With ``hand``, the seven cards dealt, all cards must be among them.
        """
        if hand is None and self.is_legal(wheel):
            return []
        defects = []
        for name, cards, size, clause in (("high", self.high, 5, "MDP-1.B.5"), ("low", self.low, 2, "MDP-1.B.6")):
            if len(cards) != size:
                wrong = text(
                    "the {name} hand has {count} cards instead of {size}", name=name, count=len(cards), size=size
                )
                defects.append(Defect(DefectKind.WRONG_COUNT, wrong, clause))
        cards = self.cards
        if len(set(cards)) < len(cards):
            for card in sorted({card for card in cards if cards.count(card) > 1}, key=lambda card: card.index):
                defects.append(
                    Defect(DefectKind.DUPLICATE, text("{card} is used more than once", card=card), "MDP-3.A.1")
                )
        if hand is not None:
            for card in display_order(set(cards) - set(hand)):
                defects.append(
                    Defect(DefectKind.NOT_IN_HAND, text("{card} is not in the hand dealt", card=card), "MDP-1.B.8")
                )
        if not any(defect.kind in (DefectKind.WRONG_COUNT, DefectKind.DUPLICATE) for defect in defects):
            high, low = self.high_rank(wheel), self.low_rank
            if high.key < low.key:
                wrong = text("the high hand ({high}) ranks below the low hand ({low})", high=high, low=low)
                defects.append(Defect(DefectKind.FOUL, wrong, "MDP-11.F.1.c"))
        return defects

    @property
    def is_foul(self) -> bool:
        """Return whether the setting has any defect, with the wheel as the second-highest straight.

        The wheel rule makes no difference: every straight ranks above every low hand.
        """
        return not self.is_legal()

    def __str__(self) -> str:
        return " / ".join(" ".join(map(str, cards)) for cards in (self.high, self.low))


def settings(cards: Iterable[Card]) -> tuple[PokerSetting, ...]:
    """Return the 21 ways to set seven cards, fouls included."""
    seven = require_seven(cards)
    return tuple(PokerSetting(tuple(card for card in seven if card not in low), low) for low in combinations(seven, 2))


def legal_settings(cards: Iterable[Card]) -> tuple[PokerSetting, ...]:
    """Return the legal ways to set seven cards."""
    return tuple(setting for setting in settings(cards) if not setting.is_foul)


def compare(player: PokerSetting, bank: PokerSetting, document: Document = "MDP", wheel: Wheel = Wheel.SECOND) -> Match:
    """Compare high with high and low with low; a copy goes to the bank, and a player's foul always loses."""
    whole = len(player.low) == len(bank.low) == 2 and len(player.high) == len(bank.high) == 5
    if not whole or len({*player.high, *player.low, *bank.high, *bank.low}) < 14:
        _require_comparable(player, bank, wheel)
        names = " ".join(map(str, display_order(set(player.cards).intersection(bank.cards))))
        raise HandError(
            "the player and the bank cannot both hold {names}: there is only one deck", "MDP-3.A.1", names=names
        )
    player_high, player_low = rank_high(player.high, wheel), rank_low(player.low)
    bank_high, bank_low = rank_high(bank.high, wheel), rank_low(bank.low)
    if bank_high.key < bank_low.key:
        _require_comparable(player, bank, wheel)
    high = _compare_hands(player_high, bank_high, document)
    low = _compare_hands(player_low, bank_low, document)
    if player_high.key < player_low.key:
        return Match(high, low, Result.LOSE, "MDP-11.F.1.c" if document == "MDP" else "DO-R7")
    result = result_of(high.winner, low.winner)
    return Match(high, low, result, _settling_clause(result, high.winner, low.winner, document))


def _require_comparable(player: PokerSetting, bank: PokerSetting, wheel: Wheel) -> None:
    """Refuse to compare anything but two whole settings, of which only the player's may be foul."""
    for name, setting in (("player", player), ("bank", bank)):
        defects = [each for each in setting.status(wheel) if each.kind is not DefectKind.FOUL or name == "bank"]
        if defects:
            raise HandError(
                "the {name}'s setting cannot be compared: {defects}",
                defects[0].clause,
                name=name,
                defects=defects[0].text,
            )


_PLAYER, _BANK, _COPY = Winner.PLAYER, Winner.BANK, Winner.COPY


def _compare_hands(player: HandRank, bank: HandRank, document: Document) -> HandComparison:
    margin = player.key - bank.key
    winner = _PLAYER if margin > 0 else _BANK if margin < 0 else _COPY
    return compared(winner, "DO-W.s2" if document == "DO" else _ranking_clause(player, bank))


def _ranking_clause(one: HandRank, other: HandRank) -> str:
    """Return the clause of MDP chapter 6 that distinguishes two hands, or that calls them a tie."""
    if one.key == other.key:
        return "MDP-6.C.2"
    if one.category is not other.category:
        return max(one, other).clause
    if one.category is Category.FLUSH:
        return "MDP-6.B.6.s2"
    if one.category in COMPLETE_HANDS or one.ranks[: _MADE[one.category]] != other.ranks[: _MADE[other.category]]:
        return one.clause
    return "MDP-6.C.1"


_MADE = {
    Category.HIGH_CARD: 0, Category.PAIR: 1, Category.TWO_PAIR: 2, Category.THREE_OF_A_KIND: 1,
    Category.FULL_HOUSE: 2, Category.FOUR_OF_A_KIND: 1,
}  # fmt: skip
"""The number of ranks that name the made part of a hand; the ranks after them are single cards."""


def _settling_clause(result: Result, high: Winner, low: Winner, document: Document) -> str:
    if document == "DO":
        return {Result.WIN: "DO-W.s4", Result.PUSH: "DO-W.s5", Result.LOSE: "DO-W.s6"}[result]
    if result is Result.WIN:
        return "MDP-11.F.3"
    if result is Result.PUSH:
        return "MDP-11.F.2.a" if high is Winner.PLAYER else "MDP-11.F.2.b"
    return "MDP-11.F.1.b" if Winner.COPY in (high, low) else "MDP-11.F.1.a"
