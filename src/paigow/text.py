"""Texts that people read: a message and its values, kept apart so that any language can put them together."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

Data: TypeAlias = dict[str, Any]
"""Plain values: strings, numbers, lists and dictionaries, ready for JSON or a page."""
Translate: TypeAlias = Callable[[str], str]
"""Return a message in the reader's language; `str` leaves it in English, as records have it."""


@dataclass(frozen=True, slots=True)
class Text:
    """A message in English with named fields in braces, and what they hold. `str` gives the English sentence.

    A field that is a `Text` itself, or `Texts`, is translated with the sentence. Anything else is a name, a
    number or a notation, and is the same in every language.
    """

    template: str
    fields: Mapping[str, Any] = field(default_factory=dict)

    def render(self, translate: Translate = str) -> str:
        """Return the sentence in the language of `translate`."""
        template = translate(self.template)
        if not self.fields:
            return template
        return template.format_map({name: _rendered(item, translate) for name, item in self.fields.items()})

    def data(self) -> Data:
        fields = {name: _rendered(item, str) for name, item in self.fields.items()}
        return {"text": str(self), "template": self.template, "fields": fields}

    def __str__(self) -> str:
        return self.render()

    def __hash__(self) -> int:
        return hash(self.template)


class Texts(tuple[Any, ...]):
    """Several values of one field, in a row."""

    separator: str

    def __new__(cls, items: Iterable[Any], separator: str = ", ") -> "Texts":
        made = super().__new__(cls, items)
        made.separator = separator
        return made


def text(template: str, **fields: Any) -> Text:
    """Return the text of this message. `tools.messages` finds messages by this name."""
    return Text(template, fields)


def words(items: Iterable[str]) -> Texts:
    """Return words of the program that a sentence lists."""
    return Texts(Text(item) for item in items)


def gettext_noop(template: str) -> str:
    """Mark a message for translation; whoever shows it has it translated."""
    return template


def _rendered(item: Any, translate: Translate) -> Any:
    if isinstance(item, Text):
        return item.render(translate)
    if isinstance(item, Texts):
        return item.separator.join(str(_rendered(each, translate)) for each in item)
    return item


def capital(message: str) -> str:
    """Return the message with its first letter in upper case."""
    return message[:1].upper() + message[1:]
