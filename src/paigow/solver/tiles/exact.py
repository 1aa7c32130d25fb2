"""The guarantee of a mixed strategy, in integers."""

from collections.abc import Mapping
from fractions import Fraction
from math import lcm

import numpy as np

from paigow.solver.tiles.game import TileGame

Mix = Mapping[int, Fraction]
"""Weights of a side's settings; those of each kind add up to one."""


def scaled(mix: Mix) -> tuple[int, dict[int, int]]:
    """Return the common denominator of a strategy, and its weights as numerators."""
    denominator = lcm(*(weight.denominator for weight in mix.values()))
    return denominator, {place: int(weight * denominator) for place, weight in mix.items()}


def player_worth(game: TileGame, house: Mix) -> tuple[int, np.ndarray]:
    """Return the value of each of the player's settings against the house's strategy: integers over a denominator."""
    denominator, weights = scaled(house)
    fixed = [place for place, weight in weights.items() if weight == denominator]
    worth = game.player_worth(fixed).astype(object) * denominator
    for place, weight in weights.items():
        if 0 < weight < denominator:
            worth = worth + game.worth[:, place].astype(object) * weight
    return denominator, worth


def house_worth(game: TileGame, player: Mix) -> tuple[int, np.ndarray]:
    """Return the player's value against each of the house's settings: integers over a denominator."""
    denominator, weights = scaled(player)
    fixed = [place for place, weight in weights.items() if weight == denominator]
    worth = game.house_worth(fixed).astype(object) * denominator
    for place, weight in weights.items():
        if 0 < weight < denominator:
            worth = worth + game.worth[place].astype(object) * weight
    return denominator, worth


def most(game: TileGame, worth: np.ndarray) -> np.ndarray:
    """Return the greatest value of each kind."""
    return np.asarray(np.maximum.reduceat(worth, game.first))


def least(game: TileGame, worth: np.ndarray) -> np.ndarray:
    return np.asarray(np.minimum.reduceat(worth, game.first))


def upper_bound(game: TileGame, house: Mix) -> Fraction:
    """Return the most that any player can gain against the house's strategy."""
    denominator, worth = player_worth(game, house)
    return Fraction(int(most(game, worth).sum()), denominator * game.unit)


def lower_bound(game: TileGame, player: Mix) -> Fraction:
    """Return the least that the player's strategy gains against any house."""
    denominator, worth = house_worth(game, player)
    return Fraction(int(least(game, worth).sum()), denominator * game.unit)
