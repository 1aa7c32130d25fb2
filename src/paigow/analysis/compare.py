"""Compare house ways: how many hands they set differently, what each is worth, and on which hands each costs most."""

from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from paigow.analysis.best import BestPlay
from paigow.analysis.deals import dealer_hands
from paigow.analysis.house_ways import house_way_classes
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
from paigow.poker import DECK, HouseWay, PokerSetting
from paigow.tiles import HouseWay as TileHouseWay
from paigow.tiles import TileSetting

Compared = tuple[int, int, tuple[Odds, ...]]
"""The number of hands, how many of them two house ways set differently, and the odds when the player and the house use
either: the player's way (first, then second) against a house using the first, then those against the second.
"""


def compare_card_ways(one: HouseWay, other: HouseWay, executor: Executor | None = None) -> Compared:
    """Compare two house ways for cards; settings with the same two ranks in the low hand count as equal."""
    mine, theirs = house_way_classes(one), house_way_classes(other)
    apart = (mine[0] != theirs[0]) | (mine[1] != theirs[1])
    odds = tuple(main_wager(bank, player, executor=executor) for bank in (one, other) for player in (one, other))
    return HANDS, int(type_table().hands[apart].sum()), odds


def compare_tile_ways(one: TileHouseWay, other: TileHouseWay) -> Compared:
    """Compare two house ways for tiles."""
    table = tile_table()
    apart = tile_house_settings(one) != tile_house_settings(other)
    odds = tuple(tiles_main(bank, player) for bank in (one, other) for player in (one, other))
    return int(table.ways.sum()), int(table.ways[apart].sum()), odds


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


def costliest_tile_hands(way: str | TileHouseWay, most: int = 20) -> tuple[CostlyHand, ...]:
    """Return the kinds of tile hand on which a player using this house way loses the most compared with best play."""
    ours = tile_house_way(way)
    counts, table = tile_counts(ours), tile_table()
    gain, cost = (1 - COMMISSION).numerator, (1 - COMMISSION).denominator
    value = gain * counts.win - cost * counts.lose
    usual, best = tile_house_settings(ours), best_tile_settings(counts)
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
