"""Tables: list them, view them, see what you may do, and do it."""

from collections.abc import Iterable
from dataclasses import asdict
from typing import Annotated, Any

from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from ninja import Header, Path, Query, Router, Status

from paigow.record.wire import build_command, command_table
from paigow.rules import build_submission
from paigow.table import Offer, TableState, legal_commands
from paigow.table.core.model import FLOOR
from paigow.table.view import view
from paigow.web.api.access import OPEN, PLAY, RUN, note_presence, person_of, reader_of, viewer_of
from paigow.web.api.answers import StaleFor, answers
from paigow.web.api.schemas import (
    MAX_SAFE_INTEGER,
    SLUG,
    As,
    CommandIn,
    Done,
    History,
    Legal,
    PaceAct,
    PaceState,
    SayIn,
    Seat,
    StandardTable,
    SubmittedTable,
    TablePage,
    TableWhole,
)
from paigow.web.api.view_schemas import View
from paigow.web.people import display
from paigow.web.service import floor, hosting, seats, tables
from paigow.web.service.attendance import Pace, attendance_of, is_bot
from paigow.web.service.authority import found_by, own_key, point_by, require_may_give, require_may_open
from paigow.web.service.booking import within_means
from paigow.web.service.errors import NotYours, Stale, TableExists
from paigow.web.store.models import Table

router = Router(tags=["tables"])
Slug = Annotated[str, Path(pattern=SLUG, example="maryland-tiles")]
Limit = Annotated[int, Query(ge=1, le=500)]
Number = Annotated[int, Query(ge=0, le=MAX_SAFE_INTEGER)]
AsWhom = Annotated[As, Query(alias="as")]


@router.get("", response=answers({200: TablePage}), auth=OPEN)
def list_tables(request: HttpRequest, closed: bool = False, offset: Number = 0, limit: Limit = 100) -> Any:
    """Return the open tables, or the closed ones."""
    rows = Table.objects.filter(closed_at__isnull=not closed).order_by("pk")
    reader = reader_of(request)
    found = list(rows.filter(hosting.visible_to(reader.get_username()))[offset : offset + limit + 1])
    return {"tables": found[:limit], "next": offset + limit if len(found) > limit else None}


@router.post("", response=answers({201: TableWhole}), auth=RUN)
def open_table(request: HttpRequest, body: StandardTable | SubmittedTable) -> Any:
    """Open a table with the rules of a standard or a submission. For operators and the floor."""
    person = person_of(request)
    require_may_open(person)
    about: dict[str, Any] = {"title": body.title, "count": body.bots, "request": request}
    if body.pace:
        about["pace"] = Pace(**body.pace.model_dump())
    try:
        table = floor.open_table(body.slug, build_submission(body.rules()), person, **about)
    except IntegrityError:
        raise TableExists(f"there is a table {body.slug!r} already") from None
    return Status(201, whole(table))


@router.get("/{slug}", response=answers({200: TableWhole}), auth=OPEN)
def get_table(request: HttpRequest, slug: Slug) -> Any:
    """Return one table, with its seats and its rules."""
    return whole(found_by(reader_of(request), slug))


@router.get("/{slug}/seats", response=answers({200: list[Seat]}), auth=OPEN)
def list_seats(request: HttpRequest, slug: Slug) -> Any:
    """Return who sits where."""
    return _seats(tables.state_at(point_by(reader_of(request), slug)))


@router.get("/{slug}/view", response=answers({200: View}), auth=OPEN)
def get_view(request: HttpRequest, slug: Slug, as_: AsWhom = "player") -> Any:
    """Return the table as the token's owner sees it, or with `as=floor` as the floor does.

    Without a token, as a spectator does.
    """
    table = point_by(reader_of(request), slug)
    return view(tables.state_at(table), viewer_of(request, as_))


@router.get("/{slug}/legal", response=answers({200: Legal}))
def get_legal(request: HttpRequest, slug: Slug, as_: AsWhom = "player") -> Any:
    """Return everything the token's owner (with `as=floor`, the floor) may do now, within rules, wallet and limits."""
    person = person_of(request)
    actor = viewer_of(request, as_)
    table = point_by(person, slug)
    state = tables.state_at(table)
    offers: Iterable[Offer] = legal_commands(state, actor) if table.closed_at is None else ()
    if actor == person.username:
        offers = within_means(person, offers, timezone.now())
    return {"sequence": state.sequence, "actor": actor, "offers": [_offer(each) for each in offers]}


@router.post("/{slug}/commands", response=answers({200: Done}), auth=PLAY)
def give_command(
    request: HttpRequest,
    slug: Slug,
    body: CommandIn,
    key: Annotated[str, Header(alias="Idempotency-Key", min_length=1, max_length=40, pattern=r"^[!-~]+$")],
) -> Any:
    """Act at the table, once: the same command with the same key gets the same answer.

    `expected` is the number of the last event the client has seen; if the table has moved on, the command is refused
    and the response contains the current view.
    """
    person = person_of(request)
    for_floor = body.as_ == "floor"
    viewer = viewer_of(request, body.as_)
    table = point_by(person, slug)
    command = build_command(body.fields(), person.username, tables.state_at(table).game.kit, to_draw=True)
    require_may_give(person, command)
    if (command.by == FLOOR) is not for_floor:
        raise NotYours(f"{command.verb} is for {command.by} to do: the command says as whom it is given with “as”")
    try:
        if for_floor:
            options: dict[str, Any] = {"expected": body.expected, "why": body.why, "request": request}
            receipt = floor.give(slug, command, person, key, **options)
        else:
            chosen = own_key(person, key)
            own = body.contribution
            sent = tables.Contribution(own.seed, own.commitment) if own else None
            given: dict[str, Any] = {"person": person.username, "key": chosen, "expected": body.expected}
            receipt = tables.submit(slug, command, **given, seed=sent)
    except Stale as error:
        raise StaleFor(_never(body.expected, error), slug, viewer) from error
    note_presence(person)
    return {"receipt": asdict(receipt) | {"key": key}, "view": view(tables.last_known(table), viewer)}


@router.post("/{slug}/pace", response=answers({200: PaceState}), auth=PLAY)
def set_pace(request: HttpRequest, slug: Slug, body: PaceAct) -> Any:
    """Say that the token's owner has finished betting (`deal`), wants to skip the reveal, sits out, or plays again.

    Repeating it is harmless, and it is not part of the record.
    """
    person = person_of(request)
    point_by(person, slug)
    seats.act(slug, person.username, body.act, body.round)
    note_presence(person)
    table = tables.find(slug)
    known = attendance_of(table, person.username)
    return {"sequence": table.sequence, "awaited": table.awaited, "deadline_at": table.deadline_at, "out": known.out}


@router.post("/{slug}/say", response=answers({204: None}), auth=PLAY)
def say(request: HttpRequest, slug: Slug, body: SayIn) -> Any:
    """Show a quick phrase or reaction to everybody at the table; not while hands are in play."""
    person = person_of(request)
    point_by(person, slug)
    seats.say(slug, person.username, body.code)
    return HttpResponse(status=204)


@router.get("/{slug}/history", response=answers({200: History}), auth=OPEN)
def get_history(request: HttpRequest, slug: Slug, after: Number = 0, limit: Limit = 100, as_: AsWhom = "player") -> Any:
    """Return the events the token's owner (without a token, a spectator) may see, by event number."""
    viewer = viewer_of(request, as_)
    table = found_by(reader_of(request), slug)
    events = tables.log_of(slug, viewer, after=after, most=limit)
    last = events[-1]["sequence"] if events else table.sequence
    return {
        "events": events,
        "next": last if last < table.sequence else None,
        "sequence": max(last, table.sequence),
    }


def _never(expected: int, error: Stale) -> Stale:
    """Return an error that names the last event if the expected one is beyond it."""
    if expected <= error.sequence:
        return error
    return Stale(f"there is no event {expected} yet: the last one is {error.sequence}", error.sequence)


def _offer(offer: Offer) -> dict[str, Any]:
    command = offer.command
    drawn = {name for name, _ in command.drawn}
    shown = {name: item for name, item in command_table(command).items() if name != "by" and name not in drawn}
    amounts = offer.amounts
    span = None if not amounts else {"least": amounts[0], "most": amounts[-1], "step": amounts.step}
    return {
        "command": shown,
        "amounts": span,
        "no_multiples_of": offer.no_multiples_of,
        "free": [name for name in offer.chance if name not in drawn],
        "form": offer.form,
    }


def _seats(state: TableState) -> list[dict[str, Any]]:
    """Return every seat, including the house's box.

    Players cannot wager there while the house banks (NZ-11.1.b), but may sit and bank.
    """
    display.load(state.players)
    found = []
    for position in state.game.betting:
        player = state.at(position)
        name = player.name if player else None
        away = bool(player and player.away)
        bot = name is not None and is_bot(name)
        shown = display.called(name) if name is not None else None
        found.append({"position": position, "player": name, "shown": shown, "bot": bot, "away": away})
    return found


def whole(table: Table) -> dict[str, Any]:
    state = tables.state_at(table)
    names = ("slug", "title", "standard", "standard_version", "submission_hash", "opened_at", "closing", "closed_at")
    return {name: getattr(table, name) for name in names} | {
        "sequence": state.sequence,
        "phase": state.phase.value,
        "rounds": state.rounds,
        "minimum": state.game.options.minimum,
        "maximum": state.game.options.maximum,
        "seats": _seats(state),
        "awaited": table.awaited,
        "deadline_at": table.deadline_at,
        "submission": table.submission,
    }
