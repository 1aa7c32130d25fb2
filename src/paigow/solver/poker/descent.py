"""Improve a fixed way by changing one type at a time: `python -m paigow.solver.poker.descent FILE [OUT]`.

Only settings that the certificate leaves open are tried, on the solver's table, which is corrected by exact counts of
both sides. When no change helps, the new way is counted exactly, the table is corrected again, and so on until the
exact count is no better; OUT is the solution with the better way. A still better way may differ in several types.
Without OUT the command only says what the certificate settles, in half a minute of processor time.
"""

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

from paigow.analysis.disjoint import FULL_DECK, Deck
from paigow.analysis.kernel import I32, Bool, kernel
from paigow.analysis.types import TYPES
from paigow.errors import PaigowError
from paigow.solver.model import Solution
from paigow.solver.poker.choices import Choices, choices
from paigow.solver.poker.exact import respond
from paigow.solver.poker.files import load, save
from paigow.solver.poker.model import HOUSE, PLAYER, Model, Reals
from paigow.solver.poker.settled import Settled, settle
from paigow.solver.poker.strategy import TypeStrategy

SMALLEST_CHANGE = 1e-13
"""The gain, in bets, below which a change on the table may be due to rounding."""


@kernel
def _change(
    start: I32, row: I32, low: I32, own: Reals, met: Reals, gains: Reals, beats: int, win: float, old: int, new: int
) -> float:
    """Return by how much the player's best gains change if one of the house's types uses a new line."""
    total = 0.0
    place = 0
    for t in range(len(start) - 1):
        if start[t] == start[t + 1]:
            continue
        chance = met[min(place, len(met) - 1), new]
        place += 1
        before = gains[start[t]]
        after = -np.inf
        for k in range(start[t], start[t + 1]):
            i = row[k] + beats
            j = low[k] + beats
            pays = 0.0
            if row[new] < i and low[new] < j:
                pays += win
            elif row[new] >= i and low[new] >= j:
                pays -= 1.0
            if row[old] < i and low[old] < j:
                pays -= win
            elif row[old] >= i and low[old] >= j:
                pays += 1.0
            before = max(before, gains[k])
            after = max(after, gains[k] + own[k] * chance * pays)
        total += after - before
    return total


def best_lines(lines: Choices, gains: Reals) -> Reals:
    """Return the weights of a side that uses the best line of each type."""
    order = np.lexsort((np.arange(len(gains)), -gains, lines.type))
    weight = np.zeros(len(gains))
    weight[order[np.unique(lines.type[order], return_index=True)[1]]] = 1.0
    return weight


def descend(lines: Choices, model: Model, possible: Bool, weight: I32) -> I32:
    """Return a fixed way that no change of a single type improves on the table.

    The player's value on the table is convex in the house's weights. So a change helps only if it would help against
    the player's present best response, and all others need not be tried.
    """
    line, weight, added, better = np.zeros(TYPES, dtype=np.int64), weight.copy(), model.added[HOUSE], True
    line[lines.type[weight > 0]] = np.flatnonzero(weight)
    while better:
        better = False
        gains = model.gains(PLAYER, weight.astype(np.float64))
        cost = -model.gains(HOUSE, best_lines(lines, gains))
        saved = cost[line[lines.type]] - cost
        tried = np.flatnonzero(possible & (saved > 0))
        for new in tried[np.argsort(-saved[tried], kind="stable")].tolist():
            old = int(line[lines.type[new]])
            change = _change(
                lines.start, model.row, model.low, model.own, model.met, gains,
                int(model.copies == PLAYER), model.win, old, new,
            )  # fmt: skip
            if change - (added[new] - added[old]) < -SMALLEST_CHANGE:
                weight[old], weight[new], line[lines.type[new]], better = 0, 1, new, True
                gains = model.gains(PLAYER, weight.astype(np.float64))
    return weight


def improve(solution: Solution, deck: Deck = FULL_DECK) -> Iterator[Solution]:
    """Yield the solution with better and better fixed ways, as long as they are better in an exact count."""
    player, fixed, win = solution.player, solution.pure.strategy, 1 - solution.commission
    if player is None:
        raise PaigowError("there is nothing to improve: an open dealer's way is proved to be the best")
    assert isinstance(player, TypeStrategy)
    assert isinstance(fixed, TypeStrategy)
    lines, copies = choices(deck, player.wheel), PLAYER if solution.banker == "player" else HOUSE
    model, mixed = Model.of(lines, float(win), copies), player.weights_of(lines) / player.parts
    theirs = respond(lines, HOUSE, player.dealer, win, copies)
    weight, best = fixed.weights_of(lines), -solution.pure.edge
    found = respond(lines, PLAYER, lines.dealer(weight, 1), win, copies)
    while True:
        model.correct([found.gains, theirs.gains], [mixed, weight.astype(np.float64)])
        weight = descend(lines, model, settle(lines, theirs.by_line, win, player.parts, best).possible, weight)
        found = respond(lines, PLAYER, lines.dealer(weight, 1), win, copies)
        if found.value >= best:
            return
        best = found.value
        known = settle(lines, theirs.by_line, win, player.parts, best)
        pure = replace(
            solution.pure,
            strategy=TypeStrategy.fixed(lines.settings_of(np.flatnonzero(weight)), lines.wheel),
            counts=found.counts,
            edge=-best,
            proved=known.open == 0,
            settled=known.settled,
            open=known.open,
        )
        yield replace(solution, pure=pure)


def known(solution: Solution) -> Settled:
    """Return what the solution's certificate says about better fixed ways."""
    player, win = solution.player, 1 - solution.commission
    assert isinstance(player, TypeStrategy)
    lines, copies = choices(wheel=player.wheel), PLAYER if solution.banker == "player" else HOUSE
    found = respond(lines, HOUSE, player.dealer, win, copies)
    return settle(lines, found.by_line, win, player.parts, -solution.pure.edge)


def main(path: Path, out: Path | None = None) -> None:
    if out is None:
        sys.stdout.write(f"{known(load(path))}\n")
        return
    for solution in improve(load(path)):
        pure = solution.pure
        save(solution, out)
        sys.stdout.write(
            f"edge {pure.edge} = {float(pure.edge):.9%}, {pure.settled:,} types settled, {pure.open:,} open\n"
        )
        sys.stdout.flush()


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
