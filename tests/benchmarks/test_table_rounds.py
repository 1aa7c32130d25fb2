"""The table and the kernels of the analysis settle alike; `make soak` does it with a hundred thousand rounds."""

import pytest
from benchmarks.table_rounds import by_kernel, check, settled_rounds

from paigow.comparison import Result
from paigow.rules import STANDARDS


@pytest.mark.parametrize("standard", STANDARDS)
def test_table_and_kernels_settle_alike(standard: str) -> None:
    assert check(standard, 200) > 500


def test_a_difference_would_be_seen() -> None:
    settled = list(settled_rounds("maryland-tiles", 20))
    swapped = [each._replace(player=each.bank, bank=each.player) for each in settled if each.result is Result.WIN]
    assert all(result is Result.LOSE for result in by_kernel("maryland-tiles", swapped))
