"""The core's own words in the visitor's language."""

from paigow.language import phrases
from paigow.record.narration import Heard
from paigow.table import Game
from paigow.web.pages.words import voice
from paigow.web.people.display import called


def phrase(text: str) -> str:
    """What the core says, in the language of the page; what is nobody's phrase, a name or a number, stays."""
    return phrases.phrase(text, voice())


def told(heard: Heard, game: Game) -> str:
    """What was heard of an event, as a sentence of the log."""
    return phrases.told(heard, game, voice(), called)
