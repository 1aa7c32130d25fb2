"""The setting of every type under a house way, computed once by the readable engine.

The package includes tables for the six built-in house ways; tables for any other, or for a built-in one under another
wheel rule, are computed on first use (a few seconds) and stored in the user's cache. A table's checksum covers the
rules and the engine's code: if either changes, the table is no longer used.
"""

import hashlib
import os
import sys
import tempfile
from contextlib import suppress
from dataclasses import fields
from functools import cache
from importlib import resources
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from paigow.analysis.disjoint import Dealer
from paigow.analysis.execution import run
from paigow.analysis.kernel import I16, I64, U8
from paigow.analysis.ranks import classes_of, setting_table
from paigow.analysis.types import TYPES, type_table
from paigow.poker import DECK, HOUSE_WAYS, HouseWay, Wheel, find_house_way
from paigow.poker.house_way import Rule
from paigow.poker.keys import SPLITS
from paigow.poker.table_way import TableWay, multiset_number

ENGINE_MODULES = ("card.py", "evaluator.py", "keys.py", "house_way.py")
TABLE_VERSION = "2"
"""The version of the table format, incremented when types or settings are numbered differently."""
SLICE = 12_500


def house_way(way: str | HouseWay) -> HouseWay:
    """Return a house way by name; return a `HouseWay` unchanged."""
    if isinstance(way, HouseWay):
        return way
    return find_house_way(way)


@cache
def _engine_digest() -> bytes:
    """Return a digest of the engine's source code: any change there invalidates the tables."""
    digest = hashlib.sha256(TABLE_VERSION.encode())
    for name in ENGINE_MODULES:
        digest.update(resources.files("paigow.poker").joinpath(name).read_bytes())
    return digest.digest()


def checksum(way: HouseWay, wheel: Wheel = Wheel.SECOND) -> str:
    """Return the checksum that a table of this house way must carry."""
    digest = hashlib.sha256(_engine_digest())
    digest.update(str(wheel).encode())
    if isinstance(way, TableWay):
        digest.update(way.packed)
    for rule in way.rules:
        digest.update(repr([_plain(getattr(rule, field.name)) for field in fields(Rule)]).encode())
    return digest.hexdigest()


def _plain(value: object) -> str:
    return repr(sorted(map(repr, value))) if isinstance(value, frozenset) else repr(value)


def _set_slice(job: tuple[HouseWay, Wheel, int, int]) -> U8:
    way, wheel, first, last = job
    cards = type_table().cards
    found = np.empty(last - first, dtype=np.uint8)
    for place, row in enumerate(cards[first:last].tolist()):
        view, low, _ = way.decide([DECK[card] for card in row], wheel)
        i, j = view.split(low)
        found[place] = j * (j - 1) // 2 + i
    return found


def set_all_types(way: HouseWay, wheel: Wheel = Wheel.SECOND) -> U8:
    """Let the readable engine set one hand of every type; return the number of the setting it chose for each."""
    jobs = [(way, wheel, first, min(first + SLICE, TYPES)) for first in range(0, TYPES, SLICE)]
    return np.concatenate(run(_set_slice, jobs))


@cache
def _table_numbers() -> I64:
    """Return the position of every type in the table of a `TableWay`, which numbers multisets of ranks differently."""
    rows = type_table().counts.tolist()
    return np.concatenate([[multiset_number(row) for row in rows], np.arange(len(rows), TYPES)])


def settings_from_table(table: bytes, wheel: Wheel = Wheel.SECOND) -> U8:
    """Return the number of the setting that has a table's low hand and the highest high hand that goes with it."""
    wanted = np.frombuffer(table, dtype=np.uint8)[_table_numbers()]
    order = np.array([j * (j - 1) // 2 + i for i, j in SPLITS])  # as the readable engine tries them
    known = setting_table(wheel)
    fits = known.low[:, order] == wanted[:, None]
    setting: U8 = order[np.where(fits, known.high[:, order], -1).argmax(axis=1)].astype(np.uint8)
    return setting


def table_from_settings(setting: U8, wheel: Wheel = Wheel.SECOND) -> bytes:
    """Return the table of a `TableWay` from the number of each type's setting."""
    table = np.empty(TYPES, dtype=np.uint8)
    table[_table_numbers()] = setting_table(wheel).low[np.arange(TYPES), setting]
    return table.tobytes()


def cache_directory() -> Path:
    """Return the directory for tables cached between runs: ``PAIGOW_CACHE`` or else the platform's cache directory."""
    if "PAIGOW_CACHE" in os.environ:
        return Path(os.environ["PAIGOW_CACHE"])
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"))
    return base / "paigow"


def _read(path: Path, expected: str) -> U8 | None:
    """Return the table in a file if it is valid and was made from the same rules."""
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as archive:
            setting: U8 = archive["setting"]
            if str(archive["checksum"]) != expected or setting.shape != (TYPES,) or setting.dtype != np.uint8:
                return None
            return setting
    except (OSError, ValueError, KeyError, EOFError, BadZipFile):
        return None


def write_table(path: Path, setting: U8, made_from: str) -> None:
    """Write a table atomically, so that a reader never sees half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, suffix=".npz")
    with os.fdopen(handle, "wb") as file:
        np.savez_compressed(file, setting=setting, checksum=np.array(made_from))
    os.chmod(name, 0o644)
    os.replace(name, path)


def shipped_path(way: HouseWay) -> Path:
    """Return the path of the tables shipped with the package."""
    return Path(str(resources.files("paigow.analysis").joinpath("data", f"{way.name}.npz")))


@cache
def house_way_settings(way: HouseWay, wheel: Wheel = Wheel.SECOND) -> U8:
    """Return the number of the setting that a house way gives each type, from a table or computed now."""
    if isinstance(way, TableWay):
        return settings_from_table(way.table, wheel)
    made_from = checksum(way, wheel)
    shipped = _read(shipped_path(way), made_from) if wheel is Wheel.SECOND else None
    if shipped is not None:
        return shipped
    kept = cache_directory() / f"{way.name}-{wheel}-{made_from[:16]}.npz"
    cached = _read(kept, made_from)
    if cached is not None:
        return cached
    setting = set_all_types(way, wheel)
    with suppress(OSError):  # a cache that cannot be written only costs time
        write_table(kept, setting, made_from)
    return setting


@cache
def house_way_classes(way: HouseWay, wheel: Wheel = Wheel.SECOND) -> tuple[I16, U8]:
    """Return the high and low class of every type when set by a house way."""
    return classes_of(house_way_settings(way, wheel), wheel)


def dealer_of(way: str | HouseWay, wheel: Wheel = Wheel.SECOND) -> Dealer:
    """Return a dealer that uses a house way."""
    high, low = house_way_classes(house_way(way), wheel)
    return Dealer.fixed(high, low)


def ship() -> None:
    """Recompute the tables of the built-in house ways that are shipped with the package."""
    for way in HOUSE_WAYS.values():
        if isinstance(way, TableWay):
            continue
        made_from = checksum(way)
        if _read(shipped_path(way), made_from) is None:
            write_table(shipped_path(way), set_all_types(way), made_from)


if __name__ == "__main__":
    ship()
