"""The evaluator of the kernels against the readable one, over every hand."""

from itertools import chain, combinations, combinations_with_replacement

import numpy as np
import pytest

from paigow.analysis.ranks import (
    FIVE_INDEX,
    FIVES,
    HIGH_CLASSES,
    LOW_CLASS,
    LOW_CLASSES,
    front_table,
    rank_table,
    setting_table,
)
from paigow.analysis.types import LOW_OF_SETTING, RANK_TYPES, type_table
from paigow.poker import DECK, Wheel, rank_high, rank_low


def five_number(cards: tuple[int, ...]) -> int:
    return sum(int(FIVE_INDEX[place, card // 4]) for place, card in enumerate(sorted(cards)))


def all_fives_up_to_suits() -> list[tuple[tuple[int, ...], bool]]:
    """One example of every multiset of five ranks and joker, and one of every suited set."""
    found = []
    for symbols in combinations_with_replacement(range(14), 5):
        counts = {symbol: symbols.count(symbol) for symbol in symbols}
        if counts.get(13, 0) > 1 or max(counts.values()) > 4:
            continue
        cards: list[int] = []
        for symbol in symbols:
            if symbol == 13:
                cards.append(52)
            elif max(counts.values()) == 1:  # all different: two suits in turn, so that nothing is suited
                cards.append(4 * symbol + len(cards) % 2)
            else:
                cards.append(4 * symbol + sum(card // 4 == symbol for card in cards))
        found.append((tuple(cards), False))
        if max(counts.values()) == 1:
            found.append((tuple(52 if symbol == 13 else 4 * symbol for symbol in symbols), True))
    return found


@pytest.mark.parametrize("wheel", list(Wheel))
@pytest.mark.clause("MDP-6.B.1", "MDP-6.B.2", "MDP-6.B.3", "MDP-6.B.7")
def test_every_five_cards_are_ranked_as_the_readable_evaluator_ranks_them(wheel: Wheel) -> None:
    table = rank_table(wheel)
    key_of_class: dict[int, int] = {}
    for cards, suited in all_fives_up_to_suits():
        found = int(table.high_class[int(suited), five_number(cards)])
        rank = rank_high([DECK[card] for card in cards], wheel)
        assert key_of_class.setdefault(found, rank.key) == rank.key
        assert table.category[found] == rank.category
    assert sorted(key_of_class) == list(range(HIGH_CLASSES))
    keys = [key_of_class[each] for each in range(HIGH_CLASSES)]
    assert keys == sorted(set(keys))


def test_tables_have_a_class_for_every_five_of_53_cards_and_no_other() -> None:
    """All 2,869,685 hands of five: counted by class index they are exactly those the table knows."""
    fives = np.fromiter(chain.from_iterable(combinations(range(53), 5)), dtype=np.int64).reshape(-1, 5)
    assert len(fives) == 2_869_685
    number = sum(FIVE_INDEX[place, fives[:, place] // 4] for place in range(5))
    natural = np.where(fives == 52, fives[:, :1], fives) % 4  # the first card is never the joker
    suited = (natural == natural[:, :1]).all(axis=1).astype(np.int64)
    classes = rank_table().high_class[suited, number]
    assert classes.min() >= 0
    met = np.zeros((2, FIVES), dtype=bool)
    met[suited, number] = True
    assert (met == (rank_table().high_class >= 0)).all()
    # Five-card frequencies with the joker, by category: worked out by hand in the usual way.
    counts = np.bincount(rank_table().category[classes], minlength=11).tolist()
    assert counts[10] == 1
    assert counts[9] == 4 + 4 * 5  # natural royal flushes; one of the five cards replaced by the joker
    assert sum(counts) == 2_869_685


def test_two_cards_are_ranked_as_the_readable_evaluator_ranks_them() -> None:
    pairs = list(combinations(range(53), 2))
    key_of_class: dict[int, int] = {}
    for a, b in pairs:
        key = rank_low([DECK[a], DECK[b]]).key
        assert key_of_class.setdefault(int(LOW_CLASS[a // 4, b // 4]), key) == key
    keys = [key_of_class[each] for each in range(LOW_CLASSES)]
    assert keys == sorted(set(keys))


@pytest.mark.clause("MDP-1.B.5", "MDP-1.B.6")
def test_legal_settings_are_those_the_readable_evaluator_allows() -> None:
    """For every high class and every low class: the key of one is compared with the key of the other."""
    table = rank_table()
    high_key = {}
    for cards, suited in all_fives_up_to_suits():
        high_key[int(table.high_class[int(suited), five_number(cards)])] = rank_high([DECK[card] for card in cards]).key
    low_key = {int(LOW_CLASS[a // 4, b // 4]): rank_low([DECK[a], DECK[b]]).key for a, b in combinations(range(53), 2)}
    highs = np.array([high_key[each] for each in range(HIGH_CLASSES)])
    for low, key in low_key.items():
        assert ((highs >= key) == (np.arange(HIGH_CLASSES) >= table.lowest_legal[low])).all()


def test_settings_of_types_are_ranked_as_their_cards() -> None:
    """All types in steps of 97, 21 settings each, straight from the cards."""
    types, settings, ranks = type_table(), setting_table(), rank_table()
    for found in [*range(0, RANK_TYPES, 97), *range(RANK_TYPES, len(types.hands), 97)]:
        cards = types.cards[found].tolist()
        for setting, (i, j) in enumerate(LOW_OF_SETTING.tolist()):
            five = tuple(cards[k] for k in range(7) if k not in (i, j))
            high, low = rank_high([DECK[card] for card in five]), rank_low([DECK[cards[i]], DECK[cards[j]]])
            assert ranks.category[settings.high[found, setting]] == high.category
            suited = len({card % 4 for card in five if card != 52}) == 1
            assert settings.high[found, setting] == ranks.high_class[int(suited), five_number(five)]
            assert settings.low[found, setting] == LOW_CLASS[cards[i] // 4, cards[j] // 4]
            assert settings.legal[found, setting] == (high.key >= low.key)


def test_front_holds_exactly_the_settings_that_nothing_dominates() -> None:
    table = setting_table()
    start, front = front_table()
    rng = np.random.default_rng(5)
    for found in rng.choice(len(start) - 1, 3_000, replace=False).tolist():
        legal = [(int(table.high[found, s]), int(table.low[found, s])) for s in range(21) if table.legal[found, s]]
        best = {one for one in legal if not any(o != one and o[0] >= one[0] and o[1] >= one[1] for o in legal)}
        listed = [(int(table.high[found, s]), int(table.low[found, s])) for s in front[start[found] : start[found + 1]]]
        assert set(listed) == best
        assert listed == sorted(best, reverse=True)
