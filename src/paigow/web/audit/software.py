"""The software's own identity: a digest over every file of the package and every library it needs (standards L5).

Each look is noted, signed with the house's key, and compared with the last one that was accepted. The list of files
behind a digest is kept once, in the data directory, under its digest; so a difference can be told file by file.
"""

import hashlib
import json
import os
import threading
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import Distribution, distributions
from pathlib import Path
from typing import Any

import paigow
from paigow import __version__
from paigow.web.environment import data_directory
from paigow.web.people.events import Kind, note
from paigow.web.people.models import SignificantEvent
from paigow.web.store.chain import canonical
from paigow.web.store.sealing import is_signed, public_key, sign

ACCEPTED, CHANGED = "accepted", "changed"


@dataclass(frozen=True)
class Manifest:
    """What the program consists of, each part by its SHA-256."""

    version: str
    files: dict[str, str]
    libraries: dict[str, str]

    @cached_property
    def digest(self) -> str:
        return hashlib.sha256(canonical({"files": self.files, "libraries": self.libraries})).hexdigest()

    def differences(self, before: "Manifest") -> list[str]:
        found = []
        for here, there in ((self.files, before.files), (self.libraries, before.libraries)):
            for name in sorted({*here, *there}):
                if here.get(name) != there.get(name):
                    how = "added" if name not in there else "gone" if name not in here else "changed"
                    found.append(f"{name}: {how}")
        return found


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a look came to. Accepted is what was accepted last, the first look of all, another version, or what the
    operator says is well."""

    manifest: Manifest
    accepted: bool
    before: str = ""  # the digest that was accepted last
    upgraded: bool = False  # the version is another one too
    differences: tuple[str, ...] = ()


INSTALLED = Path(paigow.__file__).parent


def manifest(root: Path = INSTALLED) -> Manifest:
    """Of the package as it is installed: code, rules and data, but not what Python makes of them."""
    files = {
        path.relative_to(root.parent).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(root.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    }
    return Manifest(__version__, files, _libraries())


def _libraries() -> dict[str, str]:
    """Every library that is installed beside it: its version, and what its installer wrote down of its files."""
    found: dict[str, str] = {}
    for library in distributions():
        name = str(library.metadata["Name"]).lower()
        if name != "paigow":
            found.setdefault(name, f"{library.version} {_written_down(library)}")  # the first is the one in use
    return dict(sorted(found.items()))


def _written_down(library: Distribution) -> str:
    """Compiled caches are not part of it: they come and go with the first use."""
    lines = (library.read_text("RECORD") or "").splitlines()
    return hashlib.sha256("\n".join(sorted(line for line in lines if "__pycache__" not in line)).encode()).hexdigest()


def look(accept: bool = False, root: Path = INSTALLED) -> Verdict:
    """Works the manifest out, compares it, and notes the result. Another version, or `accept`, makes it the new one to
    compare with; the same version with another digest is a mismatch."""
    here = manifest(root)
    last = _last_accepted()
    before = str(last.get("digest", ""))
    upgraded = bool(last) and last.get("version") != here.version
    known = here.digest == before or not last
    differences = () if known else tuple(_differences(here, before))
    accepted = known or upgraded or accept
    _keep(here)
    result = ACCEPTED if accepted else CHANGED
    detail = {"software": result, "version": here.version, "digest": here.digest, "before": before}
    detail["signature"] = sign(_message(detail))
    note(Kind.CONFIG if accepted else Kind.MISMATCH, "", detail)
    return Verdict(here, accepted, before, upgraded, differences)


def last_look() -> SignificantEvent | None:
    """Whatever it came to."""
    looks = SignificantEvent.objects.filter(kind__in=(Kind.CONFIG, Kind.MISMATCH))
    return looks.filter(detail__software__in=(ACCEPTED, CHANGED)).order_by("-pk").first()


def alarm() -> SignificantEvent | None:
    """The look that found another software than was accepted, if none since has found it well."""
    found = SignificantEvent.objects.filter(kind=Kind.MISMATCH, detail__software=CHANGED).order_by("-pk").first()
    if found is None:
        return None
    well = SignificantEvent.objects.filter(kind=Kind.CONFIG, pk__gt=found.pk, detail__software=ACCEPTED)
    return None if well.exists() else found


def _message(detail: dict[str, Any]) -> str:
    return f"paigow/v1/software {detail['software']} {detail['version']} {detail['digest']} {detail['before']}"


def _last_accepted() -> dict[str, Any]:
    """The last one that this house signed; a note that somebody else wrote does not count."""
    for event in SignificantEvent.objects.filter(kind=Kind.CONFIG, detail__software=ACCEPTED).order_by("-pk"):
        detail = dict(event.detail)
        try:
            if is_signed(_message(detail), str(detail["signature"]), public_key()):
                return detail
        except KeyError:
            continue
    return {}


def _place(digest: str) -> Path:
    return data_directory() / "software" / f"{digest}.json"


def _keep(here: Manifest) -> None:
    path = _place(here.digest)
    if not path.exists():
        path.parent.mkdir(mode=0o700, exist_ok=True)
        said = {"version": here.version, "files": here.files, "libraries": here.libraries}
        draft = path.with_suffix(f".{os.getpid()}-{threading.get_ident()}")
        draft.write_bytes(canonical(said))
        draft.replace(path)  # all of it or nothing, whoever else writes it


def _differences(here: Manifest, digest: str) -> list[str]:
    try:
        said = json.loads(_place(digest).read_bytes())
        before = Manifest(said["version"], said["files"], said["libraries"])
    except (OSError, ValueError, KeyError):
        return ["the list of files of the last one is not there any more"]
    return here.differences(before) if before.digest == digest else ["the list of files of the last one was altered"]
