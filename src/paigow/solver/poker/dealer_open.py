"""Dealer Open, solved: the dealer's hand is open, so there is nothing to guess and nothing to mix.

A player who sees the dealer's two hands wins if any legal setting beats both and loses if none beats either. So each
setting of a dealer's hand has a value of its own, regardless of what the dealer does with other hands, and the best is
found hand by hand. With two jacks the dealer wins regardless of the setting (DO-W).
"""

from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from time import perf_counter

import numpy as np

from paigow.analysis.asked import Asked
from paigow.analysis.best import Found, choose_best
from paigow.analysis.dealer_open import count_dealer_open, jacks_of_types
from paigow.analysis.deals import dealer_hands
from paigow.analysis.disjoint import FULL_DECK, Dealer, Deck
from paigow.analysis.execution import KeptResults, Progress
from paigow.analysis.house_ways import dealer_of
from paigow.analysis.kernel import I64
from paigow.analysis.results import Counts
from paigow.analysis.types import TYPES
from paigow.poker import HOUSE_WAYS
from paigow.solver.model import Bounds, Priced, Pure, Solution, Watch
from paigow.solver.poker.choices import Choices, choices
from paigow.solver.poker.kept import Checkpoint, KeptJobs
from paigow.solver.poker.strategy import TypeStrategy


@dataclass(frozen=True, slots=True, eq=False)
class OpenDealer:
    """The best fixed way by type, and a bound that no dealer can improve on."""

    line: I64
    """The best line of each dealt type."""
    counts: Counts
    """The deals that the player wins, pushes and loses against it."""
    by_hand: Counts
    """The same against a dealer who sets every single hand best, taking the suits of its cards into account."""


def beating(lines: Choices) -> Dealer:
    """Return players as a list whose entries at or above a dealer's classes add up to the players who can beat both.

    A player's settings form a staircase. Counting each step and subtracting what neighbouring steps share counts each
    player with a step above the dealer's hands exactly once, and nobody else.
    """
    last = np.append(lines.type[1:] != lines.type[:-1], True)
    step = np.flatnonzero(~last)
    types = np.concatenate([lines.type, lines.type[step]])
    high = np.concatenate([lines.high, lines.high[step + 1]])
    low = np.concatenate([lines.low, lines.low[step]])
    weight = np.repeat(np.array([1, -1], dtype=np.int32), [len(lines.type), len(step)])
    order = np.argsort(types, kind="stable")
    return Dealer(types[order], high[order], low[order], weight[order])


def beaten(lines: Choices) -> Dealer:
    """Return players by their highest high hand and highest low hand: those below both can beat neither."""
    first = np.append(True, lines.type[1:] != lines.type[:-1])
    last = np.append(first[1:], True)
    one_each = np.ones(int(first.sum()), dtype=np.int32)
    return Dealer(lines.type[first], lines.high[first], lines.low[last], one_each)


def open_dealer(
    lines: Choices,
    win: Fraction,
    *,
    executor: Executor | None = None,
    progress: Progress | None = None,
    kept: KeptResults[Found] | None = None,
) -> OpenDealer:
    """Return the best way to set an open dealer's hands if a win pays the player ``win``."""
    asked = np.diff(lines.start)
    found = choose_best(
        beaten(lines),
        lines.questions(True),
        asked,
        np.zeros(TYPES, dtype=np.int32),
        lines.setting.astype(np.int16),
        win=1 / win,
        above=beating(lines),
        deck=lines.deck,
        executor=executor,
        progress=progress,
        kept=kept,
    )
    lost, won = found.by_question
    worth = win.denominator * lost - win.numerator * won
    order = np.lexsort((np.arange(len(worth)), -worth, lines.type))
    _, first = np.unique(lines.type[order], return_index=True)
    line = order[first]
    jacks = jacks_of_types() >= 2
    outright = int(lines.hands[jacks].sum()) * dealer_hands(lines.deck)
    quiet = ~jacks[lines.type[line]]

    def counts(win: I64, lose: I64) -> Counts:
        wins, losses = sum(win.tolist()), sum(lose.tolist()) + outright
        return Counts(wins, lines.deals - wins - losses, losses)

    return OpenDealer(
        line,
        counts(won[line][quiet], lost[line][quiet]),
        counts(found.best[~jacks, 1], found.best[~jacks, 0]),
    )


def solve_open(
    asked: Asked,
    rate: Fraction,
    *,
    deck: Deck = FULL_DECK,
    progress: Watch | None = None,
    checkpoint: Path | None = None,
    executor: Executor | None = None,
) -> Solution:
    """Solve Dealer Open.

    Nothing is mixed; the bounds differ by the gain of a dealer who considers suits in addition to the type.

    The fixed way is proved best among those that set every hand of a type alike.
    """
    began = perf_counter()
    lines = choices(deck, asked.wheel)
    kept = Checkpoint(checkpoint, f"Dealer Open, a win pays {1 - rate}, wheel {asked.wheel}, ranks {deck.ranks}")
    lower, upper = Fraction(-1), Fraction(1)

    def watch(stage: str) -> Progress:
        def tell(done: int, total: int) -> None:
            if progress is not None:
                seconds = perf_counter() - began
                progress(Bounds(f"{stage}, {done} of {total} parts", 1, float(lower), float(upper), seconds))

        return tell

    found = open_dealer(lines, 1 - rate, executor=executor, progress=watch("dealer"), kept=KeptJobs(kept, "dealer"))
    strategy = TypeStrategy.fixed(lines.settings_of(found.line), asked.wheel)
    lower, upper = found.by_hand.value(rate), found.counts.value(rate)
    priced = []
    for name, way in HOUSE_WAYS.items():
        counts = kept.counts(name)
        if counts is None:
            dealer = dealer_of(way, asked.wheel)
            counts = count_dealer_open(dealer, wheel=asked.wheel, deck=deck, executor=executor, progress=watch(name))
            kept.put_counts(name, counts)
        priced.append(Priced(name, counts, -counts.value(rate)))
    kept.finish()
    return Solution(
        rules=asked.rules,
        game="poker",
        commission=rate,
        banker="house",
        total=lines.deals,
        lower=lower,
        upper=upper,
        house=strategy,
        player=None,
        pure=Pure(strategy, found.counts, -upper, proved=True, at_most=-lower, settled=len(found.line), open=0),
        house_ways=tuple(priced),
        iterations=1,
        seconds=perf_counter() - began,
    )
