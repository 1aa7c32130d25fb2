"""Audit of what exists by the house's log: people and their access, second factors, tokens, tables and audits.

The program never deletes any of it. A row that is missing, or differs from its last log entry, was altered.
"""

from collections.abc import Iterator
from typing import Any

from paigow.house.audit.faults import Fault, difference, shown
from paigow.web.people.models import SecondFactor, SignificantEvent, User
from paigow.web.people.second_factor import key_of
from paigow.web.seals.sealing import SealBroken
from paigow.web.service.practice import THE_HOUSE
from paigow.web.store.models import ApiToken, AuditRun, Table

Kind = SignificantEvent.Kind
AT_TABLES = {Kind.DEACTIVATION, Kind.VOID, Kind.JACKPOT, Kind.LARGE_WAGER, Kind.LARGE_WIN, Kind.GAME, Kind.DATA}
"""Kinds of log entries whose `table` the program took from a row; anybody may report conduct at a table that never
existed."""


class Standing:
    """The situation that the log entries add up to."""

    def __init__(self) -> None:
        self._people: set[str] = set()
        self._appointed: set[str] = set()
        self._guests: set[str] = set()
        self._active: dict[str, bool] = {}
        self._factors: set[str] = set()
        self._tables: dict[str, int] = {}  # the first log entry of each
        self._closed: set[str] = set()
        self._openers: dict[str, str] = {}
        self._hosted: dict[str, bool] = {}  # hosted tables, and whether they are by invitation
        self._paused: set[str] = set()  # paused by their hosts
        self._tokens: dict[str, dict[int, Any]] = {}  # each person's valid tokens, as logged
        self._runs: dict[int, tuple[str, str, int]] = {}  # the table, the outcome, and the number of faults

    def read(self, event: SignificantEvent) -> None:
        detail, who = event.detail, event.person
        if event.kind in AT_TABLES and isinstance(slug := detail.get("table"), str):
            self._tables.setdefault(slug, event.number or 0)
        match event.kind:
            case Kind.SIGN_UP:
                if isinstance(detail.get("guest"), str):
                    self._renamed(detail["guest"], who)
                self._people.add(who)
                (self._guests.add if detail.get("guest") is True else self._guests.discard)(who)
            case Kind.ROLE:
                self._appointed.add(str(detail.get("of")))
                self._tokens.pop(str(detail.get("of")), None)
            case Kind.CONFIG if detail.get("done") == "sessions ended":
                self._tokens.pop(str(detail.get("of")), None)
            case Kind.CONFIG if "token" in detail and detail.get("done") == "made":
                self._tokens.setdefault(who, {})[detail["token"]] = detail
            case Kind.CONFIG if "token" in detail and detail.get("done") == "revoked":
                self._tokens.get(who, {}).pop(detail["token"], None)
            case Kind.CONFIG | Kind.MISMATCH if "audit" in detail and "result" in detail:
                self._runs[detail["audit"]] = detail["table"], detail["result"], detail["faults"]
            case Kind.DEACTIVATION if "of" in detail:
                self._active[str(detail["of"])] = bool(detail.get("active"))
            case Kind.DEACTIVATION if detail.get("open") is True:
                self._openers.setdefault(str(detail.get("table")), who or THE_HOUSE)
                if detail.get("hosted"):
                    self._hosted.setdefault(str(detail.get("table")), bool(detail.get("invitation")))
            case Kind.DEACTIVATION if detail.get("open") is False:
                self._closed.add(str(detail.get("table")))
            case Kind.DEACTIVATION if "paused" in detail:
                change = self._paused.add if detail["paused"] else self._paused.discard
                change(str(detail.get("table")))
            case Kind.SECOND_FACTOR if detail.get("done") == "enrolled":
                self._factors.add(who)
            case Kind.SECOND_FACTOR if detail.get("done") == "removed":
                self._factors.discard(str(detail.get("of")))

    def _renamed(self, before: str, after: str) -> None:
        """Record a changed name. A guest who signs up may choose another name."""
        for names in (self._people, self._appointed, self._factors, self._guests):
            if before in names:
                names.remove(before)
                names.add(after)
        if before in self._active:
            self._active[after] = self._active.pop(before)
        if before in self._tokens:
            self._tokens[after] = self._tokens.pop(before)

    def faults(self) -> Iterator[Fault]:
        yield from self._person_faults()
        yield from self._factor_faults()
        yield from self._token_faults()
        yield from self._table_faults()
        yield from self._run_faults()

    def _person_faults(self) -> Iterator[Fault]:
        left = self._people | self._appointed
        rows = User.objects.order_by("pk").values_list("username", "is_active", "guest")
        for name, active, guest in rows.iterator():
            left.discard(name)
            if guest is not (name in self._guests):
                yield Fault("", f"person {name}", difference("guest", guest, not guest))
            if name not in self._people and name not in self._appointed:
                yield Fault("", f"person {name}", "no note of it")
            if active is not (due := self._active.get(name, True)):
                yield Fault("", f"person {name}", difference("is_active", active, due))
        for name in sorted(left):
            yield Fault("", f"person {name}", "the row is missing")

    def _factor_faults(self) -> Iterator[Fault]:
        rows = SecondFactor.objects.exclude(confirmed_at=None).order_by("pk")
        found = set()
        for row in rows.select_related("person"):
            found.add(name := row.person.username)
            if name not in self._factors:
                yield Fault("", f"second factor of {name}", "no note of it")
            try:
                key_of(row)
            except SealBroken as broken:
                yield Fault("", f"second factor of {name}", str(broken))
        for name in sorted(self._factors.difference(found)):
            yield Fault("", f"second factor of {name}", "the row is missing, or not in force")

    def _token_faults(self) -> Iterator[Fault]:
        """Check that every valid token was created by its owner.

        A revocation may be an entry about all of a person's tokens.
        """
        left = {name: dict(tokens) for name, tokens in self._tokens.items()}
        for token in ApiToken.objects.filter(revoked_at=None).select_related("user").order_by("pk"):
            row = f"token {token.pk} of {token.user.username}"
            due = left.get(token.user.username, {}).pop(token.pk, None)
            if due is None:
                yield Fault("", row, "no note that it was made, or one that it was revoked")
                continue
            for sign, found in token.signs().items():
                if sign in due and found != due[sign]:
                    yield Fault("", row, difference(sign, found, due[sign]))
        for name, tokens in left.items():
            for number in tokens:
                yield Fault("", f"token {number} of {name}", "it is revoked or missing: no note of that")

    def _run_faults(self) -> Iterator[Fault]:
        """Yield the faults of a stored audit, whose findings must be as they were logged (gaming standards L5)."""
        left = dict(self._runs)
        for row in AuditRun.objects.exclude(finished_at=None).order_by("pk"):
            result = "failed" if row.failed else "faults" if row.faults else "holds"
            due = left.pop(row.pk, None)
            if due is None:
                yield Fault("", f"audit {row.pk}", "no note of its end")
            elif (row.table, result, len(row.faults)) != (*due[:2], min(due[2], AuditRun.MOST)):
                yield Fault("", f"audit {row.pk}", f"it is noted as of {shown(due[0])}: {due[1]}, {due[2]} faults")
        for pk in left.keys() - set(AuditRun.objects.values_list("pk", flat=True)):
            yield Fault("", f"audit {pk}", "the row is missing")

    def _table_faults(self) -> Iterator[Fault]:
        left: dict[str, Any] = dict(self._tables)
        columns = ("slug", "closing", "closed_at", "opened_by", "hosted", "invitation", "paused")
        for row in Table.objects.order_by("pk").values_list(*columns):
            slug, closing, closed_at, opened_by, hosted, invitation, paused = row
            left.pop(slug, None)
            if paused is not (slug in self._paused):
                yield Fault(slug, "table", f"{difference('paused', paused, slug in self._paused)} by the house's log")
            if hosted is not (slug in self._hosted):
                yield Fault(slug, "table", f"{difference('hosted', hosted, slug in self._hosted)} by the house's log")
            if bool(invitation) is not self._hosted.get(slug, False):
                yield Fault(slug, "table", "whether it is by invitation is not what the house's log tells")
            if opened_by != (due := self._openers.get(slug, opened_by)):
                yield Fault(slug, "table", f"{difference('opened_by', opened_by, due)} by the house's log")
            closed = slug in self._closed
            if closing is not closed:
                yield Fault(slug, "table", f"{difference('closing', closing, closed)} by the house's log")
            if closed_at is not None and not closed:
                yield Fault(slug, "table", f"{difference('closed_at', closed_at, None)} by the house's log")
        for slug, number in left.items():
            yield Fault(slug, "table", f"the row is missing: significant event {number} tells of it")
