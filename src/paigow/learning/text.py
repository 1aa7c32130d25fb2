"""What a person reads: an English sentence with named fields, so that a page can say the same in another language."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Data = dict[str, Any]
"""Plain values: strings, numbers, lists and dictionaries, ready for JSON or a page."""


def gettext_noop(template: str) -> str:
    """Marks a sentence for translation. Whoever shows it translates `Text.template` and then fills in the fields."""
    return template


@dataclass(frozen=True, slots=True)
class Text:
    """One sentence. Fields are written in braces in the template; str() is the English sentence."""

    template: str
    fields: Mapping[str, str | int] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.template.format_map(self.fields)

    def data(self) -> Data:
        return {"text": str(self), "template": self.template, "fields": dict(self.fields)}


def text(template: str, **fields: str | int) -> Text:
    return Text(template, fields)
