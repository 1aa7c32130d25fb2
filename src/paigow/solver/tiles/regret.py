"""CFR+: both sides in turn raise the weights of settings they regret not having chosen; averages approach an optimum.

Every iteration is weighted in proportion to its number. Sums run in a fixed order on one thread, so that two runs agree
to the last bit.
"""

from dataclasses import dataclass
from pathlib import Path
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from paigow.analysis.kernel import I64, kernel
from paigow.errors import PaigowError
from paigow.solver.tiles.game import TileGame

F32 = npt.NDArray[np.float32]
F64 = npt.NDArray[np.float64]


@dataclass
class Regrets:
    """The state of the iteration, over the settings of kinds that have a choice."""

    player: F64
    house: F64
    player_sum: F64
    house_sum: F64
    iteration: int = 0

    def save(self, path: Path, key: str) -> None:
        temporary = path.with_name(path.name + ".new")
        with temporary.open("wb") as file:
            np.savez(file, key=key, **vars(self))
        temporary.replace(path)

    @classmethod
    def load(cls, path: Path, key: str) -> "Regrets":
        """Resume a stopped run with the same terms."""
        try:
            with np.load(path, allow_pickle=False) as kept:
                found = str(kept["key"])
                arrays = {name: kept[name] for name in ("player", "house", "player_sum", "house_sum")}
                iteration = int(kept["iteration"])
        except (ValueError, KeyError, BadZipFile, EOFError):
            raise PaigowError(f"{path} is not a checkpoint of a tile solution") from None
        if found != key:
            raise PaigowError(f"{path} is a checkpoint of {found}, not of {key}")
        return cls(**arrays, iteration=iteration)


SCALE = 1e6
"""The unit of gains: millionths of a stake."""


class Iteration:
    """CFR+ on one game."""

    def __init__(self, game: TileGame, state: Regrets | None = None, house: TileGame | None = None) -> None:
        """Set up the iteration; `house` has the house's payouts if they differ from the player's gains."""
        self.game = game
        paid = house or game
        self.free = np.flatnonzero(game.choices > 1)
        self.forced = np.flatnonzero(game.choices == 1)
        hand = game.hand[self.free]
        self.first: I64 = np.flatnonzero(np.r_[True, hand[1:] != hand[:-1]])
        self.kind: I64 = np.cumsum(np.r_[True, hand[1:] != hand[:-1]]) - 1
        scale = SCALE / game.unit
        self.rows: F32 = (paid.worth[np.ix_(self.free, self.free)] * scale).astype(np.float32)
        gains: F32 = (game.worth[np.ix_(self.free, self.free)] * scale).astype(np.float32)
        self.columns: F32 = np.ascontiguousarray(gains.T)
        self.against_forced: F64 = (game.player_worth(self.forced)[self.free] * scale).astype(np.float64)
        left: F64 = (paid.house_worth(self.forced) * scale).astype(np.float64)
        self.with_forced: F64 = left[self.free]
        self.all_forced = float(left[self.forced].sum())
        size = len(self.free)
        self.state = state or Regrets(np.zeros(size), np.zeros(size), np.zeros(size), np.zeros(size))
        self.player = self._shares(self.state.player)
        self.house = self._shares(self.state.house)

    def step(self) -> None:
        """Let the player learn from the house's strategy, then the house from the player's new one."""
        state = self.state
        state.iteration += 1
        gains = self.against_forced.copy()
        _add_rows(self.columns, self.house, gains)
        self.player = self._learn(state.player, gains, self.player)
        state.player_sum += state.iteration * self.player
        losses = self.with_forced.copy()
        _add_rows(self.rows, self.player, losses)
        self.house = self._learn(state.house, -losses, self.house)
        state.house_sum += state.iteration * self.house

    def bounds(self) -> tuple[float, float]:
        """Return the values that the average strategies guarantee the player and the house, in single precision."""
        player, house = (self._shares(each) for each in (self.state.player_sum, self.state.house_sum))
        gains, losses = self.against_forced.copy(), self.with_forced.copy()
        _add_rows(self.columns, house, gains)
        _add_rows(self.rows, player, losses)
        lower = self.all_forced + self.against_forced @ player + np.minimum.reduceat(losses, self.first).sum()
        upper = self.all_forced + self.with_forced @ house + np.maximum.reduceat(gains, self.first).sum()
        return float(lower) / SCALE, float(upper) / SCALE

    def averages(self) -> tuple[F64, F64]:
        """Return both sides' average strategies, over all settings of the game."""
        found = []
        for total in (self.state.player_sum, self.state.house_sum):
            strategy = np.ones(len(self.game.hand))
            strategy[self.free] = self._shares(total)
            found.append(strategy)
        return found[0], found[1]

    def _learn(self, regrets: F64, gains: F64, strategy: F64) -> F64:
        regrets += gains - np.add.reduceat(gains * strategy, self.first)[self.kind]
        np.maximum(regrets, 0, out=regrets)
        return self._shares(regrets)

    def _shares(self, weights: F64) -> F64:
        """Return the weights normalised within each kind, or equal ones if all are zero."""
        sums = np.add.reduceat(weights, self.first)[self.kind]
        even = 1 / np.bincount(self.kind)[self.kind]
        return np.where(sums > 0, weights / np.where(sums > 0, sums, 1), even)


@kernel
def _add_rows(matrix: F32, weights: F64, total: F64) -> None:
    """Add rows of a matrix in proportion to weights; most weights are zero."""
    for row in range(matrix.shape[0]):
        weight = weights[row]
        if weight != 0:
            for column in range(matrix.shape[1]):
                total[column] += weight * matrix[row, column]
