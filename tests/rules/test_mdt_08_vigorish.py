"""MDT chapter 8, section K: the vigorish."""

import pytest

from paigow.money import VigorishRounding, vigorish


@pytest.mark.clause("MDT-8.K.s2")
@pytest.mark.parametrize(("won", "kept"), [(1_000, 50), (2_500, 125), (500, 25), (100, 5), (123_400, 6_170)])
def test_five_percent_of_the_win_is_kept(won: int, kept: int) -> None:
    assert vigorish(won) == kept


@pytest.mark.clause("MDT-8.K.1")
@pytest.mark.parametrize(
    ("won", "kept"),
    [
        pytest.param(100, 25, id="5 cents become 25"),
        pytest.param(500, 25, id="25 cents stay"),
        pytest.param(600, 50, id="30 cents become 50"),
        pytest.param(1_000, 50, id="50 cents stay"),
        pytest.param(1_001, 75, id="50.05 cents become 75"),
        pytest.param(2_500, 125, id="a multiple stays"),
        pytest.param(2_700, 150, id="135 become 150"),
        pytest.param(10, 10, id="never more than the win"),
        pytest.param(0, 0, id="nothing won, nothing kept"),
    ],
)
def test_the_operator_may_round_up_to_quarters(won: int, kept: int) -> None:
    assert vigorish(won, VigorishRounding.QUARTER) == kept


@pytest.mark.clause("MDT-8.K.1")
def test_rounding_is_an_option() -> None:
    assert vigorish(600) == 30
    assert vigorish(600, VigorishRounding.QUARTER) == 50
