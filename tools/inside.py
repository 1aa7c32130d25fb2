"""Work on a house while its servers are running, for tests that only see it from outside.

    python -m tools.inside open '{"people": {"ann": "player"}, "tables": {"t": {"standard": "new-zealand", "bots": 2}}}'
                                   opens tables for people with tokens; prints the tokens
    python -m tools.inside audit null      prints what does not hold
    python -m tools.inside notes null      prints the house's log
    python -m tools.inside commands null   prints people's commands, by table, person and key, with their events

`PAIGOW_DATA` and `DATABASE_URL` name the house.
"""

import json
import os
import sys
from pathlib import Path
from typing import Any

from tools.forked import run

ROOT = Path(__file__).resolve().parent.parent


def inside(data: Path, database_url: str, what: str, asked: Any = None) -> Any:
    """Run this module in another process and return what it prints."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PAIGOW_LOG_LEVEL": "ERROR"}
    environment |= {"PAIGOW_DATA": str(data), "DATABASE_URL": database_url}
    environment["DJANGO_SETTINGS_MODULE"] = "paigow.web.settings"
    done = run("tools.inside", what, json.dumps(asked), env=environment, cwd=ROOT)
    if done.returncode:
        raise RuntimeError(done.stderr)
    return json.loads(done.stdout)


def _open(asked: dict[str, Any]) -> dict[str, Any]:
    from paigow.rules import load_submission
    from paigow.web.people.registration import sign_up
    from paigow.web.people.roles import PLAYER, appoint
    from paigow.web.service import bots, tables
    from paigow.web.service.attendance import Pace
    from paigow.web.service.tokens import issue

    tokens = {}
    for name, role in asked.get("people", {}).items():
        person = sign_up(name, "nine brass tiles")
        if role != PLAYER:
            appoint(person, role)
        tokens[name] = issue(person, "test")[1]
    for slug, given in asked.get("tables", {}).items():
        pace, seated = Pace.of(given.get("pace", {})), bots.styles(given.get("bots", 0))
        tables.open_table(slug, load_submission(given["standard"]), "test", pace=pace, bots=seated)
    return tokens


def _audit(asked: Any) -> list[str]:
    from paigow.house.audit.whole import audit

    return [str(fault) for fault in audit()]


def _notes(asked: Any) -> list[dict[str, Any]]:
    """Return the house's log."""
    from paigow.web.people.log_models import SignificantEvent

    rows = SignificantEvent.objects.order_by("pk")
    return [{"kind": row.kind, "person": row.person, "detail": row.detail} for row in rows]


def _commands(asked: Any) -> dict[str, dict[str, dict[str, tuple[int, int]]]]:
    """Return the commands by the keys that clients sent, without the prefix the API adds."""
    from paigow.web.store.models import StoredCommand

    found: dict[str, dict[str, dict[str, tuple[int, int]]]] = {}
    rows = StoredCommand.objects.values_list("table__slug", "person", "key", "first", "last")
    for slug, person, key, first, last in rows:
        found.setdefault(slug, {}).setdefault(person, {})[key.partition(":")[2]] = first, last
    return found


def main() -> None:
    import django

    django.setup()
    asked = json.loads(sys.argv[2])
    deeds = {"open": _open, "audit": _audit, "notes": _notes, "commands": _commands}
    print(json.dumps(deeds[sys.argv[1]](asked)))


if __name__ == "__main__":
    main()
