"""Standards that the table can play, each with its default submission."""

from importlib.util import find_spec

import pytest

from paigow.rules import STANDARDS, load_submission
from paigow.table import Game, game_of

PLAYED = [name for name in STANDARDS if find_spec(f"paigow.table.games.{name.replace('-', '_')}")]


@pytest.fixture(scope="session", params=PLAYED)
def game(request: pytest.FixtureRequest) -> Game:
    """The game of each standard in turn."""
    return game_of(load_submission(str(request.param)))
