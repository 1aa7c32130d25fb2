"""The sentences of `paigow.learning` in another language."""

from collections.abc import Iterable, Mapping
from typing import Any

from paigow.language.saying import Voice, say, setting_names
from paigow.learning.shown import Shown
from paigow.table import Game
from paigow.text import Text

Names = Mapping[str, str]


def translate(text: Text, voice: Voice, names: Names | None = None) -> str:
    """`names` are words for fields that hold the English name of a hand."""
    known = names or {}
    fields = {name: known.get(str(item)) or _field(item, voice) for name, item in text.fields.items()}
    return voice.gettext(text.template).format_map(fields)


def _field(item: Any, voice: Voice) -> Any:
    return say(item, voice) if isinstance(item, Text) else item


def local_names(shown: Iterable[Shown | None], game: Game, voice: Voice) -> dict[str, str]:
    """Return what the hands of these settings are called, by their English names."""
    found: dict[str, str] = {}
    for each in shown:
        if each is not None:
            high, low = setting_names(game.kit.parse_setting(str(each)), game.kit, voice)
            found |= {each.high_name: high, each.low_name: low}
    return found
