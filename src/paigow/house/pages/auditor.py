"""The auditor's pages: everything stored, to read, download and verify.

Nothing here changes anything except to record that it was verified.
"""

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from django import forms
from django.conf import settings
from django.contrib import messages
from django.db.models import Count, Exists, Model, OuterRef, Q, QuerySet, Sum
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.views.decorators.http import require_safe

from paigow.errors import PaigowError
from paigow.house.export import FORMATS, RECORDS, export
from paigow.house.export import Span as Stretch
from paigow.house.pages import runs
from paigow.house.pages.log import LogFilter, entries, table_choices
from paigow.money import Account as LedgerAccount
from paigow.money.meters import Meter
from paigow.table import TableState
from paigow.web.people.access import auditor_required, get_or_post, number_in, person_of
from paigow.web.people.log_models import SignificantEvent
from paigow.web.people.models import Account, WalletEntry
from paigow.web.service import history, tables
from paigow.web.staff.common import Span, page_of, query, sent
from paigow.web.store.models import AuditRun, LedgerEntry, MeterChange, StoredEvent, StoredRound, Table

M = TypeVar("M", bound=Model)
SIX = ("contributed", "display", "hits", "wins", "overflow", "reserve")
KINDS = {RECORDS: ("toml", "application/toml"), "csv": ("csv", "text/csv"), "jsonl": ("jsonl", "application/jsonl")}


class ExportForm(Span):
    """The choice of what to download. Records are of one table and start with its first round."""

    what = forms.ChoiceField(label=lazy("What"), choices=[(name, name) for name in FORMATS])
    table = forms.ChoiceField(label=lazy("Table"), required=False, choices=table_choices)
    form = forms.ChoiceField(label=lazy("As"), choices=[("csv", "CSV"), ("jsonl", "JSON")], required=False)
    field_order = ["what", "table", "form", "first", "last"]


@require_safe
@auditor_required
def overview(request: HttpRequest) -> HttpResponse:
    """List every table on one line, with the number of its void rounds."""
    rounds = StoredRound.objects.order_by().values("table")
    played = {each["table"]: each for each in rounds.annotate(all=Count("pk"), void=Count("pk", filter=~Q(void="")))}
    lines = [(table, played.get(table.pk, {"all": 0, "void": 0})) for table in Table.objects.order_by("-pk")]
    context = {
        "lines": lines,
        "voids": history.voids(StoredRound.objects.all()),
        "void": sum(each["void"] for each in played.values()),
        "rounds": sum(each["all"] for each in played.values()),
        "form": ExportForm(initial={"form": "csv"}),
        "runs": AuditRun.objects.all()[:5],
    }
    return render(request, "house/audit.html", context)


@require_safe
@auditor_required
def log(request: HttpRequest) -> HttpResponse:
    asked = LogFilter(request.GET)
    found, more = page_of(entries(asked, number_in(request.GET.get("before", ""))))
    older = query(request, before=found[-1].row.pk) if more else ""
    return render(request, "house/audit_log.html", {"form": asked, "entries": found, "older": older})


class RoundFilter(Span):
    table = forms.ChoiceField(label=lazy("Table"), required=False, choices=table_choices)
    void = forms.BooleanField(label=lazy("Only void rounds"), required=False)
    field_order = ["table", "void", "first", "last"]


@require_safe
@auditor_required
def rounds(request: HttpRequest) -> HttpResponse:
    asked = RoundFilter(request.GET)
    rows = StoredRound.objects.select_related("table").defer("table__submission", "sealed", "before", "seats")
    if slug := asked.asked("table"):
        rows = rows.filter(table__slug=slug)
    if asked.asked("void"):
        rows = rows.exclude(void="")
    rows = rows.filter(**asked.between("opened_at"))
    found, older = _latest(request, rows)
    context = {"form": asked, "rounds": found, "older": older, "count": rows.count()}
    return render(request, "house/audit_rounds.html", context)


def _latest(request: HttpRequest, rows: QuerySet[M], by: str = "pk") -> tuple[list[M], str]:
    """Return a page of rows, latest first, and the query string of the page with older ones."""
    before = number_in(request.GET.get("before", ""))
    found, more = page_of((rows.filter(**{f"{by}__lt": before}) if before else rows).order_by(f"-{by}"))
    return found, query(request, before=getattr(found[-1], by)) if more else ""


class LedgerFilter(Span):
    table = forms.ChoiceField(label=lazy("Table"), required=False, choices=table_choices)
    account = forms.CharField(label=lazy("Account"), required=False, max_length=140)
    clause = forms.CharField(label=lazy("Clause"), required=False, max_length=40)
    event = forms.IntegerField(label=lazy("Event"), required=False, min_value=1, max_value=10**15)
    field_order = ["table", "account", "clause", "event", "first", "last"]


@require_safe
@auditor_required
def ledger(request: HttpRequest) -> HttpResponse:
    """List every transfer with both balances after it."""
    asked = LedgerFilter(request.GET)
    rows = LedgerEntry.objects.select_related("table").defer("table__submission")
    if slug := asked.asked("table"):
        rows = rows.filter(table__slug=slug)
    if account := asked.asked("account"):
        rows = rows.filter(Q(debit__icontains=account) | Q(credit__icontains=account))
    if clause := asked.asked("clause"):
        rows = rows.filter(Q(clause=clause) | Q(clause__startswith=f"{clause}."))
    if number := asked.asked("event"):
        rows = rows.filter(number=number)
    if span := asked.between("command__at"):
        rows = rows.filter(
            Exists(StoredEvent.objects.filter(table=OuterRef("table"), number=OuterRef("number"), **span))
        )
    found, older = _latest(request, rows)
    happened = StoredEvent.objects.filter(
        table__in={row.table_id for row in found}, number__in={row.number for row in found}
    )
    times = {(table, number): at for table, number, at in happened.values_list("table", "number", "command__at")}
    lines = [(row, times.get((row.table_id, row.number))) for row in found]
    return render(request, "house/audit_ledger.html", {"form": asked, "lines": lines, "older": older})


@dataclass(frozen=True)
class Reconciled:
    """A meter with its six values, and whether every increment was paid, is shown or is held (P2, P12)."""

    table: Table
    name: str
    meter: Meter
    checks: tuple[tuple[str, int, int], ...]  # name, actual value, expected value

    @property
    def holds(self) -> bool:
        return all(found == due for _what, found, due in self.checks)


def _reconciled(table: Table, state: TableState) -> Iterator[Reconciled]:
    for name, meter in state.meters.items():
        held = {kind: state.ledger[LedgerAccount(f"{kind}:{name}")] for kind in ("meter", "reserve", "overflow")}
        put_in = meter.rules.initial + meter.contributed + meter.reset_by_house
        checks = [
            (_("put in = shown + held + won"), meter.display + meter.reserve + meter.overflow + meter.wins, put_in),
            (_("shown = ledger"), meter.display, held["meter"]),
            (_("reserve = ledger"), meter.reserve, held["reserve"]),
            (_("overflow = ledger"), meter.overflow, held["overflow"]),
        ]
        last = MeterChange.objects.filter(table=table, meter=name, number__lte=state.sequence).last()
        if last is not None:
            checks += [(_("%(part)s = last change") % {"part": p}, getattr(meter, p), getattr(last, p)) for p in SIX]
        yield Reconciled(table, name, meter, tuple(checks))


@require_safe
@auditor_required
def meters(request: HttpRequest) -> HttpResponse:
    """List every meter of every table, and the changes of one of them."""
    rows = list(tables.readable(Table.objects.order_by("-pk")))
    levels = [each for table, state in rows if state is not None for each in _reconciled(table, state)]
    for table, state in rows:
        if state is None:
            messages.error(
                request, _("The table %(title)s can’t be read. Run an audit to find out why.") % {"title": table.title}
            )
    slug, name = request.GET.get("table", ""), request.GET.get("meter", "")
    changes = MeterChange.objects.filter(table__slug=slug, meter=name).order_by("-number")[:100] if slug else ()
    context = {"levels": levels, "changes": changes, "slug": slug, "name": name}
    return render(request, "house/audit_meters.html", context)


@require_safe
@auditor_required
def wallets(request: HttpRequest) -> HttpResponse:
    """List all accounts; together they add up to zero."""
    sought = request.GET.get("name", "").strip()
    rows = Account.objects.select_related("owner").order_by("kind", "owner__username", "table")
    if sought:
        rows = rows.filter(Q(owner__username__icontains=sought) | Q(table__icontains=sought))
    found, more = page_of(rows, 500)
    total = Account.objects.aggregate(sum=Sum("balance"))["sum"] or 0
    context = {"accounts": found, "more": more, "total": total, "sought": sought}
    return render(request, "house/audit_wallets.html", context)


@require_safe
@auditor_required
def wallet(request: HttpRequest, pk: int) -> HttpResponse:
    account = get_object_or_404(Account.objects.select_related("owner"), pk=pk)
    rows = WalletEntry.objects.filter(account=account).select_related("counterpart__owner")
    found, older = _latest(request, rows, "number")
    return render(request, "house/audit_wallet.html", {"account": account, "lines": found, "older": older})


class SignificantFilter(Span):
    kind = forms.ChoiceField(
        label=lazy("Kind"), required=False, choices=[("", lazy("any")), *SignificantEvent.Kind.choices]
    )
    person = forms.CharField(label=lazy("Person"), required=False, max_length=64)
    field_order = ["kind", "person", "first", "last"]


@require_safe
@auditor_required
def significant(request: HttpRequest) -> HttpResponse:
    asked = SignificantFilter(request.GET)
    rows = SignificantEvent.objects.filter(**asked.between("at"))
    if kind := asked.asked("kind"):
        rows = rows.filter(kind=kind)
    if person := asked.asked("person"):
        rows = rows.filter(person__iexact=person)
    found, older = _latest(request, rows)
    return render(request, "house/audit_significant.html", {"form": asked, "lines": found, "older": older})


@require_safe
@auditor_required
def download(request: HttpRequest) -> HttpResponseBase:
    """Return a file for a regulator, consistent at one moment (gaming standards A6)."""
    form = ExportForm(request.GET)
    if form.is_valid():
        given = form.cleaned_data
        what = given["what"]
        ending, kind = KINDS[RECORDS if what == RECORDS else given["form"] or "csv"]
        slug = given["table"] or None
        span = Stretch.between(*(each.isoformat() if each else None for each in (given["first"], given["last"])))
        folder = Path(settings.DATA) / "exports"
        folder.mkdir(mode=0o700, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder, suffix=f".{ending}", delete=False) as made:
            path = Path(made.name)
        try:
            export(what, slug, span, path, lambda done, total: None)
        except PaigowError as error:
            path.unlink()
            form.add_error(None, str(error))
        else:
            return sent(request, path, f"{kind}; charset=utf-8", f"{slug or 'house'}-{what}.{ending}")
    return render(request, "house/audit_export.html", {"form": form}, status=422)


@get_or_post
@auditor_required
def verifications(request: HttpRequest) -> HttpResponse:
    """List verifications, with a button to verify a table or the whole house now."""
    if request.method == "POST":
        slug = request.POST.get("table", "")
        if slug and not Table.objects.filter(slug=slug).exists():
            messages.error(request, _("There is no such table."))
            return redirect("audit-runs")
        return redirect("audit-run", runs.begin(slug, person_of(request).username).pk)
    context = {"runs": AuditRun.objects.all()[:100], "tables": table_choices()[1:]}
    return render(request, "house/audit_runs.html", context)


@require_safe
@auditor_required
def verification(request: HttpRequest, pk: int) -> HttpResponse:
    run = get_object_or_404(AuditRun, pk=pk)
    percent = 100 * run.done // run.total if run.total else 0
    context = {"run": run, "percent": percent, "lost": runs.is_lost(run)}
    template = "house/audit_run_state.html" if getattr(request, "htmx", False) else "house/audit_run.html"
    return render(request, template, context)
