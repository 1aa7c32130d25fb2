"""The core's own sentences in another language. The core speaks English: a sentence of it is known again by the
template that it was made from, and said by the translation of that template.

`phrases.txt` lists the templates; `make messages` writes it from the core's sources.
"""

import re
from functools import cache, lru_cache
from pathlib import Path
from string import Formatter

from paigow.language.codes import CODES
from paigow.language.names import hand_name
from paigow.language.voice import Voice
from paigow.poker import parse_cards, rank_high
from paigow.record.narration import PLACES, TEXTS, WAGERS, Heard, Translate, tell_heard
from paigow.table import Game
from paigow.table.model import DEALER
from paigow.tiles import DELIVERIES

LISTED = Path(__file__).resolve().parent / "locale" / "phrases.txt"
WORDS = (
    TEXTS
    | PLACES
    | WAGERS
    | {
        "place",
        "high",
        "low",
        "result",
        "words",
        "holding",
        "odds",
        "stopped",
        "defects",
        "faces",
        "row",
        "b",
        "allowed",
        "approved",
        "kinds",
        "REASONS",
        "SLIPS",
    }
)
"""Fields of a sentence that hold words of the core."""
NUMBERS = frozenset({"amount", "number", "percent", "to_one", "jacks"})
NUMBER = r"[-+−]?\$?[\d.,/]+"


def named(text: str) -> str:
    """The English words for what the core names by a code; anything else stays."""
    if text in DELIVERIES:
        return DELIVERIES[text].name
    return next((table[text] for table in CODES if text in table), text)


def phrase(text: str, voice: Voice) -> str:
    """What the core says, in this voice; what is nobody's phrase, a name or a number, stays."""
    return text if not text or voice.english else _said(text, voice)


@lru_cache(maxsize=4096)
def _said(text: str, voice: Voice) -> str:
    found = _known(text, voice)
    if found is None and text[0].isupper():  # a sentence that begins with a field
        found = _known(text[0].lower() + text[1:], voice)
    return text if found is None else found


def _known(text: str, voice: Voice) -> str | None:
    gettext = voice.gettext
    if (said := gettext(text)) != text:
        return said
    if (word := named(text)) != text:
        return gettext(word)
    for template, pattern in _templates():
        if match := pattern.fullmatch(text):
            said = gettext(template)
            if said != template:
                return said.format_map({name: _value(name, item, voice) for name, item in match.groupdict().items()})
    return None


def _value(name: str, item: str, voice: Voice) -> str:
    """A value in a sentence; only those are said in other words that are words of the core, never a player's name."""
    if name == "set_by":
        return phrase(item, voice) if item == DEALER else item
    if name.rstrip("0123456789") not in WORDS:
        return item
    said = phrase(item, voice)
    return said if said != item else ", ".join(phrase(each, voice) for each in item.split(", "))


def told(heard: Heard, game: Game, voice: Voice, called: Translate = str) -> str:
    """What was heard of an event, as a sentence of the log."""
    if heard["event"] == "hand-rearranged":
        heard = {**heard, "name": hand_name(rank_high(parse_cards(heard["best"])), voice)}
    return tell_heard(heard, game, named if voice.english else lambda text: phrase(text, voice), called)


@cache
def _templates() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Those with fields, the ones that say most first."""
    found = [line for line in LISTED.read_text(encoding="utf-8").splitlines() if "{" in line]
    return tuple((line, _pattern(line)) for line in sorted(found, key=_letters, reverse=True))


def _letters(template: str) -> int:
    return sum(len(literal) for literal, *_rest in Formatter().parse(template))


def _pattern(template: str) -> re.Pattern[str]:
    parts = []
    for literal, name, _spec, _conversion in Formatter().parse(template):
        parts.append(re.escape(literal))
        if name is not None:
            said = NUMBER if name in NUMBERS else ".+?"
            parts.append(f"(?P={name})" if f"(?P<{name}>" in "".join(parts) else f"(?P<{name}>{said})")
    return re.compile("".join(parts), re.DOTALL)
