"""Pai gow poker with five ranks, built from the readable code alone, and its value by a linear program.

Hands, settings and comparisons come from `paigow.poker`; deals are counted one by one. Hands are told apart by their
ranks and, where five cards of a suit can be held, by the ranks of that suit. Nothing is taken from `paigow.analysis`
or `paigow.solver`.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Any

import highspy
import numba
import numpy as np
import numpy.typing as npt

from paigow.poker import DECK, Card, rank_high, rank_low
from paigow.poker import settings as settings_of

Ints = npt.NDArray[np.int64]
Reals = npt.NDArray[np.float64]
Kind = tuple[tuple[int, ...], tuple[int, ...]]


@dataclass(frozen=True, eq=False)
class SmallGame:
    """Kinds of hand with their legal settings that no other matches, and how often two kinds are dealt together."""

    kinds: tuple[tuple[Card, ...], ...]
    """One hand of each."""
    kind: Ints
    """Of each setting, ..."""
    high: Ints
    low: Ints
    pairs: Ints
    """[player's kind, house's kind]"""

    def gains(self, win: float, player_banks: bool) -> Reals:
        """The player's expected gain from each pair of settings, times the chance of the two kinds."""
        high, low = np.subtract.outer(self.high, self.high), np.subtract.outer(self.low, self.low)
        better = (high >= 0).astype(int) + (low >= 0) if player_banks else (high > 0).astype(int) + (low > 0)
        pays = np.where(better == 2, win, np.where(better == 0, -1.0, 0.0))
        found: Reals = pays * self.pairs[np.ix_(self.kind, self.kind)] / self.pairs.sum()
        return found


def kind_of(cards: tuple[Card, ...]) -> Kind:
    """All ranks of a hand, and those of the suit in which it can hold a flush."""
    suit, most = Counter(card.suit for card in cards if not card.is_joker).most_common(1)[0]
    joker = any(card.is_joker for card in cards)
    code = [14 if card.is_joker else card.rank - 2 for card in cards]
    flush = [n for n, card in zip(code, cards, strict=True) if card.suit == suit] if most + joker >= 5 else []
    return tuple(sorted(code)), tuple(sorted(flush))


def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    return numba.njit(function)  # type: ignore[no-any-return]


@compiled
def count_pairs(bits: Ints, kind: Ints, kinds: int) -> Ints:
    pairs = np.zeros((kinds, kinds), dtype=np.int64)
    for p in range(len(bits)):
        for d in range(p):
            if bits[p] & bits[d] == 0:
                pairs[kind[p], kind[d]] += 1
                pairs[kind[d], kind[p]] += 1
    return pairs


@cache
def small_game(ranks: tuple[int, ...]) -> SmallGame:
    """The game with the given ranks (0 for twos to 12 for aces) in four suits and the joker."""
    deck = [card for card in DECK if card.is_joker or card.rank - 2 in ranks]
    hands = list(combinations(deck, 7))
    number: dict[Kind, int] = {}
    kind = np.array([number.setdefault(kind_of(hand), len(number)) for hand in hands])
    kinds = tuple(hands[place] for place in np.unique(kind, return_index=True)[1].tolist())
    lines = []
    for place, hand in enumerate(kinds):
        both = {(rank_high(each.high).key, rank_low(each.low).key) for each in settings_of(hand)}
        legal = [(high, low) for high, low in both if high >= low]
        lines += [
            (place, high, low)
            for high, low in sorted(legal, reverse=True)
            if not any(h >= high and low_too >= low and (h, low_too) != (high, low) for h, low_too in legal)
        ]
    table = np.array(lines)
    bits = np.array([sum(1 << card.index for card in hand) for hand in hands])
    pairs = count_pairs(bits, kind, len(kinds))
    return SmallGame(kinds, table[:, 0].copy(), table[:, 1].copy(), table[:, 2].copy(), pairs)


def value(game: SmallGame, win: float, player_banks: bool) -> float:
    """What the game is worth to the player if both sides choose best by kind: a linear program.

    Variables are the player's weights and, for each of the house's kinds, the least that some setting leaves the
    player. The sum of these is to be as large as possible.
    """
    gains = game.gains(win, player_banks)
    size, kinds = len(game.kind), len(game.kinds)
    columns = np.zeros((size + kinds, size + kinds))  # [row, variable]
    columns[:size, :size] = gains.T  # what the house's setting leaves ...
    columns[np.arange(size), size + game.kind] = -1.0  # ... is at least the least of its kind
    columns[size + game.kind, np.arange(size)] = 1.0  # weights of a kind add up to one
    row, column = np.nonzero(columns.T)[1], np.nonzero(columns.T)[0]
    program = highspy.HighsLp()
    program.num_col_, program.num_row_ = size + kinds, size + kinds
    program.sense_ = highspy.ObjSense.kMaximize
    program.col_cost_ = np.repeat([0.0, 1.0], [size, kinds])
    program.col_lower_ = np.repeat([0.0, -highspy.kHighsInf], [size, kinds])
    program.col_upper_ = np.full(size + kinds, highspy.kHighsInf)
    program.row_lower_ = np.repeat([0.0, 1.0], [size, kinds])
    program.row_upper_ = np.repeat([highspy.kHighsInf, 1.0], [size, kinds])
    program.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    program.a_matrix_.start_ = np.searchsorted(column, np.arange(size + kinds + 1)).astype(np.int32)
    program.a_matrix_.index_ = row.astype(np.int32)
    program.a_matrix_.value_ = columns.T[column, row]
    solver: Any = highspy.Highs()  # type: ignore[no-untyped-call]
    solver.silent()
    solver.passModel(program)
    solver.run()
    assert solver.getModelStatus() == highspy.HighsModelStatus.kOptimal
    return float(solver.getInfo().objective_function_value)
