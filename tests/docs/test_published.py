"""The page of published figures: what it calls ours is what the package computes."""

import re
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from paigow.analysis import WagerOdds, odds
from paigow.analysis.poker import main_copies
from paigow.poker import HOUSE_WAYS

PAGE = (Path(__file__).parent.parent.parent / "docs" / "published.md").read_text(encoding="utf-8")


def percent(value: Fraction | float) -> str:
    return f"{float(value) * 100:.4f}%".replace("-", "−")


def ours(beginning: str) -> str:
    """The cell of the row that begins so in the column that says ours."""
    for table in re.findall(r"(?:^\|.*\n)+", PAGE, re.MULTILINE):
        rows: list[list[str]] = [[cell.strip() for cell in line.strip("|\n").split("|")] for line in table.splitlines()]
        if "ours" in rows[0]:
            for row in rows[2:]:
                if row[0].startswith(beginning):
                    return row[rows[0].index("ours")]
    raise AssertionError(f"the page has no row {beginning!r}")


@cache
def cards(way: str, bank: str = "house") -> WagerOdds:
    return odds("maryland-poker", house_way=way, bank=bank)


def side(wager: str, paytable: str, others: int = 0) -> WagerOdds:
    return odds("maryland-poker", wager, paytable=paytable, others=others or None)


def test_optional_wagers() -> None:
    assert ours("Fortune Bonus, pay table B") == percent(side("fortune", "B").edge)
    assert ours("Fortune Bonus B: envy") == percent(side("fortune", "B", 1).envy)
    assert f"the edge is {percent(side('emperors', 'B').edge)}" in PAGE
    assert f"it is {percent(side('emperors', 'B', 1).envy)}" in PAGE
    assert ours("Pai Gow Insurance") == ", ".join(percent(side("insurance", table).edge) for table in "AB")
    assert ours("Emperor's Treasure") == ", ".join(percent(side("emperors", table).edge) for table in "ABCD")
    counts = {each.name: each.count for each in side("fortune", "A").outcomes}
    progressive = {each.name: each.count for each in odds("maryland-poker", "progressive").outcomes}
    royal = progressive["royal flush"] + 40  # royal flushes that are seven-card straight flushes too
    straight = progressive["straight flush"] + progressive["seven-card straight flush"] - 40
    made = [counts["five aces"], royal, straight, counts["four of a kind"], counts["full house"]]
    assert ours("Hands of seven") == "; ".join(f"{count:,}" for count in made)
    rest = [counts[name] for name in ("flush", "three of a kind", "straight", "lose")]
    assert ours("Flush, three of a kind") == "; ".join(f"{count:,}" for count in rest)
    wild = counts["seven-card straight flush with joker"] / 154_143_080
    assert ours("Seven-card straight flush with joker") == f"{wild:.10f}"


def test_tiles() -> None:
    for table in "AB":
        found = odds("maryland-tiles", "pair-fortunes", paytable=table)
        assert ours(f"Pair Fortunes, pay table {table}") == percent(found.edge)
        assert ours("Hands that pay") == "; ".join(f"{each.count:,}" for each in found.outcomes[:-1])
    way = {"house_way": "new-zealand"}
    usual = odds("maryland-tiles", **way)  # type: ignore[arg-type]
    assert ours("Main wager, both sides one house way") == percent(usual.edge)
    for name in ("foxwoods", "maryland"):
        assert percent(odds("maryland-tiles", house_way=name).edge) in PAGE
    four, none = (
        odds("maryland-tiles", house_way="new-zealand", commission=rate) for rate in (Fraction(1, 25), Fraction(0))
    )
    assert ours("The same at four percent") == percent(four.edge)
    assert ours("Without vigorish") == percent(none.edge)
    assert ours("The same, player banks") == percent(
        odds("maryland-tiles", house_way="new-zealand", bank="player").edge
    )
    assert ours("Maryland tiles, best play") == percent(odds("maryland-tiles", player="best").edge)
    implied = (Fraction(23896, 10**6) - Fraction(20811, 10**6)) * 100  # a point of vigorish costs a point of the wins
    assert f"that {float(implied):.2%} of hands win" in PAGE
    assert usual.counts is not None
    assert f"way wins {usual.counts.win / usual.total:.2%}" in PAGE


@pytest.mark.slow
@pytest.mark.parametrize("way", HOUSE_WAYS)
def test_house_ways_of_cards(way: str) -> None:
    found, banked = cards(way), cards(way, "player")
    assert found.counts is not None
    shares = [
        percent(Fraction(count, found.total)) for count in (found.counts.win, found.counts.push, found.counts.lose)
    ]
    assert f"| {way} | {' | '.join(shares)} | {percent(found.edge)} | {percent(banked.edge)} |" in PAGE
    free = percent(Fraction(found.counts.lose - found.counts.win, found.total))
    if way == "foxwoods":
        assert ours("Foxwoods, both sides") == ours("Edge against the house's bank") == percent(found.edge)
        assert ours("Foxwoods, player banks") == percent(banked.edge)
        assert f"{free} with Foxwoods" in PAGE
    if way == "trump-plaza":
        assert ours("Trump Plaza, both sides") == ", ".join(shares)
        assert ours("Trump Plaza: edge") == f"{percent(found.edge)}, {free}"
        assert ours("Trump Plaza, player banks") == percent(banked.edge)


@pytest.mark.slow
def test_copies_of_cards() -> None:
    plaza, foxwoods = main_copies("trump-plaza"), main_copies("foxwoods")
    assert ours("Low hands copied") == percent(Fraction(plaza.low, plaza.total))
    assert ours("High hands copied") == percent(Fraction(plaza.high, plaza.total))
    assert f"with Foxwoods it is {percent(Fraction(foxwoods.low, foxwoods.total))}" in PAGE


@pytest.mark.slow
def test_dealer_open() -> None:
    aces = [odds("dealer-open", "ace-high", paytable=table).edge for table in "12"]
    assert ours("Ace High wager") == ", ".join(map(percent, aces))
    assert ours("Dealer Open, best play") == percent(odds("dealer-open").edge)
