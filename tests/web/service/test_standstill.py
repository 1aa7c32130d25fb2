"""A server that lives but cannot deal for a while: nobody's time runs meanwhile, and newcomers are sent elsewhere."""

import resource
import signal
import time
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from typing import Any

import httpx
import pytest

from paigow.web.service.dealer import DEAD
from tools.inside import inside
from tools.postgres import cluster
from tools.waiting import PATIENCE, wait_until

pytestmark = [pytest.mark.own_database, pytest.mark.long]
WINDOW = 600.0  # seconds to wager: more than any machine takes for a test
PACE = {"between": 0.1, "offer": 0.1, "cut": 0.1, "bet": WINDOW, "quiet": 0.1, "seeds": 0.1, "step": 0.1, "bot": 0.1}
AWAY = 1.5 * DEAD  # seconds without a dealer: long enough to be noticed


def until(reached: Callable[[], Any]) -> Any:
    """Wait, whatever the line does meanwhile."""

    def tried() -> Any:
        with suppress(httpx.HTTPError):
            return reached()

    return wait_until(tried)


class Ann:
    """Alone at a table."""

    def __init__(self, client: httpx.Client) -> None:
        self.client = client
        assert self.do("sit", position=1, seed="s").status_code == 200
        assert self.do("buy-in", amount=100_000).status_code == 200

    def table(self) -> Any:
        return self.client.get("/api/tables/t").raise_for_status().json()

    def given_back(self, before: Any) -> bool:
        """Whether the window closes later than it would have, by the time that nobody dealt."""
        later, earlier = (datetime.fromisoformat(each["deadline_at"]) for each in (self.table(), before))
        return later - earlier > timedelta(seconds=DEAD)

    def view(self) -> Any:
        return self.client.get("/api/tables/t/view").raise_for_status().json()

    def do(self, verb: str, **given: Any) -> httpx.Response:
        """Ask as a client does: when the table has moved on since it looked, it looks again."""
        headers = {"Idempotency-Key": uuid.uuid4().hex}
        while True:
            body = {"do": verb, "expected": self.view()["sequence"], **given}
            answer = self.client.post("/api/tables/t/commands", json=body, headers=headers)
            if answer.status_code != 409 or answer.json()["reason"] != "stale":
                return answer

    def wager(self) -> int:
        return self.do("wager", position=1, kind="main", amount=2000).status_code

    def bets_are_open(self) -> bool:
        table = self.table()
        return table["phase"] == "betting" and table["deadline_at"] is not None

    def ready(self) -> int:
        return self.client.get("/readyz").status_code

    def hear(self, many: int, since: int) -> list[int]:
        """The numbers of so many events after this one, as they come in, however late or often the line breaks."""
        numbers: list[int] = []
        end = time.monotonic() + PATIENCE
        while len(numbers) < many:
            assert time.monotonic() < end, f"only {len(numbers)} of {many} events came"
            last = {"Last-Event-ID": str(numbers[-1] if numbers else since)}
            with suppress(httpx.HTTPError), self.client.stream("GET", "/api/tables/t/stream", headers=last) as stream:
                for line in stream.iter_lines():
                    assert time.monotonic() < end, f"only {len(numbers)} of {many} events came"
                    if line.startswith("id:"):
                        numbers.append(int(line[3:]))
                    if len(numbers) == many:
                        break
        return numbers


@contextmanager
def ann_at(server: Any, house_url: str) -> Iterator[Ann]:
    """When wagers can be made."""
    asked = {"people": {"ann": "player"}, "tables": {"t": {"standard": "dealer-open", "pace": PACE}}}
    token = inside(server.data, house_url, "open", asked)["ann"]
    with httpx.Client(
        base_url=server.address, headers={"Authorization": f"Bearer {token}"}, timeout=PATIENCE
    ) as client:
        ann = Ann(client)
        until(ann.bets_are_open)
        yield ann


def test_a_server_that_slept_gives_the_time_back(house_url: str, new_server: Any) -> None:
    """As on a machine whose lid was closed."""
    server = new_server(house_url, options=("--no-practice",))
    with ann_at(server, house_url) as ann:
        before = ann.table()
        server.process.send_signal(signal.SIGSTOP)
        time.sleep(AWAY)
        server.process.send_signal(signal.SIGCONT)
        until(lambda: ann.given_back(before))
        assert ann.table()["rounds"] == before["rounds"]
        assert ann.wager() == 200
    outages = [note for note in inside(server.data, house_url, "notes") if note["kind"] == "outage"]
    assert {note["detail"]["tables"] for note in outages} == {1}
    assert inside(server.data, house_url, "audit") == []


@pytest.mark.parametrize("ended", [signal.SIGINT, signal.SIGKILL], ids=["stopped", "killed"])
def test_servers_whose_postgresql_went_away_go_on_when_it_is_back(new_server: Any, ended: signal.Signals) -> None:
    """Nothing is waited for that does not come, nobody's time runs, and who follows hears every event once."""
    with cluster() as running:
        assert running.server is not None
        url = running.new_database()
        server = new_server(url, options=("--no-practice", "--processes", "2"))
        with ann_at(server, url) as ann, ThreadPoolExecutor(1) as pool:
            before, began = ann.table(), time.monotonic()
            since = ann.view()["sequence"]
            heard = pool.submit(ann.hear, 5, since)
            running.server.stop(ended)
            for _ in range(2):
                assert ann.ready() == 503
                assert ann.client.get("/api/tables/t/view").status_code == 503
            time.sleep(max(0.0, began + AWAY - time.monotonic()))
            running.server.start()
            assert until(lambda: ann.ready() == 200)
            until(lambda: ann.given_back(before))
            assert ann.table()["rounds"] == before["rounds"]
            assert ann.wager() == 200
            numbers = heard.result(PATIENCE)
        assert numbers == list(range(since + 1, since + 6))
        assert inside(server.data, url, "audit") == []
        server.stop()


def test_a_server_whose_disk_is_full_is_not_ready_until_there_is_room(new_server: Any) -> None:
    """What it cannot keep it does not do; then it goes on where it was."""
    server = new_server(options=("--no-practice",))
    with ann_at(server, "") as ann:
        before = ann.table()
        assert until(lambda: ann.ready() == 200)
        _, most = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (1000, resource.RLIM_INFINITY))
        assert ann.wager() >= 500
        assert until(lambda: not ann.client.get("/readyz").json()["checks"]["dealer"])
        assert ann.ready() == 503
        assert ann.client.get("/healthz").status_code == 200
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (most, most))
        assert until(lambda: ann.ready() == 200)
        until(lambda: ann.given_back(before))
        assert ann.table()["rounds"] == before["rounds"]
        assert ann.wager() == 200
    assert inside(server.data, "", "audit") == []
