"""The dealer's drill: the right answers are those of a played round, to the cent of its ledger."""

from collections.abc import Mapping
from random import Random

import pytest

from paigow.errors import PaigowError
from paigow.learning.layout import Layout
from paigow.learning.progress import Progress
from paigow.learning.rounds import ASKED, BANKER, play, themes
from paigow.learning.settlement import Situation, learned, mark, read_answer, situation
from paigow.money import COMMISSION, rack
from paigow.rules import STANDARDS
from paigow.rules.clauses import known
from paigow.table.core.model import MAIN, WagerKey

EVERY = [(rules, theme) for rules in STANDARDS for theme in themes(rules)]
ROUNDS = 25


def rights(asked: Situation) -> dict[str, str | int]:
    return {part.part.name: part.right for part in mark(asked, {}).parts}


def test_what_can_be_drilled() -> None:
    assert themes("maryland-tiles") == ("house-bank", "copy", "bonus", "rounded-vigorish", "player-bank", "co-bank")
    assert themes("new-zealand") == ("house-bank", "copy", "player-bank", "co-bank")
    assert themes("dealer-open") == ("house-bank", "copy", "foul", "bonus", "jacks")
    assert set(themes("maryland-poker")) == {*themes("maryland-tiles"), "foul"}


@pytest.mark.parametrize(("rules", "theme"), EVERY)
def test_the_answers_add_up_to_the_ledger_of_the_round(rules: str, theme: str) -> None:
    for number in range(ROUNDS):
        played = play(rules, theme, Random(f"ledger/{rules}/{theme}/{number}"))
        answers: Mapping[str, str | int] = {
            name: right.value for name, (_, right) in Layout(played).answers() if isinstance(right.value, int)
        }
        ledger, current = played.state.ledger, played.state.current
        seat = played.state.players[ASKED].position or 0
        won = current.results[WagerKey(ASKED, seat, MAIN)]
        amount = current.wagers[WagerKey(ASKED, seat, MAIN)]
        main = {"win": int(answers["paid"]) - int(answers.get("vigorish", 0)), "push": 0, "lose": -amount}[won]
        side = 0
        for key, staked in current.wagers.items():
            if key.player == ASKED and key.kind != MAIN:
                side += int(answers[f"side-{key.kind}"]) if current.results[key] == "win" else -staked
        assert ledger[rack(ASKED)] - played.start[rack(ASKED)] == main + side
        fees = int(answers.get("vigorish", 0)) + int(answers.get("bank-vigorish", 0))
        if current.bank.player is None:
            assert ledger[COMMISSION] - played.start[COMMISSION] == fees
        else:
            assert ledger[COMMISSION] - played.start[COMMISSION] >= fees
            assert ledger[rack(BANKER)] - played.start[rack(BANKER)] == answers["bank-net"]


@pytest.mark.parametrize(("rules", "theme"), EVERY)
def test_every_part_is_marked_for_itself_with_clauses_and_reasons(rules: str, theme: str) -> None:
    for number in range(6):
        asked = situation(rules, seed="parts", number=number, theme=theme)
        right = rights(asked)
        assert mark(asked, right).correct
        for part in asked.parts:
            other: str | int = 1 + int(right[part.name]) if part.kind == "cents" else "nonsense"
            marked = mark(asked, {**right, part.name: other})
            wrong = [each.part.name for each in marked.parts if not each.correct]
            counted = not (part.name in ("high", "low") and right.get("foul") == "yes")
            assert wrong == ([part.name] if counted else [])
            assert marked.correct is not counted
            for each in marked.parts:
                assert each.clauses
                assert all(known(clause) for clause in each.clauses)
                assert all("{" not in str(line) for line in each.explanation)
                assert each.explanation


@pytest.mark.parametrize("rules", STANDARDS)
def test_a_theme_shows_what_it_promises(rules: str) -> None:
    for number in range(8):
        if "copy" in themes(rules):
            asked = rights(situation(rules, seed="show", number=number, theme="copy"))
            assert "copy" in (asked["high"], asked["low"])
        if "foul" in themes(rules):
            asked = rights(situation(rules, seed="show", number=number, theme="foul"))
            assert (asked["foul"], asked["result"]) == ("yes", "lose")
        if "bonus" in themes(rules):
            asked = rights(situation(rules, seed="show", number=number, theme="bonus"))
            assert any(int(value) > 0 for name, value in asked.items() if name.startswith("side-"))
        if "rounded-vigorish" in themes(rules):
            asked = rights(situation(rules, seed="show", number=number, theme="rounded-vigorish"))
            assert asked["result"] == "win"
            assert int(asked["vigorish"]) % 25 == 0
            assert 0 <= int(asked["vigorish"]) - int(asked["paid"]) / 20 < 25
        if "jacks" in themes(rules):
            shown = situation(rules, seed="show", number=number, theme="jacks")
            assert shown.bank_hand.setting is shown.asked.setting is None
            assert sum(card.startswith("J") and card != "Jk" for card in shown.bank_hand.pieces) >= 2
            assert rights(shown)["result"] == "lose"


def test_seed_and_number_decide_and_a_situation_comes_back() -> None:
    asked = [situation("maryland-poker", seed="a", number=number) for number in range(10)]
    assert [Situation.read(each.data()) for each in asked] == asked
    assert len({each.theme for each in asked}) > 2
    assert asked[0].data().keys() == {"rules", "theme", "seed", "number"}  # without the answers
    for spoilt in ({}, {**asked[0].data(), "theme": "moon"}):
        with pytest.raises(PaigowError):
            Situation.read(spoilt)


def test_a_weak_theme_comes_back_more_often() -> None:
    asked = situation("maryland-tiles", seed="a", number=0, theme="co-bank")
    weak = learned(Progress(), mark(asked, {}))
    assert weak.weak == ("co-bank",)

    def often(progress: Progress) -> int:
        every = (situation("maryland-tiles", seed="w", number=n, progress=progress) for n in range(40))
        return sum(each.theme == "co-bank" for each in every)

    assert often(weak) > often(Progress()) + 5


def test_how_answers_are_read() -> None:
    parts = {part.name: part for part in situation("maryland-tiles", seed="a", number=0, theme="house-bank").parts}
    assert read_answer(parts["result"], " Pu ") == "push"
    assert read_answer(parts["paid"], "$12.50") == 1250
    assert read_answer(parts["paid"], 1250) == 1250
    with pytest.raises(PaigowError, match="answer win, push, lose"):
        read_answer(parts["result"], "maybe")
    with pytest.raises(PaigowError):
        read_answer(parts["paid"], "a lot")
