"""`paigow drill`: practise setting hands, line by line."""

from typing import Annotated

import typer

from paigow.commands.output import say


def drill(
    rules: Annotated[
        str | None, typer.Argument(metavar="[RULES]", help="A standard's name, or the path of a submission file.")
    ] = None,
) -> None:
    """Practise: set hands dealt at random, see what the house way does, and who wins."""
    from secrets import SystemRandom

    from paigow.desk import open_desk
    from paigow.terminal.drill import drill as practise

    chosen = rules or _choose()
    if chosen:
        practise(open_desk(chosen), input, say, SystemRandom())


def _choose() -> str | None:
    """Ask which game to practise; None to quit."""
    from paigow.rules.standards import STANDARDS

    names = list(STANDARDS)
    for number, standard in enumerate(STANDARDS.values(), start=1):
        say(f"{number}  {standard.name}: {standard.title}")
    while True:
        try:
            typed = input("Which one (1 to 4, q quits)? ").strip().lower()
        except (EOFError, KeyboardInterrupt):
            say()
            return None
        if typed in ("q", "quit", "exit"):
            return None
        if typed in STANDARDS:
            return typed
        if typed in ("1", "2", "3", "4"):
            return names[int(typed) - 1]
        say(f"{typed!r} is none of them.")
