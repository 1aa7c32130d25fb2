"""The history of a table: a round step by step, and the proof of its deal."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery

from paigow.fairness import Chain
from paigow.fairness.encoding import PROTOCOLS
from paigow.record.seeds import REMOVALS, STEERING, RoundSeedReport, SeedWatch
from paigow.record.wire import read_command
from paigow.table import Command, Event, TableState, evolve
from paigow.table.boxes.dealer_sets import SetForPlayer
from paigow.table.boxes.disturbances import HandDisturbed, HandsMixed
from paigow.table.boxes.staking import BankUncovered
from paigow.table.cards.card_cut import RecutRequired, ShuffleDirected
from paigow.table.cards.decks import ReportFault, ShuffleFailed
from paigow.table.chance import RoundChance
from paigow.table.steps.mixing import REVISION, RoundOpened
from paigow.table.steps.seeds import SeedGiven, SeedsClosed
from paigow.table.steps.setting import SetHouseHand
from paigow.table.steps.stacks import StacksCut
from paigow.table.steps.wagers import WagerPlaced
from paigow.web.service import tables
from paigow.web.service.errors import NoSuchRound
from paigow.web.store import journal
from paigow.web.store.models import StoredChain, StoredCommand, StoredEvent, StoredRound, Table

LOOKED_BACK, SEATS = 1000, 10
"""The number of earlier rounds, and seeds in each, that a proof searches for reused seeds. `paigow verify` searches a
whole record."""

PROOFS = 240
"""The number of proofs per minute that one address may have; each repeats a round."""

BEGUN = (SeedGiven, WagerPlaced, RecutRequired, ShuffleDirected)
"""Events that show that betting has begun. The house may hold back the first bet; then it orders another cut."""
ONCE_BETTING = (StacksCut, BankUncovered, HandsMixed, HandDisturbed)
"""Choices that are made only once bets are open."""


@dataclass(frozen=True, slots=True)
class Step:
    """One command of a round, its events, and the states before and after it."""

    row: StoredCommand
    command: Command
    before: TableState
    events: tuple[Event, ...]
    after: TableState


def finished_round(table: Table, number: int) -> StoredRound:
    """Return a finished round; before it is finished, nobody sees more of it than the table shows."""
    kept = StoredRound.objects.filter(table=table, number=number).exclude(seed="").first()
    if kept is None:
        raise NoSuchRound("round {number} of {slug} is not finished or does not exist", number=number, slug=table.slug)
    return kept


def steps(table: Table, kept: StoredRound) -> Iterator[Step]:
    """Yield the steps of the round, replayed from its opening."""
    state = journal.state_before(table, kept)
    last = kept.last or table.sequence
    rows = StoredEvent.objects.filter(table=table, number__gte=kept.first, number__lte=last).select_related("command")
    by_command: dict[int, list[StoredEvent]] = {}
    for row in rows.order_by("number"):
        by_command.setdefault(row.command.first, []).append(row)
    for group in by_command.values():
        origin, before = group[0].command, state
        events = tuple(journal.event_of(table.slug, row) for row in group)
        for event in events:
            state = evolve(state, event)
        command = read_command(journal.command_data(table.slug, origin), state.game.kit)
        yield Step(origin, command, before, events, state)


def chains(table: Table) -> list[dict[str, Any]]:
    """Return the published chains of a table's server seeds, oldest first."""
    return [
        {
            "table": table.slug,
            "first": row.first,
            "length": row.length,
            "tip": row.tip,
            "published_at": row.at.isoformat(),
            "event": row.number,
            "signature": row.signature,
            "key": row.key,
        }
        for row in StoredChain.objects.filter(table=table).order_by("first")
    ]


def voids(rounds: QuerySet[StoredRound]) -> list[dict[str, Any]]:
    """Return the causes of void rounds, most frequent first.

    Each comes with its number of void rounds, and the number of those voided when the house could already know the
    deal.
    """
    causes = rounds.exclude(void="").order_by().values("void")
    counted = causes.annotate(rounds=Count("pk"), known=Count("pk", filter=Q(known=True)))
    return [dict(each) for each in counted.order_by("-rounds", "void")]


def unseeded(tables_: Iterable[Table]) -> list[dict[str, Any]]:
    """Return how many rounds each person played at each table without a valid seed."""
    found: Counter[tuple[str, str]] = Counter()
    for table in tables_:
        for row in StoredEvent.objects.filter(table=table, kind=SeedsClosed.__name__).order_by("number").iterator():
            closed = journal.event_of(table.slug, row)
            if isinstance(closed, SeedsClosed):
                found.update((table.slug, player) for player in closed.missing)
    return [{"table": slug, "player": player, "rounds": rounds} for (slug, player), rounds in sorted(found.items())]


def steered(tables_: Iterable[Table]) -> int:
    """Return how often the house chose a cut, card, hand or the like after the deal of a finished round was known."""
    return sum(_steered(table) for table in tables_)


def _steered(table: Table) -> int:
    """Watch again those rounds in which such a choice may have come after betting began; usually there are few."""
    events = StoredEvent.objects.filter(table=table)
    chosen = events.filter(command__verb__in=[kind.verb for kind in (*STEERING, *REMOVALS, ReportFault)])
    begun = events.filter(kind__in=[kind.__name__ for kind in BEGUN], round_number=OuterRef("round_number"))
    after = chosen.filter(Exists(begun.filter(number__lt=OuterRef("number"))))
    during = events.filter(kind__in=[kind.__name__ for kind in ONCE_BETTING])
    given = Q(command__data__has_key="setting") | Q(command__data=None)  # otherwise, it is the house way
    house_set = events.filter(Q(command__verb=SetHouseHand.verb) & given | Q(command__verb=SetForPlayer.verb))
    late = (after | during | house_set).values("round_number")
    rounds = StoredRound.objects.filter(table=table, number__in=late).exclude(seed="")
    reports = (_watched(table, kept) for kept in rounds.order_by("number"))
    return sum(report.steered for report in reports if report)


def unfinished(tables_: Iterable[Table], before: datetime) -> list[dict[str, Any]]:
    """Return the rounds that are not finished, at tables where nothing has happened since then.

    A house that dislikes a deal can leave the round as it is. Its record ends with the round before.
    """
    rows = StoredRound.objects.filter(table__in=[table.pk for table in tables_], closed_at=None)
    last = StoredEvent.objects.filter(table=OuterRef("table"), number=OuterRef("table__sequence"))
    idle = rows.annotate(acted=Subquery(last.values("command__at"))).filter(acted__lt=before)
    return [
        {"table": row.table.slug, "round": row.number, "opened_at": row.opened_at.isoformat()}
        for row in idle.select_related("table").order_by("table__slug")
    ]


def older_terms(tables_: Iterable[Table]) -> list[dict[str, Any]]:
    """Return the rounds that were opened under an older protocol or an older revision of the rules than the newest."""
    found: Counter[tuple[str, int, int]] = Counter()
    for table in tables_:
        opened = StoredEvent.objects.filter(table=table, kind=RoundOpened.__name__).order_by("number")
        revisions = {data["number"]: data.get("revision", 0) for data in opened.values_list("data", flat=True) if data}
        for number, protocol in table.rounds.values_list("number", "protocol"):
            found[table.slug, protocol, revisions.get(number, 0)] += 1
    return [
        {"table": slug, "protocol": protocol, "revision": revision, "rounds": rounds}
        for (slug, protocol, revision), rounds in sorted(found.items())
        if protocol < PROTOCOLS[-1] or revision < REVISION
    ]


def _watched(table: Table, kept: StoredRound) -> RoundSeedReport | None:
    watch, report = SeedWatch(used=_used_before(table, kept)), None
    for step in steps(table, kept):
        report = watch.see(step.before, step.command, step.events) or report
    return report


def published_chain(table: Table, number: int) -> Chain | None:
    """Return the chain that fixes a round's seed, if there is one."""
    row = StoredChain.objects.filter(table=table, first__lte=number).order_by("first").last()
    if row is None or number >= row.first + row.length:
        return None
    return Chain(table.slug, row.first, row.length, bytes.fromhex(row.tip))


def proof(slug: str, number: int) -> dict[str, Any]:
    """Return everything needed to recompute the random outcomes of a finished round, and the deal itself."""
    table = tables.find(slug)
    kept = finished_round(table, number)
    seed = bytes.fromhex(kept.seed)
    draws: list[dict[str, Any]] = []
    seats: tuple[tuple[int, str], ...] = ()
    watch = SeedWatch(used=_used_before(table, kept))
    report: RoundSeedReport | None = None
    for step in steps(table, kept):
        report = watch.see(step.before, step.command, step.events) or report
        failed = any(isinstance(event, ShuffleFailed) for event in step.events)
        for name, what in (("", "order"),) if failed else step.command.drawn:
            chance = RoundChance(step.before, seed)
            seats = chance.seeds.seat_seeds or seats
            draw = chance.draw(what, step.before)
            fell = getattr(step.command, name) if name else ()
            laid = [str(piece) for piece in fell] if what in ("order", "laja", "deal") else []
            data: dict[str, Any] = {"use": draw.use.value, "repetition": draw.repetition, "size": draw.size}
            if kept.protocol > 1:
                data["early"] = not (step.before.current.seeds.closed or what == "deal")
            draws.append({**data, "values": [] if failed else list(draw.values), "pieces": laid})
    return {
        "protocol": kept.protocol,
        "table": slug,
        "round": number,
        "server_seed": kept.seed,
        "commitment": kept.commitment,
        "submission": kept.submission_hash,
        "seat_seeds": [list(seat) for seat in seats],
        "draws": draws,
        "set": [str(piece) for piece in journal.game_at(table).kit.full_set],
        "chain": next((each for each in reversed(chains(table)) if each["first"] <= number), None),
        "seats": [{"place": place, "seed": worth.value} for place, worth in report.seats] if report else [],
        "void": kept.void,
        "known": kept.known,
        "redrawn": report.redrawn if report else 0,
        "steered": report.steered if report else 0,
    }


def _used_before(table: Table, kept: StoredRound) -> set[str]:
    """Return the seeds that were said earlier at the table, even in void rounds; a reused seed does not count."""
    before = StoredEvent.objects.filter(table=table, number__lt=kept.first).order_by("-number")
    void = StoredRound.objects.filter(table=table, number__lt=kept.number).exclude(void="").order_by("-number")
    unused = Q(kind=SeedGiven.__name__, round_number__in=list(void.values_list("number", flat=True)[:LOOKED_BACK]))
    closed = before.filter(kind=SeedsClosed.__name__)[:LOOKED_BACK]
    seeds = set[str]()
    for row in (*closed, *before.filter(unused)[: LOOKED_BACK * SEATS]):
        match journal.event_of(table.slug, row):
            case SeedsClosed(seats=seats):
                seeds.update(seed for _, seed in seats)
            case SeedGiven(seed=seed):
                seeds.add(seed)
    return seeds
