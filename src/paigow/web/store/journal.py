"""Reading and replaying a table's log; `appending` writes it."""

from collections.abc import Iterable, Iterator
from functools import lru_cache, reduce
from itertools import repeat
from typing import Any

from django.db.models import Max, QuerySet

from paigow.fairness import Trail
from paigow.record.wire import WIRE_VERSION, read_event, read_state, write_state
from paigow.rules import stored_submission
from paigow.table import Command, Event, Game, TableState, evolve, game_of
from paigow.table.driver import new_table
from paigow.web.fast.statements import NUMBER, Statement, row_of
from paigow.web.seals.sealing import (
    asked_place,
    before_place,
    canonical,
    chain_place,
    command_place,
    event_place,
    fingerprint,
    link,
    mark,
    marks,
    origin,
    seed_place,
    snapshot_place,
    unseal,
)
from paigow.web.store.models import (
    Snapshot,
    StoredChain,
    StoredCommand,
    StoredEvent,
    StoredRound,
    Table,
)

_GAMES: dict[str, Game] = {}


def game_at(table: Table) -> Game:
    """Return a table's game; submissions are shared by many tables and parsed once."""
    if table.submission_hash not in _GAMES:
        _GAMES[table.submission_hash] = game_of(stored_submission(table.submission))
    return _GAMES[table.submission_hash]


def asked_mark(slug: str, key: str, command: Command, payload: dict[str, Any]) -> str:
    """Return the mark of a request under a key, to recognise a repetition.

    It leaves out chance, which the client cannot know.
    """
    return mark(asked(command, payload).encode(), asked_place(slug, key))


def is_asked(slug: str, row: StoredCommand, command: Command, payload: dict[str, Any]) -> bool:
    """Return whether the row belongs to this command; older versions wrote a plain hash."""
    plain = asked(command, payload)
    return row.fingerprint in (*marks(plain.encode(), asked_place(slug, row.key)), plain)


def asked(command: Command, payload: dict[str, Any]) -> str:
    """Return the hash of a request, without the outcomes of chance."""
    drawn = {name for name, _ in type(command).drawn}
    return fingerprint({name: item for name, item in payload.items() if name not in drawn})


def links(
    slug: str,
    before: str,
    command: StoredCommand,
    payload: dict[str, Any],
    event: StoredEvent,
    data: dict[str, Any],
) -> Iterator[str]:
    """Yield the hash of each event in the chain.

    Then yield those it may have from an earlier key, or in plain text from an older version. A mark represents sealed
    data, so that nobody can find it by guessing.
    """
    forms: Iterable[tuple[dict[str, Any], dict[str, Any]]] = [(payload, data)]
    if command.sealed is not None or event.sealed is not None:
        commands = _chained(payload, command.sealed is not None, command_place(slug, command.first))
        forms = zip(commands, _chained(data, event.sealed is not None, event_place(slug, event.number)), strict=False)
    for said, happened in forms:
        came_of = origin(command.actor, command.person, command.key, command.at, said)
        yield link(before, event.number, came_of, happened)


def _chained(data: dict[str, Any], hidden: bool, place: str) -> Iterable[dict[str, Any]]:
    return [*({"mark": each} for each in marks(canonical(data), place)), data] if hidden else repeat(data)


def meter_changes(before: TableState, events: tuple[Event, ...]) -> list[dict[str, Any]]:
    """Return each meter after each event that changed it."""
    changes, state = [], before
    for event in events:
        then, state = state.meters, evolve(state, event)
        for name, meter in state.meters.items():
            if meter == then.get(name):
                continue
            kept = ("contributed", "display", "hits", "wins", "overflow", "reserve")
            changes.append({"number": state.sequence, "meter": name, **{part: getattr(meter, part) for part in kept}})
    return changes


ROUND = ("id", "number", "protocol", "commitment", "first", "last", "record_hash")
_ROUND = Statement(
    lambda table, number: StoredRound.objects.filter(table=table, number=number).order_by().values_list(*ROUND),
    NUMBER,
    NUMBER + 1,
)


def kept_round(table: Table, number: int) -> StoredRound:
    """Return a round's row with what closing it needs; the rest is loaded on demand."""
    for row in _ROUND(table.pk, number):
        return row_of(StoredRound, ROUND, row)
    raise StoredRound.DoesNotExist(f"{table.slug} has no round {number}")


def empty_state(table: Table) -> TableState:
    return new_table(game_at(table), table.slug)


def snapshot_state(snapshot: Snapshot) -> TableState:
    table = snapshot.table
    return read_state(unseal(snapshot.sealed, snapshot_place(table.slug, snapshot.sequence)), game_at(table))


def load_state(table: Table) -> TableState:
    """Load the state from the snapshot, if there is one in the current format, and the later events."""
    snapshot = Snapshot.objects.select_related("table").filter(table=table, form=WIRE_VERSION).first()
    if snapshot is not None and snapshot.sequence <= table.sequence:
        return catch_up(table, snapshot_state(snapshot))
    return catch_up(table, empty_state(table))


def catch_up(table: Table, state: TableState) -> TableState:
    """Apply the events that the state does not include yet."""
    return reduce(evolve, events_after(table, state.sequence), state)


def events_after(table: Table, number: int) -> list[Event]:
    """Return the events after this one, up to where the table's row is."""
    return [read_stored(table.slug, *row) for row in _NEW(table.pk, number, table.sequence)]


_NEW = Statement(
    lambda table, after, last: (
        StoredEvent.objects.filter(table=table, number__gt=after, number__lte=last)
        .order_by("number")
        .values_list("number", "data", "sealed")
    ),
    *range(NUMBER, NUMBER + 3),
)


def read_stored(slug: str, number: int, data: Any, sealed: bytes | memoryview | None) -> Event:
    """Return an event, from its columns."""
    return read_event(data if sealed is None else unseal(sealed, event_place(slug, number)))


def event_data(slug: str, row: StoredEvent) -> dict[str, Any]:
    found: Any = row.data if row.sealed is None else unseal(row.sealed, event_place(slug, row.number))
    return dict(found)


def event_of(slug: str, row: StoredEvent) -> Event:
    return read_event(event_data(slug, row))


def command_data(slug: str, row: StoredCommand) -> dict[str, Any]:
    found: Any = row.data if row.sealed is None else unseal(row.sealed, command_place(slug, row.first))
    return dict(found)


def read_events(slug: str, found: QuerySet[StoredEvent]) -> list[Event]:
    return [event_of(slug, row) for row in found.order_by("number")]


def state_before(table: Table, kept: StoredRound) -> TableState:
    """Return the state at which a round opened.

    If another version wrote it in another format, fold it from the events.
    """
    return read_state(data_before(table, kept), game_at(table))


def data_before(table: Table, kept: StoredRound) -> Any:
    """Return the state at which a round opened, as it is written today."""
    if kept.form == WIRE_VERSION:
        return unseal(kept.before, before_place(table.slug, kept.number, kept.software, kept.form))
    earlier = StoredEvent.objects.filter(table=table, number__lt=kept.first)
    return write_state(reduce(evolve, read_events(table.slug, earlier), empty_state(table)))


def server_seed(table: Table, number: int) -> bytes:
    """Return a round's seed, unsealed once per round in this process."""
    return _seed(table.pk, table.slug, number)


@lru_cache(maxsize=4096)
def _seed(pk: int, slug: str, number: int) -> bytes:
    for (sealed,) in _SEALED(pk, number):
        return bytes.fromhex(unseal(sealed, seed_place(slug, number)))
    raise StoredRound.DoesNotExist(f"{slug} has no round {number}")


_SEALED = Statement(
    lambda table, number: StoredRound.objects.filter(table=table, number=number).order_by().values_list("sealed"),
    NUMBER,
    NUMBER + 1,
)


def chained_seed(slug: str, tip: str, number: int) -> bytes:
    """Return the seed that the table's chain with this tip has fixed for a round."""
    return _trail(slug, tip).seed(number)


@lru_cache(maxsize=4096)
def _trail(slug: str, tip: str) -> Trail:
    """Return a chain's seeds, unsealed once for each chain in this process: it takes a hash for each of its rounds."""
    chain = StoredChain.objects.get(table__slug=slug, tip=tip)
    secret = bytes.fromhex(unseal(chain.sealed, chain_place(slug, chain.first)))
    return Trail(slug, chain.first, chain.first + chain.length - 1, secret)


def over_through(pks: set[int] | None = None) -> dict[int, int]:
    """Return, by table, the number of the last event of its last finished round.

    Up to there, nothing is hidden any more.
    """
    rounds = StoredRound.objects.exclude(closed_at=None)
    if pks is not None:
        rounds = rounds.filter(table__in=pks)
    return dict(rounds.order_by().values_list("table").annotate(end=Max("last")))
