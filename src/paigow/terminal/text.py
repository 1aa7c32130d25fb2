"""Every word on the screen goes through `_`, so that it can be translated. English is the key.

A translation is `locale/LANGUAGE/LC_MESSAGES/paigow.mo` beside this module; the environment chooses, as gettext has it.
"""

from collections.abc import Sequence
from gettext import NullTranslations, translation
from pathlib import Path

DOMAIN = "paigow"
LOCALE = Path(__file__).parent / "locale"

_catalogue = NullTranslations()


def speak(languages: Sequence[str] | None = None) -> None:
    """From now on in the first of these languages that there is, or in that of the environment; else in English."""
    global _catalogue
    _catalogue = translation(DOMAIN, LOCALE, languages, fallback=True)


def _(message: str) -> str:
    return _catalogue.gettext(message) if message else ""


def count(one: str, several: str, number: int) -> str:
    """The form of a phrase that goes with the number, with the number in place of `{n}`."""
    return _catalogue.ngettext(one, several, number).format(n=number)
