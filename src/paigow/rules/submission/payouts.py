"""The most a player can win in a round with the smallest wagers (MDP-13.G.1.b)."""

from collections.abc import Mapping

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


def greatest_payout(offered: Mapping[str, tuple[int, str]], meters: Mapping[str, int]) -> int:
    """Return the most that these wagers, each with its stake in cents and pay table, can win together on one hand.

    A share of a meter is taken from `meters`; a missing meter pays nothing.
    """

    def pays(wager: str, hand: object) -> int:
        stake, table = offered.get(wager, (0, "A"))
        return sum(_pay(line, stake, meters) for line in PAYTABLES[wager][table].lines if line.hand is hand)

    made = (
        pays("fortune", hand) + pays("emperors", hand) + pays("progressive", _PROGRESSIVE.get(hand))
        for hand in FortuneClass
    )
    insured = (pays("insurance", hand) for hand in InsuranceClass)
    return max((*made, *insured))


def _pay(line: PayLine, stake: int, meters: Mapping[str, int]) -> int:
    if line.unit is PayUnit.PERCENT:
        return meters.get(str(line.meter), 0) * line.amount // 100 if stake else 0
    return stake * line.amount
