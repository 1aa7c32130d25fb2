"""Texts of the core in the reader's language."""

from paigow.language.codes import CODES, IRREGULARITIES
from paigow.language.names import hand_name
from paigow.language.voice import Voice
from paigow.poker import parse_cards, rank_high
from paigow.record.narration import Heard, tell_heard
from paigow.table import Game
from paigow.text import Text, Translate
from paigow.tiles import DELIVERIES


def named(message: str) -> str:
    """Return the English words for what the core names by a code; anything else stays."""
    if message in DELIVERIES:
        return DELIVERIES[message].name
    return next((table[message] for table in CODES if message in table), message)


def say(text: Text | str, voice: Voice) -> str:
    """Translate a text, or a word of a record, in this voice. Anything not in a catalogue, such as a name, stays."""
    if not text:
        return ""
    if voice.english:
        return text.render(_reason) if isinstance(text, Text) and text.fields else str(text)
    return (text if isinstance(text, Text) else Text(text)).render(lambda message: voice.gettext(named(message)))


def _reason(message: str) -> str:
    return IRREGULARITIES.get(message, message)


def tell(heard: Heard, game: Game, voice: Voice, called: Translate = str, you: str = "") -> str:
    """Describe an event as the log tells it to `you`, from what that person may know."""
    if heard["event"] == "hand-rearranged":
        heard = {**heard, "name": hand_name(rank_high(parse_cards(heard["best"])), voice)}
    translate = named if voice.english else lambda message: voice.gettext(named(message))
    return tell_heard(heard, game, translate, called, you)
