"""Checks of a par sheet, which compute each figure a second time in another way."""

from collections.abc import Iterator
from fractions import Fraction
from math import comb

from paigow.analysis.par.sheet import Case, Check, WagerSheet

DEALS = {"tiles": comb(32, 4) * comb(28, 4), "poker": comb(53, 7) * comb(46, 7)}
HANDS = {"tiles": comb(32, 4), "poker": comb(53, 7)}
DEALT_TWO = ("main", "ace-high")
"""Wagers that depend on two hands; the others depend on one."""

PUBLIC = {
    "four of a kind": 307_472,
    "full house": 4_188_528,
    "flush": 6_172_088,
    "three of a kind": 7_672_500,
    "straight": 11_034_204,
    "five aces": 1_128,
}
"""Published counts of the best hand in seven of 53 cards, with three of a kind ranked above a straight."""
PUBLIC_SUITED = 26_132 + 184_832
"""Royal and straight flushes of all kinds."""
NO_PAIR = {
    "nine-high": 31_080,
    "ten-high": 248_640,
    "jack-high": 963_480,
    "queen-high": 2_719_500,
    "king-high": 6_386_940,
    "ace-high": 14_430_780,
}
PAIR_HANDS = {
    "Gee Joon pair and Heaven pair": 1,
    "two pairs": 119,
    "Gee Joon pair": 420,
    "one mixed pair": 1_680,
    "one identical pair": 4_620,
}


def checks(game: str, wagers: tuple[WagerSheet, ...], readings: dict[str, str]) -> tuple[Check, ...]:
    """Return all checks of a sheet."""
    found: list[Check] = []
    for wager in wagers:
        for case in wager.cases:
            found += _sums(game, wager, case)
        found += _mirror(wager) if wager.wager == "main" else _published(wager, readings)
    return tuple(found)


def _sums(game: str, wager: WagerSheet, case: Case) -> Iterator[Check]:
    name, odds = f"{wager.title}, {case.name}", case.odds
    expected = (DEALS if wager.wager in DEALT_TWO else HANDS)[game]
    yield Check(f"{name}: number of deals", f"{expected:,}", f"{odds.total:,}")
    counted = sum(each.count for each in odds.outcomes)
    yield Check(f"{name}: outcomes add up to all deals", f"{odds.total:,}", f"{counted:,}")
    lost, scale = 0, 1
    for each in odds.outcomes:  # the edge once more, in integers over one denominator
        scale *= each.pays.denominator
    for each in odds.outcomes:
        lost -= each.count * each.pays.numerator * (scale // each.pays.denominator)
    yield Check(f"{name}: edge from the counts", str(Fraction(lost, scale * odds.total)), str(odds.edge))


def _mirror(wager: WagerSheet) -> Iterator[Check]:
    """Check the ways of playing a main wager against each other.

    If both sides set alike, deals won as the bank are those lost to it; best play loses no more than the house way.
    """
    played = {(case.odds.player, "player banks" in case.name): case.odds.counts for case in wager.cases}
    plain, banking = played.get(("house-way", False)), played.get(("house-way", True))
    if plain and banking:
        yield Check(
            f"{wager.title}: deals won as the bank equal those lost to it, both sides setting alike",
            f"{plain.lose:,} won, {plain.win:,} lost",
            f"{banking.win:,} won, {banking.lose:,} lost",
        )
    best = played.get(("best", False))
    if plain and best:
        kept = best.win * 19 - best.lose * 20 >= plain.win * 19 - plain.lose * 20
        yield Check(f"{wager.title}: best play loses no more than the house way", "yes", "yes" if kept else "no")


def _published(wager: WagerSheet, readings: dict[str, str]) -> Iterator[Check]:
    counts = {each.name: each.count for each in wager.cases[0].odds.outcomes}
    if wager.wager in ("fortune", "emperors"):
        suited = sum(counts[name] for name in counts if "flush" in name and name != "flush")
        yield Check(f"{wager.title}: royal and straight flushes as published", f"{PUBLIC_SUITED:,}", f"{suited:,}")
        usual = readings.get("threes_over_straight") == "better-line"
        usual = usual and readings.get("bonus_threshold") == "three-of-a-kind"
        known = {
            name: number for name, number in PUBLIC.items() if usual or ("straight" not in name and "three" not in name)
        }
    else:
        known = {"insurance": NO_PAIR, "pair-fortunes": PAIR_HANDS}.get(wager.wager, {})
    for name, number in known.items():
        yield Check(f"{wager.title}: {name} as published", f"{number:,}", f"{counts[name]:,}")
