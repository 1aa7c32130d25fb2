"""Which passwords are taken: any that is long, not common, and not what anybody would try at this site."""

from collections.abc import Callable

import pytest
from django.contrib.auth.password_validation import CommonPasswordValidator, validate_password
from django.core.exceptions import ValidationError
from django.test import Client

from paigow.web.people.models import User

NewPerson = Callable[..., User]
TAKEN = [
    "nine brass tiles",
    "correct horse battery staple",
    "83917264950172",
    "zzzzzzzzqq",
    "   spaces   ",
    "骨牌三十二隻在桌上",
    "Ünïcödé-sïgns",
    "x" * 63 + "y",
    "my own pai gow table and its cards",
]
REFUSED = {
    "seven77": "too short",
    "password1": "common",
    "football": "common",
    "paigow2026": "Words of the house",
    "Pai-Gow-Dealer!": "Words of the house",
    "PAI GOW poker 9": "Words of the house",
    "牌九牌九牌九牌九": "Words of the house",
    "mei-from-canton": "similar",
}


@pytest.mark.parametrize("password", TAKEN)
def test_any_composition_is_taken(password: str) -> None:
    validate_password(password, User(username="mei"))


@pytest.mark.parametrize("password", REFUSED)
def test_what_anybody_would_try_is_refused(password: str) -> None:
    with pytest.raises(ValidationError) as refused:
        validate_password(password, User(username="mei-from-canton"))
    assert REFUSED[password] in " ".join(refused.value.messages)


def test_the_list_has_thousands_that_are_long_enough() -> None:
    assert sum(len(word) >= 8 for word in CommonPasswordValidator().passwords) > 3000


@pytest.mark.django_db
def test_it_is_kept_as_it_was_typed(client: Client) -> None:
    """Neither cut nor folded nor stripped."""
    password = "  Brass Tiles " + "y" * 80 + " Z "
    client.post("/account/sign-up/", {"name": "mei", "new": password, "again": password})
    person = User.objects.get(username="mei")
    assert person.check_password(password)
    for other in (password.strip(), password.lower(), password[:72], password[:64]):
        assert not person.check_password(other)


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["/account/sign-in/", "/account/sign-up/"])
def test_fields_hide_it_and_let_programs_fill_them(client: Client, page: str) -> None:
    text = client.get(page).content.decode()
    assert 'type="password"' in text
    assert 'autocomplete="current-password"' in text or 'autocomplete="new-password"' in text
    assert "onpaste" not in text
