"""`paigow play`: sit down at a table with bots."""

import os
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer

from paigow.commands.output import in_a_directory, say, unicode_output
from paigow.errors import PaigowError
from paigow.language import languages

NEEDED = (
    "`paigow play` needs a terminal, not a pipe: use `ssh -t` over ssh, and set TERM; "
    "`paigow drill` works through pipes, and `paigow deal` plays without a person"
)


def play(
    rules: Annotated[
        str | None, typer.Argument(metavar="RULES", help="A standard's name, or the path to a submission file.")
    ] = None,
    name: Annotated[str | None, typer.Option("--name", help="Your name at the table.")] = None,
    seat: Annotated[int | None, typer.Option("--seat", help="Your seat (default: the middle one).")] = None,
    bots: Annotated[
        int | None, typer.Option("--bots", help="Number of bots (default: one in every other seat).")
    ] = None,
    style: Annotated[
        str,
        typer.Option(
            "--style",
            help="How all bots set: house-way, best-low, random-legal, optimal or equilibrium (default: a mix).",
        ),
    ] = "",
    speed: Annotated[
        str, typer.Option("--speed", help="normal, fast, none, step or slow; a key changes it.")
    ] = "normal",
    plain: Annotated[bool, typer.Option("--plain", help="Draw with ASCII characters only.")] = False,
    seed: Annotated[str, typer.Option("--seed", help="The same seed deals the same table again; for practice.")] = "",
    language: Annotated[
        str | None, typer.Option("--language", help=f"One of {', '.join(languages())}; default: from LANG.")
    ] = None,
    record_to: Annotated[
        Path | None, typer.Option("--record", metavar="FILE", help="Write a record of it.", callback=in_a_directory)
    ] = None,
) -> None:
    """Sit down at a table with bots, in the terminal. All four games, by keyboard."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM", "") in ("", "dumb"):
        raise PaigowError(NEEDED)
    from paigow.rules import load_submission
    from paigow.terminal.app import PlayApp
    from paigow.terminal.pace import speed_named
    from paigow.terminal.seat import SeatedTable
    from paigow.terminal.text import speak

    pace = speed_named(speed)
    ascii_only = plain or not unicode_output()
    if (spoken := speak("en" if ascii_only and not language else language)) != "en" and ascii_only:
        raise PaigowError(f"{spoken} cannot be written in ASCII characters: leave --plain or --language out")
    with ExitStack() as files:

        def sit_down(chosen: str) -> SeatedTable:
            table = SeatedTable(load_submission(chosen), name or _login(), seat, bots, seed, style)
            if record_to is not None:
                from paigow.record import record

                writer = record(table, files.enter_context(record_to.open("w", encoding="utf-8", newline="\n")))
                files.callback(lambda: writer.end(table.state))
            table.sit()
            return table

        seated = None if rules is None else sit_down(rules)  # report errors before anything is drawn
        app = PlayApp(sit_down, seated, pace, ascii_only)
        goodbye = app.run()
    if app.error is not None:
        raise app.error
    if goodbye:
        say(goodbye)


def _login() -> str:
    """Return the person's login if it is a valid name at a table."""
    from getpass import getuser

    from paigow.table.steps.seating import NAME

    try:
        login = getuser()
    except (KeyError, OSError):
        return "you"
    return login if NAME.fullmatch(login) else "you"
