"""Proof rather than statistics: every order comes from exactly one run of accepted numbers, each equally likely."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice, product
from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paigow.fairness import FairnessError, RoundSeeds, Use, below, permutation, stream


@pytest.mark.parametrize("n", range(1, 9))
def test_every_order_of_up_to_eight_comes_exactly_once(n: int) -> None:
    """All runs of accepted numbers, fed to the shuffle itself as its stream."""
    orders = Counter(permutation(iter(accepted), n) for accepted in product(*(range(k) for k in range(n, 1, -1))))
    assert len(orders) == factorial(n)
    assert set(orders.values()) == {1}
    assert all(sorted(order) == list(range(n)) for order in orders)


def test_each_number_has_equally_many_bytes() -> None:
    """Over all 256 values of the next byte: each number below n equally often, the rest thrown away."""
    for n in range(2, 257):
        assert _numbers(n, 1) == dict.fromkeys(range(n), 256 >> (n - 1).bit_length()), n


@pytest.mark.parametrize("n", [257, 300, 1000, 4095, 4096, 4097, 32769, 65535, 65536])
def test_each_number_has_equally_many_pairs_of_bytes(n: int) -> None:
    assert _numbers(n, 2) == dict.fromkeys(range(n), 65536 >> (n - 1).bit_length())


def _numbers(n: int, width: int) -> dict[int, int]:
    """How often each number follows from a first word alone, over all words of so many bytes."""
    found: Counter[int] = Counter()
    for word in range(256**width):
        try:
            found[below(iter(word.to_bytes(width, "big")), n)] += 1
        except StopIteration:  # thrown away: the next word is asked for
            continue
    return found


@pytest.mark.parametrize("size", [32, 53])
def test_the_shuffle_draws_each_number_as_below_does(size: int) -> None:
    """The shuffle's own inlined drawing is the one proved above, for every byte at every step."""
    for last in range(size - 1, 0, -1):
        for byte in range(256):
            lead = [0] * (size - 1 - last)  # zero is always accepted
            tail = [byte, *[0] * size]
            assert permutation(iter(lead + tail), size) == _by_below(iter(lead + tail), size)


def _by_below(source: Iterator[int], size: int) -> tuple[int, ...]:
    order = list(range(size))
    for last in range(size - 1, 0, -1):
        other = below(source, last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


@given(st.integers(1, 256), st.binary(min_size=32, max_size=32))
def test_the_shuffle_is_the_same_as_below_on_any_stream(size: int, server_seed: bytes) -> None:
    seeds = RoundSeeds("exact", 1, server_seed, ((1, "a"),))
    assert permutation(stream(seeds, Use.SHUFFLE), size) == _by_below(stream(seeds, Use.SHUFFLE), size)


def test_one_needs_no_chance() -> None:
    nothing: Iterator[int] = iter(())
    assert below(nothing, 1) == 0
    assert permutation(nothing, 1) == (0,)


@pytest.mark.parametrize("n", [0, -1, 2**31 + 1, True, 2.0])
def test_impossible_bounds_are_refused(n: int) -> None:
    with pytest.raises(FairnessError, match="whole number from 1 to 2147483648"):
        below(iter(b"x"), n)


@pytest.mark.parametrize("n", [0, 257])
def test_impossible_sizes_are_refused(n: int) -> None:
    with pytest.raises(FairnessError, match="whole number from 1 to 256"):
        permutation(iter(b"x"), n)


def test_numbers_use_the_low_bits_and_skip_what_is_too_large() -> None:
    source = iter((0b1111_1111, 0b1010_0110, 0b0000_0101, 9))
    assert below(source, 6) == 5  # 7 and 6 are thrown away
    assert list(islice(source, 1)) == [9]
