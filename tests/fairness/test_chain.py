"""A chain fixes the seed of every round that it serves, and nothing else is a seed of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paigow.fairness import Chain, FairnessError, Trail, chain_of, chain_seed, chain_seeds, derived_seed, link

SECRET = bytes(range(32))


@given(st.integers(1, 1000), st.integers(1, 40), st.binary(min_size=32, max_size=32))
def test_every_seed_leads_to_the_tip_and_hashes_to_the_one_before(first: int, length: int, secret: bytes) -> None:
    chain, seeds = chain_of("t", first, secret, length), chain_seeds("t", first, secret, length)
    assert len(set(seeds)) == length
    assert seeds[-1] == secret
    assert link("t", first, seeds[0]) == chain.tip
    for number, seed in enumerate(seeds, start=first):
        assert chain.holds(number, seed)
        assert chain_seed("t", number, chain.last, secret) == seed
        assert number == first or link("t", number, seed) == seeds[number - first - 1]


def test_a_seed_fits_one_round_of_one_chain_of_one_table() -> None:
    chain, seeds = chain_of("t", 1, SECRET, 10), chain_seeds("t", 1, SECRET, 10)
    for number in range(12):
        fits = [place for place, seed in enumerate(seeds, start=1) if chain.holds(number, seed)]
        assert fits == ([number] if 1 <= number <= 10 else [])
    others = (chain_of("u", 1, SECRET, 10), chain_of("t", 2, SECRET, 10), chain_of("t", 1, SECRET, 11))
    assert not any(other.holds(3, seeds[2]) for other in others)
    assert len({chain.tip, *(other.tip for other in others)}) == 4
    assert len({each.message() for each in (chain, *others)}) == 4


def test_a_bot_has_one_seed_for_each_commitment_and_place() -> None:
    commitments, places = ("00" * 32, "11" * 32), (1, 2, 1000)
    assert len({derived_seed(commitment, place) for commitment in commitments for place in places}) == 6
    assert derived_seed("00" * 32, 1) == derived_seed("00" * 32, 1)


@pytest.mark.parametrize(
    "chain",
    [("", 1, 1, SECRET), ("t", 0, 1, SECRET), ("t", 1, 0, SECRET), ("t", 1, 100_001, SECRET), ("t", 1, 1, b"short")],
)
def test_a_chain_that_is_none(chain: tuple[str, int, int, bytes]) -> None:
    with pytest.raises(FairnessError):
        Chain(*chain)


@pytest.mark.parametrize(("first", "length"), [(1, 1), (1, 32), (1, 33), (7, 100), (33, 64), (970, 1000)])
def test_a_trail_has_the_seeds_of_its_chain_and_no_others(first: int, length: int) -> None:
    secret, last = SECRET, first + length - 1
    trail = Trail("t", first, last, secret)
    assert [trail.seed(number) for number in range(first, last + 1)] == list(chain_seeds("t", first, secret, length))
    for number in (first - 1, last + 1):
        with pytest.raises(FairnessError, match="a round of the chain"):
            trail.seed(number)


def test_the_tip_is_no_seed_of_a_round_before_the_first() -> None:
    chain = chain_of("table-1", 5, bytes(32), 3)
    for number in range(1, 10):
        assert not chain.holds(number, chain.tip)
