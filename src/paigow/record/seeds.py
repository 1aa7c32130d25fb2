"""Assessment of a record's seeds: for which seats the house could not predict the deal, and which rounds were voided.

The replay itself checks that every seed follows from the published chain. This module counts what a replay cannot
refuse because it breaks no rule: seats without a fresh seed, repeated draws, choices of the house, and void rounds.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

from paigow.fairness import derived_seed
from paigow.table import Command, Event, Phase, TableState
from paigow.table.boxes.cutting import DirectCut, NominateAdjustment
from paigow.table.boxes.discipline import Removals, RemoveBox, RemovePlayer
from paigow.table.boxes.disturbances import HandDisturbed, HandsMixed
from paigow.table.boxes.staking import BankUncovered
from paigow.table.cards.card_cut import CutCards, RequireRecut
from paigow.table.cards.card_deal import FindFaceUp
from paigow.table.cards.decks import SHUFFLER, ReportFault
from paigow.table.core.model import DEALER, HandStatus
from paigow.table.steps.banking import AcceptBank
from paigow.table.steps.closing import RoundClosed
from paigow.table.steps.mixing import REVISION, Mix, RoundOpened
from paigow.table.steps.seating import PlayerSeated
from paigow.table.steps.seeds import SeedGiven, SeedsClosed, contributors, deal_known, protocol_of
from paigow.table.steps.stacks import CutStacks
from paigow.table.steps.start import ChooseDelivery


class Seat(StrEnum):
    """The degree to which a seat's seed protects the player."""

    FRESH = "fresh"  # given after the round's commitment
    DERIVED = "derived"  # a bot's, derived from the commitment: nobody chose it
    REUSED = "reused"  # already known from an earlier round
    MISSING = "missing"  # plays without one


@dataclass(frozen=True, slots=True)
class RoundSeedReport:
    """The assessment of one round: how each seat's seed counts, by position, and what else the house could exploit."""

    number: int
    protocol: int
    seats: tuple[tuple[int, Seat], ...] = ()
    redrawn: int = 0  # draws and cuts repeated after the deal could be known
    steered: int = (
        0  # choices of the house or its bots, after the deal could be known: who gets what, who plays, a hand
    )
    missing: tuple[str, ...] = ()  # who played without a seed
    void: str = ""
    known: bool = False  # whether the house could know the deal when the round became void
    loose: bool = False  # protocol 3 before revision 3 of the rules: a place in the draw depended on who was there
    derived: frozenset[str] = frozenset()  # who played with a bot's seed
    own: frozenset[str] = frozenset()  # who gave a seed of their own
    revision: int = REVISION  # of the rules it was played by

    @property
    def chosen_by_nobody(self) -> tuple[int, ...]:
        """Return the seats whose seed kept the house from knowing the deal when it committed."""
        return tuple(place for place, seat in self.seats if seat is Seat.FRESH)


@dataclass
class SeedWatch:
    """An observer that follows a table's actions and reports on each round when it closes."""

    used: set[str] = field(default_factory=set)
    """Every seed said before this round opened, whether or not it was drawn from: the house may have known it."""
    said: set[str] = field(default_factory=set)
    """The seeds said since."""
    commitment: str = ""
    seats: tuple[tuple[int, Seat], ...] = ()
    missing: tuple[str, ...] = ()
    opened: bool = False
    """Whether betting has begun. From then on the house may hold back a bet and know the seed that came with it."""
    closed: bool = False
    redrawn: int = 0
    choosers: list[str] = field(default_factory=list)
    """Who chose, after the deal could be known, which pieces go to which position; "" for the house."""
    fresh: frozenset[str] = frozenset()
    """Those who gave a fresh seed. Any other seat may be a bot's, that is, the house's."""
    derived: frozenset[str] = frozenset()

    def see(self, before: TableState, command: Command, events: Iterable[Event]) -> RoundSeedReport | None:
        """Process an action with its events and the state before it."""
        if before.round is not None:
            self._weigh(before, command)
        for event in events:
            match event:
                case SeedGiven(seed=seed) | PlayerSeated(seed=seed) if seed:
                    self.said.add(seed)
                case RoundOpened():
                    self.used |= self.said
                    self.said = set()
                    self.commitment, self.seats, self.missing = event.commitment, (), ()
                    self.opened = self.closed = False
                    self.redrawn, self.choosers, self.fresh, self.derived = 0, [], frozenset(), frozenset()
                case SeedsClosed():
                    self.closed = True
                    self.seats, self.missing = self._worth(before, event), event.missing
                    worth = dict(self.seats)
                    given = contributors(before).items()
                    self.fresh = frozenset(name for name, place in given if worth.get(place) is Seat.FRESH)
                    self.derived = frozenset(name for name, place in given if worth.get(place) is Seat.DERIVED)
                case BankUncovered(co=False) if self._may_know(before):  # the count now starts at the house's box
                    self.choosers.append(getattr(command, "player", ""))
                case HandsMixed():  # the floor returned bets on some hands, and left the others in play
                    self.choosers.append("")
                case HandDisturbed() if before.current.hands[event.position].setting != event.setting:
                    self.choosers.append("")  # a hand that was set in another way
                case RoundClosed():
                    known = bool(event.void) and deal_known(before)
                    steered = sum(chooser not in self.fresh for chooser in self.choosers) + _misset(before)
                    revision = before.current.revision
                    loose = protocol_of(before) > 2 and revision < 3
                    found = (self.seats, self.redrawn, steered, self.missing, event.void, known, loose)
                    return RoundSeedReport(
                        event.number, protocol_of(before), *found, self.derived, self.fresh, revision
                    )
        return None

    def _weigh(self, before: TableState, command: Command) -> None:
        """Count what repeats a draw or a cut, or chooses among deals, once the house could know the deal."""
        self.opened = self.opened or before.phase is Phase.BETTING
        if self.closed and command.drawn:
            self.redrawn += _again(before, command)
        if self.closed and isinstance(command, ReportFault) and command.device == SHUFFLER:
            self.redrawn += 1  # every failure makes the next shuffle another draw
        if not self._may_know(before):
            return
        mixed_again = isinstance(command, Mix) and not self.closed and bool(before.current.stack.places)
        if isinstance(command, RequireRecut) or mixed_again:  # another cut follows
            self.redrawn += 1
        elif isinstance(command, REMOVALS) and before.phase is Phase.BETTING:
            self.choosers.append("")
        elif isinstance(command, ReportFault):
            if command.device == SHUFFLER and not command.usable:  # a cut, and the shaker instead of the button
                self.choosers.append("")
        elif isinstance(command, STEERING) and (before.chain or not isinstance(command, AcceptBank)):
            self.choosers.append(getattr(command, "player", ""))

    def _may_know(self, before: TableState) -> bool:
        """Return whether the house could know the deal, if only by holding back a bet."""
        return deal_known(before) or (self.opened and protocol_of(before) > 2)

    def _worth(self, before: TableState, event: SeedsClosed) -> tuple[tuple[int, Seat], ...]:
        places = contributors(before)
        worth = {places[name]: Seat.MISSING for name in event.missing}
        for place, seed in event.seats:
            if seed == derived_seed(self.commitment, place):
                worth[place] = Seat.DERIVED
            else:
                worth[place] = Seat.REUSED if seed in self.used else Seat.FRESH
        return tuple(sorted(worth.items()))


def _again(before: TableState, command: Command) -> int:
    """Return the number of the command's draws that repeat one already determined by the seeds."""
    current = before.current
    counts = {
        "order": 1,
        "laja": 1,
        "dice": current.start.shaken,
        "removal": current.part(Removals).shaken,
        "number": 0,
        "deal": 0,
    }
    return sum(1 for _, what in command.drawn if counts[what])


def _misset(state: TableState) -> int:
    """Return how many hands the dealer has set otherwise than the house way, and nobody has reset.

    The rules have such a mistake stand if nobody notices it; a house that knows all hands could make it on purpose.
    """
    hands = [hand for hand in state.current.hands.values() if hand.set_by == DEALER and hand.setting is not None]
    played = [hand for hand in hands if hand.status is not HandStatus.VOID]
    return sum(hand.setting != state.game.kit.house_set(hand.pieces).setting for hand in played)


STEERING = (DirectCut, FindFaceUp, ChooseDelivery, CutCards, CutStacks, NominateAdjustment, AcceptBank)
"""The commands by which somebody decides, and not a draw, which pieces go to which position.

Whoever banks is number one when positions are counted, so taking the bank is such a choice, and so is giving it up.
"""
REMOVALS = (RemoveBox, RemovePlayer)
"""The commands by which the floor takes a bet out of play."""


@dataclass
class SeedSummary:
    """The totals of a record's reports."""

    protocols: Counter[int] = field(default_factory=Counter)
    seats: Counter[Seat] = field(default_factory=Counter)
    missing: Counter[str] = field(default_factory=Counter)  # rounds played without a seed, by player
    derived: Counter[str] = field(default_factory=Counter)  # rounds played with a bot's seed, by player
    people: set[str] = field(default_factory=set)  # those who gave a seed of their own at least once
    redrawn: int = 0
    steered: int = 0
    voids: Counter[str] = field(default_factory=Counter)  # by cause
    known_voids: Counter[str] = field(default_factory=Counter)  # those voided after the deal could be known
    unguarded: int = 0  # dealt rounds in which no seat gave a fresh seed
    loose: int = 0  # rounds in which the house could choose among deals by who stayed
    earlier: Counter[int] = field(default_factory=Counter)  # rounds played by an earlier revision of the rules

    def add(self, report: RoundSeedReport) -> None:
        self.protocols[report.protocol] += 1
        self.seats.update(seat for _, seat in report.seats)
        self.missing.update(report.missing)
        self.derived.update(report.derived)
        self.people.update(report.own)
        self.redrawn += report.redrawn
        self.steered += report.steered
        self.loose += report.loose
        self.earlier.update([report.revision] if report.revision < REVISION else ())
        if report.void:
            self.voids[report.void] += 1
            self.known_voids[report.void] += report.known
        elif not report.chosen_by_nobody:
            self.unguarded += 1

    @property
    def replaced(self) -> dict[str, int]:
        """Return how many rounds people played with a bot's seed, which may have been put in place of theirs."""
        return {name: count for name, count in sorted(self.derived.items()) if name in self.people}

    def data(self) -> dict[str, object]:
        return {
            "protocols": {str(protocol): count for protocol, count in sorted(self.protocols.items())},
            "seats": {seat.value: self.seats[seat] for seat in Seat},
            "missing": dict(sorted(self.missing.items())),
            "replaced": self.replaced,
            "rounds_without_fresh_seed": self.unguarded,
            "rounds_without_fixed_places": self.loose,
            "rounds_by_earlier_rules": {str(revision): count for revision, count in sorted(self.earlier.items())},
            "redrawn": self.redrawn,
            "steered": self.steered,
            "voids": dict(sorted(self.voids.items())),
            "voids_after_deal_known": {cause: n for cause, n in sorted(self.known_voids.items()) if n},
        }
