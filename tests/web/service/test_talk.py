"""Quick phrases: a fixed list, never while hands are in play, not too often, muted on demand, no sign of life."""

from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation
from tests.web.service.hosted import Night

from paigow.errors import PaigowError
from paigow.table import Phase
from paigow.web.pages.table.pacing import SAID, pace_of
from paigow.web.people.errors import TooOften
from paigow.web.people.models import Preferences
from paigow.web.service import attendance, seats, tables
from paigow.web.service.errors import NotYours
from paigow.web.store.models import Table

pytestmark = pytest.mark.django_db(transaction=True)


def shown(night: Night, viewer: str) -> tuple[tuple[str, str], ...]:
    table = Table.objects.get(slug=night.slug)
    return tuple((said.name, said.text) for said in pace_of(table, tables.state_at(table), viewer).said)


def test_a_phrase_is_shown_to_all_in_their_language_and_is_no_sign_of_life() -> None:
    night = Night()
    before = attendance.attendance_of(tables.find(night.slug), "mia")
    night.change("mia", misses=2)
    seats.say(night.slug, "mia", "good-luck")
    assert shown(night, "somebody") == (("mia", "Good luck!"),)
    with translation.override("zh-hant"):
        assert shown(night, "somebody") not in ((), (("mia", "Good luck!"),))
    after = attendance.attendance_of(tables.find(night.slug), "mia")
    assert (after.seen, after.misses) == (before.seen, 2)
    late = replace(after, said_at=after.said_at - attendance.SAID_FOR)
    night.change("mia", said_at=late.said_at)
    assert shown(night, "somebody") == ()


def test_it_is_limited_and_for_those_who_sit_there() -> None:
    night = Night()
    seats.say(night.slug, "mia", "hello")
    with pytest.raises(TooOften):
        seats.say(night.slug, "mia", "thanks")
    with pytest.raises(NotYours):
        seats.say(night.slug, "host1", "hello")
    with pytest.raises(PaigowError):
        seats.say(night.slug, "mia", "<b>anything else</b>")


def test_muted_by_preference_but_one_sees_oneself() -> None:
    night = Night()
    seats.prefer(night.mia, Preferences(mute=True))
    seats.say(night.slug, "mia", "wow")
    assert shown(night, "mia") == (("mia", "😮"),)
    night.change("mia", wishes=Preferences())
    with_mute = replace(attendance.NOBODY, wishes=Preferences(mute=True))
    night.change("host1", wishes=with_mute.wishes)
    assert shown(night, "host1") == ()


@pytest.mark.clause("NZ-10.9.b.ii")
def test_nobody_talks_while_hands_are_in_play() -> None:
    night = Night("new-zealand", bots=1)
    refused, talked = set(), set()
    for _ in night.steps(rounds=1):
        night.change("mia", said_at=0)
        phase = night.state.phase
        if seats.may_talk(night.state):
            seats.say(night.slug, "mia", "nice-hand")
            talked.add(phase)
            continue
        with pytest.raises(PaigowError, match="No talking") as error:
            seats.say(night.slug, "mia", "nice-hand")
        assert error.value.clause == "NZ-10.9.b.ii"
        refused.add(phase)
    assert refused & {Phase.STARTING, Phase.DEALING, Phase.SETTING, Phase.BANKING, Phase.EXPOSING}
    assert talked
    assert not talked & set(seats.QUIET)
    assert seats.may_talk(night.state)


def test_every_code_has_words_and_the_form_works() -> None:
    assert set(SAID) == set(seats.CODES)
    night = Night()
    browser = Client()
    browser.force_login(night.mia)
    assert browser.post(reverse("table-say", args=(night.slug,)), {"code": "thanks"}).status_code == 302
    assert "Thanks!" in browser.get(reverse("table", args=(night.slug,))).content.decode()
    assert browser.post(reverse("table-say", args=(night.slug,)), {"code": "thanks"}).status_code == 422
    said = attendance.phrases_at(tables.find(night.slug), night.state, timezone.now())
    assert [(each.name, each.code) for each in said] == [("mia", "thanks")]
