"""The table of published figures: the figures it calls ours are what the package computes."""

import re
from fractions import Fraction
from pathlib import Path

import pytest

from paigow.analysis import WagerOdds, odds
from paigow.analysis.house_ways import dealer_of, house_way, house_way_classes
from paigow.analysis.poker import count_copies
from paigow.poker import HOUSE_WAYS
from paigow.rules import build_submission

PAGE = (Path(__file__).parent.parent.parent / "docs" / "mathematics.md").read_text(encoding="utf-8")


def percent(value: Fraction | float, places: int = 4) -> str:
    return f"{float(value) * 100:.{places}f}%".replace("-", "−")


def ours(beginning: str) -> str:
    """Return our figure from the row that begins with this text."""
    table = PAGE[PAGE.index("| what | published | here |") :]
    found = re.search(rf"^\| {re.escape(beginning)}.*$", table, re.MULTILINE)
    assert found, f"the page has no row {beginning!r}"
    return found[0].split(" | ")[2]


def side(wager: str, paytable: str, others: int | None = None) -> WagerOdds:
    """Count as published tables do: three of a kind, which pays more, before a straight."""
    public = build_submission({"standard": "maryland-poker", "readings": {"threes_over_straight": "better-line"}})
    return odds(public, wager, paytable=paytable, others=others)


def test_optional_wagers() -> None:
    bonus, one_match = side("fortune", "B", 1), side("emperors", "B", 1)
    edges = [percent(each.edge + each.envy, 2) for each in (bonus, one_match)]
    assert ours("Fortune Bonus 5,000") == f"{edges[0]}, {float(bonus.envy) * 100:.2f} less"
    assert f"With one match it is {edges[1]} and {float(one_match.envy) * 100:.2f}" in PAGE
    wild = {each.name: each.count for each in bonus.outcomes}["seven-card straight flush with joker"]
    assert ours("Seven-card straight flush with joker") == f"{wild / bonus.total:.10f}"


def test_published_counts_of_seven_cards() -> None:
    """Those of royal and straight flushes are apart in no wager: seven in sequence count before both."""
    row = next(line for line in PAGE.splitlines() if line.startswith("| Seven-card classes"))
    published = {name: int(count.replace(",", "")) for name, count in re.findall(r"([a-z][a-z ]+) ([\d,]+\d)[; ]", row)}
    counts = {each.name: each.count for each in side("fortune", "A").outcomes}
    for name in ("five aces", "four of a kind", "full house", "flush", "three of a kind", "straight"):
        assert counts[name] == published[name]
    suited = sum(count for name, count in counts.items() if "flush" in name and name != "flush")
    assert suited == published["royal flush"] + published["straight flush"]


def test_tiles() -> None:
    pairs = [odds("maryland-tiles", "pair-fortunes", paytable=table) for table in "AB"]
    hands = "; ".join(f"{each.count:,}" for each in pairs[0].outcomes[:-1])
    assert ours("Pair Fortunes") == f"{', '.join(percent(each.edge) for each in pairs)}; hands {hands}"

    def priced(way: str, rate: Fraction, bank: str = "house") -> Fraction:
        return odds("maryland-tiles", house_way=way, commission=rate, bank=bank).edge

    five, four = Fraction(1, 20), Fraction(1, 25)
    cell = ours("Tiles, 5% commission")
    for way in ("new-zealand", "foxwoods"):
        assert f"{percent(priced(way, five), 2)} / {percent(priced(way, five, 'player'), 2)} (`{way}`)" in cell
    both = percent(priced("new-zealand", four)), percent(priced("new-zealand", four, "player"))
    assert ours("Tiles, 4% commission") == f"{' / '.join(both)} (`new-zealand`)"
    assert ours("Tiles, no commission") == f"{percent(priced('new-zealand', Fraction(0)))} (`new-zealand`)"
    implied = (Fraction(23896, 10**6) - Fraction(20811, 10**6)) * 100  # a point of commission costs a point of the wins
    counts = odds("new-zealand").counts
    assert counts is not None
    assert f"that {float(implied):.2%} of hands win; with New Zealand's, {counts.win / counts.total:.2%} do" in PAGE


@pytest.mark.parametrize("way", ["maryland", "new-zealand", "foxwoods"])
def test_results_of_tiles(way: str) -> None:
    for player, sets in (("the same", "house-way"), ("best", "best")):
        usual, banked = (odds("maryland-tiles", house_way=way, player=sets, bank=bank) for bank in ("house", "player"))
        assert usual.counts is not None
        counts = " | ".join(f"{each:,}" for each in (usual.counts.win, usual.counts.push, usual.counts.lose))
        row = f"| `{way}` | {player} | {counts} | {percent(usual.edge)} | {percent(banked.edge)} |"
        assert row in PAGE.replace("**", "")


@pytest.mark.exhaustive
@pytest.mark.parametrize("way", HOUSE_WAYS)
def test_results_of_cards(way: str) -> None:
    found, banked = (odds("maryland-poker", house_way=way, bank=bank) for bank in ("house", "player"))
    counts = found.counts
    assert counts is not None
    each = " | ".join(f"{count:,}" for count in (counts.win, counts.push, counts.lose))
    assert f"| `{way}` | {each} | {percent(found.edge)} | {percent(banked.edge)} |" in PAGE
    win, push, loss = (percent(Fraction(count, counts.total)) for count in (counts.win, counts.push, counts.lose))
    copies = percent(Fraction(counts.lose - counts.win, counts.total))
    if way == "foxwoods":
        assert ours("House way against house way") == f"{percent(found.edge, 2)}; {percent(banked.edge, 2)}"
        assert ours("Edge against the house's bank") == f"{percent(found.edge)} (`foxwoods`)"
        assert ours("Share of the edge that comes from copies") == f"{copies} (`foxwoods`)"
    if way == "trump-plaza":
        assert ours("Trump Plaza both sides (") == f"{push}; {copies}"
        assert ours("Trump Plaza both sides, simulated") == ", ".join(
            [win, loss, percent(found.edge), percent(banked.edge)]
        )


@pytest.mark.exhaustive
def test_copies_of_cards() -> None:
    found = count_copies(house_way_classes(house_way("trump-plaza")), dealer_of("trump-plaza"))
    assert ours("Low hands copied") == percent(Fraction(found.low, found.total))
    assert ours("High hands copied") == percent(Fraction(found.high, found.total))


@pytest.mark.exhaustive
def test_dealer_open() -> None:
    first, second = (percent(odds("dealer-open", "ace-high", paytable=table).edge) for table in "12")
    assert f"edge {first} with table 1, {second} with table 2" in PAGE
    found = odds("dealer-open")
    assert found.counts is not None
    counts = " | ".join(f"{count:,}" for count in (found.counts.win, found.counts.push, found.counts.lose))
    assert f"| `foxwoods` | {counts} | {percent(found.edge)} |" in PAGE
