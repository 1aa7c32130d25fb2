"""What one client may not take from the others: disk, connections, streams. And files that are their owner’s only."""

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from stat import S_IMODE

import httpx
import pytest

from tools.inside import inside
from tools.server import SiteServer
from tools.waiting import PATIENCE, wait_until

pytestmark = pytest.mark.own_database
CONNECTIONS, STREAMS = 12, 3


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SiteServer]:
    data = tmp_path_factory.mktemp("guarded")
    (data / "paigow.sqlite3").touch(0o644)  # as an older version made it
    limits = {"PAIGOW_CONNECTIONS": str(CONNECTIONS), "PAIGOW_STREAMS": str(STREAMS)}
    with SiteServer(data, options=("--no-practice",), environment=limits, forked=True) as running:
        inside(data, "", "open", {"tables": {"t": {"standard": "new-zealand"}}})
        yield running


def said(server: SiteServer, sent: bytes) -> bytes:
    """The first line of the answer."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as line:
        line.sendall(sent)
        return line.makefile("rb").readline()


@pytest.mark.parametrize("path", ["/account/sign-in/", "/verify/", "/api/verification", "/nowhere/"])
def test_a_long_body_is_refused_before_a_byte_of_it_is_read(server: SiteServer, path: str) -> None:
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900000000\r\n\r\n"
    assert said(server, head.encode()).startswith(b"HTTP/1.1 413")


def test_a_long_body_of_unsaid_length_is_refused_when_it_is_too_long(server: SiteServer) -> None:
    head = b"POST /account/sign-in/ HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    chunk = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as line:
        line.sendall(head)
        sent = 0
        try:
            while sent < 50_000_000:
                line.sendall(chunk)
                sent += 0x10000
        except OSError:
            pass  # the server has hung up on us
        assert line.makefile("rb").readline().startswith(b"HTTP/1.1 413") or sent < 50_000_000


def test_the_refusal_is_a_page_or_a_problem(server: SiteServer) -> None:
    def long(path: str, language: str) -> httpx.Response:
        headers = {"Accept-Language": language}
        return httpx.post(f"{server.address}{path}", content=b"x" * 2_600_000, headers=headers, timeout=PATIENCE)

    page = long("/account/sign-in/", "zh-hant")
    assert page.status_code == 413
    assert 'lang="zh-hant"' in page.text
    assert page.headers["X-Content-Type-Options"] == "nosniff"
    told = long("/api/verification", "en")
    assert (told.status_code, told.json()["reason"]) == (413, "too-large")


def test_connections_of_one_address_are_counted(server: SiteServer) -> None:
    """Eve holds as many as she can get; what is beyond is hung up on, and when she lets go the site is there again."""
    with ExitStack() as held:
        lines = [
            held.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE))
            for _ in range(40)
        ]
        answered = 0
        for line in lines:
            try:
                line.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
                answered += line.recv(100).startswith(b"HTTP/1.1 200")
            except OSError:
                pass
        assert 0 < answered <= CONNECTIONS
    assert httpx.get(f"{server.address}/healthz", timeout=PATIENCE).status_code == 200


def flood(line: socket.socket, what: bytes, times: int) -> None:
    for _ in range(times):
        line.sendall(what)


SLOW = {
    "nothing at all": (b"", b""),
    "a head without an end": (b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n", b"X-a: b\r\n"),
    "empty lines": (b"\r\n", b"\r\n"),
    "a body that does not come": (
        b"POST /account/sign-in/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n",
        b"x",
    ),
    "a second head without an end": (
        b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nGET /healthz HTTP/1.1\r\n",
        b"X-a: b\r\n",
    ),
    "chunks without an end": (
        b"POST /account/sign-in/ HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n",
        b"1\r\nx\r\n",
    ),
}


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SiteServer]:
    """A server that gives everybody a second to send a request."""
    data = tmp_path_factory.mktemp("hasty")
    environment = {"PAIGOW_REQUEST_SECONDS": "1"}
    with SiteServer(data, options=("--no-practice",), environment=environment, forked=True) as running:
        inside(data, "", "open", {"tables": {"t": {"standard": "new-zealand"}}})
        yield running


@pytest.mark.parametrize("how", SLOW)
def test_a_request_that_never_ends_is_hung_up_on(hasty: SiteServer, how: str) -> None:
    """Slowloris: a byte now and then, so that the connection never looks idle."""
    first, more = SLOW[how]
    with socket.create_connection(("127.0.0.1", hasty.port)) as line:
        line.sendall(first)
        line.setblocking(False)

        def is_closed() -> bool:
            try:
                line.sendall(more)
                return not line.recv(65536)
            except BlockingIOError:
                return False
            except OSError:
                return True

        wait_until(is_closed)


def test_who_does_not_read_is_hung_up_on(hasty: SiteServer) -> None:
    """More is requested than the system buffers, and not a byte of it read.

    Whether a connection is held is asked of a stream first, which no deadline ends.
    """
    with httpx.Client(base_url=hasty.address, timeout=PATIENCE) as client:
        with client.stream("GET", "/tables/t/events/") as stream:
            port = stream.extensions["network_stream"].get_extra_info("client_addr")[1]
            assert _held(hasty, port)
        wait_until(lambda: not _held(hasty, port))
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.connect(("127.0.0.1", hasty.port))
        line.sendall(b"GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 60)
        own = line.getsockname()[1]
        wait_until(lambda: not _held(hasty, own))


def _held(server: SiteServer, port: int) -> bool:
    """Whether the server's end of a connection is still open."""
    ends = [f"0100007F:{each:04X}" for each in (server.port, port)]
    return any(row.split()[1:4] == [*ends, "01"] for row in Path("/proc/net/tcp").read_text().splitlines()[1:])


def test_who_sends_requests_and_does_not_wait_is_hung_up_on(server: SiteServer) -> None:
    ahead = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n" * 100
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as line, pytest.raises(ConnectionError):
        flood(line, ahead, 200_000)


def test_a_stream_outlasts_the_deadline_of_a_request(hasty: SiteServer) -> None:
    with (
        httpx.Client(base_url=hasty.address, timeout=PATIENCE) as client,
        client.stream("GET", "/tables/t/events/") as stream,
    ):
        lines, begun = stream.iter_lines(), time.monotonic()
        next(lines)
        while time.monotonic() - begun < 2:  # the server sends something every few seconds
            next(lines)


ENDLESS = {
    "headers": (b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n", b"X-a: " + b"a" * 60_000 + b"\r\n"),
    "one header": (b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-a: ", b"a" * 60_000),
    "a URL": (b"GET /", b"a" * 60_000),
    "trailers": (
        b"POST /account/sign-in/ HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n",
        b"X-a: " + b"a" * 60_000 + b"\r\n",
    ),
    "the size of a chunk": (
        b"POST /account/sign-in/ HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n1;",
        b"a" * 60_000,
    ),
}


@pytest.mark.parametrize("what", ENDLESS)
def test_a_head_without_end_takes_no_memory(server: SiteServer, what: str) -> None:
    first, more = ENDLESS[what]
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as line:
        line.sendall(first)
        with pytest.raises(ConnectionError):
            flood(line, more, 1000)


def test_streams_of_one_address_are_counted(server: SiteServer) -> None:
    with httpx.Client(base_url=server.address, timeout=PATIENCE) as client, ExitStack() as held:
        following = []
        for _ in range(STREAMS):
            stream = held.enter_context(client.stream("GET", "/tables/t/events/"))
            assert stream.status_code == 200
            following.append(stream.iter_lines())  # one that is forgotten is closed
            next(following[-1])
        for path in ("/tables/t/live/", "/api/tables/t/stream"):
            with client.stream("GET", path) as one_more:  # whose end nobody waits for, should it be answered
                assert one_more.status_code == 429, path
        told = client.get("/api/tables/t/stream")
        assert told.json()["reason"] == "too-often"
        assert client.get("/tables/t/").status_code == 200, "pages are answered beside them"
    with (
        httpx.Client(base_url=server.address, timeout=PATIENCE) as client,
        client.stream("GET", "/tables/t/events/") as again,
    ):
        assert again.status_code == 200


def test_the_files_of_a_house_are_its_owners_only(server: SiteServer) -> None:
    kept = [
        path for path in server.data.iterdir() if path.name.startswith("paigow.sqlite3") or path.suffix == ".secret"
    ]
    assert {
        "paigow.sqlite3",
        "paigow.sqlite3-wal",
        "paigow.sqlite3-shm",
        "django-key.secret",
        "sealing-key.secret",
    } <= {path.name for path in kept}
    assert {path.name: oct(S_IMODE(path.stat().st_mode)) for path in kept} == {path.name: "0o600" for path in kept}


def test_a_key_that_others_could_read_is_closed_to_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from paigow.web.serving.environment import kept_secrets

    monkeypatch.setenv("PAIGOW_DATA", str(tmp_path))
    monkeypatch.delenv("PAIGOW_DJANGO_KEY", raising=False)
    kept_secrets("django-key")
    path = tmp_path / "django-key.secret"
    path.chmod(0o644)
    kept_secrets("django-key")
    assert S_IMODE(path.stat().st_mode) == 0o600
