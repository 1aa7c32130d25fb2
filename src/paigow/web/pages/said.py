"""The sentences of `paigow.learning` in the visitor's language."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from paigow.learning.hands import Shown
from paigow.learning.text import Text
from paigow.record import narration
from paigow.table import Game
from paigow.web.pages import words
from paigow.web.pages.phrases import phrase

Names = Mapping[str, str]
TEXTS = narration.TEXTS | {"wager_name", "house_way"}


def said(text: Text, names: Names | None = None) -> str:
    """`names` are words for fields that hold the English name of a hand."""
    known = names or {}
    fields = {name: known.get(str(item)) or _field(name, item) for name, item in text.fields.items()}
    return _(text.template).format_map(fields)


def _field(name: str, item: str | int) -> str | int:
    return phrase(item) if name in TEXTS and isinstance(item, str) else item


def said_data(data: Mapping[str, Any], names: Names | None = None) -> str:
    """The same of what `Text.data` gave."""
    return said(Text(data["template"], data["fields"]), names)


def local_names(shown: Iterable[Shown | None], game: Game) -> dict[str, str]:
    """What the hands of these settings are called, by their English names."""
    found: dict[str, str] = {}
    for each in shown:
        if each is not None:
            high, low = words.setting_names(game.kit.parse_setting(str(each)), game)
            found |= {each.high_name: high, each.low_name: low}
    return found
