"""The simulation of a house that grows, where its answer is known."""

import math

import pytest
from benchmarks.growth import Costs, Shard, house

COSTS = Costs(milliseconds=20.0, kilobytes=25.0, bookings=20, seconds=40.0, sync=0.0)


def test_one_core_waits_as_queueing_theory_says() -> None:
    """With one core and no disk, the 99th percentile is that of an M/M/1 queue: ln(100) / (service - arrival rate)."""
    shard = Shard(1, COSTS, span=30.0)
    for busy in (0.3, 0.6):
        expected = math.log(100) / (1000 * (1 - busy))
        found = shard.p99(int(shard.bound * busy))
        assert found == pytest.approx(expected, rel=0.15)


def test_more_tables_wait_longer_and_the_most_is_within_the_limit() -> None:
    shard = Shard(2, COSTS, span=5.0)
    assert shard.p99(shard.bound // 2) < shard.p99(shard.bound * 9 // 10)
    most = shard.most()
    assert shard.p99(most) <= shard.limit
    assert shard.bound * 9 // 10 < most <= shard.bound


def test_a_slow_disk_is_paid_once_for_all_who_share_it() -> None:
    quick, slow = Shard(2, COSTS, span=5.0), Shard(2, Costs(20.0, 25.0, 20, 40.0, sync=10.0), span=5.0)
    tables = quick.bound // 2
    assert 0.010 <= slow.p99(tables) - quick.p99(tables) < 0.025


def test_what_a_million_seats_need() -> None:
    shard = Shard(2, COSTS, span=5.0)
    needed = house(shard, 1_000_000, 6)
    assert needed["tables"] == 166_667
    assert needed["shards"] == math.ceil(166_667 / shard.most())
    assert needed["cores"] == 2 * needed["shards"]
    assert needed["gigabytes a day"] == round(166_667 / 40 * 86_400 * 25 / 1e6)
