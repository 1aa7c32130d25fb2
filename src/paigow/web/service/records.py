"""The record of a table, which anyone can replay and verify: the head, then a block for each finished round.

When a round closes, the hash of its block is stored with it. So any block can be written from its own rows, and the
hash chain is known without writing the earlier blocks.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from paigow.record.format import Head, block_lines, digest, entries, round_keys, seats, with_hash
from paigow.record.wire import read_command
from paigow.table import Event, TableState
from paigow.table.steps.closing import RoundClosed
from paigow.table.steps.seeds import protocol_of
from paigow.web.people.models import User, WalletEntry
from paigow.web.service.errors import NoSuchRound, NotYours
from paigow.web.service.loading import Action, Block, Gap, Known
from paigow.web.store import journal
from paigow.web.store.models import StoredCommand, StoredEvent, StoredRound, Table

SEAT = ("position", "player", "seed")  # as in a record


def block_of(table: Table, known: Known, before: TableState, event: RoundClosed, write: Callable[[], None]) -> Block:
    """Return the end of a round in the record, when the last of its actions has closed it.

    The actions since the round before are usually known, except for those of other processes, which are read; otherwise
    `write` writes this booking's, and all are read.
    """
    last = known.block
    if last is None:
        row = _before(table, event.number)
        last = Block(row.last or 0, row.record_hash) if row else Block(0, "")
    done: list[Action] = []
    if known.since != last.last:
        write()
        done = actions_of(table, last.last + 1, known.state.sequence)
    else:
        for part in known.actions:
            done += actions_of(table, part.first, part.last) if isinstance(part, Gap) else (part,)
    keys = round_keys(last.hash or _head_hash(table), before.current.commitment, event, protocol_of(before))
    return Block(known.state.sequence, _lines(keys, seats(known.state), done)[1])


def played_at(person: User, table: Table) -> bool:
    """Return whether the person has ever had chips at the table."""
    return WalletEntry.objects.filter(account__owner=person, table=table.slug).exists()


def may_read(person: User, table: Table) -> bool:
    """Return whether the person may read the record.

    It shows all hands, so it is for those who played at the table, the floor and auditors.
    """
    if person.has_perm("people.read_records") or person.has_perm("people.run_tables"):
        return True
    return played_at(person, table)


def require_may_read(person: User, table: Table) -> None:
    if not may_read(person, table):
        raise NotYours("only those who played there, the floor and auditors can see a table's record")


def finished(table: Table, number: int) -> StoredRound:
    found = StoredRound.objects.filter(table=table, number=number).exclude(record_hash="").first()
    if found is None:
        raise NoSuchRound("the table {slug} has no finished round {number}", slug=table.slug, number=number)
    return found


def last_finished(table: Table) -> int:
    last = table.rounds.exclude(record_hash="").order_by("-number").values_list("number", flat=True).first()
    return last or 0


def head_lines(table: Table) -> list[str]:
    return Head(table.slug, journal.game_at(table).submission).lines()


def round_lines(table: Table, number: int) -> list[str]:
    """Return the block of a finished round as it appears in the record."""
    return _block(table, finished(table, number), _before(table, number))[0]


def record_lines(table: Table, through: int, *, after: int = 0) -> Iterator[str]:
    """Yield the record from the opening of the table to the end of a round, or only the part after an earlier round."""
    if not after:
        yield from head_lines(table)
    for number in range(after + 1, through + 1):
        yield from round_lines(table, number)


def hash_of(table: Table, closed: StoredRound) -> str:
    """Return the hash of the block as it would be written now."""
    return _block(table, closed, _before(table, closed.number))[1]


def text_of(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def actions_of(table: Table, first: int, last: int) -> list[Action]:
    """Return the commands whose events have these numbers, together with the events."""
    kit = journal.game_at(table).kit
    commands = StoredCommand.objects.filter(table=table, first__gte=first, first__lte=last).order_by("first")
    happened: dict[int, list[Event]] = {}
    for row in StoredEvent.objects.filter(table=table, number__gte=first, number__lte=last).order_by("number"):
        happened.setdefault(row.command_id, []).append(journal.event_of(table.slug, row))
    return [
        (read_command(journal.command_data(table.slug, row), kit), tuple(happened.get(row.pk, ()))) for row in commands
    ]


def _before(table: Table, number: int) -> StoredRound | None:
    """Return the row of the previous round, whose events and hash the next one continues."""
    try:
        return journal.kept_round(table, number - 1)
    except StoredRound.DoesNotExist:
        return None


def _block(table: Table, closed: StoredRound, before: StoredRound | None) -> tuple[list[str], str]:
    """Return a round's block, which includes everything since the previous round, and its hash."""
    done = actions_of(table, (before.last or 0) + 1 if before else 1, closed.last or 0)
    event = next(event for _, events in done for event in events if isinstance(event, RoundClosed))
    previous = (before.record_hash if before else "") or _head_hash(table)
    seated = [{name: seat[name] for name in SEAT} for seat in closed.seats]  # a database may keep keys in another order
    return _lines(round_keys(previous, closed.commitment, event, closed.protocol), seated, done)


def _head_hash(table: Table) -> str:
    return digest(head_lines(table))


def _lines(keys: dict[str, Any], seated: list[dict[str, Any]], done: Sequence[Action]) -> tuple[list[str], str]:
    log = [line for command, events in done for line in entries(command, events)]
    return with_hash(block_lines(keys, seated, log))
