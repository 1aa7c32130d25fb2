"""A house gets new keys and is the same house."""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth import SESSION_KEY
from django.test import Client
from django.utils import timezone

from paigow.errors import PaigowError
from paigow.house import software
from paigow.house.audit.whole import audit
from paigow.house.manifest import Program, manifest
from paigow.house.rekey import KEYS, rekey
from paigow.web.people import second_factor
from paigow.web.people.events import Kind, note
from paigow.web.people.log_models import LogCheckpoint, SignificantEvent
from paigow.web.people.models import SecondFactor, User
from paigow.web.seals import sealing
from paigow.web.service import tables
from paigow.web.serving.environment import kept_secrets
from paigow.web.store import journal
from paigow.web.store.models import Snapshot, StoredCommand, StoredEvent, StoredRound

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("house")]


@pytest.fixture
def keys(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """The keys of the tests, in a directory that no other test shares. Where the sealing key is."""
    for name in KEYS:
        (tmp_path / f"{name}.secret").write_text("\n".join(kept_secrets(name)))
    monkeypatch.setenv("PAIGOW_DATA", str(tmp_path))
    sealing.forget_keys()
    yield tmp_path / "sealing-key.secret"
    sealing.forget_keys()


def enrolled(person: User, now: datetime) -> bytes:
    factor = second_factor.begin(person, now)
    key = second_factor.key_of(factor)
    assert second_factor.confirm(person, second_factor.hotp(key, second_factor.step_of(now)), now)
    return key


def blobs() -> set[bytes]:
    rows: list[Any] = [
        *StoredCommand.objects.exclude(sealed=None).values_list("sealed", flat=True),
        *StoredEvent.objects.exclude(sealed=None).values_list("sealed", flat=True),
        *StoredRound.objects.values_list("sealed", flat=True),
        *StoredRound.objects.values_list("before", flat=True),
        *Snapshot.objects.values_list("sealed", flat=True),
        *SecondFactor.objects.values_list("sealed", flat=True),
    ]
    return set(map(bytes, rows))


def test_new_keys(keys: Path, settings: Any) -> None:
    ann = User.objects.get(username="ann")
    key = enrolled(ann, timezone.now())
    state = tables.state_of("tiles")
    while not LogCheckpoint.objects.exists():
        note(Kind.CHECK, "", {"until": "the log has a checkpoint"})
    old_public, before = sealing.public_key(), blobs()
    client = Client()
    client.force_login(User.objects.get(username="boss"))

    assert rekey() >= len(before) / 2
    assert before.isdisjoint(blobs()), "everything is sealed anew"
    assert sealing.public_key() != old_public
    assert old_public in sealing.public_keys()
    assert list(audit()) == [], "old signatures hold, and all is where it was"
    tables.CACHE.clear()
    journal._seed.cache_clear()
    assert tables.state_of("tiles") == state
    assert second_factor.key_of(SecondFactor.objects.get()) == key
    told = SignificantEvent.objects.filter(kind="config").last()
    assert told is not None
    assert told.detail["public key"] == sealing.public_key()
    assert not any(secret in str(told.detail) for secret in kept_secrets("sealing-key"))

    settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS = kept_secrets("django-key")
    assert client.get("/account/").status_code == 200, "who is signed in stays so"
    assert SESSION_KEY in client.session

    keys.write_text(keys.read_text().split()[0])
    sealing.forget_keys()
    assert second_factor.key_of(SecondFactor.objects.get()) == key, "nothing needs the old one to be read"
    assert any("signature" in fault.what for fault in audit()), "but what it signed does"


def test_the_old_key_alone_opens_nothing(keys: Path) -> None:
    enrolled(User.objects.get(username="ann"), timezone.now())
    old = keys.read_text()
    rekey()
    keys.write_text(old)
    sealing.forget_keys()
    with pytest.raises(PaigowError, match="another key"):
        second_factor.key_of(SecondFactor.objects.get())


def test_the_software_that_was_accepted_stays_so(keys: Path) -> None:
    """The list has the house's keys in it, too; a small program will do."""
    program = Program(keys.parent / "paigow")
    program.root.mkdir()
    software.look(accept=True, here=manifest(program))
    rekey()
    verdict = software.look(here=manifest(program))
    assert verdict.accepted
    assert verdict.before


def test_what_is_sealed_is_never_sealed_alike_and_never_altered() -> None:
    sealed = [sealing.seal("the same", "here") for _ in range(1000)]
    assert len({each[:12] for each in sealed}) == 1000, "a number is used once"
    assert sealing.unseal(sealed[0], "here") == "the same"
    for place in range(len(sealed[0])):
        altered = bytearray(sealed[0])
        altered[place] ^= 1
        with pytest.raises(sealing.SealBroken):
            sealing.unseal(bytes(altered), "here")
    with pytest.raises(sealing.SealBroken):
        sealing.unseal(sealed[0], "elsewhere")
