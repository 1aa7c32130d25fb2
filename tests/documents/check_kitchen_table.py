"""The fifth document where people meet games: table, record, terminal, site, drills, odds and command line.

Not collected by itself: `test_fifth_document` runs it in a process that has `PAIGOW_DOCUMENTS` set.
"""

import io
import json
import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from tests.documents.kitchen_table import CLAUSES, SAYS, Graces, GraceSaid
from tests.terminal.conftest import Person, Sit, sit
from tests.web.pages.conftest import Played
from typer.testing import CliRunner

import paigow
from paigow.analysis import odds, par_sheet
from paigow.cli import app
from paigow.learning import house_way, irregularities, settlement
from paigow.record import Replay
from paigow.record.narration import narrate, tell_heard
from paigow.record.schema import every_event
from paigow.record.tellings import templates
from paigow.record.wire import read_event, read_state, write_event, write_state
from paigow.rules import STANDARDS, clause
from paigow.rules.chapters import chapters_of
from paigow.table import Phase, legal_commands
from paigow.table.boxes.laja import RequestLaja
from paigow.table.core.engine import commands, concern_of, decide
from paigow.table.hearing import hear
from paigow.table.steps.settlement import WagerSettled
from paigow.web.service.tokens import issue

__all__ = ["sit"]  # a fixture
NAME = "kitchen-table"
OTHERS = re.compile(r"\b(?:MDT|MDP|NZ|DO)-[A-Z0-9][\w.]*")


def played(rounds: int = 25) -> paigow.Table:
    table = paigow.Game(NAME).table(["ann", "bob", "cyd"], seed="sunday")
    table.play(rounds)
    return table


def told(response: Any) -> str:
    assert response.status_code == 200
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


def test_it_stands_beside_the_four() -> None:
    assert list(STANDARDS)[-1] == NAME
    assert len(STANDARDS) == 5
    assert [chapter.number for chapter in chapters_of(NAME)] == ["Rule 1", "Rule 2", "Rule 3", "Rule 4"]
    assert all(clause(each.id) is each for each in CLAUSES)


def test_a_record_cites_its_own_clauses_only_and_verifies() -> None:
    record = played().record()
    assert paigow.verify(record).rounds == 25
    assert not OTHERS.search(record)
    cited = set(re.findall(r"\bKT-\d\.\d", record))
    assert cited <= set(SAYS)
    assert {"KT-2.1", "KT-2.3", "KT-2.5", "KT-3.3", "KT-4.1", "KT-4.2"} <= cited
    story = "\n".join(narrate(Replay(io.StringIO(record, newline="\n"))))
    assert "spot 1" in story
    assert "position 1" not in story


def test_an_event_of_its_own_is_kept_told_and_remembered_without_another_file() -> None:
    """Its class says everything: the record, the log, the wire and the schemas follow from it."""
    table = played(3)
    assert len(table.state.part(Graces).said) == 3
    assert len(set(table.state.part(Graces).said)) == 3, "in turn"
    story = "\n".join(narrate(Replay(io.StringIO(table.record(), newline="\n"))))
    assert story.count("says grace. [KT-2.5]") == 3
    event = GraceSaid(player="ann", clauses=("KT-2.5",))
    heard = hear(event, "bob")
    assert heard == {"event": "grace-said", "player": "ann", "clauses": ["KT-2.5"], "transfers": []}
    assert tell_heard(heard, table.state.game, you="ann") == "You say grace."
    assert read_event(json.loads(json.dumps(write_event(event)))) == event
    assert read_state(json.loads(json.dumps(write_state(table.state))), table.state.game) == table.state
    assert "grace-said" in every_event()
    assert {"You say grace.", "{player} says grace."} <= set(templates())


def test_commands_of_other_concerns_are_refused_and_not_offered() -> None:
    state = played(1).state
    foreign = {verb for verb, kind in commands().items() if concern_of(kind) not in state.game.concerns}
    assert {"request-laja", "offer-bank", "cut", "declare-jacks", "stake"} <= foreign
    with pytest.raises(paigow.PaigowError, match="this game has no command 'request-laja'"):
        decide(state, RequestLaja(player="ann"))
    for actor in (*state.players, "dealer", "floor", "system"):
        assert not foreign & {offer.command.verb for offer in legal_commands(state, actor)}


def test_a_round_in_the_terminal(sit: Sit) -> None:
    async def script(person: Person) -> None:
        assert "Kitchen Table Pai Gow" in person.text()
        await person.to_setting()
        assert person.table.state.phase is Phase.SETTING
        await person.press("h")
        await person.finish()
        settled = [event for event in person.table.rounds[-1].events if isinstance(event, WagerSettled)]
        assert any(event.wager.player == person.table.name for event in settled)
        assert settled[0].clauses[0] in person.text()

    sit(NAME, script)


@pytest.mark.django_db(transaction=True)
def test_rounds_on_the_site(client: Client) -> None:
    table = Played(NAME)
    client.force_login(table.ann)
    assert "Kitchen Table Pai Gow" in told(client.get("/"))
    page = told(client.get(f"/tables/{table.slug}/"))
    assert "Kitchen Table Pai Gow" in page
    assert "Spot 1" in page
    assert "Position 1" not in page
    assert SAYS["KT-3.2"] in told(client.get(f"/rules/{NAME}/3/"))
    assert "Kitchen Table Pai Gow" in told(client.get("/advice/", {"rules": NAME, "hand": "66 45 12 24"}))
    token = issue(table.ann, "test")[1]
    answer = Client().get("/api/tables", headers={"Authorization": f"Bearer {token}"})
    assert answer.status_code == 200
    assert NAME in answer.content.decode()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("kind", ["house-way", "settlement", "irregularities"])
def test_drills_on_the_site(client: Client, kind: str) -> None:
    begun = client.post("/drill/", {"rules": NAME, "kind": kind, "way": NAME, "limit": 0})
    assert "Kitchen Table Pai Gow" in told(client.get(begun.headers["Location"]))


def test_drills() -> None:
    hand = house_way.question(NAME, seed="sunday", number=1)
    assert len(hand.pieces) == 4
    assert settlement.situation(NAME, seed="sunday", number=1).data()
    ruled = irregularities.question(NAME, seed="sunday", number=1)
    marked = irregularities.answer(ruled, "void-round")
    assert marked.correct
    assert marked.clauses[0] == "KT-2.4"


def test_odds_and_par_sheet() -> None:
    found = odds(NAME)
    assert found.house_way == NAME
    assert sum(each.count for each in found.outcomes) == found.total == 736_281_000
    won, lost = (next(each.count for each in found.outcomes if each.name == name) for name in ("win", "lose"))
    assert found.edge * found.total == lost - won  # 1 to 1, and nothing is taken from a win
    assert found.edge != odds(NAME, house_way="maryland").edge
    assert par_sheet(NAME, date="2026-01-01").wagers[0].clause == "KT-4.2"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (["rules", "show", "KT-3.2"], "The dealer keeps a pair together."),
        (["set", NAME, "66 66 12 24"], "KT-3.2"),
        (["compare", NAME, "66 36 / 22 56", "11 35 / 44 46"], "KT-4.1"),
    ],
)
def test_the_command_line(line: list[str], said: str) -> None:
    answer = CliRunner().invoke(app, line)
    assert said in answer.output, answer.output
