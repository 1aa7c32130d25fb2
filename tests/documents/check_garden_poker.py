"""A further document with cards, and no side bets or readings, where people meet games.

Not collected by itself: `test_fifth_document` runs it in a process that has `PAIGOW_DOCUMENTS` set.
"""

import io
import json
import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from tests.documents.garden_poker import CLAUSES, SAYS
from tests.terminal.conftest import Person, Sit, sit
from tests.web.pages.conftest import Played
from typer.testing import CliRunner

import paigow
from paigow.analysis import advise, odds, par_sheet
from paigow.cli import app
from paigow.learning import house_way, irregularities, settlement
from paigow.learning.rounds import themes
from paigow.record import Replay
from paigow.record.narration import narrate
from paigow.rules import clause, load_submission
from paigow.table import Phase, game_of
from paigow.table.driver import new_table
from paigow.table.script import Plan, TableScript
from paigow.table.steps.settlement import HandExposed, WagerSettled
from paigow.table.steps.surrender import Surrender
from paigow.table.steps.wagers import PlaceWager
from paigow.web.service.tokens import issue

__all__ = ["sit"]  # a fixture
NAME = "garden-poker"
HAND = "As Ad Kh Kc 9s 8d 2c"
OTHERS = re.compile(r".{0,60}\b(?:MDT|MDP|NZ|DO)-[A-Z0-9][\w.]*")
FOREIGN_WORDS = re.compile(r".{30}\b(?:positions?|ties?|surrenders?)\b.{30}", re.IGNORECASE)


def played(rounds: int = 30) -> paigow.Table:
    table = paigow.Game(NAME).table(["ann", "bob", "cyd"], seed="summer")
    table.play(rounds)
    return table


def told(response: Any) -> str:
    assert response.status_code == 200
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


def test_its_clauses_are_in_the_index() -> None:
    assert all(clause(each.id) is each for each in CLAUSES)


def test_a_record_cites_its_own_clauses_only_and_uses_its_own_words() -> None:
    record = played().record()
    assert paigow.verify(record).rounds == 30
    assert not OTHERS.search(record)
    cited = set(re.findall(r"\bGP-\d\.\d", record))
    assert cited <= set(SAYS)
    assert {"GP-2.1", "GP-2.3", "GP-3.2", "GP-3.3", "GP-4.1", "GP-4.2"} <= cited
    story = "\n".join(narrate(Replay(io.StringIO(record, newline="\n"))))
    assert "on chair 1 is a wash." in story
    assert "position 1" not in story
    assert not re.search(r"\b(?:ties?|push(?:es)?)\b", story)


def opened() -> TableScript:
    script = TableScript(new_table(game_of(load_submission(NAME)), "garden"), {}, seed="summer")
    script.open({"ann": 1, "bob": 2}, 100_000)
    return script


def test_refusals_and_foul_hands_in_its_own_words_and_clauses() -> None:
    script = opened()
    script.to(Phase.BETTING, Plan())
    refusal = script.refusal(PlaceWager(player="ann", position=9, amount=200))
    assert (str(refusal), refusal.clause) == ("there is no chair 9 to bet on [GP-2.1]", "GP-2.1")
    script = opened()
    script.to(Phase.EXPOSING, Plan(wagers={"ann": 200}))
    assert "bob has no hand to fold at chair 2" in str(script.refusal(Surrender(player="bob", position=2)))
    script = opened()
    script.play(Plan(wagers={"ann": 200}, hands={1: HAND}, settings={1: "Kh Kc 9s 8d 2c / As Ad"}))
    assert script.last(HandExposed).match.clause == "GP-4.4"
    assert "GP-4.4" in script.last(WagerSettled).clauses


def test_a_foul_hand_loses_by_the_clause_that_says_so() -> None:
    game = paigow.Game(NAME)
    foul = game.compare("9s 8d 2c 3c 4c / Kh Kc", "Qs Qd 9h 8c 2d / Kd Jc")
    assert "GP-4.4" in str(foul)
    assert "GP-4.1" in str(game.compare("As Ad 9s 8d 2c / Kh Kc", "Qs Qd 9h 8c 2d / Kd Jc"))


def test_a_hand_is_set_by_its_own_house_way_or_another_without_foreign_clauses() -> None:
    game = paigow.Game(NAME)
    assert game.house_way("As Ad Kh Qc 9s 8d 2c").clause == "GP-3.2"
    assert game.house_way(HAND).clause == "GP-3.3"
    assert not OTHERS.search(str(played().state.game.kit.with_house_way("foxwoods").house_set(game.hand(HAND))))


def test_a_round_in_the_terminal(sit: Sit) -> None:
    async def script(person: Person) -> None:
        assert "Garden Poker" in person.text()
        await person.to_setting()
        await person.press("h")
        await person.finish()
        settled = [event for event in person.table.rounds[-1].events if isinstance(event, WagerSettled)]
        assert any(event.wager.player == person.table.name for event in settled)
        assert settled[0].clauses[0] in person.text()
        assert not OTHERS.search(person.text())

    sit(NAME, script)


@pytest.mark.django_db(transaction=True)
def test_a_table_and_its_pages(client: Client) -> None:
    table = Played(NAME)
    client.force_login(table.ann)
    assert "Garden Poker" in told(client.get("/"))
    page = told(client.get(f"/tables/{table.slug}/"))
    assert "Chair 1" in page
    assert SAYS["GP-3.2"] in told(client.get(f"/rules/{NAME}/3/"))
    advice = told(client.get("/advice/", {"rules": NAME, "hand": HAND}))
    assert "GP-3.3" in advice
    for shown in (page, advice, told(client.get(f"/tables/{table.slug}/rules/"))):
        assert not OTHERS.findall(shown)
        assert not FOREIGN_WORDS.findall(shown)
    token = issue(table.ann, "test")[1]
    answer = Client().get("/api/tables", headers={"Authorization": f"Bearer {token}"})
    assert answer.status_code == 200
    assert NAME in answer.content.decode()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("kind", ["house-way", "settlement", "irregularities"])
def test_drills_on_the_site(client: Client, kind: str) -> None:
    begun = client.post("/drill/", {"rules": NAME, "kind": kind, "way": "garden", "limit": 0})
    assert "Garden Poker" in told(client.get(begun.headers["Location"]))


def test_drills() -> None:
    assert len(house_way.question(NAME, seed="summer", number=1).pieces) == 7
    for theme in themes(NAME):
        data = settlement.situation(NAME, seed="summer", number=1, theme=theme).data()
        assert not OTHERS.search(json.dumps(data))
    ruled = irregularities.question(NAME, seed="summer", number=1)
    marked = irregularities.answer(ruled, "void-round")
    assert (marked.correct, marked.clauses[0]) == (True, "GP-2.3")


def test_odds_advice_and_par_sheet() -> None:
    found = odds(NAME)
    assert found.house_way == "garden"
    won, lost = (next(each.count for each in found.outcomes if each.name == name) for name in ("win", "lose"))
    assert found.edge * found.total == lost - won
    assert advise(NAME, HAND).clause == "GP-3.3"
    sheet = par_sheet(NAME, best=False, date="2026-01-01")  # best play takes most of a minute, and has its own tests
    assert sheet.wagers[0].clause == "GP-4.2"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (["rules", "show", "GP-3.2"], "The dealer plays a single pair high."),
        (["set", NAME, HAND], "GP-3.3"),
        (["classify", NAME, HAND], "two pair"),
        (["compare", NAME, "As Ad 9s 8d 2c / Kh Kc", "Qs Qd 9h 8c 2d / Kd Jc"], "GP-4.1"),
        (["deal", NAME, "--rounds", "2"], "rounds"),
    ],
)
def test_the_command_line(line: list[str], said: str) -> None:
    answer = CliRunner().invoke(app, line)
    assert answer.exit_code == 0, answer.output
    assert said in answer.output.lower() or said in answer.output, answer.output
    assert not OTHERS.search(answer.output)
