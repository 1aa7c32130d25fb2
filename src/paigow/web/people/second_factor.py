"""Second factor: codes that change every half minute (RFC 6238), and recovery codes for a lost device.

The key is encrypted in the database. A code works once, from half a minute early to half a minute late; three wrong
ones lock it for half an hour. Recovery codes have 140 bits each, so a plain digest of them reveals nothing.
"""

import base64
import hashlib
import hmac
import secrets
from datetime import datetime, timedelta
from typing import Final
from urllib.parse import quote, urlencode

from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest

from paigow.web.people.access import FAILURES, SLACK, WINDOW
from paigow.web.people.events import Kind, note
from paigow.web.people.models import RecoveryCode, SecondFactor, User
from paigow.web.seals.sealing import factor_place, seal, unseal

STEP: Final = 30  # seconds
DIGITS: Final = 6
DRIFT: Final = 1  # steps by which a clock may be off
KEY: Final = 20  # bytes
CODES: Final = 10
SETTING_UP: Final = timedelta(minutes=15)
"""The time after the password during which a new factor waits for its first code."""
LETTERS: Final = 28  # of a recovery code, five bits each
ALPHABET: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"  # without 0 and 1, which look like letters
ISSUER: Final = "Pai Gow"


def hotp(key: bytes, counter: int, digits: int = DIGITS) -> str:
    """Compute a code (RFC 4226, section 5.3)."""
    digest = hmac.digest(key, counter.to_bytes(8, "big"), "sha1")
    offset = digest[-1] & 0xF
    number = int.from_bytes(digest[offset : offset + 4], "big") & 0x7FFF_FFFF
    return str(number % 10**digits).zfill(digits)


def step_of(now: datetime) -> int:
    return int(now.timestamp()) // STEP


def place_of(person: User) -> str:
    """Return the sealing location of the person's key."""
    return factor_place(person.pk)


def key_of(factor: SecondFactor) -> bytes:
    return bytes.fromhex(unseal(factor.sealed, place_of(factor.person)))


def written(key: bytes) -> str:
    """Return the key as people type it into an authenticator: in groups of four."""
    text = base64.b32encode(key).decode().rstrip("=")
    return " ".join(text[start : start + 4] for start in range(0, len(text), 4))


def address_of(person: User, key: bytes) -> str:
    """Return the URL for an authenticator on the same device."""
    asked = {"secret": written(key).replace(" ", ""), "issuer": ISSUER, "digits": DIGITS, "period": STEP}
    return f"otpauth://totp/{quote(f'{ISSUER}:{person.username}')}?{urlencode(asked, quote_via=quote)}"


def factor_of(person: User) -> SecondFactor | None:
    """Return the factor that is in force."""
    return SecondFactor.objects.filter(person=person).exclude(confirmed_at=None).first()


def begun(person: User, now: datetime) -> SecondFactor | None:
    """Return a factor that is waiting for its first code.

    It expires after a while: its key was shown once the password was given, and must not be shown again to somebody
    who finds the session open later.
    """
    return _waiting(person, now).first()


def _waiting(person: User, now: datetime) -> "QuerySet[SecondFactor]":
    made = now - SETTING_UP, now + SLACK
    return SecondFactor.objects.filter(person=person, confirmed_at=None, made_at__range=made)


@transaction.atomic
def begin(person: User, now: datetime) -> SecondFactor:
    """Return a new key, dropping one that was never confirmed."""
    SecondFactor.objects.filter(person=person, confirmed_at=None).delete()
    key = secrets.token_bytes(KEY)
    return SecondFactor.objects.create(person=person, sealed=seal(key.hex(), place_of(person)), made_at=now, since=now)


@transaction.atomic
def confirm(person: User, code: str, now: datetime, request: HttpRequest | None = None) -> list[str]:
    """Activate the factor with its first code and end all other sessions.

    Return the recovery codes, or nothing if the code is wrong.
    """
    factor = _waiting(person, now).select_for_update().first()
    if factor is None or not _take(factor, code, now):
        return []
    factor.confirmed_at = now
    factor.save()
    codes = _new_codes(person)
    _restamp(person)
    note(Kind.SECOND_FACTOR, person, {"done": "enrolled"}, request, rows=(person, factor))
    return codes


@transaction.atomic
def renew_codes(person: User, request: HttpRequest | None = None) -> list[str]:
    codes = _new_codes(person)
    rows = SecondFactor.objects.filter(person=person)
    note(Kind.SECOND_FACTOR, person, {"done": "new recovery codes"}, request, rows=rows)
    return codes


@transaction.atomic
def remove(person: User, by: User, why: str = "", request: HttpRequest | None = None) -> bool:
    """Remove the factor, by the person or, if they have lost everything, by an administrator. All sessions end."""
    factors = SecondFactor.objects.filter(person=person)
    gone = list(factors)
    factors.delete()
    RecoveryCode.objects.filter(person=person).delete()
    if gone:
        _restamp(person)
        about = {"of": person.username, "done": "removed", "why": why}
        note(Kind.SECOND_FACTOR, by, about, request, rows=(person,), gone=gone)
    return bool(gone)


def _restamp(person: User) -> None:
    person.stamp += 1
    person.save(update_fields=["stamp"])
    person.__dict__.pop("lacks_second_factor", None)


def is_locked(factor: SecondFactor, now: datetime) -> bool:
    return factor.failures >= FAILURES and now - WINDOW < factor.since <= now + SLACK


def check(person: User, code: str, now: datetime, request: HttpRequest | None = None) -> bool:
    """Return whether the code is right, and use it up.

    Of many simultaneous attempts, no more are checked than may fail.
    """
    with transaction.atomic():
        factor = SecondFactor.objects.select_for_update().filter(person=person).exclude(confirmed_at=None).first()
        if factor is None:
            return False
        locked = is_locked(factor, now)
        recovered = not locked and _take_recovery(person, code, now)
        good = not locked and (recovered or _take(factor, code, now))
        if good:
            factor.failures = 0
        elif not locked:
            if not now - WINDOW < factor.since <= now + SLACK or not factor.failures:
                factor.failures, factor.since = 0, now
            factor.failures += 1
            if factor.failures == FAILURES:
                factor.since = now
        factor.save()
        if recovered:
            left = person.recovery_codes.filter(used_at=None).count()
            about = {"done": "recovery code used", "left": left}
            note(Kind.SECOND_FACTOR, person, about, request, rows=(factor,))
        if not good:
            note(Kind.SIGN_IN_FAILED, person, {"second factor": True} | ({"locked": True} if locked else {}), request)
            if not locked and is_locked(factor, now):
                note(Kind.LOCKED_OUT, person, {"second factor": True}, request)
    return good


def _take(factor: SecondFactor, code: str, now: datetime) -> bool:
    """Accept an authenticator's code for the current or a neighbouring step, later than the last one accepted."""
    given = "".join(code.split())
    if len(given) != DIGITS or not (given.isascii() and given.isdigit()):
        return False
    key, middle = key_of(factor), step_of(now)
    for step in range(middle - DRIFT, middle + DRIFT + 1):
        if step > factor.last_step and hmac.compare_digest(hotp(key, step), given):
            factor.last_step = step
            return True
    return False


def _digest(code: str) -> str:
    plain = "".join(sign for sign in code.upper() if sign.isalnum())
    return hashlib.sha256(f"paigow/v1/recovery {plain}".encode()).hexdigest()


def _take_recovery(person: User, code: str, now: datetime) -> bool:
    if len(code) > 40:
        return False
    return bool(RecoveryCode.objects.filter(person=person, digest=_digest(code), used_at=None).update(used_at=now))


def _new_codes(person: User) -> list[str]:
    RecoveryCode.objects.filter(person=person).delete()
    codes = ["".join(secrets.choice(ALPHABET) for _ in range(LETTERS)) for _ in range(CODES)]
    RecoveryCode.objects.bulk_create([RecoveryCode(person=person, digest=_digest(code)) for code in codes])
    return ["-".join(code[start : start + 4] for start in range(0, LETTERS, 4)) for code in codes]


PATIENCE: Final = timedelta(minutes=5)
"""The time after the password during which the code may be entered."""
