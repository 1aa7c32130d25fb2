"""Money: cents, odds, chips, vigorish, the double-entry ledger and progressive meters. No floats anywhere."""

from paigow.money.cents import MAX_AMOUNT, Cents, MoneyError, format_cents, parse_cents
from paigow.money.chips import Chips
from paigow.money.ledger import (
    BANKER_AREA,
    CAGE,
    CENTRE,
    COMMISSION,
    INVENTORY,
    LOSING_AREA,
    Account,
    Ledger,
    LedgerError,
    Movement,
    Transfer,
    bet,
    rack,
    transfer,
)
from paigow.money.meters import Award, Contribution, Meter, MeterRules
from paigow.money.odds import (
    ForOne,
    Odds,
    ShareOfMeter,
    ToOne,
    least_payout_limit,
    limited,
    odds_text,
    parse_odds,
)
from paigow.money.shares import Halves, halves, pro_rata
from paigow.money.vigorish import VigorishRounding, is_exactly_payable, vigorish

__all__ = [
    "BANKER_AREA",
    "CAGE",
    "CENTRE",
    "COMMISSION",
    "INVENTORY",
    "LOSING_AREA",
    "MAX_AMOUNT",
    "Account",
    "Award",
    "Cents",
    "Chips",
    "Contribution",
    "ForOne",
    "Halves",
    "Ledger",
    "LedgerError",
    "Meter",
    "MeterRules",
    "MoneyError",
    "Movement",
    "Odds",
    "ShareOfMeter",
    "ToOne",
    "Transfer",
    "VigorishRounding",
    "bet",
    "format_cents",
    "halves",
    "is_exactly_payable",
    "least_payout_limit",
    "limited",
    "odds_text",
    "parse_cents",
    "parse_odds",
    "pro_rata",
    "rack",
    "transfer",
    "vigorish",
]
