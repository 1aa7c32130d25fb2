"""Tiles between two players: one banks, and both pay commission on their winnings.

One side's win is not exactly the other's loss, since the house takes its share, so the game is not zero-sum and has no
value. Regret matching with each side's own gains finds a pair of strategies; the gain of either by deviating is then
counted exactly. The smaller these two numbers, the closer the pair is to an equilibrium.
"""

from dataclasses import replace
from fractions import Fraction

import numpy as np

from paigow.solver.model import Between
from paigow.solver.tiles.exact import Mix, house_worth, least, most, player_worth
from paigow.solver.tiles.game import Terms, TileGame
from paigow.solver.tiles.regret import Iteration
from paigow.solver.tiles.solve import strategy

ITERATIONS = 1000
PARTS = 1 << 20
"""The denominator of the weights."""


def solve_between(
    commission: Fraction, iterations: int = ITERATIONS, tiles: tuple[int, ...] = tuple(range(16))
) -> Between:
    """Find an approximate equilibrium; the bank wins copies. The other side is called the player."""
    game, paid = games(commission, tiles)
    steps = Iteration(game, house=paid)
    for _ in range(iterations):
        steps.step()
    player, bank = (_parts(game, side) for side in steps.averages())
    values = evaluate(game, paid, player, bank)
    return Between("tiles", commission, strategy(game, player), strategy(game, bank), *values)


def games(commission: Fraction, tiles: tuple[int, ...] = tuple(range(16))) -> tuple[TileGame, TileGame]:
    """Return the game with the player's payouts, and the one with the bank's losses and its wins after commission."""
    game = TileGame.build(Terms(commission), tiles)
    gain, cost = game.terms.gain, game.terms.cost
    deals = np.where(game.worth > 0, game.worth // gain, game.worth // cost)
    return game, replace(game, worth=np.where(deals > 0, deals * cost, deals * gain).astype(np.int32))


def evaluate(game: TileGame, paid: TileGame, player: Mix, bank: Mix) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """Return both sides' values, and what each could gain by deviating alone."""
    parts, gains = player_worth(game, bank)
    ours = sum((weight * int(gains[place]) for place, weight in player.items()), Fraction(0))
    other, losses = house_worth(paid, player)
    theirs = sum((weight * int(losses[place]) for place, weight in bank.items()), Fraction(0))
    return (
        ours / (parts * game.unit),
        -theirs / (other * game.unit),
        (int(most(game, gains).sum()) - ours) / (parts * game.unit),
        (theirs - int(least(paid, losses).sum())) / (other * game.unit),
    )


def _parts(game: TileGame, side: np.ndarray) -> dict[int, Fraction]:
    """Return weights in whole parts with the right sum for each kind; small ones are left out."""
    found: dict[int, Fraction] = {}
    for kind in range(len(game.kinds)):
        places = list(game.places(kind))
        whole = {place: int(side[place] * PARTS) for place in places if side[place] > 1e-4}
        likeliest = max(whole, key=whole.__getitem__)
        whole[likeliest] += PARTS - sum(whole.values())
        found |= {place: Fraction(part, PARTS) for place, part in whole.items()}
    return found
