"""Play money in double entry: the house, wallets and the tables' cages (gaming standards A1-A5).

Every movement is two entries of opposite sign, numbered without gaps in each account, with the account's balance after
each. Accounts are locked in a fixed order (cage, wallet, house), so that movements neither collide on one account nor
deadlock; a transaction that pays several people can still conflict with another, and is then retried. Money moves
between a wallet and the house or a cage, never between two people.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime, time, timedelta
from typing import Final

from django.db import transaction
from django.db.models import FilteredRelation, OuterRef, Q, Subquery, Sum
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from paigow.money import MAX_AMOUNT, format_cents
from paigow.web.fast.statements import NUMBER, TEXT, Statement
from paigow.web.people.errors import Excluded, LimitReached, NotAllowed, NotCovered
from paigow.web.people.events import Kind, note
from paigow.web.people.models import Account, Exclusion, HouseLimit, Limit, LimitKind, PlayTime, User, WalletEntry
from paigow.web.people.templatetags.moments import moment

DELAY: Final = timedelta(hours=24)
PAUSE: Final = timedelta(minutes=5)  # a longer gap between actions does not count as time played
PERIODS: Final = tuple(timedelta(days=days) for days in (1, 7, 30, 182, 365, 1826))
HOUSE: Final[Mapping[str, int | None]] = {LimitKind.DEPOSIT: 50_000_00}  # defaults, unless the operator sets others

Reason = WalletEntry.Reason

# Checked at every wager.
_OWN = Statement(
    lambda person, kind: Limit.objects.filter(person=person, kind=kind).values_list("value", "pending", "pending_from"),
    NUMBER,
    TEXT,
)
_OF_THE_HOUSE = Statement(lambda kind: HouseLimit.objects.filter(kind=kind).values_list("value"), TEXT)
_EXCLUDED = Statement(
    lambda person: Exclusion.objects.filter(person=person).order_by("-until").values_list("until")[:1], NUMBER
)
_MAY_PLAY = Statement(  # an exclusion, the person's time limit and the house's, which has no default
    lambda person: (
        User.objects.filter(pk=person)
        .annotate(time=FilteredRelation("limits", condition=Q(limits__kind=LimitKind.TIME)))
        .values_list(
            Subquery(Exclusion.objects.filter(person=OuterRef("pk")).order_by("-until").values("until")[:1]),
            "time__value",
            "time__pending",
            "time__pending_from",
            Subquery(HouseLimit.objects.filter(kind=LimitKind.TIME).values("value")),
        )
    ),
    NUMBER,
)


def stricter(*values: int | None) -> int | None:
    """Return the tighter limit; None means no limit."""
    return min((value for value in values if value is not None), default=None)


def own_limit(person: User, kind: str, now: datetime) -> int | None:
    for value, pending, pending_from in _OWN(person.pk, kind):
        return _in_force(value, pending, pending_from, now)
    return None


def _in_force(value: int | None, pending: int | None, pending_from: datetime | None, now: datetime) -> int | None:
    return pending if pending_from and pending_from <= now else value


def house_limit(kind: str) -> int | None:
    for (value,) in _OF_THE_HOUSE(kind):
        found: int | None = value
        return found
    return HOUSE.get(kind)


def limit_in_force(person: User, kind: str, now: datetime) -> int | None:
    return stricter(own_limit(person, kind, now), house_limit(kind))


@transaction.atomic
def set_limits(
    person: User, values: Mapping[str, int | None], now: datetime, request: HttpRequest | None = None
) -> list[Limit]:
    """Set several at once: all rows are changed before the first is logged, which locks the log."""
    changed = [_set_limit(person, kind, values[kind], now) for kind in sorted(values)]
    for _limit, about in changed:
        note(Kind.LIMIT, person, about, request)
    return [limit for limit, _about in changed]


def _set_limit(person: User, kind: str, value: int | None, now: datetime) -> tuple[Limit, dict[str, object]]:
    if kind not in LimitKind.values or (value is not None and value < 0):
        raise NotAllowed(_("A limit must be one of deposit, buy-in, loss or time, and zero or more."))
    limit, _made = Limit.objects.select_for_update().get_or_create(person=person, kind=kind)
    limit.value = before = _in_force(limit.value, limit.pending, limit.pending_from, now)
    limit.pending = limit.pending_from = None
    if value == stricter(value, before):
        limit.value = value
    else:
        limit.pending, limit.pending_from = value, now + DELAY
    limit.save()
    from_when = (limit.pending_from or now).isoformat()
    return limit, {"limit": kind, "before": before, "after": value, "from": from_when}


@transaction.atomic
def set_house_limits(values: Mapping[str, int | None], operator: User, request: HttpRequest | None = None) -> None:
    changes = []
    for kind in sorted(values):
        before = house_limit(kind)
        HouseLimit.objects.update_or_create(kind=kind, defaults={"value": values[kind]})
        changes.append({"house limit": kind, "before": before, "after": values[kind]})
    for about in changes:
        note(Kind.CONFIG, operator, about, request)


def used(person: User, kind: str, now: datetime) -> int:
    """Return the amount of a limit that is used on the day of `now`."""
    if kind == LimitKind.TIME:
        spent = PlayTime.objects.filter(person=person, day=now.astimezone(UTC).date()).first()
        return spent.seconds if spent else 0
    midnight = datetime.combine(now.astimezone(UTC).date(), time(), UTC)
    today = WalletEntry.objects.filter(account__owner=person, at__gte=midnight)
    if kind == LimitKind.LOSS:
        return _loss(today.filter(reason__in=(Reason.BUY_IN, Reason.CASH_OUT)).values_list("cents", flat=True))
    reason = Reason.TOP_UP if kind == LimitKind.DEPOSIT else Reason.BUY_IN
    moved: int = today.filter(reason=reason).aggregate(sum=Sum("cents"))["sum"] or 0
    return abs(moved)


def _loss(movements: Iterable[int]) -> int:
    """Return the loss: chips bought and not cashed in count as lost, since they may be.

    Neither winnings nor chips bought on another day raise the amount that may be lost; the loss is never negative.
    """
    loss = 0
    for cents in movements:
        loss = max(0, loss - cents)
    return loss


def excluded_until(person: User, now: datetime) -> datetime | None:
    for (until,) in _EXCLUDED(person.pk):
        last: datetime = until
        return last if last > now else None
    return None


def exclude(person: User, period: timedelta, now: datetime, request: HttpRequest | None = None) -> datetime:
    """Exclude the person for this long from now, or longer if they are already excluded."""
    if period not in PERIODS:
        raise NotAllowed(_("An exclusion lasts 1, 7, 30, 182, 365 or 1826 days."))
    with transaction.atomic():
        Exclusion.objects.create(person=person, at=now, until=now + period)
        until = excluded_until(person, now) or now + period
        about = {"days": period.days, "until": until.isoformat()}
        about |= {"from": now.isoformat(), "to": (now + period).isoformat()}
        note(Kind.EXCLUSION, person, about, request)
    return until


def require_may_play(person: User, now: datetime) -> None:
    """Require that the person may take a seat or make a new wager. A hand in progress is finished in any case."""
    if not person.is_active:
        raise NotAllowed(_("This account is suspended."))
    ((until, value, pending, pending_from, of_the_house),) = _MAY_PLAY(person.pk)
    if until is not None and until > now:
        when = moment(until)
        raise Excluded(_("You have excluded yourself from play until %(when)s (UTC).") % {"when": when}, until)
    limit = stricter(_in_force(value, pending, pending_from, now), of_the_house)
    if limit is not None and used(person, LimitKind.TIME, now) >= limit:
        minutes = limit // 60
        raise LimitReached(_("You have played your %(minutes)d minutes for today.") % {"minutes": minutes})


def require_may_buy(person: User, cents: int, now: datetime) -> None:
    """Require that the person may buy chips. Exact only while the person's wallet is locked, as in `wallet.pay_in`."""
    require_may_play(person, now)
    require_within(person, LimitKind.BUY_IN, cents, now)
    require_within(person, LimitKind.LOSS, cents, now)


def most_to_buy(person: User, held: int, now: datetime) -> int:
    """Return the part of the wallet that a person may spend on chips within the limits."""
    for kind in (LimitKind.BUY_IN, LimitKind.LOSS):
        if (limit := limit_in_force(person, kind, now)) is not None:
            held = min(held, max(0, limit - used(person, kind, now)))
    return held


def require_within(person: User, kind: LimitKind, cents: int, now: datetime) -> None:
    limit = limit_in_force(person, kind, now)
    if limit is not None and (left := max(0, limit - used(person, kind, now))) < cents:
        words = {"limit": kind.label, "cents": format_cents(limit), "left": format_cents(left)}
        raise LimitReached(_("Limit reached: %(limit)s, %(cents)s. You have %(left)s left today.") % words)


def sign_of_life(person: User, now: datetime) -> None:
    """Add the time since the last action to the person's day, unless the gap was a break."""
    with transaction.atomic():
        spent, _made = PlayTime.objects.select_for_update().get_or_create(
            person=person, day=now.astimezone(UTC).date(), defaults={"last": now}
        )
        passed = now - spent.last
        if passed > timedelta(0):
            if passed <= PAUSE:  # fractions of a second are counted with the next
                whole = passed // timedelta(seconds=1)
                spent.seconds += whole
                spent.last += timedelta(seconds=whole)
            else:
                spent.last = now
            spent.save(update_fields=["seconds", "last"])


GRANT: Final = 10_000_00  # play money everybody starts with
TOP_UP: Final = 5_000_00
LOW: Final = 1_000_00  # balance below which a person may ask for more
FULL: Final = 2**63 - 1  # what a database column can hold, positive or negative


_BALANCE = Statement(lambda owner: Account.objects.filter(owner=owner).order_by("pk").values_list("balance"), NUMBER)


def balance(person: User) -> int:
    for (cents,) in _BALANCE(person.pk):
        return int(cents)
    return open_wallet(person)


@transaction.atomic
def open_wallet(person: User) -> int:
    """Grant the initial play money, once per person."""
    return _wallet(person, timezone.now()).balance


@transaction.atomic
def pay_in(person: User, cents: int, table: str, event: int | None, now: datetime | None = None) -> WalletEntry:
    """Buy chips: wallet to cage. Refused if not covered, or if a limit or an exclusion applies."""
    now = now or timezone.now()
    _require_amount(cents)
    cage, wallet = _cage(table), _wallet(person, now)
    require_may_buy(person, cents, now)
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
    require_may_play(person, now)
    require_within(person, LimitKind.DEPOSIT, TOP_UP, now)
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
    if abs(cents) > MAX_AMOUNT:
        raise NotAllowed(_("An adjustment is at most %(most)s.") % {"most": format_cents(MAX_AMOUNT)})
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
