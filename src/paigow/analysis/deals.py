"""Questions asked of all deals of two hands: sums over every deal, cut into jobs by the rank types of the first hand."""

from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cache
from math import comb

import numpy as np

from paigow.analysis.disjoint import (
    FULL_DECK,
    Dealer,
    Deck,
    Questions,
    parts,
    rank_parts,
    rank_types_of,
    sweep_ranks,
    sweep_suits,
)
from paigow.analysis.execution import Progress, run
from paigow.analysis.kernel import I32, I64
from paigow.analysis.types import RANK_TYPES, type_table
from paigow.analysis.views import Views, flush_entries, flush_types_by_rank_type, views

SUIT_JOBS = 4
RANK_JOBS = 2
"""Into how many jobs a question over all deals is cut."""


def dealer_hands(deck: Deck = FULL_DECK) -> int:
    """How many hands are left for the other side: C(46, 7) of the full deck."""
    return comb(len(deck.cards) - 7, 7)


def deals(deck: Deck = FULL_DECK) -> int:
    """How many ordered deals of two hands there are: C(53, 7) * C(46, 7) of the full deck."""
    return comb(len(deck.cards), 7) * dealer_hands(deck)


@cache
def slices(deck: Deck, jobs: int) -> tuple[I32, ...]:
    """The rank types of the deck in parts that are about equally much work."""
    chosen = np.flatnonzero(rank_types_of(deck)).astype(np.int32)
    return tuple(chosen[i::jobs] for i in range(jobs))


@dataclass(frozen=True, slots=True, eq=False)
class RankAnswers:
    """What the ranks alone answer, for all types of some rank types: line by line, one for each question."""

    types: I32
    question: I32
    below: I64
    above: I64


@dataclass(frozen=True, slots=True, eq=False)
class SuitAnswers:
    """What flush hands on the other side add, line by line of the views."""

    views: Views
    below: I64
    above: I64


def types_of_rank_types(chosen: I32) -> I32:
    """The rank types themselves and all their flush types."""
    start, flush_types = flush_types_by_rank_type()
    flushes = [flush_types[start[r] : start[r + 1]] for r in chosen.tolist()]
    return np.concatenate([chosen, *flushes]).astype(np.int32)


def answer_by_ranks(chosen: I32, dealer: Dealer, questions: Questions, deck: Deck = FULL_DECK) -> RankAnswers:
    """Answer the questions of all hands of the chosen rank types as if suits did not exist."""
    types, p, rp = type_table(), parts(), rank_parts(deck)
    mine = types_of_rank_types(chosen)
    sizes = np.diff(questions.start)[mine]
    ends = np.cumsum(sizes)
    question = (np.arange(ends[-1]) - np.repeat(ends - sizes - questions.start[mine], sizes)).astype(np.int32)
    asked = np.repeat(types.rank_type[mine], sizes)
    order = np.argsort(questions.high[question], kind="stable")
    below, above = np.zeros((2, len(question)), dtype=np.int64)
    dealers = np.flatnonzero(rank_types_of(deck) & dealer.live[:RANK_TYPES])
    dealers = dealers[np.argsort(dealer.high[dealers], kind="stable")].astype(np.int32)
    q = question[order]
    sweep_ranks(
        rp.start, rp.part, rp.within, rp.factor, p.size, dealers, dealer.high, dealer.low,
        asked[order], questions.high[q], questions.low[q], below, above,
    )  # fmt: skip
    return RankAnswers(mine, question, _unsorted(order, below), _unsorted(order, above))


def answer_by_suits(
    chosen: I32, dealer: Dealer, questions: Questions, deck: Deck = FULL_DECK, share: int = 0, shares: int = 1
) -> SuitAnswers:
    """What hands with a flush suit add to these answers; or one share of it, by the cards in common."""
    p = parts()
    seen = views(chosen, questions)
    entries = flush_entries(dealer.high, dealer.low, dealer.live, deck)
    order = np.argsort(questions.high[seen.question], kind="stable")
    q = seen.question[order]
    below, above = np.zeros((2, len(q)), dtype=np.int64)
    sweep_suits(
        *entries, seen.mask[order], seen.rest[order], questions.high[q], questions.low[q],
        p.mu_start, p.mu_index, p.mu_sign, _by_size() % shares == share, below, above,
    )  # fmt: skip
    return SuitAnswers(seen, _unsorted(order, below), _unsorted(order, above))


@cache
def _by_size() -> I64:
    """Place of each set of ranks when they are ordered by size: the fewer cards in common, the more work."""
    sets = np.arange(1 << 14)
    place = np.empty(len(sets), dtype=np.int64)
    place[np.argsort(np.bitwise_count(sets), kind="stable")] = sets
    return place


def _unsorted(order: I64, values: I64) -> I64:
    back = np.empty_like(values)
    back[order] = values
    return back


@dataclass(frozen=True, slots=True, eq=False)
class _SumJob:
    dealer: Dealer
    questions: Questions
    factor: I64
    deck: Deck
    by_suits: bool
    share: int
    shares: int


def _sum_job(job: _SumJob) -> tuple[int, int]:
    if job.by_suits:
        (everything,) = slices(job.deck, 1)
        seen = answer_by_suits(everything, job.dealer, job.questions, job.deck, job.share, job.shares)
        times = 4 * seen.views.weight.astype(np.int64) * job.factor[seen.views.question]
        return int(times @ seen.below), int(times @ seen.above)
    chosen = slices(job.deck, job.shares)[job.share]
    found = answer_by_ranks(chosen, job.dealer, job.questions, job.deck)
    sizes = np.diff(job.questions.start)[found.types]
    times = np.repeat(type_table().hands[found.types], sizes) * job.factor[found.question]
    return int(times @ found.below), int(times @ found.above)


def sum_over_deals(
    dealer: Dealer,
    questions: Questions,
    factor: I64 | None = None,
    deck: Deck = FULL_DECK,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> tuple[int, int]:
    """Over all deals, the answers (below, above) to all questions of the first hand, each times its factor."""
    if factor is None:
        factor = np.ones(len(questions.high), dtype=np.int64)
    todo = [
        _SumJob(dealer, questions, factor, deck, by_suits, share, shares)
        for by_suits, shares in ((True, SUIT_JOBS), (False, RANK_JOBS))
        for share in range(shares)
    ]
    results = run(_sum_job, todo, executor, progress)
    return sum(below for below, _ in results), sum(above for _, above in results)
