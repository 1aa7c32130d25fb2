"""Where the site keeps its things, from the environment: a data directory, and optionally a database elsewhere."""

import os
import secrets
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from paigow.errors import PaigowError


def data_directory() -> Path:
    """`PAIGOW_DATA`, or `paigow-data` in the working directory; made on first use, for its owner only."""
    path = Path(os.environ.get("PAIGOW_DATA", "paigow-data")).absolute()
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


def kept_secret(name: str) -> str:
    """A random secret that is made once and kept in the data directory, or comes from the environment."""
    if given := os.environ.get(f"PAIGOW_{name.upper().replace('-', '_')}"):
        return given
    path = data_directory() / f"{name}.secret"
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text().strip()
    with os.fdopen(handle, "w") as file:
        file.write(made := secrets.token_hex(32))
        file.flush()
        os.fsync(file.fileno())
    return made


def database() -> dict[str, Any]:
    """PostgreSQL where `DATABASE_URL` says so, else SQLite in the data directory, durable at every commit."""
    url = os.environ.get("DATABASE_URL", "")
    if not url:
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": data_directory() / "paigow.sqlite3",
            "OPTIONS": {
                "transaction_mode": "IMMEDIATE",
                "timeout": 30,
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
            },
        }
    parts = urlsplit(url)
    if parts.scheme not in ("postgres", "postgresql"):
        raise PaigowError("DATABASE_URL names a PostgreSQL database: postgres://user:password@host:port/name")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(parts.hostname or ""),
        "PORT": str(parts.port or ""),
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {
            **dict(parse_qsl(parts.query)),
            # Every request is served by a thread of its own: connections are lent from a pool, not kept by threads.
            "pool": {"min_size": 2, "max_size": 24, "timeout": 30},
            # What is asked again and again is planned once by each connection.
            "server_side_binding": True,
            "prepare_threshold": 3,
        },
    }


def rates() -> dict[str, int]:
    """`PAIGOW_RATES`, as in "guest=1000,api=100000": requests a minute from one address, instead of the program's."""
    said: dict[str, int] = {}
    for item in filter(None, os.environ.get("PAIGOW_RATES", "").split(",")):
        scope, _, number = item.partition("=")
        if not scope or not number.isdecimal() or int(number) < 1:
            raise PaigowError("PAIGOW_RATES lists scopes with requests a minute: sign-in=20,guest=20,api=600")
        said[scope.strip()] = int(number)
    return said


def second_factor_required() -> bool:
    """`PAIGOW_STAFF_SECOND_FACTOR`: whether those who work for the house must have one."""
    said = os.environ.get("PAIGOW_STAFF_SECOND_FACTOR", "optional")
    if said not in ("required", "optional"):
        raise PaigowError("PAIGOW_STAFF_SECOND_FACTOR is required or optional")
    return said == "required"
