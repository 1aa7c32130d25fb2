"""Random play of every game, irregularities included.

Whatever happens: no chip is made or lost, every piece is somewhere, the log folds to the same state, and what is
offered is exactly what is accepted.
"""

import os
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from functools import cache
from importlib.util import find_spec
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import Phase as HypothesisPhase
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from paigow.bots import Bot
from paigow.errors import PaigowError
from paigow.fairness import CHAIN_LENGTH, chain_of, chain_seed, chain_seeds, commit, practice_seed
from paigow.money import BANKER_AREA, bet
from paigow.rules import STANDARDS, build_submission
from paigow.table import Command, Event, Game, Offer, Phase, TableState, evolve, game_of, legal_commands, perform
from paigow.table.core.model import DEALER, FLOOR, SYSTEM
from paigow.table.driver import TableDriver, new_table
from paigow.table.floor.equipment import RemoveSet, ReplaceDice
from paigow.table.floor.floor import ResumeTable
from paigow.table.floor.irregularities import ResetHouseHand
from paigow.table.steps.opening import DisplaySet, InspectSet, ReceiveSet, TurnSetDown, VerifySet
from paigow.table.steps.seating import BuyIn, SitDown
from paigow.table.steps.seeds import protocol_of
from paigow.table.view import view
from tools.tiers import examples

pytestmark = pytest.mark.long

PLAYED = [name for name in STANDARDS if find_spec(f"paigow.table.games.{name.replace('-', '_')}")]
PLAYERS = ("ann", "bob", "cho")
ACTORS = (*PLAYERS, DEALER, FLOOR, SYSTEM, "eve")
BUY_IN = 100_000
EVERYDAY = frozenset(
    [
        "NoteConduct",
        "PassTime",
        "SitDown",
        "StandBehind",
        "BuyIn",
        "ColourUp",
        "GiveSeed",
        "LeaveTable",
        "StopTable",
        "ReplaceDice",
        "RemoveSet",
        "AbandonRound",
        "RemovePlayer",
        "BanPlayer",
    ]
)
FINAL = frozenset({"FindMisdeal", "WalkAway", "OpenRound"})
"""Commands that would be chosen too often, or end a round too soon."""
TAKEN = ("bank", "progressive")  # wagers that the dealer takes away from the betting area before the deal


VARIANTS: Mapping[str, tuple[Mapping[str, Any], ...]] = {
    "maryland-tiles": (
        {},
        {
            "vigorish": {"rounding": "quarter"},
            "delivery": {"dealer_may_choose": True},
            "readings": {
                "abandoned_wager": "losing",
                "larger_wager": "all",
                "bank_offer": "far-right",
                "bank_cover": "players-only",
                "co_bank_cover": "all",
                "bank_setting": "house-way",
                "odd_half": "bank",
                "pair_fortunes": "hands-as-set",
                "surrender_bonus": "lost",
            },
        },
        {
            "start": "random-number",
            "approvals": {"random_number_generator": "yes"},
            "table": {"minimum": "$0.01"},
            "wagers": {"two_adjacent": False},
        },
    ),
}
"""Submissions to play by, beside the default one."""


@cache
def game_named(standard: str, variant: int) -> Game:
    choices = VARIANTS.get(standard, ({},))
    return game_of(build_submission({"standard": standard, **choices[variant % len(choices)]}))


Fill = Callable[[TableState, Random], object]


def _order(state: TableState, random: Random) -> object:
    pieces = list(state.game.kit.full_set)
    random.shuffle(pieces)
    return tuple(pieces)


def server_seed(state: TableState, number: int) -> bytes:
    if state.chain is None:
        return practice_seed("machine", state.table_id, number)
    secret = practice_seed("machine", state.table_id, state.chain.first)
    return chain_seed(state.table_id, number, state.chain.last_round, secret)


def _tip(state: TableState, random: Random) -> object:
    first = state.rounds + 1
    return chain_of(state.table_id, first, practice_seed("machine", state.table_id, first)).tip.hex()


def _commitment(state: TableState, random: Random) -> object:
    digest = bytes.fromhex(state.game.submission_hash)
    number = state.rounds + 1
    named = (state.table_id, number, server_seed(state, number))
    return str(commit(*named, submission=digest, protocol=protocol_of(state)))


FILL: Mapping[str, Fill] = {
    "order": _order,
    "dice": lambda state, random: tuple(random.randint(1, 6) for _ in range(3)),
    "number": lambda state, random: random.randint(1, len(state.game.positions)),
    "commitment": _commitment,
    "tip": _tip,
    "length": lambda state, random: CHAIN_LENGTH,
    "flaws": lambda state, random: random.choice([(), (), ("a scratch",)]),
    "now": lambda state, random: state.now + random.choice([0, 60, 3600, 13 * 3600]),
    "reason": lambda state, random: "for the test",
    "set_id": lambda state, random: f"set-{random.randrange(10**6)}",
}
"""How chance and circumstance fill the fields that an offer leaves open. A field not named keeps the offer's value."""


def outcome(state: TableState, offer: Offer, random: Random) -> Command:
    """One of the commands that an offer stands for."""
    filled: dict[str, Any] = {name: FILL[name](state, random) for name in offer.chance if name in FILL}
    if type(offer.command).__name__ == "CloseRound":
        filled["seed"] = server_seed(state, state.current.number).hex()
    if offer.amounts is not None:
        usual = [offer.amounts[0], offer.amounts[-1], random.choice(offer.amounts[: 50 * 100])]
        apart = offer.no_multiples_of
        filled["amount"] = random.choice([a for a in usual if not apart or a % apart] or [offer.command.amount])  # type: ignore[attr-defined]
    return replace(offer.command, **filled)


class TableMachine(RuleBasedStateMachine):
    standard = ""

    def __init__(self) -> None:
        super().__init__()
        self.log: list[Event] = []
        self.said: list[tuple[Command, frozenset[str]]] = []

    @initialize(seats=st.integers(1, 3), variant=st.integers(0, 2))
    def open_table(self, seats: int, variant: int) -> None:
        self.first = new_table(game_named(self.standard, variant))
        self.driver = TableDriver(self.first, {name: Bot(name, "random-legal", "m") for name in PLAYERS[:seats]})
        self.driver.on_command = lambda command, events: self.log.extend(events)
        self.driver.seed = "machine"
        self.driver.open_table(BUY_IN)

    @property
    def state(self) -> TableState:
        return self.driver.state

    @rule(steps=st.integers(1, 3))
    def play_on(self, steps: int) -> None:
        """The table goes on as it would by itself, with the floor to put right what a dealer did wrong."""
        for _ in range(steps):
            if self.state.phase is Phase.OPEN:
                self.prepare()
            elif self.state.round is None:
                self.reopen()
            else:
                resets = [o for o in legal_commands(self.state, FLOOR) if isinstance(o.command, ResetHouseHand)]
                if resets:
                    self.driver.do(resets[0].command)
                else:
                    self.driver.step()

    def prepare(self) -> None:
        """Opens the next round, or does what keeps it from being opened."""
        state = self.state
        if state.stopped:
            self.driver.do(ResumeTable())
        elif not state.seated():
            for seat, name in zip(state.game.seats, PLAYERS, strict=False):
                if name not in state.players:
                    self.driver.do(SitDown(player=name, position=seat, seed="again"))
                    self.driver.do(BuyIn(player=name, amount=BUY_IN))
        else:
            try:
                self.driver.open_round()
            except PaigowError:  # something is overdue
                self.driver.do(ReplaceDice(), RemoveSet(reason="overdue"))

    def reopen(self) -> None:
        """Sets come and are inspected until the table can open."""
        for actor in (FLOOR, DEALER):
            for offer in legal_commands(self.state, actor):
                if isinstance(offer.command, ReceiveSet | InspectSet | VerifySet | DisplaySet | TurnSetDown):
                    self.driver.do(outcome(self.state, offer, Random(self.state.sequence)))
                    return
        if not self.state.players:
            self.driver.do(SitDown(player="ann", position=self.state.game.seats[0], seed="again"))

    @rule(name=st.sampled_from(PLAYERS))
    def one_acts(self, name: str) -> None:
        """One player does one thing, while the others wait."""
        player = self.state.players.get(name)
        if player is not None and not player.away and self.state.round is not None and name in self.driver.bots:
            command = self.driver.bots[name](self.state, name)
            if command is not None:
                self.driver.do(command)

    @rule(actor=st.sampled_from(ACTORS), seed=st.integers(0, 2**32 - 1))
    def do_something_legal(self, actor: str, seed: int) -> None:
        """Any one of the commands on offer is accepted."""
        random = Random(seed)
        offers = legal_commands(self.state, actor)
        kinds = sorted({type(offer.command).__name__ for offer in offers})
        if random.random() < 0.9:  # mostly what belongs to a round
            kinds = [kind for kind in kinds if kind not in EVERYDAY and (kind not in FINAL or random.random() < 0.2)]
        if not kinds:
            return
        kind = random.choice(kinds)
        offer = random.choice([offer for offer in offers if type(offer.command).__name__ == kind])
        command = outcome(self.state, offer, random)
        assert offer.admits(command)
        assert command.by == actor
        self.said.append((command, frozenset(offer.chance)))
        self.driver.do(command)
        if type(command).__name__ == "PublishChain":
            first = self.state.rounds + 1
            self.driver.seeds = chain_seeds("table-1", first, practice_seed("machine", "table-1", first))
        if type(command).__name__ == "OpenRound":
            self.driver.server_seed = server_seed(self.state, self.state.current.number)
            self.driver.chance = None

    do_something_else = do_something_legal  # twice, to be chosen more often

    @rule(seed=st.integers(0, 2**32 - 1))
    def try_something_else(self, seed: int) -> None:
        """A command said before, with something about it changed, is accepted if it is on offer and refused if not."""
        random = Random(seed)
        if not self.said:
            return
        said, chance = random.choice(self.said)
        command = altered(said, chance, self.said, random)
        offered = any(offer.admits(command) for offer in legal_commands(self.state, command.by))
        before = self.state
        try:
            after, events = perform(before, command)
        except PaigowError:
            assert not offered or chance, command
            assert self.state is before
        else:
            assert offered, command
            assert events
            assert after.sequence == before.sequence + len(events)

    @invariant()
    def chips_are_conserved(self) -> None:
        if not hasattr(self, "driver"):
            return
        state = self.state
        assert sum(cents for _, cents in state.ledger.items()) == 0
        on_layout = {str(name): cents for name, cents in state.ledger.items() if name.kind == "bet"}
        if state.round is None:
            assert not on_layout
            assert not state.ledger[BANKER_AREA]
            assert state.ledger[state.game.ending.pot] == 0 or state.game.ending.pot.kind == "inventory"
            return
        open_wagers = {
            str(bet(k.position, k.kind, k.player)): amount
            for k, amount in state.round.wagers.items()
            if k not in state.round.paid and k.kind not in TAKEN
        }
        if state.phase is not Phase.FINISHED:
            assert {k: v for k, v in on_layout.items() if k in open_wagers} == open_wagers

    @invariant()
    def every_piece_is_somewhere(self) -> None:
        if not hasattr(self, "driver"):
            return
        state = self.state
        full = Counter(state.game.kit.full_set)
        if state.round is None:
            assert state.phase is Phase.CLOSED or state.phase is Phase.INSPECTION or Counter(state.pieces) == full
        elif state.round.hands:
            current = state.round
            dealt = Counter(piece for hand in current.hands.values() for piece in hand.pieces)
            assert dealt + Counter(current.stack.stub) + Counter(current.stack.removed) == full
        elif state.round.stack.order:
            assert Counter(state.round.stack.order) + Counter(state.round.stack.removed) == full

    @invariant()
    def views_can_be_made(self) -> None:
        if hasattr(self, "driver"):
            for viewer in ("ann", "eve"):
                assert view(self.state, viewer)["sequence"] == len(self.log)

    def teardown(self) -> None:
        if not hasattr(self, "driver"):
            return
        folded = self.first
        for event in self.log:
            assert event.clauses
            assert all(transfer.clause for transfer in event.transfers)
            folded = evolve(folded, event)
        assert folded == self.state


def altered(
    command: Command, chance: frozenset[str], said: list[tuple[Command, frozenset[str]]], random: Random
) -> Command:
    """The command with one field as it was in another command, or a number changed."""
    names = [f.name for f in fields(command) if f.name not in chance]
    if not names:
        return command
    name = random.choice(names)
    value = getattr(command, name)
    if isinstance(value, bool):
        return replace(command, **{name: not value})
    if isinstance(value, int):
        return replace(command, **{name: random.choice([value + 1, value - 1, 0, -1, 10**9, value * 2])})
    if name in ("player", "reporter"):
        return replace(command, **{name: random.choice([*ACTORS])})
    others = [getattr(c, name) for c, _ in said if type(c) is type(command)]
    return replace(command, **{name: random.choice(others)})


@pytest.mark.parametrize("standard", PLAYED)
def test_random_play(standard: str) -> None:
    machine = type("Machine", (TableMachine,), {"standard": standard})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=int(os.environ.get("PAIGOW_EXAMPLES") or examples(40, 500)),
            stateful_step_count=50,
            deadline=None,
            derandomize=settings().derandomize,
            report_multiple_bugs=False,
            phases=(HypothesisPhase.generate,),
            suppress_health_check=list(HealthCheck),
        ),
    )
