"""What a scenario is: a standard, some choices of its submission, players at their seats, and a script to play."""

import io
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from paigow.record import Chance, record
from paigow.rules import build_submission
from paigow.table import game_of
from paigow.table.driver import new_table
from paigow.table.script import TableScript, seats

CHIPS = 100_000


@dataclass(frozen=True)
class Scenario:
    standard: str
    name: str
    script: Callable[[TableScript], None]
    players: Iterable[str] | Mapping[str, int]
    choices: Mapping[str, object] = field(default_factory=dict)
    chance: Chance = Chance.CHOSEN
    chips: int = CHIPS
    opened: bool = True  # the table is open and the players sit before the script begins

    @property
    def title(self) -> str:
        return " ".join((self.script.__doc__ or self.name).split()).rstrip(".")


SCENARIOS: list[Scenario] = []


def scenario(
    standard: str, name: str, players: Iterable[str] | Mapping[str, int] = ("ann", "bob"), **more: Any
) -> Callable[[Callable[[TableScript], None]], Callable[[TableScript], None]]:
    """Makes a scenario of a script. Its docstring is the title of the submission, and so of the transcript."""

    def register(script: Callable[[TableScript], None]) -> Callable[[TableScript], None]:
        SCENARIOS.append(Scenario(standard, name, script, players, **more))
        return script

    return register


def play(scenario: Scenario) -> str:
    """The record of a scenario."""
    data: dict[str, Any] = {"standard": scenario.standard, "title": scenario.title}
    for key, value in scenario.choices.items():
        *tables, last = key.split(".")
        place = data
        for table in tables:
            place = place.setdefault(table, {})
        place[last] = value
    script = TableScript(new_table(game_of(build_submission(data)), scenario.name), {}, seed="golden")
    file = io.StringIO(newline="\n")
    writer = record(script, file, scenario.chance)
    if scenario.opened:
        script.open(seats(scenario.players, script.state.game.seats), scenario.chips)
    scenario.script(script)
    writer.end(script.state)
    return file.getvalue()
