"""Search for short house ways: lists of rules that do well against a player who responds best.

The list grows at its front. Of all rules that the language of `paigow.tiles.lists` can express with up to three tiles,
those that save the most against a mixture of the optimal player and the best response to the list so far are tried in
full, and the best is put first. So the last N rules of the list are the list of N rules. There is no proof that no
better list exists.
"""

import sys
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations_with_replacement, permutations
from pathlib import Path

import numpy as np

from paigow.analysis.kernel import I32, I64
from paigow.analysis.tiles import tile_table
from paigow.solver import load
from paigow.solver.tiles.exact import house_worth
from paigow.solver.tiles.game import Terms, TileGame
from paigow.solver.tiles.strategy import TileStrategy
from paigow.tiles.house_way import Dealt, low_then_high
from paigow.tiles.lists import GROUPS, LEAST, ListRule, written

TRIED = 40
"""The number of rules tried in full for each place in the list."""
RESPONSE = 0.6
"""The weight of the best response to the list so far relative to the optimal player."""


class Search:
    """Every condition and every play of the language, over all kinds of hand."""

    def __init__(self, player: TileStrategy, commission: Fraction) -> None:
        table = tile_table()
        every = [np.minimum(number, np.diff(table.start) - 1).astype(np.int32) for number in range(3)]
        self.game = TileGame.build(Terms(commission), including=every)
        self.dealt = [Dealt(options[0].tiles, options) for options in table.settings]
        mix = {
            int(table.start[kind]) + table.settings[kind].index(setting): weight
            for kind, line in enumerate(player.lines)
            for setting, weight in line
        }
        denominator, left = house_worth(self.game, mix)
        self.optimal = self._extra(np.array([float(Fraction(int(each), denominator)) for each in left]))
        self.plays, self.settings = self._plays()
        self.conditions, self.fits = self._conditions()

    def _extra(self, left: np.ndarray) -> np.ndarray:
        """Return the extra cost of each setting of the house over the best of its kind, per unit staked."""
        return np.asarray(left - np.minimum.reduceat(left, self.game.first)[self.game.hand]) / self.game.unit

    def _plays(self) -> tuple[list[ListRule], I32]:
        """Return ways to set a hand, each with the setting it gives each kind, or -1."""
        start = tile_table().start
        found: dict[bytes, tuple[ListRule, I32]] = {}
        for rule in _every_play():
            chosen = np.full(len(self.dealt), -1, dtype=np.int32)
            for kind, dealt in enumerate(self.dealt):
                if left := rule.play_of(dealt):
                    chosen[kind] = start[kind] + dealt.settings.index(max(left, key=low_then_high))
            found.setdefault(chosen.tobytes(), (rule, chosen))
        return [rule for rule, _ in found.values()], np.array([chosen for _, chosen in found.values()])

    def _conditions(self) -> tuple[list[tuple[str | None, tuple[str, ...]]], np.ndarray]:
        """Return the conditions that a hand can meet, each once, with the kinds that meet it."""
        kinds = np.array([dealt.kinds for dealt in self.dealt])
        of_group = {name: np.isin(kinds, list(group)) for name, group in GROUPS.items()}
        found: dict[bytes, tuple[tuple[str | None, tuple[str, ...]], np.ndarray]] = {}
        for pair, holds in sorted(_every_condition(), key=lambda each: len(each[1]) + (each[0] is not None)):
            held, beside = np.ones(len(kinds), bool), np.ones(kinds.shape, bool)
            if pair is not None:
                paired = [next((kind for kind in d.pairs if kind in GROUPS[pair]), 0) for d in self.dealt]
                held, beside = np.array(paired) > 0, kinds != np.array(paired)[:, None]
            fit = np.zeros(len(kinds), bool)
            for order in permutations(range(4), len(holds)):
                all_held = held.copy()
                for place, name in zip(order, holds, strict=True):
                    all_held &= of_group[name][:, place] & beside[:, place]
                fit |= all_held
            if fit.any():
                found.setdefault(fit.tobytes(), ((pair, holds), fit))
        return [each for each, _ in found.values()], np.array([fit for _, fit in found.values()])

    def grow(self) -> Iterator[tuple[list[ListRule], Fraction]]:
        """Yield lists of one rule, two rules and so on, each with the player's value."""
        simple = [place for place, rule in enumerate(self.plays) if rule == ListRule(rule.play)]
        first = min(simple, key=lambda place: self._value(self.game.player_worth(self.settings[place])))
        way = self.settings[first].astype(np.int64)
        rules, fits = [self.plays[first]], self.fits.astype(np.float32)
        while True:
            worth = self.game.player_worth(way)
            yield list(rules), self._value(worth)
            response = self._extra(self.game.house_worth(self.game.best(worth)).astype(np.float64))
            cost = (1 - RESPONSE) * self.optimal + RESPONSE * response
            saved = np.where(self.settings >= 0, cost[way] - cost[np.maximum(self.settings, 0)], 0)
            order = np.argsort(-(fits @ saved.T.astype(np.float32)), axis=None, kind="stable")[:TRIED]
            tried = (self._tried(way, worth, *divmod(int(each), len(self.plays))) for each in order)
            _, condition, play, changed = min(tried, key=lambda each: each[0])
            way[changed] = self.settings[play][changed]
            pair, holds = self.conditions[condition]
            rules.insert(0, replace(self.plays[play], pair=pair, holds=holds))

    def _tried(self, way: I64, worth: I64, condition: int, play: int) -> tuple[Fraction, int, int, I64]:
        chosen = self.settings[play]
        changed = np.flatnonzero(self.fits[condition] & (chosen >= 0) & (chosen != way))
        after = self.game.player_worth(chosen[changed]) - self.game.player_worth(way[changed])
        return self._value(worth + after), condition, play, changed

    def _value(self, worth: I64) -> Fraction:
        return Fraction(int(np.maximum.reduceat(worth, self.game.first).sum()), self.game.unit)


def _every_play() -> Iterator[ListRule]:
    for play in ("low", "high"):
        for low in LEAST[:8]:
            for high in LEAST:
                if "0" in (low, high) or high in ("8", "9", "Gong"):
                    yield ListRule(play, low=low, high=high)
                    yield ListRule(play, low=low, high=high, split=True)


def _every_condition() -> Iterator[tuple[str | None, tuple[str, ...]]]:
    names = [name for name in GROUPS if name != "any"]
    for count in range(4):
        for holds in combinations_with_replacement(names, count):
            yield None, holds
            for pair in GROUPS if count < 3 else ():
                yield pair, holds


def main(file: str, most: str = "50") -> None:
    """Print the curve of rules against edge for a solution of `paigow solve`, and the longest list as TOML."""
    solution = load(Path(file))
    assert isinstance(solution.player, TileStrategy)
    for rules, value in Search(solution.player, solution.commission).grow():
        sys.stderr.write(f"{len(rules):3} {float(-value):.4%}  {rules[0].name}\n")
        if len(rules) == int(most):
            sys.stdout.write(written("short", rules))
            return


if __name__ == "__main__":
    main(*sys.argv[1:])
