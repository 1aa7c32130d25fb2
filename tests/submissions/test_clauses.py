"""The clause index, the readings and the standards hang together."""

import re
from pathlib import Path

import pytest

import paigow
from paigow.errors import PaigowError, SubmissionError
from paigow.poker import ThreesOverStraight, Wheel
from paigow.rules import CLAUSES, READINGS, STANDARDS, clause, known, load_submission, readings_of, standard, under
from paigow.rules.clauses import clause_id_pattern
from paigow.rules.fields import clauses_of
from paigow.rules.readings import reading_model
from paigow.rules.submission import model_of
from paigow.rules.wagers import NAMES
from paigow.tiles import HOUSE_WAYS


def test_the_index_is_whole() -> None:
    assert len(CLAUSES) == 1237
    counts = {prefix: sum(each.prefix == prefix for each in CLAUSES.values()) for prefix in ("MDT", "MDP", "NZ", "DO")}
    assert counts == {"MDT": 321, "MDP": 535, "NZ": 340, "DO": 41}
    assert all(clause_id_pattern().fullmatch(clause_id) for clause_id in CLAUSES)
    assert {each.document for each in CLAUSES.values()} == {each.document for each in STANDARDS.values()}


def test_one_clause() -> None:
    found = clause("MDT-8.D.4")
    assert (found.kind, found.actor, found.prefix) == ("house-way", "dealer", "MDT")
    assert "top-ranking tile" in found.summary


def test_an_id_that_opens_a_list_means_every_row_below_it() -> None:
    assert [each.id for each in under("MDT-8.L.1")] == [f"MDT-8.L.1.{letter}" for letter in "abcde"]
    assert [each.id for each in under("MDT-8.L")] == ["MDT-8.L"]
    assert [each.id for each in under("NZ-1.bank")] == ["NZ-1.bank.a", "NZ-1.bank.b"]
    with pytest.raises(PaigowError, match=r"only opens a list; its clauses are MDT-8\.L\.1\.a"):
        clause("MDT-8.L.1")


def test_a_wrong_id_is_answered_with_the_nearest() -> None:
    assert not known("MDT-8.D.9")
    with pytest.raises(PaigowError, match=r"nearest that exists is MDT-8\.D"):
        clause("MDT-8.D.9")
    with pytest.raises(PaigowError, match=r"an id looks like MDT-8\.D\.4"):
        clause("XYZ")


def test_standards() -> None:
    assert [(each.prefix, each.version, each.game) for each in STANDARDS.values()] == [
        ("MDT", "1.1", "tiles"),
        ("MDP", "undated", "poker"),
        ("NZ", "1998-01-29", "tiles"),
        ("DO", "2", "poker"),
    ]
    assert [each.player_may_bank for each in STANDARDS.values()] == [True, True, True, False]
    with pytest.raises(SubmissionError, match="the standards are maryland-tiles"):
        standard("tiles")


def test_every_clause_named_in_the_source_exists() -> None:
    built = re.compile(r"(?:MDT|MDP|NZ|DO)-[^\s\"']*\{[^\"']*")  # in f-strings, where the id is not whole
    named: set[tuple[str, str]] = set()
    for path in Path(paigow.__file__).parent.rglob("*.py"):
        text = built.sub("", path.read_text(encoding="utf-8"))
        named.update((found[0], str(path)) for found in clause_id_pattern().finditer(text))
    assert len(named) > 1000
    assert sorted(each for each in named if not known(each[0])) == []


def test_every_house_way_names_clauses_that_exist() -> None:
    assert all(known(rule.clause) for house_way in HOUSE_WAYS.values() for rule in house_way.rules)
    assert all(known(each.house_way_clause) for each in STANDARDS.values() if each.house_way_clause)


@pytest.mark.parametrize("name", STANDARDS)
def test_readings_have_defaults_clauses_and_words(name: str) -> None:
    chosen = load_submission(name).data()["readings"]
    assert isinstance(chosen, dict)
    model = reading_model(name)
    assert model is not None
    assert list(chosen) == list(model.model_fields)
    for reading in readings_of(name):
        assert chosen[reading.name] == reading.default
        assert len(reading.values) > 1
        assert reading.clauses
        assert all(known(clause_id) for clause_id in reading.clauses)
        assert all(f"`{value}`" in reading.text for value in reading.values)


def test_a_reading_of_several_standards_is_one_switch() -> None:
    wheel = READINGS["wheel"]
    assert wheel.standards == ("maryland-poker", "dealer-open")
    assert wheel.values == tuple(Wheel)
    assert {clause_id.partition("-")[0] for clause_id in wheel.clauses} == {"MDP", "DO"}
    assert READINGS["threes_over_straight"].values == tuple(ThreesOverStraight)


@pytest.mark.parametrize("name", STANDARDS)
def test_every_key_of_a_submission_says_what_it_means(name: str) -> None:
    models = [model_of(name)]
    while models:
        for key, field in models.pop().model_fields.items():
            below = field.annotation
            if isinstance(below, type) and hasattr(below, "model_fields"):
                models.append(below)
            else:
                assert field.description, key
                assert all(known(clause_id) for clause_id in clauses_of(field, STANDARDS[name].prefix))


def test_every_optional_wager_has_a_name() -> None:
    for name in STANDARDS:
        wagers = load_submission(name).data()["wagers"]
        assert isinstance(wagers, dict)
        assert {key for key, value in wagers.items() if isinstance(value, dict)} <= set(NAMES)
