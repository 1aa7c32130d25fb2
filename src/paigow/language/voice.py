"""The language in which something is said, and the marks by which texts get into the catalogue."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Voice:
    """A language and its gettext: Django's on the site, the standard library's in the terminal."""

    language: str
    gettext: Callable[[str], str]
    pgettext: Callable[[str, str], str]

    @property
    def english(self) -> bool:
        return self.language.startswith("en")


def gettext_noop(text: str) -> str:
    """Mark a text for the catalogues; the code that shows it translates it."""
    return text


def pgettext_noop(context: str, text: str) -> tuple[str, str]:
    """Return the same with a context, in the order in which `Voice.pgettext` takes them."""
    return context, text


ENGLISH = Voice("en", str, lambda _context, text: text)
