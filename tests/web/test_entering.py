"""Whoever cannot get into a house is told why, in one line; and a key is there whole or not at all."""

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from paigow.errors import PaigowError
from paigow.web.serving.environment import kept_secrets, renew_secret
from tools.forked import run

ROOT = Path(__file__).resolve().parents[2]


def told(data: Path, url: str, *command: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "DATABASE_URL": url}
    environment.pop("DJANGO_SETTINGS_MODULE", None)
    done = run("paigow", *command, "--data", str(data), env=environment, cwd=data)
    assert done.returncode != 0
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    return done.stderr


@pytest.mark.own_database
@pytest.mark.parametrize("command", ["serve", "audit"])
@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("postgres://nobody@127.0.0.1:1/none", "the database of DATABASE_URL does not answer"),
        ("postgres://nobody@127.0.0.2:1/none", "over verified TLS, unless its address ends as in ?sslmode=disable"),
        ("postgres://nobody@127.0.0.1:port/none", "DATABASE_URL names a PostgreSQL database"),
        ("postgres://nobody@127.0.0.1:1/none?bogus=1", 'invalid connection option "bogus"'),
    ],
)
def test_a_database_that_is_not_there(tmp_path: Path, command: str, url: str, why: str) -> None:
    assert why in told(tmp_path, url, command)


@pytest.mark.own_database
@pytest.mark.parametrize("command", ["serve", "audit"])
def test_a_file_that_is_no_database(tmp_path: Path, command: str) -> None:
    (tmp_path / "paigow.sqlite3").write_text("something else altogether, and long enough for a header of SQLite" * 20)
    assert "paigow.sqlite3 cannot be opened: file is not a database" in told(tmp_path, "", command)


@pytest.mark.own_database
def test_a_disk_that_is_full(tmp_path: Path) -> None:
    """As far as a process is told: no file may grow any further."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "DATABASE_URL": ""}
    serve = ("paigow", "serve", "--port", "0", "--data", str(tmp_path))
    done = run(*serve, env=environment, cwd=tmp_path, room=200_000)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("paigow: the database cannot be brought to this version: ")
    assert len(done.stderr.splitlines()) == 1


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PAIGOW_DATA", str(tmp_path))
    return tmp_path


def test_processes_that_start_together_have_one_key(home: Path) -> None:
    with ThreadPoolExecutor(16) as together:
        found = set(together.map(kept_secrets, ["a-key"] * 64))
    assert len(found) == 1
    assert [path.name for path in home.iterdir()] == ["a-key.secret"]
    assert (home / "a-key.secret").stat().st_mode & 0o777 == 0o600


def test_a_key_that_was_lost_is_not_made_up(home: Path) -> None:
    """What an older version left behind that was killed between making the file and writing it."""
    (home / "a-key.secret").touch()
    with pytest.raises(PaigowError, match="is empty"):
        kept_secrets("a-key")


def test_a_new_key_comes_before_the_old(home: Path) -> None:
    old = kept_secrets("a-key")
    renew_secret("a-key")
    new = kept_secrets("a-key")
    assert len(new) == 2
    assert new[1:] == old
    assert [path.name for path in home.iterdir()] == ["a-key.secret"]
