"""People's own limits, the house's, and self-exclusion (gaming standards S3).

A tighter limit applies at once; a looser one only after a day, so that nobody loosens it in the heat of a game. The
tighter of the person's own and the house's limit applies. Exclusion stops new bets, seats and purchases at once; chips
can still be cashed in. Days are in UTC. Functions that take `now` never read a clock.
"""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, time, timedelta
from typing import Final

from django.db import transaction
from django.db.models import FilteredRelation, OuterRef, Q, Subquery, Sum
from django.http import HttpRequest
from django.utils.translation import gettext as _

from paigow.money import format_cents
from paigow.web.fast.statements import NUMBER, TEXT, Statement
from paigow.web.people.errors import Excluded, LimitReached, NotAllowed
from paigow.web.people.events import Kind, note
from paigow.web.people.models import Exclusion, HouseLimit, Limit, LimitKind, PlayTime, User, WalletEntry
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


def set_limit(person: User, kind: str, value: int | None, now: datetime, request: HttpRequest | None = None) -> Limit:
    """Set a limit: a tighter one at once, dropping any pending looser one; a looser one a day from now."""
    return set_limits(person, {kind: value}, now, request)[0]


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
