"""People to test with, made the way the site makes them."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from django.test import Client

from paigow.web.people.models import User
from paigow.web.people.registration import sign_up
from paigow.web.people.roles import appoint

PASSWORD = "nine brass tiles"
NewPerson = Callable[..., User]


@pytest.fixture
def password() -> str:
    return PASSWORD


@pytest.fixture
def noon() -> datetime:
    return datetime(2026, 3, 14, 12, 0, tzinfo=UTC)


@pytest.fixture
def new_person(db: None) -> NewPerson:
    """`new_person("mei", "floor")`."""

    def made(name: str = "mei", role: str = "player") -> User:
        person = sign_up(name, PASSWORD)
        if role == "administrator":
            person.is_staff = person.is_superuser = True
            person.save()
        elif role != "player":
            appoint(person, role)
        return User.objects.get(pk=person.pk)

    return made


@pytest.fixture
def signed_in() -> Callable[[User], Client]:
    """A browser in which that person is signed in."""

    def browser(person: User) -> Client:
        client = Client()
        client.force_login(person)
        return client

    return browser
