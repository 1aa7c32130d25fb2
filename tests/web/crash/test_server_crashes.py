"""The real server is killed while people play and others follow: see `benchmarks.server_crashes`."""

from pathlib import Path

import pytest
from benchmarks.server_crashes import kills

from tools.tiers import examples

pytestmark = pytest.mark.long

POINTS = examples(3, 8)  # on each database


@pytest.mark.own_database
def test_clients_lose_nothing_when_servers_are_killed(database_url: str, tmp_path: Path) -> None:
    told = kills(tmp_path / "data", database_url, POINTS, forked=True)
    assert told["faults"] == []
    assert told["kills"] == POINTS
    assert told["acknowledged"] > POINTS  # people did play
    assert told["lines that went dead"] > 0
    assert told["streams that went dead"] > 0
    assert told["events heard"] > 0
