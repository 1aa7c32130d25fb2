"""An earlier version and this one in turns: what a round costs the engine and the site, before and now.

    python -m benchmarks.turns 623183d0 [--turns 12] [--engine]

Each version runs in a process of its own and does a little of each work when it is asked. Processor time is measured,
and other work on the machine slows both down alike. Printed are the mean of each version's fastest quarter of turns, in
milliseconds, the bytes written (the site is on SQLite), and the median ratio of the turns. With `--engine`, six seats
without a site, and rounds a second instead of milliseconds.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from functools import partial
from importlib import import_module
from pathlib import Path
from statistics import mean, median
from time import process_time
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
GAMES = ("maryland-tiles", "maryland-poker", "new-zealand", "dealer-open")
TIMES = {"empty transaction": 500, "empty request": 60, "command": 30, "lobby": 10, "table": 20}
"""How often each work is done in a turn; of rounds a few."""
ROUNDS = {True: 10, False: 4}
WARM_UP = {True: 30, False: 3}
Works = dict[str, Callable[[], object]]


def engine() -> Works:
    """Return a round of each game; this also runs in the earlier version."""
    from benchmarks.rounds import SEATS, table

    return {name: table(name, SEATS).play_round for name in GAMES}


def site() -> Works:
    """Return what the site does, on a database of its own; this also runs in the earlier version."""
    folder = tempfile.mkdtemp(dir=os.environ["TMPDIR"])
    os.environ |= {"PAIGOW_DATA": folder, "DATABASE_URL": "", "PAIGOW_LOG_LEVEL": "ERROR"}
    os.environ["DJANGO_SETTINGS_MODULE"] = "paigow.web.settings"
    import django
    from django.core.management import call_command
    from django.db import connection, transaction
    from django.test import Client
    from django.urls import get_resolver

    django.setup()
    call_command("migrate", interactive=False, verbosity=0)
    get_resolver().url_patterns  # noqa: B018
    import_module("paigow.web.fast.interpreter").settle()
    client = Client(headers={"host": "localhost"})

    def nothing() -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT 1")

    def get(path: str) -> None:
        assert client.get(path).status_code == 200, path

    return {
        "empty transaction": nothing,
        "empty request": partial(get, "/healthz"),
        **{name: Played(name).round for name in GAMES},
        "command": wagers(),
        "lobby": partial(get, "/"),
        "table": partial(get, "/tables/turns-maryland-tiles/"),
    }


class Played:
    """A table with four bots at brisk pace."""

    def __init__(self, standard: str, name: str = "") -> None:
        from paigow.rules import load_submission
        from paigow.web.service import attendance, bots, tables
        from paigow.web.service.dealer import Desk

        self.slug, self.tables = f"turns-{name or standard}", tables
        presets = getattr(attendance, "PRESETS", None) or import_module("paigow.web.service.pace").PRESETS
        brisk = replace(presets["brisk"], always=True, misses=1_000_000)
        tables.open_table(self.slug, load_submission(standard), "the house", pace=brisk, bots=bots.styles(4))
        self.desk, self.table = Desk(f"dealer-{self.slug}"), tables.find(self.slug)
        self.now = self.table.opened_at
        self.desk.beat(self.now)
        self.last_known: Any = getattr(tables, "last_known", lambda table: tables.state_of(table.slug))

    def visit(self) -> Any:
        self.now += timedelta(seconds=5)
        self.desk.attend(self.slug, self.now)
        return self.last_known(self.table)

    def round(self) -> None:
        rounds = self.last_known(self.table).rounds
        while (state := self.visit()).round is not None or state.rounds <= rounds:
            pass


def wagers() -> Callable[[], None]:
    """Return a person's command: a wager that is raised and lowered."""
    from paigow.table import Phase
    from paigow.table.steps.seating import BuyIn, SitDown
    from paigow.table.steps.wagers import PlaceWager
    from paigow.web.people.registration import sign_up

    played = Played("dealer-open", "commands")
    sign_up("ann", "nine brass tiles")
    played.round()
    state = played.tables.state_of(played.slug)
    place = next(place for place in state.game.seats if state.at(place) is None)

    def submit(command: Any) -> None:
        played.tables.submit(played.slug, command, person="ann", key=uuid.uuid4().hex)

    submit(SitDown(player="ann", position=place))
    submit(BuyIn(player="ann", amount=500_000))
    while played.visit().phase is not Phase.BETTING:
        pass
    amounts = [1_000, 1_500]

    def wager() -> None:
        amounts.reverse()
        submit(PlaceWager(player="ann", position=place, amount=amounts[0]))

    return wager


def written() -> int:
    counters = dict(line.split(": ") for line in Path("/proc/self/io").read_text().splitlines())
    return int(counters["wchar"])


def work(alone: bool) -> None:
    """Do what is asked on standard input; answer with the seconds and the bytes of one."""
    works = (engine if alone else site)()
    for name, act in works.items():
        for _ in range(WARM_UP[alone] if name in GAMES else 1):
            act()
    print(*works, sep="\t", flush=True)
    for line in sys.stdin:
        name, times = line.rstrip("\n").split("\t")
        bytes_before, began = written(), process_time()
        for _ in range(int(times)):
            works[name]()
        taken = process_time() - began
        print(taken / int(times), (written() - bytes_before) / int(times), flush=True)


class Version:
    """A process that runs one version."""

    def __init__(self, root: Path, alone: bool, folder: str) -> None:
        environment = {**os.environ, "PYTHONPATH": f"{root / 'src'}{os.pathsep}{root}", "TMPDIR": folder}
        command = [sys.executable, __file__, "--work", *(["--engine"] if alone else [])]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, cwd=root, env=environment, stdin=pipe, stdout=pipe, text=True)
        self.works = self._read().split("\t")

    def _read(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().rstrip("\n")

    def ask(self, name: str, times: int) -> tuple[float, float]:
        assert self.process.stdin is not None
        print(name, times, sep="\t", file=self.process.stdin, flush=True)
        seconds, size = self._read().split()
        return float(seconds), float(size)

    def end(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def fastest(seconds: list[float]) -> float:
    return mean(sorted(seconds)[: max(1, len(seconds) // 4)])


def compare(before: Version, now: Version, alone: bool, turns: int) -> None:
    print(f"{'':20}{'before':>10}{'now':>10}{'ratio':>8}{'bytes before':>14}{'now':>10}")
    for name in now.works:
        times = TIMES.get(name, ROUNDS[alone])
        old, new = zip(*((before.ask(name, times), now.ask(name, times)) for _ in range(turns)), strict=True)
        shown = [fastest([seconds for seconds, _ in each]) for each in (old, new)]
        shown = [1 / each if alone else each * 1000 for each in shown]
        ratio = median(a / b for (a, _), (b, _) in zip(old, new, strict=True))
        sizes = [mean(size for _, size in each) for each in (old, new)]
        figures = "".join(f"{each:>10.{0 if alone else 2}f}" for each in shown)
        print(f"{name:20}{figures}{ratio:>8.2f}{sizes[0]:>14,.0f}{sizes[1]:>10,.0f}", flush=True)
    print(f"load average {os.getloadavg()[0]:.1f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("commit", nargs="?", default="623183d0")
    parser.add_argument("--turns", type=int, default=12)
    parser.add_argument("--engine", action="store_true")
    parser.add_argument("--work", action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.work:
        work(chosen.engine)
        return
    with tempfile.TemporaryDirectory() as folder:
        archive = ["git", "archive", chosen.commit, "src", "benchmarks"]
        files = subprocess.run(archive, cwd=ROOT, capture_output=True, check=True).stdout
        (earlier := Path(folder) / "earlier").mkdir()
        subprocess.run(["tar", "x", "-C", str(earlier)], input=files, check=True)
        versions = [Version(root, chosen.engine, folder) for root in (earlier, ROOT)]
        compare(versions[0], versions[1], chosen.engine, chosen.turns)
        for version in versions:
            version.end()


if __name__ == "__main__":
    main()
