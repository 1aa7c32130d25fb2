"""Ratings of a hand by Maryland's side bet on tiles."""

from collections.abc import Iterable

from paigow.rules.packaged import Data
from paigow.rules.wagers import SideBetResult
from paigow.tiles import PAIR_FORTUNES_PAYTABLES, Tile, classify_pair_fortune


def tile_outcomes(data: Data, tiles: Iterable[Tile]) -> tuple[SideBetResult, ...]:
    """Return the result of Pair Fortunes, if offered, on the four tiles dealt (MDT-5.F.1)."""
    wager = data["wagers"].get("pair_fortunes")
    if not wager or not wager["offered"]:
        return ()
    letter = wager["paytable"]
    found = classify_pair_fortune(tiles)
    if found is None:
        return (SideBetResult("pair_fortunes", letter, None, None, "MDT-5.F.1"),)
    line = PAIR_FORTUNES_PAYTABLES[letter][found]
    return (SideBetResult("pair_fortunes", letter, str(found), f"{line.to_one} to 1", line.clause),)
