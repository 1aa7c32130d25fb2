"""The lobby: which tables are open, who sits there, and a way in."""

from dataclasses import dataclass

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from paigow.rules import STANDARDS
from paigow.table import TableState
from paigow.table.seating import rack_of
from paigow.web.pages import words
from paigow.web.pages.standards import TITLES
from paigow.web.service import tables
from paigow.web.store.models import Table


@dataclass(frozen=True)
class Line:
    """A table as the lobby shows it."""

    table: Table
    game: str
    phase: str
    minimum: int
    maximum: int
    seats: tuple[str, ...]  # names, empty where a seat is free
    meters: tuple[tuple[str, int], ...]
    rounds: int
    mine: bool
    chips: int
    art: tuple[str, ...]

    @property
    def free(self) -> int:
        return self.seats.count("")


def line(table: Table, state: TableState, viewer: str) -> Line:
    sitting = {p.position: p.name for p in state.seated()}
    options = state.game.options
    places = [place for place in state.game.betting if place in state.game.seats or place in sitting]
    return Line(
        table=table,
        game=STANDARDS[table.standard].title,
        phase=words.word(words.PHASES, state.phase.value),
        minimum=options.minimum,
        maximum=options.maximum,
        seats=tuple(sitting.get(place, "") for place in places),
        meters=tuple((name, meter.display) for name, meter in state.meters.items()),
        rounds=state.rounds,
        mine=viewer in state.players,
        chips=rack_of(state, viewer) if viewer in state.players else 0,
        art=STANDARDS[table.standard].art,
    )


def lines(request: HttpRequest) -> list[Line]:
    viewer = request.user.get_username() if request.user.is_authenticated else ""
    shown = Q(private=False) | Q(opened_by=viewer, closing=False)
    rows = tables.readable(Table.objects.filter(shown, closed_at=None).order_by("private", "pk"))
    return [line(table, state, viewer) for table, state in rows if state is not None]


def asked_by_htmx(request: HttpRequest) -> bool:
    """Whether only a part of the page is wanted."""
    return request.headers.get("HX-Request") == "true"


@require_GET
def lobby(request: HttpRequest) -> HttpResponse:
    """The whole page, or only its list where htmx asks for that."""
    template = "lobby/tables.html" if asked_by_htmx(request) else "lobby/page.html"
    games = [(name, TITLES[name], standard.art) for name, standard in STANDARDS.items()]
    return render(request, template, {"lines": lines(request), "games": games})
