"""The floor console: the tables at a glance, and for each everything the floor may do now, as forms."""

import hashlib
import secrets
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from urllib.parse import urlencode

from django.contrib import messages
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.views.decorators.http import require_POST, require_safe

from paigow.errors import PaigowError
from paigow.rules import STANDARDS
from paigow.table import TableState, legal_commands
from paigow.table.cards.awards import Payouts
from paigow.table.core.model import FLOOR
from paigow.table.verbs import verbs
from paigow.web.pages import words
from paigow.web.pages.play import found, read_form
from paigow.web.pages.table import render_table
from paigow.web.pages.table.forms import command_forms
from paigow.web.pages.table.model import Form
from paigow.web.people.access import floor_required, get_or_post, number_in, person_of
from paigow.web.people.models import SignificantEvent, User
from paigow.web.people.roles import STAFF
from paigow.web.service import attendance, booking, bots, tables
from paigow.web.service import floor as service
from paigow.web.service.errors import Stale
from paigow.web.staff.common import carried_out, page_of
from paigow.web.staff.opening import OpenForm
from paigow.web.store.models import Table

GROUPS = (
    ("payouts", lazy("Payouts to approve"), verbs("validate-progressive", "complete-documents")),
    ("halt", lazy("Stop and resume"), verbs("stop", "resume")),
    ("void", lazy("Void"), verbs("misdeal", "order-reshuffle")),
    (
        "equipment",
        lazy("Tiles, cards and dice"),
        verbs(
            "remove-set", "receive-set", "verify-set", "replace-dice", "find-damage", "replace-piece", "mark-device",
            "restore-device",
        ),
    ),
    (
        "discipline",
        lazy("Discipline"),
        verbs(
            "remove-box", "restore-box", "remove-player", "restore-player", "ban-player", "direct-set-first",
            "direct-english", "note-conduct",
        ),
    ),
)  # fmt: skip


@dataclass(frozen=True)
class TableRow:
    """A table as the console lists it."""

    table: Table
    game: str
    phase: str
    bank: str
    seated: int
    seats: int
    bots: int
    round: int
    stopped: str
    pending: tuple[str, ...]  # waiting payouts, by position

    @property
    def dealer(self) -> str:
        return self.table.dealer.name if self.table.dealer is not None else ""

    @property
    def deadline(self) -> datetime | None:
        return self.table.deadline_at


def line(table: Table, state: TableState | None) -> TableRow:
    if state is None:
        return TableRow(table, _game(table.standard), _("cannot be read"), "", 0, 0, 0, 0, "", ())
    seated = state.seated()
    return TableRow(
        table=table,
        game=_game(table.standard),
        phase=words.word(words.PHASES, state.phase.value),
        bank=("" if state.round is None else state.round.bank.player or _("the house")),
        seated=len(seated),
        seats=len({*state.game.seats, *(player.position for player in seated)}),  # one may be at the house’s box
        bots=sum(attendance.is_bot(player.name) for player in seated),
        round=state.rounds,
        stopped=state.stopped,
        pending=tuple(_pending(state)),
    )


def _pending(state: TableState) -> Iterator[str]:
    if state.round is not None:
        for key in state.round.part(Payouts).pending:
            yield f"{words.place(key.position, state.game)}: {key.player}"
        for position in sorted(state.round.part(Payouts).papers):
            yield _("%(place)s: documents") % {"place": words.place(position, state.game)}


@dataclass(frozen=True)
class Group:
    """Actions of one kind that are possible now."""

    name: str
    title: str
    forms: tuple[Form, ...]


def grouped(state: TableState) -> tuple[Group, ...]:
    """Return every command that the floor may give now, as forms; anything not in another group is an irregularity."""
    left = {form.verb: form for form in command_forms(state, FLOOR, legal_commands(state, FLOOR))}
    groups = []
    for name, title, which in GROUPS:
        forms = tuple(left.pop(verb) for verb in which if verb in left)
        groups.append(Group(name, str(title), forms))
    groups.insert(2, Group("irregularities", _("Irregularities"), tuple(left.values())))
    return tuple(group for group in groups if group.forms)


def _digest(groups: Iterable[Group]) -> str:
    return hashlib.sha256(repr(tuple(groups)).encode()).hexdigest()[:16]


def _game(standard: str) -> str:
    return f"{_(STANDARDS[standard].lobby.game_name)} · {_(STANDARDS[standard].lobby.region)}"


def _games() -> list[tuple[str, str]]:
    """Return the groups of tables that can be stopped together.

    A group is a game or, if its tables have different rules, all tables with the same rules.
    """
    rows = Table.objects.filter(closed_at=None).values_list("standard", "submission_hash", "submission__title")
    found: dict[str, dict[str, str]] = {}
    for standard, rules, title in rows.order_by("standard", "submission_hash"):
        found.setdefault(standard, {})[rules] = f"{_game(standard)}: {title} ({rules[:8]})"
    choices = []
    for standard, versions in found.items():
        choices.append((standard, _game(standard)))
        choices += versions.items() if len(versions) > 1 else ()
    return choices


@require_safe
@floor_required
def console(request: HttpRequest) -> HttpResponse:
    """Show all open tables; only the list if htmx asks for it."""
    rows = Table.objects.filter(closed_at=None).select_related("dealer")
    lines = [line(table, state) for table, state in tables.readable(rows)]
    context = {"lines": lines, "key": secrets.token_urlsafe(9)}
    if getattr(request, "htmx", False):
        return render(request, "staff/floor_tables.html", context)
    context["games"] = _games()
    context["closed"] = page_of(Table.objects.exclude(closed_at=None).order_by("-closed_at"), 20)[0]
    return render(request, "staff/floor.html", context)


@get_or_post
@floor_required
def open_table(request: HttpRequest) -> HttpResponse:
    form = OpenForm(request.POST or None)
    if (table := form.opened(request)) is not None:
        return redirect("floor-table", table.slug)
    return render(request, "staff/floor_open.html", {"form": form}, status=422 if form.errors else 200)


@require_POST
@floor_required
def stop_all(request: HttpRequest) -> HttpResponse:
    """Stop every open table, or all of one game or with the same rules.

    Rounds in progress are finished, and none is started (G11).
    """
    return _halt(request, True)


@require_POST
@floor_required
def resume_all(request: HttpRequest) -> HttpResponse:
    return _halt(request, False)


def _halt(request: HttpRequest, stop: bool) -> HttpResponse:
    by, why, key = person_of(request), request.POST.get("why", ""), request.POST.get("key", "")
    change = service.stop_tables if stop else service.resume_tables
    said = _("The tables are stopped.") if stop else _("The tables have resumed.")
    return carried_out(request, lambda: change(_chosen(request), by, why, key, request), said, reverse("floor"))


def _chosen(request: HttpRequest) -> list[str]:
    """Return the selected open tables: all, unless a game or its rules are named."""
    game = request.POST.get("game", "")
    rows = Table.objects.filter(closed_at=None)
    if game:
        rows = rows.filter(Q(standard=game) | Q(submission_hash=game))
    slugs = list(rows.values_list("slug", flat=True))
    if game and not slugs:
        raise PaigowError(f"no table of {game[:64]!r} is open")
    return slugs


@require_safe
@floor_required
def table(request: HttpRequest, slug: str) -> HttpResponse:
    """Show one table: the floor's view of it, and the commands that the floor may give."""
    row = found(slug)
    if getattr(request, "htmx", False):
        return _refreshed(request, row)
    return _page(request, row)


def _refreshed(request: HttpRequest, row: Table) -> HttpResponse:
    context = _context(row)
    if context["digest"] == request.GET.get("have") and str(row.sequence) == request.GET.get("at"):
        return HttpResponse(status=204)
    return render(request, "staff/floor_live.html", context)


def _context(row: Table) -> dict[str, object]:
    state = tables.state_at(row)
    groups = grouped(state) if row.closed_at is None else ()
    return {
        "line": line(row, state),
        "table": row,
        "groups": groups,
        "digest": _digest(groups),
        "why": service.REASONED,
        "key": secrets.token_urlsafe(9),
        "most_bots": len(bots.NAMES),
        "felt": mark_safe(
            render_table(state, FLOOR, slug=row.slug, title=row.title, bots=attendance.bots_at(state), spectator=True)
        ),
    }


def _page(request: HttpRequest, row: Table, wrong: PaigowError | None = None, status: int = 200) -> HttpResponse:
    return render(request, "staff/floor_table.html", {**_context(row), "wrong": wrong}, status=status)


@require_POST
@floor_required
def do(request: HttpRequest, slug: str) -> HttpResponse:
    """Carry out a floor command on behalf of the signed-in person."""
    row = found(slug)
    by = person_of(request)
    try:
        state = tables.state_at(row)
        command = read_form(request.POST, FLOOR, state, partial(booking.draws, row, state))
        said = request.POST.get("round", "")
        number = number_in(said)
        why, key = request.POST.get("why", ""), request.POST.get("key", "")
        service.give(slug, command, by, key, round_number=number, why=why, request=request)
    except Stale as error:
        row.refresh_from_db()
        return _page(request, row, error, 409)
    except PaigowError as error:
        return _page(request, row, error, 422)
    messages.success(request, _("Done: %(action)s.") % {"action": words.action_name(command.verb, state.game)})
    return HttpResponseRedirect(reverse("floor-table", args=(slug,)))


@require_POST
@floor_required
def close(request: HttpRequest, slug: str) -> HttpResponse:
    found(slug)
    by, why = person_of(request), request.POST.get("why", "")
    said = _("The table will close after this round.")
    back = reverse("floor-table", args=(slug,))
    return carried_out(request, lambda: service.close_table(slug, by, why, request), said, back)


@require_POST
@floor_required
def invite(request: HttpRequest, slug: str) -> HttpResponse:
    found(slug)
    said = request.POST.get("bots", "")
    number = number_in(said, 2)
    count = -1 if number is None else number
    back = reverse("floor-table", args=(slug,))
    by = person_of(request)
    return carried_out(
        request, lambda: service.invite_bots(slug, count, by, request), _("The number of bots was changed."), back
    )


@require_safe
@floor_required
def players(request: HttpRequest) -> HttpResponse:
    """Find a player, to suspend or reinstate them."""
    sought = request.GET.get("name", "").strip()
    rows = User.objects.exclude(groups__name__in=STAFF).exclude(is_superuser=True).order_by("username")
    rows = rows.filter(username__icontains=sought) if sought else rows.filter(is_active=False)
    people, more = page_of(rows)
    reports = SignificantEvent.objects.filter(kind=SignificantEvent.Kind.REPORT).order_by("-pk")[:20]
    context = {"sought": sought, "people": people, "more": more, "reports": reports}
    return render(request, "staff/floor_players.html", context)


@require_POST
@floor_required
def activity(request: HttpRequest, name: str) -> HttpResponse:
    person = get_object_or_404(User, username=name)
    wish = request.POST.get("active")
    if wish not in ("true", "false"):
        raise Http404
    active, why, by = wish == "true", request.POST.get("why", ""), person_of(request)
    said = _("%(name)s may play again.") if active else _("%(name)s is suspended.")
    back = f"{reverse('floor-players')}?{urlencode({'name': name})}"
    return carried_out(
        request, lambda: service.set_active(person, active, by, why, request), said % {"name": name}, back
    )
