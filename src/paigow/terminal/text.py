"""Every word on the screen goes through `_`, so that it can be translated. English is the key.

What only the terminal says is in `locale/LANGUAGE/LC_MESSAGES/terminal.po` beside this module; what the core and the
lessons say is in the catalogue of `paigow.language`, as for the site.
"""

import os
from collections.abc import Mapping
from gettext import NullTranslations, translation
from pathlib import Path

from paigow import language as shared
from paigow.errors import PaigowError
from paigow.language.lessons import Names, said
from paigow.language.saying import say, tell
from paigow.language.voice import ENGLISH, Voice
from paigow.language.voice import gettext_noop as gettext_noop
from paigow.record.narration import Heard
from paigow.table import Game
from paigow.text import Text

DOMAIN = "terminal"
LOCALE = Path(__file__).resolve().parent / "locale"
LANGUAGES = shared.languages()
CHOOSERS = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""The variables of the environment that choose, the strongest first."""

_catalogue = NullTranslations()
_voice = ENGLISH


def speak(language: str | None = None) -> str:
    """From now on in this language, or in that of the environment; gives the one that it is."""
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
    """Return the first that is wanted and known.

    `LANGUAGE` lists several and counts only where there is a locale at all.
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
    """Return the language that a name of the system means: zh_TW.UTF-8 is written in traditional characters."""
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
    """Return a word that means something else elsewhere."""
    return _catalogue.pgettext(context, message)


def count(one: str, several: str, number: int) -> str:
    """Return the form of a phrase that goes with the number, with the number in place of `{n}`."""
    return _catalogue.ngettext(one, several, number).format(n=number)


def phrase(text: Text | str) -> str:
    """Return what the core says: why something is refused, the name of a rule, a line of a pay table."""
    return say(text, _voice)


def told(heard: Heard, game: Game) -> str:
    """Return what was heard of an event, as a sentence of the log."""
    return tell(heard, game, _voice)


def lesson(text: Text, names: Names | None = None) -> str:
    """Return a sentence of a drill. `names` are words for fields that hold the English name of a hand."""
    return said(text, _voice, names)
