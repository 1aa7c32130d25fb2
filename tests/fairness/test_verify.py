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
    problems = verify(COMMITMENT, SEEDS, (Draw(Use.SHUFFLE, 0, 0, (0,)),))
    assert problems[0] == "shuffle 0 has the size 0; it must be 32 or 53"
    assert problems[1].startswith("shuffle 0 is no draw: the number of pieces is 0")


SKIPPED = (
    ((Use.SHUFFLE, 1),),
    ((Use.DEAL, 5),),
    ((Use.DEAL, 0), (Use.DEAL, 1)),
    ((Use.DICE, 1),),
    ((Use.DICE, 0), (Use.DICE, 2)),
    ((Use.LAJA, 3),),
    ((Use.RESHUFFLE, 2),),
    ((Use.BOX_REMOVAL, 1),),
    ((Use.NUMBER, 7),),
)


@pytest.mark.parametrize("drawn", SKIPPED, ids=str)
def test_a_house_cannot_choose_among_repetitions(drawn: tuple[tuple[Use, int], ...]) -> None:
    """Every draw here follows from the seeds, so only its number shows that the house picked it."""
    sizes = {Use.DICE: 3, Use.BOX_REMOVAL: 3, Use.NUMBER: 8}
    draws = [redraw(SEEDS, use, repetition, sizes.get(use, 32)) for use, repetition in drawn]
    use, repetition = drawn[-1]
    (problem,) = verify(COMMITMENT, SEEDS, draws)
    assert problem.startswith(f"{use} {repetition} stands where {use} ")


@pytest.mark.parametrize(
    ("use", "size"),
    [(Use.DEAL, 31), (Use.SHUFFLE, 52), (Use.LAJA, 256), (Use.DICE, 4), (Use.BOX_REMOVAL, 1), (Use.NUMBER, 6)],
)
def test_a_house_cannot_choose_the_size_of_a_draw(use: Use, size: int) -> None:
    (problem,) = verify(COMMITMENT, SEEDS, (redraw(SEEDS, use, 0, size),))
    assert problem.startswith(f"{use} 0 has the size {size}; it must be ")


def test_one_set_and_its_positions_are_used_all_round() -> None:
    draws = (shuffle(SEEDS, 32), shuffle(SEEDS, 53, Use.DEAL), random_number(SEEDS, 7))
    assert verify(COMMITMENT, SEEDS, draws) == (
        "deal 0 has the size 53; it must be 32",
        "number 0 has the size 7; it must be 8",
    )


@pytest.mark.clause("MDP-14.L")
def test_a_shuffle_that_failed_counts_as_a_repetition() -> None:
    failed = Draw(Use.SHUFFLE, 0, 53, ())
    assert verify(COMMITMENT, SEEDS, (failed, shuffle(SEEDS, 53, Use.RESHUFFLE, 1))) == ()
    (problem,) = verify(COMMITMENT, SEEDS, (failed, shuffle(SEEDS, 53, Use.RESHUFFLE, 2)))
    assert problem == "reshuffle 2 stands where reshuffle 1 is due"


@given(st.binary(min_size=32, max_size=32), st.integers(1, 2**53 - 1), st.sampled_from((32, 53)), st.integers(1, 5))
def test_what_is_drawn_verifies(server_seed: bytes, number: int, size: int, many: int) -> None:
    seeds = RoundSeeds("any", number, server_seed, ((1, "x"),))
    sizes = {Use.DICE: 3, Use.BOX_REMOVAL: 3, Use.NUMBER: 8 if size == 32 else 7}
    once = (Use.SHUFFLE, Use.DEAL, Use.NUMBER)
    draws = [
        redraw(seeds, use, repetition + (use is Use.RESHUFFLE), sizes.get(use, size))
        for use in Use
        for repetition in range(1 if use in once else many)
    ]
    assert verify(commit("any", number, server_seed), seeds, draws) == ()
