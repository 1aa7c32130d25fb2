"""Theoretical and actual return, wager by wager (gaming standards G17).

It compares the ledger of finished rounds with the exact odds of the par sheet.
"""

import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from math import exp, sqrt
from typing import Any

from paigow.money import Account, Movement
from paigow.money.ledger import BANK_OWN, EXCHANGES, RETURNS
from paigow.rules import Submission
from paigow.table.cards.envy import EnvyPaid
from paigow.table.cards.progressive import ProgressivePaid, ProgressiveReturned
from paigow.table.steps.banking import BankAccepted, HouseBanks
from paigow.table.steps.mixing import RoundOpened
from paigow.web.store import journal
from paigow.web.store.models import LedgerEntry, StoredEvent, Table
from paigow.web.work.sheets import SHEET, Work

HOUSE, PLAYER = "house", "player"  # who banks
MAIN, PROGRESSIVE = "main", "progressive"
PLAYED = frozenset({Movement.PUSH, Movement.WAGER_BACK})
"""Reasons for which a wager is returned after its hand was played."""
FEES = frozenset({Movement.VIGORISH, Movement.PAYOUT_LIMIT})
BANKS = {RoundOpened.__name__: HOUSE, HouseBanks.__name__: HOUSE, BankAccepted.__name__: PLAYER}
TOLD = (*BANKS, ProgressivePaid.__name__, ProgressiveReturned.__name__, EnvyPaid.__name__)
NOT_PLAYERS = frozenset({"bank", "dealer"})  # stakes of the bank, and the dealer's wager
PROGRESSIVES = frozenset({ProgressivePaid.__name__, ProgressiveReturned.__name__})
ALARM = 100_000  # anything rarer than once in this many times is an alarm
CHUNK = 2000


@dataclass
class Flow:
    """The amounts staked on one kind of wager and returned, in cents."""

    staked: int = 0
    returned: int = 0
    wagers: int = 0
    squares: int = 0  # of what was settled in each round taken together
    largest: int = 0  # of these
    _round: int = 0
    _together: int = 0

    @property
    def rate(self) -> Fraction | None:
        return Fraction(self.returned, self.staked) if self.staked else None

    def settled(self, cents: int, round_number: int) -> None:
        """Add the settled wagers of one round. They share one bank, so in the worst case they win or lose together."""
        if round_number != self._round:
            self._round, self._together = round_number, 0
        self.wagers += 1
        self.squares += cents * (cents + 2 * self._together)
        self._together += cents
        self.largest = max(self.largest, self._together)


Key = tuple[str, str]  # kind of wager, who banks


@dataclass(frozen=True)
class Theory:
    """The exact return, from lowest to highest over the ways players set their hands.

    It also gives the greatest distances above and below it for one wager of a unit.
    """

    least: Fraction
    most: Fraction
    deviation: float
    above: float = 1.0
    below: float = 1.0


@dataclass(frozen=True)
class Compared:
    """One kind of wager: expected and actual return."""

    kind: str
    bank: str
    flow: Flow
    theory: Theory | None

    @property
    def errors(self) -> float | None:
        """Return how many standard errors the actual return lies outside the theoretical range."""
        rate = self.flow.rate
        if rate is None or self.theory is None or not self.flow.squares or not self.theory.deviation:
            return None
        off = rate - min(max(rate, self.theory.least), self.theory.most)
        return float(off) * self.flow.staked / (self.theory.deviation * sqrt(self.flow.squares))

    @property
    def chance(self) -> float:
        """Return an upper bound for the probability of being that far outside, by Bernstein's inequality.

        It holds for any number of wagers, including a few that rarely pay much, for which standard errors mean nothing.
        """
        errors = self.errors
        if errors is None or self.theory is None:
            return 1.0
        furthest = self.theory.above if errors > 0 else self.theory.below
        jump = furthest * self.flow.largest / (self.theory.deviation * sqrt(self.flow.squares))
        return exp(-(errors**2) / (2 + jump * abs(errors) * 2 / 3))

    @property
    def alarm(self) -> bool:
        return self.chance * ALARM < 1


def compared(table: Table, submission: Submission) -> tuple[list[Compared], bool]:
    """Return every kind of wager made at the table, and whether the exact odds are available."""
    known = theory(submission)
    flows = actual(table)
    rows = [Compared(kind, bank, flows[kind, bank], known.get((kind, bank))) for kind, bank in sorted(flows)]
    return rows, bool(known)


def theory(submission: Submission) -> dict[Key, Theory]:
    """Return the theory from the par sheet, if it was computed."""
    work = Work(submission, SHEET)
    page = work.found()
    if page is None:
        return {}
    sheet = json.loads(work.file("sheet.json").read_text(encoding="utf-8"))
    found: dict[Key, list[dict[str, Any]]] = defaultdict(list)
    for shown, exact in zip(page["wagers"], sheet["wagers"], strict=True):
        for case, odds in zip(shown["cases"], exact["cases"], strict=True):
            for bank in (case["bank"],) if shown["wager"] == MAIN else (HOUSE, PLAYER):
                found[shown["wager"], bank].append(odds)
    return {key: _theory(cases) for key, cases in found.items()}


def _theory(cases: list[dict[str, Any]]) -> Theory:
    returns = [Fraction(case["return"]) for case in cases]
    least, most = min(returns), max(returns)
    paid = [1 + Fraction(outcome["pays"]) for case in cases for outcome in case["outcomes"]]
    deviation = max(case["standard_deviation"] for case in cases)
    return Theory(least, most, deviation, float(max(paid) - least), float(most - min(paid)))


@dataclass
class _Reader:
    """Reads the transfers of one table in order."""

    flows: dict[Key, Flow] = field(default_factory=lambda: defaultdict(Flow))
    bank: str = HOUSE
    round_number: int = 0

    def flow(self, kind: str) -> Flow:
        return self.flows[kind, self.bank]

    def read(self, moves: list[tuple[Account, Account, int, Movement]], happened: str) -> None:
        """Read the transfers of one event.

        A payment names no wager: it belongs to the one whose stake moves with it.
        """
        kinds = {part for move in moves for account in move[:2] if (part := account.part("wager"))}
        only = kinds.pop() if len(kinds) == 1 else PROGRESSIVE if happened in PROGRESSIVES else MAIN
        for debit, credit, cents, movement in moves:
            kind = debit.part("wager") or credit.part("wager") or only
            if kind not in NOT_PLAYERS:
                self._move(kind, debit, credit, cents, movement)

    def _move(self, kind: str, debit: Account, credit: Account, cents: int, movement: Movement) -> None:
        flow = self.flow(kind)
        if movement is Movement.UNDONE:
            if "rack" in (debit.kind, credit.kind):
                flow.returned += cents if credit.kind == "rack" else -cents
        elif debit.kind == "rack" and credit.kind == "bet":
            flow.staked += cents
        elif debit.kind == "bet" and credit.kind == "rack" and movement in PLAYED:
            flow.returned += cents
            flow.settled(cents, self.round_number)
        elif credit.kind == "rack" and (debit.kind == "bet" or movement in RETURNS):
            flow.staked -= cents
        elif debit.kind == "bet":
            flow.settled(cents, self.round_number)  # lost, or put into the inventory before the deal
        elif credit.kind == "rack":
            flow.returned += cents
        elif debit.kind == "rack" and movement in FEES:
            flow.returned -= cents


def actual(table: Table) -> dict[Key, Flow]:
    """Return the actual flows of the finished rounds."""
    through = journal.over_through({table.pk}).get(table.pk, 0)
    entries = LedgerEntry.objects.filter(table=table, number__lte=through).exclude(movement__in=EXCHANGES | BANK_OWN)
    events = StoredEvent.objects.filter(table=table, number__lte=through, kind__in=TOLD).order_by("number")
    kinds = iter(events.values_list("number", "kind").iterator(CHUNK))
    reader, happened = _Reader(), next(kinds, None)
    for number, moves in _by_event(entries.order_by("number", "line")):
        kind = ""
        while happened is not None and happened[0] <= number:
            reader.bank = BANKS.get(happened[1], reader.bank)
            reader.round_number += happened[1] == RoundOpened.__name__
            kind = happened[1] if happened[0] == number else ""
            happened = next(kinds, None)
        if kind != EnvyPaid.__name__:  # paid for other players' hands: not a separate wager
            reader.read(moves, kind)
    return {key: flow for key, flow in reader.flows.items() if flow.staked or flow.returned}


def _by_event(entries: Any) -> Iterator[tuple[int, list[tuple[Account, Account, int, Movement]]]]:
    last = 0
    moves: list[tuple[Account, Account, int, Movement]] = []
    for number, debit, credit, cents, movement in entries.values_list(
        "number", "debit", "credit", "cents", "movement"
    ).iterator(CHUNK):
        if number != last and moves:
            yield last, moves
            moves = []
        last = number
        moves.append((Account(debit), Account(credit), cents, Movement(movement)))
    if moves:
        yield last, moves
