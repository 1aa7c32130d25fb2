"""Behind a proxy that speaks HTTPS: cookies, strictness, and nothing over plain HTTP. And methods that nothing has."""

import os
import sys
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from paigow.errors import PaigowError
from paigow.web.serving.environment import database, given_secret, kept_secrets, renew_secret, second_factor_required
from tools.forked import run
from tools.waiting import PATIENCE

PUBLIC = """
from django.test import Client
from django.core.management import call_command
import django
django.setup()
call_command("migrate", verbosity=0)
client = Client(HTTP_HOST="localhost", HTTP_X_FORWARDED_PROTO="https")
client.post("/account/guest/")
client.get("/account/")
client.post("/i18n/setlang/", {"language": "zh-hant"})
for name, cookie in client.cookies.items():
    print(name, bool(cookie["secure"]), bool(cookie["httponly"]), cookie["samesite"], cookie["path"], cookie["domain"])
"""


def test_every_cookie_is_bound_to_the_host(tmp_path: Path) -> None:
    """All that a browser is given in a visit, messages and language included."""
    environment = os.environ | {
        "PAIGOW_DATA": str(tmp_path),
        "PAIGOW_HTTPS": "1",
        "PYTHONPATH": os.pathsep.join(sys.path),
        "DJANGO_SETTINGS_MODULE": "paigow.web.settings",
        "DATABASE_URL": "",
    }
    done = run("-c", PUBLIC, env=environment, cwd=tmp_path)
    cookies = [line.split() for line in done.stdout.splitlines()]
    assert {cookie[0] for cookie in cookies} == {"__Host-session", "__Host-csrf", "__Host-language"}, done.stderr
    assert all(cookie[1:] == ["True", "True", "Lax", "/"] for cookie in cookies)


@pytest.fixture
def public(settings: Any) -> Any:
    settings.SECURE = True
    settings.SECURE_HSTS_SECONDS = 31_536_000
    settings.SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    return settings


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/static/paigow/site.css", "/no/such/page/", "/api/tables", "/account/"])
def test_every_answer_is_strict(public: Any, client: Client, path: str) -> None:
    answer = client.get(path, secure=True)
    assert answer["Strict-Transport-Security"] == "max-age=31536000; includeSubDomains"


@pytest.mark.django_db
def test_plain_http_gets_nothing(public: Any, client: Client) -> None:
    answer = client.get("/account/?x=1")
    assert (answer.status_code, answer["Location"]) == (301, "https://testserver/account/?x=1")
    assert client.post("/account/sign-in/", {"name": "mei", "password": "x"}).status_code == 403
    refused = client.get("/api/tables", headers={"authorization": "Bearer paigow_x"})
    assert (refused.status_code, refused["Content-Type"]) == (403, "application/problem+json")
    assert client.get("/healthz").status_code == 200, "a monitor on this machine"


def test_on_ones_own_machine_nothing_is_strict(client: Client) -> None:
    assert "Strict-Transport-Security" not in client.get("/healthz")


@pytest.mark.django_db
@pytest.mark.parametrize("method", ["TRACE", "TRACK", "CONNECT", "PROPFIND"])
@pytest.mark.parametrize("path", ["/", "/account/", "/api/tables", "/static/paigow/site.css", "/healthz"])
def test_methods_that_nothing_has(client: Client, method: str, path: str) -> None:
    answer = client.generic(method, path, headers={"x-secret": "not sent back"})
    assert answer.status_code == 405
    assert b"not sent back" not in answer.content


@pytest.mark.own_database
@pytest.mark.parametrize(
    "head",
    [
        "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n",
        "Content-Length: 4\r\nContent-Length: 5\r\n",
        "Transfer-Encoding: chunked, identity\r\n",
        "Content-Length: +4\r\n",
    ],
)
def test_a_request_of_two_lengths_is_refused(pair: Any, head: str) -> None:
    """No second request is found in the body of a first (request smuggling)."""
    import socket
    from urllib.parse import urlsplit

    where = urlsplit(pair.servers[0].address)
    assert where.hostname
    hidden = "0\r\n\r\nGET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with socket.create_connection((where.hostname, where.port or 80), timeout=PATIENCE) as line:
        line.sendall(f"POST /verify/ HTTP/1.1\r\nHost: localhost\r\n{head}\r\n{hidden}".encode())
        line.shutdown(socket.SHUT_WR)
        answer = b""
        while bit := line.recv(65536):
            answer += bit
    assert b"paigow_requests_total" not in answer
    assert answer.startswith(b"HTTP/1.1 400") or not answer


def test_a_public_site_demands_a_second_factor_of_staff(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PAIGOW_STAFF_SECOND_FACTOR", raising=False)
    assert second_factor_required(True)
    assert not second_factor_required(False)
    monkeypatch.setenv("PAIGOW_STAFF_SECOND_FACTOR", "optional")
    assert not second_factor_required(True)


@pytest.mark.parametrize(
    ("url", "mode"),
    [
        ("postgres://p:x@db.example/paigow", "verify-full"),
        ("postgres://p:x@192.0.2.1:5432/paigow", "verify-full"),
        ("postgres://p@/paigow?host=db.example", "verify-full"),
        ("postgres://p:x@db.example/paigow?sslmode=require", "require"),
        ("postgres://p:x@localhost/paigow", None),
        ("postgres://p@/paigow?host=/run/postgresql", None),
        ("postgres://p@%2Frun%2Fpostgresql/paigow", None),
    ],
)
def test_a_database_elsewhere_is_spoken_to_in_secret(
    monkeypatch: pytest.MonkeyPatch, url: str, mode: str | None
) -> None:
    monkeypatch.setenv("DATABASE_URL", url)
    assert database()["OPTIONS"].get("sslmode") == mode


@pytest.fixture
def own_data(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> Any:
    monkeypatch.setenv("PAIGOW_DATA", str(tmp_path))
    for name in ("PAIGOW_SEALING_KEY", "CREDENTIALS_DIRECTORY"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def test_a_secret_is_renewed_before_the_old_one(own_data: Any) -> None:
    (first,) = kept_secrets("sealing-key")
    renew_secret("sealing-key")
    second, old = kept_secrets("sealing-key")
    assert old == first != second
    assert len(second) == 64
    assert (own_data / "sealing-key.secret").stat().st_mode & 0o777 == 0o600


def test_secrets_may_come_from_systemd(monkeypatch: pytest.MonkeyPatch, own_data: Any) -> None:
    """It keeps them encrypted with a key of the machine, and shows them to the service only."""
    (own_data / "paigow.sealing-key").write_text("ab" * 32 + "\n")
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(own_data))
    assert given_secret("sealing-key") == "ab" * 32
    assert kept_secrets("sealing-key") == ("ab" * 32,)
    assert not (own_data / "sealing-key.secret").exists()
    with pytest.raises(PaigowError, match="given from outside"):
        renew_secret("sealing-key")
