"""The database hangs, or the disk is full: everybody is told so, soon, and nothing is lost."""

import os
import re
import resource
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import httpx
import pytest
from django.db import OperationalError, connection

from paigow.web.serving.pulse import Pulse
from tools.inside import inside
from tools.postgres import Cluster, cluster
from tools.server import SiteServer
from tools.waiting import PATIENCE, wait_until

pytestmark = pytest.mark.own_database
NewServer = Callable[..., SiteServer]
TABLE = {"people": {"ann": "player"}, "tables": {"t": {"standard": "new-zealand"}}}


@contextmanager
def hanging(running: Cluster) -> Iterator[None]:
    """Every process of PostgreSQL stands still, and no connection is lost."""
    assert running.server is not None
    parent = running.server.process.pid
    children = subprocess.run(["pgrep", "-P", str(parent)], capture_output=True, text=True, check=True).stdout.split()
    processes = [parent, *map(int, children)]
    for each in processes:
        os.kill(each, signal.SIGSTOP)
    try:
        yield
    finally:
        for each in processes:
            os.kill(each, signal.SIGCONT)


def test_a_database_that_hangs_is_told_of(new_server: NewServer) -> None:
    """More ask than there are threads, and each is answered: pages, forms, the API, health and streams."""
    with cluster() as running:
        url = running.new_database()
        server = new_server(url, options=("--no-practice",))
        token = inside(server.data, url, "open", TABLE)["ann"]
        headers = {"Authorization": f"Bearer {token}"}
        with httpx.Client(base_url=server.address, timeout=PATIENCE) as client:
            assert client.get("/").status_code == 200
            with hanging(running):
                for path in (*["/", "/api/tables", "/tables/t/"] * 12, "/tables/t/events/", "/api/tables/t/stream"):
                    told = client.get(path, headers=headers)
                    assert (path, told.status_code) == (path, 503)
                    assert told.headers["Retry-After"]
                assert client.post("/account/guest/").status_code == 503
                assert client.get("/readyz").status_code == 503
                assert client.get("/healthz").status_code == 200, "the process itself is well"
                assert "Nothing was lost" in client.get("/account/sign-in/").text
                assert client.get("/api/tables", headers=headers).json()["reason"] == "busy"
            wait_until(lambda: client.get("/tables/t/").status_code == 200)  # it goes on when the database does


@pytest.mark.parametrize(("seconds", "still"), [(0.2, True), (0.0, False)])
def test_waiting_in_vain_for_a_connection_is_no_answer(
    monkeypatch: pytest.MonkeyPatch, seconds: float, still: bool
) -> None:
    """When a database hangs, its pool gives up just as early as we do; one that is down says so at once."""
    asking = Pulse()
    monkeypatch.setattr(asking, "PATIENCE", 0.1)

    def none_left() -> None:
        time.sleep(seconds)
        raise OperationalError("couldn't get a connection")

    with monkeypatch.context() as without:
        without.setattr(connection, "cursor", none_left)
        asking.ask()
    assert asking.stands_still is still


def test_a_full_disk_is_told_of_everywhere(new_server: NewServer) -> None:
    server = new_server(options=("--no-practice",))
    token = inside(server.data, "", "open", TABLE)["ann"]
    assert server.process is not None
    with httpx.Client(base_url=server.address, timeout=PATIENCE) as client:

        def sent(path: str, **fields: str) -> int:
            found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', client.get(path).text)
            assert found is not None
            return client.post(path, data={"csrfmiddlewaretoken": found[1], **fields}).status_code

        def sign_in() -> int:
            return sent("/account/sign-in/", name="ann", password="nine brass tiles")

        least = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (4096, least[1]))
        assert sign_in() == 503
        assert sent("/account/sign-up/", name="bob", password1="nine brass tiles", password2="nine brass tiles") == 503
        headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": "k"}
        known = client.get("/api/tables/t", headers=headers).json()["sequence"]  # nothing can happen meanwhile
        command = {"do": "sit", "position": 1, "seed": "s", "expected": known}
        assert client.post("/api/tables/t/commands", json=command, headers=headers).status_code == 503
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, least)
        assert sign_in() == 302
    assert inside(server.data, "", "audit") == []
