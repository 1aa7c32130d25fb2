"""Batches of hands against the readable code, one by one."""

import numpy as np
import pytest

from paigow.analysis.batch import best_five, categories, hands_array, set_by_house_way
from paigow.analysis.house_ways import house_way_classes
from paigow.analysis.types import types_of
from paigow.comparison import Result
from paigow.errors import HandError
from paigow.poker import DECK, HOUSE_WAYS, Category, best_key, compare


def random_hands(number: int, hands: int = 1, seed: int = 1) -> np.ndarray:
    rng = np.random.default_rng(seed)
    decks = rng.permuted(np.tile(np.arange(53, dtype=np.uint8), (number, 1)), axis=1)
    return decks[:, : 7 * hands].reshape(number, hands, 7)


def test_best_five_orders_hands_as_the_readable_evaluator() -> None:
    hands = random_hands(4_000)[:, 0]
    classes = best_five(hands)
    keys = [best_key(tuple(DECK[card] for card in hand)) for hand in hands.tolist()]
    by_class = dict(zip(classes.tolist(), keys, strict=True))
    assert all(by_class[found] == key for found, key in zip(classes.tolist(), keys, strict=True))
    ordered = [by_class[found] for found in sorted(by_class)]
    assert ordered == sorted(set(ordered))
    assert [Category(each) for each in categories(classes).tolist()] == [Category(key >> 20) for key in keys]


def test_large_batches_are_shared_among_threads_without_a_difference() -> None:
    hands = np.concatenate([random_hands(150_000, seed=seed)[:, 0] for seed in range(4)])
    classes = best_five(hands)
    assert (classes[:1_000] == best_five(hands[:1_000])).all()
    assert (classes[-1_000:] == best_five(hands[-1_000:])).all()


def test_kernels_settle_random_rounds_as_the_readable_code() -> None:
    way = HOUSE_WAYS["foxwoods"]
    rounds = random_hands(1_200, hands=2, seed=5)
    high, low = set_by_house_way(rounds.reshape(-1, 7), way)
    high, low = high.reshape(-1, 2), low.reshape(-1, 2)
    for number, (player, bank) in enumerate(rounds.tolist()):
        settings = [way.set([DECK[card] for card in hand]).setting for hand in (player, bank)]
        won = int(high[number, 0] > high[number, 1]) + int(low[number, 0] > low[number, 1])
        assert compare(settings[0], settings[1]).result is (Result.LOSE, Result.PUSH, Result.WIN)[won]


def test_codes_come_from_cards() -> None:
    hand = [DECK[card] for card in (0, 5, 9, 13, 22, 51, 52)]
    assert hands_array([hand]).tolist() == [[0, 5, 9, 13, 22, 51, 52]]
    high, _ = house_way_classes(HOUSE_WAYS["foxwoods"])
    found, _ = set_by_house_way(hands_array([hand]), "foxwoods")
    assert found[0] == high[types_of(hands_array([hand]))[0]]


def test_wrong_batches_are_refused() -> None:
    with pytest.raises(HandError, match="seven"):
        best_five(np.zeros((2, 5), dtype=np.uint8))
    with pytest.raises(HandError, match="0 to 52"):
        best_five(np.full((2, 7), 60, dtype=np.uint8))
    assert len(best_five(np.zeros((0, 7), dtype=np.uint8))) == 0
