"""Maryland tiles, chapter 9: the bank's cut."""

from collections.abc import Callable
from itertools import combinations

import pytest

from paigow.errors import Refused
from paigow.table import Phase
from paigow.table.script import TableScript
from paigow.table.steps.stacks import CutStacks
from paigow.tiles import BankCut

clause = pytest.mark.clause
STACKS = "12345678"  # from the dealer's right


def cut(to_right: tuple[int, ...] = (), to_left: tuple[int, ...] = ()) -> str:
    return "".join(BankCut(to_right, to_left).apply(STACKS))


@clause("MDT-9.G.3.a")
def test_adjacent_stacks_go_to_one_end() -> None:
    assert cut(to_right=(4,)) == "41235678"
    assert cut(to_left=(1, 2, 3)) == "45678123"
    assert cut(to_right=(5, 6, 7)) == "56712348"
    assert BankCut(to_right=(5, 6)).clause == BankCut(to_left=(2,)).clause == "MDT-9.G.3.a"


@clause("MDT-9.G.3.a")
@pytest.mark.parametrize("stacks", [(1, 3), (2, 3, 5), (0, 1), (8, 9), (4, 4), ()])
def test_anything_else_to_one_end_is_refused(stacks: tuple[int, ...]) -> None:
    for ends in ({"to_right": stacks}, {"to_left": stacks}):
        with pytest.raises(Refused) as refused:
            BankCut(**ends).apply(STACKS)
        assert refused.value.clause == "MDT-9.G.3.a"


@clause("MDT-9.G.1")
def test_stacks_are_cut_by_a_bank_of_this_game_only(bob_banks: Callable[..., TableScript]) -> None:
    script = bob_banks()
    script.to(Phase.BETTING)
    refused = script.refusal(CutStacks(player="bob", to_right=(4,)))
    assert "this game has no command 'cut-stacks'" in str(refused)


@clause("MDT-9.G.3.b")
def test_adjacent_stacks_go_to_both_ends() -> None:
    assert cut(to_right=(4,), to_left=(5, 6)) == "41237856"
    assert cut(to_right=(3, 4), to_left=(5,)) == "34126785"
    assert cut(to_right=(5,), to_left=(4,)) == "51236784"
    assert BankCut((3,), (4,)).clause == "MDT-9.G.3.b"


@clause("MDT-9.G.3.b")
@pytest.mark.parametrize(("right", "left"), [((2,), (5,)), ((1, 2), (2, 3)), ((7,), (9,)), ((1, 3), (4,))])
def test_anything_else_to_both_ends_is_refused(right: tuple[int, ...], left: tuple[int, ...]) -> None:
    with pytest.raises(Refused) as refused:
        cut(right, left)
    assert refused.value.clause == "MDT-9.G.3.b"


@clause("MDT-9.G.3.a", "MDT-9.G.3.b")
def test_stacks_stay_whole_whatever_the_cut() -> None:
    allowed = 0
    for size in range(1, 9):
        for block in combinations(range(1, 9), size):
            adjacent = block == tuple(range(block[0], block[0] + size))
            for right in range(size + 1):
                try:
                    result = cut(block[:right], block[right:])
                except Refused:
                    assert not adjacent
                else:
                    assert adjacent
                    assert sorted(result) == list(STACKS)
                    allowed += 1
    assert allowed == sum((9 - size) * (size + 1) for size in range(1, 9))
