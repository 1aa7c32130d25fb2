"""A whole house in one file, keys included, that can be restored into either database (gaming standards A7).

The file has compressed lines of JSON: a head, the keys, the columns and rows of each model, and finally the counts and
the SHA-256 of all earlier lines. Everything in it is from one moment. Anyone who has the file has the keys: only its
owner may read it, and it must be kept like the keys.
"""

import gzip
import hashlib
import json
import os
import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import Path
from typing import Any

from django.apps import apps
from django.core.management.color import no_style
from django.db import connection, models, transaction
from django.db.migrations.recorder import MigrationRecorder

from paigow.errors import PaigowError
from paigow.house.audit.reading import one_moment
from paigow.house.manifest import KEYS
from paigow.house.writing import named
from paigow.version import __version__
from paigow.web.serving.environment import data_directory, given_secret

FORMAT, VERSION = "paigow-backup", 1
CHUNK = 1000
MAX_LINE = 32_000_000
"""Longest line in bytes; the largest row is a state of a few hundred thousand."""
RATIO, RATIO_FROM = 100, 100_000_000
"""The maximum ratio of a backup's unpacked to its packed size, checked from this many bytes; sealed rows hardly
compress.
"""
MADE_BY_MIGRATING = ("contenttypes", "auth")  # apps with rows in an unused database

Progress = Callable[[int, int], None]


class BackupError(PaigowError):
    """Raised for a file that is not a backup, or a house that cannot be backed up or restored."""


@dataclass(frozen=True, slots=True)
class BackupContents:
    """The contents of a backup."""

    rows: int
    keys: tuple[str, ...]
    sha256: str
    counts: dict[str, int] = field(default_factory=dict)


def kept_models() -> list[Any]:
    """Return every model with its own rows, including the ones between two others, in a fixed order."""
    every = apps.get_models(include_auto_created=True)
    return sorted((m for m in every if m._meta.managed and not m._meta.proxy), key=lambda m: m._meta.label_lower)


def migrations() -> list[str]:
    applied = MigrationRecorder(connection).applied_migrations()
    return sorted(f"{app}.{name}" for app, name in applied)


# --- values


def write_value(value: Any) -> Any:
    """Return a value as JSON; types that JSON lacks become text, by the type of their column."""
    if isinstance(value, bytes | memoryview):
        return b64encode(bytes(value)).decode()
    if isinstance(value, datetime | date):
        return value.isoformat()
    return value


def read_value(column: Any, value: Any) -> Any:
    if value is not None and isinstance(column, models.BinaryField):
        return b64decode(value)
    if isinstance(column, models.JSONField):
        return value
    return column.to_python(value)


# --- keys


def keys() -> dict[str, str]:
    """Return the house's secrets, from the environment or else from the data directory."""
    found = {}
    for name in KEYS.values():
        path = data_directory() / f"{name}.secret"
        if secret := given_secret(name) or (path.read_text().strip() if path.exists() else ""):
            found[name] = secret
    return found


def _put_keys(found: dict[str, str]) -> None:
    """Write each key into its file, readable only by its owner. A different existing key is kept next to it."""
    for name, secret in found.items():
        path = data_directory() / f"{name}.secret"
        if path.exists() and path.read_text().strip() != secret:
            names = (path.with_name(f"{path.name}.replaced{number}") for number in ("", *range(2, 1000)))
            path.replace(next(name for name in names if not name.exists()))
        draft = path.with_name(f"{path.name}.new")
        with suppress(FileNotFoundError):
            draft.unlink()
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secret)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)


# --- making one


def backup(path: Path, progress: Progress = lambda done, total: None) -> BackupContents:
    """Write the file, which must not exist yet; it gets its name only once it is complete."""
    if path.exists():
        raise BackupError(f"{path} is there already")
    draft = path.with_name(f"{path.name}.part")
    with suppress(FileNotFoundError):
        draft.unlink()
    try:
        with named(path), open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as raw:
            with gzip.GzipFile(filename="", fileobj=raw, mode="wb", compresslevel=6) as file, one_moment():
                contents = _write(file, progress)
            raw.flush()
            os.fsync(raw.fileno())
        draft.replace(path)
    finally:
        with suppress(FileNotFoundError):
            draft.unlink()
    return contents


def _write(file: gzip.GzipFile, progress: Progress) -> BackupContents:
    digest, secrets = hashlib.sha256(), keys()

    def line(item: Any) -> None:
        raw = json.dumps(item, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode() + b"\n"
        digest.update(raw)
        file.write(raw)

    head = {"format": FORMAT, "version": VERSION, "software": __version__, "database": connection.vendor}
    line({**head, "migrations": migrations(), "keys": secrets})
    every = kept_models()
    total = sum(model._base_manager.count() for model in every)
    counts: dict[str, int] = {}
    done = 0
    for model in every:
        columns = [column.attname for column in model._meta.concrete_fields]
        line({"model": model._meta.label_lower, "columns": columns})
        number = 0
        for row in model._base_manager.order_by("pk").values_list(*columns).iterator(CHUNK):
            line([write_value(value) for value in row])
            number, done = number + 1, done + 1
            if done % CHUNK == 0:
                progress(done, total)
        counts[model._meta.label_lower] = number
    progress(total, total)
    contents = BackupContents(done, tuple(secrets), digest.hexdigest(), counts)
    line({"counts": counts, "sha256": contents.sha256})
    return contents


# --- restoring one


def inspect(path: Path) -> tuple[dict[str, Any], BackupContents]:
    """Return the head of a backup and its contents, if it is complete and unaltered."""
    digest = hashlib.sha256()
    head: dict[str, Any] = {}
    counts: dict[str, int] = {}
    label, before = "", b""
    for raw in _lines(path):
        if before:
            digest.update(before)
            item = _parsed(path, before)
            if not head:
                head = item if isinstance(item, dict) else {}
                _require_ours(path, head)
            elif isinstance(item, dict):
                label = str(item.get("model"))
                counts[label] = 0
            else:
                counts[label] = counts.get(label, 0) + 1
        before = raw
    end = _parsed(path, before) if before else {}
    if not isinstance(end, dict) or "sha256" not in end:
        raise BackupError(f"{path} breaks off: it has no end")
    if end["sha256"] != digest.hexdigest() or end.get("counts") != counts:
        raise BackupError(f"{path} was altered or damaged: its SHA-256 is {digest.hexdigest()}, not {end['sha256']}")
    return head, BackupContents(sum(counts.values()), tuple(head["keys"]), digest.hexdigest(), counts)


def _lines(path: Path) -> Iterator[bytes]:
    done = 0
    try:
        most = max(RATIO_FROM, path.stat().st_size * RATIO)
        with gzip.open(path, "rb") as file:
            while raw := file.readline(MAX_LINE + 1):
                done += len(raw)
                if len(raw) > MAX_LINE:
                    raise BackupError(f"{path} is not a backup: a line of it has more than {MAX_LINE:,} bytes")
                if done > most:
                    raise BackupError(f"{path} is not a backup: it unpacks to more than {RATIO} times its size")
                yield raw
    except gzip.BadGzipFile as error:
        if not done:
            raise BackupError(f"{path} is not a backup: it is not a gzip file") from None
        raise BackupError(f"{path} is not a complete backup: {error}") from None
    except (EOFError, ValueError, zlib.error) as error:
        raise BackupError(f"{path} is not a complete backup: {error}") from None


def _parsed(path: Path, raw: bytes) -> Any:
    try:
        return json.loads(raw)
    except (ValueError, RecursionError):
        raise BackupError(f"{path} is not a backup: a line of it is not JSON") from None


def _require_ours(path: Path, head: dict[str, Any]) -> None:
    if (head.get("format"), head.get("version")) != (FORMAT, VERSION):
        raise BackupError(f"{path} is not a backup this program can read: {FORMAT} {VERSION}")
    held = head.get("keys")
    is_named = isinstance(held, dict) and set(held) <= {*KEYS.values()}  # they name files
    if not is_named or not all(isinstance(head["keys"][name], str) for name in head["keys"]):
        raise BackupError(f"{path} is not a backup of this program: its keys are not {' and '.join(KEYS.values())}")


def is_empty() -> bool:
    """Return whether nobody has used this house yet."""
    used = (model for model in kept_models() if model._meta.app_label not in MADE_BY_MIGRATING)
    return not any(model._base_manager.exists() for model in used)


def restore(path: Path, replace: bool = False, progress: Progress = lambda done, total: None) -> BackupContents:
    """Restore everything, in one transaction, into a migrated database. With `replace`, existing data is deleted."""
    head, contents = inspect(path)
    if head["migrations"] != migrations():
        raise BackupError(
            f"{path} was made by version {head['software']}, whose tables are not those of {__version__}: restore it "
            "with that version, and let the new one migrate it"
        )
    if not replace and not is_empty():
        raise BackupError("this house is not empty; --replace gives up what is in it")
    for name, secret in head["keys"].items():
        if given_secret(name) not in ("", secret):
            raise BackupError(f"the environment gives another {name} than the backup holds; leave it out")
    with transaction.atomic():
        every = {model._meta.label_lower: model for model in kept_models()}
        with connection.cursor() as cursor:
            for model in every.values():
                cursor.execute(f"DELETE FROM {connection.ops.quote_name(model._meta.db_table)}")
            done = 0
            for rows in _insertions(path, every):
                cursor.executemany(*rows)
                done += len(rows[1])
                progress(done, contents.rows)
            for statement in connection.ops.sequence_reset_sql(no_style(), list(every.values())):
                cursor.execute(statement)
        connection.check_constraints()
        _put_keys(head["keys"])
    return contents


def _insertions(path: Path, every: dict[str, Any]) -> Iterable[tuple[str, list[list[Any]]]]:
    """Yield statements, each with the rows that it inserts."""
    quoted = connection.ops.quote_name
    statement, columns, rows = "", list[Any](), list[list[Any]]()
    for number, raw in enumerate(_lines(path)):
        item = json.loads(raw)
        if isinstance(item, list):
            values = zip(columns, item, strict=True)
            rows.append([column.get_db_prep_save(read_value(column, value), connection) for column, value in values])
            if len(rows) < CHUNK:
                continue
        if rows:
            yield statement, rows
            rows = []
        if isinstance(item, dict) and number and "model" in item:
            meta = every[item["model"]]._meta
            columns = [next(c for c in meta.concrete_fields if c.attname == name) for name in item["columns"]]
            names = ", ".join(quoted(column.column) for column in columns)
            marks = ", ".join(["%s"] * len(columns))
            statement = f"INSERT INTO {quoted(meta.db_table)} ({names}) VALUES ({marks})"
