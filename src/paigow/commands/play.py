"""`paigow play`: practise in the terminal."""

from typing import Annotated

import typer

from paigow.commands.drill import drill


def play(
    rules: Annotated[
        str | None, typer.Argument(metavar="[RULES]", help="A standard's name, or the path of a submission file.")
    ] = None,
) -> None:
    """Practise: set hands dealt at random and see what the house way does."""
    drill(rules)
