"""The lobby: open tables, the people at them, and how to join."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from paigow.rules import STANDARDS
from paigow.table import TableState
from paigow.table.steps.seating import rack_of
from paigow.web.pages import words
from paigow.web.pages.standards import TITLES
from paigow.web.people import display
from paigow.web.people.display import called
from paigow.web.people.names import BOT
from paigow.web.service import hosting, tables
from paigow.web.store.models import Table

START_HERE = "maryland-poker"


@dataclass(frozen=True)
class GameCard:
    """A game in the lobby: a description, the number of people playing it, and a table to watch."""

    name: str
    title: str
    about: str
    art: tuple[str, ...]
    people: int
    watch: str  # the open table with the most people, if any
    start_here: bool


@dataclass(frozen=True)
class LobbyRow:
    """A table in the lobby."""

    table: Table
    game: str
    phase: str
    minimum: int
    maximum: int
    seats: tuple[str, ...]  # names, empty for free seats
    meters: tuple[tuple[str, int], ...]
    rounds: int
    mine: bool
    chips: int
    art: tuple[str, ...]
    people: int  # the people seated; bots do not count
    host: str = ""  # as pages call them

    @property
    def free(self) -> int:
        return self.seats.count("")


def line(table: Table, state: TableState, viewer: str) -> LobbyRow:
    sitting = {p.position: p.name for p in state.seated()}
    options = state.game.options
    places = [place for place in state.game.betting if place in state.game.seats or place in sitting]
    return LobbyRow(
        table=table,
        game=STANDARDS[table.standard].title,
        phase=words.word(words.PHASES, state.phase.value),
        minimum=options.minimum,
        maximum=options.maximum,
        seats=tuple(called(sitting[place]) if place in sitting else "" for place in places),
        meters=tuple((name, meter.display) for name, meter in state.meters.items()),
        rounds=state.rounds,
        mine=viewer in state.players,
        chips=rack_of(state, viewer) if viewer in state.players else 0,
        art=STANDARDS[table.standard].lobby.art,
        people=sum(1 for name in sitting.values() if not name.startswith(BOT)),
        host=called(table.opened_by) if table.hosted else "",
    )


def lines(request: HttpRequest) -> list[LobbyRow]:
    viewer = request.user.get_username() if request.user.is_authenticated else ""
    shown = Table.objects.filter(hosting.visible_to(viewer), closed_at=None).exclude(private=True, closing=True)
    rows = tables.readable(shown.order_by("private", "pk"))
    found = [(table, state) for table, state in rows if state is not None]
    display.load({name for table, state in found for name in (*state.players, table.opened_by)})
    return [line(table, state, viewer) for table, state in found]


def cards(found: list[LobbyRow]) -> list[GameCard]:
    """Return the games, the best for a newcomer first."""
    order = sorted(STANDARDS, key=lambda name: name != START_HERE)
    return [_card(name, [line for line in found if line.table.standard == name]) for name in order]


def _card(name: str, found: list[LobbyRow]) -> GameCard:
    open_to_all = [line for line in found if not line.table.private]
    busiest = max(open_to_all, key=lambda line: line.people, default=None)
    return GameCard(
        name=name,
        title=str(TITLES[name]),
        about=_(STANDARDS[name].lobby.about),
        art=STANDARDS[name].lobby.art,
        people=sum(line.people for line in found),
        watch=busiest.table.slug if busiest is not None else "",
        start_here=name == START_HERE,
    )


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Return the whole page, or only its list if htmx requests that."""
    template = "lobby/tables.html" if "HX-Request" in request.headers else "lobby/page.html"
    found = lines(request)
    return render(request, template, {"lines": found, "games": cards(found)})
