"""What one hand can win at fixed odds with the smallest wagers (MDP-13.G.1.b)."""

from collections.abc import Mapping

from paigow.poker import PAYTABLES, FortuneClass, InsuranceClass, PayUnit, ProgressiveClass

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
"""What a hand of each class is for the Progressive Payout Wager."""


def greatest_fixed_payout(offered: Mapping[str, tuple[int, str]]) -> int:
    """The most that these wagers, each with its stake in cents and its pay table, win together on one hand.

    Awards from a meter do not count.
    """

    def pays(wager: str, hand: object) -> int:
        stake, table = offered.get(wager, (0, "A"))
        fixed = (line for line in PAYTABLES[wager][table].lines if line.unit is not PayUnit.PERCENT)
        return sum(stake * line.amount for line in fixed if line.hand is hand)

    made = (
        pays("fortune", hand) + pays("emperors", hand) + pays("progressive", _PROGRESSIVE.get(hand))
        for hand in FortuneClass
    )
    insured = (pays("insurance", hand) for hand in InsuranceClass)
    return max((*made, *insured))
