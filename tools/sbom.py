"""The software bill of materials of the site, as CycloneDX: `paigow[web]` and all that it needs, as installed here.

    python -m tools.sbom > build/sbom.json

It is worked out from what is there and not from a list, so that nothing is left out that would run.
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
    """Return what a distribution needs here, with these of its extras.

    What we need ourselves is in the project's own file.
    """
    if name == ROOT:
        project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
        return [Requirement(each) for kind in extras for each in project["optional-dependencies"][kind]] + [
            Requirement(each) for each in project["dependencies"]
        ]
    found = map(Requirement, distribution(name).requires or ())
    kinds = [{"extra": extra} for extra in (*extras, "")]
    return [each for each in found if each.marker is None or any(each.marker.evaluate(kind) for kind in kinds)]


def closure(extras: tuple[str, ...] = EXTRAS) -> dict[str, list[str]]:
    """By name, from `paigow` with these extras on: what each needs in turn."""
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
    if 0 < len(licence) < 80:  # some put the whole text there
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
