"""Audit of the house's own log: its chain, and all of the house's data against it.

An exclusion, a limit, a role, a submission, a table or granted play money is a row and a log entry. The chain protects
the entries, and the entries protect the rows.
"""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import islice
from typing import Any

from django.contrib.auth.models import Group

from paigow.house.audit.faults import Fault, difference, differences
from paigow.house.audit.standing import Standing
from paigow.house.audit.stated import Stated
from paigow.house.own_key import has_own_django_key
from paigow.web.people import wallet
from paigow.web.people.house_log import EVERY, chained_data, genesis, head_message, link
from paigow.web.people.log_models import LogCheckpoint, LogHead, SignificantEvent
from paigow.web.people.models import Account, Exclusion, HouseLimit, Limit, User, WalletEntry
from paigow.web.people.roles import ADMITTED, PERMISSIONS, PLAYER
from paigow.web.people.wallet import stricter
from paigow.web.seals.sealing import is_signed, public_key, public_keys
from paigow.web.store.models import UploadedSubmission

MOST = 200
CHUNK = 500
Kind = SignificantEvent.Kind
Notes = dict[tuple[str, int], tuple[Any, Any]]


def house() -> Iterator[Fault]:
    """Yield the faults in the log from its first event, and then in the rows it describes."""
    log = _Log()
    found = log.faults()
    yield from islice(found, MOST)
    if next(found, None):
        yield _fault("log", f"more than {MOST} faults; what is left of the log was not looked at")
    for _ in found:
        pass  # its contents are still read
    said = log.said
    yield from _exclusions(said)
    yield from _limits(said)
    yield from _roles(said)
    yield from _submissions(said)
    yield from _grants(said)
    yield from said.standing.faults()
    yield from said.stated.faults()
    if not has_own_django_key():
        yield _fault("django-key", "it is not the one that the house had when its server was last started")


def _fault(row: str, what: str) -> Fault:
    return Fault("", row, what)


@dataclass
class Said:
    """The log's statements about the house's rows, by person."""

    exclusions: dict[str, list[dict[str, Any]]] = field(default_factory=lambda: defaultdict(list))
    limits: dict[tuple[str, str], dict[str, Any]] = field(default_factory=dict)
    house_limits: dict[str, int | None] = field(default_factory=dict)
    groups: dict[str, set[str]] = field(default_factory=dict)
    administrators: dict[str, bool] = field(default_factory=dict)
    admitted: dict[str, bool] = field(default_factory=dict)  # to Django's admin
    permissions: dict[str, set[str]] = field(default_factory=dict)
    submissions: dict[str, SignificantEvent] = field(default_factory=dict)
    grants: dict[str, int] = field(default_factory=dict)
    top_ups: Notes = field(default_factory=dict)
    adjustments: Notes = field(default_factory=dict)
    standing: Standing = field(default_factory=Standing)
    stated: Stated = field(default_factory=Stated)

    def read(self, event: SignificantEvent) -> None:
        self.standing.read(event)
        self.stated.read(event)
        detail, who = event.detail, event.person
        match event.kind:
            case Kind.SIGN_UP:
                if isinstance(detail.get("guest"), str):
                    self._renamed(detail["guest"], who)
                elif "grant" in detail:
                    self.grants[who] = detail["grant"]
            case Kind.EXCLUSION:
                self.exclusions[who].append(detail)
            case Kind.LIMIT:
                self.limits[who, str(detail.get("limit"))] = detail
            case Kind.CONFIG if "house limit" in detail:
                self.house_limits[str(detail["house limit"])] = detail.get("after")
            case Kind.ROLE:
                self._appointed(detail)
            case Kind.GAME if "submission" in detail:
                self.submissions.setdefault(str(detail["submission"]), event)
            case Kind.TOP_UP:
                self.top_ups[who, detail.get("entry", 0)] = detail.get("before"), detail.get("after")
            case Kind.ADJUSTMENT:
                self.adjustments[str(detail.get("of")), detail.get("entry", 0)] = (
                    detail.get("before"),
                    detail.get("after"),
                )

    def _appointed(self, detail: dict[str, Any]) -> None:
        of, after = str(detail.get("of")), detail.get("after")
        self.groups[of] = {after} if isinstance(after, str) else set(after or ())
        if "administrator" in detail:
            self.administrators[of] = bool(detail["administrator"])
        by_role = bool(self.groups[of] & ADMITTED) or self.administrators.get(of, False)
        self.admitted[of] = bool(detail.get("staff", by_role))
        if "permissions" in detail:
            self.permissions[of] = set(detail["permissions"])

    def _renamed(self, before: str, after: str) -> None:
        """Record a changed name.

        A guest who signs up may choose another name; the guest's log entries then belong to the person.
        """
        if before == after:
            return
        for kept in (self.exclusions, self.groups, self.administrators, self.admitted, self.permissions, self.grants):
            _moved(kept, {before: after})
        for noted in (self.limits, self.top_ups, self.adjustments):
            _moved(noted, {key: (after, key[1]) for key in noted if key[0] == before})


def _moved(kept: Any, names: dict[Any, Any]) -> None:
    for before, after in names.items():
        if before in kept:
            kept[after] = kept.pop(before)


class _Log:
    """Reads the chain. After a fault it continues with what is written, so that one altered row causes one fault."""

    def __init__(self) -> None:
        self.said = Said()
        self._number = self._pk = 0
        self._heads: tuple[str, ...] = (genesis(),)  # what the next event may be chained to; empty after a gap
        self._last: SignificantEvent | None = None

    def faults(self) -> Iterator[Fault]:
        checkpoints = {each.number: each for each in LogCheckpoint.objects.order_by("number")}
        for row in SignificantEvent.objects.exclude(number=None).order_by("number").iterator(CHUNK):
            yield from self._event(row)
            if row.number is not None and row.number % EVERY == 0:
                yield from self._checkpoint(row, checkpoints.pop(row.number, None))
            self.said.read(row)
            self._last = row
        for number in checkpoints:
            yield _fault(f"log checkpoint {number}", "there is to be none, or its event is not there")
        for pk in SignificantEvent.objects.filter(number=None).order_by("pk").values_list("pk", flat=True):
            yield _fault(f"significant event with id {pk}", "it is not in the chain")
        yield from self._end()

    def _event(self, row: SignificantEvent) -> Iterator[Fault]:
        number = row.number or 0
        label = f"significant event {number}"
        for missing in islice(range(self._number + 1, number), MOST):
            yield _fault(f"significant event {missing}", "the row is missing")
            self._heads = ()
        due = [link(before, number, row.at, chained_data(row)) for before in self._heads]
        if due and row.hash not in due:
            yield _fault(label, f"{difference('hash', row.hash, due[0])}: the row was altered, or stands elsewhere")
        if row.pk <= self._pk:
            yield _fault(label, f"its id {row.pk} comes before that of the event before it")
        self._heads = (row.hash, *(each for each in due if each != row.hash))
        self._number, self._pk = number, row.pk

    def _checkpoint(self, row: SignificantEvent, kept: LogCheckpoint | None) -> Iterator[Fault]:
        label = f"log checkpoint {row.number}"
        if kept is None:
            yield _fault(label, "the row is missing")
            return
        key = kept.key if kept.key in public_keys() else public_key()
        yield from differences("", label, kept, {"head": row.hash, "at": row.at, "key": key})
        if not is_signed(head_message(kept.number, kept.head), kept.signature, public_key()):
            yield _fault(label, "the signature does not hold")

    def _end(self) -> Iterator[Fault]:
        heads = list(LogHead.objects.order_by("pk"))
        if len(heads) != bool(self._last or heads):
            yield _fault("log head", f"there are {len(heads)} of it")
        for head in heads[:1]:
            due: dict[str, Any] = {"entries": self._number}
            if self._last is not None:
                due |= {"head": self._last.hash, "at": self._last.at}
            if head.entries > self._number:
                for missing in islice(range(self._number + 1, head.entries + 1), MOST):
                    yield _fault(f"significant event {missing}", "the row is missing")
            else:
                yield from differences("", "log head", head, due)
            if not is_signed(head_message(head.entries, head.head), head.signature, public_key()):
                yield _fault("log head", "the signature does not hold")


def _exclusions(said: Said) -> Iterator[Fault]:
    found: Counter[str] = Counter()
    for row in Exclusion.objects.select_related("person").order_by("pk"):
        name = row.person.username
        label = f"exclusion {row.pk} of {name}"
        noted = said.exclusions.get(name, [])
        if found[name] >= len(noted):
            yield _fault(label, "no note of it")
            continue
        entry = noted[found[name]]
        found[name] += 1
        yield from differences("", label, _Shape(days=(row.until - row.at).days), {"days": entry.get("days")})
        if "from" in entry:
            due = {"at": entry["from"], "until": entry["to"]}
            yield from differences("", label, _Shape(at=row.at.isoformat(), until=row.until.isoformat()), due)
        if (row.until - row.at) % timedelta(days=1):
            yield _fault(label, "it does not last for whole days")
    for name, noted in said.exclusions.items():
        for entry in noted[found[name] :]:
            yield _fault(f"exclusion of {name}", f"the row is missing; noted: until {entry.get('until')}")


class _Shape:
    """Values to compare, by name."""

    def __init__(self, **values: Any) -> None:
        self.__dict__.update(values)


def _limits(said: Said) -> Iterator[Fault]:
    left = dict(said.limits)
    for row in Limit.objects.select_related("person").order_by("pk"):
        label = f"limit {row.kind} of {row.person.username}"
        entry = left.pop((row.person.username, row.kind), None)
        if entry is None:
            yield _fault(label, "no note of it")
            continue
        before, after = entry.get("before"), entry.get("after")
        at_once = after == stricter(after, before)
        due = (after, None, None) if at_once else (before, after, entry.get("from"))
        since = row.pending_from.isoformat() if row.pending_from else None
        yield from differences(
            "",
            label,
            _Shape(value=row.value, pending=row.pending, pending_from=since),
            dict(zip(("value", "pending", "pending_from"), due, strict=True)),
        )
    for name, kind in left:
        yield _fault(f"limit {kind} of {name}", "the row is missing")
    house = dict(said.house_limits)
    for each in HouseLimit.objects.order_by("kind"):
        if each.kind not in house:
            yield _fault(f"house limit {each.kind}", "no note of it")
        elif (due_value := house.pop(each.kind)) != each.value:
            yield _fault(f"house limit {each.kind}", difference("value", each.value, due_value))
    for kind in house:
        yield _fault(f"house limit {kind}", "the row is missing")


def _roles(said: Said) -> Iterator[Fault]:
    """Check that everyone with a role, or above all roles, was given it according to the log.

    Also check that each role allows what it should.
    """
    people = User.objects.prefetch_related("groups", "user_permissions").order_by("pk")
    for person in people.iterator(CHUNK):
        name, label = person.username, f"person {person.username}"
        groups = {group.name for group in person.groups.all()}
        due = said.groups.get(name, {PLAYER} if name in said.grants else None)  # everyone who signed up is a player
        if groups - {PLAYER} if due is None else groups != due:
            yield _fault(label, difference("roles", sorted(groups), sorted(due or {PLAYER})))
        if person.is_superuser != said.administrators.get(name, False):
            yield _fault(label, difference("is_superuser", person.is_superuser, not person.is_superuser))
        if person.is_staff != said.admitted.get(name, False):
            yield _fault(label, difference("is_staff", person.is_staff, not person.is_staff))
        own = {permission.codename for permission in person.user_permissions.all()}
        if own != said.permissions.get(name, set()):
            yield _fault(label, difference("permissions", sorted(own), sorted(said.permissions.get(name, set()))))
    for group in Group.objects.prefetch_related("permissions").order_by("name"):
        allowed = sorted(permission.codename for permission in group.permissions.all())
        if allowed != (right := sorted(PERMISSIONS.get(group.name, ()))):
            yield _fault(f"role {group.name}", difference("permissions", allowed, right))


def _submissions(said: Said) -> Iterator[Fault]:
    left = dict(said.submissions)
    for row in UploadedSubmission.objects.order_by("pk"):
        label = f"submission {row.pk}"
        event = left.pop(row.hash, None)
        if event is None:
            yield _fault(label, "no note of it")
            continue
        detail = event.detail
        due = {"name": detail.get("name"), "standard": detail.get("standard"), "person": event.person}
        yield from differences("", label, row, due)
        if "text" in detail and (digest := hashlib.sha256(row.text.encode()).hexdigest()) != detail["text"]:
            yield _fault(label, difference("the SHA-256 of its text", digest, detail["text"]))
        if "at" in detail and row.at.isoformat() != detail["at"]:
            yield _fault(label, difference("at", row.at.isoformat(), detail["at"]))
    for digest in left:
        yield _fault(f"submission {digest}", "the row is missing")


def _grants(said: Said) -> Iterator[Fault]:
    """Check that play money from the house was logged: an initial grant, a request, or an adjustment."""
    reasons = WalletEntry.Reason
    noted = {reasons.TOP_UP.value: dict(said.top_ups), reasons.ADJUSTMENT.value: dict(said.adjustments)}
    rows = WalletEntry.objects.filter(account__kind=Account.Kind.WALLET, reason__in=(reasons.GRANT, *noted))
    for entry in rows.select_related("account__owner").order_by("pk").iterator(CHUNK):
        owner = entry.account.owner.username if entry.account.owner else ""
        label = f"wallet entry {entry}"
        if entry.reason == reasons.GRANT:
            due = {"number": 1, "cents": said.grants.get(owner, wallet.GRANT)}
            yield from differences("", label, entry, due)
        elif noted[entry.reason].pop((owner, entry.number), None) != (entry.balance - entry.cents, entry.balance):
            yield _fault(label, f"no note of this {entry.reason}, or another balance in it")
    for reason, left in noted.items():
        for name, number in left:
            yield _fault(f"wallet entry wallet:{name}/{number}", f"a {reason} was noted, and there is none")
