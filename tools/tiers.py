"""How many cases a test tries: enough for `make test`, or all of them for `make exhaustive`."""

import os
from collections.abc import Iterable
from typing import Any

import pytest


def examples(usual: int, exhaustive: int) -> int:
    """Return the first number, or the second in `make exhaustive`."""
    return exhaustive if os.environ.get("PAIGOW_TIER") == "exhaustive" else usual


def cases(values: Iterable[Any], usual: int = 1) -> list[Any]:
    """Return the cases of a parameter: the first few for `make test`, and the others for `make exhaustive` only.

    For mathematics whose other cases take the same path with other numbers, and for looks that games share; never for
    money, a secret or a clause.
    """
    several = list(values)
    others = (each if isinstance(each, tuple) else (each,) for each in several[usual:])
    return [*several[:usual], *(pytest.param(*each, marks=pytest.mark.exhaustive) for each in others)]
