"""The log of a round: each event in a sentence with its clauses.

Face-down pieces are not shown until the seed is revealed.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from paigow.money import Transfer, format_cents, rack
from paigow.record.narration import tell_reason
from paigow.table import Event, Game
from paigow.table.hearing import everything, hear
from paigow.terminal.seat import Played
from paigow.terminal.text import event_text, phrase


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of the log; `transfers` are those of the person's own chips."""

    text: str
    clauses: tuple[str, ...]
    transfers: tuple[str, ...] = ()


def story(played: Played, game: Game, me: str) -> Iterator[LogLine]:
    """Yield the log of the round so far; all of it once the seed is revealed."""
    for event in played.events:
        yield line(event, game, me, played.closed)


def line(event: Event, game: Game, me: str, revealed: bool = False) -> LogLine:
    """Return the part of an event that the person may see, or all of it."""
    heard = everything(event) if revealed else hear(event, me)
    moves = (move for move in event.transfers if rack(me) in (move.debit, move.credit))
    return LogLine(
        event_text(heard, game, me), tuple(heard["clauses"]), tuple(_moved(move, game, me) for move in moves)
    )


def _moved(move: Transfer, game: Game, me: str) -> str:
    """Return the movements of the person's own chips, and their reasons."""
    sign = "+" if move.credit == rack(me) else "−"
    return f"{sign}{format_cents(move.amount)}  {tell_reason(move, game).render(phrase)} [{move.clause}]"
