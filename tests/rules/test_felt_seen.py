"""The betting areas of the layout as a person at the terminal sees them: every position has its own, for each wager."""

from collections.abc import Callable
from itertools import pairwise

import pytest

from paigow.table import Command, Phase
from paigow.table.script import TableScript
from paigow.table.steps.wagers import PlaceWager
from paigow.table.view import view
from paigow.terminal.felt import Felt
from paigow.terminal.pages import pays_text
from paigow.terminal.pieces import Art

Table = Callable[..., TableScript]
Bets = Callable[..., dict[Phase, list[Command]]]
SIX = ("ann", "bob", "cyd", "dan", "eve", "fay")
WIDTH = 133


def seen(*clauses: str) -> pytest.MarkDecorator:
    return pytest.mark.clause(*clauses, seen=True)


def cells(script: TableScript) -> list[list[str]]:
    """Return the felt as ann sees it, split into positions from the dealer's right, with the lines of each."""
    game = script.state.game
    lines = Felt(game, "ann", Art(plain=True)).draw(view(script.state, "ann"), WIDTH).plain.splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("+--")) + 1
    edges = [(WIDTH - 1) * n // len(game.betting) for n in range(len(game.betting) + 1)]
    rows = [line[1:] for line in lines[first:-1]]
    return [[row[start:end].strip() for row in rows] for start, end in pairwise(edges)]


def betting(table: Table, standard: str, choices: dict[str, object], kinds: tuple[str, ...]) -> TableScript:
    """Let everybody make every kind of wager, each for a different amount."""
    script = table(standard, choices, players=SIX)
    script.to(Phase.BETTING)
    for kind in kinds:
        for number, name in enumerate(SIX, start=1):
            position = script.state.players[name].position or 0
            amount = 1000 * number if kind == "main" else 100 * number
            script.do(PlaceWager(player=name, position=position, kind=kind, amount=amount))
    return script


@seen("MDT-2.B.2")
def test_every_player_has_an_own_area_for_the_tiles_wager(table: Table) -> None:
    found = cells(betting(table, "maryland-tiles", {}, ("main",)))
    assert [(cell[0], cell[2]) for cell in found] == [(str(n), f"${10 * n}") for n in range(1, 7)]
    assert [name in cell[1] for name, cell in zip(SIX, found, strict=True)] == [True] * 6


@seen("MDP-2.B.2")
def test_every_player_has_an_own_area_for_the_poker_wager(table: Table) -> None:
    found = cells(betting(table, "maryland-poker", {}, ("main",)))
    assert [(cell[0], cell[2]) for cell in found] == [(str(n), f"${10 * n}") for n in range(1, 7)]


@pytest.mark.parametrize(
    ("standard", "kind", "choices"),
    [
        pytest.param("maryland-tiles", "pair-fortunes", {}, marks=seen("MDT-2.B.4.a")),
        pytest.param("maryland-poker", "fortune", {}, marks=seen("MDP-2.B.5")),
        pytest.param("maryland-poker", "emperors", {}, marks=seen("MDP-2.B.6")),
        pytest.param("maryland-poker", "insurance", {}, marks=seen("MDP-2.B.7")),
    ],
)
def test_every_player_has_an_own_area_for_an_optional_wager_that_is_offered(
    table: Table, standard: str, kind: str, choices: dict[str, object]
) -> None:
    section = kind.replace("-", "_")
    limits = {f"wagers.{section}.offered": True, f"wagers.{section}.minimum": "$1", f"wagers.{section}.maximum": "$50"}
    script = betting(table, standard, choices | limits, ("main", kind))
    letter = kind[0].upper()
    assert [cell[3] for cell in cells(script)] == [f"{letter}{n}" for n in range(1, 7)]
    assert f"{letter} on the felt" in pays_text(script.state.game).plain
    without = table(standard, choices | {f"wagers.{section}.offered": False}).state.game
    assert f"{letter} on the felt" not in pays_text(without).plain


@seen("MDP-2.B.8")
def test_every_player_has_an_own_area_for_the_progressive(table: Table) -> None:
    script = table("maryland-poker", players=SIX)
    script.to(Phase.BETTING)
    for name in ("bob", "eve"):
        position = script.state.players[name].position or 0
        script.do(PlaceWager(player=name, position=position, amount=1000))
        script.do(PlaceWager(player=name, position=position, kind="progressive", amount=100))
    assert [cell[3] for cell in cells(script)] == ["", "P1", "", "", "P1", ""]
    assert "P on the felt" in pays_text(script.state.game).plain
    without = table("maryland-poker", {"wagers.progressive.offered": False}).state.game
    assert "P on the felt" not in pays_text(without).plain


@seen("NZ-3.2.a")
def test_eight_numbered_boxes(table: Table) -> None:
    script = table("new-zealand", players={"ann": 2, "bob": 8})
    assert [cell[0] for cell in cells(script)] == [str(box) for box in range(1, 9)]
    script.to(Phase.BETTING)
    script.do(PlaceWager(player="ann", position=2, amount=10_000), PlaceWager(player="bob", position=8, amount=20_000))
    assert [cell[2] for cell in cells(script)] == ["", "$100", "", "", "", "", "", "$200"]
