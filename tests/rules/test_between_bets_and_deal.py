"""Between "no more bets" and the deal, while a table with a seed chain waits for the players' seeds.

The rules do not know this wait, so whatever they allow between the last wager and the deal is possible during it.
"""

from collections.abc import Callable

import pytest

from paigow.table import Phase
from paigow.table.boxes.disturbances import OrderReshuffle
from paigow.table.cards.card_cut import CutCards, DirectShuffle, RequireRecut
from paigow.table.floor.irregularities import FindMisdeal, RoundVoided
from paigow.table.script import Plan, TableScript
from paigow.table.steps.seating import rack_of
from paigow.table.steps.seeds import SeedsClosed

Table = Callable[..., TableScript]
clause = pytest.mark.clause
WAGERS = {"ann": 10_000, "bob": 20_000}
NUMBER = {"start": "random-number", "approvals.random_number_generator": "yes"}


def waiting(table: Table, standard: str, choices: dict[str, object] | None = None) -> TableScript:
    """Return a table with a seed chain where the wagers are closed and no seed has arrived."""
    script = table(standard, choices or {})
    script.chained = True
    script.to(Phase.SEEDING, Plan(wagers=WAGERS))
    return script


def phase(script: TableScript) -> Phase:
    return script.state.phase


@clause("MDT-6.A.1", "MDP-5.K.2", "DO-R0.s2")
@pytest.mark.parametrize(
    ("standard", "choices", "cited"),
    [
        ("maryland-tiles", NUMBER, "MDT-6.A.1"),
        ("maryland-poker", NUMBER, "MDP-5.K.2"),
        ("dealer-open", {}, "DO-R0.s2"),
    ],
)
def test_a_generator_that_fails_returns_all_wagers(
    table: Table, standard: str, choices: dict[str, object], cited: str
) -> None:
    script = waiting(table, standard, choices)
    script.do(FindMisdeal(reason="number-fault"))
    voided = script.last(RoundVoided)
    assert (voided.reason, voided.clauses[0]) == ("number-fault", cited)
    assert [rack_of(script.state, name) for name in WAGERS] == [1_000_000, 1_000_000]
    assert script.play().phase is Phase.OPEN


@clause("NZ-12.7")
def test_the_supervisor_may_have_the_tiles_reshuffled(table: Table) -> None:
    script = waiting(table, "new-zealand")
    stacked = script.state.current.stack.order
    script.do(OrderReshuffle(reason="tile-tracking"))
    assert phase(script) is Phase.MIXING
    script.step()
    assert phase(script) is Phase.SEEDING  # the wagers stay, and the deal still waits for the seeds
    assert script.state.current.stack.order != stacked
    assert set(WAGERS.values()) == set(script.state.current.wagers.values())
    script.play()
    assert len(script.events(SeedsClosed)) == 1


@clause("MDP-5.G.1", "MDP-5.A.3")
def test_the_floor_may_have_the_cards_cut_or_shuffled_again(table: Table) -> None:
    script = waiting(table, "maryland-poker")
    script.do(RequireRecut())
    while script.state.phase is Phase.CUTTING:
        script.step()
    assert phase(script) is Phase.SEEDING
    assert [type(command) for command, _ in script.history].count(CutCards) == 2
    script.do(DirectShuffle())
    assert phase(script) is Phase.MIXING
    while script.state.phase is not Phase.SEEDING:
        script.step()
    script.play()
    assert len(script.events(SeedsClosed)) == 1
