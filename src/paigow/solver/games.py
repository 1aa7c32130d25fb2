"""The part of the solver that is only there for one game."""

from importlib import import_module
from typing import Any

from paigow.errors import PaigowError


def cards() -> Any:
    """`paigow.solver.poker`, where this installation has it."""
    try:
        return import_module("paigow.solver.poker")
    except ModuleNotFoundError as error:
        if error.name != "paigow.solver.poker":
            raise
        raise PaigowError("this version solves tiles only") from None
