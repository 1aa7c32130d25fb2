"""The choices of both sides: for every type, the legal settings that no other setting matches in both hands.

A setting that another one equals or beats in both hands never does better, for the player or for the bank, regardless
of what the other side does. So both sides choose from the same *lines*: line ``start[t]`` to ``start[t + 1]`` of type
``t``.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np

from paigow.analysis.deals import deals
from paigow.analysis.disjoint import FULL_DECK, Dealer, Deck, Questions, rank_types_of
from paigow.analysis.kernel import I16, I32, I64, U8
from paigow.analysis.ranks import front_table, setting_table
from paigow.analysis.types import TYPES, type_table
from paigow.poker import Wheel


@dataclass(frozen=True, slots=True, eq=False)
class Choices:
    """The undominated settings, one line each, for every type that a deck can deal."""

    deck: Deck
    wheel: Wheel
    start: I32
    type: I32
    setting: U8
    high: I16
    low: U8
    hands: I64
    """The number of hands of the deck that have each type."""

    @property
    def deals(self) -> int:
        return deals(self.deck)

    def questions(self, banks: bool) -> Questions:
        """Return the lines as thresholds for the exact count; the bank wins copies, so it beats one more class."""
        return Questions.plain(self.start, self.high + np.int16(banks), self.low + np.uint8(banks))

    def dealer(self, weight: I32, parts: int) -> Dealer:
        """Return a dealer for the other side that sets each type by these weights."""
        return Dealer.mixed(self.type, self.high, self.low, weight, parts)

    def settings_of(self, line: I64) -> U8:
        """Return one setting for each type, given one line for each dealt type.

        Types that the deck lacks keep setting 0.
        """
        setting = np.zeros(TYPES, dtype=np.uint8)
        setting[self.type[line]] = self.setting[line]
        return setting


@cache
def choices(deck: Deck = FULL_DECK, wheel: Wheel = Wheel.SECOND) -> Choices:
    """Return the lines of a deck."""
    types, table = type_table(), setting_table(wheel)
    start, front = front_table(wheel)
    present = rank_types_of(deck)[types.rank_type]
    number = np.diff(start)
    row = np.repeat(np.arange(TYPES, dtype=np.int32), number)
    dealt = present[row]
    row, setting = row[dealt], front[dealt]
    own_start = np.zeros(TYPES + 1, dtype=np.int32)
    np.cumsum(np.where(present, number, 0), out=own_start[1:])
    return Choices(
        deck,
        wheel,
        own_start,
        row,
        setting,
        table.high[row, setting],
        table.low[row, setting],
        np.where(present, types.hands, 0),
    )
