"""Which passwords are taken: any that is long, not common, and not what anybody would try at this site."""

import hashlib
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.password_validation import CommonPasswordValidator, validate_password
from django.core.exceptions import ValidationError
from django.test import Client

from paigow.web.fast import handler
from paigow.web.people.models import SignInGuard, User
from paigow.web.people.passwords import BoundedArgon2, is_listed

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
    "paigow2026": "Words such as",
    "Pai-Gow-Dealer!": "Words such as",
    "PAI GOW poker 9": "Words such as",
    "牌九牌九牌九牌九": "Words such as",
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


def test_a_list_of_breached_passwords(tmp_path: Path, settings: Any) -> None:
    """As such lists are given away: digests in order, with how often each was seen."""
    words = [f"breached {number}" for number in range(0, 6000, 2)]
    digests = sorted(hashlib.sha1(word.encode()).hexdigest().upper() for word in words)
    path = tmp_path / "list.txt"
    path.write_text("".join(f"{digest}:{place % 70 + 1}\r\n" for place, digest in enumerate(digests)))
    assert all(is_listed(path, word) for word in words)
    assert not any(is_listed(path, f"breached {number}") for number in range(1, 6000, 2))
    settings.BREACHED_PASSWORDS = str(path)
    with pytest.raises(ValidationError, match="data breach"):
        validate_password("breached 42", User(username="mei"))
    validate_password("breached 43", User(username="mei"))


@pytest.mark.django_db
def test_sign_ins_that_wait_leave_threads_for_everybody_else(new_person: NewPerson) -> None:
    """They wait in the threads that answer requests: without a limit, 32 of them would stop every table."""
    mei, form = new_person("mei"), {"name": "mei", "password": "a wrong one entirely"}
    assert handler.AT_ONCE // 2 > BoundedArgon2.HELD >= BoundedArgon2.AT_ONCE
    with ExitStack() as waiting:
        for _ in range(BoundedArgon2.HELD):
            waiting.enter_context(BoundedArgon2.room)
        refused = Client().post("/account/sign-in/", form)
        assert (refused.status_code, refused["Retry-After"]) == (429, "5")
        assert Client().post("/account/sign-up/", {"name": "new"}).status_code == 429
        assert Client().get("/account/sign-in/").status_code == 200
        assert not SignInGuard.objects.filter(name=mei.username).exists(), "it is not an attempt"
    assert Client().post("/account/sign-in/", form).status_code == 200
    assert SignInGuard.objects.get(name=mei.username).failures == 1
