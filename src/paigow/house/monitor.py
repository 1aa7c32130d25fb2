"""`python -m paigow.house.monitor`: check once a day whether returns and randomness are as expected.

See gaming standards G17. A deviation raises an alarm: an event in the house's log, and a line in the server's. The
server starts it (`paigow.house.watch`) as a separate low-priority process.
"""

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from math import cbrt, sqrt
from typing import Any, Final

NICE: Final = 15
FEWEST: Final = 400
"""The number of shuffles below which their first card or tile says nothing."""
MAX_SHUFFLES: Final = 20_000
"""The number of a game's latest shuffles that are read."""
OUTSIDE: Final = 4.5
"""The number of standard deviations in either direction that raises an alarm: too even is as wrong as too uneven. By
chance this happens about once in 150,000 checks.
"""


@dataclass(frozen=True)
class Alarm:
    """A deviation that needs attention."""

    what: str
    about: dict[str, Any]


def deviation(counts: dict[str, int], shares: dict[str, int]) -> float:
    """Return the distance of counts from their expected shares: chi-square, as Wilson and Hilferty's normal deviate."""
    total, parts = sum(counts.values()), sum(shares.values())
    due = {name: total * share / parts for name, share in shares.items()}
    square = sum((counts.get(name, 0) - each) ** 2 / each for name, each in due.items())
    freedom = len(shares) - 1
    spread = 2 / (9 * freedom)
    return (cbrt(square / freedom) - (1 - spread)) / sqrt(spread)


def chance() -> Iterator[Alarm]:
    """Yield the first card or tile of every shuffle, over all finished rounds, by game."""
    from paigow.rules import STANDARDS
    from paigow.table.steps.mixing import Mix
    from paigow.table.steps.seeds import CloseSeeds
    from paigow.web.store import journal
    from paigow.web.store.models import StoredCommand, Table

    shuffles = (Mix.verb, CloseSeeds.verb)
    firsts: dict[str, Counter[str]] = {}
    shares: dict[str, dict[str, int]] = {}
    for table in Table.objects.order_by("-pk"):
        over = table.rounds.exclude(closed_at=None).order_by("number").values_list("last", flat=True).last() or 0
        game = STANDARDS[table.standard].game
        counts = firsts.setdefault(game, Counter())
        shares[game] = Counter(str(piece) for piece in journal.game_at(table).kit.full_set)
        mixes = StoredCommand.objects.filter(table=table, verb__in=shuffles, last__lte=over).order_by("-first")
        for row in mixes[: max(0, MAX_SHUFFLES - counts.total())].iterator(500):
            counts[str(_first(journal.command_data(table.slug, row)["order"]))] += 1
    for name, counts in firsts.items():
        if counts.total() >= FEWEST and abs(found := deviation(counts, shares[name])) > OUTSIDE:
            yield Alarm("chance", {"game": name, "shuffles": counts.total(), "deviation": f"{found:.2f}"})


def _first(order: Any) -> Any:
    return order.split()[0] if isinstance(order, str) else order[0]


def returns() -> Iterator[Alarm]:
    """Compare every kind of wager at every table whose exact odds are on file; start computing one of the others."""
    from paigow.web.staff.returns import compared
    from paigow.web.store import journal
    from paigow.web.store.models import Table
    from paigow.web.work.sheets import SHEET, Work

    begun = False
    for table in Table.objects.order_by("pk"):
        submission = journal.game_at(table).submission
        rows, known = compared(table, submission)
        if not known and not begun:
            begun = True
            Work(submission, SHEET).begin("house")
        for row in rows:
            if row.alarm and row.errors is not None and row.flow.rate is not None:
                about = {"table": table.slug, "wager": row.kind, "bank": row.bank, "wagers": row.flow.wagers}
                rate = f"{float(row.flow.rate):.4f}"
                yield Alarm("returns", {**about, "return": rate, "errors": f"{row.errors:.2f}"})


def monitor() -> int:
    """Log every alarm, and that the check is done; return the number of alarms."""
    import structlog

    from paigow.house.watch import MONITOR
    from paigow.web.people.events import Kind, note

    log = structlog.get_logger("paigow.monitor")
    alarms = 0
    for check in (returns, chance):
        for alarm in check():
            alarms += 1
            note(Kind.ALARM, "", {"alarm": alarm.what, **alarm.about})
            log.error(f"alarm: {alarm.what}", **alarm.about)
    note(Kind.CHECK, "", {"check": MONITOR, "stage": "done", "alarms": alarms})
    return alarms


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "paigow.web.settings")
    os.nice(NICE)
    import django

    django.setup()
    monitor()
