"""Answers to questions about all deals of two hands: sums over all deals, split into jobs by the first hand's ranks."""

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
from paigow.analysis.kernel import I32, I64, Bool
from paigow.analysis.types import RANK_TYPES, type_table
from paigow.analysis.views import Views, flush_entries, flush_types_by_rank_type, views

QUESTIONS_A_JOB = 400_000
"""The maximum number of questions per job, which limits its memory: each is listed once for every set of cards that two
hands may share.
"""


def dealer_hands(deck: Deck = FULL_DECK) -> int:
    """Return the number of hands left for the other side: C(46, 7) with the full deck."""
    return comb(len(deck.cards) - 7, 7)


def deals(deck: Deck = FULL_DECK) -> int:
    """Return the number of ordered deals of two hands: C(53, 7) * C(46, 7) with the full deck."""
    return comb(len(deck.cards), 7) * dealer_hands(deck)


@cache
def slices(deck: Deck, jobs: int) -> tuple[I32, ...]:
    """Split the deck's rank types into parts of roughly equal work."""
    chosen = np.flatnonzero(rank_types_of(deck)).astype(np.int32)
    return tuple(chosen[i::jobs] for i in range(jobs))


@dataclass(frozen=True, slots=True, eq=False)
class RankAnswers:
    """Answers by ranks alone for some rank types, one line per question."""

    types: I32
    question: I32
    below: I64
    above: I64


@dataclass(frozen=True, slots=True, eq=False)
class SuitAnswers:
    """Contributions of the other side's flush hands, one line per view."""

    views: Views
    below: I64
    above: I64


def types_of_rank_types(chosen: I32) -> I32:
    """Return the rank types themselves and all their flush types."""
    start, flush_types = flush_types_by_rank_type()
    flushes = [flush_types[start[r] : start[r + 1]] for r in chosen.tolist()]
    return np.concatenate([chosen, *flushes]).astype(np.int32)


def answer_by_ranks(chosen: I32, dealer: Dealer, questions: Questions, deck: Deck = FULL_DECK) -> RankAnswers:
    """Answer the questions of all hands of the given rank types as if suits did not exist."""
    types, p, rp = type_table(), parts(), rank_parts(deck)
    mine = types_of_rank_types(chosen)
    question = lines_of(mine, questions.start)
    asked = np.repeat(types.rank_type[mine], np.diff(questions.start)[mine])
    order = np.argsort(questions.high[question], kind="stable")
    below, above = np.zeros((2, len(question)), dtype=np.int64)
    live = np.flatnonzero(dealer.type < RANK_TYPES)
    live = live[rank_types_of(deck)[dealer.type[live]]]
    dealers = live[np.argsort(dealer.high[live], kind="stable")]
    q = question[order]
    sweep_ranks(
        rp.start, rp.part, rp.within, rp.factor, p.size, dealer.type[dealers], dealer.high[dealers],
        dealer.low[dealers], dealer.weight[dealers], asked[order], questions.high[q], questions.low[q],
        questions.floor[q], questions.over[q], below, above,
    )  # fmt: skip
    return RankAnswers(mine, question, _unsorted(order, below), _unsorted(order, above))


def lines_of(types: I32, start: I32) -> I32:
    """Return the line numbers start[t], ..., start[t + 1] - 1 of each given type, one type after another."""
    sizes = np.diff(start)[types]
    ends = np.cumsum(sizes)
    total = int(ends[-1]) if len(ends) else 0
    return (np.arange(total) - np.repeat(ends - sizes - start[types], sizes)).astype(np.int32)


def answer_by_suits(chosen: I32, dealer: Dealer, questions: Questions, deck: Deck = FULL_DECK) -> SuitAnswers:
    """Return the contributions of hands with a flush suit, for every view of the hands of the given rank types."""
    seen = views(chosen, questions)
    below, above = np.zeros((2, len(seen.question)), dtype=np.int64)
    order = np.argsort(questions.high[seen.question], kind="stable")
    once = np.ones(len(order), dtype=np.int64)
    _sweep_suits(seen, order, dealer, questions, (once, once), np.ones(1 << 14, dtype=np.bool_), deck, below, above)
    return SuitAnswers(seen, _unsorted(order, below), _unsorted(order, above))


def _sweep_suits(
    seen: Views,
    order: I64,
    dealer: Dealer,
    questions: Questions,
    factors: tuple[I64, I64],
    mine: Bool,
    deck: Deck,
    below: I64,
    above: I64,
) -> None:
    p = parts()
    q = seen.question[order]
    entries = flush_entries(dealer, deck)
    sweep_suits(
        *entries, seen.mask[order], seen.rest[order], questions.high[q], questions.low[q], questions.floor[q],
        questions.over[q], *factors,
        p.mu_start, p.mu_index, p.mu_sign, mine, below, above,
    )  # fmt: skip


@cache
def _by_size() -> I64:
    """Return the index of each set of ranks when ordered by size: the fewer the cards in common, the more work."""
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
    """One part of a sum: some rank types of the first hand, and ranks alone or some sets of shared cards in a suit."""

    dealer: Dealer
    questions: Questions
    below_factor: I64
    above_factor: I64
    deck: Deck
    slice: int
    slices: int
    share: int | None
    shares: int


def _sum_job(job: _SumJob) -> tuple[int, int]:
    chosen = slices(job.deck, job.slices)[job.slice]
    if job.share is None:
        found = answer_by_ranks(chosen, job.dealer, job.questions, job.deck)
        hands = np.repeat(type_table().hands[found.types], np.diff(job.questions.start)[found.types])
        below = int(hands * job.below_factor[found.question] @ found.below)
        above = int(hands * job.above_factor[found.question] @ found.above)
        return below, above
    seen = views(chosen, job.questions)
    order = np.argsort(job.questions.high[seen.question], kind="stable")
    q, hands = seen.question[order], 4 * seen.weight[order].astype(np.int64)
    factors = hands * job.below_factor[q], hands * job.above_factor[q]
    sums = np.zeros((2, 1), dtype=np.int64)
    mine = _by_size() % job.shares == job.share
    _sweep_suits(seen, order, job.dealer, job.questions, factors, mine, job.deck, *sums)
    return int(sums[0, 0]), int(sums[1, 0])


def sum_over_deals(
    dealer: Dealer,
    questions: Questions,
    factors: tuple[I64, I64] | None = None,
    deck: Deck = FULL_DECK,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> tuple[int, int]:
    """Sum the answers (below, above) to the first hand's questions over all deals, each multiplied by its factor."""
    if factors is None:
        once = np.ones(len(questions.high), dtype=np.int64)
        factors = once, once
    number = 1 + len(questions.high) // QUESTIONS_A_JOB
    shares = max(1, 4 // number)
    rank_slices = max(2, number)
    todo = [
        *(
            _SumJob(dealer, questions, *factors, deck, i, number, k, shares)
            for i in range(number)
            for k in range(shares)
        ),
        *(_SumJob(dealer, questions, *factors, deck, i, rank_slices, None, 1) for i in range(rank_slices)),
    ]
    results = run(_sum_job, todo, executor, progress)
    return sum(below for below, _ in results), sum(above for _, above in results)
