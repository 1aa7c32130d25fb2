"""Compare house ways: how many hands they set differently, what each is worth, and on which hands each costs most."""

from concurrent.futures import Executor
from dataclasses import dataclass, field
from fractions import Fraction
from time import perf_counter

import numpy as np

from paigow.analysis.best import BestPlay
from paigow.analysis.deals import dealer_hands
from paigow.analysis.house_ways import house_way, house_way_classes
from paigow.analysis.poker import main_wager
from paigow.analysis.results import COMMISSION, Odds
from paigow.analysis.tiles import (
    OTHERS,
    best_tile_settings,
    tile_counts,
    tile_house_settings,
    tile_house_way,
    tile_table,
    tiles_main,
)
from paigow.analysis.types import HANDS, LOW_OF_SETTING, type_table
from paigow.poker import DECK, HouseWay, PokerSetting, Wheel
from paigow.tiles import HouseWay as TileHouseWay
from paigow.tiles import TileSetting


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two house ways: the hands they set differently, and the edge when the player and the house use either of them."""

    game: str
    first: str
    second: str
    hands: int
    different: int
    odds: tuple[Odds, ...]
    """The odds for the player's way (first, then second) against a house using the first, followed by those against a
    house using the second.
    """
    seconds: float = field(default=0.0, compare=False)

    def to_dict(self) -> dict[str, object]:
        return {
            "game": self.game,
            "first": self.first,
            "second": self.second,
            "hands": self.hands,
            "different": self.different,
            "odds": [each.to_dict() for each in self.odds],
            "seconds": self.seconds,
        }


def compare_poker_house_ways(
    first: str | HouseWay, second: str | HouseWay, *, wheel: Wheel = Wheel.SECOND, executor: Executor | None = None
) -> Comparison:
    """Compare two poker house ways; settings with the same two ranks in the low hand count as equal."""
    began = perf_counter()
    one, other = house_way(first), house_way(second)
    mine, theirs = house_way_classes(one, wheel), house_way_classes(other, wheel)
    apart = (mine[0] != theirs[0]) | (mine[1] != theirs[1])
    odds = tuple(
        main_wager(bank, player, wheel=wheel, executor=executor) for bank in (one, other) for player in (one, other)
    )
    different = int(type_table().hands[apart].sum())
    return Comparison("poker", one.name, other.name, HANDS, different, odds, perf_counter() - began)


def compare_tile_house_ways(first: str | TileHouseWay, second: str | TileHouseWay) -> Comparison:
    """Compare two tile house ways."""
    began = perf_counter()
    one, other = tile_house_way(first), tile_house_way(second)
    apart = tile_house_settings(one) != tile_house_settings(other)
    odds = tuple(tiles_main(bank, player) for bank in (one, other) for player in (one, other))
    different = int(tile_table().ways[apart].sum())
    return Comparison(
        "tiles", one.name, other.name, int(tile_table().ways.sum()), different, odds, perf_counter() - began
    )


@dataclass(frozen=True, slots=True)
class CostlyHand:
    """A type of hand for which a house way does not choose the best setting."""

    house: PokerSetting | TileSetting
    best: PokerSetting | TileSetting
    hands: int
    """The number of hands of this type."""
    apart: int
    """The number of those with a better setting than the house way's."""
    cost: Fraction
    """Expected loss per unit staked on such a hand, compared with the best setting."""
    share: Fraction
    """Expected loss per unit staked on any hand."""

    def to_dict(self) -> dict[str, object]:
        return {
            "house": str(self.house),
            "best": str(self.best),
            "hands": self.hands,
            "apart": self.apart,
            "cost": str(self.cost),
            "share": str(self.share),
        }


def costly_types(
    played: BestPlay, house: np.ndarray, most: int, commission: Fraction = COMMISSION
) -> tuple[CostlyHand, ...]:
    """Return the costliest types of a best play that has already been counted."""
    gain, cost = (1 - commission).numerator, (1 - commission).denominator
    lost = (played.best - played.house) @ np.array([gain, -cost])
    types = type_table()
    found = []
    for t in np.argsort(-lost, kind="stable")[:most].tolist():
        if lost[t] == 0:
            break
        first, last = played.questions.start[t], played.questions.start[t + 1]
        favourite = first + int(np.argmax(played.hands_choosing[first:last]))
        hands = int(types.hands[t])
        units = Fraction(int(lost[t]), cost)
        found.append(
            CostlyHand(
                _setting(t, int(house[t])),
                _setting(t, int(played.settings[favourite])),
                hands,
                int(played.hands_apart[t]),
                units / (hands * dealer_hands()),
                units / played.total,
            )
        )
    return tuple(found)


def _setting(t: int, number: int) -> PokerSetting:
    cards = [DECK[card] for card in type_table().cards[t].tolist()]
    i, j = LOW_OF_SETTING[number].tolist()
    return PokerSetting(tuple(card for place, card in enumerate(cards) if place not in (i, j)), (cards[i], cards[j]))


def costliest_tile_hands(
    way: str | TileHouseWay,
    most: int = 20,
    *,
    bank_way: str | TileHouseWay | None = None,
    commission: Fraction = COMMISSION,
) -> tuple[CostlyHand, ...]:
    """Return the kinds of tile hand on which a player using this house way loses the most compared with best play."""
    ours = tile_house_way(way)
    counts = tile_counts(ours if bank_way is None else tile_house_way(bank_way))
    table = tile_table()
    gain, cost = (1 - commission).numerator, (1 - commission).denominator
    value = gain * counts.win - cost * counts.lose
    usual, best = tile_house_settings(ours), best_tile_settings(counts, commission)
    lost = value[table.start[:-1] + best] - value[table.start[:-1] + usual]
    weight = lost * table.ways
    found = []
    for k in np.argsort(-weight, kind="stable")[:most].tolist():
        if lost[k] == 0:
            break
        hands = int(table.ways[k])
        per_hand = Fraction(int(lost[k]), cost * OTHERS)
        found.append(
            CostlyHand(
                table.settings[k][usual[k]],
                table.settings[k][best[k]],
                hands,
                hands,
                per_hand,
                per_hand * hands / int(table.ways.sum()),
            )
        )
    return tuple(found)
