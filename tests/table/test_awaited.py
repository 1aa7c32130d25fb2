"""Whoever the game waits for is named, and for what: derived by the core, checked against its offers."""

from functools import cache

import pytest
from tests.table.asked import asked_states, broke

from paigow.fairness import practice_seed
from paigow.rules import STANDARDS
from paigow.table import Phase, TableState, can, legal_commands, perform
from paigow.table.awaited import Ask, ask_of, awaited
from paigow.table.chance import RoundChance
from paigow.table.core.model import FLOOR
from paigow.table.steps.wagers import main_wagers

ASKED = {
    "maryland-tiles": {
        "accept-bank", "pass-bank", "wager", "cut-stacks", "direct-dealer-wager", "choose-delivery", "shake", "look",
        "set", "play-on", "void-hand", "surrender",
    },
    "maryland-poker": {
        "accept-bank", "pass-bank", "cut", "pass-cut", "wager", "direct-dealer-wager", "shake", "look", "set",
        "set-bank-hand", "play-on", "void-hand", "surrender",
    },
    "new-zealand": {
        "accept-bank", "pass-bank", "wager", "stake", "agree-co-bank", "yield-bank", "choose-delivery", "decline-cut",
        "shake", "adjust", "look", "set", "ask-dealer", "play-on", "void-hand", "set-bank-hand", "confirm",
        "turn-bank-tile", "surrender", "view-unused",
    },
    "dealer-open": {"wager", "look", "set"},
}  # fmt: skip


@cache
def states(standard: str) -> tuple[TableState, ...]:
    return tuple(asked_states(standard))


@pytest.mark.parametrize("standard", STANDARDS)
def test_what_is_asked_is_offered(standard: str) -> None:
    for state in states(standard):
        for ask in awaited(state):
            offered = {type(offer.command) for offer in legal_commands(state, ask.player)}
            assert offered.issuperset(ask.kinds), (state.phase, ask)


@pytest.mark.parametrize("standard", STANDARDS)
def test_every_question_of_the_game_is_asked(standard: str) -> None:
    asked = {verb for state in states(standard) for ask in awaited(state) for verb in ask.verbs}
    assert asked == ASKED[standard]


@pytest.mark.parametrize("standard", STANDARDS)
def test_without_a_player_who_must_act_the_house_can_go_on_and_with_one_it_cannot(standard: str) -> None:
    for state in states(standard):
        if state.round is None or state.phase in (Phase.FINISHED, Phase.SEEDING):
            continue  # seeds come from clients, and the driver closes them
        must = [ask for ask in awaited(state) if ask.must]
        after = _house_alone(state)
        if must:
            assert after.phase is state.phase, (state.phase, must)
        elif not (state.phase is Phase.BETTING and not main_wagers(state)):
            asked = any(ask.must for ask in awaited(after))  # such as whoever is offered the bank next
            assert asked or after.phase is not state.phase, (state.phase, awaited(state))


def _house_alone(state: TableState) -> TableState:
    """What the dealer and the floor come to while no player says anything, to the end of the phase."""
    chance = RoundChance(state, practice_seed("awaited", state.table_id, state.rounds))
    phase = state.phase
    for _ in range(40):
        command = state.game.strategy.dealer(state, chance)
        if command is None or not can(state, command):
            return state
        state = perform(state, command)[0]
        if state.phase is not phase:
            return state
    raise AssertionError(f"the house is not done with {phase}")


def test_nobody_is_asked_between_rounds_or_after_walking_away() -> None:
    for state in states("maryland-tiles"):
        if state.round is None:
            assert awaited(state) == ()
        assert ask_of(state, "a stranger") is None
        assert ask_of(state, FLOOR) is None


@pytest.mark.clause("NZ-11.2.b")
def test_a_bank_must_stake_once_there_are_wagers_to_cover() -> None:
    """It was told to wait for the others while the table waited for its stake."""
    banked = [
        s for s in states("new-zealand") if s.phase is Phase.BETTING and s.round is not None and s.round.bank.player
    ]
    asked = [(s, ask_of(s, s.current.bank.player or "")) for s in banked if not s.current.bank.stake_taken]
    covering = [(s, ask) for s, ask in asked if main_wagers(s)]
    assert covering
    for state, ask in covering:
        assert ask is not None
        assert ask.verbs[0] == "stake"
        staked = any(key.player == state.current.bank.player and key.kind == "bank" for key in state.current.wagers)
        assert ask.must is not staked
    assert all(ask is None for s, ask in asked if not main_wagers(s))


@pytest.mark.parametrize("standard", STANDARDS)
def test_without_chips_one_is_asked_to_buy_some(standard: str) -> None:
    state, name = broke(standard)
    ask = ask_of(state, name)
    assert isinstance(ask, Ask)
    assert ask.verbs == ("buy-in",)
    assert not ask.must
