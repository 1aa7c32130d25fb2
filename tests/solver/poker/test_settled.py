"""What a certificate settles about the best fixed way, next to counts and ways that are tried one by one."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest
from tests.solver.poker.small_game import SmallGame, kind_of, small_game

from paigow.analysis.disjoint import Deck
from paigow.analysis.house_ways import house_way_settings
from paigow.analysis.types import TYPES, types_of
from paigow.errors import PaigowError
from paigow.poker import DECK, HOUSE_WAYS, Card
from paigow.solver.model import Bounds, Watch
from paigow.solver.poker.choices import Choices, choices
from paigow.solver.poker.descent import descend
from paigow.solver.poker.exact import PARTS, respond
from paigow.solver.poker.learn import best_by_type
from paigow.solver.poker.model import HOUSE, PLAYER
from paigow.solver.poker.settled import settle
from paigow.solver.poker.solve import Question, Solver
from paigow.solver.poker.strategy import TypeStrategy
from tools.tiers import cases

pytestmark = pytest.mark.long

Ints = np.ndarray[Any, np.dtype[np.int64]]
FIVE = Fraction(19, 20)


def solver_of(ranks: tuple[int, ...], copies: int = HOUSE, turns: int = 60, progress: Watch | None = None) -> Solver:
    solver = Solver(Question(FIVE, copies, Deck(ranks), turns=turns), progress=progress)
    solver.certify(Fraction(0), most_loops=1)
    return solver


def places_in(game: SmallGame, lines: Choices) -> Ints:
    """The line of the solver for each setting of a game built from the readable code."""
    types = types_of(np.array([[card.index for card in hand] for hand in game.kinds], dtype=np.uint8))[game.kind]
    theirs, ours = np.lexsort((lines.high, lines.type)), np.lexsort((game.high, types))
    found = np.empty(len(ours), dtype=np.int64)
    found[ours] = theirs
    assert (lines.type[found] == types).all()
    return found


def pays(game: SmallGame, player_banks: bool) -> Ints:
    """What the player gains with each setting against each of the house, in twentieths."""
    high, low = np.subtract.outer(game.high, game.high), np.subtract.outer(game.low, game.low)
    better = (high >= 0).astype(int) + (low >= 0) if player_banks else (high > 0).astype(int) + (low > 0)
    gains: Ints = np.array([-20, 0, 19])[better]
    return gains


@pytest.mark.parametrize(
    ("ranks", "copies"), cases([((9, 10, 11, 12), HOUSE), ((0, 1, 2, 3, 12), PLAYER), ((8, 9, 10, 11, 12), HOUSE)])
)
def test_the_costs_are_those_of_all_deals(ranks: tuple[int, ...], copies: int) -> None:
    seen: list[Bounds] = []
    solver, game = solver_of(ranks, copies, progress=seen.append), small_game(ranks)
    fixed = solver.fix()
    found = solver.settle(fixed)
    assert seen[-1].stage == f"fixed way, {found.settled:,} types settled and {found.open:,} open"
    place = places_in(game, solver.lines)
    weight = solver.bounds[PLAYER].weight[place].astype(np.int64)
    deals = game.pairs[np.ix_(game.kind, game.kind)]
    costs: list[int] = (weight @ (pays(game, copies == PLAYER) * deals)).tolist()
    cheapest = [min(cost for cost, of in zip(costs, game.kind, strict=True) if of == kind) for kind in set(game.kind)]
    unit = 20 * PARTS * int(game.pairs.sum())
    assert found.least == Fraction(sum(cheapest), unit)
    assert solver.lower <= found.least <= fixed.value
    assert found.slack == fixed.value - found.least
    spare = fixed.value * unit - sum(cheapest)
    within = Counter(
        kind for cost, kind in zip(costs, game.kind.tolist(), strict=True) if cost - cheapest[kind] <= spare
    )
    assert found.open == sum(number > 1 for number in within.values())
    assert found.settled == len(game.kinds) - found.open
    assert found.open > 0
    assert found.settled > sum(number == 1 for number in Counter(game.kind.tolist()).values())
    of_kind = dict(zip(game.kind.tolist(), solver.lines.type[place].tolist(), strict=True))
    expected = {of_kind[kind] for kind, number in within.items() if number > 1}
    assert set(np.flatnonzero(found.open_types).tolist()) == expected
    assert f"{found.settled:,} types settled, {found.open:,} open" in str(found)


RANKS, CHOICES = (9, 10, 11, 12), 11


@pytest.mark.exhaustive
def test_every_way_as_good_agrees_with_what_is_settled() -> None:
    """A house that may choose for a few types only: all its ways against hands that respond best, one by one."""
    solver, game = solver_of(RANKS, turns=300), small_game(RANKS)
    lines, place = solver.lines, places_in(game, solver.lines)
    usual = np.flatnonzero(solver.fix().weight[place])
    free = choosing(solver, game, place)
    options = [np.flatnonzero(game.kind == kind) for kind in free]
    ways = np.array(list(product(*options)))
    values = responses(game, np.array([line for line in usual if game.kind[line] not in free]), options, ways)
    unit = 20 * lines.deals

    way = ways[np.argsort(values)[5]]
    weight = np.zeros(len(lines.type), dtype=np.int32)
    weight[place[[line for line in usual if game.kind[line] not in free] + way.tolist()]] = 1
    counted = respond(lines, PLAYER, lines.dealer(weight, 1), FIVE).value
    assert counted == Fraction(int(np.sort(values)[5]), unit)

    allowed = np.zeros(len(lines.type), dtype=np.bool_)
    allowed[place[usual]] = True
    allowed[place[np.concatenate(options)]] = True
    part = replace(
        lines,
        start=np.searchsorted(lines.type[allowed], np.arange(len(lines.start))).astype(np.int32),
        type=lines.type[allowed], setting=lines.setting[allowed], high=lines.high[allowed], low=lines.low[allowed],
    )  # fmt: skip
    types = lines.type[place[ways[0]]]
    seen = set()
    for known in np.unique(values)[:400].tolist():
        found = settle(part, solver.bounds[PLAYER].by_line[:, allowed], FIVE, PARTS, Fraction(known, unit))
        as_good = ways[values <= known]
        agree = (as_good == as_good[0]).all(axis=0)
        still_open = found.open_types[types]
        assert (agree | still_open).all()
        assert found.open == still_open.sum()
        seen.add(found.open)
    assert len(seen) > 2
    assert max(seen) > 0
    assert min(seen) < len(free)


def choosing(solver: Solver, game: SmallGame, place: Ints) -> list[int]:
    """A few kinds with two settings each, from those that hardly matter to those that matter most."""
    won, lost = solver.bounds[PLAYER].by_line[:, place]
    cost = 19 * lost - 20 * won
    two = [kind for kind in range(len(game.kinds)) if (game.kind == kind).sum() == 2]
    two.sort(key=lambda kind: int(np.ptp(cost[game.kind == kind])))
    return sorted(two[:: len(two) // CHOICES + 1])


def without_suits(hand: tuple[Card, ...]) -> tuple[object, ...]:
    """The same for hands that differ only by a permutation of suits."""
    joker = any(card.is_joker for card in hand)
    return joker, *sorted(tuple(card.rank for card in hand if card.suit == suit) for suit in "cdhs")


def responses(game: SmallGame, others: Ints, options: list[Ints], ways: Ints) -> Ints:
    """The player's gain in twentieths, over all deals, from the best response of every hand to each way."""
    deck = [card for card in DECK if card.is_joker or card.rank - 2 in RANKS]
    hands = list(combinations(deck, 7))
    number = {kind_of(hand): kind for kind, hand in enumerate(game.kinds)}
    kinds = np.array([number[kind_of(hand)] for hand in hands])
    bits = np.array([sum(1 << card.index for card in hand) for hand in hands])
    table, gains = pays(game, False), np.zeros(len(ways), dtype=np.int64)
    column = {line: n for n, line in enumerate(np.concatenate(options).tolist())}
    used = np.array([[column[line] for line in way] for way in ways.tolist()])
    alike = Counter(map(without_suits, hands))  # hands that differ by a permutation of suits gain the same
    for place, hand in enumerate(hands):
        times = alike.pop(without_suits(hand), 0)
        if times == 0:
            continue
        met = times * np.bincount(kinds[bits & bits[place] == 0], minlength=len(game.kinds))
        mine = game.kind == kinds[place]
        fixed = table[np.ix_(mine, others)] @ met[game.kind[others]]
        free = table[np.ix_(mine, list(column))] * met[game.kind[list(column)]]
        gains += (fixed[:, None] + free[:, used].sum(axis=2)).max(axis=0)
    return gains


@pytest.mark.parametrize(("ranks", "copies"), [(RANKS, HOUSE), ((0, 1, 2, 3), PLAYER)])
def test_no_single_change_improves_a_way_that_was_descended_to(ranks: tuple[int, ...], copies: int) -> None:
    solver = solver_of(ranks, copies)
    lines, model, everything = solver.lines, solver.learner.model, np.ones(len(solver.lines.type), dtype=np.bool_)

    def on_table(weight: Any) -> float:
        gains = model.gains(PLAYER, weight.astype(np.float64))
        return best_by_type(lines.start, gains) - float(weight @ model.added[HOUSE])

    start = TypeStrategy.fixed(house_way_settings(HOUSE_WAYS["optimal"])).weights_of(lines)
    found = descend(lines, model, everything, start)
    value = on_table(found)
    assert value < on_table(start) - 1e-4
    assert (np.bincount(lines.type, found, TYPES)[np.diff(lines.start) > 0] == 1).all()
    for line in range(len(lines.type)):
        changed = np.where(lines.type == lines.type[line], 0, found)
        changed[line] = 1
        assert on_table(changed) > value - 1e-12
    frozen = np.zeros_like(everything)
    assert (descend(lines, model, frozen, start) == start).all()
    exact = [respond(lines, PLAYER, lines.dealer(each, 1), FIVE, copies).value for each in (found, start)]
    assert exact[0] < exact[1]


def test_a_way_with_a_setting_that_is_never_best_has_no_weights() -> None:
    with pytest.raises(PaigowError, match="worse than another in both hands"):
        TypeStrategy.fixed(np.zeros(TYPES, dtype=np.uint8)).weights_of(choices(Deck(RANKS)))
