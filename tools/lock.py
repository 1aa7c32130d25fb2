"""`python -m tools.lock`: rewrite both lock files from what is installed, without URLs.

Each package has the SHA-256 of every file it is published as, so that pip refuses any other. `requirements.lock` has
everything developers use, `deploy/requirements.lock` what runs on a server (`paigow[web]`). `python -m tools.lock
missing` adds hashes to lines of `requirements.lock` that have none, and `python -m tools.lock site` writes only the
second file.
"""

import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from importlib.metadata import distributions
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools.sbom import ROOT as PACKAGE
from tools.sbom import closure, version

ROOT = Path(__file__).resolve().parents[1]
ALL, SITE = ROOT / "requirements.lock", ROOT / "deploy" / "requirements.lock"
OLDEST = "3.11.9"
"""The Python version to look up files for; hashes cover every platform."""


def freeze() -> list[str]:
    """Return what is installed, as pinned lines."""
    command = [sys.executable, "-m", "pip", "freeze", "--exclude-editable"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()


def pinned(text: str) -> list[str]:
    """Return the pinned lines of a lock, with or without hashes."""
    return re.findall(r"^[\w.,\[\]-]+==[^\s\\]+", text, re.MULTILINE)


def with_extras(lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines with the extras that installed packages require: pip wants a pin for each `coverage[toml]`."""
    wanted: dict[str, set[str]] = {}
    for package in distributions():
        for needed in map(Requirement, package.requires or ()):
            if needed.extras and (needed.marker is None or needed.marker.evaluate({"extra": ""})):
                wanted.setdefault(canonicalize_name(needed.name), set()).update(needed.extras)
    for line in lines:
        name, _, version = line.partition("==")
        extras = sorted(wanted.get(canonicalize_name(name.partition("[")[0]), ()))
        yield f"{name}[{','.join(extras)}]=={version}" if extras and "[" not in name else line


def hashed(lines: Iterable[str]) -> str:
    """Return pinned lines with the hashes of their files."""
    lines = with_extras(lines)
    plain = ["--no-deps", "--no-header", "--no-annotate", "--no-emit-index-url", "--quiet"]
    return subprocess.run(
        [sys.executable, "-m", "uv", "pip", "compile", "--generate-hashes", *plain, "--python-version", OLDEST, "-"],
        input="\n".join(lines),
        capture_output=True,
        text=True,
        check=True,
    ).stdout


def main(what: str = "") -> None:
    if what == "missing":
        ALL.write_text(hashed(pinned(ALL.read_text(encoding="utf-8"))), encoding="utf-8")
        return
    if what != "site":
        ALL.write_text(hashed(freeze()), encoding="utf-8")
    SITE.write_text(hashed(f"{name}=={version(name)}" for name in closure() if name != PACKAGE), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
