"""The software's identity: a digest over every package and library file and the operator's settings (standards L5).

`manifest` defines what is covered. Each check is logged, signed with the house's key, and compared with the last
accepted one. The list behind a digest is stored once, in the data directory, under its digest, so a difference can be
reported file by file.
"""

import hashlib
import os
import threading
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from paigow.house.manifest import FORM, Manifest, manifest
from paigow.web.people.events import Kind, note
from paigow.web.people.log_models import SignificantEvent
from paigow.web.seals.sealing import is_signed, public_key, sign
from paigow.web.serving.environment import data_directory

ACCEPTED, CHANGED = "accepted", "changed"


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of a check.

    It is accepted if it matches the last accepted one, is the first of all, has another version, or the operator
    accepts it.
    """

    manifest: Manifest
    accepted: bool
    before: str = ""  # the digest accepted last
    upgraded: bool = False  # the version has changed too, or the contents of the list
    differences: tuple[str, ...] = ()


def look(accept: bool = False, here: Manifest | None = None) -> Verdict:
    """Check the software: compute the manifest unless given, compare it, and log the result.

    Another version, another list format, or `accept` makes it the new reference; the same version with another digest
    is a mismatch.
    """
    here = here or manifest()
    looks = SignificantEvent.objects.filter(kind=Kind.CONFIG, detail__software=ACCEPTED)
    last = _last_accepted()
    before = str(last.get("digest", ""))
    upgraded = bool(last) and (last.get("version") != here.version or last.get("form", 1) != here.form)
    known = here.digest == before or not looks.exists()
    differences = () if known else tuple(_differences(here, last))
    accepted = known or upgraded or accept
    _keep(here)
    detail: dict[str, Any] = {"software": ACCEPTED if accepted else CHANGED, "version": here.version}
    detail |= {"form": here.form, "digest": here.digest, "before": before}
    detail["signature"] = sign(_message(detail))
    note(Kind.CONFIG if accepted else Kind.MISMATCH, "", detail)
    return Verdict(here, accepted, before, upgraded, differences)


def with_accepted_settings(here: Manifest) -> Manifest:
    """Return the manifest with the last accepted settings, for a shell without the server's environment."""
    before = _read_list(str(_last_accepted().get("digest", "")))
    return replace(here, settings=before.settings) if isinstance(before, Manifest) else here


def last_look() -> SignificantEvent | None:
    """Return the last check, regardless of its result."""
    looks = SignificantEvent.objects.filter(kind__in=(Kind.CONFIG, Kind.MISMATCH))
    return looks.filter(detail__software__in=(ACCEPTED, CHANGED)).order_by("-pk").first()


def alarm() -> SignificantEvent | None:
    """Return the check that found software other than accepted, if no later one was accepted."""
    found = SignificantEvent.objects.filter(kind=Kind.MISMATCH, detail__software=CHANGED).order_by("-pk").first()
    if found is None:
        return None
    well = SignificantEvent.objects.filter(kind=Kind.CONFIG, pk__gt=found.pk, detail__software=ACCEPTED)
    return None if well.exists() else found


def _message(detail: dict[str, Any]) -> str:
    """Return the manifest's format version; older checks have none."""
    form = f"v2/software {detail['form']}" if "form" in detail else "v1/software"
    return f"paigow/{form} {detail['software']} {detail['version']} {detail['digest']} {detail['before']}"


def _last_accepted() -> dict[str, Any]:
    """Return the last check that this house signed; one signed by anybody else does not count."""
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
        draft = path.with_suffix(f".{os.getpid()}-{threading.get_ident()}")
        draft.write_bytes(here.written)
        draft.replace(path)  # atomically, even if others write it too


def _read_list(digest: str) -> Manifest | str:
    """Return the list with that digest, or the reason why there is none."""
    try:
        written = _place(digest).read_bytes()
        if hashlib.sha256(written).hexdigest() != digest:
            return "the list of files of the last one was altered"
        return Manifest.read(written)
    except (OSError, ValueError):
        return "the list of files of the last one is not there any more"


def _differences(here: Manifest, last: dict[str, Any]) -> list[str]:
    if not last:
        return ["none of the looks before was signed with this house's key"]
    if (form := last.get("form", 1)) != FORM:
        return [f"the list is of form {FORM} and covers more than the last one, of form {form}: compared from now on"]
    before = _read_list(str(last["digest"]))
    return here.differences(before) if isinstance(before, Manifest) else [before]
