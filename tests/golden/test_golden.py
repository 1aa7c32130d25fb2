"""The golden transcripts: each record holds, and is told as it was when somebody last read and accepted it."""

from pathlib import Path

import pytest

from paigow.record import Chance, Replay, verify
from paigow.record.narration import narrate
from paigow.rules import STANDARDS
from paigow.table import TableState, legal_commands

HERE = Path(__file__).parent
RECORDS = sorted(HERE.glob("*/*.toml"))


def name(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


@pytest.mark.parametrize("path", RECORDS, ids=name)
def test_it_holds_and_is_told_alike(path: Path) -> None:
    with path.open(encoding="utf-8", newline="\n") as file:
        told = list(narrate(Replay(file)))
    expected = path.with_suffix(".txt").read_text(encoding="utf-8").splitlines()
    assert told == expected, "if the change is meant: python tests/golden/build.py, and read the difference"


@pytest.mark.parametrize("path", RECORDS, ids=name)
def test_whatever_was_done_was_offered_to_whoever_did_it(path: Path) -> None:
    before: TableState | None = None
    with path.open(encoding="utf-8", newline="\n") as file:
        for step in Replay(file):
            if before is not None:
                offers = legal_commands(before, step.command.by)
                forms = {type(offer.command) for offer in offers if offer.form}
                assert type(step.command) in forms or any(offer.admits(step.command) for offer in offers), step.command
            before = step.state
    assert before is not None


@pytest.mark.parametrize("path", RECORDS, ids=name)
def test_it_is_what_its_folder_says(path: Path) -> None:
    with path.open(encoding="utf-8", newline="\n") as file:
        verdict = verify(file)
    assert verdict.head.submission.standard == path.parent.name
    assert verdict.head.table_id == path.stem
    assert verdict.rounds > 0


@pytest.mark.parametrize("standard", STANDARDS)
def test_there_are_ten_or_more_of_each_standard(standard: str) -> None:
    records = sorted((HERE / standard).glob("*.toml"))
    assert len(records) >= 10
    assert len(records) == len(sorted((HERE / standard).glob("*.txt")))
    heads = [Replay(path.read_text(encoding="utf-8").splitlines(keepends=True)).head for path in records]
    assert any(head.chance is Chance.SEEDS for head in heads)
