"""The parts of the program, each with its SHA-256.

This covers its own files, those of its libraries, and the operator's settings (standards L5). `python -m
paigow.house.manifest` prints the list. About ten thousand files are read for it, so a server runs it in a separate
low-priority process. It does not need Django, so that process is light.
"""

import hashlib
import json
import os
import platform
import signal
import site
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields
from functools import cached_property
from importlib.metadata import distributions
from itertools import chain
from pathlib import Path
from typing import Final
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

import paigow
from paigow.version import __version__
from paigow.web.seals.sealing import canonical
from paigow.web.serving.environment import kept_secrets

FORM: Final = 2
"""Manifest format version. Version 1 listed only each library's RECORD and no settings."""
NICE: Final = 5
INSTALLED: Final = Path(paigow.__file__).resolve().parent
PARTS: Final = ("files", "libraries", "library_files", "settings")

SETTINGS: Final = (
    "FORWARDED_ALLOW_IPS", "PAIGOW_DEBUG", "PAIGOW_HOSTS", "PAIGOW_HTTPS", "PAIGOW_METRICS_TOKEN", "PAIGOW_ORIGINS",
    "PAIGOW_RATES", "PAIGOW_CONNECTIONS", "PAIGOW_STREAMS", "PAIGOW_STAFF_SECOND_FACTOR", "PAIGOW_BREACHED_PASSWORDS",
)  # fmt: skip
"""Settings that decide how the house works: who gets access, which proxies are trusted, rate limits, second factors,
what visitors see of an error. The database's address and the two keys, below, belong to them too. Not included are
settings that may differ between the processes of one house, or only say where things are and how long they take:
PAIGOW_DATA, PAIGOW_CACHE, PAIGOW_DEALER, PAIGOW_WATCH, PAIGOW_DRAIN, PAIGOW_PROCESSES, host and port; nor
PAIGOW_LOG_LEVEL, which does not affect the house's own log. DJANGO_SETTINGS_MODULE is not a choice: `paigow serve` sets
it."""
DATABASE: Final = "DATABASE_URL"
KEYS: Final = {"PAIGOW_DJANGO_KEY": "django-key", "PAIGOW_SEALING_KEY": "sealing-key"}
"""The keys, whether from the environment or the data directory. Of several, the house's first key counts, which is last
in the file: `paigow rekey` puts new ones before it."""
SECRETS: Final = frozenset({"password", "sslpassword"})
NOT_SET: Final = "not set"
UNREADABLE: Final = "unreadable"

CACHES: Final = "__pycache__"
INSTALLERS: Final = frozenset({"RECORD", "INSTALLER", "REQUESTED", "direct_url.json"})
"""An installer's own notes, which depend on where it was run and whether it compiled."""


@dataclass(frozen=True)
class Manifest:
    """The list of parts with their digests."""

    version: str
    files: dict[str, str]  # of the package
    libraries: dict[str, str]  # their versions
    library_files: dict[str, str]
    settings: dict[str, str]
    form: int = FORM

    @cached_property
    def written(self) -> bytes:
        """Return the list as stored. The digest is that of these bytes, so `sha256sum` gives the same."""
        return canonical({field.name: getattr(self, field.name) for field in fields(self)})

    @cached_property
    def digest(self) -> str:
        return hashlib.sha256(self.written).hexdigest()

    @classmethod
    def read(cls, written: bytes) -> "Manifest":
        """Read a manifest; raise ValueError if it is not one."""
        said = json.loads(written)
        if not isinstance(said, dict) or said.get("form") != FORM:
            raise ValueError("no list of this form")
        try:
            return cls(**said)
        except TypeError as error:
            raise ValueError(str(error)) from None

    def differences(self, before: "Manifest") -> list[str]:
        found = []
        for part in PARTS:
            here, there = getattr(self, part), getattr(before, part)
            for name in sorted({*here, *there}):
                if here.get(name) != there.get(name):
                    how = "added" if name not in there else "gone" if name not in here else "changed"
                    found.append(f"{name}: {how}")
        return found


@dataclass(frozen=True, slots=True)
class Program:
    """The locations of the package and of the directories in which libraries are installed."""

    root: Path
    sites: tuple[Path, ...] = ()

    @classmethod
    def installed(cls) -> "Program":
        """Return the manifest of this installation.

        Libraries are in Python's own directories, or next to the package.
        """
        known = [*site.getsitepackages(), *([site.getusersitepackages()] if site.ENABLE_USER_SITE else [])]
        used = {Path(path).resolve() for path in sys.path if path}
        places = [place for path in known if (place := Path(path).resolve()) in used]
        if any(INSTALLED.parent.glob("*.dist-info")):
            places.insert(0, INSTALLED.parent)
        return cls(INSTALLED, tuple(place for place in dict.fromkeys(places) if place.is_dir()))

    def files(self) -> Iterator[tuple[str, Path]]:
        """Yield the package's files: code, rules and data, without Python's caches."""
        for path in _below(self.root, None):
            yield _name(path, self.root.parent), path

    def library_files(self) -> Iterator[tuple[str, Path]]:
        """Yield every file in the library directories, whether an installer recorded it or not.

        A `*.pth` file runs at every start, no matter who put it there. Files that installers put elsewhere, such as
        commands and manual pages, are not loaded by the program.
        """
        seen = set()
        for place in self.sites:
            for path in _below(place, self.root):
                name = _name(path, place)
                if name not in seen:  # the first is the one in use
                    seen.add(name)
                    yield name, path

    def libraries(self) -> dict[str, str]:
        """Return the libraries by name, with their versions, and Python itself."""
        found = {"python": platform.python_version()}
        for library in distributions(path=[str(place) for place in self.sites]):
            name = str(library.metadata["Name"]).lower()
            if name != "paigow":
                found.setdefault(name, library.version)
        return found


def _name(path: Path, place: Path) -> str:
    """Return a file name of any bytes as writable text."""
    return os.fsencode(path.relative_to(place).as_posix()).decode(errors="backslashreplace")


def _below(place: Path, but: Path | None) -> Iterator[Path]:
    for top, folders, names in os.walk(place):
        folder = Path(top)
        folders[:] = sorted(name for name in folders if name != CACHES and folder / name != but)
        notes = INSTALLERS if folder.suffix == ".dist-info" else frozenset[str]()
        yield from (folder / name for name in sorted(names) if name not in notes)


def digest_of(path: Path) -> str:
    """Return a file's digest, reading it in chunks."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return UNREADABLE


def settings_in_force(environment: Mapping[str, str] = os.environ) -> dict[str, str]:
    """Return each setting by the SHA-256 of its value, so that nothing secret is stored."""
    values = {name: environment.get(name) for name in SETTINGS}
    values[DATABASE] = _without_secrets(url) if (url := environment.get(DATABASE)) else None
    values |= {name: (environment.get(name, "").split() or kept_secrets(kept))[-1] for name, kept in KEYS.items()}
    return {name: NOT_SET if value is None else _digest_of_text(value) for name, value in values.items()}


def _digest_of_text(value: str) -> str:
    return hashlib.sha256(os.fsencode(value)).hexdigest()


def _without_secrets(url: str) -> str:
    """Return the database in use and how it is reached, without the password, which may change."""
    parts = urlsplit(url)
    who, at, where = parts.netloc.rpartition("@")
    query = urlencode([(name, value) for name, value in parse_qsl(parts.query, True) if name not in SECRETS])
    return urlunsplit(parts._replace(netloc=who.partition(":")[0] + at + where, query=query))


def manifest(program: Program | None = None, environment: Mapping[str, str] = os.environ) -> Manifest:
    """Return the manifest of the installed program, or of another one."""
    program = program or Program.installed()
    return Manifest(
        version=__version__,
        settings=settings_in_force(environment),  # first, because the rest takes a while
        files={name: digest_of(path) for name, path in program.files()},
        libraries=program.libraries(),
        library_files={name: digest_of(path) for name, path in program.library_files()},
    )


def sums(program: Program | None = None) -> Iterator[str]:
    """Yield the package and library files in the format of coreutils' `sha256sum`.

    Paths are relative to the directory that contains the package: `sha256sum --check` verifies them there without any
    of our code.
    """
    program = program or Program.installed()
    for _, path in chain(program.files(), program.library_files()):
        if (digest := digest_of(path)) != UNREADABLE:
            yield _sum(digest, Path(os.path.relpath(path, program.root.parent)).as_posix())


def _sum(digest: str, name: str) -> str:
    """Return the file name, escaped if it would break the line, which a backslash before the digest indicates."""
    plain = name.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r")
    return f"{digest}  {name}" if plain == name else f"\\{digest}  {plain}"


if __name__ == "__main__":
    os.nice(NICE)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends this process
    with suppress(BrokenPipeError):  # unless it was killed
        sys.stdout.buffer.write(manifest().written)
        sys.stdout.buffer.flush()
