"""The notebooks of the docs run and show their saved output."""

from pathlib import Path

import pytest

from tools.notebooks import load, notebooks, run, shown
from tools.tiers import cases

pytestmark = pytest.mark.long


FIRST = ("bot", "odds")
ORDERED = sorted(notebooks(), key=lambda path: path.stem not in FIRST)  # tests elsewhere use what the others show


@pytest.mark.parametrize("path", cases(ORDERED, len(FIRST)), ids=lambda path: path.stem)
def test_a_notebook_shows_what_the_docs_render(path: Path) -> None:
    assert shown(run(path)) == shown(load(path)), "run python -m tools.notebooks"


def test_there_is_one_for_odds_the_solved_game_an_environment_and_a_bot() -> None:
    assert [path.stem for path in notebooks()] == ["bot", "environment", "odds", "solved"]


def test_hands_tables_advice_odds_par_sheets_and_plots_are_drawn() -> None:
    drawn = {
        path.stem: {kind for cell in shown(load(path)) for kinds, _ in cell for kind in kinds} for path in notebooks()
    }
    assert {"image/svg+xml", "text/html"} <= drawn["odds"]
    assert "text/html" in drawn["bot"]
    assert "image/png" in drawn["environment"]
    assert {"image/svg+xml", "text/html"} <= drawn["solved"]
