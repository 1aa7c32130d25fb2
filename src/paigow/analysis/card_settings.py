"""The settings of seven cards, counted against every hand the other side may hold."""

from math import comb

import numpy as np

from paigow.analysis.advice import count_against, hands_left
from paigow.analysis.asked import Asked
from paigow.analysis.disjoint import Dealer
from paigow.analysis.house_ways import dealer_of, house_way
from paigow.analysis.kernel import U8
from paigow.analysis.ranks import settings_of
from paigow.analysis.results import Counts
from paigow.analysis.types import LOW_OF_SETTING, type_table
from paigow.comparison import Result
from paigow.errors import HandError
from paigow.poker import Card, PokerSetting, compare, dealer_wins_outright, parse_cards
from paigow.poker.card import display_order
from paigow.poker.setting import Document

JACK = 9
"""The jack's place among the ranks from two."""


class CardAdvice:
    """The other side plays a house way, or has opened its cards."""

    def __init__(self, asked: Asked, player_banks: bool, shown: str | None) -> None:
        self.way = house_way(asked.house_way)
        self.wheel = asked.wheel
        self.document: Document = "DO" if asked.standard == "dealer-open" else "MDP"
        self.player_banks = player_banks
        self.shown = None if shown is None else _seven(shown)
        self.total = comb(46, 7) if shown is None else 1

    def read(self, pieces: str) -> str:
        """Seven cards, the highest first; none of them among those that lie open."""
        cards = _seven(pieces)
        if self.shown:
            parse_cards([str(card) for card in (*cards, *self.shown)])
        return " ".join(map(str, display_order(cards)))

    def counts(self, pieces: str) -> list[tuple[str, str, str, str, Counts]]:
        cards = parse_cards(pieces)
        canonical = _canonical(cards)
        table = settings_of(np.array([[_index(card, canonical) for card in cards]], dtype=np.uint8), self.wheel)
        found = []
        for number in np.flatnonzero(table.legal[0]).tolist():
            i, j = LOW_OF_SETTING[number].tolist()
            rest = [card for place, card in enumerate(cards) if place not in (i, j)]
            found.append((number, PokerSetting(tuple(rest), (cards[i], cards[j]))))
        if self.shown:
            results = [self._against_shown(setting) for _, setting in found]
        else:
            numbers = [number for number, _ in found]
            results = self._against_all(cards, table.high[0][numbers], table.low[0][numbers])
        return [
            (*_words(setting), setting.high_rank(self.wheel).name, setting.low_rank.name, counts)
            for (_, setting), counts in zip(found, results, strict=True)
        ]

    def house(self, pieces: str) -> tuple[str, str, str]:
        decided = self.way.set(parse_cards(pieces), self.document, self.wheel)
        return (*_words(decided.setting), decided.rule)

    def _against_all(self, cards: tuple[Card, ...], high: "np.typing.NDArray[np.int16]", low: U8) -> list[Counts]:
        dealer = dealer_of(self.way, self.wheel)
        gone = tuple(card.index for card in cards)
        outright = 0
        if self.document == "DO":  # two jacks or more beat every main wager (DO-W)
            types = type_table()
            jacks = types.counts[types.rank_type, JACK] >= 2
            outright = int(hands_left(gone)[jacks].sum())
            dealer = Dealer(dealer.high, dealer.low, dealer.live & ~jacks)
        if self.player_banks:
            high, low = high + np.int16(1), low + np.uint8(1)
        below, above = count_against(gone, dealer, high, low)
        return [
            Counts(win, self.total - win - lose - outright, lose + outright)
            for win, lose in zip(below.tolist(), above.tolist(), strict=True)
        ]

    def _against_shown(self, setting: PokerSetting) -> Counts:
        assert self.shown is not None
        theirs = self.way.set(self.shown, self.document, self.wheel).setting
        result = compare(setting, theirs, self.document, self.wheel).result
        if dealer_wins_outright(self.shown):
            result = Result.LOSE
        return Counts(*(int(result is each) for each in (Result.WIN, Result.PUSH, Result.LOSE)))


def _words(setting: PokerSetting) -> tuple[str, str]:
    return " ".join(map(str, setting.high)), " ".join(map(str, setting.low))


def _seven(pieces: str) -> tuple[Card, ...]:
    cards = parse_cards(pieces)
    if len(cards) != 7:
        raise HandError(f"a hand has seven cards, not {len(cards)}", "MDP-1.B.8")
    return cards


def _canonical(cards: tuple[Card, ...]) -> int:
    """The suit that has five cards or more, the joker among them, else any."""
    naturals = [card.index for card in cards if not card.is_joker]
    suits = [sum(index % 4 == suit for index in naturals) for suit in range(4)]
    return max(range(4), key=lambda suit: suits[suit])


def _index(card: Card, flush: int) -> int:
    """The card's number when its flush suit and clubs change places."""
    if card.is_joker:
        return 52
    rank, suit = divmod(card.index, 4)
    return 4 * rank + {flush: 0, 0: flush}.get(suit, suit)
