"""The log as an auditor reads it: every event in full, but only the public part of a round in progress."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django import forms
from django.db.models import Q, QuerySet, TextField
from django.db.models.functions import Cast
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from paigow.record.narration import tell_heard, tell_transfer
from paigow.table.core.engine import event_name, events
from paigow.table.hearing import everything, hear
from paigow.web.staff.common import Span
from paigow.web.store import journal
from paigow.web.store.models import StoredEvent, Table

BATCH = 200
NOBODY = ""  # a viewer who hears only what is public


def table_choices() -> list[tuple[str, str]]:
    rows = Table.objects.order_by("-pk").values_list("slug", "title")
    return [("", str(lazy("any"))), *((slug, f"{title} ({slug})") for slug, title in rows)]


class LogFilter(Span):
    table = forms.ChoiceField(label=lazy("Table"), required=False, choices=table_choices)
    round = forms.IntegerField(label=lazy("Round"), required=False, min_value=0, max_value=10**15)
    kind = forms.ChoiceField(
        label=lazy("Kind"),
        required=False,
        choices=[("", lazy("any")), *sorted((each.__name__, event_name(each)) for each in events())],
    )
    person = forms.CharField(label=lazy("Person"), required=False, max_length=150)
    clause = forms.CharField(label=lazy("Clause"), required=False, max_length=40)
    field_order = ["table", "round", "kind", "person", "clause", "first", "last"]

    def rows(self) -> QuerySet[StoredEvent]:
        """Return everything that can match.

        Whether a clause is visible in a sealed event is checked when it is read.
        """
        rows = StoredEvent.objects.select_related("command", "table").defer("table__submission")
        if slug := self.asked("table"):
            rows = rows.filter(table__slug=slug)
        if (number := self.asked("round")) is not None:
            rows = rows.filter(round_number=number)
        if kind := self.asked("kind"):
            rows = rows.filter(kind=kind)
        if person := self.asked("person"):
            rows = rows.filter(Q(command__person__iexact=person) | Q(command__actor__iexact=person))
        if clause := self.asked("clause"):
            rows = rows.alias(written=Cast("data", TextField())).filter(
                Q(written__contains=f'"{clause}') | Q(data__isnull=True)
            )
        return rows.filter(**self.between("command__at"))


@dataclass(frozen=True)
class Entry:
    """An event as it may be shown now."""

    row: StoredEvent
    whole: bool  # nothing is withheld, not even the hash, which could identify one of few possible hands
    text: str
    clauses: tuple[str, ...]
    transfers: tuple[str, ...]
    told: dict[str, Any]

    @property
    def at(self) -> datetime:
        return self.row.command.at

    @property
    def json(self) -> str:
        return json.dumps(self.told, ensure_ascii=False, indent=1)


def entry(row: StoredEvent, over: int) -> Entry:
    event = journal.event_of(row.table.slug, row)
    whole = row.number <= over
    heard = everything(event) if whole else hear(event, NOBODY)
    game = journal.game_at(row.table)
    return Entry(
        row=row,
        whole=whole,
        text=tell_heard(heard, game, _),
        clauses=tuple(dict.fromkeys(heard["clauses"])),
        transfers=tuple(tell_transfer(move, game) for move in event.transfers),
        told=heard,
    )


def entries(asked: LogFilter, before: int | None) -> Iterator[Entry]:
    """Yield the entries, latest first. Rows are read in batches, since only some of the sealed ones match."""
    over = journal.over_through()
    clause = asked.asked("clause")
    rows = asked.rows().order_by("-pk")
    while True:
        some = list((rows if before is None else rows.filter(pk__lt=before))[:BATCH])
        for row in some:
            shown = entry(row, over.get(row.table_id, 0))
            if not clause or any(each == clause or each.startswith(f"{clause}.") for each in shown.clauses):
                yield shown
        if len(some) < BATCH:
            return
        before = some[-1].pk
