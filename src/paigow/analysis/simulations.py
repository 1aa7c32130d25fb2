"""Simulations under given rules: saved to a file, resumed, and checked against the known exact figures."""

import json
import os
from concurrent.futures import Executor
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from math import sqrt
from pathlib import Path
from typing import Any

from paigow.analysis.asked import BEST, HOUSE_WAY, Asked, Rules, ask
from paigow.analysis.execution import Progress
from paigow.analysis.questions import odds
from paigow.analysis.results import Counts
from paigow.analysis.simulate import CHUNK, Estimate, Simulation, SimulationQuestion, simulate
from paigow.errors import PaigowError
from paigow.poker import Wheel

FORMAT = 1
SAVED_EVERY = 64
"""The number of chunks between two saves."""
ALLOWED = 4.0
"""The number of standard errors by which a share may differ from the exact one: by chance, one in sixteen thousand
differs by more.
"""


@dataclass(frozen=True, slots=True)
class Agreement:
    """A simulated share next to the exact one."""

    name: str
    exact: Fraction
    seen: float
    error: float
    """Standard error of the simulated share, from the exact figures."""

    @property
    def z(self) -> float:
        """Return the difference between the two, in standard errors."""
        return (self.seen - float(self.exact)) / self.error if self.error else 0.0

    @property
    def passed(self) -> bool:
        return abs(self.z) <= ALLOWED

    def to_dict(self) -> dict[str, object]:
        return {
            "name": self.name,
            "exact": str(self.exact),
            "exact_decimal": float(self.exact),
            "seen": self.seen,
            "z": self.z,
            "passed": self.passed,
        }


@dataclass(frozen=True, slots=True)
class SimulationReport:
    """The result of a simulation, and its agreement with the exact figures."""

    rules: str
    bank: str
    simulation: Simulation
    commission: Fraction
    checks: tuple[Agreement, ...]

    @property
    def passed(self) -> bool:
        """Whether every simulated figure is as near to the exact one as chance allows."""
        return all(check.passed for check in self.checks)

    @property
    def bank_result(self) -> Estimate:
        """Return the bank's result per round: after commission for a player; the house pays no commission to itself."""
        return self.simulation.bank_result(self.commission if self.bank == "player" else Fraction(0))

    def to_dict(self) -> dict[str, object]:
        """Return plain data: counts as integers, exact values as fractions written as text."""
        found = self.simulation
        half = Fraction(1, 2)
        return {
            "rules": self.rules,
            "bank": self.bank,
            "seats": found.question.positions,
            "rounds": found.rounds,
            "seed": found.question.seed,
            "house_way": found.question.ways[0],
            "player": BEST if found.question.game == "dealer-open" else found.question.ways[1],
            "positions": [each.to_dict() for each in found.positions],
            "net": {str(net - len(found.positions)): number for net, number in enumerate(found.net)},
            "player_edge": found.player_edge(self.commission).to_dict(),
            "bank_result": self.bank_result.to_dict(),
            "co_bank_result": found.bank_result(self.commission, half).to_dict(),
            "checks": [each.to_dict() for each in self.checks],
            "passed": self.passed,
            "exact": False,
            "complete": found.complete,
            "seconds": found.seconds,
        }


def simulate_rules(
    rules: Rules,
    *,
    rounds: int,
    seats: int,
    seed: int = 1,
    bank: str | None = None,
    house_way: str | None = None,
    player: str | None = None,
    checkpoint: Path | None = None,
    check: bool = True,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> SimulationReport:
    """Deal rounds of `seats` hands against one bank, all set by house ways.

    In Dealer Open, however, players use the best settings. If a player is the `bank`, the hands against it are the
    dealer's and those of the other players. The answer depends only on the seed and the rules. Progress is saved in the
    `checkpoint` file, if given, and resumed from it.
    """
    asked = ask(rules, house_way)
    question = _question(asked, rounds, seats, seed, player)
    banker = asked.bank(bank)
    done = _read(checkpoint, question) if checkpoint is not None else None
    first = 0 if done is None else done.chunks
    while done is None or not done.complete:
        part = None if checkpoint is None else SAVED_EVERY

        def inner(chunks: int, _: int, before: int = first) -> None:
            if progress is not None:
                progress(before + chunks, question.chunks)

        done = simulate(question, resume=done, chunks=part, executor=executor, progress=inner)
        first = done.chunks
        if checkpoint is not None:
            _write(checkpoint, done)
    checks = _checks(asked, done, banker, player, executor) if check else ()
    return SimulationReport(asked.rules, banker, done, asked.vigorish, checks)


def _question(asked: Asked, rounds: int, seats: int, seed: int, player: str | None) -> SimulationQuestion:
    if asked.literal_zero:
        raise PaigowError("zero against zero is simulated as a copy only, not as readings.zero_zero asks")
    if seats > asked.choices.standard.seats:
        raise PaigowError(f"{asked.standard} has {asked.choices.standard.seats} seats, not {seats}")
    opened = asked.shows_dealer
    sets = asked.player(player)
    if (opened and sets != BEST) or (not opened and sets == BEST):
        raise PaigowError("players are simulated setting by a house way, in dealer-open setting best")
    way = "" if sets in (BEST, HOUSE_WAY) else sets
    wheel = asked.wheel if asked.game == "poker" else Wheel.SECOND
    return SimulationQuestion(asked.played_as, rounds, seats, seed, asked.house_way, way, wheel)


def _checks(
    asked: Asked, found: Simulation, bank: str, player: str | None, executor: Executor | None
) -> tuple[Agreement, ...]:
    """Check the first position's shares and the result of a bank with one hand against it.

    The rounds of the first position are independent.
    """
    data = asked.choices
    exact = odds(data.rules, house_way=data.house_way, player=player, executor=executor)
    seen, rounds = found.positions[0], found.rounds
    checks = []
    for each in exact.outcomes:
        share = Fraction(each.count, exact.total)
        error = sqrt(share * (1 - share) / rounds)
        checks.append(Agreement(f"{each.name}, first hand", share, getattr(seen, each.name) / rounds, error))
    estimate = found.player_edge(asked.vigorish)
    checks.append(Agreement("edge, first hand", exact.edge, estimate.mean, exact.standard_deviation / sqrt(rounds)))
    if bank == "player" and len(found.positions) == 1:
        banked = _banked(exact.counts, asked.vigorish)
        checks.append(
            Agreement("result of the bank", banked[0], found.bank_result(asked.vigorish).mean, banked[1] / sqrt(rounds))
        )
    return tuple(checks)


def _banked(counts: Counts | None, commission: Fraction) -> tuple[Fraction, float]:
    """Return the expectation and deviation of a bank with one hand against it.

    It wins what the hand loses, less commission.
    """
    assert counts is not None
    gain = 1 - commission
    mean = (counts.lose * gain - counts.win) / counts.total
    squares = (counts.lose * gain**2 + counts.win) / counts.total
    return mean, sqrt(squares - mean**2)


def _read(path: Path, question: SimulationQuestion) -> Simulation | None:
    """Return the progress saved in the file for this question; None if there is no file yet."""
    if not path.exists():
        return None
    try:
        data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        asked = SimulationQuestion(**data["question"] | {"wheel": Wheel(data["question"]["wheel"])})
        counts = tuple(Counts(*each) for each in data["positions"])
        found = Simulation(asked, data["chunks"], counts, tuple(data["net"]), data["seconds"])
        known = data["paigow_simulation"] == FORMAT
    except (OSError, ValueError, KeyError, TypeError):
        known = False
    if not known:
        raise PaigowError(f"{path} does not hold a simulation")
    if replace(asked, rounds=question.rounds) != question:
        raise PaigowError(f"{path} holds another simulation: {_words(asked)}")
    if found.rounds > question.rounds or found.rounds != min(found.chunks * CHUNK, question.rounds):
        raise PaigowError(f"{path} holds {found.rounds:,} rounds, which cannot be gone on with to {question.rounds:,}")
    return replace(found, question=question)


def _write(path: Path, found: Simulation) -> None:
    """Save atomically, so that a reader never sees a partial file and an interruption loses little."""
    data = {
        "paigow_simulation": FORMAT,
        "question": asdict(found.question) | {"wheel": str(found.question.wheel)},
        "chunks": found.chunks,
        "positions": [[each.win, each.push, each.lose] for each in found.positions],
        "net": list(found.net),
        "seconds": found.seconds,
    }
    beside = path.with_name(f"{path.name}.part")
    try:
        beside.write_text(json.dumps(data) + "\n", encoding="utf-8")
        os.replace(beside, path)
    except OSError as error:
        raise PaigowError(f"{path} cannot be written: {error.strerror}") from None


def _words(question: SimulationQuestion) -> str:
    return (
        f"{question.game}, {question.positions} hands, seed {question.seed}, house way {question.ways[0]}, "
        f"player {question.ways[1]}"
    )
