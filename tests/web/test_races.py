"""Two processes on one PostgreSQL, and clients that race.

Whatever comes twice, late or in another order is answered as documented and has one effect; no table is dealt twice,
and a process that is killed is replaced within seconds.
"""

import http.client
import json
import sys
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import count
from random import Random
from typing import Any, LiteralString

import psycopg
import pytest

from paigow.web.serving.server import IDLE
from tools.server import SiteServer
from tools.tiers import examples
from tools.waiting import PATIENCE, wait_until

pytestmark = [pytest.mark.own_database, pytest.mark.long]
STANDARDS = ("maryland-tiles", "maryland-poker", "new-zealand", "dealer-open")
QUICK = dict.fromkeys(("between", "offer", "cut", "bet", "quiet", "seeds", "choose", "set", "surrender"), 0.0)
QUICK |= {"step": 0.5, "bot": 0.5, "always": True}
SLOW = {**QUICK, "between": 1.0, "bet": 300.0, "quiet": 300.0}
RACERS = {f"r{number}": ("race-a", "race-b")[number % 2] for number in range(6)}
PURCHASES = examples(25, 200)  # of each racer
CHIPS = 100


class Connection:
    """A connection of one person to one server, kept open.

    The server may hang up on who was silent for long, or be too busy for a moment: then the same request goes out
    again, as from any client that repeats what is safe to repeat.
    """

    def __init__(self, server: SiteServer, token: str) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        self.headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        self.spoke_at: float | None = None  # on a connection that is open

    def __enter__(self) -> "Connection":
        return self

    def __exit__(self, *_: object) -> None:
        self.connection.close()

    def ask(self, method: str, path: str, body: Any = None, key: str = "") -> tuple[int, Any]:
        return wait_until(lambda: self._try(method, path, body, key)) or (0, None)

    def _try(self, method: str, path: str, body: Any, key: str) -> tuple[int, Any] | None:
        headers = self.headers | ({"Idempotency-Key": key} if key else {})
        last, self.spoke_at = self.spoke_at, time.monotonic()
        try:
            self.connection.request(method, path, json.dumps(body) if body is not None else None, headers)
            answer = self.connection.getresponse()
            told = json.loads(answer.read())
            return None if answer.status == 503 else (answer.status, told)
        except ConnectionError:
            self.connection.close()
            self.spoke_at = None
            if last is None or time.monotonic() - last < IDLE:
                raise  # a server answers whoever is not silent
        return None

    def give(self, slug: str, key: str, expected: int, **command: Any) -> tuple[int, Any]:
        return self.ask("POST", f"/api/tables/{slug}/commands", {**command, "expected": expected}, key)

    def until_done(self, slug: str, key: str, **command: Any) -> int:
        """Gives a command to a table that moves on all the time, until it is accepted; the number of its last event."""
        sequence, until = 0, time.monotonic() + PATIENCE
        while time.monotonic() < until:
            status, answer = self.give(slug, key, sequence, **command)
            if status == 200:
                last: int = answer["receipt"]["last"]
                return last
            if answer["reason"] != "stale":  # not at this time of the round
                time.sleep(0.05)
            sequence = answer.get("sequence", sequence)
        raise AssertionError(answer)


@dataclass
class Racer:
    """Buys chips at a table, a few cents at a time, as fast as it can.

    Each key at both servers, sometimes at once, sometimes one after the other, sometimes long afterwards, or with
    another command.
    """

    name: str
    slug: str
    lines: Sequence[Connection]
    sequence: int = 0
    receipts: dict[str, tuple[int, int, int]] = field(default_factory=dict)  # key -> events and cents
    answers: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def sit(self) -> None:
        _, seats = self.lines[0].ask("GET", f"/api/tables/{self.slug}/seats")
        free = next(each["position"] for each in reversed(seats) if each["player"] is None)
        self.sequence = self.lines[0].until_done(self.slug, "sit", do="sit", position=free, seed="s")

    def race(self) -> None:
        """Until enough was bought, and the table has been both ahead of us and asked twice."""
        chance = Random(self.name)
        until = time.monotonic() + PATIENCE
        for number in count():
            if number >= PURCHASES and self.answers["repeated"] and self.answers["stale"]:
                return
            assert time.monotonic() < until, self.answers
            self.buy(f"{self.name}.{number}", CHIPS + number % 7, chance)
            if self.receipts and chance.random() < 0.2:
                self.ask_late(chance)

    def buy(self, key: str, cents: int, chance: Random) -> None:
        """Until it is done, with the same key. Both servers may be asked at once."""
        until = time.monotonic() + PATIENCE
        while key not in self.receipts:
            assert time.monotonic() < until, f"{key} was not done: {self.answers}"
            asked = chance.sample(self.lines, chance.choice([1, 1, 2]))
            with ThreadPoolExecutor(len(asked)) as both:
                answers = list(both.map(partial(self.once, key, cents, self.sequence), asked))
            done = [answer["receipt"] for status, answer in answers if status == 200]
            if len({(receipt["first"], receipt["last"]) for receipt in done}) > 1:
                self.wrong.append(f"{key} was done twice: {done}")
            if sum(not receipt["repeated"] for receipt in done) > 1:
                self.wrong.append(f"{key} was new twice: {done}")
            for receipt in done:
                self.receipts[key] = receipt["first"], receipt["last"], cents
                self.sequence = max(self.sequence, receipt["last"])

    def once(self, key: str, cents: int, expected: int, line: Connection) -> tuple[int, dict[str, Any]]:
        status, answer = line.give(self.slug, key, expected, do="buy-in", amount=cents)
        if status == 200:
            self.answers["repeated" if answer["receipt"]["repeated"] else "done"] += 1
        else:
            reason = answer["reason"]
            self.answers[reason] += 1
            if status == 409 and reason == "stale":
                if answer["sequence"] <= expected or answer["view"]["sequence"] < answer["sequence"]:
                    self.wrong.append(f"a stale answer says {answer['sequence']} to who expected {expected}")
                self.sequence = max(self.sequence, answer["sequence"])
            else:
                self.wrong.append(f"{status} {answer}")
        return status, answer

    def ask_late(self, chance: Random) -> None:
        """A request that comes again out of its turn; a key for something else; a command from the past."""
        key = chance.choice(list(self.receipts))
        first, last, cents = self.receipts[key]
        line = chance.choice(self.lines)
        status, answer = line.give(self.slug, key, first - 1, do="buy-in", amount=cents)
        if status != 200 or not answer["receipt"]["repeated"] or answer["receipt"]["first"] != first:
            self.wrong.append(f"{key} asked late: {answer}")
        status, answer = line.give(self.slug, key, last, do="buy-in", amount=cents + 1)
        if (status, answer["reason"]) != (422, "key-reused"):
            self.wrong.append(f"{key} for something else: {answer}")
        status, answer = line.give(self.slug, f"past-{key}", first - 1, do="buy-in", amount=cents)
        if (status, answer["reason"]) != (409, "stale"):
            self.wrong.append(f"a command from the past: {answer}")
        self.answers["late"] += 3


@pytest.fixture(scope="module")
def tokens(pair: Any) -> dict[str, str]:
    """Racers for two tables; and four more tables, where bots play, and Pat at the last."""
    people = dict.fromkeys((*RACERS, "pat"), "player")
    tables: dict[str, Any] = {
        slug: {"standard": name, "bots": 2, "pace": QUICK | {"between": 1.0}}
        for slug, name in zip(("race-a", "race-b"), STANDARDS, strict=False)
    }
    tables |= {f"deal-{name}": {"standard": name, "bots": 2, "pace": QUICK} for name in STANDARDS}
    tables["slow"] = {"standard": "dealer-open", "bots": 1, "pace": SLOW}
    issued: dict[str, str] = pair.inside("open", {"people": people, "tables": tables})
    return issued


COMMANDS = "SELECT key, first, last FROM store_storedcommand WHERE person = %s AND verb = 'buy-in'"
CARRIED = """SELECT count(*), sum(cents)::bigint FROM people_walletentry JOIN people_account a ON a.id = account_id
JOIN people_user u ON u.id = a.owner_id WHERE u.username = %s AND reason = 'buy-in'"""
HANDED = """UPDATE store_table SET dealer_id = (SELECT id FROM store_dealer WHERE name LIKE %s)
WHERE slug LIKE 'deal-%%' OR slug = 'slow' RETURNING id"""
BEAT = "SELECT beat_at FROM store_dealer WHERE name LIKE %s"
HELD = "SELECT 1 FROM store_table WHERE dealer_id IN (SELECT id FROM store_dealer WHERE name LIKE %s)"
DEALT = """SELECT DISTINCT slug FROM store_storedcommand c JOIN store_table t ON t.id = table_id
WHERE slug LIKE 'deal-%%' AND person LIKE %s AND c.at > %s"""
WINDOW = "SELECT deadline_at, awaited FROM store_table WHERE slug = 'slow' AND awaited LIKE '%%betting'"
DOUBLED = """SELECT table_id, round_number, kind FROM store_storedevent
WHERE kind IN ('round-opened', 'round-closed', 'delivered') GROUP BY 1, 2, 3 HAVING count(*) > 1"""


def sql(pair: Any, text: LiteralString, *given: Any) -> list[tuple[Any, ...]]:
    with psycopg.connect(pair.url, autocommit=True) as line:
        return line.execute(text, given).fetchall()


def test_racing_clients(pair: Any, tokens: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    with ExitStack() as lines:
        racers = []
        for name, slug in RACERS.items():
            both = [lines.enter_context(Connection(server, tokens[name])) for server in pair.servers]
            racers.append(Racer(name, slug, both))
            racers[-1].sit()
        began = time.monotonic()
        with ThreadPoolExecutor(len(racers)) as racing:
            for done in [racing.submit(racer.race) for racer in racers]:
                done.result()
        seconds = time.monotonic() - began
    assert [wrong for racer in racers for wrong in racer.wrong] == []
    answers = sum((racer.answers for racer in racers), Counter[str]())
    carried_out = sum(len(racer.receipts) for racer in racers)
    with capsys.disabled():
        each = f"{answers.total() / seconds:.0f} commands a second, {carried_out / seconds:.0f} of them carried out"
        sys.stdout.write(f"\n{each}: {dict(answers)}\n")
    for racer in racers:
        kept = {key.partition(":")[2]: (first, last) for key, first, last in sql(pair, COMMANDS, racer.name)}
        assert kept == {key: (first, last) for key, (first, last, _) in racer.receipts.items()}
        cents = sum(cents for *_, cents in racer.receipts.values())
        assert sql(pair, CARRIED, racer.name) == [(len(racer.receipts), -cents)]


def test_a_killed_dealer_is_replaced_in_seconds(
    pair: Any, tokens: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    victim, other = pair.servers
    with Connection(other, tokens["pat"]) as line:
        line.until_done("slow", "sit", do="sit", position=4, seed="s")
        line.until_done("slow", "chips", do="buy-in", amount=50_000)
    wait_until(lambda: sql(pair, WINDOW))
    mine, theirs = (f"%-{server.process.pid}-%" for server in (victim, other))
    assert len(sql(pair, HANDED, mine)) == len(STANDARDS) + 1
    start = datetime.now(UTC)
    wait_until(lambda: len(sql(pair, DEALT, mine, start)) == len(STANDARDS))
    [(deadline, awaited)] = sql(pair, WINDOW)
    victim.kill()
    try:
        killed, start = time.monotonic(), datetime.now(UTC)
        [(beat,)] = sql(pair, BEAT, mine)
        wait_until(lambda: not sql(pair, HELD, mine))
        unattended = datetime.now(UTC) - beat  # since its last sign of life
        wait_until(lambda: len(sql(pair, DEALT, theirs, start)) == len(STANDARDS))
        seconds = time.monotonic() - killed
    finally:
        victim.start()
    with capsys.disabled():
        sys.stdout.write(f"\nthe tables of a killed process went on after {seconds:.1f} s\n")
    assert sql(pair, DEALT, mine, start + timedelta(seconds=1)) == []
    [(later, still)] = sql(pair, WINDOW)
    assert still == awaited  # nobody was played for
    assert timedelta(0) <= later - deadline <= unattended  # nor is anyone waited for longer


def test_nothing_was_dealt_twice(pair: Any, tokens: dict[str, str]) -> None:
    """After some rounds, and whatever the tests above did in this process: the whole house is audited."""
    wait_until(lambda: sql(pair, "SELECT count(*) FROM store_storedround WHERE seed <> ''")[0][0] > len(STANDARDS))
    assert pair.inside("audit") == []
    assert sql(pair, DOUBLED) == []
