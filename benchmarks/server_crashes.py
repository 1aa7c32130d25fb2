"""The real server, killed over and over while people play through the API and others follow the streams.

    python -m benchmarks.server_crashes [--kills 40] [--postgres]

On SQLite there is one server, restarted after every kill. On PostgreSQL two servers share a house: one of them is
killed each time, and clients use whichever answers. A client whose connection breaks repeats its command with the same
key; a follower reconnects with the last event's number. At the end nothing that was acknowledged may be missing or
duplicated, nobody may have received an event twice or not at all, and the house must pass an audit.
"""

import argparse
import json
import random
import sys
import tempfile
import threading
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

from paigow.rules import load_submission
from paigow.table import game_of
from tools.inside import inside
from tools.postgres import cluster
from tools.server import SiteServer
from tools.waiting import PATIENCE, wait_until

STANDARDS = ("maryland-tiles", "maryland-poker", "new-zealand", "dealer-open")
PEOPLE = 2  # at each table; two bots sit there too
QUICK = {
    "between": 0.5,
    "offer": 1,
    "cut": 1,
    "bet": 2,
    "quiet": 0.1,
    "seeds": 0.1,
    "choose": 1,
    "set": 3,
    "surrender": 0.1,
}
PACE = {**QUICK, "step": 0.02, "bot": 0, "misses": 1000, "always": True}
WISHES = ("come-back", "pass-bank", "accept-bank", "pass-cut", "wager", "look", "set", "confirm")
DEEDS = 20
"""Maximum number of people's actions acknowledged between two kills."""
MOMENT = 1.0
"""Maximum seconds between the last action and the kill."""
RATES = {"PAIGOW_RATES": "api=1000000,api-wrong=1000000"}


@dataclass
class House:
    """Servers that may be dead at any moment, and what clients saw of them."""

    servers: list[SiteServer]
    seen: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    over: threading.Event = field(default_factory=threading.Event)

    def line(self, number: int) -> HTTPConnection:
        server = self.servers[number % len(self.servers)]
        return HTTPConnection(server.host, server.port, timeout=20)

    def work(self, deeds: int) -> None:
        """Wait until this many more actions are acknowledged: a busy machine takes longer but does the same work."""
        enough = self.seen["acknowledged"] + deeds
        wait_until(lambda: self.faults or self.seen["acknowledged"] >= enough)


class Client(threading.Thread, ABC):
    def __init__(self, house: House, slug: str, name: str, token: str) -> None:
        super().__init__(name=f"{slug} {name}", daemon=True)
        self.house, self.slug, self.token = house, slug, token
        self.chance = random.Random(self.name)
        self.tries = self.chance.randrange(2)  # a refused client tries the next server, as a proxy would

    def headers(self, **more: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json", **more}

    @abstractmethod
    def work(self) -> None:
        """Run until the house is closed."""

    def run(self) -> None:
        try:
            self.work()
        except Exception as error:  # a client that crashed has seen something wrong
            self.house.faults.append(f"{self.name}: {error!r}")


class Player(Client):
    """Sits down, buys chips and takes one of the actions offered, repeating each request until it is answered."""

    def __init__(self, house: House, slug: str, name: str, token: str, standard: str) -> None:
        super().__init__(house, slug, name, token)
        self.kit = game_of(load_submission(standard)).kit
        self.person = name
        self.seat = 0
        self.count = 0
        self.connection: HTTPConnection | None = None
        self.receipts: dict[str, tuple[int, int]] = {}

    def work(self) -> None:
        while not self.house.over.is_set():
            legal = self.get("legal")
            if legal is not None and (wish := self.wish(legal)) is not None:
                self.give(wish, legal["sequence"])
            time.sleep(self.chance.uniform(0, 0.1))
        self.hang_up()

    def once(self, method: str, path: str, body: Any = None, key: str = "") -> tuple[int, Any] | None:
        """Try once; return nothing if the connection is dead."""
        try:
            if self.connection is None:
                self.connection = self.house.line(self.tries)
            more = {"Idempotency-Key": key} if key else {}
            data = None if body is None else json.dumps(body)
            self.connection.request(method, f"/api/tables/{self.slug}{path}", data, self.headers(**more))
            answer = self.connection.getresponse()
            told = answer.status, json.loads(answer.read())
            if answer.status == 503:  # like a proxy, try the next server
                self.hang_up()
            return told
        except (OSError, HTTPException, ValueError):
            self.house.seen["lines that went dead"] += 1
            self.hang_up()
            time.sleep(0.05)
            return None

    def hang_up(self) -> None:
        self.tries += 1
        if self.connection is not None:
            self.connection.close()
            self.connection = None

    def get(self, what: str) -> Any:
        answer = self.once("GET", f"/{what}")
        return answer[1] if answer is not None and answer[0] == 200 else None

    def give(self, command: dict[str, Any], sequence: int) -> None:
        """Repeat a command until it is answered; sent once more, it must get the same answer."""
        self.count += 1
        key = f"{self.person}-{self.count}"
        body = {**command, "expected": sequence}
        asked = 0
        while (answer := self.once("POST", "/commands", body, key)) is None or answer[0] in (429, 503):
            asked += 1
            if self.house.over.is_set() and asked > 200:
                raise RuntimeError(f"no answer to {key}")
        status, told = answer
        if status == 200:
            receipt = told["receipt"]
            self.receipts[key] = receipt["first"], receipt["last"]
            self.house.seen["acknowledged"] += 1
            self.house.seen["asked again and found done"] += receipt["repeated"]
            if receipt["repeated"] and not asked:
                self.house.faults.append(f"{self.name}: {key} was new and is said to be done before")
        elif status == 409 and told["reason"] in ("stale", "refused"):
            self.house.seen[told["reason"]] += 1
        else:
            self.house.faults.append(f"{self.name}: {body} was answered with {status} {told}")

    def wish(self, legal: dict[str, Any]) -> dict[str, Any] | None:
        offers = [offer["command"] for offer in legal["offers"]]
        if not self.seat:
            self.seat = self.seat_of(offers)
            return None
        if self.chance.random() < 0.02:
            return {"do": "buy-in", "amount": 100 * self.chance.randint(1, 9)}
        for verb in self.chance.sample(WISHES, len(WISHES)):
            for command in offers:
                if command["do"] == verb and (verb != "set" or self.set(command)):
                    mine = verb != "wager" or command["position"] == self.seat
                    if mine and not (verb == "accept-bank" and self.chance.random() < 0.8):
                        return dict(command)
        return None

    def seat_of(self, offers: list[dict[str, Any]]) -> int:
        """Return the seat that the person has, or take one."""
        view = self.get("view")
        if view is None:
            return 0
        if self.person in view["players"]:
            self.give({"do": "buy-in", "amount": 500_000}, view["sequence"])
            return int(view["players"][self.person]["position"] or 0)
        if seats := [command for command in offers if command["do"] == "sit"]:
            self.give({**self.chance.choice(seats), "seed": self.person}, view["sequence"])
        return 0

    def set(self, command: dict[str, Any]) -> bool:
        view = self.get("view")
        hand = ((view or {}).get("round") or {}).get("hands", {}).get(str(command["position"]))
        if hand is None or "?" in hand["pieces"]:
            return False
        command["setting"] = str(self.kit.house_set(self.kit.parse(" ".join(hand["pieces"]))).setting)
        return True


class Follower(Client):
    """Receives every event of a table exactly once, whatever happens to the servers."""

    def __init__(self, house: House, slug: str, token: str) -> None:
        super().__init__(house, slug, "follower", token)
        self.last = 0

    def work(self) -> None:
        while not self.house.over.is_set():
            try:
                for number in self.numbers():
                    if number != self.last + 1:
                        self.house.faults.append(f"{self.name}: event {number} came after {self.last}")
                    self.last = number
                    self.hear(number)
                    if self.house.over.is_set():
                        return
            except (OSError, HTTPException):
                time.sleep(0.05)
            self.house.seen["streams that went dead"] += 1
            self.tries += 1

    def hear(self, number: int) -> None:
        """Record an event; followers who only count do nothing here."""

    def numbers(self) -> Iterator[int]:
        connection = self.house.line(self.tries)
        headers = self.headers(**{"Last-Event-ID": str(self.last), "Accept": "text/event-stream"})
        try:
            connection.request("GET", f"/api/tables/{self.slug}/stream", headers=headers)
            answer = connection.getresponse()
            told: dict[str, str] = {}
            while line := answer.readline():
                name, _, value = line.decode().rstrip("\r\n").partition(": ")
                if name:
                    told[name] = value
                elif "id" in told and "data" in told:  # an incomplete event does not count
                    yield int(told["id"])
                    told = {}
        finally:
            connection.close()


def kills(data: Path, url: str, points: int, forked: bool = False) -> dict[str, Any]:
    chance = random.Random("servers")
    slugs = {f"kill-{standard}": standard for standard in STANDARDS}
    people = {f"{slug[5:]}-{number}": slug for slug in slugs for number in range(PEOPLE)}
    with ExitStack() as stack:
        house = House([])
        for _ in range(2 if url else 1):
            house.servers.append(stack.enter_context(SiteServer(data, url, ("--no-practice",), RATES, forked=forked)))
        tables = {slug: {"standard": standard, "bots": 2, "pace": PACE} for slug, standard in slugs.items()}
        asked = {"people": dict.fromkeys((*people, "watcher"), "player"), "tables": tables}
        tokens = inside(data, url, "open", asked)
        players = [Player(house, slug, name, tokens[name], slugs[slug]) for name, slug in people.items()]
        followers = [Follower(house, slug, tokens["watcher"]) for slug in slugs]
        for client in (*players, *followers):
            client.start()
        for point in range(points):
            house.work(chance.randint(1, DEEDS))
            time.sleep(chance.uniform(0, MOMENT))
            victim = house.servers[point % len(house.servers)]  # take turns, so that every client loses its server
            victim.kill()
            victim.start()
            print(f"\r{point + 1} of {points} kills", end="", file=sys.stderr, flush=True)
        print(file=sys.stderr)
        house.work(DEEDS)
        house.over.set()
        for player in players:
            player.join(PATIENCE)
    for follower in followers:  # the streams have ended with the servers
        follower.join(PATIENCE)
        house.seen["events heard"] += follower.last
    return {"kills": points, **house.seen, "faults": [*house.faults, *faults_of(data, url, players)]}


def faults_of(data: Path, url: str, players: list[Player]) -> list[str]:
    """Return what is lost, duplicated or broken, now that all servers have stopped."""
    found: list[str] = inside(data, url, "audit")
    kept = inside(data, url, "commands")
    for player in players:
        theirs = {key: tuple(events) for key, events in kept[player.slug].get(player.person, {}).items()}
        for key in sorted(theirs.keys() | player.receipts.keys()):
            if theirs.get(key) != player.receipts.get(key):
                found.append(f"{key}: acknowledged as {player.receipts.get(key)} and kept as {theirs.get(key)}")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=40)
    parser.add_argument("--postgres", action="store_true")
    chosen = parser.parse_args()
    with ExitStack() as stack:
        data = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        url = stack.enter_context(cluster()).new_database() if chosen.postgres else ""
        told = kills(data, url, chosen.kills)
    print(json.dumps({"database": "postgresql" if chosen.postgres else "sqlite", **told}))
    return bool(told["faults"])


if __name__ == "__main__":
    raise SystemExit(main())
