"""The site's bill of materials as CycloneDX: `paigow[web]` and everything it depends on, as installed here.

    python -m tools.sbom > build/sbom.json

It comes from what is installed, not from a list, so that nothing that runs is left out.
"""

import json
import sys
import tomllib
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from paigow.version import __version__

ROOT = "paigow"
PROJECT = Path(__file__).resolve().parent.parent / "pyproject.toml"
EXTRAS = ("web",)


def needed(name: str, extras: tuple[str, ...] = ()) -> list[Requirement]:
    """Return what a distribution with these extras depends on here; for our own, the project file says."""
    if name == ROOT:
        project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
        return [Requirement(each) for kind in extras for each in project["optional-dependencies"][kind]] + [
            Requirement(each) for each in project["dependencies"]
        ]
    found = map(Requirement, distribution(name).requires or ())
    kinds = [{"extra": extra} for extra in (*extras, "")]
    return [each for each in found if each.marker is None or any(each.marker.evaluate(kind) for kind in kinds)]


def closure(extras: tuple[str, ...] = EXTRAS) -> dict[str, list[str]]:
    """Return everything that `paigow` with these extras depends on, by name, with the dependencies of each."""
    known: dict[str, list[str]] = {}
    asked: dict[str, set[str]] = {}
    waiting: list[tuple[str, tuple[str, ...]]] = [(ROOT, extras)]
    while waiting:
        name, more = waiting.pop()
        if name in known and set(more) <= asked[name]:
            continue
        asked.setdefault(name, set()).update(more)
        wanted = needed(name, tuple(sorted(asked[name])))
        known[name] = sorted({canonicalize_name(each.name) for each in wanted} - {name})
        waiting += [(canonicalize_name(each.name), tuple(sorted(each.extras))) for each in wanted]
    return known


def component(name: str) -> dict[str, Any]:
    told: dict[str, Any] = {"type": "library", "name": name, "version": version(name), "bom-ref": reference(name)}
    about = distribution(name).metadata.json
    licence = str(about.get("license_expression") or about.get("license") or "")
    if 0 < len(licence) < 80:  # some put the full licence text there
        told["licenses"] = [{"license": {"name": licence}}]
    return told | {"purl": reference(name)}


def version(name: str) -> str:
    return __version__ if name == ROOT else distribution(name).version


def reference(name: str) -> str:
    return f"pkg:pypi/{name}@{version(name)}"


def bill() -> dict[str, Any]:
    found = closure()
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": component(ROOT) | {"type": "application"}},
        "components": [component(name) for name in sorted(found) if name != ROOT],
        "dependencies": [
            {"ref": reference(name), "dependsOn": [reference(each) for each in wanted]}
            for name, wanted in sorted(found.items())
        ],
    }


if __name__ == "__main__":
    json.dump(bill(), sys.stdout, indent=1)
    print()
