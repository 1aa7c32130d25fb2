"""A PostgreSQL cluster of one's own, thrown away afterwards. It listens on a Unix socket only and loses no commit."""

import os
import pwd
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from signal import SIGINT
from typing import Any
from urllib.parse import quote, urlsplit, urlunsplit

import psycopg
from psycopg import sql

from tools.programs import find_postgres

USER = "paigow"
SETTINGS = {
    "listen_addresses": "",
    "max_connections": "300",
    "fsync": "on",
    "synchronous_commit": "on",
    "log_min_messages": "panic",  # what a test provokes is no news
}


@dataclass(frozen=True)
class Cluster:
    """A running server, by the address of one of its databases."""

    url: str
    _numbers: Iterator[int] = field(default_factory=count, repr=False, compare=False)

    def new_database(self) -> str:
        """The address of a database that has nothing in it yet."""
        name = f"paigow_{os.getpid()}_{next(self._numbers)}"
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        return urlunsplit(urlsplit(self.url)._replace(path=f"/{name}"))

    def drop_database(self, url: str) -> None:
        name = urlsplit(url).path.lstrip("/")
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


@contextmanager
def cluster() -> Iterator[Cluster]:
    """Make a cluster, run it, stop it and remove it."""
    programs = find_postgres()
    if programs is None:
        raise FileNotFoundError("PostgreSQL's server programs: `python -m tools.prepare` installs them")
    home = Path(tempfile.mkdtemp(prefix="paigow-pg-", dir="/tmp"))  # the path of a socket must be short
    ownership = _ownership()
    if ownership:
        shutil.chown(home, ownership["user"], ownership["group"])
    initdb, postgres, data = str(programs / "initdb"), str(programs / "postgres"), str(home / "data")
    make = [initdb, "-D", data, "-U", USER, "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"]
    try:
        subprocess.run(make, cwd=home, stdout=subprocess.DEVNULL, check=True, **ownership)
        settings = [part for key, value in SETTINGS.items() for part in ("-c", f"{key}={value}")]
        run = [postgres, "-D", data, "-k", str(home), *settings]
        with subprocess.Popen(run, cwd=home, process_group=0, **ownership) as server:
            try:
                url = f"postgres://{USER}@/{USER}?host={quote(str(home), safe='')}"
                _await(server, url.replace(f"/{USER}?", "/postgres?"))
                yield Cluster(url)
            finally:
                server.send_signal(SIGINT)  # ends the connections that are left
                server.wait(timeout=30)
    finally:
        shutil.rmtree(home, ignore_errors=True)


def _ownership() -> dict[str, Any]:
    """As whom to run: PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}
    raise PermissionError("PostgreSQL does not run as root, and there is no user postgres or nobody")


def _await(server: subprocess.Popen[Any], url: str) -> None:
    """Wait until the server answers, then make the database that the address of the cluster names."""
    deadline = time.monotonic() + 30
    while True:
        try:
            with psycopg.connect(url, autocommit=True) as connection:
                connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(USER)))
            return
        except psycopg.OperationalError:
            if server.poll() is not None or time.monotonic() > deadline:
                raise
            time.sleep(0.05)
