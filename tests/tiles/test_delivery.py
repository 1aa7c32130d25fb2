"""Deliveries as tables: what is a table, what is refused, and who vouches for it."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paigow.errors import Refused, SubmissionError
from paigow.tiles import (
    CUTS,
    DELIVERIES,
    MARYLAND_DELIVERIES,
    TILE_SET,
    BankCut,
    Delivery,
    Provenance,
    approved_cut,
    delivery_table,
    operator_delivery,
    place,
)

PLAIN = [list(range(4 * stack, 4 * stack + 4)) for stack in range(8)]
deliveries = st.sampled_from(list(DELIVERIES.values()))


def test_ten_styles_and_seventeen_cuts_have_tables() -> None:
    assert len(MARYLAND_DELIVERIES) == 10
    assert len(DELIVERIES) == 27
    assert all(key == delivery.key for key, delivery in DELIVERIES.items())


@given(deliveries)
def test_every_table_is_a_partition(delivery: Delivery) -> None:
    assert len(delivery.groups) == 8
    assert {len(group) for group in delivery.groups} == {4}
    assert {index for group in delivery.groups for index in group} == set(range(32))


@given(deliveries, st.permutations(TILE_SET))
def test_delivery_loses_no_tile(delivery: Delivery, tiles: list[object]) -> None:
    groups = delivery.deliver(tiles)
    assert sorted(map(str, (tile for group in groups for tile in group))) == sorted(map(str, tiles))


@given(deliveries)
def test_only_the_documented_is_enabled(delivery: Delivery) -> None:
    assert delivery.enabled == (delivery.provenance is Provenance.DOCUMENTED)
    assert delivery.clause.startswith("MDT-") or delivery.reason


@pytest.mark.clause("MDT-4.E.2")
def test_delivery_needs_all_tiles() -> None:
    with pytest.raises(SubmissionError, match="31 tiles"):
        DELIVERIES["cup-say-right"].deliver(TILE_SET[:31])


@pytest.mark.clause("MDT-4.E.2")
def test_places() -> None:
    assert (place(1, 1), place(1, 4), place(2, 1), place(8, 4)) == (0, 3, 4, 31)
    for stack, level in ((0, 1), (9, 1), (1, 0), (1, 5)):
        with pytest.raises(SubmissionError, match="stacks 1 to 8"):
            place(stack, level)


@pytest.mark.clause("NZ-1.cut")
@pytest.mark.parametrize(
    ("groups", "reason"),
    [
        (PLAIN[:7], "eight groups, not 7"),
        ([*PLAIN[:7], [28, 29, 30]], "group 8 has 3"),
        ([*PLAIN[:7], [28, 29, 30, 32]], r"the table has \[32\]"),
        ([*PLAIN[:7], [28, 29, 30, -1]], r"the table has \[-1\]"),
        ([*PLAIN[:7], [28, 29, 30, 31.0]], r"the table has \[31.0\]"),
        ([[0, True, 2, 3], *PLAIN[1:]], r"the table has \[True\]"),
        ([*PLAIN[:7], [28, 29, 30, 0]], r"\[0\] come more than once and \[31\] are missing"),
    ],
)
def test_what_is_no_partition_is_refused_with_the_reason(groups: Sequence[Sequence[Any]], reason: str) -> None:
    with pytest.raises(SubmissionError, match=reason):
        delivery_table(groups)
    with pytest.raises(SubmissionError, match=reason):
        operator_delivery("dai-pin-right", groups)


@given(st.permutations(range(32)))
def test_any_partition_is_a_table(places: list[int]) -> None:
    groups = [places[start : start + 4] for start in range(0, 32, 4)]
    assert delivery_table(groups) == tuple(map(tuple, groups))
    delivery = operator_delivery("harbour-bridge", groups)
    assert delivery.provenance is Provenance.OPERATOR
    assert delivery.enabled
    assert delivery.clause == "NZ-A5.harbour-bridge"


@given(st.integers(1, 8), st.integers(1, 8), st.integers(0, 8))
def test_bank_cut_keeps_all_stacks_and_moves_the_block_to_the_ends(first: int, count: int, right: int) -> None:
    block = list(range(first, min(8, first + count - 1) + 1))
    right = min(right, len(block))
    stacks = BankCut(tuple(block[:right]), tuple(block[right:])).apply("ABCDEFGH")
    assert sorted(stacks) == list("ABCDEFGH")
    letters = ["ABCDEFGH"[number - 1] for number in block]
    assert list(stacks[:right]) == letters[:right]
    assert list(stacks[8 - len(block) + right :]) == letters[right:]
    rest = stacks[right : 8 - len(block) + right]
    assert list(rest) == sorted(rest)


def test_bank_cut_is_a_value() -> None:
    cut = BankCut(to_right=(3, 4))
    assert eval(repr(cut)) == cut
    with pytest.raises(Refused, match="eight stacks, not 7"):
        cut.apply("ABCDEFG")


def test_cut_keys_name_every_choice_of_options() -> None:
    assert CUTS["cup-say"].deliveries == tuple(
        f"cup-say-{face}-{side}" for face in ("top", "bottom") for side in ("right", "left")
    )
    assert CUTS["foot-say"].deliveries == ("foot-say",)
    named = {key for cut in CUTS.values() for key in cut.deliveries}
    assert set(DELIVERIES) - set(MARYLAND_DELIVERIES) <= named
    assert len(named) == 37


@pytest.mark.clause("NZ-1.approved-cut.a")
def test_a_cut_with_options_is_named_with_them() -> None:
    with pytest.raises(Refused, match="name one of dai-pin-right, dai-pin-left") as caught:
        approved_cut("dai-pin", ["dai-pin"])
    assert caught.value.clause == "NZ-1.approved-cut.a"


def test_an_operator_may_replace_an_inferred_table() -> None:
    assert approved_cut("foot-say", ["foot-say"]).provenance is Provenance.INFERRED
    replaced = approved_cut("foot-say", ["foot-say"], {"foot-say": PLAIN})
    assert replaced.provenance is Provenance.OPERATOR
    assert replaced.groups == delivery_table(PLAIN)
