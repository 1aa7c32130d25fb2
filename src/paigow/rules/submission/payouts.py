"""What a hand can win at fixed odds."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from paigow.rules.submission.maryland_poker import PokerWagers


def greatest_fixed_payout(wagers: "PokerWagers") -> int:
    return 0
