"""Rounds of revision 1, which were written as `precise`: they cite as they did then, and less than later rounds."""

from collections.abc import Callable

import pytest

from paigow.rules import Submission, stored_submission
from paigow.table import Phase, game_of
from paigow.table.boxes.staking import BankUncovered
from paigow.table.driver import new_table
from paigow.table.script import Plan, TableScript
from paigow.table.steps import mixing
from paigow.table.steps.banking import BankOffered
from paigow.table.steps.mixing import RoundOpened

Table = Callable[..., TableScript]
Banks = Callable[..., TableScript]
clause = pytest.mark.clause
SEATS = {"ann": 2, "bob": 3, "cyd": 4}


@pytest.fixture(autouse=True)
def as_written_then(monkeypatch: pytest.MonkeyPatch) -> None:
    opened = mixing.OpenRound
    monkeypatch.setattr(mixing, "OpenRound", lambda commitment, revision: opened(commitment=commitment, precise=True))


@clause("MDT-4.I", "MDP-5.A.2", "MDT-9.C.1.a", "MDP-12.C.1.a")
@pytest.mark.parametrize(
    ("standard", "opening", "offer"),
    [
        ("maryland-tiles", "MDT-4.I", ("MDT-9.C.1.a",)),
        ("maryland-poker", "MDP-5.A.2", ("MDP-12.C.1.a", "MDP-12.C")),
    ],
)
def test_every_round_opens_and_offers_the_bank_alike(
    table: Table, standard: str, opening: str, offer: tuple[str, ...]
) -> None:
    script = table(standard, players=SEATS)
    for bank in (None, "bob", None):
        script.play(Plan(wagers={name: 1000 for name in SEATS if name != bank}, bank=bank))
    opened = script.events(RoundOpened)
    assert [(event.precise, event.revision) for event in opened] == [(True, 0)] * 3
    assert [event.clauses[0] for event in opened] == [opening] * 3
    assert {event.clauses for event in script.events(BankOffered)} == {offer}


@clause("NZ-11.2.b.s2")
def test_a_co_banker_without_the_funds_is_cited_like_a_banker(bob_banks: Banks) -> None:
    script = bob_banks(co=True, stake=29_000)
    script.to(Phase.STARTING)
    assert script.last(BankUncovered).clauses == ("NZ-11.2.b.s2",)


@clause("DO-R1")
def test_a_table_of_the_first_edition_opens_no_precise_round(choose: Callable[..., Submission]) -> None:
    kept = {name: value for name, value in choose("dealer-open").data().items() if name != "edition"}
    script = TableScript(new_table(game_of(stored_submission(kept))), {})
    script.open({"ann": 1}, 100_000)
    script.begin()
    assert not script.last(RoundOpened).precise
