"""The main wager with tiles, computed exactly over all 736,281,000 ordered deals, by the 3,620 kinds of hand.

Tiles of one kind are interchangeable, so hands are multisets of sixteen kinds with at most two of each; the number of
hands of a kind that are disjoint from a given hand is a product of binomials. Every kind is compared with every other
kind and with itself.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb
from time import perf_counter

import numpy as np

from paigow.analysis.kernel import I16, I32, I64, U8, kernel
from paigow.analysis.results import COMMISSION, Counts, Odds, Outcome, main_odds
from paigow.errors import PaigowError
from paigow.tiles import (
    PAIR_FORTUNES_PAYTABLES,
    HouseWay,
    PairFortune,
    Tile,
    TileSetting,
    classify_pair_fortune,
    find_house_way,
    hand_kinds,
    settings,
)

HANDS = comb(32, 4)
OTHERS = comb(28, 4)
DEALS = HANDS * OTHERS
BEST = "best"


def tile_house_way(way: str | HouseWay) -> HouseWay:
    """Return a house way by name; return a `HouseWay` unchanged."""
    if isinstance(way, HouseWay):
        return way
    return find_house_way(way)


@dataclass(frozen=True, slots=True, eq=False)
class TileTable:
    """Every kind of hand with its settings, and the number of ways it can be dealt."""

    hands: tuple[tuple[Tile, ...], ...]
    ways: I64
    kinds: U8
    """The kinds of the four tiles, 0 to 15, in ascending order."""
    settings: tuple[tuple[TileSetting, ...], ...]
    start: I32
    high: I16
    low: I16
    """The ranks of all settings of all kinds: those of kind ``k`` are ``start[k]`` to ``start[k + 1]``."""
    number: dict[tuple[int, ...], int]
    """The number of a kind of hand by the kinds of its tiles."""


@cache
def tile_table() -> TileTable:
    """Build the table of the 3,620 kinds."""
    examples = list(hand_kinds())
    hands = tuple(tuple(tiles) for tiles, _ in examples)
    kinds = np.array([sorted(tile.kind - 1 for tile in hand) for hand in hands], dtype=np.uint8)
    ways = np.array([ways for _, ways in examples], dtype=np.int64)
    every = tuple(settings(hand) for hand in hands)
    start = np.cumsum([0, *map(len, every)]).astype(np.int32)
    high = np.array([each.high_rank.standing for some in every for each in some], dtype=np.int16)
    low = np.array([each.low_rank.standing for some in every for each in some], dtype=np.int16)
    number = {tuple(row): place for place, row in enumerate(kinds.tolist())}
    return TileTable(hands, ways, kinds, every, start, high, low, number)


@cache
def tile_house_settings(way: HouseWay) -> I32:
    """Return the setting that a house way gives each kind of hand, as an index among its settings."""
    table = tile_table()
    found = [options.index(way.set(hand).setting) for hand, options in zip(table.hands, table.settings, strict=True)]
    return np.array(found, dtype=np.int32)


@kernel
def _count_tiles(
    kinds: U8,
    asking: I32,
    start: I32,
    high: I16,
    low: I16,
    other_high: I16,
    other_low: I16,
    banks: bool,
    literal_zero: bool,
    win: I64,
    lose: I64,
    copies: I64,
) -> None:
    """Count the disjoint hands that each setting of some kinds of hand wins and loses against.

    A copy goes to the bank, which is the player's side if ``banks``. With ``literal_zero``, zero against zero loses the
    wager of the side that is not the bank (NZ-6.1.b.ii as written). Copies are counted as high, low and both.
    """
    held = np.zeros(16, dtype=np.int64)
    for k in asking:
        held[:] = 0
        for i in range(4):
            held[kinds[k, i]] += 1
        for o in range(kinds.shape[0]):
            ways = 1
            i = 0
            while i < 4:
                kind = kinds[o, i]
                if i < 3 and kinds[o, i + 1] == kind:
                    ways = ways if held[kind] == 0 else 0
                    i += 2
                else:
                    ways *= 2 - held[kind]
                    i += 1
            if ways == 0:
                continue
            for s in range(start[k], start[k + 1]):
                ours = 0
                theirs = 0
                if banks:
                    ours += high[s] >= other_high[o]
                    ours += low[s] >= other_low[o]
                    theirs = 2 - ours
                else:
                    ours += high[s] > other_high[o]
                    ours += low[s] > other_low[o]
                    theirs = 2 - ours
                if literal_zero and (high[s] + other_high[o] == 0 or low[s] + other_low[o] == 0):
                    ours = 2 if banks else 0
                    theirs = 2 - ours
                if ours == 2:
                    win[s] += ways
                elif theirs == 2:
                    lose[s] += ways
                if high[s] == other_high[o]:
                    copies[s, 0] += ways
                if low[s] == other_low[o]:
                    copies[s, 1] += ways
                    if high[s] == other_high[o]:
                        copies[s, 2] += ways


@dataclass(frozen=True, slots=True, eq=False)
class TileCounts:
    """The numbers of disjoint hands won, lost and copied by every setting of every kind of hand."""

    win: I64
    lose: I64
    copies: I64


@cache
def tile_counts(
    bank_way: HouseWay, *, player_banks: bool = False, literal_zero: bool = False, only: int | None = None
) -> TileCounts:
    """Compare every setting of every kind of hand, or of one kind, with a house way."""
    table = tile_table()
    chosen = table.start[:-1] + tile_house_settings(bank_way)
    size = len(table.high)
    counts = TileCounts(np.zeros(size, np.int64), np.zeros(size, np.int64), np.zeros((size, 3), np.int64))
    asking = np.arange(len(table.ways)) if only is None else np.array([only])
    _count_tiles(
        table.kinds, asking.astype(np.int32), table.start, table.high, table.low, table.high[chosen], table.low[chosen],
        player_banks, literal_zero, counts.win, counts.lose, counts.copies,
    )  # fmt: skip
    return counts


def best_tile_settings(counts: TileCounts, commission: Fraction = COMMISSION) -> I32:
    """Return the setting with the highest expectation for each kind; the first if several are equal."""
    table = tile_table()
    gain, cost = (1 - commission).numerator, (1 - commission).denominator
    value = gain * counts.win - cost * counts.lose
    return np.array(
        [int(np.argmax(value[first:last])) for first, last in zip(table.start[:-1], table.start[1:], strict=True)],
        dtype=np.int32,
    )


def tiles_main(
    bank_way: str | HouseWay = "maryland",
    player: str | HouseWay | None = None,
    *,
    player_banks: bool = False,
    commission: Fraction = COMMISSION,
    literal_zero: bool = False,
) -> Odds:
    """Return the main wager's odds against a house way.

    The player uses the same house way, another, or ``player="best"``. ``bank_way`` sets the house's hand; with
    ``player_banks``, the player is the bank and the house plays against it.
    """
    began = perf_counter()
    way = tile_house_way(bank_way)
    counts = tile_counts(way, player_banks=player_banks, literal_zero=literal_zero)
    table = tile_table()
    if player == BEST:
        choice, name = best_tile_settings(counts, commission), BEST
    else:
        ours = way if player is None else tile_house_way(player)
        choice, name = tile_house_settings(ours), ours.name
    line = table.start[:-1] + choice
    win, lose = int(table.ways @ counts.win[line]), int(table.ways @ counts.lose[line])
    high, low, both = (int(each) for each in table.ways @ counts.copies[line])
    return main_odds(
        "tiles",
        Counts(win, DEALS - win - lose, lose),
        commission,
        house_way=way.name,
        player=name,
        copies=high + low - both,
        seconds=perf_counter() - began,
    )


def _plays_a_pair(setting: TileSetting) -> bool:
    """Return whether a pair is played; if so, every pair among the four tiles counts."""
    return any(a.kind == b.kind for a, b in (setting.high, setting.low))


def pair_fortunes(paytable: str = "A", as_set: I32 | None = None) -> Odds:
    """Return the odds of Pair Fortunes over all 35,960 hands: on the four tiles, or on the hands as set."""
    began = perf_counter()
    if paytable not in PAIR_FORTUNES_PAYTABLES:
        raise PaigowError(
            f"Pair Fortunes has pay tables {', '.join(PAIR_FORTUNES_PAYTABLES)}, not {paytable!r}", "MDT-8.L"
        )
    table = tile_table()
    found: dict[PairFortune | None, int] = dict.fromkeys([*PairFortune, None], 0)
    for kind, (hand, ways) in enumerate(zip(table.hands, table.ways.tolist(), strict=True)):
        split = as_set is not None and not _plays_a_pair(table.settings[kind][as_set[kind]])
        found[None if split else classify_pair_fortune(hand)] += ways
    pays = PAIR_FORTUNES_PAYTABLES[paytable]
    outcomes = [Outcome(str(line), found[line], Fraction(pays[line].to_one)) for line in PairFortune]
    return Odds(
        game="tiles",
        wager="pair-fortunes",
        outcomes=(*outcomes, Outcome("lose", found[None], Fraction(-1))),
        total=HANDS,
        paytable=paytable,
        seconds=perf_counter() - began,
    )
