"""Cards between two players: one banks, and both pay commission on their winnings.

The game is not zero-sum, so it has no value. Both sides learn on the model as the solver does, each with its own gains;
then every single hand of either side responds best to the other's strategy, counted exactly over all deals. The gain of
that response over the strategy itself is what the side could gain by deviating.
"""

from concurrent.futures import Executor
from fractions import Fraction

from paigow.analysis.disjoint import FULL_DECK, Deck
from paigow.analysis.execution import Progress
from paigow.analysis.kernel import I32
from paigow.solver.model import Between
from paigow.solver.poker.choices import Choices, choices
from paigow.solver.poker.exact import PARTS, Response, respond, whole_parts
from paigow.solver.poker.learn import Learner
from paigow.solver.poker.model import HOUSE, PLAYER, Model
from paigow.solver.poker.strategy import TypeStrategy

LOOPS, TURNS = 3, 200
SIDES = (PLAYER, HOUSE)


def solve_between(
    commission: Fraction,
    *,
    deck: Deck = FULL_DECK,
    loops: int = LOOPS,
    turns: int = TURNS,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Between:
    """Find an approximate equilibrium; the bank wins copies. The other side is called the player."""
    lines, win = choices(deck), 1 - commission
    learner = Learner(lines, Model.of(lines, float(win), both_pay=True))
    for loop in range(loops):
        learner.learn(turns)
        weight = [whole_parts(lines, learner.average(side)) for side in SIDES]
        found = [
            respond(
                lines, side, lines.dealer(weight[1 - side], PARTS), win,
                both_pay=True, executor=executor, progress=progress,
            )
            for side in SIDES
        ]  # fmt: skip
        if loop + 1 < loops:
            learner.model.correct([each.gains for each in found], [each / PARTS for each in weight])
            learner.anew()
    values, gains = zip(*(_worth(lines, found[side], weight[side], win) for side in SIDES), strict=True)
    strategies = [TypeStrategy.of(lines, each, PARTS) for each in weight]
    return Between("poker", commission, strategies[PLAYER], strategies[HOUSE], *values, *gains)


def _worth(lines: Choices, found: Response, own: I32, win: Fraction) -> tuple[Fraction, Fraction]:
    """Return the value of a side's strategy against the other's, and how much more the best response wins."""
    won, lost = (sum(map(int, own[own > 0].astype(object) * each[own > 0])) for each in found.by_line)
    value = (win * won - lost) / (PARTS * PARTS * lines.deals)
    counts = found.counts
    most = (counts.win, counts.lose) if found.side == PLAYER else (counts.lose, counts.win)
    return value, (win * most[0] - most[1]) / (PARTS * lines.deals) - value
