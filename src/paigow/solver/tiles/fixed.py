"""The best fixed house way, and the proof that no other is better.

Against any strategy of the player, a fixed house way costs at least the cheapest setting of every kind, and more for
each setting that is not the cheapest. So a way that beats the best known one uses only settings whose extra costs
against an optimal player add up to less than the best known way's distance from the game's value. Few kinds of hand
have more than one such setting. They are decided by branching: each branch is a smaller game, bounded in the same way
by its own optimal player. Bounds are evaluated in integers, so that the proof does not depend on floating point.
"""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from paigow.analysis.kernel import I64
from paigow.analysis.results import Counts
from paigow.solver.program import MatrixGame
from paigow.solver.tiles.exact import Mix, house_worth, least, most
from paigow.solver.tiles.game import TileGame
from paigow.solver.tiles.optimum import Restricted

MOST_BRANCHES = 5_000
ROUNDING = 1 << 24
"""The denominator of the player's strategies that bound branches."""


@dataclass(frozen=True, slots=True, eq=False)
class Fixed:
    """A fixed house way: one setting for each kind."""

    places: I64
    counts: Counts
    """The counts of a player who responds optimally."""
    value: Fraction
    """The player's value."""
    proved: bool
    at_least: Fraction
    """A lower bound for the player's value against any fixed way."""
    tried: int
    open: int
    """The number of kinds that a better way might set differently."""


def best_fixed(game: TileGame, player: Mix, house: Mix) -> Fixed:
    """Find the best fixed way, given both sides' optimal strategies."""
    start = _Start(game, player, house)
    start.improve()
    open_kinds = start.open_kinds()
    if open_kinds:
        tree = _Tree(game, start.best, start.most, open_kinds)
        proved, best, tried = tree.search(), tree.best, start.tried + tree.tried
    else:
        proved, best, tried = True, start.best, start.tried
    worth = game.player_worth(best)
    value = Fraction(int(most(game, worth).sum()), game.unit)
    at_least, left = (value, 0) if proved else (start.lower, len(open_kinds))
    return Fixed(best, game.counts(game.best(worth), best), value, proved, at_least, tried, left)


class _Start:
    """A good fixed way, and the settings that a better one could use."""

    def __init__(self, game: TileGame, player: Mix, house: Mix) -> None:
        self.game = game
        self.denominator, left = house_worth(game, player)
        cheapest = least(game, left)
        self.floor = int(cheapest.sum())
        self.lower = Fraction(self.floor, self.denominator * game.unit)
        self.extra: list[int] = (left - cheapest[game.hand]).tolist()
        weight = np.zeros(len(game.hand))
        weight[list(house)] = [float(each) for each in house.values()]
        self.best = game.best(weight)
        self.most = int(most(game, game.player_worth(self.best)).sum())
        self.tried = 1

    def open_kinds(self) -> list[list[int]]:
        """Return the settings that a better way could use, for kinds that have several."""
        slack = self.most * self.denominator - self.floor
        within = ([place for place in self.game.places(kind) if self.extra[place] < slack] for kind in self._kinds())
        return [places for places in within if len(places) > 1]

    def _kinds(self) -> range:
        return range(len(self.game.kinds))

    def improve(self) -> None:
        """Change one kind at a time as long as that helps; the better the start, the less remains to be tried."""
        game, better = self.game, True
        while better:
            better = False
            worth = game.player_worth(self.best)
            for places in self.open_kinds():
                kind = game.hand[places[0]]
                for place in places:
                    changed = worth + game.worth[:, place] - game.worth[:, self.best[kind]]
                    value = int(most(game, changed).sum())
                    self.tried += 1
                    if value < self.most:
                        self.best[kind], self.most, worth, better = place, value, changed, True


class _Tree:
    """Branch and bound over the settings of some kinds; all other kinds are set as in the starting way."""

    def __init__(self, game: TileGame, best: I64, value: int, kinds: list[list[int]]) -> None:
        self.best, self.value = best.copy(), value
        places = np.array(sorted(place for kind in kinds for place in kind))
        self.others = best[~np.isin(game.hand[best], game.hand[places])]
        small = Restricted(game, _responses(game, self.others, places), np.union1d(self.others, places))
        self.matrix, self.columns = small.matrix, small.columns
        self.tried = 0

    def search(self) -> bool:
        """Go through all branches, most promising first; return True if none is left."""
        branches = [np.arange(len(self.columns) + 1)]
        while branches and self.tried < MOST_BRANCHES:
            self.tried += 1
            branches += self._branch(branches.pop())
        return not branches

    def _branch(self, kept: I64) -> list[I64]:
        """Bound a branch; return its sub-branches if it may contain a better way."""
        part = self.matrix.with_columns(kept)
        player, house = part.approximate()
        first = np.flatnonzero(np.r_[True, part.column_kind[1:] != part.column_kind[:-1]])
        self._try(kept, house, part)
        left = _whole(part, player) @ part.worth.astype(object)
        cheapest = np.minimum.reduceat(left, first)
        floor = int(cheapest.sum())
        within = floor + left - cheapest[part.column_kind] < self.value * ROUNDING
        if floor >= self.value * ROUNDING:
            return []
        kept, house, kind = kept[within], house[within], part.column_kind[within]
        spread = np.array([house[kind == each].max() if (kind == each).sum() > 1 else 2 for each in range(len(first))])
        chosen = int(np.argmin(spread))
        if spread[chosen] == 2:
            self._value(kept)
            return []
        settings = sorted(np.flatnonzero(kind == chosen).tolist(), key=lambda place: house[place])
        return [kept[(kind != chosen) | (np.arange(len(kept)) == place)] for place in settings]

    def _try(self, kept: I64, house: np.ndarray, part: MatrixGame) -> None:
        """Try the fixed way closest to a mixed strategy. It may be better than the best known one."""
        kinds = int(part.column_kind[-1]) + 1
        self._value(
            kept[[max(np.flatnonzero(part.column_kind == kind), key=house.__getitem__) for kind in range(kinds)]]
        )

    def _value(self, way: I64) -> None:
        """Let the player respond optimally to a fixed way, given as one column per kind; keep it if it is better."""
        worth = self.matrix.worth[:, way].sum(axis=1)
        first = np.flatnonzero(np.r_[True, self.matrix.row_kind[1:] != self.matrix.row_kind[:-1]])
        value = int(np.maximum.reduceat(worth, first).sum())
        if value < self.value:
            self.best, self.value = np.sort(np.r_[self.others, self.columns[way[:-1]]]), value


def _responses(game: TileGame, others: I64, places: I64) -> I64:
    """Return settings of the player that could be a best response to some way that uses these settings."""
    worth = game.player_worth(others)
    first = np.flatnonzero(np.r_[True, np.diff(game.hand[places]) != 0])
    options = game.worth[:, places].astype(np.int64)
    low = worth + np.minimum.reduceat(options, first, axis=1).sum(axis=1)
    high = worth + np.maximum.reduceat(options, first, axis=1).sum(axis=1)
    return np.flatnonzero(high >= most(game, low)[game.hand])


def _whole(part: MatrixGame, player: np.ndarray) -> np.ndarray:
    """Return the player's weights as integers that add up to `ROUNDING` for each kind."""
    weights = np.maximum(np.rint(player * ROUNDING), 0).astype(np.int64)
    for kind in range(int(part.row_kind[-1]) + 1):
        places = np.flatnonzero(part.row_kind == kind)
        heaviest = places[np.argmax(weights[places])]
        weights[heaviest] += ROUNDING - weights[places].sum()
    return np.asarray(weights, dtype=object)
