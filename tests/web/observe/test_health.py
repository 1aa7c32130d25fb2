"""Whether a process is up and ready, and what Prometheus is told."""

import time
from datetime import timedelta
from typing import Any

import httpx
import pytest
from django.test import Client
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from paigow.errors import PaigowError
from paigow.rules import load_submission
from paigow.table.seating import SitDown
from paigow.web.people.registration import sign_up
from paigow.web.service import tables
from paigow.web.store.models import Table


def samples(text: str) -> dict[tuple[str, tuple[tuple[str, str], ...]], float]:
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_a_process_that_answers_is_up() -> None:
    response = Client().get("/healthz")
    assert (response.status_code, response.json()) == (200, {"status": "up"})
    assert Client().post("/healthz").status_code == 405


@pytest.mark.django_db
def test_a_process_without_its_dealer_is_not_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAIGOW_DEALER", "1")
    response = Client().get("/readyz")
    assert response.status_code == 503
    assert response.json()["checks"] == {"database": True, "migrations": True, "dealer": False, "staying": True}
    monkeypatch.setenv("PAIGOW_DEALER", "0")
    assert Client().get("/readyz").status_code == 200


@pytest.mark.own_database
def test_a_server_becomes_ready_and_tells_how_it_does(database_url: str, new_server: Any) -> None:
    server = new_server(database_url)
    with httpx.Client(base_url=server.address) as client:
        for _ in range(200):
            if client.get("/readyz").status_code == 200:
                break
            time.sleep(0.05)
        ready = client.get("/readyz")
        assert (ready.status_code, ready.json()["status"]) == (200, "ready")
        assert set(ready.json()["checks"].values()) == {True}
        told = samples(client.get("/metrics").text)
        assert told["paigow_open_tables", ()] >= 0
        assert told["paigow_streams", ()] == 0
        assert ("process_cpu_seconds_total", ()) in told


@pytest.mark.django_db
def test_commands_are_counted_by_verb_and_outcome() -> None:
    sign_up("mei", "nine brass tiles")
    tables.open_table("t", load_submission("maryland-tiles"), "op")
    before = samples(Client().get("/metrics").content.decode())
    sit = SitDown(player="mei", position=1, seed="s")
    tables.submit("t", sit, person="mei", key="k")
    tables.submit("t", sit, person="mei", key="k")
    with pytest.raises(PaigowError):
        tables.submit("t", SitDown(player="mei", position=2, seed="s"), person="mei", key="k2")
    after = samples(Client().get("/metrics").content.decode())

    def grown(name: str, **labels: str) -> float:
        key = name, tuple(sorted(labels.items()))
        return after.get(key, 0) - before.get(key, 0)

    assert grown("paigow_commands_total", verb="sit", outcome="done") == 1
    assert grown("paigow_commands_total", verb="sit", outcome="repeated") == 1
    assert grown("paigow_commands_total", verb="sit", outcome="refused") == 1
    assert grown("paigow_command_seconds_count") == 3
    assert after["paigow_open_tables", ()] == 1


@pytest.mark.django_db
def test_a_table_that_is_overdue_shows_as_lag() -> None:
    tables.open_table("t", load_submission("maryland-tiles"), "op")
    Table.objects.update(due_at=timezone.now() - timedelta(seconds=30))
    lag = samples(Client().get("/metrics").content.decode())["paigow_dealer_lag_seconds", ()]
    assert 30 <= lag < 60
    Table.objects.update(due_at=timezone.now() + timedelta(seconds=30))
    assert samples(Client().get("/metrics").content.decode())["paigow_dealer_lag_seconds", ()] == 0


@pytest.mark.django_db
def test_routes_are_counted_and_not_addresses() -> None:
    for name in ("a", "b"):
        Client().get(f"/api/tables/{name}")
        Client().get(f"/nowhere/{name}")
    told = samples(Client().get("/metrics").content.decode())
    routes = {dict(labels)["route"] for name, labels in told if name == "paigow_requests_total"}
    assert "api/tables/<slug>" in routes
    assert not any(route.endswith(("/a", "/b")) for route in routes)
