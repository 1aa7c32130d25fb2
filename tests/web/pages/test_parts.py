"""Parts of a page are rendered once for equal values, and a table's page is drawn once for whatever it shows."""

import re
from dataclasses import replace
from typing import Any

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.template import Context, Template
from django.test import RequestFactory
from django.utils import translation
from tests.web.service.conftest import House

from paigow.web.fast import templates
from paigow.web.pages import play
from paigow.web.pages.table import draw_table
from paigow.web.people import display
from paigow.web.people.models import User
from paigow.web.service import tables
from paigow.web.service.attendance import PRESETS
from paigow.web.store.models import StoredCommand

pytestmark = pytest.mark.django_db


def rendered(template: str, **values: Any) -> str:
    return str(Template("{% load parts %}" + template).render(Context(values)))


SIGNS = '{% part "table/signs.html" minimum=1000 maximum=5000'


def test_a_part_reads_nothing_but_its_values() -> None:
    assert "Here" not in rendered(SIGNS + " %}", document="Here")
    assert "Here" in rendered(SIGNS + " document=document %}", document="Here")
    assert "There" in rendered(SIGNS + " document=document %}", document="There")


def test_a_part_is_rendered_in_every_language() -> None:
    said = {}
    for language in ("en", "zh-hant", "en"):
        with translation.override(language):
            said[language] = rendered(SIGNS + " %}")
    assert "Pay tables and limits" in said["en"]
    assert "Pay tables and limits" not in said["zh-hant"]


def test_items_are_rendered_one_after_another() -> None:
    twice = rendered('{% each_part "table/net.html" "net" amounts %}', amounts=(100, 300))
    assert twice == rendered('{% part "table/net.html" net=100 %}{% part "table/net.html" net=300 %}')
    assert rendered('{% each_part "table/net.html" "net" amounts %}', amounts=()) == ""


def request_of(person: Any) -> Any:
    request: Any = RequestFactory().get("/")
    request.user, request.session = person, SessionStore()
    return request


@pytest.fixture
def house() -> House:
    found = House("maryland-poker", PRESETS["brisk"])
    found.seat("ann")
    return found


def drawing(house: House, person: User) -> str:
    table = tables.find(house.slug)
    return play.draw(request_of(person), table, tables.state_at(table), person.username)


def test_nothing_is_drawn_twice_but_token_and_key(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, drawn = User.objects.get(username="ann"), []

    def counted(*args: Any, **more: Any) -> str:
        drawn.append(args)
        return draw_table(*args, **more)

    monkeypatch.setattr(play, "draw_table", counted)
    first, second = drawing(house, ann), drawing(house, ann)
    assert len(drawn) == 1
    assert first != second  # every drawing has its own keys
    marks = r'name="(csrfmiddlewaretoken|key)" value="[^"]*"'
    assert re.sub(r"\s+", " ", re.sub(marks, "", first)) == re.sub(r"\s+", " ", re.sub(marks, "", second))
    for mark in (templates.CSRF_MARK, templates.KEY_MARK, templates.ROUND_MARK):
        assert mark not in first
    other = User.objects.create_user("bob", password="a long enough phrase")
    assert drawing(house, other) != first
    assert len(drawn) == 2


def test_a_new_name_is_drawn(house: House, django_capture_on_commit_callbacks: Any) -> None:
    ann, bob = User.objects.get(username="ann"), User.objects.create_user("bob", password="a long enough phrase")
    assert "Quiet Heron" not in drawing(house, bob)
    with django_capture_on_commit_callbacks(execute=True):
        display.choose(ann, "Quiet Heron")
    assert "Quiet Heron" in drawing(house, bob)


def test_a_brisk_round_of_bots_takes_three_visits() -> None:
    house = House("maryland-tiles", replace(PRESETS["brisk"], always=True))
    table = tables.find(house.slug)
    visits = []
    for _ in range(40):
        before = tables.state_of(house.slug).sequence
        house.desk.attend(house.slug)
        if (state := tables.state_of(house.slug)).sequence > before:
            visits.append((state.rounds, str(state.phase)))
    played = [phase for number, phase in visits if number == 3]
    assert played == ["setting", "finished", "open"]
    assert StoredCommand.objects.filter(table=table).count() > 3 * len(visits)
