"""Profiles: exact totals from the reviews, luck apart from skill, seen by others only if wanted."""

import json
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from tests.web.pages.conftest import Played

from paigow.learning.review import review
from paigow.web.pages.past import SessionReview
from paigow.web.pages.profile import BLOCK, _blocks, totals_of
from paigow.web.people.models import Preferences
from paigow.web.people.registration import come_as_guest
from paigow.web.work.lesson_worker import moments


@pytest.fixture
def reviewed(play: type[Played]) -> Played:
    """Ann's two rounds, with what the worker would find about them."""
    played = play("maryland-tiles", rounds=2)
    for table, rounds in _blocks(played.ann):
        job = SessionReview(table, "ann", rounds)
        job.folder.mkdir(parents=True, exist_ok=True)
        job.prepare()
        told = json.loads(job.file("input.json").read_text(encoding="utf-8"))
        found = review(moments(told, lambda done, total: None), "ann").data()
        job.file("page.json").write_text(json.dumps(found), encoding="utf-8")
    return played


def test_totals_are_exact_and_luck_is_apart(reviewed: Played) -> None:
    totals = totals_of(reviewed.ann, "test")
    assert (totals.rounds, totals.hands, totals.waiting) == (2, 2, 0)
    assert totals.luck == totals.net - totals.expected
    assert totals.cost_per_hundred == 100 * totals.cost / totals.wagered
    assert isinstance(totals.cost, Fraction)
    assert totals.cost >= 0
    assert [each[0] for each in totals.best] == sorted((each[0] for each in totals.best), reverse=True)
    assert BLOCK > 2


def test_one_sees_ones_own_and_others_only_if_they_want(reviewed: Played) -> None:
    ann = reviewed.client()
    page = ann.get(reverse("profile"))
    assert page.status_code == 200
    assert page.context["totals"].hands == 2
    other = Client()
    other.force_login(come_as_guest())
    address = reverse("profile-of", args=("ann",))
    assert other.get(address).status_code == 404
    assert ann.get(address).status_code == 200
    reviewed.ann.preferences = Preferences(public_profile=True).data()
    reviewed.ann.save()
    shown = other.get(address)
    assert shown.status_code == 200
    assert reverse("round-replay", args=(reviewed.slug, 1)) not in shown.content.decode()
    assert other.get(reverse("profile-of", args=("nobody",))).status_code == 404
    assert Client().get(address).status_code == 302


def test_a_profile_that_is_asked_for_without_end_is_refused(reviewed: Played, settings: Any) -> None:
    """It may start long work."""
    settings.RATES = {"profile": 2}
    visitor = reviewed.client()
    visitor.defaults["REMOTE_ADDR"] = "192.0.2.79"
    assert [visitor.get("/profile/").status_code for _ in range(4)] == [200, 200, 429, 429]
