"""Check the certificate of a solution by the exact counts of `paigow.analysis` alone; no code of the solver takes part.

Reading the file aside, this is the whole proof: against each mixed strategy every hand of the other side chooses best,
and what that comes to over all deals is compared with the bound that is claimed. An open dealer's way is counted from
the player's side; that no other is better can only be counted from the dealer's side, as the solver does.
"""

from concurrent.futures import Executor
from fractions import Fraction
from pathlib import Path

from paigow.analysis.best import play_best
from paigow.analysis.dealer_open import count_dealer_open
from paigow.analysis.disjoint import FULL_DECK, Deck
from paigow.analysis.execution import Progress
from paigow.analysis.ranks import classes_of
from paigow.analysis.results import Counts
from paigow.solver.model import Solution
from paigow.solver.poker.choices import choices
from paigow.solver.poker.dealer_open import open_dealer
from paigow.solver.poker.files import load
from paigow.solver.poker.strategy import TypeStrategy
from paigow.solver.verify import Check


def verify(path: Path, *, executor: Executor | None = None, progress: Progress | None = None) -> list[Check]:
    """Count anew what a solution claims: both bounds, and the value of its fixed way."""
    return check(load(path), executor=executor, progress=progress)


def check(
    solution: Solution,
    deck: Deck = FULL_DECK,
    *,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> list[Check]:
    """Return the claims of a solution, counted anew."""
    rate, player_banks = solution.commission, solution.banker == "player"
    fixed = solution.pure.strategy
    assert isinstance(fixed, TypeStrategy)
    classes = classes_of(fixed.setting, fixed.wheel)
    if solution.player is None:
        open_hand = count_dealer_open(fixed.dealer, wheel=fixed.wheel, deck=deck, executor=executor, progress=progress)
        best = open_dealer(choices(deck, fixed.wheel), 1 - rate, executor=executor, progress=progress)
        return [
            _compare("fixed way", -solution.pure.edge, open_hand.value(rate)),
            _compare("best fixed way", solution.upper, best.counts.value(rate)),
            _compare("lower bound", solution.lower, best.by_hand.value(rate)),
        ]

    def best_against(strategy: object, banks: bool, commission: Fraction) -> Counts:
        assert isinstance(strategy, TypeStrategy)
        return play_best(
            strategy.dealer, classes, player_banks=banks, commission=commission, wheel=strategy.wheel,
            deck=deck, executor=executor, progress=progress,
        ).counts  # fmt: skip

    upper = best_against(solution.house, player_banks, rate)
    # The house wins a whole bet and loses what the player is paid: in units of that, its win pays more than one.
    theirs = best_against(solution.player, not player_banks, 1 - 1 / (1 - rate))
    lower = Counts(theirs.lose, theirs.push, theirs.win)
    against_fixed = best_against(fixed, player_banks, rate)
    return [
        _compare("lower bound", solution.lower, lower.value(rate)),
        _compare("upper bound", solution.upper, upper.value(rate)),
        _compare("fixed way", -solution.pure.edge, against_fixed.value(rate)),
    ]


def _compare(claim: str, claimed: Fraction, counted: Fraction) -> Check:
    found = f"the player's value is {counted} = {float(counted):+.9%}"
    return Check(claim, found if claimed == counted else f"{found}, not {claimed}", claimed == counted)
