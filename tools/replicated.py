"""A PostgreSQL primary and its standby on two hosts. A commit is acknowledged when both have it on disk."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg

from tools.hosts import Host
from tools.postgres import USER, runs_as
from tools.programs import find_postgres
from tools.waiting import PATIENCE

PORT = 5432
_SETTINGS = {
    "listen_addresses": "*",
    "max_connections": "200",
    "log_min_messages": "panic",
    "wal_level": "replica",
    "hot_standby": "on",
    "synchronous_commit": "on",
    "wal_keep_size": "256MB",
    "wal_sender_timeout": "3000",
}
_ANY = "ALTER SYSTEM SET synchronous_standby_names = '*'"


class Node:
    """A PostgreSQL server on its own host."""

    def __init__(self, host: Host, home: Path, programs: Path) -> None:
        self.host, self.home, self.programs = host, home, programs
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def data(self) -> Path:
        return self.home / "data"

    def run(self, program: str, *arguments: str) -> None:
        """Run one of PostgreSQL's programs on this host and wait for it."""
        subprocess.run(self._command(program, *arguments), cwd=self.home, check=True, capture_output=True)

    def _command(self, program: str, *arguments: str) -> list[str]:
        ownership = runs_as()
        become = ["setpriv", f"--reuid={ownership['user']}", f"--regid={ownership['group']}", "--clear-groups"]
        return [*self.host.enter, *become, str(self.programs / program), *arguments]

    def create(self) -> None:
        self.run("initdb", "-D", str(self.data), "-U", USER, "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync")
        with (self.data / "pg_hba.conf").open("a") as rules:
            rules.write("host all all 10.77.0.0/16 trust\nhost replication all 10.77.0.0/16 trust\n")

    def start(self) -> None:
        settings = [part for key, value in _SETTINGS.items() for part in ("-c", f"{key}={value}")]
        command = self._command("postgres", "-D", str(self.data), "-k", str(self.home), *settings)
        self.process = subprocess.Popen(
            command,
            cwd=self.home,
            process_group=0,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.ask("SELECT 1")

    def kill(self) -> None:
        """Kill it, like a power failure."""
        if self.process is not None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait(PATIENCE)
            self.process = None

    def ask(self, statement: str, database: str = "postgres") -> Any:
        """Query it from its own host, as soon as it answers."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                with psycopg.connect(host=str(self.home), user=USER, dbname=database, autocommit=True) as connection:
                    cursor = connection.execute(statement.encode())
                    return cursor.fetchone() if cursor.description else None
            except psycopg.OperationalError:
                ended = self.process is not None and self.process.poll() is not None
                if ended or time.monotonic() > deadline:
                    raise
                time.sleep(0.05)


class Pair:
    """A primary that waits for its standby, and how to fail over when it is lost."""

    def __init__(self, primary: Node, standby: Node) -> None:
        self.primary, self.standby = primary, standby
        primary.create()
        primary.start()
        primary.ask(f"CREATE DATABASE {USER}")
        self._follow()

    @property
    def url(self) -> str:
        """Return one URL for both; clients connect to the server that accepts writes."""
        hosts = ",".join(sorted(node.host.address() for node in (self.primary, self.standby)))
        return (
            f"postgres://{USER}@/{USER}?host={hosts}&port={PORT},{PORT}&target_session_attrs=read-write&sslmode=disable"
        )

    def _follow(self) -> None:
        """Make the standby a copy of the primary, and have commits wait for it."""
        shutil.rmtree(self.standby.data, ignore_errors=True)
        primary = f"host={self.primary.host.address()} port={PORT} user={USER}"
        self.standby.run("pg_basebackup", "-D", str(self.standby.data), "-d", primary, "-R", "-c", "fast", "--no-sync")
        self.standby.start()
        self.primary.ask(_ANY)
        self.primary.ask("SELECT pg_reload_conf()")
        while self.primary.ask("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'")[0] < 1:
            time.sleep(0.05)

    def fail_over(self) -> None:
        """Make the standby the primary. The old one must be dead, or cut off: it cannot commit alone."""
        self.standby.ask("SELECT pg_promote(true)")
        self.standby.ask("ALTER SYSTEM RESET synchronous_standby_names")
        self.standby.ask("SELECT pg_reload_conf()")
        self.primary, self.standby = self.standby, self.primary

    def rebuild(self) -> None:
        """Bring the old primary back as the standby of the new one."""
        self.standby.kill()
        self._follow()

    def stop(self) -> None:
        self.standby.kill()
        self.primary.kill()


@contextmanager
def pair(first: Host, second: Host) -> Iterator[Pair]:
    """Create both, run them, stop them and remove them."""
    programs = find_postgres()
    if programs is None:
        raise FileNotFoundError("PostgreSQL's server programs: `python -m tools.prepare` installs them")
    nodes = []
    for host in (first, second):
        home = Path(tempfile.mkdtemp(prefix=f"paigow-{host.name}-", dir="/tmp"))  # the path of a socket must be short
        ownership = runs_as()
        shutil.chown(home, ownership["user"], ownership["group"])
        nodes.append(Node(host, home, programs))
    try:
        made = Pair(*nodes)
        try:
            yield made
        finally:
            made.stop()
    finally:
        for node in nodes:
            node.kill()
            shutil.rmtree(node.home, ignore_errors=True)
