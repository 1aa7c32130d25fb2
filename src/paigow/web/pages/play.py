"""The table's page: looked at by anyone, acted at by those who are signed in. Every form works without script."""

import json

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from paigow.errors import PaigowError
from paigow.record.narration import tell_heard
from paigow.table import TableState
from paigow.table.hearing import hear
from paigow.web.pages.table import Clock, LogLine, Notice, read_form, render_table
from paigow.web.people.models import User
from paigow.web.service import authority, history, tables
from paigow.web.service.errors import NoSuchRound, NoSuchTable, Stale
from paigow.web.store import journal
from paigow.web.store.models import StoredEvent, StoredRound, Table


def found(slug: str) -> Table:
    try:
        return tables.find(slug)
    except NoSuchTable as error:
        raise Http404(str(error)) from error


def draw(request: HttpRequest, table: Table, state: TableState, viewer: str, notice: Notice | None = None) -> str:
    """The live part of the page for one viewer."""
    events = [journal.event_of(table.slug, row) for row in _of_this_round(table, state)]
    return render_table(
        state,
        viewer,
        slug=table.slug,
        title=table.title,
        language=getattr(request, "LANGUAGE_CODE", None),
        bots=frozenset(table.bots),
        clock=Clock(table.deadline_at, timezone.now()) if table.deadline_at else None,
        log=[_line(table, event, viewer) for event in events],
        events=events,
        notice=notice,
        proof=_proof(table, state),
        spectator=not may_play(request),
        csrf=get_token(request),
    )


def signed_in(request: HttpRequest) -> User:
    """The person behind a request that only signed-in people get through to."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user


def may_play(request: HttpRequest) -> bool:
    return request.user.is_authenticated and request.user.has_perm("people.play")


def _of_this_round(table: Table, state: TableState) -> list[StoredEvent]:
    """The events of the round that is on, or of the last one and what came after it."""
    rows = StoredEvent.objects.filter(table=table, round_number=state.rounds, number__lte=state.sequence)
    return list(rows.order_by("number"))


def _line(table: Table, event: object, viewer: str) -> LogLine:
    heard = hear(event, viewer)  # type: ignore[arg-type]
    return LogLine(tell_heard(heard, journal.game_at(table), _), tuple(heard["clauses"]))


def _proof(table: Table, state: TableState) -> str:
    """Of the last round, once it is over."""
    if state.round is not None or not state.rounds:
        return ""
    return json.dumps(history.proof(table.slug, state.rounds))


@require_GET
def table_page(request: HttpRequest, slug: str) -> HttpResponse:
    table = found(slug)
    return _page(request, table)


def _page(request: HttpRequest, table: Table, notice: Notice | None = None, status: int = 200) -> HttpResponse:
    viewer = request.user.get_username() if request.user.is_authenticated else ""
    fragment = draw(request, table, tables.state_at(table), viewer, notice)
    live = "" if table.closed_at else reverse("table-live", args=(table.slug,))
    context = {"title": table.title, "fragment": mark_safe(fragment), "live": live, "table": table}
    return render(request, "table/page.html", context, status=status)


@require_POST
@login_required
def do(request: HttpRequest, slug: str) -> HttpResponse:
    """A form of the page. What is refused is said on the page, with its clause, and nothing has changed."""
    table = found(slug)
    person = signed_in(request)
    viewer = person.username
    notice, status = None, 200
    try:
        state = tables.state_at(table)
        command = read_form(request.POST, viewer, state, tables.draws(table, state))
        authority.require_may_give(person, command)
        said = request.POST.get("round", "")
        number = int(said) if said.isdecimal() else None
        key = authority.own_key(person, request.POST.get("key", ""))
        tables.submit(slug, command, person=viewer, key=key, round_number=number)
    except Stale:
        notice, status = Notice(_("The table has moved on; look again."), kind="refused"), 409
    except PaigowError as error:
        notice, status = Notice(error.message, error.clause or "", "refused"), 422
    if notice is None and not request.htmx:  # type: ignore[attr-defined]
        return HttpResponseRedirect(reverse("table", args=(slug,)))
    table.refresh_from_db()
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponse(draw(request, table, tables.state_at(table), viewer, notice))
    return _page(request, table, notice, status)


@require_GET
def proof(request: HttpRequest, slug: str, number: int) -> JsonResponse:
    """All that a stranger needs to recompute the chance of a finished round."""
    found(slug)
    try:
        return JsonResponse(history.proof(slug, number))
    except NoSuchRound as error:
        raise Http404(str(error)) from error


def rounds_of(table: Table) -> list[StoredRound]:
    return list(StoredRound.objects.filter(table=table).exclude(seed="").order_by("-number")[:50])
