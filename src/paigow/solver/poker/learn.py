"""Regret minimisation on the model: predictive CFR+ with alternating turns, averaged with increasing weight."""

from dataclasses import dataclass, field

import numpy as np

from paigow.analysis.kernel import I32, kernel
from paigow.solver.poker.choices import Choices
from paigow.solver.poker.kept import Arrays
from paigow.solver.poker.model import HOUSE, PLAYER, Model, Reals

REMEMBERED = 0.1
"""The share of the regrets kept after a correction: a smaller share sets fewer types at random; zero takes longer."""

GIVEN = 0.001
"""The regret, in bets, that initial weights represent."""


@kernel
def _update(start: I32, gains: Reals, regret: Reals, weight: Reals, total: Reals, share: float, predict: float) -> None:
    """Add the regrets of this turn, choose the next weights in proportion to predicted regrets, and add these up."""
    for t in range(len(start) - 1):
        first = start[t]
        last = start[t + 1]
        if last - first == 1:
            weight[first] = 1.0
        if last - first < 2:
            continue
        value = 0.0
        for k in range(first, last):
            value += weight[k] * gains[k]
        positive = 0.0
        for k in range(first, last):
            now = gains[k] - value
            regret[k] = max(0.0, regret[k] + now)
            weight[k] = max(0.0, regret[k] + predict * now)
            positive += weight[k]
        for k in range(first, last):
            weight[k] = weight[k] / positive if positive > 0.0 else 1.0 / (last - first)
            total[k] += share * weight[k]


@kernel
def best_by_type(start: I32, gains: Reals) -> float:
    """Return a side's gain if it chooses best for every type."""
    value = 0.0
    for t in range(len(start) - 1):
        if start[t] < start[t + 1]:
            best = gains[start[t]]
            for k in range(start[t] + 1, start[t + 1]):
                best = max(best, gains[k])
            value += best
    return value


@kernel
def _normal(start: I32, total: Reals) -> Reals:
    weight = np.zeros(len(total))
    for t in range(len(start) - 1):
        everything = 0.0
        for k in range(start[t], start[t + 1]):
            everything += total[k]
        for k in range(start[t], start[t + 1]):
            weight[k] = total[k] / everything if everything > 0.0 else 1.0 / (start[t + 1] - start[t])
    return weight


@dataclass(slots=True, eq=False)
class Learner:
    """Both sides' regrets, weights and sums of weights."""

    lines: Choices
    model: Model
    regret: list[Reals] = field(init=False)
    weight: list[Reals] = field(init=False)
    total: list[Reals] = field(init=False)
    turn: int = 0
    """The number of turns since the sums were reset."""

    def __post_init__(self) -> None:
        size = len(self.lines.type)
        self.regret = [np.zeros(size), np.zeros(size)]
        self.weight = [_normal(self.lines.start, np.zeros(size)) for _ in (PLAYER, HOUSE)]
        self.total = [np.zeros(size), np.zeros(size)]

    def learn(self, turns: int, predict: float = 1.0) -> None:
        """Let the sides take turns."""
        for _ in range(turns):
            self.turn += 1
            for side in (PLAYER, HOUSE):
                gains = self.model.gains(side, self.weight[1 - side])
                _update(
                    self.lines.start, gains, self.regret[side], self.weight[side], self.total[side],
                    float(self.turn) ** 2, predict,
                )  # fmt: skip

    def begin(self, weight: list[Reals]) -> None:
        """Start with given weights, as if a few regrets had led to them."""
        chance = self.lines.hands[self.lines.type] / self.lines.hands.sum()
        for side in (PLAYER, HOUSE):
            self.weight[side] = weight[side].copy()
            self.regret[side] = GIVEN * chance * weight[side]

    def anew(self) -> None:
        """Restart the average and forget most regrets, because the gains have been corrected."""
        self.turn = 0
        for total, regret in zip(self.total, self.regret, strict=True):
            total[:] = 0.0
            regret *= REMEMBERED

    def arrays(self) -> Arrays:
        """Return everything that learning has changed."""
        found: Arrays = {"turn": np.array(self.turn)}
        for side in (PLAYER, HOUSE):
            found[f"regret {side}"], found[f"weight {side}"] = self.regret[side], self.weight[side]
            found[f"total {side}"], found[f"added {side}"] = self.total[side], self.model.added[side]
        return found

    def take(self, kept: Arrays) -> None:
        """Resume from stored arrays."""
        self.turn = int(kept["turn"])
        for side in (PLAYER, HOUSE):
            self.regret[side], self.weight[side] = kept[f"regret {side}"], kept[f"weight {side}"]
            self.total[side], self.model.added[side] = kept[f"total {side}"], kept[f"added {side}"]

    def average(self, side: int) -> Reals:
        return _normal(self.lines.start, self.total[side])

    def bounds(self) -> tuple[float, float]:
        """Return the bounds on the player's value in the model.

        They are what both averages guarantee against opponents who choose by type.
        """
        player, house = self.average(PLAYER), self.average(HOUSE)
        lower = -best_by_type(self.lines.start, self.model.gains(HOUSE, player))
        return lower, best_by_type(self.lines.start, self.model.gains(PLAYER, house))
