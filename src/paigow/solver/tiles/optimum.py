"""From nearly optimal strategies to optimal ones: a linear program over the few settings that still matter."""

from fractions import Fraction

import numpy as np

from paigow.analysis.kernel import I64
from paigow.solver.program import MatrixGame
from paigow.solver.tiles.exact import house_worth, player_worth
from paigow.solver.tiles.game import TileGame

MATTERS = 1e-3
"""The minimum weight in an average strategy with which a setting is included from the start."""
SUPPORT = 1e-9
"""A weight below this is treated as zero."""
ROUNDING = 1 << 40

Weights = dict[int, Fraction]


class Restricted:
    """The game in which both sides use only some settings; kinds with one setting left share a single row or column."""

    def __init__(self, game: TileGame, player: I64, house: I64) -> None:
        self.game = game
        self.rows, self.row = _split(game, player)
        self.columns, self.column = _split(game, house)
        worth = np.empty((len(self.rows) + 1, len(self.columns) + 1), dtype=np.int64)
        worth[:-1, :-1] = game.worth[np.ix_(self.rows, self.columns)]
        worth[:-1, -1] = game.worth[np.ix_(self.rows, self.column)].sum(axis=1)
        row = game.worth[self.row].sum(axis=0, dtype=np.int64)
        worth[-1, :-1], worth[-1, -1] = row[self.columns], row[self.column].sum()
        self.matrix = MatrixGame(worth, _kinds(game, self.rows), _kinds(game, self.columns))

    def approximate(self) -> tuple[np.ndarray, np.ndarray]:
        """Return optimal weights in floating point, over all settings of the game."""
        found = self.matrix.approximate()
        player, house = np.zeros(len(self.game.hand)), np.zeros(len(self.game.hand))
        player[self.row], house[self.column] = 1, 1
        player[self.rows], house[self.columns] = found[0][:-1], found[1][:-1]
        return player, house

    def exact(self) -> tuple[Weights, Weights] | None:
        """Return the non-zero optimal weights in fractions."""
        found = self.matrix.exact()
        if found is None:
            return None
        sides = []
        for several, single, weights in zip(
            (self.rows, self.columns), (self.row, self.column), (found[0][:-1], found[1][:-1]), strict=True
        ):
            side = dict.fromkeys(single.tolist(), Fraction(1)) | dict(zip(several.tolist(), weights, strict=True))
            sides.append({place: side[place] for place in sorted(side) if side[place]})
        return sides[0], sides[1]


def _split(game: TileGame, settings: I64) -> tuple[I64, I64]:
    """Return the settings that share their kind with another one among them, and the remaining ones."""
    hand = game.hand[settings]
    several = np.bincount(hand, minlength=len(game.kinds))[hand] > 1
    return settings[several], settings[~several]


def _kinds(game: TileGame, settings: I64) -> I64:
    """Return the kinds of some settings, numbered from zero, and one more for all others."""
    found = np.unique(game.hand[settings], return_inverse=True)[1]
    return np.append(found, found.max(initial=-1) + 1).astype(np.int64)


def optimum(game: TileGame, player: np.ndarray, house: np.ndarray) -> tuple[Weights, Weights]:
    """Return optimal strategies, starting from nearly optimal ones.

    The linear program begins with the settings that matter in those, and every setting that would do better against its
    answer is added until there is none. Then the same is done exactly for the settings in use.
    """
    ours, theirs = (np.union1d(np.flatnonzero(side > MATTERS), game.best(side)) for side in (player, house))
    while True:
        player, house = Restricted(game, ours, theirs).approximate()
        used, met = np.flatnonzero(player), np.flatnonzero(house)
        more = better(game, ours, game.worth[:, met] @ house[met], SUPPORT * game.unit)
        more_theirs = better(game, theirs, -(player[used] @ game.worth[used]), SUPPORT * game.unit)
        if not len(more) + len(more_theirs):
            break
        ours, theirs = np.union1d(ours, more), np.union1d(theirs, more_theirs)
    ours, theirs = np.flatnonzero(player > SUPPORT), np.flatnonzero(house > SUPPORT)
    while True:
        exact = Restricted(game, ours, theirs).exact()
        if exact is None:  # the bounds are evaluated all the same, and are then no longer equal
            return rounded(game, player), rounded(game, house)
        more = better(game, ours, player_worth(game, exact[1])[1])
        more_theirs = better(game, theirs, -house_worth(game, exact[0])[1])
        if not len(more) + len(more_theirs):
            return exact
        ours, theirs = np.union1d(ours, more), np.union1d(theirs, more_theirs)


def better(game: TileGame, known: I64, worth: np.ndarray, by: float = 0) -> I64:
    """Return the best setting of each kind, where it is better than every known setting of that kind."""
    reached: dict[int, int] = {}
    for place in known.tolist():
        kind = int(game.hand[place])
        reached[kind] = max(reached.get(kind, worth[place]), worth[place])
    best = enumerate(game.best(worth).tolist())
    return np.array([place for kind, place in best if worth[place] - reached[kind] > by], dtype=np.int64)


def rounded(game: TileGame, side: np.ndarray) -> Weights:
    """Return a strategy in fractions close to one in floating point."""
    found: Weights = {}
    for kind in range(len(game.kinds)):
        weights = {place: round(float(side[place]) * ROUNDING) for place in game.places(kind)}
        weights = {place: weight for place, weight in weights.items() if weight > 0}
        total = sum(weights.values())
        found |= {place: Fraction(weight, total) for place, weight in weights.items()}
    return found
