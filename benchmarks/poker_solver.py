"""Solving poker: a turn of learning, and an exact certificate next to best play against one house way."""

from fractions import Fraction

import numpy as np

from benchmarks.timing import line, shortest, shortest_on_a_core
from paigow.analysis.best import play_best
from paigow.analysis.house_ways import dealer_of, house_way_classes
from paigow.analysis.kernel import I32
from paigow.poker import HOUSE_WAYS
from paigow.solver.poker.choices import Choices, choices
from paigow.solver.poker.exact import PARTS, respond, whole_parts
from paigow.solver.poker.learn import Learner
from paigow.solver.poker.model import HOUSE, PLAYER, Model

WIN = Fraction(19, 20)


def _best_play() -> None:
    play_best(dealer_of("foxwoods"), house_way_classes(HOUSE_WAYS["foxwoods"]))


def main() -> None:
    lines = choices()
    learner = Learner(lines, Model.of(lines, float(WIN)))
    learner.learn(1)
    turn = shortest_on_a_core(lambda: learner.learn(5)) / 5
    line("poker, one turn of both sides on the model", f"{turn:,.2f} s", "goal: about 1 s")
    _best_play()
    usual = shortest(_best_play, 1)
    line("poker, best play of every hand against a house way", f"{usual:,.1f} s")
    weight = [whole_parts(lines, learner.average(side)) for side in (PLAYER, HOUSE)]
    certificate = shortest(lambda: [_respond(lines, side, weight[1 - side]) for side in (PLAYER, HOUSE)], 1)
    mixed = [int((np.bincount(lines.type, each > 0) > 1).sum()) for each in weight]
    line(
        "poker, certificate of two mixed strategies",
        f"{certificate:,.1f} s",
        f"{certificate / usual:.1f} times best play; {mixed[0]:,} and {mixed[1]:,} types mixed; goal: 3,600 s",
    )


def _respond(lines: Choices, side: int, other: I32) -> object:
    return respond(lines, side, lines.dealer(other, PARTS), WIN)


if __name__ == "__main__":
    main()
