"""Kill -9 at any instant.

People and bots play while the process that serves them is killed over and over. At the end nothing that was
acknowledged may be missing or duplicated, and the whole house must pass an audit.

A parent process plays the clients: it requests an action, remembers the key, and repeats the request with the same key
when the connection breaks, as a client of the site does. The child serves and deals until it is killed, either from
outside, a moment after a random number of actions, or by itself, before or after a chosen statement reaches the
database. Its life is measured by the work done: a busy machine takes longer and sees the same. The child is forked from
a parent that has everything loaded, which makes each kill cheap; it shares nothing else with its parent.

    python -m benchmarks.crashes --points 100
"""

import argparse
import json
import math
import os
import random
import select
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from tools.waiting import PATIENCE

PEOPLE_HAVE = {"offer": 0.5, "cut": 0.5, "bet": 2.0, "choose": 0.5, "set": 3.0}
PACE = {"between": 0, "quiet": 0.02, "seeds": 0.02, "surrender": 0.01, "step": 0, "bot": 0, **PEOPLE_HAVE}
ON_AND_ON = {**PACE, "always": True, "misses": 1_000_000}
PEOPLE = ("ann", "bob")
CHIPS = 500_000
DEEDS = 12
"""Maximum number of actions that a child acknowledges before it is killed from outside."""
MOMENT = 0.1
"""Maximum seconds between the last action and the kill."""


def set_up() -> None:
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "paigow.web.settings")
    django.setup()
    import logging

    import structlog

    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))


def open_house(slugs: dict[str, str]) -> None:
    """Open tables of every game, with two people and two bots each."""
    from django.core.management import call_command

    from paigow.rules import load_submission
    from paigow.web.people.registration import sign_up
    from paigow.web.service import tables
    from paigow.web.service.attendance import Pace

    call_command("migrate", verbosity=0)
    for name in PEOPLE:
        sign_up(name, "a long enough phrase")
    for slug, standard in slugs.items():
        styles = {"bot-an": "house-way", "bot-bao": "random-legal"}
        tables.open_table(slug, load_submission(standard), "operator", pace=Pace.of(ON_AND_ON), bots=styles)


def load_all(slugs: Iterable[str]) -> None:
    """Load in the parent what every child would load: modules, games, and the forms in which values are stored."""
    import paigow.web.fast.precedence
    import paigow.web.people.housekeeping
    import paigow.web.service.dealer
    import paigow.web.service.practice  # noqa: F401
    from paigow.web.service import tables

    for slug in slugs:
        tables.CACHE.clear()
        tables.state_of(slug)
    tables.CACHE.clear()


class Killer:
    """Kills the process at the nth statement it sends to the database, before or after it."""

    def __init__(self, statement: int, after: bool) -> None:
        self.left, self.after = statement, after

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        self.left -= 1
        if self.left == 0 and not self.after:
            os.kill(os.getpid(), signal.SIGKILL)
        result = execute(sql, params, many, context)
        if self.left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return result


def serve(requests: int, answers: int, seed: str, kill_at: int) -> None:
    """Run the child process: deal, and carry out requests, until it is killed."""
    from django.db import connection
    from django.utils import timezone

    from paigow.web.service.dealer import Desk

    chance = random.Random(seed)
    desk = Desk()
    desk.beat(timezone.now(), take_all=True)
    buffer = b""
    if kill_at:
        connection.execute_wrappers.append(Killer(kill_at, chance.random() < 0.5))
    beat = time.monotonic()
    while True:
        if time.monotonic() - beat > 0.2:
            beat = time.monotonic()
            desk.beat(timezone.now())
        desk.deal_due(timezone.now())
        while select.select([requests], [], [], 0.001)[0]:
            got = os.read(requests, 65536)
            if not got:
                os._exit(0)
            *lines, buffer = (buffer + got).split(b"\n")
            for line in lines:
                for answer in deed(json.loads(line), chance):
                    os.write(answers, (json.dumps(answer) + "\n").encode())


def deed(asked: dict[str, Any], chance: random.Random) -> Any:
    """Carry out a person's action, after announcing it."""
    from paigow.errors import PaigowError
    from paigow.record.wire import command_table, read_command
    from paigow.web.service import tables

    slug, name, key = asked["table"], asked["person"], asked["key"]
    said = {"of": f"{slug} {name}", "key": key}
    state = tables.state_of(slug)
    if "command" in asked:
        command = read_command(asked["command"], state.game.kit)
    else:
        found = wish(state, name, chance)
        if found is None:
            yield {**said, "nothing": True}
            return
        command = found
        yield {**said, "intent": command_table(command)}
    try:
        receipt = tables.submit(slug, command, person=name, key=key)
    except PaigowError as error:
        yield {**said, "refused": str(error)}
    else:
        yield {**said, "first": receipt.first, "last": receipt.last, "repeated": receipt.repeated}


def wish(state: Any, name: str, chance: random.Random) -> Any:
    """Return what a person at the table might do now."""
    from paigow.bots import Bot
    from paigow.table.floor.conduct import ComeBack
    from paigow.table.steps.seating import BuyIn, SitDown, rack_of

    player = state.players.get(name)
    if player is None:
        free = next((place for place in state.game.seats if state.at(place) is None), 0)
        sits = state.round is None and free
        return SitDown(player=name, position=free, seed=f"s{chance.getrandbits(40)}") if sits else None
    if player.away:
        return ComeBack(player=name)
    if rack_of(state, name) < CHIPS // 10 and state.round is None:
        return BuyIn(player=name, amount=CHIPS // 5)
    return Bot(name, "house-way", str(chance.random()))(state, name) if state.round is not None else None


@dataclass
class Client:
    """A person at a table: sends one request at a time and repeats it until it is answered."""

    table: str
    person: str
    count: int = 0
    pending: dict[str, Any] | None = None
    receipts: dict[str, tuple[int, int]] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return f"{self.table} {self.person}"

    def request(self) -> dict[str, Any]:
        if self.pending is None:
            self.count += 1
            self.pending = {"table": self.table, "person": self.person, "key": f"{self.person}-{self.count}"}
        return self.pending

    def hear(self, answer: dict[str, Any], seen: Counter[str]) -> None:
        if self.pending is None or answer["key"] != self.pending["key"]:
            return
        if "intent" in answer:
            self.pending["command"] = answer["intent"]
            return
        if "first" in answer:
            self.receipts[answer["key"]] = (answer["first"], answer["last"])
            seen["acknowledged"] += 1
            seen["asked again and found done"] += answer["repeated"]
        elif "refused" in answer:
            seen["refused"] += 1
        self.pending = None


def one_life(clients: list[Client], chance: random.Random, seen: Counter[str]) -> None:
    """Run one child from its start until it is killed."""
    to_child, from_parent = os.pipe()
    to_parent, from_child = os.pipe()
    by_statement = chance.random() < 0.6
    kill_at = chance.randint(20, 600) if by_statement else 0
    seed = str(chance.random())
    child = os.fork()
    if child == 0:
        os.close(from_parent)
        os.close(to_parent)
        try:
            serve(to_child, from_child, seed, kill_at)
        finally:
            os._exit(1)
    os.close(to_child)
    os.close(from_child)
    ear = Ear(to_parent, {client.name: client for client in clients}, seen)
    enough = math.inf if by_statement else seen["acknowledged"] + chance.randint(0, DEEDS)
    alive = _talk(clients, chance, from_parent, ear, enough)
    if alive:
        time.sleep(chance.uniform(0, MOMENT))
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    while ear.listen():  # what it sent before it died counts
        pass
    if not os.WIFSIGNALED(status):
        raise RuntimeError(f"a child ended by itself, with {status}")
    seen["killed by its own hand at a statement" if not alive else "killed from outside"] += 1
    os.close(from_parent)
    os.close(to_parent)


@dataclass
class Ear:
    """The messages from a child to its clients."""

    answers: int
    clients: dict[str, Client]
    seen: Counter[str]
    buffer: bytes = b""

    def listen(self) -> bool:
        """Read what has arrived; return false when the child is dead and everything has been read."""
        got = os.read(self.answers, 65536)
        *lines, self.buffer = (self.buffer + got).split(b"\n")
        for line in lines:
            answer = json.loads(line)
            self.clients[answer["of"]].hear(answer, self.seen)
        return bool(got)


def _talk(clients: list[Client], chance: random.Random, requests: int, ear: Ear, enough: float) -> bool:
    """Send and read until the child is dead or this many actions are acknowledged; return whether it is still alive."""
    asked: dict[str, Client] = {}  # by table and person
    while ear.seen["acknowledged"] < enough:
        for client in chance.sample(clients, len(clients)):
            if client.name not in asked:
                try:
                    os.write(requests, (json.dumps(client.request()) + "\n").encode())
                except BrokenPipeError:
                    return False
                asked[client.name] = client
        if not select.select([ear.answers], [], [], PATIENCE)[0]:
            raise RuntimeError(f"a child said nothing for {PATIENCE:.0f} seconds")
        if not ear.listen():
            return False
        asked = {name: client for name, client in asked.items() if client.pending is not None}
    return True


def faults_of(clients: list[Client]) -> list[str]:
    """Return what is lost, duplicated or broken."""
    from paigow.house.audit.whole import audit
    from paigow.web.store.models import StoredCommand

    found = [str(fault) for fault in audit()]
    for client in clients:
        kept = {row.key: row for row in StoredCommand.objects.filter(table__slug=client.table, person=client.person)}
        for key, (first, last) in client.receipts.items():
            row = kept.get(key)
            if row is None:
                found.append(f"{client.table}: {key} was acknowledged and is lost")
            elif (row.first, row.last) != (first, last):
                found.append(f"{client.table}: {key} was acknowledged as {first}-{last} and is {row.first}-{row.last}")
        unknown = set(kept) - set(client.receipts) - {client.pending["key"] if client.pending else ""}
        found += [f"{client.table}: {key} was never acknowledged and not asked for again" for key in sorted(unknown)]
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--points", type=int, default=100)
    parser.add_argument("--seed", default="crash")
    chosen = parser.parse_args()
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    set_up()
    from django.db import connection, connections

    standards = ("maryland-tiles", "maryland-poker", "new-zealand", "dealer-open")
    slugs = {f"crash-{standard}": standard for standard in standards}
    open_house(slugs)
    load_all(slugs)
    vendor = connection.vendor
    connections.close_all()
    own: Any = connection
    if vendor == "postgresql":
        own.close_pool()  # children must not share its connections
    chance = random.Random(chosen.seed)
    clients = [Client(slug, person) for slug in slugs for person in PEOPLE]
    seen: Counter[str] = Counter()
    for point in range(chosen.points):
        one_life(clients, chance, seen)
        print(f"\r{vendor}: {point + 1} of {chosen.points} kills", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    connections.close_all()
    found = faults_of(clients)
    from paigow.web.store.models import StoredEvent, StoredRound

    told = {"kills": chosen.points, **seen, "events": StoredEvent.objects.count()}
    told["rounds"] = StoredRound.objects.exclude(seed="").count()
    print(json.dumps({"database": vendor, **told, "faults": found[:20]}))
    return bool(found)


if __name__ == "__main__":
    raise SystemExit(main())
