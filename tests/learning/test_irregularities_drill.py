"""The drill of irregularities: enough cases of each document, each answered by what the engine does."""

import pytest

from paigow.errors import PaigowError
from paigow.learning.cases import Ruling, cases, found, plausible
from paigow.learning.irregularities import CaseQuestion, answer, learned, question
from paigow.learning.progress import Progress
from paigow.rules import STANDARDS
from paigow.rules.clauses import known

EVERY = [(standard, name) for standard in STANDARDS for name in cases(standard)]
CLAUSES = {
    "maryland-tiles": [f"MDT-10.{letter}" for letter in "ABCDEF"],
    "maryland-poker": ["MDP-14.A.1", "MDP-14.A.2", *(f"MDP-14.{letter}" for letter in "BCDEFGHIJKLM"), "MDP-14.N.1"],
    "new-zealand": [
        *(f"NZ-12.{clause}" for clause in ("1", "2", "3.a", "3.b", "3.b.s2", "4", "5", "6", "7", "8.a", "8.b", "8.s2")),
        *(f"NZ-12.{clause}" for clause in ("10", "10.s3", "13", "14", "15", "16")),
    ],
    "dealer-open": ["DO-R3", "DO-R9.s2", "DO-R9.a", "DO-R7", "DO-R4.a"],
}


@pytest.mark.parametrize("standard", STANDARDS)
def test_the_cases_cover_the_chapter_of_irregularities(standard: str) -> None:
    assert len(cases(standard)) >= 8
    cited = {clause for name in cases(standard) for clause in found(standard, name).clauses}
    assert set(CLAUSES[standard]) <= cited


@pytest.mark.parametrize(("standard", "name"), EVERY)
def test_a_case_is_answered_by_what_the_engine_does(standard: str, name: str) -> None:
    asked = question(standard, seed="a", number=1, case=name)
    done = found(standard, name)
    values = [value for value, _ in asked.choices]
    assert len(set(values)) == 4
    assert values.count(done.outcome) == 1
    for value in values:
        marked = answer(asked, value)
        assert marked.correct is (value == done.outcome)
        assert marked.right == done.outcome
        assert marked.clauses
        assert all(known(clause) for clause in marked.clauses)
        assert marked.clauses[0].split("-")[0] == STANDARDS[standard].prefix
        assert str(marked.told)
    assert {answer(asked, str(number)).correct for number in range(1, 5)} == {True, False}


@pytest.mark.parametrize(
    ("standard", "name", "outcome"),
    [
        pytest.param("maryland-tiles", "dealer-tile", Ruling.VOID_ROUND, marks=pytest.mark.clause("MDT-10.E")),
        pytest.param("new-zealand", "house-tiles", Ruling.PLAY_ON, marks=pytest.mark.clause("NZ-12.5")),
        pytest.param("maryland-tiles", "player-tile", Ruling.CHOICE, marks=pytest.mark.clause("MDT-10.D")),
        pytest.param("new-zealand", "one-tile", Ruling.PLAY_ON, marks=pytest.mark.clause("NZ-12.4")),
        pytest.param("maryland-tiles", "dealer-misset-late", Ruling.HOUSE_WAY, marks=pytest.mark.clause("MDT-10.F")),
        pytest.param("new-zealand", "house-misset-late", Ruling.PLAY_ON, marks=pytest.mark.clause("NZ-12.8.b")),
        pytest.param("maryland-tiles", "stacking", Ruling.MIX_AGAIN, marks=pytest.mark.clause("MDT-4.F")),
        pytest.param("new-zealand", "stacking", Ruling.LAJA, marks=pytest.mark.clause("NZ-12.1")),
        pytest.param("maryland-poker", "face-up", Ruling.SET_ASIDE, marks=pytest.mark.clause("MDP-14.E")),
        pytest.param("maryland-poker", "two-face-up", Ruling.VOID_ROUND, marks=pytest.mark.clause("MDP-14.F")),
        pytest.param("maryland-poker", "drawn-in-error", Ruling.NEXT_CARD, marks=pytest.mark.clause("MDP-14.G")),
        pytest.param("maryland-poker", "deck-incomplete", Ruling.DECK_LEAVES, marks=pytest.mark.clause("MDP-8.F.2")),
        pytest.param("dealer-open", "two-jacks", Ruling.ROUND_OVER, marks=pytest.mark.clause("DO-R4.a")),
    ],
)
def test_where_the_documents_differ(standard: str, name: str, outcome: Ruling) -> None:
    assert found(standard, name).outcome is outcome


@pytest.mark.parametrize("standard", STANDARDS)
def test_every_case_is_asked_and_every_answer_fits_the_document(standard: str) -> None:
    asked = [question(standard, seed="b", number=number) for number in range(300)]
    assert {each.case for each in asked} == set(cases(standard))
    possible = {*plausible(standard), *(found(standard, name).outcome for name in cases(standard))}
    assert {value for each in asked for value, _ in each.choices} <= possible
    assert asked[:9] == [question(standard, seed="b", number=number) for number in range(9)]


def test_a_case_that_was_missed_comes_back() -> None:
    asked = question("new-zealand", seed="c", number=0, case="knocked-over")
    wrong = next(value for value, _ in asked.choices if value != Ruling.HOUSE_WAY)
    progress = learned(Progress(), answer(asked, wrong, 1200))
    assert progress.weak == ("knocked-over",)
    often = [question("new-zealand", seed="c", number=n, progress=progress) for n in range(200)]
    assert sum(each.case == "knocked-over" for each in often) > 200 / 24 * 2
    assert all(each.again is (each.case == "knocked-over") for each in often)


def test_a_question_comes_back_and_nonsense_is_refused() -> None:
    asked = question("dealer-open", seed="d", number=2)
    assert CaseQuestion.read(asked.data()) == asked
    assert answer(asked, "1").question == asked
    for spoilt in ({}, {**asked.data(), "case": "moon"}, {**asked.data(), "standard": "nevada"}):
        with pytest.raises(PaigowError):
            CaseQuestion.read(spoilt)
    with pytest.raises(PaigowError, match="none of the answers"):
        answer(asked, "5")
    with pytest.raises(PaigowError, match="the standards are"):
        question("nevada", seed="d", number=2)
