"""`paigow backup`, `restore`, `audit` and `export` from outside.

A house goes from one database to the other and back, keys included, and plays on.
"""

import gzip
import json
import os
import resource
import shutil
import sqlite3
import stat
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from paigow.house.backup import BackupError, inspect
from paigow.web.serving.environment import SQLITE
from tools import forked

pytestmark = pytest.mark.own_database
ROOT = Path(__file__).resolve().parents[3]


def run(
    data: Path, url: str, *arguments: str, module: str = "paigow", room: int = resource.RLIM_INFINITY
) -> subprocess.CompletedProcess[str]:
    """No file that is written gets longer than there is room."""
    environment = {**os.environ, "PAIGOW_DATA": str(data), "DATABASE_URL": url}
    environment |= {"PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}", "DJANGO_SETTINGS_MODULE": "paigow.web.settings"}
    return forked.run(module, *arguments, env=environment, cwd=data.parent, room=room)


def told(data: Path, url: str, *arguments: str, status: int = 0) -> dict[str, Any]:
    ran = run(data, url, *arguments, "--json")
    assert ran.returncode == status, ran.stderr
    answer: dict[str, Any] = json.loads(ran.stdout)
    return answer


def lines(path: Path) -> list[bytes]:
    with gzip.open(path) as file:
        return file.readlines()


LOG = ("people.logcheckpoint", "people.loghead", "people.significantevent")


def rows_of(path: Path) -> dict[str, list[bytes]]:
    """By model."""
    found: dict[str, list[bytes]] = {}
    for line in lines(path)[1:-1]:
        if line.startswith(b"{"):
            found[json.loads(line)["model"]] = rows = []
        else:
            rows.append(line)
    return found


def rewritten(path: Path, kept: list[bytes]) -> Path:
    with gzip.open(path, "wb") as file:
        file.writelines(kept)
    return path


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A house on SQLite with rounds played, and a backup of it."""
    data = tmp_path_factory.mktemp("house") / "data"
    data.mkdir()
    ran = run(data, "", "--rounds", "2", "maryland-tiles", "maryland-poker", module="tools.played")
    assert ran.returncode == 0, ran.stderr
    told(data, "", "backup", str(data.parent / "one.backup"))
    return data


@pytest.fixture
def one(home: Path) -> Path:
    return home.parent / "one.backup"


def test_there_and_back_again(home: Path, one: Path, tmp_path: Path, postgres_database: str) -> None:
    assert stat.S_IMODE(one.stat().st_mode) == 0o600
    there, back, two = tmp_path / "there", tmp_path / "back", tmp_path / "two.backup"
    restored = told(there, postgres_database, "restore", str(one))
    assert restored["keys"] == ["django-key", "sealing-key"]
    for name in ("django-key.secret", "sealing-key.secret"):
        assert (there / name).read_text() == (home / name).read_text()
        assert stat.S_IMODE((there / name).stat().st_mode) == 0o600
    audited = told(there, postgres_database, "audit")
    assert audited["steered"] == 0
    assert (audited["holds"], audited["tables"]) == (True, 2)
    told(there, postgres_database, "backup", str(two))
    here, kept = rows_of(two), rows_of(one)
    assert {model: rows for model, rows in here.items() if model not in LOG} == {
        model: rows for model, rows in kept.items() if model not in LOG
    }
    assert here["people.significantevent"][:-1] == kept["people.significantevent"]  # the last tells of the restore
    assert restored["sha256"].encode() in here["people.significantevent"][-1]
    # The house plays on: new rows get numbers that are free.
    ran = run(there, postgres_database, "--rounds", "1", "dealer-open", module="tools.played")
    assert ran.returncode == 0, ran.stderr
    assert told(there, postgres_database, "audit")["holds"]
    told(back, "", "restore", str(two))
    assert told(back, "", "audit") == audited
    record = tmp_path / "tiles.toml"
    told(back, "", "export", "--table", "maryland-tiles", "--out", str(record))
    assert told(back, "", "verify", str(record))["rounds"] == 1


@pytest.mark.parametrize("command", ["restore", "rekey"])
def test_not_while_a_server_has_the_house_open(
    one: Path, tmp_path: Path, house_url: str, new_server: Any, command: str
) -> None:
    server = new_server(house_url, data=tmp_path / "open", options=("--no-practice",))
    asked = ("restore", str(one), "--replace") if command == "restore" else ("rekey",)
    keys = (server.data / "sealing-key.secret").read_text()
    places = [server.data, *([tmp_path / "elsewhere"] if house_url else [])]
    for place in places:  # PostgreSQL is shared with other machines
        place.mkdir(exist_ok=True)
        (place / "sealing-key.secret").write_text(keys)
        refused = run(place, house_url, *asked)
        assert refused.returncode == 2
        assert "a server has this house open" in refused.stderr
    assert (server.data / "sealing-key.secret").read_text() == keys
    server.stop()


def test_a_house_in_use_is_only_replaced_on_demand(one: Path, tmp_path: Path) -> None:
    data = tmp_path / "other"
    data.mkdir()
    assert run(data, "", "--rounds", "1", "new-zealand", module="tools.played").returncode == 0
    before = (data / "sealing-key.secret").read_text()
    refused = run(data, "", "restore", str(one))
    assert refused.returncode == 2
    assert "this house is not empty; --replace gives up what is in it" in refused.stderr
    assert (data / "sealing-key.secret").read_text() == before
    told(data, "", "restore", str(one), "--replace")
    assert (data / "sealing-key.secret.replaced").read_text() == before
    (data / "sealing-key.secret").write_text("e" * 64)
    told(data, "", "restore", str(one), "--replace")
    assert [path.read_text() for path in sorted(data.glob("sealing-key.secret.*"))] == [before, "e" * 64]
    audited = told(data, "", "audit")
    assert (audited["holds"], audited["tables"]) == (True, 2)


def test_faults_are_listed_and_noted(one: Path, tmp_path: Path) -> None:
    import sqlite3

    data = tmp_path / "altered"
    told(data, "", "restore", str(one))
    with sqlite3.connect(data / "paigow.sqlite3") as database:
        database.execute("UPDATE store_ledgerentry SET cents = cents + 1 WHERE id = 3")
    database.close()
    ran = run(data, "", "audit")
    assert ran.returncode == 1
    assert "cents is" in ran.stdout
    assert ran.stdout.splitlines()[-1].endswith(": 1 fault")
    answer = told(data, "", "audit", status=1)
    assert (answer["holds"], len(answer["faults"])) == (False, 1)
    noted = tmp_path / "noted.jsonl"
    told(data, "", "export", "--format", "significant", "--out", str(noted))
    kinds = [json.loads(line)["kind"] for line in noted.read_text().splitlines()]
    assert kinds[-3:] == ["data", "mismatch", "mismatch"]
    assert kinds.count("sign-up") == 2


def test_another_key_of_the_environment_is_in_the_way(
    one: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAIGOW_SEALING_KEY", "0" * 64)
    refused = run(tmp_path / "data", "", "restore", str(one))
    assert refused.returncode == 2
    assert "the environment gives another sealing-key" in refused.stderr


def test_a_house_goes_on_with_its_own_key_only(home: Path, tmp_path: Path) -> None:
    """As in a shell that lacks what the servers are given: nothing is noted, so the log's signature is not lost."""
    data = tmp_path / "data"
    shutil.copytree(home, data)
    commands = ("audit", "audit --software", "backup new.backup", "rekey", "serve --port 0")
    key = (data / "sealing-key.secret").read_text()
    (data / "sealing-key.secret").unlink()
    for command in commands[:-1]:  # `serve` tests the ciphers first, with a key that it makes
        refused = run(data, "", *command.split())
        assert (refused.returncode, refused.stdout) == (2, ""), command
        assert "the sealing-key of this house is missing" in refused.stderr, command
        assert not (data / "sealing-key.secret").exists(), "one that is of no use is not made"
    (data / "sealing-key.secret").write_text("e" * 64)
    for command in commands:
        refused = run(data, "", *command.split())
        assert (refused.returncode, refused.stdout) == (2, ""), command
        assert "the sealing-key is not that of this house" in refused.stderr, command
    assert not (tmp_path / "new.backup").exists()
    (data / "sealing-key.secret").write_text(key)
    assert told(data, "", "audit")["holds"]


@pytest.mark.parametrize("key", ["abcd", "not hexadecimal", "g" * 64])
def test_a_key_is_256_bits(home: Path, monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    monkeypatch.setenv("PAIGOW_SEALING_KEY", key)
    refused = run(home, "", "audit")
    assert refused.returncode == 2
    assert "a sealing-key is 64 hexadecimal digits" in refused.stderr


def test_a_house_whose_key_is_lost_is_replaced(home: Path, one: Path, tmp_path: Path) -> None:
    data = tmp_path / "data"
    shutil.copytree(home, data)
    (data / "sealing-key.secret").unlink()
    told(data, "", "restore", str(one), "--replace")
    assert told(data, "", "audit")["holds"]


def test_a_backup_of_other_tables_is_refused(one: Path, tmp_path: Path) -> None:
    import hashlib

    first, *rest = lines(one)
    head = json.loads(first)
    head["migrations"].append("store.0099_later")
    first = json.dumps(head, separators=(",", ":")).encode() + b"\n"
    end = json.loads(rest[-1])
    end["sha256"] = hashlib.sha256(b"".join([first, *rest[:-1]])).hexdigest()
    other = rewritten(tmp_path / "other.backup", [first, *rest[:-1], json.dumps(end).encode() + b"\n"])
    refused = run(tmp_path / "data", "", "restore", str(other))
    assert refused.returncode == 2
    assert "whose tables are not those of" in refused.stderr


def test_a_damaged_backup_is_refused(one: Path, tmp_path: Path) -> None:
    whole = lines(one)
    at = next(number for number, line in enumerate(whole) if b"wallet" in line and line.startswith(b"["))
    for kept, says in (
        (whole[:-1], "breaks off"),
        ([*whole[:at], *whole[at + 1 :]], "altered or damaged"),
        ([*whole[:at], whole[at].replace(b"wallet", b"Wallet"), *whole[at + 1 :]], "altered or damaged"),
        ([b'{"format":"other"}\n', *whole[1:]], "is not a backup this program can read"),
        (
            [whole[0].replace(b'"sealing-key"', b'"../elsewhere"'), *whole[1:]],
            "its keys are not django-key and",
        ),
        ([whole[0].replace(b'"sealing-key":', b'"sealing-key":["x"],"django-key":'), *whole[1:]], "its keys are not"),
        ([b"hello\n", *whole[1:]], "is not a backup: a line of it is not JSON"),
        ([b"[" * 100_000 + b"\n", *whole[1:]], "is not a backup: a line of it is not JSON"),
        ([], "breaks off"),
    ):
        with pytest.raises(BackupError, match=says):
            inspect(rewritten(tmp_path / "damaged", kept))
    (tmp_path / "cut").write_bytes(one.read_bytes()[:2000])
    (tmp_path / "text").write_bytes(b"no backup at all")
    raw = one.read_bytes()
    (tmp_path / "spoilt").write_bytes(raw[:10] + b"\x07" + raw[11:])  # a block of a type that there is not
    incomplete, other = "is not a complete backup", "is not a backup: it is not a gzip file"
    for name, says in (("cut", incomplete), ("text", other), ("spoilt", incomplete)):
        with pytest.raises(BackupError, match=says):
            inspect(tmp_path / name)


def test_a_file_that_is_there_is_not_written_over(home: Path, one: Path) -> None:
    refused = run(home, "", "backup", str(one))
    assert refused.returncode == 2
    assert "is there already" in refused.stderr


@pytest.mark.parametrize("command", [("audit",), ("backup", "a-file"), ("export", "--out", "a-file"), ("rekey",)])
def test_there_must_be_a_house(tmp_path: Path, command: tuple[str, ...]) -> None:
    (tmp_path / "empty").mkdir()
    refused = run(tmp_path / "empty", "", *command)
    assert refused.returncode == 2
    assert "holds no house of this version" in refused.stderr
    assert list((tmp_path / "empty").iterdir()) == []


def test_the_program_itself(home: Path) -> None:
    first, again = (told(home, "", "audit", "--software") for _ in range(2))
    assert (first["accepted"], first["before"]) == (True, "")
    assert (again["accepted"], again["before"], again["differences"]) == (True, first["digest"], [])


def test_the_list_of_its_files_is_for_sha256sum(home: Path, tmp_path: Path) -> None:
    """Gaming standards L5: whoever does not trust the program verifies it with coreutils alone."""
    listed = tmp_path / "sums"
    made = told(home, "", "audit", "--software", "--sums", str(listed))
    lines = listed.read_text().splitlines()
    assert made["files"] == len(lines)
    assert {"paigow/cli.py", "paigow/rules/data/clauses.csv"} <= {line.split("  ", 1)[1] for line in lines}
    assert any(line.endswith("/django/__init__.py") for line in lines)
    checked = subprocess.run(
        ["sha256sum", "--check", "--strict", "--quiet", listed], cwd=made["directory"], check=False
    )
    assert checked.returncode == 0
    refused = run(home, "", "audit", "--sums", str(listed))
    assert refused.returncode == 2
    assert "it goes with --software" in refused.stderr


def test_a_disk_without_room_is_named_by_its_file(home: Path, tmp_path: Path) -> None:
    """Nothing half-written is left, and the house is as it was."""
    commands = (("backup",), ("export", "--format", "events", "--table", "maryland-poker", "--out"))
    with closing(sqlite3.connect(home / SQLITE)) as held:  # so that nothing but the file has to grow
        held.execute("SELECT count(*) FROM store_table").fetchone()
        for what, *options in commands:
            whole = tmp_path / what
            told(home, "", what, *options, str(whole))
            ran = run(home, "", what, *options, "cut", room=whole.stat().st_size // 2)
            assert (ran.returncode, ran.stderr) == (2, "paigow: cut: File too large\n")
    assert list(home.parent.glob("cut*")) == []
    assert told(home, "", "audit")["holds"]
