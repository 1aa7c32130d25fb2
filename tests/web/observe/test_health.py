"""Whether a process is up and ready, and what Prometheus is told."""

import re
import signal
from datetime import timedelta
from typing import Any

import httpx
import pytest
from django.test import Client
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from paigow.errors import PaigowError
from paigow.rules import load_submission
from paigow.table.steps.seating import SitDown
from paigow.web.people.registration import sign_up
from paigow.web.service import tables
from paigow.web.store.models import Table
from tools.inside import inside
from tools.waiting import PATIENCE, wait_until


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


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("address", "status"),
    [
        *((address, 200) for address in ("127.0.0.1", "::1", "10.1.2.3", "192.168.0.9", "fd00::1", "")),
        *((address, 403) for address in ("8.8.8.8", "2a00:1450::1", "172.32.0.1")),
    ],
)
def test_metrics_are_for_neighbours(address: str, status: int) -> None:
    assert Client(REMOTE_ADDR=address).get("/metrics").status_code == status
    for header in ("x-forwarded-for", "forwarded", "via", "x-real-ip"):
        assert Client(REMOTE_ADDR=address, headers={header: "10.0.0.1"}).get("/metrics").status_code == 403


@pytest.mark.django_db
def test_metrics_for_who_has_the_token(settings: Any) -> None:
    settings.METRICS_TOKEN = "a long secret"
    assert Client().get("/metrics").status_code == 403, "a token is set: the address does not matter any more"
    for said in ("Bearer", "Bearer wrong", "Basic a long secret", "a long secret", "Bearer ä"):
        assert Client(headers={"authorization": said}).get("/metrics").status_code == 403
    far = Client(REMOTE_ADDR="8.8.8.8", headers={"authorization": "Bearer a long secret", "x-forwarded-for": "8.8.8.8"})
    assert far.get("/metrics").status_code == 200


@pytest.mark.own_database
def test_a_server_that_drains_is_not_ready(new_server: Any) -> None:
    """It plays the round that is on to its end and answers meanwhile, but newcomers are sent elsewhere."""
    server = new_server(options=("--no-practice",), environment={"PAIGOW_DRAIN": "60"})
    pace = {"always": True, "step": 4.0, "bet": 4.0, "bot": 0.1, "between": 0.1}
    inside(server.data, "", "open", {"tables": {"t": {"standard": "maryland-poker", "bots": 3, "pace": pace}}})
    with httpx.Client(base_url=server.address, timeout=PATIENCE) as client:
        wait_until(lambda: client.get("/readyz").status_code == 200)
        wait_until(lambda: re.search(r'data-phase="(betting|dealing|setting)"', client.get("/tables/t/").text))
        assert server.process is not None
        server.process.send_signal(signal.SIGTERM)
        wait_until(lambda: client.get("/readyz").status_code == 503)
        answer = client.get("/readyz")
        assert answer.json()["checks"] == {"database": True, "migrations": True, "dealer": True, "staying": False}
        assert client.get("/healthz").status_code == 200


@pytest.mark.own_database
def test_a_server_becomes_ready_and_tells_how_it_does(house_url: str, new_server: Any) -> None:
    server = new_server(house_url)
    with httpx.Client(base_url=server.address, timeout=PATIENCE) as client:
        wait_until(lambda: client.get("/readyz").status_code == 200)
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
