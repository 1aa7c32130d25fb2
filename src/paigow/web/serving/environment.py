"""Settings from the environment: a data directory, and optionally a database elsewhere."""

import os
import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from paigow.errors import PaigowError

SQLITE = "paigow.sqlite3"  # in the data directory, unless the database is elsewhere
PATIENCE = 4  # seconds for a connection to PostgreSQL
GONE = {
    "connect_timeout": PATIENCE,
    "keepalives_idle": 1,
    "keepalives_interval": 1,
    "keepalives_count": 3,
    "tcp_user_timeout": 5_000,  # these are thousandths
    # The database also gives up a lost server that quickly, and with it the lock on the table it was dealing.
    "options": "-c tcp_keepalives_idle=1 -c tcp_keepalives_interval=1 "
    "-c tcp_keepalives_count=3 -c tcp_user_timeout=5000",
}
"""The number of seconds after which a machine that no longer answers is given up, unless the URL says otherwise."""


def data_directory() -> Path:
    """Return `PAIGOW_DATA`, or `paigow-data` in the working directory; created on first use, private to its owner."""
    path = Path(os.environ.get("PAIGOW_DATA", "paigow-data")).absolute()
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


def given_secret(name: str) -> str:
    """Return a secret from the environment or from systemd, or None.

    Systemd keeps it encrypted and shows it only to this process.
    """
    if said := os.environ.get(f"PAIGOW_{name.upper().replace('-', '_')}"):
        return said
    path = Path(os.environ.get("CREDENTIALS_DIRECTORY", "/nowhere")) / f"paigow.{name}"
    return path.read_text().strip() if path.is_file() else ""


def has_secret(name: str) -> bool:
    return bool(given_secret(name)) or (data_directory() / f"{name}.secret").exists()


def kept_secrets(name: str) -> tuple[str, ...]:
    """Return a random secret that is created once and stored in the data directory, unless it is given.

    Earlier ones follow, which still open what they locked.
    """
    if given := given_secret(name):
        return tuple(given.split())
    path = data_directory() / f"{name}.secret"
    if not path.exists():
        _write_secret(path, secrets.token_hex(32), os.link)
    _close_to_others(path)
    found = tuple(path.read_text().split())
    if not found:
        raise PaigowError(f"{path} is empty: take it from a backup, for what it locked opens with nothing else")
    return found


def _write_secret(path: Path, text: str, name: Callable[[Path, Path], None]) -> None:
    """Write a secret atomically; `name` gives it its final name."""
    draft = path.with_name(f"{path.name}.{os.getpid()}-{secrets.token_hex(4)}")
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileExistsError):  # another process was faster: use that one's
            name(draft, path)
    finally:
        draft.unlink(missing_ok=True)
    directory = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(directory)
    finally:
        os.close(directory)


def renew_secret(name: str) -> None:
    """Put a new secret before the present ones, atomically."""
    if given_secret(name):
        raise PaigowError(f"the {name} is given from outside: put a new one there, with a space before the old one")
    kept = kept_secrets(name)
    path = data_directory() / f"{name}.secret"
    _write_secret(path, "\n".join((secrets.token_hex(32), *kept)), os.replace)


SQLITE_PRAGMAS = (
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",
    "PRAGMA foreign_keys=ON",
    "PRAGMA cache_size=-256",  # kilobytes, for each of some forty threads; more gains nothing, the system caches too
)
ADDRESS = "DATABASE_URL names a PostgreSQL database: postgres://user:password@host:port/name"


def database() -> dict[str, Any]:
    """Return PostgreSQL if `DATABASE_URL` says so, else SQLite in the data directory, durable at every commit."""
    url = os.environ.get("DATABASE_URL", "")
    if not url:
        _keep_private(data_directory() / SQLITE)
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": data_directory() / SQLITE,
            "OPTIONS": {
                "transaction_mode": "IMMEDIATE",
                "timeout": 30,
                "init_command": "; ".join(SQLITE_PRAGMAS),
            },
        }
    try:
        parts = urlsplit(url)
        port = str(parts.port or "")
    except ValueError:
        raise PaigowError(ADDRESS) from None
    if parts.scheme not in ("postgres", "postgresql"):
        raise PaigowError(ADDRESS)
    options: dict[str, Any] = dict(parse_qsl(parts.query))
    if not _is_here(unquote(parts.hostname or options.get("host", ""))):
        options.setdefault("sslmode", "verify-full")  # encrypted and authenticated; otherwise libpq would try without
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(parts.hostname or ""),
        "PORT": port,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {
            **GONE,
            **options,
            # Every request is served by a thread of its own: connections are lent from a pool, not kept by threads.
            # Fail fast when the pool is exhausted; the next request retries.
            "pool": {"min_size": 2, "max_size": 24, "timeout": PATIENCE, "reconnect_timeout": PATIENCE},
            # Repeated queries are planned once per connection.
            "server_side_binding": True,
            "prepare_threshold": 3,
        },
    }


def _keep_private(path: Path) -> None:
    """Make the database file private to its owner. SQLite gives the files it creates next to it the same mode."""
    with suppress(OSError):  # another owner's, or a full disk: opening it will report that
        os.close(os.open(path, os.O_RDONLY | os.O_CREAT, 0o600))
    for each in (path, *(path.with_name(f"{path.name}{end}") for end in ("-wal", "-shm", "-journal"))):
        _close_to_others(each)


def _close_to_others(path: Path) -> None:
    with suppress(OSError):
        if path.stat().st_mode & 0o077:
            path.chmod(0o600)


def _is_here(host: str) -> bool:
    """Return whether this is a local socket, or a name that never leaves this machine."""
    return host in ("", "localhost", "127.0.0.1", "::1") or host.startswith(("/", "@"))


def rates() -> dict[str, int]:
    """Parse `PAIGOW_RATES`, such as "guest=1000,api=100000".

    It sets requests per minute from one address, instead of the defaults.
    """
    said: dict[str, int] = {}
    for item in filter(None, os.environ.get("PAIGOW_RATES", "").split(",")):
        scope, _, number = item.partition("=")
        if not scope or not number.isdecimal() or int(number) < 1:
            raise PaigowError("PAIGOW_RATES lists scopes with requests a minute: sign-in=20,guest=20,api=600")
        said[scope.strip()] = int(number)
    return said


def bound(name: str, usual: int, what: str) -> int:
    """Return an upper bound on what one client may take."""
    said = os.environ.get(name, str(usual))
    if not said.isdecimal() or not 1 <= int(said) <= 1_000_000:
        raise PaigowError(f"{name} is {what}, from 1 to 1000000")
    return int(said)


def second_factor_required(public: bool = False) -> bool:
    """Return whether staff must have a second factor (`PAIGOW_STAFF_SECOND_FACTOR`).

    A public site requires it unless configured otherwise.
    """
    said = os.environ.get("PAIGOW_STAFF_SECOND_FACTOR", "required" if public else "optional")
    if said not in ("required", "optional"):
        raise PaigowError("PAIGOW_STAFF_SECOND_FACTOR is required or optional")
    return said == "required"
