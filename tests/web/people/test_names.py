"""A person's name is the player's name at the table: what the engine would not seat does not get in."""

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError

from paigow.table.steps.seating import NAME
from paigow.web.people.models import User
from paigow.web.people.names import check_chosen_name, check_name, guest_name, shown_name
from paigow.web.people.registration import sign_up

REFUSED = [
    "",
    "a" * 65,
    "two words",
    "tab\t",
    "new\n",
    "ä",
    "a/b",
    "<b>",
    "...",
    "bot-1",
    "BOT-x",
    "dealer",
    "Floor",
    "SYSTEM",
]


@pytest.mark.parametrize("name", ["a", "a" * 64, "mei.lin@home", "x+y-z_1", "9", "bot", "botany", "dealers"])
def test_names_that_the_engine_seats(name: str) -> None:
    check_name(name)
    assert NAME.fullmatch(name)


@pytest.mark.parametrize("name", REFUSED)
def test_names_that_are_refused(name: str) -> None:
    with pytest.raises(ValidationError):
        check_name(name)


@pytest.mark.parametrize("name", REFUSED)
@pytest.mark.django_db
def test_no_way_round_the_check(name: str) -> None:
    with pytest.raises((ValidationError, ValueError)):
        User.objects.create_user(name, password="nine brass tiles")
    assert not User.objects.exists()


def test_only_guests_have_guests_names() -> None:
    check_name(name := guest_name())
    with pytest.raises(ValidationError):
        check_chosen_name(name.upper())
    assert len({guest_name() for _ in range(1000)}) == 1000


@pytest.mark.django_db
def test_capitals_make_no_other_name() -> None:
    person = sign_up("Mei", "nine brass tiles")
    assert User.objects.get_by_natural_key("mEI") == person
    with pytest.raises(ValidationError, match="already"):
        sign_up("mei", "nine brass tiles")
    with pytest.raises(IntegrityError):
        User.objects.create_user("MEI")


def test_a_password_in_the_wrong_field_is_not_logged() -> None:
    assert shown_name("mei") == "mei"
    assert shown_name("my secret!") == "(not a name)"
