"""Independent check of a solution of tiles: a separate program that imports nothing from `paigow`.

It ranks tiles and counts deals itself.

It also runs alone: `python verify_tiles.py FILE`.
"""

import json
import sys
from collections import Counter
from dataclasses import asdict, dataclass
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, lcm
from pathlib import Path
from typing import Any

import numpy as np

# Sixteen kinds from Teen to Gee Joon, in the order in which their tiles rank and, but for Gee Joon, their pairs.
FACES = "66 11 44 13 55 33 22 56 46 16 15 36/45 26/35 25/34 14/23 24/12"
KIND = {face: kind for kind, faces in enumerate(FACES.split()) for face in faces.split("/")}
TEEN, DAY, HIGH_EIGHT, NINES, EIGHTS, GEE = 0, 1, 2, 11, 12, 15
COUNT = [(3, 6) if kind == GEE else (sum(map(int, faces[:2])),) for kind, faces in enumerate(FACES.split())]
MOST_BRANCHES, TURNS, ROUNDING = 20_000, 400, 1 << 24


def score(a: int, b: int) -> int:
    """Return a number that is greater for the better of two pairs of tiles; every zero scores 0."""
    if a == b:
        return 1000 + (100 if a == GEE else GEE - a)
    top, other = min(a, b), max(a, b)
    if top in (TEEN, DAY) and other == NINES:
        return 900 - top
    if top in (TEEN, DAY) and other in (HIGH_EIGHT, EIGHTS):
        return 800 - top
    points = max((m + n) % 10 for m in COUNT[a] for n in COUNT[b])
    return points * 20 + GEE - top if points else 0


@dataclass(frozen=True)
class Check:
    name: str
    found: str
    passed: bool

    def to_dict(self) -> dict[str, object]:
        return asdict(self)


class Game:
    """Every kind of hand with every way to set it, and how two of them compare."""

    def __init__(self, gain: int, cost: int, player_banks: bool, zeros_lose: bool) -> None:
        self.gain, self.cost, self.player_banks, self.zeros_lose = gain, cost, player_banks, zeros_lose
        self.hands: list[tuple[int, ...]] = [
            hand for hand in combinations_with_replacement(range(16), 4) if max(Counter(hand).values()) <= 2
        ]
        self.place = {hand: place for place, hand in enumerate(self.hands)}
        self.held = np.array([[hand.count(kind) for kind in range(16)] for hand in self.hands])
        self.deals = self._deals()
        self.settings: list[tuple[int, tuple[tuple[int, ...], tuple[int, ...]]]] = []
        for place, (a, b, c, d) in enumerate(self.hands):
            for one in sorted({((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))}):
                self.settings.append((place, one))
        self.number = {(place, frozenset(pairs)): n for n, (place, pairs) in enumerate(self.settings)}
        self.hand = np.array([place for place, _ in self.settings])
        self.first = np.searchsorted(self.hand, np.arange(len(self.hands)))
        scores = np.array([sorted((score(*one), score(*other))) for _, (one, other) in self.settings])
        self.low, self.high = scores[:, 0], scores[:, 1]

    def covers(self, one: int, other: int) -> bool:
        """Return whether one setting can always replace another.

        Both hands must be as good or better; if zeros lose, they must be the same.
        """
        same = self.high[one] == self.high[other] and self.low[one] == self.low[other]
        better = self.high[one] >= self.high[other] and self.low[one] >= self.low[other]
        return bool(same or (better and not self.zeros_lose))

    def _deals(self) -> np.ndarray:
        """Return the number of deals in which one side holds one kind and the other another, at most 256."""
        both = np.array([[comb(2, mine) * comb(2 - mine, n) for n in range(3)] for mine in range(3)], dtype=np.int16)
        deals = np.ones((len(self.hands), len(self.hands)), dtype=np.int16)
        for part in np.split(self.held, 2, axis=1):  # few hands differ in half of the kinds
            different, number = np.unique(part, axis=0, return_inverse=True)
            disjoint = both[different[:, None], different].prod(axis=2, dtype=np.int16)
            deals *= disjoint[np.ix_(number, number)]
        return deals

    def outcomes(self, setting: int, of_player: bool) -> np.ndarray:
        """Return the deals won less those lost by the player with one side's setting, by the other's settings."""
        deals = self.deals[self.hand[setting]][self.hand]
        ours, theirs = (setting, slice(None)) if of_player else (slice(None), setting)
        if self.player_banks:
            better = (self.high[ours] >= self.high[theirs]).astype(int) + (self.low[ours] >= self.low[theirs])
        else:
            better = (self.high[ours] > self.high[theirs]).astype(int) + (self.low[ours] > self.low[theirs])
        if self.zeros_lose:
            zeros = (self.high[ours] + self.high[theirs] == 0) | (self.low[ours] + self.low[theirs] == 0)
            better = np.where(zeros, 2 * self.player_banks, better)
        return np.asarray(deals * (better - 1))

    def worth(self, outcomes: np.ndarray) -> np.ndarray:
        return np.asarray(np.where(outcomes > 0, self.gain, self.cost) * outcomes)

    def against(self, strategy: dict[int, Fraction], of_player: bool) -> tuple[int, np.ndarray]:
        """Return the player's gain from a strategy of one side, by the settings of the other.

        The gains are integers over a denominator.
        """
        whole = lcm(*(weight.denominator for weight in strategy.values()))
        fixed = np.zeros(len(self.settings), dtype=np.int64)
        mixed = np.zeros(len(self.settings), dtype=object)
        for setting, weight in strategy.items():
            row = self.worth(self.outcomes(setting, of_player))
            if weight == 1:
                fixed += row
            else:
                mixed = mixed + row.astype(object) * int(weight * whole)
        return whole, fixed.astype(object) * whole + mixed

    def read(self, written: dict[str, str | dict[str, str]]) -> dict[int, Fraction]:
        """Return a strategy from the file; an error says what is wrong with it."""
        found: dict[int, Fraction] = {}
        seen = set()
        for text, line in written.items():
            hand = tuple(sorted(KIND[face] for face in text.split()))
            seen.add(place := self.place[hand])
            shares = {line: "1"} if isinstance(line, str) else line
            for setting, share in shares.items():
                one, other = (tuple(sorted(KIND[face] for face in side.split())) for side in setting.split("/"))
                number = self.number[place, frozenset({one, other})]
                found[number] = found.get(number, Fraction(0)) + Fraction(share)
        totals = np.zeros(len(self.hands), dtype=object)
        for number, weight in found.items():
            totals[self.hand[number]] += weight
        if len(seen) != len(self.hands) or any(total != 1 for total in totals) or min(found.values()) < 0:
            raise ValueError("not every kind of hand has probabilities that add up to one")
        return found


def verify(path: Path) -> list[Check]:
    """Check everything that a solution claims."""
    data = json.loads(Path(path).read_bytes())
    try:
        return _verify(data)
    except (KeyError, TypeError, ValueError, AttributeError, ZeroDivisionError) as error:
        return [Check("file", f"damaged: {error!r}", False)]


def _verify(data: dict[str, Any]) -> list[Check]:
    rate = 1 - Fraction(data["commission"])
    game = Game(rate.numerator, rate.denominator, data["banker"] == "player", bool(data["literal_zero"]))
    total = int(game.deals.sum(dtype=np.int64))
    checks = [Check("deals", f"{total:,}", total == comb(32, 4) * comb(28, 4) == data["total"])]
    unit = game.cost * total
    player, house, fixed = (game.read(data[side]) for side in ("player", "house", "fixed"))
    checks.append(Check("strategies", "probabilities of every kind of hand add up to one", True))

    whole, left = game.against(player, True)
    lower = Fraction(int(np.minimum.reduceat(left, game.first).sum()), whole * unit)
    checks.append(
        Check("the player's strategy guarantees", f"{lower} = {float(lower):+.12f}", str(lower) == data["lower"])
    )
    met, gains = game.against(house, False)
    upper = Fraction(int(np.maximum.reduceat(gains, game.first).sum()), met * unit)
    checks.append(Check("the house's strategy allows", f"{upper} = {float(upper):+.12f}", str(upper) == data["upper"]))
    checks.append(Check("gap", str(upper - lower), upper >= lower and float(upper - lower) == data["gap"]))
    return checks + fixed_way(game, data["pure"], fixed, whole, left, unit)


def fixed_way(
    game: Game, claims: dict[str, object], fixed: dict[int, Fraction], whole: int, left: np.ndarray, unit: int
) -> list[Check]:
    """Return the best fixed house way: its counts against best play, and whether another could be better."""
    way = np.array(sorted(fixed))
    if len(way) != len(game.hands):
        return [Check("fixed house way", "it mixes settings", False)]
    wins, more = np.zeros((2, len(game.settings)), dtype=np.int64)
    for place in way.tolist():
        outcomes = game.outcomes(place, False)
        wins += np.maximum(outcomes, 0)
        more += outcomes
    gains = game.gain * wins - game.cost * (wins - more)
    best = np.maximum.reduceat(gains, game.first)
    edge = -Fraction(int(best.sum()), unit)
    tied = gains == best[game.hand]
    fewest = int(np.minimum.reduceat(np.where(tied, wins, unit), game.first).sum())
    greatest = int(np.maximum.reduceat(np.where(tied, wins, 0), game.first).sum())
    win, push, lose = (int(str(claims[name])) for name in ("win", "push", "lose"))
    counted = (win + push + lose) * game.cost == unit and game.cost * lose - game.gain * win == edge * unit
    checks = [
        Check("fixed house way, edge against best play", f"{edge} = {float(edge):.9%}", str(edge) == claims["edge"]),
        Check("its counts", f"{win:,} / {push:,} / {lose:,}", counted and fewest <= win <= greatest),
    ]
    if claims["proved"]:
        search = Search(game, way, gains, whole, left)
        found = search.run()
        checks.append(Check("no fixed way is better", search.summary, found))
    return checks


class Search:
    """Show that no fixed way is better: branch over the settings that the player's strategy does not rule out.

    A better way may only use settings whose extra costs against that strategy add up to less than the best known way's
    distance from the value. In each branch, regret matching finds a strategy of the player against the remaining
    settings, which is rounded to fractions; if even that gains as much as the best response to the way, the branch
    contains nothing better. Floating point only proposes strategies; their gains are added up in integers.
    """

    def __init__(self, game: Game, way: np.ndarray, gains: np.ndarray, whole: int, left: np.ndarray) -> None:
        self.goal = int(np.maximum.reduceat(gains, game.first).sum())
        self.branches, self.better = 0, False
        kinds = self._within(game, way, whole, left)
        self.kinds = [options for options in kinds if len(options) > 1]
        columns = {n: game.worth(game.outcomes(n, False)) for options in self.kinds for n in options}
        gone = [int(way[game.hand[options[0]]]) for options in kinds if options != [way[game.hand[options[0]]]]]
        ahead = [options[0] for options in kinds if len(options) == 1 and options != [way[game.hand[options[0]]]]]
        fixed = gains - sum(game.worth(game.outcomes(n, False)) for n in gone)
        fixed = fixed + sum(game.worth(game.outcomes(n, False)) for n in ahead)
        self._shrink(game, np.asarray(fixed), [np.array([columns[n] for n in options]) for options in self.kinds])

    def _within(self, game: Game, way: np.ndarray, whole: int, left: np.ndarray) -> list[list[int]]:
        """Return, for each kind of hand, the settings that a better way could use, each once."""
        cheapest = np.minimum.reduceat(left, game.first)
        slack = self.goal * whole - int(cheapest.sum())
        self.slack = slack
        found = []
        for place in range(len(game.hands)):
            options: list[int] = []
            for n in np.flatnonzero(game.hand == place).tolist():
                if left[n] - cheapest[place] < slack and not any(game.covers(m, n) for m in options):
                    options = [m for m in options if not game.covers(n, m)] + [n]
            found.append(options or [int(way[place])])
        return found

    def _shrink(self, game: Game, fixed: np.ndarray, columns: list[np.ndarray]) -> None:
        """Leave out settings of the player that are not a best response to any way in question."""
        least, most = fixed.copy(), fixed.copy()
        for each in columns:
            least, most = least + each.min(axis=0), most + each.max(axis=0)
        rows = np.flatnonzero(most >= np.maximum.reduceat(least, game.first)[game.hand])
        several = np.bincount(game.hand[rows], minlength=len(game.hands))[game.hand[rows]] > 1
        single, rows = rows[~several], rows[several]
        self.constant = int(fixed[single].sum())
        self.fixed = fixed[rows]
        self.columns = [each[:, rows] for each in columns]
        self.offsets = [each[:, single].sum(axis=1) for each in columns]
        self.first = np.flatnonzero(np.r_[True, np.diff(game.hand[rows]) != 0]) if len(rows) else np.zeros(0, int)
        self.kind = np.repeat(np.arange(len(self.first)), np.diff(np.r_[self.first, len(rows)]))

    @property
    def summary(self) -> str:
        about = f"{len(self.kinds)} kinds of hand in question, {self.branches:,} branches"
        if self.better:
            return f"{about}; a better one was found"
        return f"{about}, none left" if self.branches <= MOST_BRANCHES else f"{about} and still not all"

    def run(self) -> bool:
        if self.slack <= 0:
            return True
        branches = [[list(range(len(each))) for each in self.kinds]]
        while branches and not self.better and self.branches <= MOST_BRANCHES:
            self.branches += 1
            branches += self._branch(branches.pop())
        return not branches and not self.better

    def _branch(self, kept: list[list[int]]) -> list[list[list[int]]]:
        player, house = self._learn(kept)
        self._value([options[int(np.argmax(each))] for options, each in zip(kept, house, strict=True)])
        if self.better:
            return []
        weights = self._rounded(player)
        left = [
            [int(each[n] @ weights) + ROUNDING * int(offset[n]) for n in options]
            for each, offset, options in zip(self.columns, self.offsets, kept, strict=True)
        ]
        floor = int(self.fixed @ weights) + ROUNDING * self.constant + sum(map(min, left))
        slack = ROUNDING * self.goal - floor
        if slack <= 0:
            return []
        within = [[place for place, cost in enumerate(costs) if cost - min(costs) < slack] for costs in left]
        spread = [max(shares[places]) if len(places) > 1 else 2.0 for shares, places in zip(house, within, strict=True)]
        kept = [[options[place] for place in places] for options, places in zip(kept, within, strict=True)]
        chosen = int(np.argmin(spread)) if spread else 0
        if not spread or spread[chosen] == 2.0:
            self._value([options[0] for options in kept])
            return []
        return [[*kept[:chosen], [n], *kept[chosen + 1 :]] for n in kept[chosen]]

    def _value(self, way: list[int]) -> None:
        """Note whether the player's best response to one way gains less than that to the way in question."""
        chosen = zip(self.columns, self.offsets, way, strict=True)
        parts = [(each[n], int(offset[n])) for each, offset, n in chosen]
        gains = self.fixed + sum(part for part, _ in parts)
        best = int(np.maximum.reduceat(gains, self.first).sum()) if len(gains) else 0
        self.better |= self.constant + sum(offset for _, offset in parts) + best < self.goal

    def _learn(self, kept: list[list[int]]) -> tuple[np.ndarray, list[np.ndarray]]:
        """Run regret matching with alternating turns; return the averages of both sides."""
        matrix = np.concatenate([each[options] for each, options in zip(self.columns, kept, strict=True)]).T * 1.0
        offset = np.concatenate([each[options] for each, options in zip(self.offsets, kept, strict=True)]) * 1.0
        sizes = [len(options) for options in kept]
        starts = np.cumsum([0, *sizes[:-1]])
        column_kind = np.repeat(np.arange(len(sizes)), sizes)
        ours, theirs = np.zeros(len(self.fixed)), np.zeros(len(offset))
        player, house = shares(ours, self.first, self.kind), shares(theirs, starts, column_kind)
        player_sum, house_sum = np.zeros_like(player), np.zeros_like(house)
        for turn in range(1, TURNS + 1):
            gain = self.fixed + matrix @ house
            ours = np.maximum(ours + gain - np.add.reduceat(gain * player, self.first)[self.kind], 0)
            player = shares(ours, self.first, self.kind)
            loss = -offset - player @ matrix
            theirs = np.maximum(theirs + loss - np.add.reduceat(loss * house, starts)[column_kind], 0)
            house = shares(theirs, starts, column_kind)
            player_sum += turn * player
            house_sum += turn * house
        return shares(player_sum, self.first, self.kind), np.split(shares(house_sum, starts, column_kind), starts[1:])

    def _rounded(self, player: np.ndarray) -> np.ndarray:
        """Return the player's weights in whole parts with the right sum."""
        weights: np.ndarray = np.floor(player * ROUNDING).astype(np.int64)
        weights[self.first] += ROUNDING - np.add.reduceat(weights, self.first)
        return weights


def shares(weights: np.ndarray, first: np.ndarray, kind: np.ndarray) -> np.ndarray:
    """Return the weights normalised within each kind, or equal ones if all are zero."""
    sums = np.add.reduceat(weights, first)[kind]
    return np.asarray(np.where(sums > 0, weights / np.where(sums > 0, sums, 1), 1 / np.bincount(kind)[kind]))


def main(path: str) -> int:
    checks = verify(Path(path))
    for check in checks:
        sys.stdout.write(f"{'agrees' if check.passed else 'DISAGREES'}: {check.name}: {check.found}\n")
    return 0 if all(check.passed for check in checks) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
