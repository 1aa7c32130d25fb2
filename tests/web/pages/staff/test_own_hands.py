"""Who works for the house does not play in it, and nobody rules on a round of their own."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from paigow.table.floor.floor import StopTable
from paigow.table.floor.irregularities import FindMisdeal
from paigow.web.people.access import PROVED
from paigow.web.people.models import User
from paigow.web.people.roles import FLOOR, appoint
from paigow.web.service import floor, tables
from paigow.web.service.errors import NotYours
from paigow.web.service.tokens import issue

pytestmark = pytest.mark.django_db
Person = Callable[..., User]
BrowserOf = Callable[..., Client]


@pytest.mark.parametrize("role", ["administrator", "floor", "auditor", "operator", "player"])
def test_staff_do_not_sit_down(role: str, site: Any, person: Person, client: Client) -> None:
    """The attack: an administrator, who may do everything, takes a seat and then voids the hands that lose."""
    house = site("maryland-tiles")
    for _ in range(12):
        house.step()
    _token, text = issue(person("boss", role), "test")
    free = next(place for place in house.state.game.seats if house.state.at(place) is None)
    command = {"do": "sit", "position": free, "seed": "s", "expected": house.state.sequence}
    headers = {"Authorization": f"Bearer {text}", "Idempotency-Key": "k"}
    sat = client.post("/api/tables/t/commands", command, content_type="application/json", headers=headers)
    assert sat.status_code == (200 if role == "player" else 403), sat.content
    assert ("boss" in tables.state_of("t").players) is (role == "player")


def test_whoever_also_has_a_role_is_staff(person: Person) -> None:
    """Also one who was made floor beside player, as `/admin/` can."""
    from django.contrib.auth.models import Group

    both = person("mei")
    assert both.has_perm("people.play")
    both.groups.add(Group.objects.get(name=FLOOR))
    assert not User.objects.get(username="mei").has_perm("people.play")


def test_nobody_rules_on_a_round_they_are_in(site: Any, person: Person) -> None:
    """Ann sits, has a hand, and is made floor before it is settled. Another of the floor may rule; she may not."""
    house = site("maryland-tiles")
    house.seat()
    house.to_setting()
    ann = User.objects.get(username="ann")
    appoint(ann, FLOOR)
    ann = User.objects.get(username="ann")
    before = tables.state_of("t")
    with pytest.raises(NotYours, match="someone else"):
        floor.give("t", FindMisdeal(reason="wrong-positions"), ann, "k1", why="it loses")
    assert tables.state_of("t") == before
    floor.give("t", StopTable(reason="a test"), ann, "k2", why="the lamp is out")
    assert tables.state_of("t").stopped, "to stop a table is no ruling"
    floor.give("t", FindMisdeal(reason="wrong-positions"), person("mei", "floor"), "k3", why="pieces fell")
    assert tables.state_of("t").sequence > before.sequence + 1


@pytest.mark.parametrize("minutes", [0, 16])
def test_roles_in_the_admin_need_a_recent_password(minutes: int, browser_of: BrowserOf, person: Person) -> None:
    """The attack: a browser that an administrator left open twenty minutes ago makes its finder an operator."""
    pat = person("pat")
    browser = browser_of("root", "administrator")
    session = browser.session
    session[PROVED] = int(timezone.now().timestamp()) - 60 * minutes
    session.save()
    path = f"/admin/people/user/{pat.pk}/change/"
    page = browser.get(path)
    sent = browser.post(path, {"is_active": "on", "language": "", "is_superuser": "on", "is_staff": "on"})
    pat.refresh_from_db()
    if minutes:
        assert page.status_code == sent.status_code == 302
        assert all(answer["Location"].startswith("/account/confirm/") for answer in (page, sent))
        assert not pat.is_superuser
    else:
        assert page.status_code == 200
        assert sent.status_code == 302, sent.content.decode()[:3000]
        assert pat.is_superuser
