"""The most a player can win in a round with the smallest wagers (MDP-13.G.1.b)."""

from collections.abc import Iterator, Mapping
from itertools import product

from paigow.poker import PAYTABLES, FortuneClass, InsuranceClass, PayLine, PayUnit, ProgressiveClass

_PROGRESSIVE: Mapping[FortuneClass, ProgressiveClass] = {
    FortuneClass.SEVEN_CARD_STRAIGHT_FLUSH: ProgressiveClass.SEVEN_CARD_STRAIGHT_FLUSH,
    FortuneClass.SEVEN_CARD_STRAIGHT_FLUSH_WITH_JOKER: ProgressiveClass.SEVEN_CARD_STRAIGHT_FLUSH,
    FortuneClass.ROYAL_FLUSH_PLUS_MATCH: ProgressiveClass.ROYAL_FLUSH,
    FortuneClass.FIVE_ACES: ProgressiveClass.FIVE_ACES,
    FortuneClass.ROYAL_FLUSH: ProgressiveClass.ROYAL_FLUSH,
    FortuneClass.STRAIGHT_FLUSH: ProgressiveClass.STRAIGHT_FLUSH,
    FortuneClass.FOUR_OF_A_KIND: ProgressiveClass.FOUR_OF_A_KIND,
    FortuneClass.FULL_HOUSE: ProgressiveClass.FULL_HOUSE,
}
"""The Progressive Payout Wager's rating of a hand of each class."""


_NEEDS_ACE = (FortuneClass.ROYAL_FLUSH, FortuneClass.ROYAL_FLUSH_PLUS_MATCH, InsuranceClass.ACE_HIGH)
"""The hands that need an ace or the joker, so nobody has one beside five aces."""
_WITH_JOKER = (FortuneClass.FIVE_ACES, FortuneClass.SEVEN_CARD_STRAIGHT_FLUSH_WITH_JOKER)

Offered = Mapping[str, tuple[int, str]]
"""The wagers offered, each with its stake in cents and its pay table."""
Made = FortuneClass | InsuranceClass
_HANDS: tuple[Made, ...] = (*FortuneClass, *InsuranceClass)


def greatest_payout(offered: Offered, meters: Mapping[str, int]) -> int:
    """Return the most that these wagers can win together on one hand.

    A share of a meter is taken from `meters`; a missing meter pays nothing.
    """
    return max(_pays(hand, offered, meters) for hand in _HANDS)


def greatest_payout_of_two(offered: Offered, meters: Mapping[str, int], resets: Mapping[str, int]) -> int:
    """Return the most that these wagers, placed on each of two hands, can win in a round.

    The second hand is paid from what the first leaves on the meters. One deck has to yield both.
    """
    return max(
        _pays(first, offered, meters) + _pays(second, offered, _left(first, offered, meters, resets))
        for first, second in product(_HANDS, repeat=2)
        if _can_both_be_dealt(first, second)
    )


def _pays(hand: Made, offered: Offered, meters: Mapping[str, int]) -> int:
    return sum(_pay(line, offered[wager][0], meters) for wager in offered for line in _lines(hand, wager, offered))


def _lines(hand: Made, wager: str, offered: Offered) -> Iterator[PayLine]:
    """Yield the line that the wager pays for the hand, if any."""
    rated = _PROGRESSIVE.get(hand) if wager == "progressive" and isinstance(hand, FortuneClass) else hand
    return (line for line in PAYTABLES[wager][offered[wager][1]].lines if line.hand is rated)


def _left(hand: Made, offered: Offered, meters: Mapping[str, int], resets: Mapping[str, int]) -> Mapping[str, int]:
    """Return the meters after the hand is paid: one that pays out whole is reset, and a part is taken off."""
    left = dict(meters)
    for line in _lines(hand, "progressive", offered) if "progressive" in offered else ():
        name = str(line.meter)
        if line.unit is PayUnit.PERCENT and name in left:
            left[name] = resets[name] if line.amount == 100 else left[name] - _pay(line, 1, meters)
    return left


def _can_both_be_dealt(one: Made, other: Made) -> bool:
    if one in _WITH_JOKER and other in _WITH_JOKER:
        return False
    return not any(a is FortuneClass.FIVE_ACES and b in _NEEDS_ACE for a, b in ((one, other), (other, one)))


def _pay(line: PayLine, stake: int, meters: Mapping[str, int]) -> int:
    if line.unit is PayUnit.PERCENT:
        return meters.get(str(line.meter), 0) * line.amount // 100 if stake else 0
    return stake * line.amount
