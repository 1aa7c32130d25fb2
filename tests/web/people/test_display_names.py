"""Display names: chosen on arrival and at sign-up, unique, never the house's, and noted in the log."""

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from django.utils import translation

from paigow.web.people import display
from paigow.web.people.access import FAILURES
from paigow.web.people.log_models import SignificantEvent
from paigow.web.people.models import User
from paigow.web.people.names import key_of
from paigow.web.people.registration import come_as_guest, keep_guest, sign_up
from paigow.web.people.roles import appoint

PASSWORD = "nine brass tiles"
pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "name", ["Mei Lin", "小明", "José", "O'Brien", "Jean-Luc", "Dr. No", "ＭＥＩ", "さくら", "민수", "Lucky Crane 7"]
)
def test_names_from_many_places(name: str) -> None:
    assert display.check_display_name(name) == display.tidy(name)


@pytest.mark.parametrize(
    "name",
    [
        *("", "x", "a" * 25, "<b>bold</b>", "a\u200bb", "\u202eabc", "12345", "- -", "a--b", "a\nb/", "🎲🎲"),
        "Меi",  # Cyrillic
        *("Dealer", "DEALER", "d e a l e r", "D3aler", "The House", "Admin", "adm1n", "Péter\u0000", "F.l.o.o.r"),
        *("bot-zed", "Bao", "guest-abc", "荷官", "莊家", "管理员", "賭場", "主管"),
    ],
)
def test_names_nobody_gets(name: str) -> None:
    with pytest.raises(ValidationError):
        display.check_display_name(name)


def test_nobody_takes_anothers_name_not_even_almost() -> None:
    appoint(sign_up("felix", PASSWORD), "floor")
    sign_up("mei", PASSWORD, shown="Lotus")
    for wanted in ("Felix", "F.e.l.i.x", "MEI", "lotus", "L0tus", "Lótus"):
        with pytest.raises(ValidationError, match="already"):
            come_as_guest(shown=wanted)
    with pytest.raises(ValidationError, match="already"):
        sign_up("lotus", PASSWORD)  # as a user name either
    with pytest.raises(ValidationError):
        sign_up("Admin", PASSWORD)


def test_a_guest_gets_a_friendly_name_or_chooses_one() -> None:
    page = Client()
    page.post(reverse("people:guest"))
    guest = User.objects.get()
    assert guest.display_name
    assert "guest" not in guest.display_name.lower()
    assert guest.display_name in page.get("/").content.decode()
    assert guest.username not in page.get("/").content.decode()
    Client().post(reverse("people:guest"), {"shown": " Mei  Lin "})
    assert User.objects.filter(display_name="Mei Lin", guest=True).exists()
    refused = Client().post(reverse("people:guest"), {"shown": "Dealer"})
    assert "reserved" in refused.content.decode()
    assert User.objects.count() == 2


def test_names_are_made_up_in_the_visitors_language() -> None:
    with translation.override("zh-hans"):
        assert not display.suggest().isascii()
    with translation.override("en"):
        assert display.suggest().isascii()


def test_so_many_guests_that_the_plain_names_run_out() -> None:
    names = {come_as_guest().display_name for _ in range(60)}
    assert len(names) == 60
    assert len({key_of(name) for name in names}) == 60


def test_sign_up_keeps_the_display_name_and_one_can_sign_in_with_it() -> None:
    guest = come_as_guest(shown="Mei Lin")
    keep_guest(guest, guest.username, PASSWORD)
    assert not guest.guest
    assert Client().login(username="mei lin", password=PASSWORD)
    assert Client().login(username=guest.username, password=PASSWORD)


def test_a_second_name_gives_nobody_further_tries() -> None:
    sign_up("mei", PASSWORD, shown="Lotus")
    for number in range(FAILURES):
        assert not Client().login(username=("mei", "Lotus")[number % 2], password="wrong")
    assert not Client().login(username="Lotus", password=PASSWORD)
    assert not Client().login(username="mei", password=PASSWORD)


def test_changing_it_is_noted_and_shown() -> None:
    mei = sign_up("mei", PASSWORD)
    browser = Client()
    browser.force_login(mei)
    assert browser.post(reverse("people:name"), {"shown": "Lotus"}).status_code == 302
    assert "Lotus" in browser.get(reverse("people:account")).content.decode()
    event = SignificantEvent.objects.filter(kind="name").get()
    assert (event.person, event.shown_detail) == ("mei", {"before": "", "after": "Lotus"})
    assert browser.post(reverse("people:name"), {"shown": "House"}).status_code == 200
    mei.refresh_from_db()
    assert mei.display_name == "Lotus"


def test_pages_call_players_by_it() -> None:
    sign_up("mei", PASSWORD, shown="Lotus")
    display.load(["mei", "bot-an", "nobody"])
    assert [display.called(name) for name in ("mei", "bot-an", "nobody")] == ["Lotus", "An", "nobody"]
