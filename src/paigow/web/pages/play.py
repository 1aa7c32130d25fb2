"""The table page: anyone can look, and people who are signed in can act. Every form works without JavaScript."""

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, Protocol, TypeAlias, get_args, get_origin, get_type_hints
from urllib.parse import parse_qsl

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_POST, require_safe

from paigow.errors import NotationError, PaigowError
from paigow.money import parse_cents
from paigow.record.wire import read_command
from paigow.table import Command, Game, Phase, TableState
from paigow.table.chance import RoundChance
from paigow.table.core.engine import PlayerCommand, commands
from paigow.table.core.model import FLOOR, MAIN, WagerKey
from paigow.table.steps.banking import bank_position
from paigow.table.steps.seating import BuyIn, SitDown
from paigow.table.steps.seeds import GiveSeed
from paigow.table.steps.setting import SetHand
from paigow.table.steps.surrender import Surrender
from paigow.table.steps.wagers import PlaceWager, WithdrawWager
from paigow.table.view import seen_by
from paigow.web.fast import templates
from paigow.web.pages.table import (
    Clock,
    LogLine,
    Notice,
    draw_table,
    lines_of,
    render_chart,
    render_layout,
    render_log,
    render_notice,
    render_signs,
)
from paigow.web.pages.table.forms import REBET, SETTING_VERBS, rebets, usual_buy_in
from paigow.web.pages.table.pacing import pace_of
from paigow.web.pages.table.pieces import known_pieces
from paigow.web.pages.words import action_name, phrase
from paigow.web.people import display, wallet
from paigow.web.people.access import limited, login_required, number_in, person_of
from paigow.web.people.models import User
from paigow.web.service import authority, booking, bots, history, records, seats, tables
from paigow.web.service.attendance import attendance_of, bots_at
from paigow.web.service.errors import NoSuchRound, NoSuchTable, Stale
from paigow.web.service.loading import RECENT, Events, Lately
from paigow.web.service.tables import Contribution
from paigow.web.store import journal
from paigow.web.store.models import StoredCommand, StoredRound, Table

RATE = 1200
"""The maximum number of forms per minute by one person; fast players send only a few."""
NO_FORMS = "-"
"""Used in place of a CSRF token: visitors without an account get no forms, and all of them get the same page."""
MOST_WAGERS = 100
"""More wagers than one person can have at a table."""
DRAWN: Lately[tuple[int, str], tuple[TableState, dict[str, Any], str]] = Lately(2000)
"""The last drawing of each table for each viewer: the answer to a form and the stream both need it."""


def found(slug: str, person: User | AnonymousUser | None = None) -> Table:
    """Return an existing table; a practice table only for its owner, if a person is given."""
    try:
        table = tables.find(slug)
        if person is not None:
            authority.require_may_see(person, table)
        return table
    except NoSuchTable as error:
        raise Http404(str(error)) from error


def found_to_read(slug: str, person: User) -> Table:
    """Return a table whose record the person may read. One that they may not even see does not exist for them."""
    table = found(slug)
    if not records.may_read(person, table):
        found(slug, person)
        raise PermissionDenied
    return table


def draw(request: HttpRequest, table: Table, state: TableState, viewer: str) -> str:
    """Return the live part of the page for one viewer."""
    _load_names(state)
    about: dict[str, Any] = {
        "slug": table.slug,
        "title": table.title,
        "language": getattr(request, "LANGUAGE_CODE", None) or get_language(),
        "last_wagers": _last_wagers(table, state, viewer),
        "purse": _purse(request, state, viewer),
        "proof": _verifiable(table.pk, state.rounds if state.round is None else state.rounds - 1),
        "spectator": table.closed_at is not None or not may_play(request),
        "pace": pace_of(table, state, viewer, may_play(request)),
    }
    shown = {**about, "deadline": table.deadline_at, "names": display.version()}
    known = DRAWN.get((table.pk, viewer))
    if known is None or known[0] is not state or known[1] != shown:
        known = state, shown, _draw(table, state, viewer, about)
        DRAWN.put((table.pk, viewer), known)
    return templates.fill(known[2], get_token(request) if viewer else NO_FORMS, secrets.token_urlsafe(9), state.rounds)


def _load_names(state: TableState) -> None:
    display.load({*state.players, *({key.player for key in state.round.wagers} if state.round else ())})


def _draw(table: Table, state: TableState, viewer: str, about: Mapping[str, Any]) -> str:
    rounds = RECENT.of(table, state)
    events = rounds.get(state.rounds, ())
    return draw_table(
        state,
        viewer,
        bots=bots_at(state),
        clock=Clock(table.deadline_at, timezone.now()) if table.deadline_at else None,
        events=events,
        last_events=rounds.get(state.rounds - 1, ()),
        **about,
    )


def may_play(request: HttpRequest) -> bool:
    return request.user.is_authenticated and request.user.has_perm("people.play")


def _last_wagers(table: Table, state: TableState, viewer: str) -> Mapping[WagerKey, int]:
    """Return the viewer's bets in the last round they bet in, while betting is open."""
    if state.phase is not Phase.BETTING or viewer not in state.players:
        return {}
    return {WagerKey(viewer, place, kind): cents for place, kind, cents in attendance_of(table, viewer).last}


def _purse(request: HttpRequest, state: TableState, viewer: str) -> int | None:
    """Return the amount that the viewer can spend on chips."""
    if not isinstance(request.user, User) or not may_play(request):
        return None
    return wallet.balance(request.user) if viewer in state.players or state.round is None else None


@lru_cache(maxsize=1000)
def _verifiable(table: int, number: int) -> int:
    """Return the last round up to this one whose seed has been revealed."""
    kept = StoredRound.objects.filter(table=table, number__lte=number).exclude(seed="").order_by("number").last()
    return kept.number if kept is not None else 0


@require_safe
@gzip_page
def table_page(request: HttpRequest, slug: str) -> HttpResponse:
    table = found(slug, request.user)
    if request.method == "GET":
        seats.watch(table)
    return _page(request, table)


def _page(request: HttpRequest, table: Table, notice: Notice | None = None, status: int = 200) -> HttpResponse:
    viewer = request.user.get_username() if request.user.is_authenticated else ""
    state = tables.state_at(table)
    fragment = draw(request, table, state, viewer)
    live = "" if table.closed_at else reverse("table-live", args=(table.slug,))
    context = {
        "title": table.title,
        "fragment": mark_safe(fragment),
        "notice": mark_safe(render_notice(notice)),
        "live": live,
        "table": table,
        "bots": range(len(bots.NAMES) + 1) if viewer in state.players else (),
        "log": mark_safe(_log(table, state, viewer)),
        "signs": mark_safe(render_signs(state.game)),
        "tiles": state.game.kit.kind == "tiles",
        "help_keys": help_keys(state.game),
    }
    return render(request, "table/page.html", context, status=status)


@require_safe
def panel(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Return a panel that is the same for everyone and fetched when first opened: the ranking, or the real layout."""
    drawn = {"ranks": render_chart, "layout": render_layout}[name]
    return HttpResponse(drawn(journal.game_at(found(slug, request.user))))


@require_safe
def log(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the log of the current or last round, or of both; the page asks for it while somebody reads it."""
    table = found(slug, request.user)
    return HttpResponse(_log(table, tables.state_at(table), request.user.get_username()))


def _log(table: Table, state: TableState, viewer: str) -> str:
    """Render the log of the round; until its hands are dealt, after that of the last one, which people look at."""
    _load_names(state)
    rounds = RECENT.of(table, state)
    lines = lines_of(rounds.get(state.rounds, Events()), state.game, viewer)
    last = rounds.get(state.rounds - 1)
    if last and state.round is not None and not state.round.hands:
        lines = [_of_round(state.rounds - 1), *lines_of(last, state.game, viewer), _of_round(state.rounds), *lines]
    return render_log(lines)


def _of_round(number: int) -> LogLine:
    return LogLine(_("Round %(number)s") % {"number": number}, heading=True)


@require_POST
@login_required
@limited("table", RATE, shared=False, by_person=True)
def do(request: HttpRequest, slug: str) -> HttpResponse:
    """Handle a form of the page; a refusal is shown with its clause, and nothing has changed."""
    table = found(slug, request.user)
    person = person_of(request)
    viewer = person.username

    def give() -> None:
        state = tables.state_at(table)
        said = request.POST.get("round", "")
        number = number_in(said)
        key = authority.own_key(person, request.POST.get("key", ""))
        seed = tables.contribution(request.POST.get("contribution", ""), request.POST.get("commitment", ""))
        for place, (own_key, command) in enumerate(_commands(request, table, state, viewer, key)):
            authority.require_may_give(person, command)
            own = number if place == 0 or isinstance(command, PlaceWager) else None  # chips are bought at any time
            _give(table, command, viewer, own_key, own, seed)
        if request.POST.get("then") == seats.DEAL:
            seats.act(slug, viewer, seats.DEAL, number)

    return _answer(request, table, give)


def _give(table: Table, command: Command, viewer: str, key: str, number: int | None, seed: Contribution | None) -> None:
    """Give a command of the game. A side bet without its main bet is held until that is placed."""
    slug, state = table.slug, tables.state_at(table)
    if isinstance(command, PlaceWager) and seats.needs_main(state, command):
        seats.hold(slug, command)
        return
    if isinstance(command, WithdrawWager) and seats.release_held(slug, command):
        return
    tables.submit(slug, command, person=viewer, key=key, round_number=number, seed=seed)
    if isinstance(command, PlaceWager) and command.kind == MAIN:
        for place, side in enumerate(seats.take_held(slug, viewer, command.position)):
            tables.submit(slug, side, person=viewer, key=f"{key}h{place}"[:64], round_number=number)


def _answer(request: HttpRequest, table: Table, action: Callable[[], object]) -> HttpResponse:
    """Return the page after an action: redrawn for htmx, reloaded without it; refusals are shown on it."""
    notice, status = None, 200
    viewer = person_of(request).username
    try:
        action()
    except Stale:
        notice, status = Notice(_("The table has moved on. Check it and try again."), kind="refused"), 409
    except PaigowError as error:
        notice, status = Notice(phrase(error.text), error.clause or "", "refused"), 422
    if notice is None and "HX-Request" not in request.headers:
        return HttpResponseRedirect(reverse("table", args=(table.slug,)))
    table.refresh_from_db()
    if "HX-Request" in request.headers:
        return HttpResponse(draw(request, table, tables.state_at(table), viewer) + render_notice(notice, swapped=True))
    return _page(request, table, notice, status)


def _commands(
    request: HttpRequest, table: Table, state: TableState, viewer: str, key: str
) -> Iterator[tuple[str, Command]]:
    """Yield the commands represented by a form, each with its key.

    There is usually one; sitting down with chips takes two, and repeating the wagers of the last round several, each of
    which leaves the others legal. Their keys are based on their positions among all wagers of that round, so that a
    form that was carried out in part continues when it is sent again.
    """
    if request.POST.get("verb") == REBET:
        before = _last_wagers(table, state, viewer)
        again = tuple(rebets(state, viewer, before))
        keys = [f"{key}+{place}" for place in range(MOST_WAGERS)]
        if not again and not StoredCommand.objects.filter(table=table, key__in=keys).exists():  # unless sent twice
            raise PaigowError(_("You can’t repeat any of your last bets now."))
        places = sorted(before)
        for wager in again:
            yield keys[places.index(WagerKey(viewer, wager.position, wager.kind))], wager
        return
    command = read_form(request.POST, viewer, state, partial(booking.draws, table, state))
    yield key, command
    if chips := read_chips(request.POST, viewer, command):
        yield f"{key}+", chips


@require_POST
@login_required
@limited("table", RATE, shared=False, by_person=True)
def pace(request: HttpRequest, slug: str) -> HttpResponse:
    """Deal, skip, sit out, be dealt in again, or acknowledge a lost seat."""
    table, person = found(slug, request.user), person_of(request)
    said = request.POST.get("round", "")
    number = number_in(said)
    return _answer(request, table, lambda: seats.act(slug, person.username, request.POST.get("act", ""), number))


@require_POST
@login_required
@limited("say", 30, shared=False, by_person=True)
def say(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a quick phrase or reaction to everybody at the table."""
    table, person = found(slug, request.user), person_of(request)
    return _answer(request, table, lambda: seats.say(slug, person.username, request.POST.get("code", "")))


@require_POST
@login_required
@limited("table", RATE, shared=False, by_person=True)
def seat(request: HttpRequest, slug: str) -> HttpResponse:
    """Take a seat now, or reserve one until the round is over."""
    table, person = found(slug, request.user), person_of(request)

    def sit() -> None:
        if request.POST.get("act") == "cancel":
            seats.cancel(slug, person.username)
            return
        place, wanted = request.POST.get("position", ""), request.POST.get("chips", "")
        key = request.POST.get("key", "") or secrets.token_urlsafe(9)
        position = number_in(place, 2) or 0
        usual = usual_buy_in(tables.state_at(table).game, wallet.balance(person))
        chips = read_money(wanted) if wanted else usual
        seats.sit(slug, person, position, chips, authority.own_key(person, key))

    return _answer(request, table, sit)


@require_POST
@login_required
def invite_bots(request: HttpRequest, slug: str) -> HttpResponse:
    """Let a seated person add bots to empty seats, or remove them after the round."""
    table = found(slug, request.user)
    person = person_of(request)
    count = number_in(request.POST.get("bots", ""), 2)
    if person.username not in tables.state_at(table).players:
        return _page(request, table, Notice(_("Take a seat before you add bots.")), 403)
    try:
        bots.invite(slug, -1 if count is None else count)
    except PaigowError as error:
        return _page(request, table, Notice(phrase(error.text)), 422)
    return HttpResponseRedirect(reverse("table", args=(slug,)))


@require_safe
@limited("proof", history.PROOFS, shared=False, reads=True)
def proof(request: HttpRequest, slug: str, number: int) -> JsonResponse:
    """Return everything needed to recompute the chance of a finished round."""
    found(slug, request.user)
    try:
        return JsonResponse(history.proof(slug, number))
    except NoSuchRound as error:
        raise Http404(str(error)) from error


@require_safe
def chains(request: HttpRequest, slug: str) -> JsonResponse:
    """Return the published hash chains of the table's server seeds."""
    return JsonResponse({"chains": history.chains(found(slug, request.user))})


def rounds_of(table: Table) -> list[StoredRound]:
    return list(StoredRound.objects.filter(table=table).exclude(seed="").order_by("-number")[:50])


def help_keys(game: Game) -> tuple[tuple[tuple[str, ...], str], ...]:
    """Return every key of the table page and what it does, modelled on the terminal client."""
    return (
        (("↵",), _("The gold button: sit, deal, pick up, set")),
        (("␣",), _("Skip to the result")),
        (("1", "…", "7"), _("Pick a chip, or a card or tile for the low hand")),
        (("B",), _("Put the chip on the main bet")),
        (("Q", "W", "E", "T"), _("Put the chip on a side bet")),
        (("U", "C", "D", "R"), _("Undo, clear, double, rebet")),
        (("S",), _("Sort by rank or suit")),
        (("H",), _("Lay out the house way")),
        (("G",), action_name(Surrender.verb, game)),
        (("N",), _("Pass the bank, or do not cut")),
        (("K",), _("Which hand is better?")),
        (("M", "L", "O", "P", "F"), _("Menu, log, results, pay tables, is it fair?")),
        (("Y", "X"), _("Real layout, more")),
        (("V",), _("Send a quick phrase")),
        (("?",), _("This help")),
        (("Esc",), _("Close the open panel")),
    )


NOT_FIELDS = frozenset({"verb", "key", "round", "choice", "low", "chips", "why", "contribution", "csrfmiddlewaretoken"})
Draws: TypeAlias = Callable[[], RoundChance | None]
"""A callable that draws the random outcomes of a round. It unseals a seed, so it is not called for commands without
chance.
"""
MONEY = frozenset({"amount", "cash"})


class Posted(Protocol):
    """The type of Django's `request.POST`."""

    def getlist(self, key: str) -> Sequence[Any]: ...
    def keys(self) -> Any: ...


def read_form(posted: Posted, viewer: str, state: TableState, draws: Draws | None = None) -> Command:
    """Return the command of a form.

    Fields of chance come from `draws`, which is called only for them, never from the form.
    """
    verb = _one(posted, "verb")
    kind = commands().get(verb)
    if kind is None:
        raise NotationError(_("there is no action %(verb)s") % {"verb": verb})
    given = {name: _one(posted, name) for name in posted.keys() if name not in NOT_FIELDS}  # noqa: SIM118
    if choice := _one(posted, "choice"):
        given |= dict(parse_qsl(choice, keep_blank_values=True))
    if verb in SETTING_VERBS and "setting" not in given:
        given["setting"] = _picked(posted.getlist("low"), given.get("position"), viewer, state)
    if verb != GiveSeed.verb:
        given.pop("commitment", None)  # sent along with the seed of a bet
    drawn = dict(kind.drawn)
    table = {name: _value(name, text, kind) for name, text in given.items() if name not in drawn}
    if drawn:
        chance = None if draws is None else draws()
        if chance is None:
            raise NotationError(_("%(verb)s needs a random draw") % {"verb": verb})
        table |= {name: list(getattr(chance, method)(state)) for name, method in drawn.items()}
    if viewer != FLOOR and not issubclass(kind, PlayerCommand):
        table["player"] = viewer
    return read_command({"by": viewer, "do": verb, **table}, state.game.kit)


def _one(posted: Posted, name: str) -> str:
    values = posted.getlist(name)
    return str(values[-1]) if values else ""


def _value(name: str, text: str, kind: type[Command]) -> Any:
    """Convert text to the type of value that the field holds."""
    hint = get_type_hints(kind).get(name, str)
    if name in MONEY:
        return read_money(text)
    try:
        if get_origin(hint) is tuple:
            each = get_args(hint)[0]
            return text if each not in (int, str) else [int(part) if each is int else part for part in text.split()]
        if hint is bool:
            return {"true": True, "false": False}[text]
        return int(text) if hint is int else text
    except (ValueError, KeyError):
        raise NotationError(_("%(text)s is not a valid %(field)s") % {"text": repr(text), "field": name}) from None


def read_money(text: str) -> int:
    """Parse cents from the value of a number field."""
    whole, dot, rest = text.strip().partition(".")
    return parse_cents(f"{whole}.{rest:0<2}" if dot else whole)


def read_chips(posted: Posted, viewer: str, command: Command) -> Command | None:
    """Return the amount of chips that a person who sits down wants to buy."""
    wanted = _one(posted, "chips") if command.verb == SitDown.verb else ""
    return BuyIn(player=viewer, amount=read_money(wanted)) if wanted else None


def _picked(places: Sequence[Any], position: str | None, viewer: str, state: TableState) -> str:
    """Return the setting whose low hand was picked by position, for a hand that the viewer may see."""
    at = _value("position", position, SetHand) if position else bank_position(state) if state.round is not None else 0
    pieces = known_pieces(seen_by(state, viewer).hands.get(at)) or ()
    picked = sorted({int(place) for place in places if str(place).isdecimal() and len(place) < 3})
    if len(picked) != 2 or picked[-1] >= len(pieces):
        raise NotationError(_("pick the two cards or tiles of the low hand"))
    high = (piece for place, piece in enumerate(pieces) if place not in picked)
    return " ".join(map(str, (*high, "/", *(pieces[place] for place in picked))))
