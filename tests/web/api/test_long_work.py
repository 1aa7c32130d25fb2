"""Long work is done by workers: whoever has much of it done, at once, keeps nobody else waiting."""

import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from threading import Barrier

import httpx
import pytest

from paigow.web.people.errors import TooOften
from paigow.web.work import jobs
from tools.inside import inside
from tools.server import SiteServer
from tools.waiting import PATIENCE

PARALLEL = 32


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> str:
    """One that takes seconds to verify."""
    path = tmp_path_factory.mktemp("record") / "long.toml"
    given = ("--rounds", "60", "--seats", "6", "--record", str(path))
    subprocess.run([sys.executable, "-m", "paigow", "deal", "maryland-poker", *given], check=True, capture_output=True)
    return path.read_text(encoding="utf-8")


@pytest.mark.own_database
def test_many_records_at_once_leave_the_server_free(record: str, new_server: Callable[..., SiteServer]) -> None:
    """The attack: 32 records at the same time, on each of which a server works for seconds.

    None is worked out in its request, most wait their turn or are refused, and another person is answered while the
    first is still at work.
    """
    server = new_server(options=("--no-practice",))
    tokens = inside(server.data, "", "open", {"people": {"eve": "player", "ann": "player"}})
    together = Barrier(PARALLEL)

    def attack(number: int) -> httpx.Response:
        body = {"record": f"{record}# {number}\n"}
        with httpx.Client(base_url=server.address, timeout=PATIENCE) as client:
            together.wait(PATIENCE)
            return client.post("/api/verification", json=body, headers={"Authorization": f"Bearer {tokens['eve']}"})

    with ThreadPoolExecutor(PARALLEL) as threads:
        answers = list(threads.map(attack, range(PARALLEL)))
    statuses = Counter(each.status_code for each in answers)
    assert set(statuses) == {202, 429}, statuses
    assert statuses[202] <= 1 + jobs.WAITING
    waiting = [each.headers["Location"] for each in answers if each.status_code == 202]
    with httpx.Client(base_url=server.address, timeout=PATIENCE) as client:
        for path in ("/", "/healthz"):
            assert client.get(path).status_code == 200
        ann = {"Authorization": f"Bearer {tokens['ann']}"}
        mine = client.post("/api/verification", json={"record": "x"}, headers=ann)
        assert mine.status_code == 202, "what another has queued is not counted against her"
        eve = {"Authorization": f"Bearer {tokens['eve']}"}
        states = {client.get(path, headers=eve).status_code for path in waiting}
        assert 202 in states, "the attack was over before anybody asked: it shows nothing"


@dataclass(frozen=True)
class Nap(jobs.Job):
    """Work that ends when it is told to."""

    parent: Path
    name: str

    @property
    def folder(self) -> Path:
        return self.parent / self.name

    @property
    def worker(self) -> tuple[str, ...]:
        raise NotImplementedError

    def prepare(self) -> None:
        pass

    def start(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen(["sleep", "600"])


@pytest.fixture
def queue() -> Iterator[jobs.Queue]:
    made = jobs.Queue()
    yield made
    running = [process for _client, process in made._running.values()]
    made.stop()
    for process in running:
        process.wait()


def test_clients_take_turns(queue: jobs.Queue, tmp_path: Path) -> None:
    for number in range(1 + jobs.WAITING):
        queue.put(Nap(tmp_path, f"eve-{number}"), "eve")
    with pytest.raises(TooOften):
        queue.put(Nap(tmp_path, "eve-more"), "eve")
    assert [folder.name for folder in queue._running] == ["eve-0"], "one worker of a client at a time"
    queue.put(Nap(tmp_path, "ann"), "ann")
    queue.put(Nap(tmp_path, "bob"), "bob")
    queue.put(Nap(tmp_path, "cat"), "cat")
    assert [folder.name for folder in queue._running] == ["eve-0", "ann", "bob"]
    end(queue, tmp_path / "ann")
    assert [folder.name for folder in queue._running] == ["eve-0", "bob", "cat"]
    end(queue, tmp_path / "eve-0")
    assert [folder.name for folder in queue._running] == ["bob", "cat", "eve-1"]


def end(queue: jobs.Queue, folder: Path) -> None:
    """The worker is told to end, and the queue has seen it."""
    _client, process = queue._running[folder]
    process.kill()
    while queue.knows(folder):
        process.wait()


def test_all_clients_together_have_a_bound(queue: jobs.Queue, tmp_path: Path) -> None:
    for number in range(jobs.AT_ONCE + jobs.MOST_WAITING):
        queue.put(Nap(tmp_path, str(number)), f"client {number}")
    with pytest.raises(TooOften):
        queue.put(Nap(tmp_path, "one more"), "one more")
    assert len(queue._running) == jobs.AT_ONCE
