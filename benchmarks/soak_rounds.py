"""A million random rounds of every standard, without a single exception or missing cent.

    python -m benchmarks.soak_rounds [--rounds 1000000] [--standard NAME ...] [--chunk 500] [--workers N]

Each chunk is a separate table with its own number of seats, submission and bots, and a meddler who throws in random
legal commands from anybody, irregularities included. After every round the accounts must add up, no wager may be left
on the table and no card or tile may be missing. One chunk in twenty is recorded and its record verified. Finished
chunks are listed in build/soak, so that an interrupted run can resume.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from io import StringIO
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

from paigow.bots.session import Session
from paigow.errors import PaigowError, SubmissionError
from paigow.money import Account
from paigow.record import record, verify
from paigow.rules import STANDARDS, Submission, build_submission
from paigow.rules.readings import readings_of
from paigow.table import Command, Offer, Phase, TableState, legal_commands
from paigow.table.core.model import DEALER, FLOOR
from paigow.table.driver import TableDriver

PLACE = Path("build") / "soak"
RECORDED = 20
"""One chunk in this many is recorded."""

NOT_MEDDLED = frozenset(
    {
        "find-damage",
        "stop",
        "remove-set",
        "leave",
        "time",
        "receive-set",
        "display-set",
        "abandon-round",
        "bar",
        "buy-in",
        "colour-up",
    }
)
"""Commands that would end the game rather than disturb it, or that happen anyway."""

CHOICES: Mapping[str, Mapping[str, tuple[Any, ...]]] = {
    "maryland-tiles": {
        "vigorish": ({"rounding": "cent"}, {"rounding": "cent-down"}, {"rounding": "quarter"}),
        "start": ("shaker", "random-number"),
        "approvals": ({"random_number_generator": "soak"},),
        "banking": ({}, {"offered": False}, {"co_banking": False}, {"dealer_wager": "$50.00"}),
        "wagers": ({}, {"two_adjacent": False}, {"pair_fortunes": {"paytable": "B"}}),
    },
    "maryland-poker": {
        "vigorish": ({"rounding": "cent"}, {"rounding": "cent-down"}, {"rounding": "quarter"}),
        "start": ("shaker", "random-number", "button"),
        "approvals": ({"random_number_generator": "soak", "button": "soak"},),
        "banking": ({}, {"offered": False}, {"co_banking": False}, {"dealer_wager": "$50.00"}),
        "wagers": ({}, {"two_adjacent": False}, {"fortune": {"paytable": "B"}, "emperors": {"paytable": "C"}}),
        "house_way": ("foxwoods", "trump-plaza", "mgm-grand", "ballys-atlantic-city", "flamingo", "stones"),
    },
    "new-zealand": {
        "house_way": ("new-zealand", "maryland", "foxwoods"),
        "wagers": ({}, {"bettors_per_box": 1}, {"several_boxes": False}),
        "bank": ({}, {"sharing": False}, {"adjustment": False}),
    },
    "dealer-open": {
        "start": ("shaker", "random-number"),
        "house_way": ("foxwoods", "trump-plaza", "mgm-grand", "ballys-atlantic-city", "flamingo", "stones"),
        "wagers": (
            {},
            {"ace_high": {"paytable": "2"}},
            {
                "jack_beats": {
                    "offered": True,
                    "lines": [{"jacks": 2, "pays": "3 to 2"}, {"jacks": 3, "pays": "20 to 1"}],
                }
            },
        ),
    },
}


def submission(standard: str, random: Random) -> Submission:
    """Return a random submission of the standard, including its readings, discarding combinations not allowed."""
    while True:
        data: dict[str, Any] = {"standard": standard, "readings": {}}
        for key, values in CHOICES[standard].items():
            data[key] = random.choice(values)
        for reading in readings_of(standard):
            if random.random() < 0.3 and reading.name != "start_of_game":  # one value of it is: nobody ever banks
                data["readings"][reading.name] = random.choice(reading.values)
        try:
            return build_submission(data)
        except SubmissionError:
            continue


class Meddler:
    """Now and then gives any legal command in anybody's name."""

    def __init__(self, driver: TableDriver, random: Random, often: float) -> None:
        self.driver = driver
        self.random = random
        self.often = often
        self.done: Counter[str] = Counter()
        self._step = driver.step

    def step(self) -> None:
        if self.random.random() < self.often and self.driver.state.round is not None:
            self.meddle()
        if self.driver.state.round is not None:
            self._step()

    def meddle(self) -> None:
        state = self.driver.state
        actor = self.random.choice((*state.players, DEALER, FLOOR))
        offers = [offer for offer in legal_commands(state, actor) if self._may(offer)]
        if offers:
            # the kind first: there are many ways to set a hand and one to call the dice back
            verb = self.random.choice(sorted({offer.command.verb for offer in offers}))
            offer = self.random.choice([each for each in offers if each.command.verb == verb])
            command = self._chosen(offer)
            self.driver.do(command)
            self.done[command.verb] += 1

    def _may(self, offer: Offer) -> bool:
        return not offer.command.drawn and offer.command.verb not in NOT_MEDDLED

    def _chosen(self, offer: Offer) -> Command:
        amounts = offer.amounts
        if amounts is not None:
            amount = amounts[self.random.randrange(min(len(amounts), 2000))]
            command = replace(offer.command, amount=amount)  # type: ignore[call-arg]
            if offer.admits(command):
                return command
        return offer.command


def check(state: TableState) -> None:
    """Check that between rounds nothing is owed, left on the table or missing."""
    for account, cents in state.ledger.items():
        if account.kind in ("bet", "centre", "banker-area", "losing-area"):
            raise AssertionError(f"{account} still has {cents} cents after round {state.rounds}")
    if sum(cents for _, cents in state.ledger.items()):
        raise AssertionError(f"the accounts do not add up after round {state.rounds}")
    for name, meter in state.meters.items():
        held = state.ledger[Account(f"meter:{name}")]
        if held != meter.display:
            raise AssertionError(f"the meter {name} shows {meter.display} cents and holds {held}")
    if state.phase is Phase.OPEN and Counter(state.pieces) != Counter(state.game.kit.full_set):
        raise AssertionError(f"pieces are missing after round {state.rounds}")


def play_chunk(standard: str, chunk: int, rounds: int) -> Counter[str]:
    """Play one table. Return what was meddled with, to show that the run did something."""
    random = Random(f"soak/{standard}/{chunk}")
    chosen = submission(standard, random)
    seats = random.randint(1, STANDARDS[standard].seats - (1 if standard == "new-zealand" else 0))
    session = Session(chosen, seats, f"soak-{chunk}", table_id=f"soak-{chunk}")
    driver = session.driver
    meddler = Meddler(driver, random, random.choice((0.0, 0.01, 0.1)))
    driver.step = meddler.step  # type: ignore[method-assign]
    file = StringIO(newline="\n")
    recorded = chunk % RECORDED == 0
    if recorded:
        record(driver, file)
    try:
        session.open()
        for _ in range(rounds):
            session.play_round()
            check(driver.state)
        if recorded:
            verify(file.getvalue().splitlines(keepends=True))
    except Exception as error:
        error.add_note(f"{standard}, chunk {chunk}, round {driver.state.rounds}, phase {driver.state.phase}")
        raise
    return meddler.done


def noted(path: Path) -> set[int]:
    """Return the chunks that are finished."""
    return {json.loads(line)["chunk"] for line in path.read_text().splitlines()} if path.exists() else set()


def soak(standard: str, rounds: int, size: int, workers: int) -> None:
    """Play the remaining chunks of a standard and print progress."""
    PLACE.mkdir(parents=True, exist_ok=True)
    path = PLACE / f"{standard}-{size}.jsonl"
    done = noted(path)
    todo = [chunk for chunk in range(-(-rounds // size)) if chunk not in done]
    start, played = monotonic(), 0
    with path.open("a") as notes:
        for chunk, meddled in _played(standard, todo, size, workers):
            played += size
            notes.write(json.dumps({"chunk": chunk, "meddled": dict(sorted(meddled.items()))}) + "\n")
            notes.flush()
            rate = played / (monotonic() - start)
            left = (len(todo) * size - played) / rate
            so_far = f"{len(done) * size + played:,} of {rounds:,} rounds"
            _say(f"\r{standard}: {so_far}, {rate:,.0f} a second, {left:,.0f} s left  ")
    _say(f"\r{standard}: {max(rounds, len(done) * size):,} rounds, every cent accounted for{' ' * 30}\n")


def _played(standard: str, todo: list[int], size: int, workers: int) -> Iterator[tuple[int, Counter[str]]]:
    if workers == 1:
        for chunk in todo:
            yield chunk, play_chunk(standard, chunk, size)
        return
    with ProcessPoolExecutor(workers) as pool:
        yield from zip(todo, pool.map(play_chunk, [standard] * len(todo), todo, [size] * len(todo)), strict=True)


def _say(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="benchmarks.soak", description="Random rounds of every standard.")
    parser.add_argument("--rounds", type=int, default=1_000_000, help="rounds of each standard")
    parser.add_argument("--standard", action="append", choices=list(STANDARDS), help="only this one; may be repeated")
    parser.add_argument("--chunk", type=int, default=500, help="rounds of one table")
    parser.add_argument("--workers", type=int, default=1)
    chosen = parser.parse_args(arguments)
    for standard in chosen.standard or list(STANDARDS):
        try:
            soak(standard, chosen.rounds, chosen.chunk, chosen.workers)
        except PaigowError as error:
            _say("\n")
            raise SystemExit(f"{error} ({'; '.join(getattr(error, '__notes__', ()))})") from error


if __name__ == "__main__":
    main()
