"""The games: one module each, with its concerns, strategy, clauses and layout."""

from collections.abc import Callable
from pkgutil import resolve_name
from typing import Any

from paigow.rules import Submission
from paigow.table.core.game import Game


def game_of(submission: Submission) -> Game:
    """Return the game that a submission describes."""
    build: Callable[[Any], Game] = resolve_name(submission.rules.sources.build)
    return build(submission)
