"""Solving pai gow poker: learn on the fast model, count exactly, correct the model, and repeat until the gap is closed.

The bounds are exact: `lower` is the value of the player's mixed strategy when every single hand of the house responds
best, `upper` the value of the house's when every single hand of the player does. Both are integers over all deals;
nothing in them rests on the model.
"""

from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from time import perf_counter

import numpy as np

from paigow.analysis.disjoint import FULL_DECK, Dealer, Deck
from paigow.analysis.house_ways import dealer_of
from paigow.analysis.kernel import I32, I64
from paigow.analysis.results import Counts
from paigow.poker import HOUSE_WAYS, Wheel
from paigow.solver.model import Bounds, Priced, Watch
from paigow.solver.poker.choices import choices
from paigow.solver.poker.exact import PARTS, Response, respond, whole_parts
from paigow.solver.poker.kept import Arrays, Checkpoint, KeptJobs
from paigow.solver.poker.learn import Learner, best_by_type
from paigow.solver.poker.model import HOUSE, PLAYER, Model
from paigow.solver.poker.pure import share_out
from paigow.solver.poker.settled import Settled, settle
from paigow.solver.poker.strategy import TypeStrategy

TURNS = 200
"""The number of turns on the model between two exact counts, all of them averaged."""
MOST_LOOPS = 20
GAP = Fraction(1, 100_000)
SIDES = (PLAYER, HOUSE)
WIDTHS = (1, 4, 16, 64, 256)
"""Neighbourhood sizes tried when mixed types are distributed; the model decides which is best."""


@dataclass(frozen=True, slots=True)
class Question:
    """The game to solve."""

    win: Fraction
    """The player's payout for a win, after commission."""
    copies: int = HOUSE
    """The side that banks and wins copies."""
    deck: Deck = FULL_DECK
    wheel: Wheel = Wheel.SECOND
    turns: int = TURNS

    def __str__(self) -> str:
        banks = "house" if self.copies == HOUSE else "player"
        ranks = " ".join(map(str, self.deck.ranks))
        return f"poker, a win pays {self.win}, the {banks} banks, wheel {self.wheel}, ranks {ranks}, {self.turns} turns"


@dataclass(frozen=True, slots=True, eq=False)
class Bound:
    """The exact guarantee of one side's strategy, found by letting every hand of the other side respond best to it."""

    weight: I32
    """The weights of the strategy's lines, in parts."""
    counts: Counts
    """The deals that the player wins, pushes and loses under that response, times the parts."""
    value: Fraction
    """The player's value per bet."""
    by_line: I64
    """[(won, lost), line]: the deals of the other side's lines, times the parts."""

    @classmethod
    def of(cls, weight: I32, response: Response) -> "Bound":
        return cls(weight, response.counts, response.value, response.by_line)


class Solver:
    """One question, its progress, and a callback for reports.

    After every exact count the model is corrected and the average restarted. A run that was stopped resumes from its
    checkpoint and finds the same solution.
    """

    def __init__(
        self,
        question: Question,
        *,
        progress: Watch | None = None,
        checkpoint: Path | None = None,
        executor: Executor | None = None,
    ) -> None:
        self.question, self.executor, self._watch = question, executor, progress
        self.lines = choices(question.deck, question.wheel)
        self.learner = Learner(self.lines, Model.of(self.lines, float(question.win), question.copies))
        self.loop = self.turns = 0
        self.by_type = (-2.0, 2.0)
        """The bounds of the latest averages if the other side chooses by type alone, according to the model."""
        self.bounds: list[Bound] = []
        """Bounds by side: the player's strategy bounds the value from below, the house's from above."""
        self._kept = Checkpoint(checkpoint, str(question))
        self._began = perf_counter()
        self._resume()

    @property
    def lower(self) -> Fraction:
        return self.bounds[PLAYER].value if self.bounds else Fraction(-2)

    @property
    def upper(self) -> Fraction:
        return self.bounds[HOUSE].value if self.bounds else Fraction(2)

    def strategy(self, side: int) -> TypeStrategy:
        return TypeStrategy.of(self.lines, self.bounds[side].weight, PARTS)

    def certify(self, gap: Fraction = GAP, most_loops: int = MOST_LOOPS) -> None:
        """Find mixed strategies whose exact bounds are at most ``gap`` apart, or the best within this many loops."""
        while self.upper - self.lower > gap and self.loop < most_loops:
            self._learn()
            weight = [whole_parts(self.lines, self.learner.average(side)) for side in SIDES]
            names = [f"loop {self.loop}, {side}'s response" for side in ("player", "house")]
            found = [self.respond(side, self.lines.dealer(weight[1 - side], PARTS), names[side]) for side in SIDES]
            new = [Bound.of(weight[1 - side], found[side]) for side in reversed(SIDES)]
            self.bounds = [
                new[PLAYER] if new[PLAYER].value > self.lower else self.bounds[PLAYER],
                new[HOUSE] if new[HOUSE].value < self.upper else self.bounds[HOUSE],
            ]
            self.learner.model.correct([each.gains for each in found], [each / PARTS for each in weight])
            self.by_type = self.learner.bounds()
            self.learner.anew()
            self._keep()
            self._tell(f"loop {self.loop}")

    def respond(self, side: int, other: Dealer, name: str) -> Response:
        """Return an exact best response, without recounting what an earlier run has counted."""

        def progress(done: int, total: int) -> None:
            self._tell(f"{name}, {done} of {total} parts")

        return respond(
            self.lines, side, other, self.question.win, self.question.copies,
            executor=self.executor, progress=progress, kept=KeptJobs(self._kept, name),
        )  # fmt: skip

    def fix(self) -> Bound:
        """Return a fixed house way, and the player's exact best response to it."""
        tried = []
        for width in WIDTHS:
            weight = np.zeros(len(self.lines.type), dtype=np.int32)
            weight[share_out(self.lines, self.bounds[HOUSE].weight, PARTS, width)] = 1
            gains = self.learner.model.gains(PLAYER, weight.astype(np.float64))
            tried.append((best_by_type(self.lines.start, gains), width, weight))
        weight = min(tried, key=lambda each: each[:2])[2]
        found = self.respond(PLAYER, self.lines.dealer(weight, 1), "response to the fixed way")
        return Bound.of(weight, found)

    def settle(self, fixed: Bound) -> Settled:
        """Return how much the player's strategy settles about the fixed ways that are as good as a given one."""
        found = settle(self.lines, self.bounds[PLAYER].by_line, self.question.win, PARTS, fixed.value)
        self._tell(f"fixed way, {found.settled:,} types settled and {found.open:,} open")
        return found

    def price(self) -> tuple[Priced, ...]:
        """Return every packaged house way against the player's best response."""
        found = []
        for name, way in HOUSE_WAYS.items():
            answer = self.respond(PLAYER, dealer_of(way, self.question.wheel), f"response to {name}")
            found.append(Priced(name, answer.counts, -answer.value))
        return tuple(found)

    def finish(self) -> None:
        """Delete the checkpoint."""
        self._kept.finish()

    def _tell(self, stage: str) -> None:
        if self._watch is not None:
            seconds = perf_counter() - self._began
            self._watch(Bounds(stage, self.turns, float(self.lower), float(self.upper), seconds))

    def _learn(self) -> None:
        """Take turns on the corrected model, unless an earlier run got that far."""
        self.loop += 1
        self.turns += self.question.turns
        kept = self._kept.get(f"learned {self.loop}")
        if kept is not None:
            self.learner.take(kept)
        else:
            self.learner.learn(self.question.turns)
            self._kept.put(f"learned {self.loop}", self.learner.arrays())

    def _keep(self) -> None:
        """Store everything the next loop needs, and delete what it replaces."""
        numbers = [self.loop, self.turns, *(each.value for each in self.bounds)]
        counts = [str(n) for each in self.bounds for n in (each.counts.win, each.counts.push, each.counts.lose)]
        arrays: Arrays = {"numbers": np.array([*map(str, numbers), *counts])}
        for side in SIDES:
            arrays[f"bound {side}"], arrays[f"by line {side}"] = self.bounds[side].weight, self.bounds[side].by_line
        self._kept.put("certified", arrays | self.learner.arrays())
        self._kept.drop(f"learned {self.loop}")
        self._kept.drop(f"loop {self.loop},")

    def _resume(self) -> None:
        kept = self._kept.get("certified")
        if kept is None:
            return
        text = kept["numbers"].tolist()
        self.loop, self.turns = map(int, text[:2])
        self.bounds = [
            Bound(
                kept[f"bound {side}"],
                Counts(*map(int, text[4 + 3 * side : 7 + 3 * side])),
                Fraction(text[2 + side]),
                kept[f"by line {side}"],
            )
            for side in SIDES
        ]
        self.learner.take(kept)
