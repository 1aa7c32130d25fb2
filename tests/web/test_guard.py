"""What one client may not take from the others: disk, connections, streams. And files that are their owner’s only."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from stat import S_IMODE

import httpx
import pytest

from tools.inside import inside
from tools.server import SiteServer
from tools.waiting import PATIENCE

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
