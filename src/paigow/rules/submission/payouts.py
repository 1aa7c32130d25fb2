"""What one hand can win at fixed odds with the smallest wagers (MDP-13.G.1.b)."""

from collections.abc import Mapping

from paigow.poker import PAYTABLES, FortuneClass, PayUnit, ProgressiveClass

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


def greatest_fixed_payout(stakes: Mapping[str, int], paytables: Mapping[str, str]) -> int:
    """The most that optional wagers of these stakes, in cents, can win together on one hand; meters do not count."""

    def pays(wager: str, hand: object) -> int:
        lines = PAYTABLES[wager][paytables[wager]].lines if wager in stakes else ()
        return sum(
            stakes[wager] * line.amount for line in lines if line.hand is hand and line.unit is not PayUnit.PERCENT
        )

    made = (
        pays("fortune", hand) + pays("emperors", hand) + pays("progressive", _PROGRESSIVE.get(hand))
        for hand in FortuneClass
    )
    insured = (pays("insurance", line.hand) for line in PAYTABLES["insurance"]["A"].lines)
    return max((*made, *insured))
