"""What each trick in `paigow.web.fast` gains: the site's way against the plain one, as a ratio.

Most are measured in processor time, which other work on the machine hardly changes. A trick that gains less than a
tenth is removed.
"""

import asyncio
import gc
import os
import statistics
import sys
import tempfile
import threading
from collections.abc import Callable
from itertools import count
from time import perf_counter, sleep
from typing import Any

from benchmarks.timing import line, shortest_on_a_core

MANY = 2_000  # statements
REQUESTS = 300
WAITS = 60


def ratio(name: str, plain: float, ours: float, unit: str, scale: float = 1e6) -> None:
    line(name, f"{plain / ours:.1f} times", f"{plain * scale:,.0f} -> {ours * scale:,.0f} {unit}")


def statements() -> None:
    """Compare a query and an insertion with the ORM's."""
    from django.db import transaction

    from paigow.web.fast.statements import TEXT, Insertion, Statement, row_of
    from paigow.web.store.models import LedgerEntry, Table

    names = ("id", "slug", "sequence", "closed_at", "private", "invitation", "opened_by")

    def query(slug: str) -> Any:
        return Table.objects.filter(slug=slug).order_by().values_list(*names)

    kept = Statement(query, TEXT)

    def many(ask: Callable[[str], object]) -> Callable[[], None]:
        def run() -> None:
            for _ in range(MANY):
                ask("none")

        return run

    plain, ours = shortest_on_a_core(many(lambda slug: list(query(slug)))), shortest_on_a_core(many(kept))
    ratio("statements: a query", plain / MANY, ours / MANY, "µs")

    def making(make: Callable[[], object]) -> Callable[[], None]:
        def run() -> None:
            for _ in range(MANY):
                make()

        return run

    values = (1, "slug", 1, None, False, "", "ann")
    plain = shortest_on_a_core(making(lambda: Table.from_db("default", names, values)))
    ours = shortest_on_a_core(making(lambda: row_of(Table, names, values)))
    ratio("statements: a row that was read", plain / MANY, ours / MANY, "µs")

    table, numbers = Table(pk=1), count()
    fields: dict[str, Any] = {"debit": "a", "credit": "b", "cents": 1, "debit_balance": 1, "credit_balance": 1}
    columns = ("table_id", "number", "line", "reason", "clause", *fields)
    insertion = Insertion(LedgerEntry, *columns)

    def rows() -> list[LedgerEntry]:
        number = next(numbers)
        return [LedgerEntry(table=table, number=number, line=each, reason="x", **fields) for each in range(8)]

    def tuples() -> list[tuple[Any, ...]]:
        number = next(numbers)
        return [(1, number, each, "x", "", *fields.values()) for each in range(8)]

    def writing(write: Callable[[], object]) -> Callable[[], None]:
        def run() -> None:
            with transaction.atomic():
                for _ in range(MANY // 10):
                    write()
                transaction.set_rollback(True)

        return run

    plain = shortest_on_a_core(writing(lambda: LedgerEntry.objects.bulk_create(rows())))
    ours = shortest_on_a_core(writing(lambda: insertion(tuples())))
    ratio("statements: eight rows made and inserted", plain * 10 / MANY, ours * 10 / MANY, "µs")


def requests() -> None:
    """Compare a request's way through threads with that of Django's own handler."""
    from django.core.handlers.asgi import ASGIHandler

    from paigow.web.fast.handler import Handler

    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET", "scheme": "http",
        "path": "/glossary/", "raw_path": b"/glossary/", "query_string": b"", "root_path": "",
        "headers": [(b"host", b"localhost")], "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80),
    }  # fmt: skip

    async def one(handler: Any) -> None:
        asked = asyncio.Event()

        async def receive() -> dict[str, Any]:
            if asked.is_set():
                await asyncio.Event().wait()
            asked.set()
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: dict[str, Any]) -> None:
            assert message.get("status", 200) in (200, 404), message

        await handler({**scope, "path": "/healthz", "raw_path": b"/healthz"}, receive, send)

    async def all_of(handler: Any) -> None:
        for _ in range(REQUESTS // 10):
            await asyncio.gather(*(one(handler) for _ in range(10)))

    taken = []
    for handler in (ASGIHandler(), Handler()):
        asyncio.run(all_of(handler))
        taken.append(shortest_on_a_core(lambda handler=handler: asyncio.run(all_of(handler))))  # type: ignore[misc]
    ratio("handler: a request that does nothing", taken[0] / REQUESTS, taken[1] / REQUESTS, "µs")


def _work(steps: int) -> None:
    for _ in range(steps):
        pass


def _busy(stop: threading.Event, give_way: Callable[[], object]) -> None:
    while not stop.is_set():
        give_way()
        _work(300_000)  # a dealer step takes a few milliseconds


def _answers(asking: Callable[[], Any], give_way: Callable[[], object]) -> float:
    """Return the seconds to answer a request while a dealer is always busy."""
    stop = threading.Event()
    dealer = threading.Thread(target=_busy, args=(stop, give_way))
    dealer.start()
    taken = []
    for _ in range(WAITS):
        began = perf_counter()
        with asking():
            for _ in range(6):
                sleep(0.0002)  # the database answers, and the request needs the interpreter again
                _work(5_000)
        taken.append(perf_counter() - began)
        sleep(0.002)
    stop.set()
    dealer.join()
    return statistics.median(taken)


def turns() -> None:
    """Compare the time of a request next to a busy dealer with and without precedence."""
    from contextlib import nullcontext

    from paigow.web.fast.interpreter import TURN
    from paigow.web.fast.precedence import Precedence

    usual = sys.getswitchinterval()
    plain = _answers(nullcontext, lambda: None)
    sys.setswitchinterval(TURN)
    ours = _answers(nullcontext, lambda: None)
    ratio("interpreter: a request beside a busy dealer, shorter turns", plain, ours, "µs")
    first = Precedence()
    given = _answers(first.asking, lambda: first.give_way(0.05))
    ratio("precedence: the same, and the dealer gives way", ours, given, "µs")
    sys.setswitchinterval(usual)


def collection() -> None:
    """Compare a full garbage collection with one that skips long-lived objects."""
    gc.collect()
    plain = shortest_on_a_core(gc.collect)
    gc.freeze()
    ours = shortest_on_a_core(gc.collect)
    gc.unfreeze()
    ratio("interpreter: a full garbage collection", plain, ours, "µs")


def templates() -> None:
    """Compare the sizes of templates with and without their indentation."""
    from django.conf import settings

    from paigow.web.fast.templates import lean

    folders: Any = settings.TEMPLATES[0]["DIRS"]
    found = [path.read_text("utf-8") for folder in folders for path in folder.rglob("*.html")]
    ratio("templates: bytes of all", sum(map(len, found)), sum(len(lean(each)) for each in found), "characters", 1)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"PAIGOW_DATA": folder, "DJANGO_SETTINGS_MODULE": "paigow.web.settings"}
        os.environ["PAIGOW_LOG_LEVEL"] = "ERROR"
        import django
        from django.core.management import call_command
        from django.db import connection
        from django.urls import get_resolver

        django.setup()
        call_command("migrate", interactive=False, verbosity=0)
        get_resolver().url_patterns  # noqa: B018
        statements()
        requests()
        turns()
        collection()
        templates()
        connection.close()


if __name__ == "__main__":
    main()
