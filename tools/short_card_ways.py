"""Search for short house ways for cards: lists of rules that do well against a player who responds best.

The list grows at its front. Of all rules that `paigow.poker.lists` can express about groups, the highest other card and
straights or flushes, those that save the most against a mixture of the optimal player and the best response to the list
so far are tried in full on the solver's model, and the best is put first. So the last N rules of the list are the list
of N rules. The model only chooses; the edge of a list is then counted exactly (`paigow odds`). There is no proof that
no better list exists.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from paigow.analysis.kernel import I64
from paigow.analysis.ranks import front_table, setting_table
from paigow.analysis.types import TYPES, type_table
from paigow.poker import DECK, Wheel
from paigow.poker.evaluator import COMPLETE_HANDS
from paigow.poker.house_way import ANY_COMPLETE, ANY_RANK, HandView, Holding, Play, Rule
from paigow.poker.keys import CATEGORY_SHIFT
from paigow.poker.lists import NO_COMPLETE, rule_data, written
from paigow.solver.files import load
from paigow.solver.poker.choices import Choices, choices
from paigow.solver.poker.exact import respond
from paigow.solver.poker.learn import best_by_type
from paigow.solver.poker.model import HOUSE, PLAYER, Model, Reals
from paigow.solver.poker.strategy import TypeStrategy

TRIED = 12
"""The number of rules tried in full for each place in the list."""
RESPONSE = 0.5
"""The weight of the best response to the list so far relative to the optimal player."""
HOLDINGS = tuple(Holding)
PLAYS = tuple(Play)
COMPLETE = {int(category) for category in COMPLETE_HANDS}


@dataclass(frozen=True, slots=True, eq=False)
class Hands:
    """The features that rules depend on, for every type of hand.

    It also holds the setting that each play makes of each type (-1 if none).
    """

    holding: np.ndarray
    first: np.ndarray
    second: np.ndarray
    single: np.ndarray
    """The highest card outside the groups."""
    complete: np.ndarray
    setting: np.ndarray
    """[play, type]: the setting, -1 if there is none."""
    keeps: np.ndarray
    """[play, type]: whether the play leaves a complete hand high."""
    improves: np.ndarray

    @classmethod
    def read(cls) -> "Hands":
        numbers = np.zeros((5, TYPES), dtype=np.int8)
        setting = np.full((len(PLAYS), TYPES), -1, dtype=np.int8)
        keeps, improves = np.zeros((2, len(PLAYS), TYPES), dtype=np.bool_)
        rule = Rule("", Holding.NO_PAIR, Play.BEST_FRONT)
        for t, row in enumerate(type_table().cards.tolist()):
            view = HandView([DECK[card] for card in row], Wheel.SECOND)
            groups, singles = view.groups, view.singles
            numbers[:, t] = (
                HOLDINGS.index(view.holding),
                groups[0] if groups else 0,
                groups[1] if len(groups) > 1 else 0,
                singles[0] if singles else 0,
                view.strongest in COMPLETE,
            )
            for place, play in enumerate(PLAYS):
                try:
                    low = view.fits(replace(rule, play=play))
                except (IndexError, ValueError):  # the hand lacks the cards that the play moves
                    low = 0
                if low:
                    i, j = view.split(low)
                    setting[place, t] = j * (j - 1) // 2 + i
                    keeps[place, t] = view.best[low] >> CATEGORY_SHIFT in COMPLETE
                    improves[place, t] = low > view.kept
        return cls(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4] > 0, setting, keeps, improves)


def lines_for(hands: Hands) -> Choices:
    """Return the lines of the solver, and every setting that a play makes."""
    start, front = front_table(Wheel.SECOND)
    used = np.zeros((TYPES, 21), dtype=np.bool_)
    used[np.repeat(np.arange(TYPES), np.diff(start)), front] = True
    for setting in hands.setting:
        made = np.flatnonzero(setting >= 0)
        used[made, setting[made]] = True
    row, setting = (each.astype(kind) for each, kind in zip(np.nonzero(used), (np.int32, np.uint8), strict=True))
    # In the solver's order: highest high hand first.
    table = setting_table(Wheel.SECOND)
    order = np.lexsort((table.low[row, setting], -table.high[row, setting], row))
    row, setting = row[order], setting[order]
    own = np.zeros(TYPES + 1, dtype=np.int32)
    np.cumsum(np.bincount(row, minlength=TYPES), out=own[1:])
    high, low = table.high[row, setting], table.low[row, setting]
    return replace(choices(), start=own, type=row, setting=setting, high=high, low=low)


class Search:
    """Every rule of the language, over all types of hand."""

    def __init__(self, player: TypeStrategy, house: TypeStrategy, win: Fraction) -> None:
        self.hands = Hands.read()
        self.lines = lines = lines_for(self.hands)
        place = np.full((TYPES, 21), -1, dtype=np.int64)
        place[lines.type, lines.setting] = np.arange(len(lines.type))
        types = np.arange(TYPES)
        self.line = np.where(self.hands.setting >= 0, place[types, self.hands.setting], -1)
        self.model = Model.of(lines, float(win))
        sides = []
        for strategy in (player, house):
            weight = np.zeros(len(lines.type))
            weight[place[strategy.type, strategy.setting]] = strategy.weight / strategy.parts
            sides.append(weight)
        found = [respond(lines, side, strategy.dealer, win) for side, strategy in ((PLAYER, house), (HOUSE, player))]
        self.model.correct([each.gains for each in found], sides)
        self.optimal: Reals = found[HOUSE].gains
        self.boxes = Boxes()

    def grow(self) -> Iterator[tuple[list[dict[str, Any]], float]]:
        """Yield lists of one rule, two rules and so on, each with the edge that the model predicts."""
        way = self.line[PLAYS.index(Play.BEST_FRONT)].copy()
        rules = [rule_data(Rule("", Holding.NO_PAIR, Play.BEST_FRONT), every=True)]
        while True:
            gains = self._player_gains(way)
            yield list(rules), -best_by_type(self.lines.start, gains)
            response = np.zeros(len(self.lines.type))
            response[self._best(gains)] = 1.0
            worth = (1 - RESPONSE) * self.optimal + RESPONSE * self.model.gains(HOUSE, response)
            candidates = sorted(self._candidates(way, worth), key=lambda each: -each[0])[:TRIED]
            tried = [(self._edge(changed := self._changed(way, rule, every)), rule, every, changed)
                     for _, rule, every in candidates]  # fmt: skip
            _, rule, every, way = max(tried, key=lambda each: each[0])
            rules.insert(0, rule_data(rule, every))

    def _player_gains(self, way: I64) -> Reals:
        weight = np.zeros(len(self.lines.type))
        weight[way] = 1.0
        return self.model.gains(PLAYER, weight)

    def _edge(self, way: I64) -> float:
        return -best_by_type(self.lines.start, self._player_gains(way))

    def _best(self, gains: Reals) -> I64:
        order = np.lexsort((-gains, self.lines.type))
        return order[self.lines.start[:-1]]

    def _conditions(self, play: int) -> Iterator[tuple[dict[str, Any], np.ndarray]]:
        hands = self.hands
        everything = np.ones(TYPES, dtype=np.bool_)
        yield {}, everything
        yield {"complete": ANY_COMPLETE}, hands.complete
        yield {"complete": NO_COMPLETE}, ~hands.complete
        yield {"keeps": True}, hands.keeps[play]
        yield {"complete": ANY_COMPLETE, "improves": True}, hands.complete & hands.improves[play]

    def _candidates(self, way: I64, worth: Reals) -> Iterator[tuple[float, Rule, bool]]:
        """Yield the savings of rules: the best few for each holding, play and condition."""
        hands = self.hands
        for place, play in enumerate(PLAYS):
            line = self.line[place]
            saves = np.where(line >= 0, worth[np.maximum(line, 0)] - worth[way], 0.0)
            for condition, mask in self._conditions(place):
                saved = np.where(mask, saves, 0.0)
                whole = Rule("", Holding.NO_PAIR, play, **condition)
                if play in (Play.KEEP_COMPLETE, Play.KEEP_STRONGEST, Play.BEST_FRONT):
                    yield float(saved.sum()), whole, True
                for number, holding in enumerate(HOLDINGS):
                    of = np.flatnonzero((hands.holding == number) & (saved != 0))
                    if not len(of):
                        continue
                    sums = np.zeros((16, 16, 16))
                    np.add.at(sums, (hands.first[of] + 1, hands.second[of] + 1, hands.single[of] + 1), saved[of])
                    sums = sums.cumsum(axis=0).cumsum(axis=1).cumsum(axis=2)
                    for value, box in self.boxes.best(sums, 3):
                        first, second, front = box
                        yield value, replace(
                            whole, holding=holding, first=first, second=second, front=front
                        ), False  # fmt: skip

    def _changed(self, way: I64, rule: Rule, every: bool) -> I64:
        hands, place = self.hands, PLAYS.index(rule.play)
        fits = self.line[place] >= 0
        if not every:
            fits &= hands.holding == HOLDINGS.index(rule.holding)
        grouped = hands.first > 0
        fits &= ~grouped | ((hands.first >= rule.first[0]) & (hands.first <= rule.first[1]))
        if rule.second is not None:
            fits &= (hands.second >= rule.second[0]) & (hands.second <= rule.second[1])
        if rule.front:
            fits &= hands.single >= rule.front[0]
        if rule.complete is not None:
            fits &= hands.complete if rule.complete == ANY_COMPLETE else ~hands.complete
        if rule.keeps:
            fits &= hands.keeps[place]
        if rule.improves:
            fits &= hands.improves[place]
        return np.where(fits, self.line[place], way)


class Boxes:
    """Ranges of the first group and of the second, if required, and the minimum of the highest other card."""

    def __init__(self) -> None:
        bands = [(low, high) for low in range(2, 15) for high in range(low, 15)]
        firsts = [(0, 14), *bands]
        seconds = [(0, 14), *bands]
        fronts = [0, *range(7, 15)]
        grid = np.array([(*a, *b, c) for a in firsts for b in seconds for c in fronts])
        self.a, self.b, self.c, self.d, self.e = grid.T

    def best(self, sums: np.ndarray, most: int) -> Iterator[tuple[float, tuple[Any, Any, Any]]]:
        a, b, c, d, e = self.a, self.b + 1, self.c, self.d + 1, self.e
        top = np.full_like(e, 15)
        value = (
            sums[b, d, top] - sums[a, d, top] - sums[b, c, top] + sums[a, c, top]
            - sums[b, d, e] + sums[a, d, e] + sums[b, c, e] - sums[a, c, e]
        )  # fmt: skip
        for place in np.argsort(-value, kind="stable")[:most].tolist():
            if value[place] > 0:
                first = ANY_RANK if self.a[place] == 0 else (int(self.a[place]), int(self.b[place]))
                second = None if self.c[place] == 0 else (int(self.c[place]), int(self.d[place]))
                yield float(value[place]), (first, second, (int(self.e[place]),) if self.e[place] else ())


def main(file: str, most: str = "40") -> None:
    """Print the curve of rules against edge for a solution of `paigow solve`, and the longest list as TOML."""
    solution = load(Path(file))
    assert isinstance(solution.player, TypeStrategy)
    assert isinstance(solution.house, TypeStrategy)
    for rules, edge in Search(solution.player, solution.house, 1 - solution.commission).grow():
        sys.stderr.write(f"{len(rules):3} {edge:.4%}  {rules[0]}\n")
        sys.stderr.flush()
        if len(rules) == int(most):
            sys.stdout.write(written("short", rules))
            return


if __name__ == "__main__":
    main(*sys.argv[1:])
