"""The reasons why chips move. Programs use the `Movement` of a transfer; the words are for records and people."""

from collections.abc import Hashable
from enum import StrEnum
from functools import lru_cache

from paigow.money.odds import odds_text
from paigow.text import Text, text


class Movement(StrEnum):
    """Each value is the wording used in records, so values never change."""

    # chips for money, and for other chips
    BUY_IN = "buy-in"
    CASH_OUT = "cash-out"
    CHANGE_IN = "chips to be changed"
    CHANGE_OUT = "chips changed"
    FILL = "fill"
    # wagers before the deal
    WAGER = "wager"
    WAGER_REDUCED = "wager reduced"
    WAGER_WITHDRAWN = "wager withdrawn"
    DEALER_WAGER = "dealer's wager"
    PROGRESSIVE_WAGER = "progressive wager"
    # wagers that are returned or changed before the end
    WAGER_RETURNED = "wager returned"
    VOID_PART = "void part"
    PROGRESSIVE_RETURNED = "progressive wager returned"
    # wagers that are settled
    WIN = "winning wager, 1 to 1"
    WAGER_BACK = "wager back"
    PUSH = "push"
    LOSS = "losing wager"
    SURRENDER = "surrendered"
    ABANDONED = "abandoned wager"
    JACKS = "the dealer has jacks"
    VIGORISH = "vigorish"
    DEALER_WIN = "dealer's winning wager"
    DEALER_WAGER_BACK = "dealer's wager back"
    DEALER_PUSH = "dealer ties with the bank"
    DEALER_LOSS = "dealer loses to the bank"
    UNDONE = "settlement undone"
    # lines of pay tables
    AWARD = "award"
    ENVY = "envy"
    PAYOUT_LIMIT = "above the payout limit"
    # progressive meters
    CONTRIBUTION = "progressive contribution"
    CONTRIBUTION_REVERSED = "progressive contribution reversed"
    INITIAL_AMOUNT = "initial amount"
    METER_AWARD = "progressive award"
    RESET_FROM_RESERVE = "reset from the reserve"
    RESET_BY_HOUSE = "reset by the house"
    OVERFLOW = "overflow into the next jackpot"
    # a player's bank, covered from the centre of the layout
    BANK_SHORTFALL = "the bank makes up what the centre lacks"
    HOUSE_SHORTFALL = "the house's half of what the centre lacks"
    BANK_SURPLUS = "surplus to the bank"
    HOUSE_SURPLUS = "the house's half of the surplus"
    SURPLUS_VIGORISH = "vigorish on the bank's surplus"
    # a player's bank, covered by a stake
    STAKE = "bank's stake"
    STAKE_REDUCED = "stake reduced"
    STAKE_HANDED_BACK = "handed back"
    STAKE_RETURNED = "stake returned"
    STAKE_BACK = "stake back"
    STAKE_TO_LOSING_AREA = "what the losing wagers lack"
    HOUSE_STAKE = "the house's stake"
    HOUSE_STAKE_BACK = "the house's stake back"
    BANK_GAIN = "the bank's gain"
    HOUSE_GAIN = "the house's half"
    GAIN_COMMISSION = "commission on the bank's gain"

    def __repr__(self) -> str:
        return f"Movement.{self.name}"


EXCHANGES = frozenset({Movement.BUY_IN, Movement.CASH_OUT, Movement.CHANGE_IN, Movement.CHANGE_OUT})
"""Chips bought, cashed in or changed: not part of a round."""
RETURNS = frozenset({Movement.WAGER_RETURNED, Movement.VOID_PART, Movement.PROGRESSIVE_RETURNED})
"""Returns of a wager, or part of one, that was not played to its end."""
STAKE_RETURNS = frozenset(
    {Movement.STAKE_REDUCED, Movement.STAKE_HANDED_BACK, Movement.STAKE_RETURNED, Movement.STAKE_BACK}
)
"""Returns of the stake of a player's bank."""
BANK_OWN = STAKE_RETURNS | {Movement.STAKE, Movement.BANK_GAIN, Movement.BANK_SURPLUS, Movement.BANK_SHORTFALL}
"""Amounts that a player puts up, makes up or gains as the bank, as opposed to wagers against it."""

_WORDS = frozenset(Movement)
_ENVY = "Envy Bonus, "


@lru_cache(maxsize=256)
def award_text(line: str, odds: Hashable) -> Text:
    """Return a pay-table line with its payout, such as "three of a kind, 3 to 1"."""
    return text("{line}, {odds}", line=Text(line), odds=odds_text(odds))


def envy_text(hand: str) -> Text:
    return text("Envy Bonus, {hand}", hand=Text(hand))


def read_reason(reason: str) -> tuple[Movement, Text | None]:
    """Return the movement that a record describes with this reason, and the pay-table line if there is one."""
    if reason in _WORDS:
        return Movement(reason), None
    if reason.startswith(_ENVY):
        return Movement.ENVY, envy_text(reason.removeprefix(_ENVY))
    line, comma, odds = reason.rpartition(", ")
    return Movement.AWARD, award_text(line, odds) if comma else Text(reason)
