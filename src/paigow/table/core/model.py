"""The state of a table at one moment. Everything here is an immutable value; `engine.evolve` returns the next one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeVar

from paigow.comparison import Match, Result
from paigow.money import Ledger, Meter, Transfer
from paigow.table.core.values import Value, copied, derived_from, fill, known, new

if TYPE_CHECKING:
    from paigow.hands.pieces import Piece, Setting
    from paigow.table.core.game import Game

DEALER = "dealer"
FLOOR = "floor"
SYSTEM = "system"

MAIN = "main"  # the Pai Gow wager
DEALER_WAGER = "dealer"  # the dealer's wager against a player's bank
BANK_STAKE = "bank"  # the stake that a New Zealand player/banker puts up


class Phase(StrEnum):
    """The phase of a table. Each phase allows some commands; a refusal cites the clause it is based on."""

    CLOSED = "closed"  # no set on the table
    INSPECTION = "inspection"  # a set has arrived and is being inspected
    DISPLAY = "display"  # face up, for the first player to see
    OPEN = "open"  # between rounds
    OFFERING = "offering"  # the bank is being offered
    MIXING = "mixing"  # the pieces are being mixed
    CUTTING = "cutting"  # cards only: the stack is offered for a cut
    BETTING = "betting"  # until "no more bets"
    SEEDING = "seeding"  # only with a seed chain: the deal waits for the players' seeds
    STARTING = "starting"  # delivery style, dice or number
    DEALING = "dealing"
    SETTING = "setting"  # the players set their hands
    BANKING = "banking"  # the dealer, then the bank, show and set theirs
    EXPOSING = "exposing"  # hand by hand, with surrender until a hand's turn comes
    PAYING = "paying"  # remaining payouts when all hands are open
    FINISHED = "finished"  # settled or void; the hands stay until the round is closed


class HandStatus(StrEnum):
    DEALT = "dealt"
    SET = "set"
    EXPOSED = "exposed"  # turned over by the dealer and compared
    SURRENDERED = "surrendered"
    VOID = "void"
    COLLECTED = "collected"  # with the dead hand or in the discards, unseen


class WagerKey(NamedTuple):
    """The key of a wager: one player's, on one position, of one kind."""

    player: str
    position: int
    kind: str


@dataclass(frozen=True)
class Player(Value):
    """A person at the table. Their chips are in the ledger."""

    name: str
    position: int | None  # None for a player who wagers from behind on another's box (New Zealand)
    seed: str = ""
    last_main: int = 0  # last Pai Gow wager against the dealer
    wagered_against_house: bool = False  # in the last round in which the house banked
    played_last_round: bool = False
    last_positions: tuple[int, ...] = ()  # where the wagers of the last round were
    controlled: int | None = None  # where the player controlled the hand in the last round
    away: bool = False


@dataclass(frozen=True)
class Hand(Value):
    """The pieces at one position."""

    pieces: tuple[Piece, ...]
    status: HandStatus = field(default_factory=lambda: HandStatus.DEALT)
    setting: Setting | None = None
    set_by: str = ""
    shown: frozenset[int] = frozenset()  # indexes of pieces exposed by accident
    viewed: bool = False  # its holder has looked at it
    asked_dealer: bool = False
    floor_saw: bool = False  # the floor has looked at a surrendered hand
    match: Match | None = None
    foul: bool = False


EMPTY_HAND = Hand(())
"""A hand before its pieces are dealt. A changed copy takes less than half the time of a new hand."""


def setting_of(hand: Hand) -> Setting:
    """Return the hand's setting; raise an error if it is not set yet, which is a bug in the caller."""
    if hand.setting is None:
        raise LookupError("a hand is compared after it is set")
    return hand.setting


class Part(Value):
    """The state kept by one concern: a frozen dataclass in that concern's module, with a default for each field.

    `state.part(Laja)` returns the current part; `state.put(changed(state.part(Laja), due=True))` returns a state with a
    changed part in its place. A part that still has its defaults is not stored.
    """

    of_table: ClassVar[bool] = False  # lasts from one round to the next; otherwise it belongs to the round
    slot: ClassVar[str] = ""  # field of `Round`, if every game has it; otherwise in the round's `parts`

    def __init_subclass__(cls) -> None:
        if _PARTS.setdefault(cls.__name__, cls).__module__ != cls.__module__:
            raise LookupError(f"two parts are called {cls.__name__}")


_PARTS: dict[str, type[Part]] = {}
P = TypeVar("P", bound=Part)


def part_kind(name: str) -> type[Part]:
    """Return the part type with this name, for reading a stored state."""
    return _PARTS[name]


_UNTOUCHED: dict[type[Part], Any] = {}
"""Each kind of part with its default values."""


def untouched(kind: type[P]) -> P:
    """Return a part with its default values, the same one every time."""
    part: P = _UNTOUCHED.get(kind) or _UNTOUCHED.setdefault(kind, kind())
    return part


@dataclass(frozen=True)
class PlayerSeeds(Part):
    """The players' contributions to a round's randomness."""

    slot: ClassVar[str] = "seeds"
    seats: tuple[tuple[int, str], ...] = ()  # fixed at the mix or, with a chain, when seeds are closed
    given: Mapping[str, str] = field(default_factory=dict)  # with a chain: seeds given in this round, by player
    places: Mapping[str, int] = field(default_factory=dict)  # under protocol 3: everybody's place, fixed at the opening
    closed: bool = False


@dataclass(frozen=True)
class Bank(Part):
    """The bank of a round: who holds it, and how that came about."""

    slot: ClassVar[str] = "bank"
    player: str | None = None  # None for the house
    position: int | None = None  # where that player's hand is dealt
    co_banked: bool = False
    sharers: tuple[str, ...] = ()  # others who share the bank (NZ-5.5)
    offered: tuple[str, ...] = ()  # who has been offered the bank this round, the current one last
    declined: tuple[str, ...] = ()
    dealer_wager: int | None = None  # the bank's instruction; None for the rule's amount
    stake_taken: bool = False  # the dealer has taken the bank's stake; wagers are final
    confirmed: bool = False  # the bank's hand is confirmed


@dataclass(frozen=True)
class Stack(Part):
    """The mixed pieces: their order, what was done to them, and the pieces left over after the deal."""

    slot: ClassVar[str] = "stack"
    order: tuple[Piece, ...] = ()  # from the dealer's right, top first; hidden
    places: tuple[int, ...] = ()  # where each piece was before a cut that also applies to the deal
    at: str = ""  # where the cards are dealt from: a shoe, or one of the dealer's hands
    cut: bool = False
    remixes: int = 0
    resume: Phase | None = None  # the phase to return to after another mix
    stub: tuple[Piece, ...] = ()  # cards left after the deal, or removed from it
    removed: tuple[Piece, ...] = ()  # cards found face up in the deck
    discards: tuple[int | str, ...] = ()  # the discard rack, hand by hand: a position, or a description of the cards


@dataclass(frozen=True)
class Start(Part):
    """The delivery of the pieces, and the position where the deal starts."""

    slot: ClassVar[str] = "start"
    delivery: str = ""
    cut_declined: bool = False  # the bank leaves the cut to the house
    adjustment: int = 0
    dice: tuple[int, int, int] | None = None
    covered: bool = True  # the lid is on the dice
    shaken: int = 0  # how often the dice have been drawn
    bank_shook: bool = False
    number: int | None = None  # as counted from the dice, or drawn
    position: int | None = None


@dataclass(frozen=True)
class Round(Value):
    """One round, from its commitment to its reveal."""

    number: int
    commitment: str
    revision: int = 0  # see `mixing.OpenRound`
    seeds: PlayerSeeds = field(default_factory=lambda: untouched(PlayerSeeds))
    bank: Bank = field(default_factory=lambda: untouched(Bank))
    stack: Stack = field(default_factory=lambda: untouched(Stack))
    start: Start = field(default_factory=lambda: untouched(Start))
    wagers: Mapping[WagerKey, int] = field(default_factory=dict)
    hands: Mapping[int, Hand] = field(default_factory=dict)
    controllers: Mapping[int, str] = field(default_factory=dict)  # who controls a position; "" for the dealer
    choices: frozenset[int] = frozenset()  # positions whose player may void the hand
    results: Mapping[WagerKey, Result] = field(default_factory=dict)
    paid: frozenset[WagerKey] = frozenset()
    settlement: tuple[Transfer, ...] = ()  # transfers of the Pai Gow wagers so far, in case they have to be undone
    void: str = ""
    parts: Mapping[type[Part], Any] = field(default_factory=dict)

    @derived_from("wagers")
    def bettors(self) -> Mapping[int, str]:
        """Return who placed the first Pai Gow wager on each position that has one, by position."""
        first: dict[int, str] = {}
        for player, position, kind in self.wagers:
            if kind == MAIN:
                first.setdefault(position, player)
        return {position: first[position] for position in sorted(first)}

    @derived_from("wagers")
    def _placed(self) -> Mapping[int, tuple[WagerKey, ...]]:
        found: dict[int, list[WagerKey]] = {}
        for key in self.wagers:
            found.setdefault(key.position, []).append(key)
        return {position: tuple(keys) for position, keys in found.items()}

    def wagers_at(self, position: int) -> tuple[WagerKey, ...]:
        """Return the wagers on one position, in the order in which they were placed."""
        return self._placed.get(position, ())

    @derived_from("wagers", "bank", "controllers")
    def holders(self) -> Mapping[int, str]:
        """Return who holds the hand at each position: the box's controller, the bank at its own, or the bettor."""
        bank = self.bank
        banked = {bank.position: bank.player} if bank.player is not None and bank.position is not None else {}
        return {**self.bettors, **banked, **self.controllers}

    @derived_from("wagers", "bank", "controllers")
    def _held(self) -> Mapping[str, tuple[int, ...]]:
        found: dict[str, list[int]] = {}
        for position, holder in sorted(self.holders.items()):
            found.setdefault(holder, []).append(position)
        return {holder: tuple(positions) for holder, positions in found.items()}

    def held_by(self, player: str) -> tuple[int, ...]:
        """Return the positions whose hands the player holds, in order."""
        return self._held.get(player, ())

    @derived_from("wagers", "bank")
    def bettors_and_bank(self) -> tuple[int, ...]:
        """Return the positions with a Pai Gow wager and that of a player's bank, in order."""
        bank = () if self.bank.position is None else (self.bank.position,)
        return tuple(sorted({*self.bettors, *bank}))

    @derived_from("revision")
    def precise(self) -> bool:
        """Return whether every event cites only the ground that applied."""
        return self.revision > 0

    @derived_from("wagers")
    def dealer_wagers(self) -> bool:
        """Return whether the dealer has a wager against a player's bank."""
        return any(key.kind == DEALER_WAGER for key in self.wagers)

    @derived_from("wagers")
    def against_bank(self) -> int:
        """Return the sum of the Pai Gow wagers."""
        return sum([amount for key, amount in self.wagers.items() if key.kind == MAIN])

    def part(self, kind: type[P]) -> P:
        """Return a concern's part of this round."""
        part: P = self.parts.get(kind) or _UNTOUCHED.get(kind) or untouched(kind)
        return part


EMPTY_ROUND = Round(0, "")
"""A round before it is opened; a changed copy takes far less time than a new round."""


@dataclass(frozen=True)
class Equipment(Value):
    """Sets, dice and devices, each with the time, in seconds, at which it was put on the table."""

    sets: Mapping[str, int] = field(default_factory=dict)  # set or deck id -> when it was put into play
    in_play: str = ""  # the set or deck of this round
    inspected: frozenset[str] = frozenset()
    verified: frozenset[str] = frozenset()
    preshuffled: frozenset[str] = frozenset()  # decks that arrived shuffled and have not been dealt
    dice_since: int = 0
    rejected: tuple[str, ...] = ()
    damaged: tuple[str, ...] = ()  # pieces of the set in play that must be replaced before the next round
    faults: frozenset[str] = frozenset()  # devices that are out of order
    covered: frozenset[str] = frozenset()  # those of them that are covered or marked
    button: int = 0  # the position of the starting button


@dataclass(frozen=True)
class Rotation(Value):
    """The rotation of the bank: who is offered it first, and who has held it."""

    first: int = 1  # the position offered first
    held: Mapping[str, int] = field(default_factory=dict)  # consecutive rounds up to the last, by the bank's holder
    start_of_game: bool = True  # no player may bank in the first round


@dataclass(frozen=True)
class SeedChain(Value):
    """The published hash chain from which the server's seeds come (`fairness.chain`)."""

    tip: str
    first: int  # round
    length: int
    link: str  # what the next seed to be revealed hashes to: the seed revealed last, or the tip
    cuts: bool = False  # whether a cut applies to what is dealt; with older chains it had no effect
    protocol: int = 2  # version of the fairness algorithm

    @property
    def last_round(self) -> int:
        return self.first + self.length - 1


@dataclass(frozen=True)
class TableState(Value):
    """The whole table. `game` never changes; everything else is a fold over the events so far."""

    game: Game
    table_id: str
    ledger: Ledger
    phase: Phase = field(default_factory=lambda: Phase.CLOSED)
    now: int = 0
    sequence: int = 0
    players: Mapping[str, Player] = field(default_factory=dict)
    rotation: Rotation = field(default_factory=Rotation)
    equipment: Equipment = field(default_factory=Equipment)
    meters: Mapping[str, Meter] = field(default_factory=dict)
    rounds: int = 0
    round: Round | None = None
    chain: SeedChain | None = None
    pieces: tuple[Piece, ...] = ()  # the set between rounds
    stopped: str = ""
    parts: Mapping[type[Part], Any] = field(default_factory=dict)

    @known("round")
    def current(self) -> Round:
        """Return the current round; calling this between rounds is a bug."""
        if self.round is None:
            raise LookupError("no round is on")
        return self.round

    def part(self, kind: type[P]) -> P:
        """Return a concern's part of the current round, or of the table if it outlasts the round."""
        part: P = (self if kind.of_table else self.current).parts.get(kind) or _UNTOUCHED.get(kind) or untouched(kind)
        return part

    def put(self, *parts: Part, phase: Phase | None = None, seeded: Player | None = None, **fields: Any) -> TableState:
        """Return the state with these parts in place of those of the same types, and these fields of the round changed.

        Most events do this, some with a new phase, and some with a player who has a new seed. However many changes
        there are, the round and the state are copied once.
        """
        values = self.__dict__.copy()  # no property but `current` and `_seats` is derived from what changes
        if phase is not None:
            values["phase"] = phase
        if seeded is not None:
            values["players"] = {**self.players, seeded.name: seeded}
            values.pop("_seats", None)
        for part in parts:
            kind = type(part)
            if kind.slot:
                fields[kind.slot] = part
            elif kind.of_table:
                values["parts"] = {**values["parts"], kind: part}
            else:
                fields["parts"] = {**fields.get("parts", self.current.parts), kind: part}
        if fields:
            values["round"] = values["current"] = copied(self.current, fields)
        after = new(TableState)
        fill(after, values)
        return after

    def __repr__(self) -> str:
        where = f"round {self.round.number}" if self.round else f"{self.rounds} rounds played"
        return f"<TableState {self.game.standard} {self.table_id}: {where}, {self.phase}>"

    def seated(self) -> tuple[Player, ...]:
        """Return the seated players, counter-clockwise from the dealer's far right."""
        return tuple(self._seats.values())

    @derived_from("players")
    def away(self) -> frozenset[str]:
        """Return the players who have left their seats mid-round."""
        return frozenset([player.name for player in self.players.values() if player.away])

    @derived_from("players")
    def arrivals(self) -> Mapping[int, str]:
        """Return the names of the seated players who have not left mid-round, by position, in order of arrival."""
        return {p.position: p.name for p in self.players.values() if p.position is not None and not p.away}

    def at(self, position: int) -> Player | None:
        return self._seats.get(position)

    @derived_from("players")
    def _seats(self) -> Mapping[int, Player]:
        """Return the seated players by position, in order of position."""
        places = {player.position: player for player in self.players.values() if player.position is not None}
        return {position: places[position] for position in sorted(places)}
