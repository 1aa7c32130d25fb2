"""Two hosts serve one house from a PostgreSQL primary and its standby; each is lost in turn while people play.

    python -m benchmarks.two_hosts [--rounds 3]

Needs root, because the hosts are network namespaces; otherwise it says so and does nothing, and `make soak`
goes on. Every round has six incidents: each server's host dies, each server is cut off from the database, the primary
dies, and the primary is cut off; in the last two the standby takes over. Clients use whichever server answers. At the
end nothing that was acknowledged may be missing or duplicated, nobody may have received an event twice or not at all,
and the house must pass its audit. The longest silence at any table is printed for each incident.
"""

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.server_crashes import DEEDS, PACE, PEOPLE, RATES, STANDARDS, Follower, House, Player, faults_of
from tools.hosts import FRONT, Host, can_make_hosts, network
from tools.inside import inside
from tools.replicated import Pair, pair
from tools.server import SiteServer
from tools.waiting import PATIENCE

CALM = 4.0  # seconds of play before an incident
LONG = 12.0  # seconds that a cable stays pulled
MOST_SILENCE = 60.0  # seconds after which a table counts as lost


class Listener(Follower):
    """Records how long its table was silent."""

    def __init__(self, house: House, slug: str, token: str) -> None:
        super().__init__(house, slug, token)
        self.heard_at = time.monotonic()
        self.silence = 0.0

    def hear(self, number: int) -> None:
        now = time.monotonic()
        self.silence = max(self.silence, now - self.heard_at)
        self.heard_at = now


@dataclass
class Scene:
    """The parts that can fail."""

    house: House
    hosts: list[Host]
    database: Pair
    followers: list[Listener]
    silences: dict[str, list[float]] = field(default_factory=dict)

    def hosts_die(self) -> None:
        """Power off each host in turn and bring it back."""
        for victim in self.house.servers:
            victim.kill()
            self.wait_for_play()
            victim.start()

    def hosts_are_cut_off(self) -> None:
        """Cut each host in turn off from the database; clients can still reach it."""
        for host in self.hosts:
            host.unplug()
            time.sleep(LONG)
            self.wait_for_play()
            host.plug_in()
            time.sleep(CALM)

    def primary_dies(self) -> None:
        self.database.primary.kill()
        self.database.fail_over()
        self.wait_for_play()
        self.database.rebuild()

    def primary_is_cut_off(self) -> None:
        """Cut the primary off from the standby.

        It still runs, and could take writes if it did not wait for the standby.
        """
        lost = self.database.primary.host
        lost.unplug()
        self.database.fail_over()
        self.wait_for_play()
        self.database.standby.kill()
        lost.plug_in()
        self.database.rebuild()

    def wait_for_play(self) -> None:
        """Wait until every table has moved on."""
        asked = time.monotonic()
        for follower in self.followers:
            while follower.heard_at < asked:
                if time.monotonic() > asked + MOST_SILENCE:
                    self.house.faults.append(f"{follower.slug} stood still for {MOST_SILENCE:.0f} s")
                    return
                time.sleep(0.05)

    def play_through(self, name: str, incident: Callable[[], None]) -> None:
        time.sleep(CALM)
        for follower in self.followers:
            follower.silence = 0.0
        incident()
        self.wait_for_play()
        worst = max(follower.silence for follower in self.followers)
        self.silences.setdefault(name, []).append(round(worst, 1))
        print(f"{name}: the longest silence at a table was {worst:.1f} s", file=sys.stderr, flush=True)


def play(rounds: int) -> dict[str, Any]:
    """Make everything fail in turn, this many times, and report what happened."""
    slugs = {f"kill-{standard}": standard for standard in STANDARDS}
    people = {f"{slug[5:]}-{number}": slug for slug in slugs for number in range(PEOPLE)}
    with ExitStack() as stack:
        data = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        net = stack.enter_context(network())
        database = stack.enter_context(pair(net.add("db-1"), net.add("db-2")))
        house = House([])
        hosts = [net.add("web-1"), net.add("web-2")]
        for host in hosts:
            options = ("--no-practice", "--host", host.address(FRONT))
            known = {**RATES, "PAIGOW_HOSTS": host.address(FRONT)}
            server = SiteServer(data, database.url, options, known, host.enter)
            house.servers.append(stack.enter_context(server))
        tables = {slug: {"standard": standard, "bots": 2, "pace": PACE} for slug, standard in slugs.items()}
        asked = {"people": dict.fromkeys((*people, "watcher"), "player"), "tables": tables}
        tokens = inside(data, database.url, "open", asked)
        players = [Player(house, slug, name, tokens[name], slugs[slug]) for name, slug in people.items()]
        followers = [Listener(house, slug, tokens["watcher"]) for slug in slugs]
        for client in (*players, *followers):
            client.start()
        scene = Scene(house, hosts, database, followers)
        for _ in range(rounds):
            scene.play_through("a host dies", scene.hosts_die)
            scene.play_through("a host is cut off from the database", scene.hosts_are_cut_off)
            scene.play_through("the database's primary dies", scene.primary_dies)
            scene.play_through("the database's primary is cut off", scene.primary_is_cut_off)
        house.work(DEEDS)
        house.over.set()
        for player in players:
            player.join(PATIENCE)
        for server in house.servers:
            server.stop()
        for follower in followers:  # the streams have ended with the servers
            follower.join(PATIENCE)
            house.seen["events heard"] += follower.last
        faults = [*house.faults, *faults_of(data, database.url, players)]
    return {"incidents": 6 * rounds, **house.seen, "seconds of silence": scene.silences, "faults": faults}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    chosen = parser.parse_args()
    if reason := can_make_hosts():
        print(f"two_hosts: skipped, nothing was tested: {reason}", file=sys.stderr)
        return 0
    told = play(chosen.rounds)
    print(json.dumps(told, indent=1))
    return bool(told["faults"])


if __name__ == "__main__":
    raise SystemExit(main())
