"""Records that were made before there were editions hold to the letter, by the rules they were made with."""

from pathlib import Path

import pytest

from paigow.record import verify
from paigow.rules import load_submission

HERE = Path(__file__).parent / "first-edition"
RECORDS = sorted(HERE.glob("*/*.toml"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_an_old_record_verifies_under_the_rules_it_was_made_with(path: Path) -> None:
    with path.open(encoding="utf-8", newline="\n") as file:
        verdict = verify(file)
    assert verdict.head.submission.edition == 1
    assert verdict.head.submission.standard == path.parent.name
    assert verdict.rounds > 0


def test_a_new_table_plays_by_the_current_edition() -> None:
    assert {load_submission(path.name).edition for path in HERE.iterdir()} == {2}
    assert len(RECORDS) > 50
