"""The table's log in the viewer's words."""

from dataclasses import dataclass
from functools import partial

from django.template.loader import get_template
from django.utils.translation import get_language

from paigow.record.narration import Heard
from paigow.table import Event, Game
from paigow.table.hearing import hear
from paigow.web.pages.words import event_text
from paigow.web.people import display
from paigow.web.service.loading import Events

TOLD = frozenset(
    {
        "BankAccepted",
        "WagerPlaced",
        "WagerWithdrawn",
        "StartDetermined",
        "HandSet",
        "HouseHandSet",
        "BankHandExposed",
        "HandExposed",
        "Surrendered",
        "JacksDeclared",
        "WagerSettled",
        "SideWagerSettled",
        "BankSettled",
        "BankUncovered",
        "EnvyPaid",
        "ProgressiveHit",
        "ProgressivePaid",
        "RoundSettled",
        "RoundAbandoned",
        "RoundVoided",
        "TableStopped",
        "TableResumed",
        "PlayerSeated",
        "PlayerLeft",
    }
)
"""Events of the short log; all others are steps of procedure."""
PROOF = frozenset({"RoundOpened", "SeedGiven"})
"""Events that tell a commitment or a seed, which players find under "Is this deal fair?"."""


def is_detail(event: Event) -> bool:
    """Return whether an event is only in the full log. Events that move chips are always in the short log."""
    return type(event).__name__ not in TOLD and not event.transfers


def is_proof(event: Event) -> bool:
    """Return whether an event only tells what the deal can be verified with."""
    return type(event).__name__ in PROOF


@dataclass(frozen=True, slots=True)
class LogLine:
    """An event in the viewer's words, with the clauses it implements, or the heading of a round.

    If `fine` is true, it is a step of procedure, which the short log leaves out.
    """

    text: str
    clauses: tuple[str, ...] = ()
    fine: bool = False
    heading: bool = False


def line_of(heard: Heard, game: Game, you: str = "", fine: bool = False) -> LogLine:
    """Return the line in the log of an event as somebody may hear it; `you` is the player it addresses."""
    return LogLine(event_text(heard, game, you), tuple(dict.fromkeys(heard["clauses"])), fine)


def lines_of(events: Events, game: Game, viewer: str) -> list[LogLine]:
    """Return the log of a round for this viewer; each line is worked out once in each language."""
    key = (viewer, get_language(), display.version())

    def line(event: Event) -> LogLine:
        return line_of(hear(event, viewer), game, viewer, is_detail(event))

    return [events.each((place, *key), partial(line, event)) for place, event in enumerate(events)]


def render_log(lines: list[LogLine]) -> str:
    """Return the lines of the log, which are fetched when somebody opens it."""
    return get_template("table/log.html").render({"lines": lines})
