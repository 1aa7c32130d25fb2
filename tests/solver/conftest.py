"""The solution of tiles, worked out once for all tests of this folder."""

import pytest

from paigow.solver import Solution, solve


@pytest.fixture(scope="session")
def solution() -> Solution:
    return solve("maryland-tiles")
