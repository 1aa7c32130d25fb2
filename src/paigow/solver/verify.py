"""Check a solution of tiles. A program of its own: it imports nothing of `paigow`, ranks tiles and counts deals anew.

It also runs alone: `python verify.py FILE`.
"""

import json
import sys
from collections import Counter
from dataclasses import asdict, dataclass
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, lcm, prod
from pathlib import Path
from typing import Any

import numpy as np

# Sixteen kinds from Teen to Gee Joon, in the order in which their tiles rank and, but for Gee Joon, their pairs.
FACES = "66 11 44 13 55 33 22 56 46 16 15 36/45 26/35 25/34 14/23 24/12"
KIND = {face: kind for kind, faces in enumerate(FACES.split()) for face in faces.split("/")}
TEEN, DAY, HIGH_EIGHT, NINES, EIGHTS, GEE = 0, 1, 2, 11, 12, 15
COUNT = [(3, 6) if kind == GEE else (sum(map(int, faces[:2])),) for kind, faces in enumerate(FACES.split())]
MOST_WAYS, MOST_KINDS = 50_000, 30


def score(a: int, b: int) -> int:
    """A number that is greater for the better of two pairs of tiles; every zero is 0."""
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
        self.held = np.array([[hand.count(kind) for kind in range(16)] for hand in self.hands])
        self.own = np.array([prod(comb(2, n) for n in row) for row in self.held.tolist()])
        self.settings: list[tuple[int, tuple[tuple[int, ...], tuple[int, ...]]]] = []
        for place, (a, b, c, d) in enumerate(self.hands):
            for one in sorted({((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))}):
                self.settings.append((place, one))
        self.number = {(place, frozenset(pairs)): n for n, (place, pairs) in enumerate(self.settings)}
        self.hand = np.array([place for place, _ in self.settings])
        self.first = np.searchsorted(self.hand, np.arange(len(self.hands)))
        scores = np.array([sorted((score(*one), score(*other))) for _, (one, other) in self.settings])
        self.low, self.high = scores[:, 0], scores[:, 1]

    def deals(self, place: int) -> np.ndarray:
        """In how many deals one side holds this kind and the other each kind."""
        left = 2 - self.held[place]
        ways = np.array([[1, n, n * (n - 1) // 2] for n in left.tolist()])
        return np.asarray(self.own[place] * np.prod(ways[np.arange(16), self.held], axis=1))

    def outcomes(self, setting: int, of_player: bool) -> np.ndarray:
        """Deals that the player wins (positive) or loses (negative) if one side sets so, by the other's settings."""
        deals = self.deals(int(self.hand[setting]))[self.hand]
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
        """What the player gains from a strategy of one side, by the settings of the other: integers, over a number."""
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
        """A strategy from the file; an error says what is wrong with it."""
        found: dict[int, Fraction] = {}
        seen = set()
        for text, line in written.items():
            hand = tuple(sorted(KIND[face] for face in text.split()))
            seen.add(place := self.hands.index(hand))
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
    total = sum(int(game.deals(place).sum()) for place in range(len(game.hands)))
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
    game: Game, told: dict[str, object], fixed: dict[int, Fraction], whole: int, left: np.ndarray, unit: int
) -> list[Check]:
    """The best fixed house way: its counts against best play, and whether another could be better."""
    way = np.array(sorted(fixed))
    if len(way) != len(game.hands):
        return [Check("fixed house way", "it mixes settings", False)]
    columns = {int(place): game.outcomes(int(place), False) for place in way}
    gains = game.worth(np.array(list(columns.values()))).sum(axis=0)
    wins = np.maximum(np.array(list(columns.values())), 0).sum(axis=0)
    best = np.maximum.reduceat(gains, game.first)
    edge = -Fraction(int(best.sum()), unit)
    tied = gains == best[game.hand]
    fewest = int(np.minimum.reduceat(np.where(tied, wins, unit), game.first).sum())
    greatest = int(np.maximum.reduceat(np.where(tied, wins, 0), game.first).sum())
    win, push, lose = (int(str(told[name])) for name in ("win", "push", "lose"))
    counted = (win + push + lose) * game.cost == unit and game.cost * lose - game.gain * win == edge * unit
    checks = [
        Check("fixed house way, edge against best play", f"{edge} = {float(edge):.9%}", str(edge) == told["edge"]),
        Check("its counts", f"{win:,} / {push:,} / {lose:,}", counted and fewest <= win <= greatest),
    ]
    if told["proved"]:
        better, tried, all_tried = try_others(game, way, gains, whole, left)
        bound = -Fraction(int(np.minimum.reduceat(left, game.first).sum()), whole * unit)
        about = f"{tried:,} tried" + ("" if all_tried else f", not all; none can have more than {float(bound):.9%}")
        checks.append(Check("no fixed way is better", about, not better))
    return checks


def try_others(game: Game, way: np.ndarray, gains: np.ndarray, whole: int, left: np.ndarray) -> tuple[bool, int, bool]:
    """Try every fixed way that the player's strategy does not already rule out; single changes if they are too many.

    Whether one is better, how many were tried, and whether those were all.
    """
    cheapest = np.minimum.reduceat(left, game.first)
    extra = left - cheapest[game.hand]
    goal = int(np.maximum.reduceat(gains, game.first).sum())
    slack = goal * whole - int(cheapest.sum())
    kinds = []
    for place in range(len(game.hands)):
        cheap = [int(n) for n in np.flatnonzero(game.hand == place) if extra[n] < slack]
        different = {(game.high[n], game.low[n]): n for n in reversed(cheap)}
        options = sorted(different.values(), key=lambda n: int(extra[n]))
        if options != [way[place]] and len(cheap) > 0:
            kinds.append(options)
    column = {n: game.worth(game.outcomes(n, False)) for options in kinds for n in options}
    usual = {int(game.hand[options[0]]): int(way[game.hand[options[0]]]) for options in kinds}
    usual_column = {place: game.worth(game.outcomes(n, False)) for place, n in usual.items()}
    changes = (gains + column[n] - usual_column[int(game.hand[n])] for n in column)
    better = any(int(np.maximum.reduceat(each, game.first).sum()) < goal for each in changes)
    tried = len(column)
    if better or len(kinds) > MOST_KINDS:
        return better, tried, False
    gains = gains - sum(usual_column.values())

    def branch(level: int, cost: int, gains: np.ndarray) -> None:
        nonlocal tried, better
        if cost >= slack or better or tried > MOST_WAYS:
            return
        if level == len(kinds):
            tried += 1
            better = int(np.maximum.reduceat(gains, game.first).sum()) < goal
            return
        for n in kinds[level]:
            branch(level + 1, cost + int(extra[n]), gains + column[n])

    branch(0, 0, gains)
    return better, tried, tried <= MOST_WAYS


def main(path: str) -> int:
    checks = verify(Path(path))
    for check in checks:
        sys.stdout.write(f"{'agrees' if check.passed else 'DISAGREES'}: {check.name}: {check.found}\n")
    return 0 if all(check.passed for check in checks) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
