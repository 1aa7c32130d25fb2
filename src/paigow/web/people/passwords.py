"""Rules for passwords, besides being too short, too common or like the name (ASVS 5.0, 6.2).

There is no rule about kinds of characters, and passwords do not expire. Words that anybody would try at this site do
not count towards the length: "paigow2026" counts as four characters.
"""

import hashlib
import re
from pathlib import Path
from threading import BoundedSemaphore
from typing import ClassVar, Final

from django.conf import settings
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

MIN_LENGTH: Final = 8
HOUSE_WORDS: Final = (
    *("pai gow", "pai-gow", "paigow", "牌九", "tiles", "tile", "poker", "casino", "cards", "card", "chips", "chip"),
    *("jackpot", "gambling", "gamble", "fortune", "player", "dealer", "banker", "floor", "auditor", "operator"),
    *("administrator", "admin", "guest", "house", "table", "maryland", "zealand", "password", "passwort", "secret"),
)
WORD: Final = re.compile("|".join(map(re.escape, HOUSE_WORDS)), re.IGNORECASE)


class BoundedArgon2(Argon2PasswordHasher):
    """Argon2id, with a limit on how many passwords are checked at once.

    Each takes 100 MiB, by design; without the limit, forty simultaneous sign-ins would take four gigabytes. The others
    wait their turn.
    """

    AT_ONCE: ClassVar = 3
    turn: ClassVar = BoundedSemaphore(AT_ONCE)
    HELD: ClassVar = 12
    """The number of requests with a password that are held at once; others are refused, or they would take every thread
    of the server (`fast.handler.AT_ONCE`) while they wait, and nobody could play."""
    room: ClassVar = BoundedSemaphore(HELD)

    def encode(self, password: str, salt: str) -> str:
        with self.turn:
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        with self.turn:
            return super().verify(password, encoded)


class HouseWords:
    """A validator for `AUTH_PASSWORD_VALIDATORS`: words of the house."""

    def validate(self, password: str, user: AbstractBaseUser | None = None) -> None:
        if len(WORD.sub("", password)) < MIN_LENGTH and WORD.search(password):
            raise ValidationError(_("Words such as “paigow” or “dealer” don’t count towards the length."), code="word")

    def get_help_text(self) -> str:
        return _("Use 15 or more characters; a few random words are easy to remember.")


class Breached:
    """A validator for `AUTH_PASSWORD_VALIDATORS`: breached passwords.

    Django's list has the twenty thousand most common ones; a longer list can be named in `PAIGOW_BREACHED_PASSWORDS`.
    No other server is asked.
    """

    def validate(self, password: str, user: AbstractBaseUser | None = None) -> None:
        if settings.BREACHED_PASSWORDS and is_listed(Path(settings.BREACHED_PASSWORDS), password):
            raise ValidationError(_("This password is known from a data breach. Choose another one."), code="breached")

    def get_help_text(self) -> str:
        return _("Passwords known from a data breach are not allowed.")


def is_listed(path: Path, password: str) -> bool:
    """Return whether a sorted file of SHA-1 digests, one per line, contains the password's.

    It uses binary search, since such files are tens of gigabytes in size. SHA-1 is the format of these files; it
    protects nothing here.
    """
    wanted = hashlib.sha1(password.encode(), usedforsecurity=False).hexdigest().upper().encode()
    low, high = 0, path.stat().st_size
    with path.open("rb") as file:
        while high - low > 4096:
            middle = (low + high) // 2
            file.seek(middle)
            file.readline()
            found = file.readline()[:40].upper()
            if found and found <= wanted:
                low = middle
            else:
                high = middle + 256  # skip the partial line
        file.seek(low)
        return wanted in file.read(high - low + 256).upper()
