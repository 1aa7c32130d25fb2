"""The core's own words in the visitor's language."""

from paigow.language import saying
from paigow.record.narration import Heard
from paigow.table import Game
from paigow.text import Text
from paigow.web.pages.words import voice
from paigow.web.people.display import called


def phrase(text: Text | str) -> str:
    """Translate a text of the core, or a word of a record, into the page's language; names stay unchanged."""
    return saying.say(text, voice())


def event_text(heard: Heard, game: Game, you: str = "") -> str:
    """Return an event as a sentence of the log; `you` is the player who reads it."""
    return saying.tell(heard, game, voice(), called, you)
