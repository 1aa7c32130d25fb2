"""The sentences of `paigow.learning` in the visitor's language."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from paigow.learning.hands import Shown
from paigow.learning.text import Text
from paigow.table import Game
from paigow.web.pages import words

Names = Mapping[str, str]


def said(text: Text, names: Names | None = None) -> str:
    """`names` are words for fields that hold the English name of a hand."""
    known = names or {}
    fields = {name: known.get(str(item), item) for name, item in text.fields.items()}
    return _(text.template).format_map(fields)


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
