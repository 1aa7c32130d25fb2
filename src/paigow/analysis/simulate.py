"""Simulation of what cannot be counted: several hands against one bank, and commission on the bank's net result.

Rounds are dealt in chunks, each with its own random stream derived from the seed and the chunk's number, so the answer
depends only on the seed and the number of rounds. The result is a histogram of the bank's net result in units of one
wager, and every position's wins, pushes and losses: integers from which all figures follow.
"""

from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from math import sqrt
from time import perf_counter

import numpy as np

from paigow.analysis.dealer_open import jacks_of_types
from paigow.analysis.execution import Progress, run
from paigow.analysis.house_ways import house_way, house_way_classes
from paigow.analysis.kernel import I32, I64, Int, kernel
from paigow.analysis.randomness import seeded, shuffle
from paigow.analysis.ranks import front_table, setting_table
from paigow.analysis.results import COMMISSION, Counts
from paigow.analysis.tiles import tile_house_settings, tile_house_way, tile_table
from paigow.analysis.types import CARD_KEYS, PAIR_INDEX, TYPES, keyed_deck, type_in_deck, type_table
from paigow.errors import PaigowError
from paigow.poker import Wheel

CHUNK = 1 << 17
"""The number of rounds per random stream."""
MAX_ROUNDS = 10**12
MAX_SEED = 2**63 - 1
"""The largest seed of the compiled loops."""
MOST_POSITIONS: Mapping[str, int] = {"poker": 6, "dealer-open": 6, "tiles": 7}
"""The maximum number of positions against the bank: as many as 53 cards in sevens, or 32 tiles in fours, allow."""


@dataclass(frozen=True, slots=True, eq=False)
class PokerTables:
    """Look-up tables for a poker round: classes as high << 7 | low for each side, and staircases for Dealer Open."""

    numbering: I32
    mask_start: I32
    player: I32
    bank: I32
    step_start: I32
    step: I32


@kernel
def _poker_rounds(
    rounds: int,
    positions: int,
    seed: int,
    chunk: int,
    keys: I64,
    numbering: I32,
    mask_start: I32,
    pairs: I64,
    player: I32,
    bank: I32,
    step_start: I32,
    step: I32,
    tally: I64,
    net_tally: I64,
) -> None:
    """Deal rounds and settle every position against the bank, which wins copies.

    With staircases (Dealer Open), a position uses the best setting against the bank's open hand, and a bank of class -1
    has two jacks and beats everyone.
    """
    state = seeded(seed, chunk)
    deck = keyed_deck(keys)
    cards = np.empty(7, dtype=np.uint8)
    for _ in range(rounds):
        shuffle(deck, 7 * (positions + 1), state)
        held = bank[type_in_deck(deck, np.uint64(0), cards, numbering, mask_start, pairs)]
        high = held >> 7
        low = held & 127
        net = positions
        for p in range(positions):
            t = type_in_deck(deck, np.uint64(7 * (p + 1)), cards, numbering, mask_start, pairs)
            won: Int = 0
            if len(step) == 0:
                own = player[t]
                won = np.int64((own >> 7) > high) + np.int64((own & 127) > low)
            elif held >= 0:
                for s in range(step_start[t], step_start[t + 1]):
                    won = max(won, np.int64((step[s] >> 7) > high) + np.int64((step[s] & 127) > low))
            tally[p, won] += 1
            net += 1 - won
        net_tally[net] += 1


@kernel
def _tile_rounds(
    rounds: int,
    positions: int,
    seed: int,
    chunk: int,
    keys: I64,
    low_part: I32,
    high_part: I32,
    player: I32,
    bank: I32,
    tally: I64,
    net_tally: I64,
) -> None:
    """Deal and settle rounds with tiles, four to a hand."""
    state = seeded(seed, chunk)
    wall = np.empty(32, dtype=np.uint64)
    for tile in range(32):
        wall[tile] = np.uint64(keys[tile])
    for _ in range(rounds):
        shuffle(wall, 4 * (positions + 1), state)
        net = positions
        high: Int = 0
        low: Int = 0
        for p in range(positions + 1):
            key = np.int64(wall[4 * p] + wall[4 * p + 1] + wall[4 * p + 2] + wall[4 * p + 3])
            kind = low_part[key & 0xFFFF] + high_part[key >> 16]
            if p == 0:
                high = bank[kind] >> 7
                low = bank[kind] & 127
                continue
            won: Int = np.int64((player[kind] >> 7) > high) + np.int64((player[kind] & 127) > low)
            tally[p - 1, won] += 1
            net += 1 - won
        net_tally[net] += 1


@cache
def _tile_keys() -> tuple[I64, I32, I32]:
    """Return the keys of the 32 tiles in base three, in two halves of eight kinds.

    Also return the map from a sum of four keys to the kind of hand.
    """
    table = tile_table()
    keys = np.array([3 ** (kind % 8) << (16 * (kind // 8)) for kind in range(16) for _ in range(2)], dtype=np.int64)
    sums = keys[2 * table.kinds.astype(np.int64)].sum(axis=1)
    low, high = sums & 0xFFFF, sums >> 16
    order = np.lexsort((high, low))
    low_part = np.zeros(1 << 16, dtype=np.int32)
    high_part = np.zeros(3**8, dtype=np.int32)
    # Hands with the same low half are consecutive; the high half alone gives the index within its size.
    by_size: dict[int, dict[int, int]] = {}
    for value in np.unique(high).tolist():
        size = sum(value // 3**i % 3 for i in range(8))
        places = by_size.setdefault(size, {})
        high_part[value] = places[value] = len(places)
    place = 0
    for value in np.unique(low).tolist():
        low_part[value] = place
        place += len(by_size[4 - sum(value // 3**i % 3 for i in range(8))])
    renumber = low_part[low] + high_part[high]
    assert len(np.unique(renumber)) == len(order) == place
    return keys, low_part, high_part


@cache
def _kind_number() -> I64:
    """Return the number of each kind of hand in the simulation's own order."""
    table = tile_table()
    keys, low_part, high_part = _tile_keys()
    sums = keys[2 * table.kinds.astype(np.int64)].sum(axis=1)
    found: I64 = (low_part[sums & 0xFFFF] + high_part[sums >> 16]).astype(np.int64)
    return found


@dataclass(frozen=True, slots=True)
class SimulationQuestion:
    """The parameters of a simulation, which alone determine its answer."""

    game: str = "poker"
    rounds: int = 1_000_000
    positions: int = 6
    seed: int = 1
    house_way: str = ""
    """The house way of the bank; the game's default if empty."""
    player_way: str = ""
    """The house way of everyone else; the bank's if empty. In Dealer Open players always use the best setting."""
    wheel: Wheel = Wheel.SECOND

    def __post_init__(self) -> None:
        most = MOST_POSITIONS.get(self.game)
        if most is None:
            raise PaigowError(f"there is no game {self.game!r} to simulate; there are {', '.join(MOST_POSITIONS)}")
        if not 1 <= self.positions <= most:
            raise PaigowError(f"{self.game} has 1 to {most} positions against the bank, not {self.positions}")
        if not 1 <= self.rounds <= MAX_ROUNDS:
            raise PaigowError(f"simulate 1 to {MAX_ROUNDS:,} rounds, not {self.rounds:,}")
        if not 0 <= self.seed <= MAX_SEED:
            raise PaigowError(f"a seed is a whole number from 0 to {MAX_SEED}, not {self.seed}")

    @property
    def ways(self) -> tuple[str, str]:
        """Return the house ways of the bank and of the others."""
        bank = self.house_way or ("maryland" if self.game == "tiles" else "foxwoods")
        return bank, self.player_way or bank

    @property
    def chunks(self) -> int:
        return -(-self.rounds // CHUNK)

    def rounds_in(self, chunk: int) -> int:
        return min(CHUNK, self.rounds - chunk * CHUNK)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with its standard error; ``low`` and ``high`` are its bounds at 99 percent confidence."""

    mean: float
    error: float

    @property
    def low(self) -> float:
        return self.mean - 2.5758 * self.error

    @property
    def high(self) -> float:
        return self.mean + 2.5758 * self.error

    def to_dict(self) -> dict[str, float]:
        return {"mean": self.mean, "error": self.error, "low": self.low, "high": self.high}


@dataclass(frozen=True, slots=True)
class Simulation:
    """The result of the rounds dealt so far."""

    question: SimulationQuestion
    chunks: int
    """The number of chunks done, starting with the first; an incomplete simulation can be resumed."""
    positions: tuple[Counts, ...]
    net: tuple[int, ...]
    """The number of rounds for each net result of the bank, from minus to plus the number of positions, in units of one
    wager.
    """
    seconds: float = field(default=0.0, compare=False)

    @property
    def rounds(self) -> int:
        return sum(self.net)

    @property
    def complete(self) -> bool:
        return self.chunks == self.question.chunks

    @property
    def counts(self) -> Counts:
        """Return the counts of all positions together."""
        return sum(self.positions[1:], self.positions[0])

    def _mean(self, value: Callable[[int], float]) -> Estimate:
        span = len(self.positions)
        rounds = self.rounds
        values = [(value(net - span), number) for net, number in enumerate(self.net)]
        mean = sum(each * number for each, number in values) / rounds
        variance = sum((each - mean) ** 2 * number for each, number in values) / rounds
        return Estimate(mean, sqrt(variance / rounds))

    def player_edge(self, commission: Fraction = COMMISSION) -> Estimate:
        """Return the expected loss per unit staked at a position.

        It is estimated from the first position alone, whose rounds are independent.
        """
        first = self.positions[0]
        gain, cost, n = float(1 - commission), -1.0, first.total
        mean = (gain * first.win + cost * first.lose) / n
        variance = (gain**2 * first.win + cost**2 * first.lose) / n - mean**2
        return Estimate(-mean, sqrt(variance / n))

    def bank_result(self, commission: Fraction = COMMISSION, share: Fraction = Fraction(1)) -> Estimate:
        """Return the bank's expected result per round, in units of one wager, after commission on a net win.

        A co-bank has half of it, and pays commission only on its own half (MDT-9.S, MDP-12.L).
        """
        part, keep = float(share), float(1 - commission)
        return self._mean(lambda net: part * (net * keep if net > 0 else net))

    def to_dict(self) -> dict[str, object]:
        return {
            "game": self.question.game,
            "rounds": self.rounds,
            "positions": [each.to_dict() for each in self.positions],
            "seed": self.question.seed,
            "house_way": self.question.ways[0],
            "player": self.question.ways[1],
            "net": {str(net - len(self.positions)): number for net, number in enumerate(self.net)},
            "player_edge": self.player_edge().to_dict(),
            "bank_result": self.bank_result().to_dict(),
            "co_bank_result": self.bank_result(share=Fraction(1, 2)).to_dict(),
            "exact": False,
            "complete": self.complete,
            "seconds": self.seconds,
        }


def _packed(classes: tuple[np.ndarray, np.ndarray]) -> I32:
    high, low = classes
    packed: I32 = (high.astype(np.int32) << 7) | low
    return packed


@cache
def _poker_tables(bank_way: str, player_way: str, wheel: Wheel, dealer_open: bool) -> PokerTables:
    types = type_table()
    bank = _packed(house_way_classes(house_way(bank_way), wheel))
    player = _packed(house_way_classes(house_way(player_way), wheel))
    start, step = np.zeros(1, dtype=np.int32), np.zeros(0, dtype=np.int32)
    if dealer_open:
        start, front = front_table(wheel)
        table = setting_table(wheel)
        row = np.repeat(np.arange(TYPES), np.diff(start))
        step = _packed((table.high[row, front], table.low[row, front]))
        bank = np.where(jacks_of_types() >= 2, -1, bank).astype(np.int32)
    return PokerTables(types.numbering, types.mask_start, player, bank, start, step)


@cache
def _tile_classes(way: str) -> I32:
    table = tile_table()
    line = table.start[:-1] + tile_house_settings(tile_house_way(way))
    packed = _packed((table.high[line], table.low[line]))
    in_order = np.empty_like(packed)
    in_order[_kind_number()] = packed
    return in_order


def _simulate_chunk(job: tuple[SimulationQuestion, int]) -> tuple[I64, I64]:
    """Return the wins and losses of every position, and the bank's net results, for one chunk."""
    question, chunk = job
    bank, player = question.ways
    tally = np.zeros((question.positions, 3), dtype=np.int64)
    net = np.zeros(2 * question.positions + 1, dtype=np.int64)
    rounds = question.rounds_in(chunk)
    if question.game == "tiles":
        keys, low_part, high_part = _tile_keys()
        _tile_rounds(
            rounds, question.positions, question.seed, chunk, keys, low_part, high_part,
            _tile_classes(player), _tile_classes(bank), tally, net,
        )  # fmt: skip
    else:
        t = _poker_tables(bank, player, question.wheel, question.game == "dealer-open")
        _poker_rounds(
            rounds, question.positions, question.seed, chunk, CARD_KEYS, t.numbering, t.mask_start,
            PAIR_INDEX, t.player, t.bank, t.step_start, t.step, tally, net,
        )  # fmt: skip
    return tally, net


def simulate(
    question: SimulationQuestion,
    *,
    resume: Simulation | None = None,
    chunks: int | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Simulation:
    """Deal the rounds, optionally resuming an earlier part or stopping after some chunks."""
    began = perf_counter()
    if resume is not None and resume.question != question:
        raise PaigowError("only the same question can be resumed: game, rounds, positions, seed and house ways")
    first = 0 if resume is None else resume.chunks
    last = question.chunks if chunks is None else min(question.chunks, first + chunks)
    tally = np.zeros((question.positions, 3), dtype=np.int64)
    net = np.zeros(2 * question.positions + 1, dtype=np.int64)
    before = 0.0
    if resume is not None:
        tally += [[each.lose, each.push, each.win] for each in resume.positions]
        net += resume.net
        before = resume.seconds
    for counted, nets in run(_simulate_chunk, [(question, chunk) for chunk in range(first, last)], executor, progress):
        tally += counted
        net += nets
    positions = tuple(Counts(win, push, lose) for lose, push, win in tally.tolist())
    return Simulation(question, last, positions, tuple(net.tolist()), before + perf_counter() - began)
