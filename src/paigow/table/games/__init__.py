"""The four games: each a module that names its clauses and chooses its strategies."""

from collections.abc import Callable, Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any

from paigow.rules import Submission
from paigow.table.game import Game

_MODULES: Mapping[str, str] = MappingProxyType(
    {
        "maryland-tiles": "maryland_tiles",
        "maryland-poker": "maryland_poker",
        "new-zealand": "new_zealand",
        "dealer-open": "dealer_open",
    }
)


def game_of(submission: Submission) -> Game:
    """The game that a submission describes."""
    module = import_module(f"paigow.table.games.{_MODULES[submission.standard]}")
    build: Callable[[Any], Game] = module.game
    return build(submission)
