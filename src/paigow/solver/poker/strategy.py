"""A strategy by type: how often each setting is used, in whole parts. A value to print, save, load and play."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from paigow.analysis.disjoint import Dealer
from paigow.analysis.kernel import I32, U8
from paigow.analysis.ranks import setting_table
from paigow.analysis.types import LOW_OF_SETTING, TYPES, canonical_order, type_table, types_of
from paigow.errors import PaigowError
from paigow.poker import Card, PokerSetting, Wheel, parse_cards
from paigow.poker.card import DECK, require_seven
from paigow.solver.model import SHOWN, describe
from paigow.solver.poker.choices import Choices


@dataclass(frozen=True, slots=True, eq=False)
class TypeStrategy:
    """Settings in use, listed by type; the weights of each type add up to ``parts``."""

    type: I32
    setting: U8
    weight: I32
    parts: int
    wheel: Wheel = Wheel.SECOND

    @classmethod
    def of(cls, lines: Choices, weight: I32, parts: int) -> "TypeStrategy":
        used = weight > 0
        return cls(lines.type[used], lines.setting[used], weight[used], parts, lines.wheel)

    @classmethod
    def fixed(cls, setting: U8, wheel: Wheel = Wheel.SECOND) -> "TypeStrategy":
        """Return a strategy with one setting for every type."""
        return cls(np.arange(TYPES, dtype=np.int32), setting, np.ones(TYPES, dtype=np.int32), 1, wheel)

    def weights_of(self, lines: Choices) -> I32:
        """Return the weight of every line; this strategy may use no other settings of the deck's types."""
        place = np.full((TYPES, len(LOW_OF_SETTING)), -1, dtype=np.int64)
        place[lines.type, lines.setting] = np.arange(len(lines.type))
        dealt = np.diff(lines.start)[self.type] > 0
        found = place[self.type[dealt], self.setting[dealt]]
        if (found < 0).any():
            raise PaigowError("a setting of this strategy is worse than another in both hands")
        weight = np.zeros(len(lines.type), dtype=np.int32)
        weight[found] = self.weight[dealt]
        return weight

    @property
    def game(self) -> str:
        return "poker"

    @property
    def mixed_kinds(self) -> int:
        """Return the number of types that are set at random."""
        return int((np.bincount(self.type, minlength=TYPES) > 1).sum())

    @property
    def dealer(self) -> Dealer:
        """Return a dealer that plays this strategy in an exact count."""
        table = setting_table(self.wheel)
        high, low = table.high[self.type, self.setting], table.low[self.type, self.setting]
        return Dealer.mixed(self.type, high, low, self.weight, self.parts)

    def __str__(self) -> str:
        several = np.flatnonzero(np.bincount(self.type, minlength=TYPES) > 1)
        cards = type_table().cards
        examples = ([DECK[card] for card in cards[t].tolist()] for t in several[:SHOWN])
        return describe(TYPES, "types of poker hand", len(several), map(self.weights, examples))

    def __repr__(self) -> str:
        return f"<TypeStrategy: {self.mixed_kinds:,} of {TYPES:,} types set at random>"

    def weights(self, pieces: str | Iterable[Card]) -> tuple[tuple[PokerSetting, Fraction], ...]:
        """Return the settings of seven cards with their probabilities."""
        hand = require_seven(parse_cards(pieces) if isinstance(pieces, str) else pieces)
        order = [card.index for card in hand]
        t = int(types_of(np.array([order], dtype=np.uint8))[0])
        cards = [DECK[card] for card in canonical_order(order)]
        first, last = np.searchsorted(self.type, [t, t + 1])
        found = []
        for line in range(int(first), int(last)):
            i, j = LOW_OF_SETTING[self.setting[line]].tolist()
            high = tuple(card for place, card in enumerate(cards) if place not in (i, j))
            found.append((PokerSetting(high, (cards[i], cards[j])), Fraction(int(self.weight[line]), self.parts)))
        return tuple(found)
