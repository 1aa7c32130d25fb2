"""The desk for poker, Maryland and Dealer Open."""

from dataclasses import replace
from functools import cached_property

from paigow.comparison import Match, Result, cited
from paigow.desk import Answer, Choices, comparison
from paigow.errors import HandError
from paigow.poker import (
    DECK,
    Card,
    HouseWay,
    PokerSetting,
    Wheel,
    best_five,
    compare,
    count_jacks,
    dealer_wins_outright,
    find_house_way,
    is_ace_high_pai_gow,
    parse_cards,
)
from paigow.poker.house_way import CLAUSES
from paigow.poker.keys import SUIT_WEIGHTS, has_flush
from paigow.poker.setting import Document
from paigow.rules.poker_wagers import dealer_outcomes, poker_outcomes

_BY_CODE = {card.code: card.index for card in DECK}
_CODES = [card.code for card in DECK]


class PokerDesk:
    pieces = tuple(_CODES)
    hand_size = 7

    def __init__(self, choices: Choices) -> None:
        self.choices = choices
        self.document: Document = "DO" if choices.standard.compares == "DO" else "MDP"
        self.wheel = Wheel(choices.readings["wheel"])
        self._decided: dict[tuple[int, ...], tuple[tuple[int, ...], tuple[int, ...], Answer]] = {}
        self._classified: dict[tuple[int, ...], Answer] = {}

    @cached_property
    def _house_way(self) -> HouseWay:
        return find_house_way(self.choices.house_way)

    def set(self, pieces: str) -> Answer:
        """How the house way sets seven cards. Hands of one kind are set alike, place by place: each is decided once."""
        indices = _highest_first(pieces)
        kind = _kind(indices)
        decided = self._decided.get(kind)
        if decided is None:
            decided = self._decided[kind] = self._decide(indices)
        high, low, answer = decided
        return answer | {
            "high": " ".join([_CODES[indices[place]] for place in high]),
            "low": " ".join([_CODES[indices[place]] for place in low]),
        }

    def _decide(self, indices: list[int]) -> tuple[tuple[int, ...], tuple[int, ...], Answer]:
        view, key, rule = self._house_way.decide([DECK[index] for index in indices], self.wheel)
        setting = view.setting(key)
        answer = {
            "rules": self.choices.rules,
            "house_way": self._house_way.name,
            **_hands(setting, self.wheel),
            "rule": rule.name,
            "clause": CLAUSES[self.document],
        }
        high, low = (tuple(indices.index(card.index) for card in hand) for hand in (setting.high, setting.low))
        return high, low, answer

    def match(self, player: str, bank: str) -> tuple[Match, str | None]:
        """Match high against high and low against low, with the reason if something else decides the bet.

        A player's foul loses; a bank's is refused, for it would be reset.
        """
        players, banks = PokerSetting.parse(player), PokerSetting.parse(bank)
        match = cited(compare(players, banks, self.document, self.wheel), self.choices.standard.compare_clause)
        reason = "the player's setting is foul" if players.is_foul else None
        if self.choices.standard.shows_dealer and dealer_wins_outright(banks.cards):
            match = replace(match, result=Result.LOSE, clause="DO-W")
            reason = "the dealer has two jacks or more"
        return match, reason

    def compare(self, player: str, bank: str) -> Answer:
        match, reason = self.match(player, bank)
        held, banked = (_hands(PokerSetting.parse(each), self.wheel) for each in (player, bank))
        return comparison(self.choices, match, held, banked, reason)

    def classify(self, pieces: str) -> Answer:
        """By the seven cards: a player's in Maryland; in Dealer Open the dealer's, which the wagers there look at."""
        indices = _highest_first(pieces)
        kind = _kind(indices)
        answer = self._classified.get(kind)
        if answer is None:
            answer = self._classified[kind] = self._classify([DECK[index] for index in indices])
        return answer | {"pieces": " ".join([_CODES[index] for index in indices])}

    def _classify(self, cards: list[Card]) -> Answer:
        best, _ = best_five(cards, self.wheel)
        answer: Answer = {"rules": self.choices.rules, "pieces": "", "best_name": best.name}
        if not self.choices.standard.shows_dealer:
            return answer | {"wagers": [each.to_dict() for each in poker_outcomes(self.choices.data, cards)]}
        return answer | {
            "ace_high": is_ace_high_pai_gow(cards),
            "jacks": count_jacks(cards),
            "wagers": [each.to_dict() for each in dealer_outcomes(self.choices.data, cards)],
        }


def _highest_first(pieces: str) -> list[int]:
    """Return the indices of seven different cards, or the error that says what is wrong with them."""
    codes = pieces.split()
    indices = sorted([_BY_CODE.get(code, -1) for code in codes], reverse=True)
    if len(codes) == 7 and indices[-1] >= 0 and len(set(indices)) == 7:
        return indices
    cards = parse_cards(pieces)
    raise HandError(f"a hand has seven cards, not {len(cards)}", "MDP-1.B.8")


def _kind(indices: list[int]) -> tuple[int, ...]:
    """Return what house ways and classes look at: the ranks, and the suits only where five cards could make a flush.

    Suits are then told apart by the place of their first card: hands that differ in the names of suits are of one kind.
    """
    kind = [index >> 2 for index in indices]
    if has_flush(sum([SUIT_WEIGHTS[index] for index in indices])):
        suits = [index & 3 if index < 52 else 4 for index in indices]
        kind += [suits.index(suit) for suit in suits]
    return tuple(kind)


def _hands(setting: PokerSetting, wheel: Wheel) -> Answer:
    return {
        "high": " ".join(map(str, setting.high)),
        "low": " ".join(map(str, setting.low)),
        "high_name": setting.high_rank(wheel).name,
        "low_name": setting.low_rank.name,
    }
