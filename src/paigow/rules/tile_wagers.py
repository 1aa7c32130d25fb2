"""Ratings of a hand by the side bets on tiles."""

from collections.abc import Callable, Iterable, Mapping

from paigow.rules.packaged import Data
from paigow.rules.wagers import SideBetResult
from paigow.tiles import PAIR_FORTUNES_PAYTABLES, Tile, classify_pair_fortune


def tile_outcomes(bets: Iterable[str], data: Data, tiles: Iterable[Tile]) -> tuple[SideBetResult, ...]:
    """Return the results of those of these side bets that are offered, on the four tiles dealt."""
    return tuple(RATINGS[name](data["wagers"][name], tiles) for name in bets if data["wagers"][name]["offered"])


def _pair_fortunes(wager: Data, tiles: Iterable[Tile]) -> SideBetResult:
    """Return the result of Pair Fortunes (MDT-5.F.1)."""
    letter = wager["paytable"]
    found = classify_pair_fortune(tiles)
    if found is None:
        return SideBetResult("pair_fortunes", letter, None, None, "MDT-5.F.1")
    line = PAIR_FORTUNES_PAYTABLES[letter][found]
    return SideBetResult("pair_fortunes", letter, str(found), f"{line.to_one} to 1", line.clause)


RATINGS: Mapping[str, Callable[[Data, Iterable[Tile]], SideBetResult]] = {"pair_fortunes": _pair_fortunes}
"""The side bets on tiles, by their keys in a submission."""
