"""The exact method against a comparison of all pairs of hands, on decks of five ranks in four suits with the joker.

Hands and comparisons are taken from the cards by the readable evaluator and house ways; only the counting is compiled.
The first hand is taken up to a change of suits, every other hand as it is.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product
from math import comb
from pathlib import Path
from typing import Any

import numba
import numpy as np
import numpy.typing as npt
import pytest

from paigow.analysis.best import play_best
from paigow.analysis.dealer_open import ace_high_counts, count_dealer_open
from paigow.analysis.deals import deals
from paigow.analysis.disjoint import Deck
from paigow.analysis.house_ways import dealer_of, house_way_classes
from paigow.analysis.poker import count_main
from paigow.analysis.results import COMMISSION, Counts
from paigow.poker import (
    DECK,
    HOUSE_WAYS,
    AceHighClass,
    Card,
    PokerSetting,
    Wheel,
    count_jacks,
    is_ace_high_pai_gow,
    rank_high,
    rank_low,
)
from paigow.poker import settings as settings_of
from tools.tiers import cases

pytestmark = pytest.mark.long

Ints = npt.NDArray[np.int64]

WHEELS, HIGH, SPREAD = Deck((0, 1, 2, 3, 12)), Deck((8, 9, 10, 11, 12)), Deck((0, 4, 5, 9, 11))
DECKS = cases([WHEELS, HIGH, SPREAD])
"""The first has straights, flushes and wheels; the others repeat it with other ranks."""


@dataclass(frozen=True, eq=False)
class Hands:
    """All hands of a deck with what the readable code says of them, as numbers to compare."""

    bits: Ints
    first: Ints
    """Hands that stand for all that differ from them by suits, ..."""
    alike: Ints
    """... and how many these are."""
    start: Ints
    high: Ints
    low: Ints
    """Keys of every legal setting of every hand."""
    way_high: dict[str, Ints]
    way_low: dict[str, Ints]
    jacks: Ints
    ace_high: npt.NDArray[np.bool_]


def groups_alike(hands: list[tuple[int, ...]]) -> list[list[int]]:
    """Hands that differ only by suits, put together."""
    cards = np.array(hands, dtype=np.int64)
    moved = np.array([[card if card == 52 else card - card % 4 + suits[card % 4] for card in range(53)]
                      for suits in permutations(range(4))])  # fmt: skip
    least = np.min([(1 << each[cards]).sum(axis=1) for each in moved], axis=0)
    order = np.argsort(least, kind="stable")
    cuts = np.flatnonzero(np.diff(least[order])) + 1
    return [each.tolist() for each in np.split(order, cuts)]


def keys(setting: PokerSetting) -> tuple[int, int]:
    return rank_high(setting.high).key, rank_low(setting.low).key


@cache
def hands_of(deck: Deck) -> Hands:
    hands = list(combinations(deck.cards, 7))
    groups = groups_alike(hands)
    size = len(hands)
    per_hand: list[list[tuple[int, int]]] = [[] for _ in hands]
    ways = {name: np.zeros((2, size), dtype=np.int64) for name in ("foxwoods", "flamingo")}
    jacks = np.zeros(size, dtype=np.int64)
    ace_high = np.zeros(size, dtype=np.bool_)
    for members in groups:  # suits do not matter: what one hand is worth, all alike are worth
        cards: list[Card] = [DECK[card] for card in hands[members[0]]]
        settings = sorted({both for both in map(keys, settings_of(cards)) if both[0] >= both[1]})
        set_by = {name: keys(HOUSE_WAYS[name].set(cards).setting) for name in ways}
        for member in members:
            per_hand[member] = settings
            jacks[member] = count_jacks(cards)
            ace_high[member] = is_ace_high_pai_gow(cards)
            for name, setting in set_by.items():
                ways[name][:, member] = setting
    start = np.cumsum([0, *map(len, per_hand)])
    both = np.array([setting for settings in per_hand for setting in settings], dtype=np.int64)
    return Hands(
        np.array([sum(1 << card for card in cards) for cards in hands], dtype=np.int64),
        np.array([members[0] for members in groups], dtype=np.int64),
        np.array([len(members) for members in groups], dtype=np.int64),
        start,
        both[:, 0].copy(),
        both[:, 1].copy(),
        {name: way[0] for name, way in ways.items()},
        {name: way[1] for name, way in ways.items()},
        jacks,
        ace_high,
    )


def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    return numba.njit(function)  # type: ignore[no-any-return]


@compiled
def compare_all(
    bits: Ints, first: Ints, start: Ints, high: Ints, low: Ints, bank_high: Ints, bank_low: Ints, live: Ints, banks: int
) -> tuple[Ints, Ints, Ints]:
    """Wins and losses of every legal setting of the first hands, and wins and losses of a player who sees the bank."""
    win = np.zeros(len(high), dtype=np.int64)
    lose = np.zeros(len(high), dtype=np.int64)
    seen = np.zeros((len(bits), 2), dtype=np.int64)
    for p in first:
        for d in range(len(bits)):
            if bits[p] & bits[d]:
                continue
            most = 0
            for s in range(start[p], start[p + 1]):
                better = 0
                if banks:
                    better += high[s] >= bank_high[d]
                    better += low[s] >= bank_low[d]
                else:
                    better += high[s] > bank_high[d]
                    better += low[s] > bank_low[d]
                win[s] += better == 2
                lose[s] += better == 0
                most = max(most, better)
            if live[d] == 0:
                most = 0
            seen[p, 0] += most == 2
            seen[p, 1] += most == 0
    return win, lose, seen


@cache
def compared(deck: Deck, way: str, banks: bool) -> tuple[Ints, Ints, Ints]:
    hands = hands_of(deck)
    return compare_all(  # type: ignore[no-any-return]
        hands.bits, hands.first, hands.start, hands.high, hands.low, hands.way_high[way], hands.way_low[way],
        (hands.jacks < 2).astype(np.int64), int(banks),
    )  # fmt: skip


def counted(deck: Deck, win: int, lose: int) -> Counts:
    return Counts(win, deals(deck) - win - lose, lose)


@pytest.mark.parametrize("deck", DECKS, ids=str)
@pytest.mark.parametrize("banks", [False, True])
def test_house_way_against_another(deck: Deck, banks: bool) -> None:
    hands = hands_of(deck)
    win, lose, _ = compared(deck, "flamingo", banks)
    total = np.zeros(2, dtype=np.int64)
    for p, alike in zip(hands.first.tolist(), hands.alike.tolist(), strict=True):
        own = hands.way_high["foxwoods"][p], hands.way_low["foxwoods"][p]
        s = next(s for s in range(hands.start[p], hands.start[p + 1]) if (hands.high[s], hands.low[s]) == own)
        total += alike * np.array([win[s], lose[s]])
    found = count_main(
        house_way_classes(HOUSE_WAYS["foxwoods"], Wheel.SECOND), dealer_of("flamingo"), player_banks=banks, deck=deck
    )
    assert found == counted(deck, int(total[0]), int(total[1]))
    assert found.total == 399_072_960


@pytest.mark.parametrize("deck", DECKS, ids=str)
@pytest.mark.parametrize(
    ("banks", "commission"), cases([(True, COMMISSION), (False, COMMISSION), (False, Fraction(0))])
)
def test_best_play(deck: Deck, banks: bool, commission: Fraction) -> None:
    hands = hands_of(deck)
    win, lose, _ = compared(deck, "foxwoods", banks)
    best = Fraction(0)
    for p, alike in zip(hands.first.tolist(), hands.alike.tolist(), strict=True):
        mine = range(hands.start[p], hands.start[p + 1])
        best += alike * max(int(win[s]) * (1 - commission) - int(lose[s]) for s in mine)
    found = play_best(
        dealer_of("foxwoods"),
        house_way_classes(HOUSE_WAYS["foxwoods"]),
        player_banks=banks,
        commission=commission,
        deck=deck,
    )
    assert found.counts.total == deals(deck)
    assert found.counts.win * (1 - commission) - found.counts.lose == best
    house = count_main(house_way_classes(HOUSE_WAYS["foxwoods"]), dealer_of("foxwoods"), player_banks=banks, deck=deck)
    assert (found.house[:, 0].sum(), found.house[:, 1].sum()) == (house.win, house.lose)


@pytest.mark.parametrize("deck", DECKS, ids=str)
@pytest.mark.clause("DO-W", "DO-W.s2", "DO-W.s4", "DO-W.s5", "DO-W.s6")
def test_dealer_open(deck: Deck) -> None:
    hands = hands_of(deck)
    _, _, seen = compared(deck, "foxwoods", False)
    win, lose = (int(each) for each in hands.alike @ seen[hands.first])
    assert count_dealer_open(dealer_of("foxwoods"), deck=deck) == counted(deck, win, lose)


@pytest.mark.exhaustive
def test_wheel_as_the_lowest_straight(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other wheel rule changes how hands are set and how they compare; the exact method follows."""
    monkeypatch.setenv("PAIGOW_CACHE", str(tmp_path))
    deck, way = WHEELS, HOUSE_WAYS["foxwoods"]
    hands = list(combinations(deck.cards, 7))
    groups = groups_alike(hands)
    high, low = np.zeros((2, len(hands)), dtype=np.int64)
    for members in groups:
        setting = way.set([DECK[card] for card in hands[members[0]]], wheel=Wheel.LOWEST).setting
        high[members], low[members] = rank_high(setting.high, Wheel.LOWEST).key, rank_low(setting.low).key
    win, lose, _ = compare_all(
        np.array([sum(1 << card for card in cards) for cards in hands], dtype=np.int64),
        np.array([members[0] for members in groups]),
        np.arange(len(hands) + 1),
        high,
        low,
        high,
        low,
        np.ones(len(hands), dtype=np.int64),
        0,
    )
    first, alike = [members[0] for members in groups], np.array([len(members) for members in groups])
    lowest = house_way_classes(way, Wheel.LOWEST)
    found = count_main(lowest, dealer_of(way, Wheel.LOWEST), deck=deck)
    assert found == counted(deck, int(alike @ win[first]), int(alike @ lose[first]))
    assert found != count_main(house_way_classes(way), dealer_of(way), deck=deck)
    assert list(tmp_path.iterdir())


def test_ace_high_over_both_hands() -> None:
    """Seven ranks: the hands that are ace-high are few enough to compare them all."""
    deck = Deck((0, 2, 3, 5, 7, 10, 12))
    found = ace_high_counts(deck)
    no_pair = [
        (*(4 * rank + suit for rank, suit in zip(ranks, suits, strict=True)), *joker)
        for joker, size in (((), 7), ((52,), 6))
        for ranks in combinations(deck.ranks, size)
        for suits in product(range(4), repeat=size)
    ]
    hands = [cards for cards in no_pair if is_ace_high_pai_gow([DECK[card] for card in cards])]
    bits = np.array([sum(1 << card for card in cards) for cards in hands], dtype=np.int64)
    both = sum(int(((bits & own) == 0).sum()) for own in bits.tolist())
    assert found[AceHighClass.BOTH_ACE_HIGH] == both
    joker = np.array([52 in cards for cards in hands])
    with_joker = sum(int(((bits & own) == 0).sum()) for own in bits[joker].tolist())
    rest = comb(len(deck.cards) - 7, 7)
    assert found[AceHighClass.DEALER_ACE_HIGH_WITH_JOKER] == int(joker.sum()) * rest - with_joker
    assert found[AceHighClass.DEALER_ACE_HIGH] == int((~joker).sum()) * rest - (both - with_joker)
