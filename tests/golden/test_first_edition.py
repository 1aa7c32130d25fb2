"""Records that were made before there were editions hold to the letter, by the rules they were made with."""

from pathlib import Path

import pytest

from paigow.record import verify
from paigow.rules import STANDARDS, build_submission, load_submission, stored_submission, submission_hash
from paigow.table import first_edition

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


@pytest.mark.parametrize("standard", STANDARDS)
def test_a_table_from_before_there_were_editions_keeps_the_first(standard: str) -> None:
    data = {name: value for name, value in load_submission(standard).data().items() if name != "edition"}
    kept = stored_submission(data)
    assert (kept.edition, build_submission(data).edition) == (1, 2)
    assert "edition" not in kept.kept()
    assert stored_submission(kept.kept()) == kept
    assert submission_hash(kept) != submission_hash(load_submission(standard))


def test_what_it_divided_and_who_controlled() -> None:
    assert first_edition.shares(3, (4, 1, 1)) == (3, 0, 0)
    lines = {5: ["zed", "cyd"], 6: ["zed"], 7: ["zed"]}
    assert first_edition.controllers(lines, {"zed": (6, None)}) == {5: "cyd", 6: "zed", 7: ""}
