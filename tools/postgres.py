"""A private, temporary PostgreSQL cluster that listens only on a Unix socket."""

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
from signal import SIGINT, SIGKILL, Signals
from typing import Any
from urllib.parse import quote, urlsplit, urlunsplit

import psycopg
from psycopg import sql

from tools.programs import find_postgres
from tools.waiting import PATIENCE

USER = "paigow"
SETTINGS = {
    "listen_addresses": "",
    "max_connections": "300",
    "fsync": "on",
    "synchronous_commit": "on",
    "log_min_messages": "panic",  # tests provoke errors on purpose
}

NO_SYNC = {"fsync": "off", "full_page_writes": "off"}


class Server:
    """The server process, which can be stopped and started again."""

    def __init__(self, command: list[str], home: Path, ownership: dict[str, Any]) -> None:
        self._command, self._home, self._ownership = command, home, ownership
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(self._command, cwd=self._home, process_group=0, **self._ownership)

    def stop(self, number: Signals = SIGINT) -> None:
        """Stop the server and close its remaining connections; with SIGKILL, kill it outright."""
        if number == SIGKILL:
            os.killpg(self.process.pid, SIGKILL)
        else:
            self.process.send_signal(number)
        self.process.wait(timeout=PATIENCE)


@dataclass(frozen=True)
class Cluster:
    """A running server: the URL of one of its databases and, if we started it, its process."""

    url: str
    server: Server | None = None
    _numbers: Iterator[int] = field(default_factory=count, repr=False, compare=False)

    def new_database(self, copy_of: str = "template1") -> str:
        """Create an empty database, or a copy of another that nobody uses, and return its URL."""
        name = f"paigow_{os.getpid()}_{next(self._numbers)}"
        create, names = sql.SQL("CREATE DATABASE {} TEMPLATE {}"), map(sql.Identifier, (name, copy_of))
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(create.format(*names))
        return urlunsplit(urlsplit(self.url)._replace(path=f"/{name}"))

    def drop_database(self, url: str) -> None:
        name = urlsplit(url).path.lstrip("/")
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


@contextmanager
def cluster(sync: bool = True) -> Iterator[Cluster]:
    """Create a cluster, run it, stop it and remove it.

    Without `sync`, nothing is forced to disk: commits survive a killed process but not a power failure, and tests take
    much less time.
    """
    programs = find_postgres()
    if programs is None:
        raise FileNotFoundError("PostgreSQL's server programs: `python -m tools.prepare` installs them")
    home = Path(tempfile.mkdtemp(prefix="paigow-pg-", dir="/tmp"))  # the path of a socket must be short
    ownership = runs_as()
    if ownership:
        shutil.chown(home, ownership["user"], ownership["group"])
    initdb, postgres, data = str(programs / "initdb"), str(programs / "postgres"), str(home / "data")
    make = [initdb, "-D", data, "-U", USER, "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"]
    try:
        subprocess.run(make, cwd=home, stdout=subprocess.DEVNULL, check=True, **ownership)
        chosen = SETTINGS if sync else SETTINGS | NO_SYNC
        settings = [part for key, value in chosen.items() for part in ("-c", f"{key}={value}")]
        run = [postgres, "-D", data, "-k", str(home), *settings]
        server = Server(run, home, ownership)
        try:
            url = f"postgres://{USER}@/{USER}?host={quote(str(home), safe='')}"
            _await(server.process, url.replace(f"/{USER}?", "/postgres?"))
            yield Cluster(url, server)
        finally:
            server.stop()
    finally:
        shutil.rmtree(home, ignore_errors=True)


def runs_as() -> dict[str, Any]:
    """Return the user to run as: PostgreSQL refuses to run as root."""
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
    """Wait until the server answers, then create the database named in the cluster's URL."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            with psycopg.connect(url, autocommit=True) as connection:
                connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(USER)))
            return
        except psycopg.OperationalError:
            if server.poll() is not None or time.monotonic() > deadline:
                raise
            time.sleep(0.05)
