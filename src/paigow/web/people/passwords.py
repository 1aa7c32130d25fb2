"""What a password may not be, besides short, common or like the name (ASVS 5.0, 6.2).

There is no rule about kinds of signs, and no password grows old. Words that anybody would try at this site do not
count towards its length: "paigow2026" is four signs long.
"""

import re
from typing import Final

from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

LEAST: Final = 8
HOUSE_WORDS: Final = (
    *("pai gow", "pai-gow", "paigow", "牌九", "tiles", "tile", "poker", "casino", "cards", "card", "chips", "chip"),
    *("jackpot", "gambling", "gamble", "fortune", "player", "dealer", "banker", "floor", "auditor", "operator"),
    *("administrator", "admin", "guest", "house", "table", "maryland", "zealand", "password", "passwort", "secret"),
)
WORD: Final = re.compile("|".join(map(re.escape, HOUSE_WORDS)), re.IGNORECASE)


class HouseWords:
    """For `AUTH_PASSWORD_VALIDATORS`."""

    def validate(self, password: str, user: AbstractBaseUser | None = None) -> None:
        if len(WORD.sub("", password)) < LEAST and WORD.search(password):
            raise ValidationError(_("Words of the house, such as “paigow” or “dealer”, do not count."), code="word")

    def get_help_text(self) -> str:
        return _("Fifteen signs or more are better; several words are easy to keep in mind.")
