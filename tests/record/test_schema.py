"""The schemas of actions and events hold for all that the golden transcripts have."""

import json
from pathlib import Path

import jsonschema_rs
import pytest

from paigow.record.plain_form import data_of, schema, text_of
from paigow.record.schema import TRANSFER, command_schema, event_schema, every_command, every_event
from paigow.table.core.engine import event_name, events

GOLDEN = sorted(
    path
    for path in (Path(__file__).parents[1] / "golden").rglob("*.toml")
    if path.read_text(encoding="utf-8").startswith('format = "paigow-record"')
)
SCHEMA = jsonschema_rs.validator_for(schema())
PUBLISHED = Path(__file__).parents[2] / "docs" / "reference" / "record.schema.json"


def test_the_published_schema_is_that_of_the_code() -> None:
    made = json.dumps(schema(), indent=1) + "\n"
    assert PUBLISHED.read_text(encoding="utf-8") == made, "python -m paigow export --format schema --out " + str(
        PUBLISHED
    )


def test_every_kind_of_event_has_a_schema() -> None:
    assert set(every_event()) == {event_name(kind) for kind in events()}


def test_there_are_golden_files() -> None:
    assert len(GOLDEN) > 50


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_golden_record_keeps_the_schema_and_comes_back_from_json_as_it_was(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    data = json.loads(json.dumps(data_of(text.splitlines(keepends=True))))
    SCHEMA.validate(data)
    assert text_of(data) == text


def test_a_wrong_entry_breaks_its_schema() -> None:
    wager = jsonschema_rs.validator_for(command_schema(every_command()["wager"]))
    assert wager.is_valid({"do": "wager", "position": 1, "amount": 5})
    for wrong in ({"position": "1"}, {"amount": None}, {"more": 1}, {"do": "sit"}):
        assert not wager.is_valid({"do": "wager", "position": 1, "amount": 5} | wrong), wrong
    moved = jsonschema_rs.validator_for(TRANSFER)
    assert not moved.is_valid({"from": "rack:ann", "to": "cage", "cents": "5", "for": "x", "clause": "MDT-5.A"})
    placed = jsonschema_rs.validator_for(event_schema(every_event()["wager-placed"], key="was"))
    assert not placed.is_valid({"was": "wager-placed", "wager": "bet:1:main:ann", "clauses": []}), "it has an amount"
