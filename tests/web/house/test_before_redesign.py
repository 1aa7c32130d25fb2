"""A house that the version before the redesign (79abf7ad) dealt in, killed in mid-round, is migrated and dealt on.

`old/make.txt` says how it was made.
"""

import gzip
import json
import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from paigow.web.serving.environment import SQLITE
from tools import forked

pytestmark = pytest.mark.own_database
OLD = Path(__file__).with_name("old")
DEAL_ON = """
import json
from datetime import timedelta
from paigow.house.migrating import prepare_database
prepare_database(practice=False)
from paigow.house.audit.whole import audit
from paigow.web.people.models import User
from paigow.web.people.wallet import balance
from paigow.web.service import proofs, tables
from paigow.web.service.dealer import Desk
from paigow.web.store.models import StoredRound, Table

told = {"migrated": [str(each) for each in audit()], "tables": {}, "balances": {}}
for person in User.objects.order_by("username"):
    told["balances"][person.username] = balance(person)
desk = Desk("dealer-after")
for table in Table.objects.order_by("slug"):
    state = tables.state_of(table.slug)
    rounds, now = state.rounds, table.deadline_at + timedelta(hours=1)
    about = {"phase": state.phase, "events": state.sequence, "rounds": rounds}
    about["holds"] = [proofs.prove(table, number).holds for number in range(1, rounds)]
    desk.take(table.slug, now)
    while (state := tables.state_of(table.slug)).rounds < rounds + 2:
        now += timedelta(seconds=7)
        desk.attend(table.slug, now)
    table.refresh_from_db()
    about["later"] = [proofs.prove(table, number).holds for number in range(rounds, rounds + 2)]
    told["tables"][table.slug] = about
told["dealt on"] = [str(each) for each in audit()]
print(json.dumps(told))
"""


def old_house(data: Path) -> None:
    """Write the house's database and its keys into an empty folder."""
    data.mkdir()
    with closing(sqlite3.connect(data / SQLITE)) as database:
        database.executescript(gzip.decompress((OLD / "house.sql.gz").read_bytes()).decode())
    keys = json.loads((OLD / "keys.json").read_text(encoding="utf-8"))
    for name in ("django-key", "sealing-key"):
        path = data / f"{name}.secret"
        path.write_text(keys[name], encoding="utf-8")
        path.chmod(0o600)


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("old")
    old_house(folder / "data")
    environment = {**os.environ, "PAIGOW_DATA": str(folder / "data"), "DATABASE_URL": ""}
    environment |= {"PYTHONPATH": os.pathsep.join(sys.path), "DJANGO_SETTINGS_MODULE": "paigow.web.settings"}
    ran = forked.run("-c", DEAL_ON, env=environment, cwd=folder)
    assert ran.returncode == 0, ran.stderr
    answer: dict[str, Any] = json.loads(ran.stdout.splitlines()[-1])
    return answer


def test_a_house_from_before_the_redesign_migrates_and_passes_the_audit(told: dict[str, Any]) -> None:
    assert told["migrated"] == []
    assert told["tables"].keys() == {
        f"old-{name}" for name in ("maryland-tiles", "maryland-poker", "new-zealand", "dealer-open")
    }
    assert told["balances"].keys() == {f"person-{number}" for number in (1, 2, 3, 4)}


def test_its_unfinished_rounds_stand_where_they_stood(told: dict[str, Any]) -> None:
    for slug, table in told["tables"].items():
        assert table["phase"] == ("betting" if slug == "old-maryland-tiles" else "setting"), slug
        assert (table["rounds"], table["events"] > 70) == (3, True), slug
        assert table["holds"] == [True, True], f"{slug}: deals proved before cannot be proved any more"


def test_its_tables_deal_on_and_everything_still_holds(told: dict[str, Any]) -> None:
    for slug, table in told["tables"].items():
        assert table["later"] == [True, True], slug
    assert told["dealt on"] == []
