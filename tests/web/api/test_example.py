"""The example plays through the API of a real server."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from paigow.rules import STANDARDS
from tools import forked
from tools.tiers import cases
from tools.waiting import PATIENCE

EXAMPLE = Path(__file__).resolve().parents[3] / "examples" / "api_bot.py"
MAKE_PEOPLE = """
import django
django.setup()
from paigow.web.service.tokens import issue
from paigow.web.people.registration import sign_up
from paigow.web.people.roles import appoint
operator, auditor, player = (sign_up(name, "nine brass tiles") for name in ("op", "aud", "robot"))
appoint(operator, "operator")
appoint(auditor, "auditor")
print(*(issue(person, "test")[1] for person in (operator, auditor, player)))
"""
WINDOWS = dict.fromkeys(("offer", "cut", "bet", "choose", "set"), 60)
QUICK = WINDOWS | dict.fromkeys(("between", "quiet", "seeds", "surrender", "step", "bot"), 0.02)


@pytest.mark.own_database
@pytest.mark.parametrize("house_url", cases(["sqlite", "postgresql"]), indirect=True)  # what it asks is the same
def test_the_example_plays_rounds_of_every_game(house_url: str, new_server: Any) -> None:
    server = new_server(house_url, environment={"PAIGOW_RATES": "api=1000000"})
    environment = server.environment | {"PAIGOW_DATA": str(server.data)}
    environment["DJANGO_SETTINGS_MODULE"] = "paigow.web.settings"
    made = forked.run("-c", MAKE_PEOPLE, env=environment, cwd=server.data)
    operator, auditor, player = made.stdout.split()
    with httpx.Client(base_url=server.address, timeout=PATIENCE) as client:
        for standard in STANDARDS:
            table = {"slug": f"q-{standard}", "standard": standard, "pace": QUICK, "bots": 1}
            opened = client.post("/api/tables", json=table, headers={"Authorization": f"Bearer {operator}"})
            assert opened.status_code == 201, opened.text
            asked = [sys.executable, str(EXAMPLE), server.address, table["slug"], "--rounds", "1"]
            played = subprocess.run(
                asked, env=os.environ | {"PAIGOW_TOKEN": player}, capture_output=True, text=True, timeout=PATIENCE
            )
            assert played.returncode == 0, played.stdout + played.stderr
            assert played.stdout.count("is over") >= 1
            seats = client.get(f"/api/tables/{table['slug']}/seats", headers={"Authorization": f"Bearer {auditor}"})
            assert "robot" not in [seat["player"] for seat in seats.json()], "it has left"
            record = client.get(
                f"/api/tables/{table['slug']}/record", headers={"Authorization": f"Bearer {auditor}"}
            ).text
            jacks = 'do = "declare-jacks"' in record  # then there is nothing to look at and to set
            for deed in ("wager",) if jacks else ("wager", "look", "set"):
                assert record.count(f'by = "robot", do = "{deed}"') >= 1, deed
