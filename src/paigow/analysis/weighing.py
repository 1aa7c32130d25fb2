"""Exact advice on one hand of tiles using only the standard library, so that it also runs in a web page.

One hand meets 3,620 kinds of hand, which plain Python counts in milliseconds, so nothing has to be compiled first.
"""

from collections import Counter
from collections.abc import Iterable
from functools import cache

from paigow.analysis.results import Counts
from paigow.tiles import HouseWay, Tile, TileSetting, hand_kinds, settings

Standings = tuple[int, int]
"""The ranks of the high and the low hand of a setting; a higher number is a better hand."""


def standings(setting: TileSetting) -> Standings:
    """Return the ranks of both hands of a setting."""
    return setting.high_rank.standing, setting.low_rank.standing


@cache
def _opponents(way: HouseWay) -> tuple[tuple[tuple[tuple[int, int], ...], Standings], ...]:
    """Return every kind of hand, as the number of tiles of each kind in it, with its setting by a house way."""
    return tuple(
        (tuple(Counter(tile.kind for tile in hand).items()), standings(way.set(hand).setting))
        for hand, _ in hand_kinds()
    )


def weigh_tiles(
    tiles: Iterable[Tile], way: HouseWay, *, player_banks: bool = False, literal_zero: bool = False
) -> dict[TileSetting, Counts]:
    """Count the hands that each setting wins, pushes and loses against, out of the 20,475 the other side could have.

    A copy goes to the bank. With `literal_zero`, zero against zero loses the wager of the side that does not bank
    (NZ-6.1.b.ii as written).
    """
    held = tuple(tiles)
    left = {kind: 2 - count for kind, count in Counter(tile.kind for tile in held).items()}
    tally = {standings(each): [0, 0, 0] for each in settings(held)}
    for kinds, (their_high, their_low) in _opponents(way):
        ways = 1
        for kind, count in kinds:
            free = left.get(kind, 2)
            ways *= free if count == 1 else int(free == 2)
        if not ways:
            continue
        for (high, low), counts in tally.items():
            if literal_zero and (high == their_high == 0 or low == their_low == 0):
                won = 2 if player_banks else 0
            elif player_banks:
                won = (high >= their_high) + (low >= their_low)
            else:
                won = (high > their_high) + (low > their_low)
            counts[2 - won] += ways
    return {each: Counts(*tally[standings(each)]) for each in settings(held)}
