"""The sentences of `paigow.learning` in the visitor's language."""

from collections.abc import Iterable, Mapping
from typing import Any

from paigow.language import lessons
from paigow.learning.shown import Shown
from paigow.table import Game
from paigow.text import Text
from paigow.web.pages.words import voice


def said(text: Text, names: lessons.Names | None = None) -> str:
    """Translate a sentence; `names` are words for fields that hold the English name of a hand."""
    return lessons.said(text, voice(), names)


def said_data(data: Mapping[str, Any], names: lessons.Names | None = None) -> str:
    """Translate a sentence given as the output of `Text.data`."""
    return said(Text(data["template"], data["fields"]), names)


def local_names(shown: Iterable[Shown | None], game: Game) -> dict[str, str]:
    """Return the translated names of the hands of these settings, by their English names."""
    return lessons.local_names(shown, game, voice())
