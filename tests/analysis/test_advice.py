"""Advice on one hand against plain enumeration, and against the method for all deals."""

from collections.abc import Callable
from itertools import combinations
from typing import Any

import numba
import numpy as np
import pytest

from paigow.analysis.best import front_questions
from paigow.analysis.dealer_open import jacks_of_types
from paigow.analysis.deals import answer_by_ranks, answer_by_suits, dealer_hands
from paigow.analysis.house_ways import dealer_of, house_way_classes
from paigow.analysis.multisets import multiset_number
from paigow.analysis.ranks import FIVE_INDEX, LOW_CLASS, rank_table
from paigow.analysis.removal import count_against
from paigow.analysis.results import Counts
from paigow.analysis.tiles import tile_counts, tile_table
from paigow.analysis.types import CARD_KEYS, PAIR_INDEX, flush_type, type_table, types_of
from paigow.analysis.weighing import weigh_tiles
from paigow.analysis.weighing_cards import weigh_cards
from paigow.comparison import Result
from paigow.errors import HandError
from paigow.poker import DECK, HOUSE_WAYS, PokerSetting, Wheel, legal_settings, parse_cards, rank_high, rank_low
from paigow.tiles import HOUSE_WAYS as TILE_WAYS
from paigow.tiles import TILE_SET, compare, parse_tiles
from paigow.tiles import settings as tile_settings
from tools.tiers import examples

Ints = Any
"""An array of integers, whatever their size."""


def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    return numba.njit(function, nogil=True)  # type: ignore[no-any-return]


@compiled
def enumerate_dealers(
    rest: Ints, keys: Ints, numbering: Ints, mask_start: Ints, pairs: Ints, way_high: Ints, way_low: Ints, live: Ints,
    high: Ints, low: Ints,
) -> Ints:  # fmt: skip
    """All seven-card hands out of 46 cards, one by one: how many each setting beats in both, and in neither."""
    found = np.zeros((len(high), 2), dtype=np.int64)
    cards = np.empty(7, dtype=np.uint8)
    for a in range(46):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    for e in range(d):
                        for f in range(e):
                            for g in range(f):
                                cards[0], cards[1], cards[2], cards[3] = rest[a], rest[b], rest[c], rest[d]
                                cards[4], cards[5], cards[6] = rest[e], rest[f], rest[g]
                                key = 0
                                for i in range(7):
                                    key += keys[cards[i]]
                                t = flush_type(cards, 0, key, mask_start, pairs)
                                if t < 0:
                                    t = multiset_number(key, numbering)
                                for s in range(len(high)):
                                    if live[t] == 0:
                                        found[s, 1] += 1
                                    elif high[s] > way_high[t] and low[s] > way_low[t]:
                                        found[s, 0] += 1
                                    elif high[s] <= way_high[t] and low[s] <= way_low[t]:
                                        found[s, 1] += 1
    return found


def setting_class(setting: PokerSetting) -> tuple[int, int]:
    five = sorted(card.index for card in setting.high)
    naturals = {card % 4 for card in five if card != 52}
    number = sum(int(FIVE_INDEX[place, card // 4]) for place, card in enumerate(five))
    first, second = (card.index // 4 for card in setting.low)
    return int(rank_table().high_class[int(len(naturals) == 1), number]), int(LOW_CLASS[first, second])


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("text", "dealer_open"),
    [("As Ks Qs Js 9s 9h 2d", False), ("Jk Ac Ad 7d 7s 3h 3c", False), ("Jk Jh Th 9h 8c 5h 2s", True)],
)
def test_counts_equal_enumeration_of_all_53_524_680_hands(text: str, dealer_open: bool) -> None:
    cards = parse_cards(text)
    weighed = weigh_cards(cards, HOUSE_WAYS["foxwoods"], shows_dealer=dealer_open)
    types = type_table()
    way_high, way_low = house_way_classes(HOUSE_WAYS["foxwoods"])
    live = jacks_of_types() < 2 if dealer_open else np.ones(len(way_high), dtype=np.bool_)
    rest = np.array([card for card in range(53) if DECK[card] not in cards])
    classes = np.array([setting_class(setting) for setting in weighed])
    found = enumerate_dealers(
        rest, CARD_KEYS, types.numbering, types.mask_start, PAIR_INDEX, way_high.astype(np.int64),
        way_low.astype(np.int64), live.astype(np.int64), classes[:, 0], classes[:, 1],
    )  # fmt: skip
    assert [[counts.win, counts.lose] for counts in weighed.values()] == found.tolist()
    assert all(counts.total == 53_524_680 == dealer_hands() for counts in weighed.values())


def test_every_legal_setting_is_weighed_and_equal_hands_alike() -> None:
    cards = parse_cards("Ah Kh Qd Jc 9s 5d 5c")
    weighed = weigh_cards(cards, HOUSE_WAYS["foxwoods"])
    assert tuple(weighed) == legal_settings(cards)
    by_rank: dict[tuple[int, int], set[Counts]] = {}
    for setting, counts in weighed.items():
        by_rank.setdefault((rank_high(setting.high).key, rank_low(setting.low).key), set()).add(counts)
    assert len(by_rank) < len(weighed)
    assert all(len(counts) == 1 for counts in by_rank.values())


def test_as_bank_the_same_setting_wins_copies() -> None:
    cards, way = parse_cards("As Kd Qh Js 9c 5d 4c"), HOUSE_WAYS["foxwoods"]
    as_player, as_bank = weigh_cards(cards, way), weigh_cards(cards, way, player_banks=True)
    assert as_player.keys() == as_bank.keys()
    for setting, counts in as_bank.items():
        assert counts.win >= as_player[setting].win
        assert counts.lose <= as_player[setting].lose
    best = max(as_bank, key=lambda setting: as_bank[setting].value())
    assert as_bank[best].win > as_player[best].win


def test_all_deals_and_one_hand_agree_on_random_hands_of_the_full_deck() -> None:
    """Inclusion-exclusion and views against the direct product of binomials, for hands of some rank types."""
    rng = np.random.default_rng(8)
    types = type_table()
    hands = [rng.choice(53, 7, replace=False).tolist() for _ in range(25)]
    hands += [[1, 5, 9, 13, 17, 21, 52], [22, 26, 30, 34, 38, 42, 52]]
    hands += [[0, 4, 8, 12, 16, 40, 41], [3, 7, 11, 15, 19, 40, 45], [48, 49, 50, 51, 52, 44, 45]]
    found = types_of(np.array(hands, dtype=np.uint8))
    dealer = dealer_of("flamingo")
    questions, _, _, _ = front_questions(house_way_classes(HOUSE_WAYS["foxwoods"]), Wheel.SECOND, False)
    chosen = np.unique(types.rank_type[found]).astype(np.int32)
    ranks = answer_by_ranks(chosen, dealer, questions)
    suits = answer_by_suits(chosen, dealer, questions)
    for cards, t in zip(hands, found.tolist(), strict=True):
        mine = range(questions.start[t], questions.start[t + 1])
        thresholds = slice(mine[0], mine[-1] + 1)
        direct = count_against(tuple(cards), dealer, questions.high[thresholds], questions.low[thresholds])
        lines = [int(np.flatnonzero(ranks.question == q)[0]) for q in mine]
        below, above = ranks.below[lines].copy(), ranks.above[lines].copy()
        for suit in range(4):
            mask = sum(1 << card // 4 for card in cards if card != 52 and card % 4 == suit) | (52 in cards) << 13
            for k, q in enumerate(mine):
                (seen,) = np.flatnonzero((suits.views.mask == mask) & (suits.views.question == q))[:1]
                below[k] += suits.below[seen]
                above[k] += suits.above[seen]
        assert below.tolist() == direct[0].tolist()
        assert above.tolist() == direct[1].tolist()


@pytest.mark.parametrize("text", ["66 36 12 24", "55 46 33 22", "11 44 26 13", "66 66 36 45"])
@pytest.mark.parametrize("banks", [False, True])
def test_tiles_equal_enumeration(text: str, banks: bool) -> None:
    tiles = parse_tiles(text)
    way = TILE_WAYS["maryland"]
    weighed = weigh_tiles(tiles, way, player_banks=banks)
    rest = list(TILE_SET)
    for tile in tiles:
        rest.remove(tile)
    others = [way.set(hand).setting for hand in combinations(rest, 4)]
    assert len(others) == 20_475
    assert tuple(weighed) == tile_settings(tiles)
    for setting, counts in weighed.items():
        results = [(compare(other, setting) if banks else compare(setting, other)).result for other in others]
        won, lost = (Result.LOSE, Result.WIN) if banks else (Result.WIN, Result.LOSE)
        assert (counts.win, counts.lose) == (results.count(won), results.count(lost))


@pytest.mark.parametrize("literal", [False, True])
@pytest.mark.parametrize("banks", [False, True])
@pytest.mark.parametrize("name", ["maryland", "new-zealand"])
def test_weighing_by_hand_equals_the_kernels(name: str, banks: bool, literal: bool) -> None:
    way, table = TILE_WAYS[name], tile_table()
    counted = tile_counts(way, player_banks=banks, literal_zero=literal)
    for kind in range(0, len(table.hands), examples(97, 1)):
        weighed = weigh_tiles(table.hands[kind], way, player_banks=banks, literal_zero=literal)
        lines = range(table.start[kind], table.start[kind + 1])
        assert [(counts.win, counts.lose) for counts in weighed.values()] == [
            (int(counted.win[line]), int(counted.lose[line])) for line in lines
        ]
        assert {counts.total for counts in weighed.values()} == {20_475}


def test_wrong_hands_are_refused() -> None:
    with pytest.raises(HandError, match="seven"):
        weigh_cards(parse_cards("As Ks Qs"), HOUSE_WAYS["foxwoods"])
    with pytest.raises(HandError):
        weigh_tiles(parse_tiles("66 36 12"), TILE_WAYS["maryland"])
