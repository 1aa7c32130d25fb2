"""Wherever a certificate is counted, its fractions are the same."""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from fractions import Fraction
from typing import Any

import pytest

from paigow.analysis.cluster import processes
from paigow.analysis.disjoint import Deck
from paigow.solver.poker.model import HOUSE, PLAYER
from paigow.solver.poker.solve import Question, Solver

QUESTION = Question(Fraction(19, 20), deck=Deck((8, 9, 10, 11, 12)), turns=20)


@contextmanager
def dask() -> Iterator[Executor]:
    import distributed

    cluster_of: Any = distributed.LocalCluster
    client_of: Any = distributed.Client
    with (
        cluster_of(n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None) as cluster,
        client_of(cluster) as client,
    ):
        yield client.get_executor()


def solved(executor: Executor) -> Solver:
    found = Solver(QUESTION, executor=executor)
    found.certify(Fraction(0), most_loops=2)
    return found


@pytest.fixture(scope="module")
def alone() -> Solver:
    with ThreadPoolExecutor(1) as one:
        return solved(one)


@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning", "ignore::UserWarning")
@pytest.mark.parametrize("kind", ["four threads", "processes", "dask"])
def test_every_executor_finds_the_same(kind: str, alone: Solver) -> None:
    places: dict[str, Callable[[], AbstractContextManager[Executor]]] = {
        "four threads": lambda: ThreadPoolExecutor(4),
        "processes": lambda: processes(2),
        "dask": dask,
    }
    with places[kind]() as executor:
        found = solved(executor)
        fixed = found.fix()
    assert (found.lower, found.upper) == (alone.lower, alone.upper)
    for side in (PLAYER, HOUSE):
        assert (found.bounds[side].weight == alone.bounds[side].weight).all()
        assert found.bounds[side].counts == alone.bounds[side].counts
    with ThreadPoolExecutor(1) as one:
        alone.executor = one
        assert fixed.counts == alone.fix().counts
