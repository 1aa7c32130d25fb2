"""A house for tests, benchmarks and screenshots.

Opens tables of every game, at a chosen pace, before the server starts. `python -m tools.house HOUSE` opens what the
JSON text `HOUSE` lists.
"""

import json
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from fcntl import LOCK_EX, flock
from pathlib import Path
from typing import Any

from tools.forked import run
from tools.server import ROOT

STANDARDS = ("maryland-tiles", "maryland-poker", "new-zealand", "dealer-open")
FAST = {
    "between": 1.2,
    "offer": 60.0,
    "cut": 60.0,
    "bet": 60.0,
    "quiet": 0.3,
    "choose": 60.0,
    "set": 600.0,
    "surrender": 2.0,
    "step": 0.02,
    "bot": 0.02,
    "misses": 99,
}
"""The dealer and the bots are quick, but people get plenty of time, so that a busy machine never plays for them."""

STAFF = {"felix": "floor", "audrey": "auditor", "oscar": "operator"}
PASSWORD = "heaven earth man goose"


@dataclass(frozen=True)
class Opening:
    """A table to open: by default under its game's own name, with bots, fast."""

    standard: str
    slug: str = ""
    bots: int = 2
    pace: dict[str, Any] = field(default_factory=dict)


def furnish(data: Path, openings: Sequence[Opening], staff: bool = True, database_url: str = "") -> None:
    """Open the tables in a separate process: a process can load the site's settings only once."""
    told = json.dumps({"tables": [asdict(opening) for opening in openings], "staff": STAFF if staff else {}})
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT / "src"),
        "PAIGOW_DATA": str(data),
        "DATABASE_URL": database_url,
    }
    done = run("tools.house", told, env=environment, cwd=ROOT)
    if done.returncode:
        raise RuntimeError(done.stderr)


def furnish_once(data: Path, openings: Sequence[Opening], staff: bool = True) -> Path:
    """Do the same once for all processes that ask for it; return `data`, to be copied."""
    with data.with_suffix(".lock").open("w") as lock:
        flock(lock, LOCK_EX)
        if not data.exists():
            making = data.with_suffix(".making")
            furnish(making, openings, staff)
            making.rename(data)
    return data


def _open(openings: list[Opening], staff: Mapping[str, str]) -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "paigow.web.settings"
    from paigow.house.migrating import prepare_database

    prepare_database(practice=False)

    from paigow.rules import STANDARDS, load_submission
    from paigow.web.people.registration import sign_up
    from paigow.web.people.roles import appoint
    from paigow.web.service import bots, tables
    from paigow.web.service.attendance import Pace

    for opening in openings:
        tables.open_table(
            opening.slug or opening.standard,
            load_submission(opening.standard),
            "the house",
            title=STANDARDS[opening.standard].lobby.label,
            pace=Pace.of(FAST | opening.pace),
            bots=bots.styles(opening.bots),
        )
    for name, role in staff.items():
        appoint(sign_up(name, PASSWORD), role)


if __name__ == "__main__":
    asked = json.loads(sys.argv[1])
    _open([Opening(**each) for each in asked["tables"]], asked["staff"])
