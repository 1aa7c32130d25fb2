"""Double-entry bookkeeping: every chip movement is a transfer between named accounts; nothing is created or lost.

Programs use the `Movement` of a transfer to see why chips moved; its words are for records and people.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from paigow.errors import NotationError, PaigowError
from paigow.money.cents import Cents, format_cents
from paigow.money.odds import Written, odds_text
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
def award_text(line: str, odds: Written | str) -> Text:
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


_NAME = re.compile(r"[A-Za-z0-9_.@+-]{1,64}")

# What follows the kind in an account's name, part by part.
_PARTS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "rack": ("player",),
        "bet": ("position", "wager", "player"),
        "inventory": (),
        "centre": (),
        "banker-area": (),
        "losing-area": (),
        "meter": ("meter",),
        "reserve": ("meter",),
        "overflow": ("meter",),
        "commission": (),
        "cage": (),
    }
)


class LedgerError(PaigowError):
    """Raised for a transfer that would create money or overdraw an account.

    This is never a player's fault: the rules refuse earlier.
    """


class Account(str):
    """A place where money is, by name: `rack:alice`, `bet:3:main:alice`, `inventory`, `meter:major`.

    It is a string, so that a record can contain it unchanged and looking it up costs nothing. The first part is its
    kind: `rack` is a player's chips; `bet` one player's wager of one kind on one position; `inventory` the table
    inventory container or float tray; `centre` the centre of the layout; `banker-area` and `losing-area` the areas of
    NZ-11.2.c and NZ-11.2.g; `meter`, `reserve` and `overflow` belong to a progressive; `commission` is the vigorish;
    `cage` the world outside the table, where chips are bought and cashed.
    """

    __slots__ = ()

    def __new__(cls, name: str) -> "Account":
        kind, *parts = name.split(":")
        if kind not in _PARTS or len(parts) != len(_PARTS[kind]) or not all(map(_NAME.fullmatch, parts)):
            forms = ", ".join(":".join((kind, *(part.upper() for part in parts))) for kind, parts in _PARTS.items())
            raise NotationError("{name} is not an account: the accounts are {forms}", name=repr(name), forms=forms)
        return super().__new__(cls, name)

    @property
    def kind(self) -> str:
        return self.partition(":")[0]

    def part(self, name: str) -> str:
        """Return the player, position, wager or meter in the name; empty if the kind has none."""
        kind, *parts = self.split(":")
        return dict(zip(_PARTS[kind], parts, strict=True)).get(name, "")

    def __repr__(self) -> str:
        return f"Account({str(self)!r})"


INVENTORY = Account("inventory")
CENTRE = Account("centre")
BANKER_AREA = Account("banker-area")
LOSING_AREA = Account("losing-area")
COMMISSION = Account("commission")
CAGE = Account("cage")

MAY_BE_NEGATIVE = frozenset({INVENTORY, CAGE})
"""Accounts that may be overdrawn: the house's own chips and the outside world, but not players, areas and meters."""


@lru_cache(maxsize=4096)
def rack(player: str) -> Account:
    return Account(f"rack:{player}")


@lru_cache(maxsize=4096)
def bet(position: int | str, wager: str, player: str) -> Account:
    """Return the account of a bet.

    Several players may bet on one box in New Zealand (NZ-6.5), so the bettor is part of the name.
    """
    return Account(f"bet:{position}:{wager}:{player}")


@dataclass(frozen=True, slots=True)
class Transfer:
    """`amount` leaves `debit` and arrives at `credit`. An award names the pay-table line under which it is paid."""

    debit: Account
    credit: Account
    amount: Cents
    kind: Movement
    clause: str = ""
    award: Text | None = None

    def __post_init__(self) -> None:
        amount = self.amount
        if type(amount) is not int or amount <= 0:
            raise LedgerError(f"a transfer of {amount!r} cents; it must be a whole number above zero", self.clause)
        if self.debit == self.credit:
            raise LedgerError(f"a transfer from {self.debit} to itself", self.clause)

    @property
    def reason(self) -> Text:
        """Return the purpose of the transfer in words."""
        return self.award or Text(self.kind)

    def __str__(self) -> str:
        clause = f" [{self.clause}]" if self.clause else ""
        return f"{format_cents(self.amount)} {self.debit} -> {self.credit}: {self.reason}{clause}"


if TYPE_CHECKING:  # the arguments are those of the class
    transfer = Transfer
else:
    transfer = lru_cache(maxsize=4096)(Transfer)
    """Return a transfer. Players wager the same few amounts again and again, so most transfers exist already."""


class Ledger:
    """The balance of every account.

    It is a value: `apply` returns a new ledger and leaves this one unchanged. Every change is checked, even in
    production: the sum is zero, and no account except the inventory and the cage is ever below zero, not even between
    two transfers of one settlement.
    """

    __slots__ = ("_balances",)
    _balances: dict[Account, Cents]

    def __init__(self, transfers: Iterable[Transfer] = ()) -> None:
        self._balances = _applied({}, transfers)

    @classmethod
    def of(cls, balances: Mapping[Account, Cents]) -> "Ledger":
        """Return the ledger with these balances, if it is valid."""
        ledger = cls()
        below = [account for account, cents in balances.items() if cents < 0 and account not in MAY_BE_NEGATIVE]
        if below or sum(balances.values()):
            raise LedgerError(f"no ledger has {dict(balances)}: it adds up to nothing, with nothing owed by a player")
        ledger._balances = {account: cents for account, cents in balances.items() if cents}
        return ledger

    def apply(self, transfers: Iterable[Transfer]) -> "Ledger":
        """Carry out the transfers in order, all or none."""
        ledger = Ledger.__new__(Ledger)
        ledger._balances = _applied(self._balances.copy(), transfers)
        return ledger

    def __getitem__(self, account: Account) -> Cents:
        """Return a balance; zero if the account is empty."""
        return self._balances.get(account, 0)

    def items(self) -> list[tuple[Account, Cents]]:
        """Return every account with a non-zero balance, by name."""
        return sorted(self._balances.items())

    def __eq__(self, other: object) -> bool:
        return self._balances == other._balances if isinstance(other, Ledger) else NotImplemented

    def __hash__(self) -> int:
        return hash(frozenset(self._balances.items()))

    def __repr__(self) -> str:
        return f"<Ledger {', '.join(f'{name} {format_cents(cents)}' for name, cents in self.items())}>"


def _applied(balances: dict[Account, Cents], transfers: Iterable[Transfer]) -> dict[Account, Cents]:
    for transfer in transfers:
        debit, credit, amount = transfer.debit, transfer.credit, transfer.amount
        left = balances.get(debit, 0) - amount
        if left < 0 and debit not in MAY_BE_NEGATIVE:
            raise LedgerError(
                f"{debit} has {format_cents(left + amount)}, too little for {format_cents(amount)}: {transfer.reason}",
                transfer.clause,
            )
        # Empty accounts are dropped, so that equal positions are equal ledgers and old seats cost nothing.
        if left:
            balances[debit] = left
        else:
            del balances[debit]
        if arrived := balances.get(credit, 0) + amount:
            balances[credit] = arrived
        else:
            del balances[credit]
    if sum(balances.values()):
        raise LedgerError(f"the accounts add up to {format_cents(sum(balances.values()))} instead of nothing")
    return balances
