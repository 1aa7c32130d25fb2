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
from paigow.analysis.types import RANK_TYPES, TYPES, type_table
from paigow.analysis.views import Views, flush_entries, flush_types_by_rank_type, views

JOBS = 4
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
    return tuple(chosen[i::jobs] for i in range(min(jobs, len(chosen))))


@dataclass(frozen=True, slots=True, eq=False)
class Answers:
    """Hands of the other side below and above every question, for the hands of some rank types.

    A hand of type t asks questions ``base_start[...]``; what its suits add is found through ``views``.
    """

    types: I32
    question: I32
    below: I64
    above: I64
    views: Views
    view_below: I64
    view_above: I64


def types_of_rank_types(chosen: I32) -> I32:
    """The rank types themselves and all their flush types."""
    start, flush_types = flush_types_by_rank_type()
    flushes = [flush_types[start[r] : start[r + 1]] for r in chosen.tolist()]
    return np.concatenate([chosen, *flushes]).astype(np.int32)


def answer(chosen: I32, dealer: Dealer, questions: Questions, deck: Deck = FULL_DECK) -> Answers:
    """Answer the questions of all hands of the chosen rank types."""
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
    seen = views(chosen, questions)
    entries = flush_entries(dealer.high, dealer.low, dealer.live, deck)
    view_order = np.argsort(questions.high[seen.question], kind="stable")
    q = seen.question[view_order]
    view_below, view_above = np.zeros((2, len(q)), dtype=np.int64)
    sweep_suits(
        *entries, seen.mask[view_order], seen.rest[view_order], questions.high[q], questions.low[q],
        p.mu_start, p.mu_index, p.mu_sign, view_below, view_above,
    )  # fmt: skip
    return Answers(
        mine,
        question,
        *(_unsorted(order, each) for each in (below, above)),
        seen,
        *(_unsorted(view_order, each) for each in (view_below, view_above)),
    )


def _unsorted(order: I64, values: I64) -> I64:
    back = np.empty_like(values)
    back[order] = values
    return back


@dataclass(frozen=True, slots=True, eq=False)
class _SumJob:
    chosen: I32
    dealer: Dealer
    questions: Questions
    factor: I64
    deck: Deck


def _sum_job(job: _SumJob) -> tuple[int, int]:
    found = answer(job.chosen, job.dealer, job.questions, job.deck)
    sizes = np.diff(job.questions.start)[found.types]
    times = np.repeat(type_table().hands[found.types], sizes) * job.factor[found.question]
    seen = 4 * found.views.weight.astype(np.int64) * job.factor[found.views.question]
    return (
        int(times @ found.below) + int(seen @ found.view_below),
        int(times @ found.above) + int(seen @ found.view_above),
    )


def sum_over_deals(
    dealer: Dealer,
    questions: Questions,
    factor: I64 | None = None,
    deck: Deck = FULL_DECK,
    executor: Executor | None = None,
    progress: Progress | None = None,
    jobs: int = JOBS,
) -> tuple[int, int]:
    """Over all deals, the answers (below, above) to all questions of the first hand, each times its factor."""
    if factor is None:
        factor = np.ones(len(questions.high), dtype=np.int64)
    todo = [_SumJob(chosen, dealer, questions, factor, deck) for chosen in slices(deck, jobs)]
    results = run(_sum_job, todo, executor, progress)
    return sum(below for below, _ in results), sum(above for _, above in results)


__all__ = ["JOBS", "TYPES", "Answers", "answer", "deals", "dealer_hands", "slices", "sum_over_deals"]
