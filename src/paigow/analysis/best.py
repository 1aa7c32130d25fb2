"""Best play: for every hand, the setting with the highest expectation against a house way, given the cards held.

Two hands of one type can differ here, because the suits of a hand affect which flushes the other side can have. So
every hand is counted separately, up to a permutation of suits; the contributions of its four suits are looked up (see
``views``).
"""

from concurrent.futures import Executor
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from paigow.analysis.deals import answer_by_ranks, answer_by_suits, dealer_hands, lines_of, slices
from paigow.analysis.disjoint import FULL_DECK, Dealer, Deck, Questions
from paigow.analysis.execution import KeptResults, Progress, run
from paigow.analysis.kernel import I8, I16, I32, I64, U8, kernel
from paigow.analysis.ranks import front_table, setting_table
from paigow.analysis.results import COMMISSION, Counts
from paigow.analysis.types import TYPES, type_table
from paigow.analysis.views import flush_types_by_rank_type
from paigow.poker import Wheel

JOBS = 8
"""The number of jobs into which a question about every hand is split."""

EQUAL_SUITS = np.array([24, 12, 12, 4, 12, 6, 4, 1], dtype=np.int64)
"""The number of suit permutations, indexed by which neighbours among the four suits hold the same ranks."""


@kernel
def _choose(below: I64, above: I64, asks: int, gain: int, cost: int) -> int:
    """Return the answer with the highest expectation.

    If several are equal, return the first, which has the highest high hand.
    """
    best = 0
    for k in range(1, asks):
        if gain * (below[k] - below[best]) > cost * (above[k] - above[best]):
            best = k
    return best


@kernel
def _add_up(
    chosen: I32,
    counts: U8,
    code_start: I32,
    at: I32,
    flush_start: I32,
    flush_at: I32,
    view_below: I64,
    view_above: I64,
    base_at: I64,
    base_below: I64,
    base_above: I64,
    flush_of: I32,
    flush_types: I32,
    off: I8,
    q_start: I32,
    asked: I32,
    reference: I32,
    gain: int,
    cost: int,
    equal_suits: I64,
    best: I64,
    house: I64,
    hands_choosing: I64,
    hands_apart: I64,
    sum_below: I64,
    sum_above: I64,
) -> None:
    """Let every hand of the given rank types choose its best setting, and add up wins and losses by type.

    ``base_at[t]`` is the index of the first answer by ranks for type t. Only the first ``asked[t]`` questions may be
    chosen; ``reference[t]`` is the house way's question, counted alongside.
    """
    most = 0
    for t in range(len(q_start) - 1):
        most = max(most, q_start[t + 1] - q_start[t])
    below = np.zeros(most, dtype=np.int64)
    above = np.zeros(most, dtype=np.int64)
    support = np.zeros(13, dtype=np.int64)
    subset = np.zeros(14, dtype=np.int64)  # suits of each different rank, highest first
    equal = np.zeros(15, dtype=np.int64)
    codes = np.zeros((15, 4), dtype=np.int64)
    for c in range(len(chosen)):
        r = chosen[c]
        joker = np.int64(counts[r, 13])
        d = 0
        for rank in range(13):
            if counts[r, rank]:
                support[d] = rank
                d += 1
        # Assign suits to ranks from the highest down; among suits that are equal so far, the first takes a card first.
        depth = 0
        equal[0] = 7
        codes[0, :] = 0
        subset[0] = 0
        while depth >= 0:
            if depth == d:
                fits = True
                for suit in range(4):
                    held = joker
                    for i in range(d):
                        held += (codes[d, suit] >> i) & 1
                    if held >= 5:
                        fits = False
                if fits:
                    number = q_start[r + 1] - q_start[r]
                    for k in range(number):
                        below[k] = base_below[base_at[r] + k]
                        above[k] = base_above[base_at[r] + k]
                    for suit in range(4):
                        line = at[code_start[c] + codes[d, suit]]
                        for k in range(number):
                            below[k] += view_below[line + k]
                            above[k] += view_above[line + k]
                    _count(r, equal_suits[equal[d]], below, above, asked, reference, gain, cost, q_start,
                           best, house, hands_choosing, hands_apart, sum_below, sum_above)  # fmt: skip
                depth -= 1
                continue
            place = d - 1 - depth
            size = np.int64(counts[r, support[place]])
            suits = subset[depth] + 1
            while suits < 16:
                held = (suits & 1) + ((suits >> 1) & 1) + ((suits >> 2) & 1) + ((suits >> 3) & 1)
                # Suit i may take a card only if its equal neighbour before it does: bit i+1 asks for bit i.
                if held == size and suits >> 1 & equal[depth] & ~suits == 0:
                    break
                suits += 1
            if suits >= 16:
                depth -= 1
                continue
            subset[depth] = suits
            still = equal[depth]
            for i in range(3):
                if ((suits >> i) & 1) != ((suits >> (i + 1)) & 1):
                    still &= ~(1 << i)
            equal[depth + 1] = still
            for suit in range(4):
                codes[depth + 1, suit] = codes[depth, suit] | (((suits >> suit) & 1) << place)
            depth += 1
            subset[depth] = 0
        for f in range(flush_start[c], flush_start[c + 1]):
            t = flush_types[flush_of[r] + f - flush_start[c]]
            number = q_start[t + 1] - q_start[t]
            a = off[t, 0]
            b = off[t, 1]
            cases = 2 if b >= 0 and a != b else 1
            for case in range(cases):
                # Where the other cards are: what each of the three other suits holds (none, first, second, both).
                first = 0
                second = 0
                if a < 0:
                    ways = 4
                elif b < 0:
                    ways = 12
                    first = 1
                elif a == b:
                    ways = 12
                    first = 1
                    second = 1
                elif case == 0:
                    ways = 12
                    first = 3
                else:
                    ways = 24
                    first = 1
                    second = 2
                own = flush_at[5 * f]
                one = flush_at[5 * f + 1 + first]
                two = flush_at[5 * f + 1 + second]
                none = flush_at[5 * f + 1]
                for k in range(number):
                    below[k] = (
                        base_below[base_at[t] + k]
                        + view_below[own + k]
                        + view_below[one + k]
                        + view_below[two + k]
                        + view_below[none + k]
                    )
                    above[k] = (
                        base_above[base_at[t] + k]
                        + view_above[own + k]
                        + view_above[one + k]
                        + view_above[two + k]
                        + view_above[none + k]
                    )
                _count(t, ways, below, above, asked, reference, gain, cost, q_start,
                       best, house, hands_choosing, hands_apart, sum_below, sum_above)  # fmt: skip


@kernel
def _count(
    t: int,
    ways: int,
    below: I64,
    above: I64,
    asked: I32,
    reference: I32,
    gain: int,
    cost: int,
    q_start: I32,
    best: I64,
    house: I64,
    hands_choosing: I64,
    hands_apart: I64,
    sum_below: I64,
    sum_above: I64,
) -> None:
    choice = _choose(below, above, asked[t], gain, cost)
    usual = reference[t]
    best[t, 0] += ways * below[choice]
    best[t, 1] += ways * above[choice]
    house[t, 0] += ways * below[usual]
    house[t, 1] += ways * above[usual]
    hands_choosing[q_start[t] + choice] += ways
    for k in range(q_start[t + 1] - q_start[t]):
        sum_below[q_start[t] + k] += ways * below[k]
        sum_above[q_start[t] + k] += ways * above[k]
    if gain * (below[choice] - below[usual]) != cost * (above[choice] - above[usual]):
        hands_apart[t] += ways


@dataclass(frozen=True, slots=True, eq=False)
class BestPlay:
    """Best play of every hand compared with a house way: exact numbers of deals won and lost, by type."""

    best: I64
    house: I64
    """[type, (won, lost)] over all deals in which the player's hand is of that type."""
    questions: Questions
    hands_choosing: I64
    """The number of hands of the type that choose each setting."""
    hands_apart: I64
    """The number of hands of the type with a better setting than the house way's."""
    settings: I16
    """The setting behind each question."""
    by_question: I64
    """[(below, above), question]: the deals each setting wins and loses if all hands of the type use it."""
    total: int

    @property
    def counts(self) -> Counts:
        return self._counts(self.best)

    def _counts(self, rows: I64) -> Counts:
        win, lose = (sum(each.tolist()) for each in rows.T)
        return Counts(win, self.total - win - lose, lose)


@dataclass(frozen=True, slots=True, eq=False)
class _BestJob:
    share: int
    dealer: Dealer
    above: Dealer | None
    questions: Questions
    asked: I32
    reference: I32
    gain: int
    cost: int
    deck: Deck


Found = tuple[I32, I64, I64, I64, I64, I64]
"""The result of a job: its types, and the parts of a BestPlay by type or by question."""


def _best_job(job: _BestJob) -> Found:
    chosen = slices(job.deck, JOBS)[job.share]
    types, questions = type_table(), job.questions
    base = answer_by_ranks(chosen, job.dealer, questions, job.deck)
    seen = answer_by_suits(chosen, job.dealer, questions, job.deck)
    if job.above is not None:
        base = replace(base, above=answer_by_ranks(chosen, job.above, questions, job.deck).above)
        seen = replace(seen, above=answer_by_suits(chosen, job.above, questions, job.deck).above)
    base_at = np.zeros(TYPES, dtype=np.int64)
    sizes = np.diff(questions.start)[base.types]
    base_at[base.types] = np.cumsum(sizes) - sizes
    flush_of, flush_types = flush_types_by_rank_type()
    best, house = np.zeros((2, TYPES, 2), dtype=np.int64)
    hands_choosing = np.zeros(len(questions.high), dtype=np.int64)
    hands_apart = np.zeros(TYPES, dtype=np.int64)
    by_question = np.zeros((2, len(questions.high)), dtype=np.int64)
    _add_up(
        chosen, types.counts, seen.views.code_start, seen.views.at, seen.views.flush_start, seen.views.flush_at,
        seen.below, seen.above, base_at, base.below, base.above, flush_of, flush_types, types.off,
        questions.start, job.asked, job.reference, job.gain, job.cost, EQUAL_SUITS,
        best, house, hands_choosing, hands_apart, by_question[0], by_question[1],
    )  # fmt: skip
    mine, lines = base.types, base.question
    return mine, best[mine], house[mine], hands_choosing[lines], hands_apart[mine], by_question[:, lines]


def front_questions(house: tuple[I16, U8], wheel: Wheel, player_banks: bool) -> tuple[Questions, I32, I32, I16]:
    """Return the undominated settings of each type, followed by the house way's own if it is not among them."""
    table = setting_table(wheel)
    start, front = front_table(wheel)
    number = np.diff(start)
    row = np.repeat(np.arange(TYPES), number)
    high, low = table.high[row, front], table.low[row, front]
    same = (high == house[0][row]) & (low == house[1][row])
    found = np.zeros(TYPES, dtype=np.bool_)
    found[row[same]] = True
    reference = number.astype(np.int32)
    reference[row[same]] = (np.arange(len(row)) - start[row])[same]
    sizes = number + ~found
    new_start = np.zeros(TYPES + 1, dtype=np.int32)
    np.cumsum(sizes, out=new_start[1:])
    place = np.arange(len(row)) - start[row] + new_start[row]
    all_high = np.empty(new_start[-1], dtype=np.int16)
    all_low = np.empty(new_start[-1], dtype=np.uint8)
    settings = np.full(new_start[-1], -1, dtype=np.int16)
    all_high[place], all_low[place], settings[place] = high, low, front
    extra = new_start[1:][~found] - 1
    all_high[extra], all_low[extra] = house[0][~found], house[1][~found]
    if player_banks:
        all_high, all_low = all_high + np.int16(1), all_low + np.uint8(1)
    return Questions.plain(new_start, all_high, all_low), number.astype(np.int32), reference, settings


def play_best(
    dealer: Dealer,
    house: tuple[I16, U8],
    *,
    player_banks: bool = False,
    commission: Fraction = COMMISSION,
    wheel: Wheel = Wheel.SECOND,
    deck: Deck = FULL_DECK,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> BestPlay:
    """Find the best play of every hand against the dealer; ``house`` gives the house way's classes for comparison."""
    questions, asked, reference, settings = front_questions(house, wheel, player_banks)
    return choose_best(
        dealer,
        questions,
        asked,
        reference,
        settings,
        win=1 - commission,
        deck=deck,
        executor=executor,
        progress=progress,
    )


def choose_best(
    dealer: Dealer,
    questions: Questions,
    asked: I32,
    reference: I32,
    settings: I16,
    *,
    win: Fraction,
    above: Dealer | None = None,
    deck: Deck = FULL_DECK,
    executor: Executor | None = None,
    progress: Progress | None = None,
    kept: KeptResults[Found] | None = None,
) -> BestPlay:
    """Let every hand choose among the first ``asked`` questions of its type; a win pays ``win`` and a loss costs 1.

    The result of question ``reference`` of its type is counted as well. Pass ``above`` if the hands that beat the
    player differ from those the player beats.
    """
    jobs = [
        _BestJob(share, dealer, above, questions, asked, reference, win.numerator, win.denominator, deck)
        for share in range(JOBS)
    ]
    best, ours = np.zeros((2, TYPES, 2), dtype=np.int64)
    hands_choosing = np.zeros(len(questions.high), dtype=np.int64)
    hands_apart = np.zeros(TYPES, dtype=np.int64)
    by_question = np.zeros((2, len(questions.high)), dtype=np.int64)
    for mine, won, usual, choosing, apart, each in run(_best_job, jobs, executor, progress, kept):
        best[mine], ours[mine], hands_apart[mine] = won, usual, apart
        lines = lines_of(mine, questions.start)
        hands_choosing[lines], by_question[:, lines] = choosing, each
    total = int(hands_choosing.sum()) * dealer_hands(deck) * dealer.parts
    return BestPlay(best, ours, questions, hands_choosing, hands_apart, settings, by_question, total)
