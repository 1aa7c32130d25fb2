"""Who and what is there by the house's log: people and whether they may come in, their second factors, and tables.

Nothing of it is ever deleted by the program. A row that is gone, or says otherwise than its last note, was altered.
"""

from collections.abc import Iterator
from typing import Any

from paigow.web.audit.faults import Fault, difference
from paigow.web.people.models import SecondFactor, SignificantEvent, User
from paigow.web.store.models import Table

Kind = SignificantEvent.Kind
AT_TABLES = {Kind.DEACTIVATION, Kind.VOID, Kind.JACKPOT, Kind.LARGE_WAGER, Kind.LARGE_WIN, Kind.GAME, Kind.DATA}
"""Kinds of notes whose `table` the program has taken from a row; anybody may report conduct at one that never was."""


class Standing:
    """What the notes come to."""

    def __init__(self) -> None:
        self._people: set[str] = set()
        self._active: dict[str, bool] = {}
        self._factors: set[str] = set()
        self._tables: dict[str, int] = {}  # the first note of each
        self._closed: set[str] = set()

    def read(self, event: SignificantEvent) -> None:
        told, who = event.detail, event.person
        if event.kind in AT_TABLES and isinstance(slug := told.get("table"), str):
            self._tables.setdefault(slug, event.number or 0)
        match event.kind:
            case Kind.SIGN_UP:
                if isinstance(told.get("guest"), str):
                    self._renamed(told["guest"], who)
                self._people.add(who)
            case Kind.DEACTIVATION if "of" in told:
                self._active[str(told["of"])] = bool(told.get("active"))
            case Kind.DEACTIVATION if told.get("open") is False:
                self._closed.add(str(told.get("table")))
            case Kind.SECOND_FACTOR if told.get("done") == "enrolled":
                self._factors.add(who)
            case Kind.SECOND_FACTOR if told.get("done") == "removed":
                self._factors.discard(str(told.get("of")))

    def _renamed(self, before: str, after: str) -> None:
        """A guest who stays may choose another name."""
        for names in (self._people, self._factors):
            if before in names:
                names.remove(before)
                names.add(after)
        if before in self._active:
            self._active[after] = self._active.pop(before)

    def faults(self) -> Iterator[Fault]:
        yield from self._person_faults()
        yield from self._factor_faults()
        yield from self._table_faults()

    def _person_faults(self) -> Iterator[Fault]:
        left = set(self._people)
        for name, active in User.objects.order_by("pk").values_list("username", "is_active").iterator():
            left.discard(name)
            if active is not (due := self._active.get(name, True)):
                yield Fault("", f"person {name}", difference("is_active", active, due))
        for name in sorted(left):
            yield Fault("", f"person {name}", "the row is missing")

    def _factor_faults(self) -> Iterator[Fault]:
        rows = SecondFactor.objects.exclude(confirmed_at=None).order_by("pk")
        found = list(rows.values_list("person__username", flat=True))
        for name in found:
            if name not in self._factors:
                yield Fault("", f"second factor of {name}", "no note of it")
        for name in sorted(self._factors.difference(found)):
            yield Fault("", f"second factor of {name}", "the row is missing, or not in force")

    def _table_faults(self) -> Iterator[Fault]:
        left: dict[str, Any] = dict(self._tables)
        for slug, closing, closed_at in Table.objects.order_by("pk").values_list("slug", "closing", "closed_at"):
            left.pop(slug, None)
            closed = slug in self._closed
            if closing is not closed:
                yield Fault(slug, "table", f"{difference('closing', closing, closed)} by the house's log")
            if closed_at is not None and not closed:
                yield Fault(slug, "table", f"{difference('closed_at', closed_at, None)} by the house's log")
        for slug, number in left.items():
            yield Fault(slug, "table", f"the row is missing: significant event {number} tells of it")
