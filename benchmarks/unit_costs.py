"""What a round, a command, a watcher and a page cost the site, and where the cost arises.

    python -m benchmarks.unit_costs [--rounds 40] [--quick]
    python -m tools.with_postgres python -m benchmarks.unit_costs

The real service on a real database, in one process and without a server around it. A round is played by four bots at a
table with the brisk pace of a practice table. Processor time is printed in milliseconds, of this process and of the
database's, with the bytes that the database wrote; next to it the ratio to an empty transaction, or for a page to an
empty request, of the same run, and for what is sent its size. Other work on the machine changes the milliseconds, but
hardly the ratios. On PostgreSQL the last line compares how many commands one process carries out in a second, one after
the other, with what pgbench commits with one client.
"""

import argparse
import os
import tempfile
import uuid
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial, wraps
from time import perf_counter, process_time
from typing import Any

import psutil  # type: ignore[import-untyped]

from benchmarks.web import commits_a_second
from paigow.rules import STANDARDS, load_submission

ROUNDS, QUICK = 40, 2
WARM_UP = 3
REPEATED = 200
WATCHERS = 100
BOTS = 4


class Database:
    """The database's own processor time and what it has written, since it was last asked."""

    def __init__(self) -> None:
        from django.db import connection

        self._connection = connection
        self.name = "PostgreSQL" if connection.vendor == "postgresql" else "SQLite"
        self._server: Any = None
        if connection.vendor == "postgresql":
            self._server = psutil.Process(int(self._value("SELECT pg_backend_pid()")))

    def _value(self, query: str) -> Any:
        with self._connection.cursor() as cursor:
            cursor.execute(query)
            return cursor.fetchone()[0]

    def seconds(self) -> float:
        """SQLite runs in this process, whose time counts already."""
        if self._server is None:
            return 0.0
        times = self._server.cpu_times()
        return float(times.user + times.system)

    def written(self) -> int:
        """Bytes of PostgreSQL's log, or all that this process has written, which is SQLite's files."""
        if self._server is not None:
            return int(self._value("SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint"))
        return int(psutil.Process().io_counters().write_chars)


@dataclass(frozen=True, slots=True)
class Cost:
    """What one of something costs."""

    seconds: float
    database: float = 0.0
    written: float = 0.0

    @property
    def total(self) -> float:
        return self.seconds + self.database


class Meter:
    """Measures work, and how much of it happens inside some functions."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.inside: Counter[str] = Counter()

    def cost(self, work: Callable[[], object], times: int) -> Cost:
        self.inside.clear()
        written, database, began = self.database.written(), self.database.seconds(), process_time()
        for _ in range(times):
            work()
        taken = process_time() - began
        used = self.database.seconds() - database
        return Cost(taken / times, used / times, (self.database.written() - written) / times)

    @contextmanager
    def parted(self, *places: tuple[str, Any, str]) -> Iterator[None]:
        """Add up what these functions use, each under the name of its part; a part inside another is not counted."""
        usual = [(owner, name, getattr(owner, name)) for _, owner, name in places]
        open_parts: list[str] = []
        for part, owner, name in places:
            setattr(owner, name, self._counted(getattr(owner, name), part, open_parts))
        try:
            yield
        finally:
            for owner, name, function in usual:
                setattr(owner, name, function)

    def _counted(self, function: Callable[..., Any], part: str, open_parts: list[str]) -> Callable[..., Any]:
        @wraps(function)
        def counted(*args: Any, **kwargs: Any) -> Any:
            if open_parts:
                return function(*args, **kwargs)
            open_parts.append(part)
            began = process_time()
            try:
                return function(*args, **kwargs)
            finally:
                self.inside[part] += process_time() - began  # type: ignore[assignment]
                open_parts.pop()

        return counted


def figure(value: float, places: int) -> str:
    """Return a figure with so many decimal places, or more if it is small."""
    return f"{value:.{places if value >= 0.05 else 5}f}"


def line(name: str, cost: Cost, unit: Cost, what: str) -> None:
    here, ratio = figure(cost.seconds * 1000, 2), figure(cost.total / unit.total, 1)
    database = f"{cost.database * 1000:8.2f}" if cost.database else f"{'':8}"
    written = f"{cost.written:10,.0f}" if cost.written >= 1 else f"{'':10}"
    print(f"  {name:<44}{here:>9}{database}{written}  {ratio:>7} {what}", flush=True)


class Played:
    """A table at which bots play, dealt by hand."""

    def __init__(self, standard: str, name: str = "") -> None:
        from paigow.web.service import bots, tables
        from paigow.web.service.attendance import PRESETS
        from paigow.web.service.dealer import Desk

        self.slug = f"costs-{name or standard}"
        self.tables = tables
        pace = replace(PRESETS["brisk"], always=True, misses=1_000_000)
        tables.open_table(self.slug, load_submission(standard), "the house", pace=pace, bots=bots.styles(BOTS))
        self.desk = Desk(f"dealer-{name or standard}")
        self.table = tables.find(self.slug)
        self.now = self.table.opened_at
        self.desk.beat(self.now)

    def visit(self) -> Any:
        """Let the dealer do what is due next, some seconds later; return the state after it."""
        self.now += timedelta(seconds=5)
        self.desk.attend(self.slug, self.now)
        return self.tables.last_known(self.table)  # of this process, without a query of its own

    def round(self) -> None:
        """Play until another round is over."""
        rounds = self.tables.last_known(self.table).rounds
        while (state := self.visit()).round is not None or state.rounds <= rounds:
            pass


def rounds(meter: Meter, empty: Cost, times: int) -> None:
    """Print what a round of each game costs, and which part of the site causes it."""
    from django.db import connection

    from paigow.bots import Bot
    from paigow.web.service import booking, notices, records
    from paigow.web.store import appending

    for standard in STANDARDS:
        played = Played(standard)
        for _ in range(WARM_UP):
            played.round()
        sequence = played.tables.state_of(played.slug).sequence
        line(f"a round of {standard}", meter.cost(played.round, times), empty, "empty transactions")
        events = (played.tables.state_of(played.slug).sequence - sequence) / times
        places = (
            ("engine", booking, "perform"),
            ("engine", Bot, "__call__"),
            ("encoding and sealing", appending.Pages, "add"),
            ("storage", appending.Pages, "write"),
            ("record", records, "block_of"),
            ("closing a round", booking, "close_round"),
            ("commit", connection, "commit"),
            ("streaming", notices, "publish"),
        )
        with meter.parted(*places):
            whole = meter.cost(played.round, times)
        for part in dict.fromkeys(part for part, _, _ in places):
            line(f"  {part}", Cost(meter.inside[part] / times), empty, "")
        rest = whole.seconds - sum(meter.inside.values()) / times
        line(f"  the rest ({events:.0f} events)", Cost(rest), empty, "")


def commands(meter: Meter, empty: Cost, times: int) -> None:
    """Print what one command of a person costs: a wager that is raised and lowered."""
    from paigow.table import Phase
    from paigow.table.steps.seating import BuyIn, SitDown
    from paigow.table.steps.wagers import PlaceWager
    from paigow.web.people.registration import sign_up

    played = Played("dealer-open", "commands")
    tables, slug = played.tables, played.slug
    sign_up("ann", "nine brass tiles")
    played.round()
    place = next(place for place in tables.state_of(slug).game.seats if tables.state_of(slug).at(place) is None)
    for command in (SitDown(player="ann", position=place), BuyIn(player="ann", amount=500_000)):
        tables.submit(slug, command, person="ann", key=uuid.uuid4().hex)
    while played.visit().phase is not Phase.BETTING:
        pass
    amounts = [1_000, 1_500]

    def wager() -> None:
        amounts.reverse()
        command = PlaceWager(player="ann", position=place, amount=amounts[0])
        tables.submit(slug, command, person="ann", key=uuid.uuid4().hex)

    wager()
    line("a command", meter.cost(wager, times), empty, "empty transactions")
    if meter.database.name == "PostgreSQL":
        began = perf_counter()
        for _ in range(times):
            wager()
        rate = times / (perf_counter() - began)
        plain = commits_a_second(os.environ["DATABASE_URL"], clients=1, seconds=3)
        print(f"  {rate:,.0f} commands a second, {rate / plain:.1%} of the {plain:,.0f} commits of pgbench", flush=True)


class Watched(Played):
    """A table at which a person plays, drawn for that person and for a visitor whenever something has happened."""

    def __init__(self, standard: str) -> None:
        from django.contrib.auth.models import AnonymousUser
        from django.contrib.sessions.backends.db import SessionStore
        from django.test import RequestFactory

        from paigow.bots import Bot
        from paigow.table.steps.seating import BuyIn, SitDown
        from paigow.web.people.models import User
        from paigow.web.people.registration import sign_up
        from paigow.web.service import seats

        super().__init__(standard, f"drawn-{standard}")
        self.stay = partial(seats.act, self.slug, f"ann-{standard}", seats.DEAL_ME_IN)
        self.person, self.seconds, self.bytes = f"ann-{standard}", Counter[str](), Counter[str]()
        self.drawn = 0
        self.acts = Bot(self.person, "house-way", seed=self.slug)
        sign_up(self.person, "nine brass tiles")
        self.round()
        state = self.tables.state_of(self.slug)
        place = next(place for place in state.game.seats if state.at(place) is None)
        self.submit(SitDown(player=self.person, position=place))
        self.submit(BuyIn(player=self.person, amount=500_000))
        self.requests = []
        for viewer in (User.objects.get(username=self.person), AnonymousUser()):
            request: Any = RequestFactory().get("/")
            request.user, request.session = viewer, SessionStore()
            self.requests.append((request, viewer.get_username()))

    def round(self) -> None:
        """Play a round and ask to be dealt into the next: a player who misses a bet sits out."""
        super().round()
        if hasattr(self, "requests"):
            self.stay()

    def submit(self, command: Any) -> None:
        self.tables.submit(self.slug, command, person=self.person, key=uuid.uuid4().hex)

    def visit(self) -> Any:
        """Let the dealer do what is due next, then the person as long as there is something to do."""
        state = super().visit()
        if hasattr(self, "requests"):
            self.draw(state)
            while state.round is not None and (command := self.acts(state, self.person)) is not None:
                self.submit(command)
                state = self.tables.state_of(self.slug)
                self.draw(state)
        return state

    def draw(self, state: Any) -> None:
        from paigow.web.pages.play import draw

        table = self.tables.find(self.slug)
        self.drawn += 1
        for request, viewer in self.requests:
            began = process_time()
            drawn = draw(request, table, state, viewer)
            self.seconds[viewer] += process_time() - began  # type: ignore[assignment]
            self.bytes[viewer] += len(drawn.encode())


def drawings(meter: Meter, empty: Cost, times: int) -> None:
    """Print what it costs to redraw a table whenever something has happened, for a player and for a visitor."""
    for standard in STANDARDS:
        watched = Watched(standard)
        watched.round()
        watched.seconds.clear()
        watched.bytes.clear()
        watched.drawn = 0
        for _ in range(times):
            watched.round()
        for viewer, who in ((watched.person, "a player"), ("", "a visitor")):
            cost = Cost(watched.seconds[viewer] / watched.drawn)
            about = f"({watched.drawn / times:.1f} a round, {watched.bytes[viewer] / watched.drawn:,.0f} bytes sent)"
            line(f"a drawing for {who} of {standard}", cost, empty, about)


def pages(meter: Meter, empty: Cost, times: int) -> None:
    """Print what pages cost beside an empty request."""
    from django.test import Client

    client = Client(headers={"host": "localhost"})

    def get(path: str) -> Callable[[], int]:
        def ask() -> int:
            """Return the number of bytes of the answer."""
            answer = client.get(path)
            assert answer.status_code == 200, (path, answer.status_code)
            return len(answer.content)

        return ask

    get("/healthz")()
    request = meter.cost(get("/healthz"), times)
    line("an empty request", request, empty, "empty transactions")
    for name, path in (("the lobby", "/"), ("a table", "/tables/costs-maryland-tiles/")):
        size = get(path)()
        cost = meter.cost(get(path), max(1, times // 4))
        line(f"a page: {name}", cost, request, f"empty requests, {size:,} bytes sent")


def watchers(meter: Meter, empty: Cost, times: int) -> None:
    """Print what it costs to encode an event once, and to hand it to one more watcher."""
    from paigow.web.live.feeds import Feed, frame
    from paigow.web.service.notices import news_after

    news = list(news_after("costs-maryland-tiles", 0))[-50:]
    line("an event, encoded for everybody", _each(meter, lambda: [frame(each) for each in news], times, 50), empty, "")
    feed = Feed("costs-maryland-tiles", news[-1].number)
    feed.frames.extend(frame(each) for each in news)
    last = news[-1].number - 1

    def hand_out() -> None:
        for watcher in range(WATCHERS):
            feed.since(last).to(f"watcher-{watcher}")

    size = sum(len(each.public) for each in feed.frames) / len(feed.frames)
    about = f"({size:,.0f} bytes sent; the socket is not counted: benchmarks.watchers)"
    line("an event, for one more watcher", _each(meter, hand_out, times, WATCHERS), empty, about)


def _each(meter: Meter, work: Callable[[], object], times: int, each: int) -> Cost:
    cost = meter.cost(work, times)
    return Cost(cost.seconds / each)


def measure(times: int, repeated: int) -> None:
    from django.db import connection, transaction

    database = Database()
    meter = Meter(database)

    def nothing() -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT 1")

    for _ in range(WARM_UP):
        nothing()
    empty = meter.cost(nothing, repeated * 5)
    print(f"{database.name}: processor time here and in the database (ms), bytes written, ratio")
    line("an empty transaction", empty, empty, "")
    rounds(meter, empty, times)
    commands(meter, empty, repeated)
    watchers(meter, empty, repeated)
    drawings(meter, empty, times)
    pages(meter, empty, repeated)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="benchmarks.unit_costs", description="What the site's work costs.")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--quick", action="store_true", help="two rounds of each game, to see that it works")
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"PAIGOW_DATA": folder, "DJANGO_SETTINGS_MODULE": "paigow.web.settings"}
        os.environ["PAIGOW_LOG_LEVEL"] = "ERROR"
        import django
        from django.core.management import call_command
        from django.db import connection
        from django.urls import get_resolver

        from paigow.web.fast import interpreter

        django.setup()
        call_command("migrate", interactive=False, verbosity=0)
        get_resolver().url_patterns  # noqa: B018
        interpreter.settle()  # as a serving process does
        with suppress(KeyboardInterrupt):
            measure(QUICK if chosen.quick else chosen.rounds, QUICK if chosen.quick else REPEATED)
        connection.close()


if __name__ == "__main__":
    main()
