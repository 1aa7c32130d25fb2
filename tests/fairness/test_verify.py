"""An honest round verifies; whatever is changed in it is named."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paigow.fairness import Draw, RoundSeeds, Use, commit, dice, random_number, redraw, shuffle, verify

SEEDS = RoundSeeds("t1", 7, bytes(range(32)), ((1, "alpha"), (3, "beta")))
COMMITMENT = commit("t1", 7, SEEDS.server_seed, bytes(32))
DRAWS = (
    shuffle(SEEDS, 32),
    shuffle(SEEDS, 32, Use.LAJA),
    shuffle(SEEDS, 32, Use.RESHUFFLE, 1),
    dice(SEEDS),
    dice(SEEDS, Use.BOX_REMOVAL),
    random_number(SEEDS, 8),
)


def test_an_honest_round_holds() -> None:
    assert verify(COMMITMENT, SEEDS, DRAWS) == ()


def test_another_seed_breaks_the_commitment_and_every_draw() -> None:
    forged = replace(SEEDS, server_seed=bytes(32))
    wrong = verify(COMMITMENT, forged, DRAWS)
    assert wrong[0].startswith("the revealed seed gives the commitment ")
    assert wrong[0].endswith(f"but {COMMITMENT} was published")
    assert [problem.split(" of ")[0] for problem in wrong[1:4]] == ["shuffle 0", "laja 0", "reshuffle 1"]


def test_another_seat_seed_breaks_the_draws_but_not_the_commitment() -> None:
    forged = replace(SEEDS, seat_seeds=((1, "alpha"), (3, "gamma")))
    wrong = verify(COMMITMENT, forged, DRAWS)
    assert wrong[0].startswith("shuffle 0 of 32 must be ")


def test_another_round_is_named() -> None:
    wrong = verify(COMMITMENT, replace(SEEDS, round_number=8), ())
    assert wrong == ("the commitment is for table t1 round 7, the seeds are for table t1 round 8",)


def test_other_rules_break_the_commitment() -> None:
    wrong = verify(replace(COMMITMENT, submission=bytes([1] * 32)), SEEDS, DRAWS)
    assert len(wrong) == 1
    assert wrong[0].startswith("the revealed seed gives the commitment ")


@pytest.mark.parametrize("draw", DRAWS, ids=lambda draw: draw.use)
def test_a_changed_draw_is_named(draw: Draw) -> None:
    changed = replace(draw, values=(*draw.values[1:], draw.values[0] + 1))
    (problem,) = verify(COMMITMENT, SEEDS, (changed,))
    fair = " ".join(map(str, draw.values))
    assert problem.startswith(f"{draw.use} {draw.repetition} of {draw.size} must be {fair}, but ")


def test_a_draw_made_twice_is_named() -> None:
    assert verify(COMMITMENT, SEEDS, (DRAWS[0], DRAWS[3], DRAWS[3])) == ("dice 0 was drawn twice",)


def test_an_impossible_draw_is_named() -> None:
    (problem,) = verify(COMMITMENT, SEEDS, (Draw(Use.SHUFFLE, 0, 0, ()),))
    assert problem.startswith("shuffle 0 is no draw: the number of pieces is 0")


@given(
    st.binary(min_size=32, max_size=32),
    st.integers(1, 2**53 - 1),
    st.sampled_from(list(Use)),
    st.integers(0, 2**32 - 1),
    st.integers(1, 53),
)
def test_what_is_drawn_verifies(server_seed: bytes, number: int, use: Use, repetition: int, size: int) -> None:
    seeds = RoundSeeds("any", number, server_seed, ((1, "x"),))
    draw = redraw(seeds, use, repetition, size)
    assert verify(commit("any", number, server_seed), seeds, (draw,)) == ()
