"""The sentences of the table's log, in the words that the pages have for things."""

import re
from pathlib import Path

import pytest

from paigow.record import Replay
from paigow.table.hearing import hear
from paigow.web.pages.words import event_text

RECORDS = sorted((Path(__file__).parents[2] / "golden").glob("*/*.toml"))
TWICE = re.compile(r"\b(the|an?|of|in|to|is) \1\b", re.IGNORECASE)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_what_is_filled_in_brings_no_article_where_there_is_one(path: Path) -> None:
    said = []
    with path.open(encoding="utf-8", newline="\n") as file:
        for step in Replay(file):
            said += [event_text(hear(event, "nobody"), step.state.game) for event in step.events]
    assert said
    assert [text for text in said if TWICE.search(text)] == []
