"""Translations for the terminal: every word on the screen goes through `_`, with English as the key.

Texts that only the terminal uses are in `locale/LANGUAGE/LC_MESSAGES/terminal.po` next to this module; those of the
core and the lessons are in the catalogue of `paigow.language`, as for the site.
"""

import os
from collections.abc import Mapping
from gettext import NullTranslations, translation
from pathlib import Path

from paigow import language as shared
from paigow.errors import PaigowError
from paigow.language.lessons import Names, translate
from paigow.language.saying import ENGLISH, Voice, say, tell
from paigow.record.narration import Heard
from paigow.table import Game
from paigow.text import Text
from paigow.text import gettext_noop as gettext_noop

DOMAIN = "terminal"
LOCALE = Path(__file__).resolve().parent / "locale"
LANGUAGES = shared.languages()
CHOOSERS = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Environment variables that choose the language, in order of precedence."""

_catalogue = NullTranslations()
_voice = ENGLISH


def speak(language: str | None = None) -> str:
    """Switch to this language, or to the environment's; return the language in use."""
    global _catalogue, _voice
    chosen = _asked_for(language) if language else language_of(os.environ)
    _catalogue, _voice = NullTranslations(), ENGLISH
    if chosen != "en":
        _catalogue = translation(DOMAIN, LOCALE, [chosen], fallback=True)
        for folder in shared.locale_folders():
            _catalogue.add_fallback(translation(shared.DOMAIN, folder, [chosen], fallback=True))
        _voice = Voice(chosen, _catalogue.gettext, _catalogue.pgettext)
    return chosen


def language_of(environment: Mapping[str, str]) -> str:
    """Return the first requested language that is known.

    `LANGUAGE` lists several and counts only if there is a locale.
    """
    locale = next((environment[name] for name in CHOOSERS[1:] if environment.get(name)), "")
    if locale.split(".")[0] in ("", "C", "POSIX"):
        return "en"
    wanted = [*environment.get("LANGUAGE", "").split(":"), locale]
    return next((known for name in wanted if (known := _known(name))), "en")


def _asked_for(language: str) -> str:
    if known := _known(language):
        return known
    raise PaigowError(f"there is no language {language!r}; there are {', '.join(LANGUAGES)}")


def _known(name: str) -> str | None:
    """Return the language for a system name: zh_TW.UTF-8 is written in traditional characters."""
    parts = name.split(".")[0].split("@")[0].replace("-", "_").lower().split("_")
    if parts[0] == "en":
        return "en"
    if parts[0] != "zh":
        return next((known for known in LANGUAGES if known.lower().split("_")[0] == parts[0]), None)
    return "zh_Hant" if {"hant", "tw", "hk", "mo"} & set(parts) else "zh_Hans"


def voice() -> Voice:
    """Return the language of the screen."""
    return _voice


def _(message: str) -> str:
    return _catalogue.gettext(message) if message else ""


def within(context: str, message: str) -> str:
    """Return the translation of a word in a context, since it has another meaning elsewhere."""
    return _catalogue.pgettext(context, message)


def count(one: str, several: str, number: int) -> str:
    """Return the form of a phrase for the number, with the number in place of `{n}`."""
    return _catalogue.ngettext(one, several, number).format(n=number)


def phrase(text: Text | str) -> str:
    """Return a text of the core: a refusal, the name of a rule, a line of a pay table."""
    return say(text, _voice)


def event_text(heard: Heard, game: Game, you: str) -> str:
    """Return an event, as far as the person may see it, as a sentence of the log that says "you" to them."""
    return tell(heard, game, _voice, you=you)


def lesson(text: Text, names: Names | None = None) -> str:
    """Return a sentence of a drill. `names` are words for fields that hold the English name of a hand."""
    return translate(text, _voice, names)
