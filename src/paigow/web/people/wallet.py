"""Play money in double entry: the house, wallets and the tables' cages (gaming standards A1-A5).

Every movement is two entries of opposite sign, numbered without gaps in each account, with the account's balance after
each. Accounts are locked in a fixed order (cage, wallet, house), so that movements neither collide on one account nor
deadlock; a transaction that pays several people can still conflict with another, and is then retried. Money moves
between a wallet and the house or a cage, never between two people.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import Sum
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from paigow.money import MOST, format_cents
from paigow.web.fast.statements import NUMBER, Statement
from paigow.web.people import limits
from paigow.web.people.errors import NotAllowed, NotCovered
from paigow.web.people.events import Kind, note
from paigow.web.people.models import Account, LimitKind, User, WalletEntry

GRANT: Final = 10_000_00  # play money everybody starts with
TOP_UP: Final = 5_000_00
LOW: Final = 1_000_00  # balance below which a person may ask for more
FULL: Final = 2**63 - 1  # what a database column can hold, positive or negative

Reason = WalletEntry.Reason


_BALANCE = Statement(lambda owner: Account.objects.filter(owner=owner).order_by("pk").values_list("balance"), NUMBER)


def balance(person: User) -> int:
    for (cents,) in _BALANCE(person.pk):
        return int(cents)
    return open_wallet(person)


def open_wallet(person: User, now: datetime | None = None) -> int:
    """Grant the initial play money, once per person."""
    with transaction.atomic():
        return _wallet(person, now or timezone.now()).balance


@transaction.atomic
def pay_in(person: User, cents: int, table: str, event: int | None, now: datetime | None = None) -> WalletEntry:
    """Buy chips: wallet to cage. Refused if not covered, or if a limit or an exclusion applies."""
    now = now or timezone.now()
    _require_amount(cents)
    cage, wallet = _cage(table), _wallet(person, now)
    limits.require_may_buy(person, cents, now)
    if cents > wallet.balance:
        words = {"cents": format_cents(cents), "balance": format_cents(wallet.balance)}
        raise NotCovered(_("Your wallet holds %(balance)s, which does not cover %(cents)s.") % words)
    return _move(wallet, cage, cents, Reason.BUY_IN, now, table, event)[0]


@transaction.atomic
def pay_out(person: User, cents: int, table: str, event: int | None, now: datetime | None = None) -> WalletEntry:
    """Cash in chips: cage to wallet, regardless of limits and exclusions. The house fills a cage that is short."""
    now = now or timezone.now()
    _require_amount(cents)
    cage, wallet = _cage(table), _wallet(person, now)
    if cage.balance < cents:
        _move(_house(), cage, cents - cage.balance, Reason.FILL, now, table, event)
    return _move(cage, wallet, cents, Reason.CASH_OUT, now, table, event)[1]


@transaction.atomic
def top_up(person: User, now: datetime | None = None, request: HttpRequest | None = None) -> WalletEntry:
    """Give more play money to a person who is low, within the limit on it.

    It is logged, like all money that the house gives.
    """
    now = now or timezone.now()
    wallet = _wallet(person, now)
    if wallet.balance >= LOW:
        raise NotAllowed(_("You can ask for more when you have less than %(low)s.") % {"low": format_cents(LOW)})
    limits.require_may_play(person, now)
    limits.require_within(person, LimitKind.DEPOSIT, TOP_UP, now)
    entry = _move(_house(), wallet, TOP_UP, Reason.TOP_UP, now)[1]
    about = {"entry": entry.number, "before": entry.balance - TOP_UP, "after": entry.balance}
    note(Kind.TOP_UP, person, about, request)
    return entry


@transaction.atomic
def adjust(person: User, cents: int, by: User, why: str, request: HttpRequest | None = None) -> None:
    """Book a correction by the operator, with its reason and the balance before and after it (A5)."""
    if not by.has_perm("people.run_house") or by == person:
        raise NotAllowed(_("Only an operator can adjust a balance, and never their own."))
    if not why.strip():
        raise NotAllowed(_("An adjustment needs a reason."))
    _require_amount(abs(cents))
    if abs(cents) > MOST:
        raise NotAllowed(_("An adjustment is at most %(most)s.") % {"most": format_cents(MOST)})
    now = timezone.now()
    wallet = _wallet(person, now)
    before = wallet.balance
    if before + cents < 0:
        raise NotCovered(_("The wallet holds only %(balance)s.") % {"balance": format_cents(before)})
    source, target = (_house(), wallet) if cents > 0 else (wallet, _house())
    _move(source, target, abs(cents), Reason.ADJUSTMENT, now)
    about = {"of": person.username, "entry": wallet.entries, "before": before, "after": wallet.balance, "why": why}
    note(Kind.ADJUSTMENT, by, about, request)


def faults() -> Iterator[str]:
    """Yield everything wrong with the books."""
    for account in Account.objects.select_related("owner").order_by("id"):
        number = running = 0
        for entry in WalletEntry.objects.filter(account=account).order_by("number").iterator():
            number, running = number + 1, running + entry.cents
            if entry.number != number:
                yield f"{account}: entry {number} is missing"
                number = entry.number
            if entry.balance != running:
                yield f"{account}/{number}: the balance is {entry.balance}, the entries sum to {running}"
                running = entry.balance
            if account.kind != Account.Kind.HOUSE and running < 0:
                yield f"{account}/{number}: the balance is below zero"
            mirror = WalletEntry.objects.filter(account=entry.counterpart_id, number=entry.counterpart_number).first()
            halves = mirror and (mirror.cents, mirror.counterpart_id, mirror.counterpart_number)
            if halves != (-entry.cents, account.pk, entry.number):
                yield f"{account}/{number}: the other half does not match"
        if (account.entries, account.balance) != (number, running):
            said, are = f"{account.balance} after {account.entries}", f"{running} after {number}"
            yield f"{account}: the account says {said}, its entries {are}"
    if total := Account.objects.aggregate(sum=Sum("balance"))["sum"]:
        yield f"all accounts together hold {total} instead of nothing"


def _require_amount(cents: int) -> None:
    if type(cents) is not int or cents <= 0:
        raise NotAllowed(_("An amount of money is a whole number of cents above zero."))


def _wallet(person: User, now: datetime) -> Account:
    """Return the locked wallet, opening it with the grant if it is new."""
    locked = Account.objects.select_for_update()
    wallet, new = locked.get_or_create(owner=person, defaults={"kind": Account.Kind.WALLET})
    if new:
        _move(_house(), wallet, GRANT, Reason.GRANT, now)
    return wallet


def _cage(table: str) -> Account:
    if not table:
        raise ValueError("a cage is a table's")
    return Account.objects.select_for_update().get_or_create(kind=Account.Kind.CAGE, table=table)[0]


def _house() -> Account:
    return Account.objects.select_for_update().get_or_create(kind=Account.Kind.HOUSE)[0]


def _move(
    source: Account,
    target: Account,
    cents: int,
    reason: WalletEntry.Reason,
    now: datetime,
    table: str = "",
    event: int | None = None,
) -> tuple[WalletEntry, WalletEntry]:
    """Book a movement; both accounts must be locked. Return the source's and the target's entries."""
    if source.kind == target.kind:
        raise ValueError("money does not go between two wallets or two cages")
    if target.balance + cents > FULL or source.balance - cents < -FULL:
        raise NotAllowed(_("An account holds at most %(most)s.") % {"most": format_cents(FULL)})
    for account, amount in ((source, -cents), (target, cents)):
        account.balance += amount
        account.entries += 1
        account.save(update_fields=["balance", "entries"])
    less, more = (
        WalletEntry(
            account=account,
            number=account.entries,
            cents=amount,
            balance=account.balance,
            reason=reason,
            table=table,
            event=event,
            at=now,
            counterpart=other,
            counterpart_number=other.entries,
        )
        for account, other, amount in ((source, target, -cents), (target, source, cents))
    )
    WalletEntry.objects.bulk_create([less, more])
    return less, more
