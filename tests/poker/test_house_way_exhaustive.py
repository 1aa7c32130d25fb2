"""House ways over all hands up to suits: they never foul, and two of them against a second telling of their rules."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache

import pytest

from paigow.poker import HOUSE_WAYS, Card, hand_types
from paigow.poker.card import display_order
from paigow.poker.keys import SPLITS, low_key, split_keys
from tools.tiers import examples

Ways = dict[int, tuple[int, bool]]


def ways(cards: Sequence[Card]) -> Ways:
    """For each pair of ranks that can go low, by its key: the best high hand left, and whether that is complete."""
    found: Ways = {}
    for (i, j), high in zip(SPLITS, split_keys(cards), strict=True):
        low = low_key(cards[i].rank, cards[j].rank)
        complete = high >> 20 in (4, 5, 8, 9)
        if low not in found or high > found[low][0]:
            found[low] = (high, complete)
    return found


def foxwoods(cards: Sequence[Card]) -> int:
    """The low hand by the readings' nine rules, told again without a table."""
    ranks = sorted((card.rank for card in cards), reverse=True)
    count = Counter(ranks)
    pairs = sorted((rank for rank in count if count[rank] == 2), reverse=True)
    threes = sorted((rank for rank in count if count[rank] == 3), reverse=True)
    fours = [rank for rank in count if count[rank] == 4]
    single = [rank for rank in ranks if count[rank] == 1]
    options = ways(cards)
    keeping = [low for low, (_, complete) in options.items() if complete]
    if count[14] == 5:
        return low_key(13, 13) if 13 in pairs else low_key(14, 14)
    if fours:
        four = fours[0]
        if pairs or threes:
            beside = (pairs or threes)[0]
            return low_key(beside, beside)
        split = four >= 11 or (four >= 7 and single[0] < 13)
        return low_key(four, four) if split else low_key(single[0], single[1])
    if len(threes) == 2:
        return low_key(threes[0], threes[0])
    if threes and pairs:
        return low_key(pairs[0], pairs[0])
    if len(pairs) == 3:
        return low_key(pairs[0], pairs[0])
    if threes:
        three = threes[0]
        if options[low_key(three, three)][1]:
            return low_key(three, three)
        return low_key(14, single[0]) if three == 14 else low_key(single[0], single[1])
    if len(pairs) == 2:
        together = (pairs[0] <= 10 and single[0] == 14) or (pairs[0] <= 6 and single[0] >= 13)
        return low_key(single[0], single[1]) if together else low_key(pairs[1], pairs[1])
    if keeping:
        best = max(keeping)
        if pairs and 10 <= pairs[0] <= 13 and single[0] == 14:
            return max(best, low_key(14, single[1]))
        return best
    if pairs:
        return low_key(single[0], single[1])
    return low_key(single[1], single[2])


def trump_plaza(cards: Sequence[Card]) -> int:
    """The low hand by what is told of Trump Plaza, and as at Foxwoods where the telling says so."""
    ranks = sorted((card.rank for card in cards), reverse=True)
    count = Counter(ranks)
    shape = sorted(count.values(), reverse=True)
    single = [rank for rank in ranks if count[rank] == 1]
    options = ways(cards)
    keeping = [low for low, (_, complete) in options.items() if complete]

    def held(times: int) -> list[int]:
        return sorted((rank for rank in count if count[rank] == times), reverse=True)

    if shape[0] == 4 and shape[1] == 1:
        four = held(4)[0]
        keep = four <= 6 or (four <= 10 and single[0] >= 13) or (four <= 13 and single[0] == 14)
        return low_key(single[0], single[1]) if keep else low_key(four, four)
    if shape == [3, 2, 1, 1]:
        three, pair = held(3)[0], held(2)[0]
        straight_flush = any(high >> 20 >= 8 for high, _ in options.values())
        if straight_flush and options[low_key(three, three)][1]:
            return low_key(three, three)
        if pair == 2 and single == [14, 13]:
            return low_key(14, 13)
        return low_key(pair, pair)
    if shape[:3] == [2, 2, 1]:
        upper, lower = (0 if rank <= 6 else 1 if rank <= 10 else 2 if rank <= 13 else 3 for rank in held(2))
        needed = {(0, 0): 13, (1, 0): 13, (2, 0): 14, (1, 1): 14}.get((upper, lower), 15)
        return low_key(single[0], single[1]) if single[0] >= needed else low_key(held(2)[1], held(2)[1])
    if shape[:2] == [2, 1] and keeping:
        return max(keeping)
    return foxwoods(cards)


STEP = examples(31, 1)
"""One kind of hand in so many is set; all of them in the exhaustive tier."""
RETOLD: dict[str, Callable[[Sequence[Card]], int]] = {"foxwoods": foxwoods, "trump-plaza": trump_plaza}


@cache  # to go through all of them takes longer than to set some
def hands() -> tuple[tuple[int, tuple[Card, ...]], ...]:
    """Return the hands to set, with their numbers."""
    return tuple((number, cards) for number, (cards, _) in enumerate(hand_types()) if number % STEP == 0)


@pytest.mark.clause("DO-R9.a")
@pytest.mark.parametrize("name", HOUSE_WAYS)
def test_every_hand_is_set_none_is_foul_and_every_rule_is_used(name: str) -> None:
    way = HOUSE_WAYS[name]
    retold = RETOLD.get(name)
    sampled = 0
    used = set()
    for number, cards in hands():
        view, low, rule = way.decide(display_order(cards))
        assert view.best[low] >= low, f"{rule.name}: {cards}"
        assert retold is None or low == retold(cards), f"{rule.name}: {cards}"
        used.add(rule.name)
        if number % 97 == 0:  # and what is handed out is what was decided, by the readable evaluator
            answer = way.set(cards)
            assert answer.setting.status(hand=cards) == []
            assert (answer.setting.low_rank.key, answer.setting.high_rank().key) == (low, view.best[low])
            assert (answer.rule, answer.gap) == (rule.name, rule.gap)
            sampled += 1
    assert sampled > 3_000 // STEP
    assert STEP > 1 or [rule.name for rule in way.rules if rule.name not in used] == []
