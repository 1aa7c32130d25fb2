"""The poker main wager: figures, symmetry, and independence of where the work is done."""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from fractions import Fraction
from multiprocessing import get_context
from typing import Any

import numpy as np
import pytest

from paigow.analysis.deals import deals
from paigow.analysis.disjoint import Deck
from paigow.analysis.house_ways import dealer_of, house_way_classes
from paigow.analysis.poker import count_copies, count_main, main_wager
from paigow.analysis.results import COMMISSION, Counts
from paigow.analysis.simulate import CHUNK, SimulationQuestion, simulate
from paigow.analysis.types import HANDS, type_table
from paigow.poker import HOUSE_WAYS

SMALL = Deck((2, 6, 7, 8, 9, 12))


def test_there_are_8_250_459_031_214_400_deals() -> None:
    assert deals() == 8_250_459_031_214_400


@pytest.mark.exhaustive
def test_foxwoods_against_itself() -> None:
    """Found by this method and by none other: kept so that nothing changes it unnoticed."""
    odds = main_wager("foxwoods")
    assert odds.counts == Counts(2_402_556_437_868_468, 3_340_828_470_902_840, 2_507_074_122_443_092)
    # Published (Wizard of Odds, exact analysis of 2013): 0.01% below the 2.73% of before, 0.05% above 0.20% as bank.
    assert round(odds.edge_percent, 2) == 2.72
    assert odds.counts is not None
    as_bank = Counts(odds.counts.lose, odds.counts.push, odds.counts.win)
    assert round(float(-as_bank.value() * 100), 2) == 0.25


@pytest.mark.exhaustive
def test_trump_plaza_has_the_published_probabilities() -> None:
    odds = main_wager("trump-plaza")
    assert odds.counts == Counts(2_360_716_267_614_148, 3_422_134_882_770_552, 2_467_607_880_829_700)
    counts = odds.counts
    assert counts is not None
    shares = [round(100 * each / counts.total, 2) for each in (counts.win, counts.push, counts.lose)]
    assert shares == [28.61, 41.48, 29.91]
    assert round(odds.edge_percent, 2) == 2.73
    assert round(float(-counts.value(Fraction(0)) * 100), 2) == 1.30


def test_two_that_play_alike_lose_to_each_other_equally() -> None:
    """As bank one wins exactly what the other loses: all deals are there twice, once with the hands exchanged."""
    own, dealer = house_way_classes(HOUSE_WAYS["stones"]), dealer_of("stones")
    player = count_main(own, dealer, deck=SMALL)
    bank = count_main(own, dealer, player_banks=True, deck=SMALL)
    assert (player.win, player.push, player.lose) == (bank.lose, bank.push, bank.win)
    assert player.total == deals(SMALL)


def test_copies_are_what_a_bank_gains() -> None:
    """Every deal that is won as bank and not as player has a copy in it."""
    own, dealer = house_way_classes(HOUSE_WAYS["stones"]), dealer_of("flamingo")
    copies = count_copies(own, dealer, deck=SMALL)
    player, bank = (count_main(own, dealer, player_banks=banks, deck=SMALL) for banks in (False, True))
    assert 0 < copies.both < min(copies.high, copies.low)
    assert (bank.win - player.win) + (player.lose - bank.lose) == copies.high + copies.low
    assert copies.total == deals(SMALL)


def test_low_hands_of_trump_plaza_follow_the_published_list() -> None:
    """Power ratings publish how many of all hands the dealer sets with each low hand; the lowest lines agree."""
    _, low = house_way_classes(HOUSE_WAYS["trump-plaza"])
    number = np.bincount(low, weights=type_table().hands).astype(np.int64)
    assert number.sum() == HANDS
    assert number[:3].tolist() == [221_460, 203_436, 188_708]  # 3-2, 4-2, 4-3


@contextmanager
def dask_executor() -> Iterator[Executor]:
    import distributed

    cluster_of: Any = distributed.LocalCluster
    client_of: Any = distributed.Client

    with (
        cluster_of(n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None) as cluster,
        client_of(cluster) as client,
    ):
        yield client.get_executor()


@contextmanager
def process_executor() -> Iterator[Executor]:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        yield executor


@pytest.mark.parametrize("kind", ["one thread", "four threads", "processes", "dask"])
@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning", "ignore::UserWarning")
def test_answer_does_not_depend_on_where_it_is_worked_out(kind: str) -> None:
    own, dealer = house_way_classes(HOUSE_WAYS["mgm-grand"]), dealer_of("flamingo")
    question = SimulationQuestion("poker", 2 * CHUNK + 100, 3, seed=5)
    open_executor: dict[str, Callable[[], AbstractContextManager[Executor]]] = {
        "one thread": lambda: ThreadPoolExecutor(1),
        "four threads": lambda: ThreadPoolExecutor(4),
        "processes": process_executor,
        "dask": dask_executor,
    }
    with open_executor[kind]() as executor:
        assert count_main(own, dealer, deck=SMALL, executor=executor) == count_main(own, dealer, deck=SMALL)
        assert simulate(question, executor=executor) == simulate(question)


def test_commission_is_taken_from_wins_only() -> None:
    counts = Counts(40, 30, 30)
    assert counts.value() == Fraction(40 * 19, 20 * 100) - Fraction(30, 100)
    assert counts.value(Fraction(0)) == Fraction(1, 10)
    assert Fraction(1, 20) == COMMISSION
