"""`paigow serve` from outside: it starts, migrates, answers, and ends when told to."""

import signal
import socket
from collections.abc import Callable
from pathlib import Path
from threading import Thread

import httpx
import pytest

from tools.server import SiteServer
from tools.waiting import PATIENCE, run_together, wait_until

pytestmark = pytest.mark.own_database
NewServer = Callable[..., SiteServer]


def status(server: SiteServer) -> int:
    return httpx.get(f"{server.address}/", timeout=PATIENCE).status_code


def test_it_answers_and_ends_though_a_connection_is_open(new_server: NewServer, database_url: str) -> None:
    server = new_server(database_url, fresh=True, forked=False)
    with httpx.Client(base_url=server.address, timeout=PATIENCE) as client:  # its connection stays open
        assert client.get("/").status_code == 200
        assert server.stop() == 0
    assert server.complaints == []
    server.forked = True
    server.start()  # the same data and the same port once more
    assert status(server) == 200


def test_ctrl_c_ends_it_quietly(new_server: NewServer) -> None:
    server = new_server(forked=False)
    assert status(server) == 200
    assert server.stop(signal.SIGINT) == 0
    assert server.complaints == []


def test_several_processes_share_a_port(new_server: NewServer, postgres_database: str) -> None:
    server = new_server(postgres_database, options=("--processes", "2"))
    assert {status(server) for _ in range(8)} == {200}
    assert server.stop() == 0


def test_a_second_server_on_one_sqlite_house_is_refused(new_server: NewServer) -> None:
    """It would deal the same tables; when the first has ended, however it did, another may start.

    Nobody can let it in by removing a file.
    """
    first = new_server()
    for file in first.data.glob("*.lock"):
        file.unlink()
    with pytest.raises(RuntimeError, match="another server has this house open"):
        new_server()
    assert status(first) == 200
    first.kill()
    assert status(new_server()) == 200


def test_no_process_outlives_a_server_that_is_killed(new_server: NewServer) -> None:
    """The one that works out advice would wait forever for questions, and hold on to what the server had open."""
    server = new_server(forked=False)
    asked = {"rules": "maryland-tiles", "pieces": "66 11 44 13"}
    assert httpx.get(f"{server.address}/api/advice", params=asked, timeout=PATIENCE).status_code == 200
    process = server.process
    assert process is not None
    children = _children(process.pid)
    assert children
    server.kill()
    wait_until(lambda: not any(map(_alive, children)))


def _children(pid: int) -> list[Path]:
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return [Path("/proc") / child for task in tasks for child in (task / "children").read_text().split()]


def _alive(process: Path) -> bool:
    """Whether it still runs: one that has ended may be listed until somebody asks for its exit status."""
    try:
        return (process / "stat").read_text().rpartition(") ")[2][0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_servers_that_start_together_migrate_one_after_the_other(new_server: NewServer, postgres_database: str) -> None:
    started: list[SiteServer] = []
    threads = [Thread(target=lambda: started.append(new_server(postgres_database, fresh=True))) for _ in range(2)]
    run_together(threads)
    assert [status(server) for server in started] == [200, 200]


def test_several_processes_need_postgresql(new_server: NewServer) -> None:
    with pytest.raises(RuntimeError, match="several processes need PostgreSQL"):
        new_server(options=("--processes", "2"))


def test_a_port_that_is_taken_is_named(new_server: NewServer) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(RuntimeError, match=f"cannot listen on 127.0.0.1 port {port}"):
            new_server(options=("--port", str(port)))
