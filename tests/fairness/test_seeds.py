"""Seeds, commitments and what may not enter a draw."""

import ast
import inspect
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import paigow.fairness
from paigow.fairness import (
    Commitment,
    FairnessError,
    RoundSeeds,
    Use,
    commit,
    dice,
    new_server_seed,
    practice_seed,
    random_number,
    shuffle,
    stream,
)

SEED = bytes(range(32))
ROUND = RoundSeeds("t1", 1, SEED, ((1, "alpha"), (2, "beta")))
VISIBLE = st.text(st.characters(min_codepoint=0x21, max_codepoint=0x7E), min_size=1, max_size=64)


def first_block(seeds: RoundSeeds, use: Use = Use.SHUFFLE, repetition: int = 0) -> bytes:
    return bytes(islice(stream(seeds, use, repetition), 32))


def test_ten_thousand_starts_all_differ() -> None:
    """No clock is involved; fresh seeds never repeat, and neither do the streams they give."""
    starts = [RoundSeeds("t1", 1, new_server_seed(), ((1, "alpha"),)) for _ in range(10_000)]
    assert len({seeds.server_seed for seeds in starts}) == 10_000
    assert {len(seeds.server_seed) for seeds in starts} == {32}
    assert len({first_block(seeds) for seeds in starts}) == 10_000


def test_streams_differ_by_every_input() -> None:
    variants = [ROUND]
    variants += [RoundSeeds(table, 1, SEED, ROUND.seat_seeds) for table in ("t2", "t", "t11")]
    variants += [RoundSeeds("t1", number, SEED, ROUND.seat_seeds) for number in range(2, 1000)]
    variants += [RoundSeeds("t1", 1, bytes([*SEED[:31], last]), ROUND.seat_seeds) for last in range(31)]
    variants += [
        RoundSeeds("t1", 1, SEED, seats)
        for seats in (
            ((1, "alpha"),),
            ((1, "beta"), (2, "alpha")),
            ((1, "alpha"), (3, "beta")),
            ((1, "alphab"), (2, "eta")),
            ((1, "alpha"), (2, "beta"), (3, "gamma")),
        )
    ]
    blocks = {first_block(seeds) for seeds in variants}
    assert len(blocks) == len(variants)


def test_each_use_and_repetition_has_its_own_stream() -> None:
    blocks = {first_block(ROUND, use, repetition) for use in Use for repetition in range(100)}
    assert len(blocks) == len(Use) * 100


def test_every_seat_changes_the_deal() -> None:
    """A single seat that is honest keeps anyone else from knowing the deal beforehand."""
    seats = {seat: f"seed-{seat}" for seat in range(1, 8)}
    honest = shuffle(RoundSeeds("t1", 1, SEED, tuple(seats.items())), 53)
    for seat in seats:
        assert shuffle(RoundSeeds("t1", 1, SEED, tuple({**seats, seat: "other"}.items())), 53) != honest


def test_seats_come_in_order_of_position() -> None:
    with pytest.raises(FairnessError, match="rising"):
        RoundSeeds("t1", 1, SEED, ((2, "beta"), (1, "alpha")))
    with pytest.raises(FairnessError, match="each once"):
        RoundSeeds("t1", 1, SEED, ((1, "alpha"), (1, "alpha")))


@given(
    st.tuples(VISIBLE, st.integers(1, 2**53 - 1), st.dictionaries(st.integers(0, 2**32 - 1), VISIBLE, min_size=1)),
    st.tuples(VISIBLE, st.integers(1, 2**53 - 1), st.dictionaries(st.integers(0, 2**32 - 1), VISIBLE, min_size=1)),
)
def test_different_rounds_are_encoded_differently(one: tuple[Any, ...], other: tuple[Any, ...]) -> None:
    a, b = (RoundSeeds(table, number, SEED, tuple(sorted(seats.items()))) for table, number, seats in (one, other))
    assert (a.context() == b.context()) == (a == b)


@pytest.mark.parametrize("text", ["", " ", "a b", "x" * 65, "é", "a\n", "\x7f", "牌"])
def test_ambiguous_text_is_refused(text: str) -> None:
    with pytest.raises(FairnessError, match="1 to 64 visible ASCII"):
        RoundSeeds("t1", 1, SEED, ((1, text),))
    with pytest.raises(FairnessError, match="1 to 64 visible ASCII"):
        commit(text, 1, SEED)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"round_number": 0}, "the round number is 0"),
        ({"round_number": 2**53}, "the round number is 9007199254740992"),
        ({"round_number": True}, "the round number is True"),
        ({"server_seed": SEED[:31]}, "the server seed has 31 bytes"),
        ({"seat_seeds": ()}, "there must be one or more"),
        ({"seat_seeds": ((-1, "a"),)}, "a position is -1"),
        ({"seat_seeds": ((2**32, "a"),)}, "a position is 4294967296"),
    ],
)
def test_undefined_rounds_are_refused(change: dict[str, Any], message: str) -> None:
    fields: dict[str, Any] = {"table": "t1", "round_number": 1, "server_seed": SEED, "seat_seeds": ((1, "a"),)}
    with pytest.raises(FairnessError, match=message):
        RoundSeeds(**(fields | change))


def test_repetitions_are_whole_numbers() -> None:
    with pytest.raises(FairnessError, match="the repetition is -1"):
        next(stream(ROUND, Use.DICE, -1))


def test_the_commitment_binds_everything_it_names() -> None:
    digest, other = bytes(32), bytes([1] * 32)
    commitments = [
        commit("t1", 1, SEED),
        commit("t2", 1, SEED),
        commit("t1", 2, SEED),
        commit("t1", 1, other),
        commit("t1", 1, SEED, digest),
        commit("t1", 1, SEED, b"", digest),
        commit("t1", 1, SEED, digest, digest),
        commit("t1", 1, SEED, other, digest),
    ]
    assert len({commitment.digest for commitment in commitments}) == len(commitments)
    assert commit("t1", 1, SEED) == commitments[0]
    assert str(commitments[0]) == commitments[0].digest.hex()


def test_broken_commitments_are_refused() -> None:
    with pytest.raises(FairnessError, match="the commitment has 31 bytes"):
        Commitment("t1", 1, bytes(31))
    with pytest.raises(FairnessError, match="the submission hash has 5 bytes"):
        commit("t1", 1, SEED, b"12345")
    with pytest.raises(FairnessError, match="the roster hash has 5 bytes"):
        Commitment("t1", 1, bytes(32), b"", b"12345")


def test_the_commitment_does_not_show_the_seed() -> None:
    commitment = commit("t1", 1, SEED)
    assert SEED.hex() not in repr(commitment) + str(commitment)


def test_practice_seeds_can_be_made_again() -> None:
    assert practice_seed("s", "t", 1) == practice_seed("s", "t", 1)
    assert len({practice_seed(s, t, n) for s in "ab" for t in "ab" for n in range(1, 100)}) == 396
    with pytest.raises(FairnessError, match="the practice seed is ''"):
        practice_seed("", "t", 1)


@pytest.mark.parametrize("draw", [shuffle, dice, random_number, stream])
def test_a_draw_takes_nothing_but_seeds_and_its_own_shape(draw: Any) -> None:
    """No stake, player, history, balance or time can reach an outcome: there is no parameter for it."""
    assert set(inspect.signature(draw).parameters) <= {"seeds", "size", "use", "repetition"}
    assert set(RoundSeeds.__slots__) == {"table", "round_number", "server_seed", "seat_seeds", "commitment", "protocol"}


def test_only_the_operating_system_and_hashes_reach_the_deal() -> None:
    """No other source of chance and no clock is imported, and the one source is named in one function only."""
    folder = Path(inspect.getfile(paigow.fairness)).parent
    secret_users = []
    for path in sorted(folder.glob("*.py")):
        tree = ast.parse(path.read_text())
        for node in ast.walk(tree):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            for name in names:
                assert name.split(".")[0] not in {"random", "time", "datetime", "os", "uuid", "numpy"}, path.name
            if isinstance(node, ast.FunctionDef) and any(
                isinstance(part, ast.Name) and part.id == "secrets" for part in ast.walk(node)
            ):
                secret_users.append((path.name, node.name))
    assert secret_users == [("seeds.py", "new_server_seed")]


def test_draws_have_the_shape_they_say() -> None:
    assert sorted(shuffle(ROUND, 32).values) == list(range(32))
    assert sorted(shuffle(ROUND, 53).values) == list(range(53))
    assert len(dice(ROUND).values) == 3
    assert set(dice(ROUND, size=200).values) == set(range(1, 7))
    assert {random_number(ROUND, 7, repetition).values[0] for repetition in range(100)} == set(range(1, 8))


@pytest.mark.parametrize("use", [Use.DICE, Use.NUMBER, Use.BOX_REMOVAL])
def test_a_shuffle_is_not_drawn_from_the_dice(use: Use) -> None:
    with pytest.raises(FairnessError, match="only shuffle, reshuffle, laja, deal are"):
        shuffle(ROUND, 32, use)


@pytest.mark.parametrize("use", [Use.SHUFFLE, Use.LAJA, Use.NUMBER])
def test_dice_are_not_drawn_from_the_shuffle(use: Use) -> None:
    with pytest.raises(FairnessError, match="only dice, box-removal are"):
        dice(ROUND, use)
    with pytest.raises(FairnessError, match="the number of dice is 0"):
        dice(ROUND, size=0)
