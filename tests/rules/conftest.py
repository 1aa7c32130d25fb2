"""Tables for the tests of the rules: opened for any standard, with the submission's choices and the players named.

`table` builds one: `table("maryland-tiles", {"banking.offered": False}, players=["ann", "bob"])` is open, with ann and
bob at the first seats and chips in front of them. What it gives is a `TableScript`: `to(phase, Plan(...))` plays a
round up to a phase, `play(Plan(...))` a whole one; `do` carries out commands, `refusal` shows why one is refused.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import pytest

from paigow.money import rack
from paigow.table import Command, Phase, TableState, evolve, game_of
from paigow.table.cards.discards import HandDiscarded
from paigow.table.driver import new_table
from paigow.table.script import Plan, TableScript, seats
from paigow.table.steps.wagers import PlaceWager

CHIPS = 1_000_000
LAID_OUT = ("bet:", "banker", "losing")  # accounts of the layout


@pytest.fixture
def empty_table(choose: Callable[..., Any]) -> Callable[..., TableScript]:
    """A table before it opens: no tiles or cards, no players."""

    def build(standard: str, choices: Mapping[str, object] = {}) -> TableScript:
        return TableScript(new_table(game_of(choose(standard, choices))), {})

    return build


@pytest.fixture
def table(empty_table: Callable[..., TableScript]) -> Callable[..., TableScript]:
    """A table open for play, with `players` in the first seats, or in the seats that a mapping gives."""

    def build(
        standard: str,
        choices: Mapping[str, object] = {},
        *,
        players: Iterable[str] | Mapping[str, int] = ("ann", "bob"),
        chips: int = CHIPS,
    ) -> TableScript:
        script = empty_table(standard, choices)
        script.open(seats(players, script.state.game.seats), chips)
        return script

    return build


@pytest.fixture
def poker(table: Callable[..., TableScript]) -> Callable[..., TableScript]:
    """A Maryland poker table open for play."""

    def build(
        choices: Mapping[str, object] = {},
        *,
        players: Iterable[str] | Mapping[str, int] = ("ann", "bob"),
        chips: int = CHIPS,
    ) -> TableScript:
        return table("maryland-poker", choices, players=players, chips=chips)

    return build


@pytest.fixture
def after_a_round(poker: Callable[..., TableScript]) -> Callable[..., TableScript]:
    """A Maryland poker table after the first round, in which nobody can bank; the script's history is cleared.

    ann, bob, cyd and dan sit at 1, 3, 4 and 6. In that round each of them wagered 1000, or what `wagers` says.
    """
    four = {"ann": 1, "bob": 3, "cyd": 4, "dan": 6}

    def build(choices: Mapping[str, object] = {}, wagers: Mapping[str, int] | None = None) -> TableScript:
        script = poker(choices, players=four)
        script.play(Plan(wagers=dict.fromkeys(four, 1000) if wagers is None else wagers))
        script.history.clear()
        return script

    return build


@pytest.fixture
def bob_banks(table: Callable[..., TableScript]) -> Callable[..., TableScript]:
    """The second round at a New Zealand table: bob, at box 3, banks with 22 22 13 15, alone or with the house.

    ann, cyd and dan, at 2, 4 and 6, wager 10 000, 20 000 and 30 000 against him. Of the `hands` that they are dealt,
    56 36 46 55 is set to lose and 26 25 16 23 to push.
    """
    boxes = {"ann": 2, "bob": 3, "cyd": 4, "dan": 6}
    wagers = {"ann": 10_000, "cyd": 20_000, "dan": 30_000}
    weak = {"56 36 46 55": "56 36 / 46 55", "26 25 16 23": "26 25 / 16 23"}

    def build(
        *,
        co: bool = False,
        hands: Mapping[int, str] = {},
        stake: int | None = None,
        choices: Mapping[str, object] = {},
    ) -> TableScript:
        script = table("new-zealand", choices, players=boxes)
        script.play(Plan(wagers=dict.fromkeys(boxes, 10_000)))
        settings = {box: weak[tiles] for box, tiles in hands.items() if tiles in weak}
        hands = {3: "22 22 13 15", **hands}
        script.begin(Plan(wagers=wagers, bank="bob", co=co, hands=hands, settings=settings, stake=stake))
        return script

    return build


@pytest.fixture
def chips() -> Callable[[TableScript], dict[str, int]]:
    """`chips(script)`: what everybody at the table holds."""
    return lambda script: {name: script.state.ledger[rack(name)] for name in script.state.players}


@pytest.fixture
def everything_returned() -> Callable[[TableScript, dict[str, int]], bool]:
    """`everything_returned(script, before)`: every chip wagered or staked in this round has been returned."""

    def look(script: TableScript, before: dict[str, int]) -> bool:
        out = [account for account, _ in script.state.ledger.items() if account.startswith(LAID_OUT)]
        return not out and {name: script.state.ledger[rack(name)] for name in before} == before

    return look


@pytest.fixture
def picked_up() -> Callable[[TableScript], TableState]:
    """`picked_up(script)`: closes a settled round and returns the state after its last hand is picked up."""

    def close(script: TableScript) -> TableState:
        state = script.state
        script.step()
        for event in script.history[-1][1]:
            state = evolve(state, event) if isinstance(event, HandDiscarded) else state
        return state

    return close


@pytest.fixture
def bets() -> Callable[..., dict[Phase, list[Command]]]:
    """`bets({"ann": (1, {"main": 1000, "fortune": 500})})`: what a plan does before "no more bets"."""

    def build(wagers: Mapping[str, tuple[int, Mapping[str, int]]]) -> dict[Phase, list[Command]]:
        placed: list[Command] = [
            PlaceWager(player=player, position=position, kind=kind, amount=amount)
            for player, (position, kinds) in wagers.items()
            for kind, amount in kinds.items()
        ]
        return {Phase.BETTING: placed}

    return build
