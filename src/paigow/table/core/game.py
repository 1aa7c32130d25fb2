"""The differences between the four games, as data and small strategies."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import ModuleType
from typing import TYPE_CHECKING, Any

from paigow.comparison import Match, Result
from paigow.errors import Refused
from paigow.hands import AnyHands
from paigow.money import CENTRE, Account, MeterRules, ToOne, VigorishRounding
from paigow.table.core.model import Phase, Player, TableState, WagerKey
from paigow.tiles import Delivery

if TYPE_CHECKING:
    from paigow.hands.pieces import Piece
    from paigow.rules import Standard, Submission
    from paigow.table.chance import RoundChance
    from paigow.table.core.engine import Command, Turn
    from paigow.table.layout import Layout

Step = Callable[["Turn"], None]
NO_LIMIT = 10**12
DISCARD_RACK = "discard-rack"


class Lacking(Refused):
    """Raised when a game is asked for something that only another game's document has."""


def concerns_of(*modules: ModuleType) -> frozenset[str]:
    """Return the concerns that a game lists, by module name."""
    return frozenset(module.__name__ for module in modules)


def own_seat(state: TableState, player: Player) -> int | None:
    """Return the position where a player would bank: their seat."""
    return player.position


def player_banks(state: TableState) -> bool:
    """Return whether a player banks this round."""
    return state.current.bank.player is not None


def unproven(player: Player) -> str:
    """Return the reason why a player who has not wagered against the house may not bank yet."""
    if player.wagered_against_house:
        return ""
    return f"{player.name} did not wager against the dealer when the house last banked"


@dataclass(frozen=True, slots=True)
class SideWager:
    """A side bet as offered: its pay table and its limits in cents."""

    kind: str
    paytable: str
    minimum: int
    maximum: int
    unit: int = 1  # wagers are multiples of this, so that the odds can be paid


@dataclass(frozen=True, slots=True)
class CardOptions:
    """The operator's options for handling cards."""

    method: str = "manual-shoe"  # or hand, automated-shoe
    shuffler: str = "none"  # or automated, into-shoe, reshuffling-device
    backs: tuple[str, ...] = ("red",)  # one colour per deck
    cover_card: str = "discard-rack"  # or fourth-from-bottom
    start_marker: str = "none"  # or cover-card, object


@dataclass(frozen=True, slots=True)
class BoxRules:
    """The rules for boxes with several bettors: how many bettors, how much they may wager, and the bank's options."""

    bettors: int
    box_maximum: int
    player_maximum: int
    chip: int  # the smallest unit in which chips can be placed and divided
    adjustment: bool
    co_banker_exposes: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BankOptions:
    """The operator's options for player banking."""

    player_bank: bool = False
    co_bank: bool = False
    sharing: bool = False  # several players on one box may share the bank (NZ-5.5)
    dealer_wager: int | None = None  # None: the bank's last wager against the dealer


@dataclass(frozen=True, slots=True, kw_only=True)
class StartOptions:
    """The method of finding the starting position, and the allowed delivery styles."""

    method: str = "shaker"  # shaker, random-number or button
    deliveries: Mapping[str, Delivery] = field(default_factory=dict)
    house_delivery: str = ""
    dealer_may_choose: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SetOptions:
    """The number of sets, and the way they are brought in and removed."""

    decks: int = 1
    prepared: bool = False  # sets come inspected and mixed (MDP-4.F)
    seconds: int = 0  # how long a set may stay in play; 0 for no limit
    dice_seconds: int = 0
    idle_face_down: bool = False  # without players the set is spread face down


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """An operator's choices as plain values that the table can use quickly."""

    minimum: int
    maximum: int
    unit: int = 1  # wagers are multiples of this
    adjacent: bool = False
    side_wagers: Mapping[str, SideWager] = field(default_factory=dict)
    vigorish_rounding: VigorishRounding = VigorishRounding.CENT
    payout_limit: int | None = None
    meters: tuple[MeterRules, ...] = ()
    tables: Mapping[str, Mapping[int, ToOne]] = field(default_factory=dict)  # pay tables that the operator supplies
    bank: BankOptions = BankOptions()
    start: StartOptions = StartOptions()
    sets: SetOptions = SetOptions()
    cards: CardOptions = CardOptions()
    boxes: BoxRules | None = None
    readings: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Steps:
    """The steps that a game adds to a round, and their places in it."""

    at_open: tuple[Step, ...] = ()
    before_mix: tuple[Step, ...] = ()
    after_mix: tuple[Step, ...] = ()
    before_close: tuple[Step, ...] = ()
    after_close: tuple[Step, ...] = ()
    before_uncover: tuple[Step, ...] = ()  # before the lid comes off the dice
    after_start: tuple[Step, ...] = ()
    after_deal: tuple[Step, ...] = ()
    before_house_set: tuple[Step, ...] = ()
    before_exposure: tuple[Step, ...] = ()
    at_end: tuple[Step, ...] = ()  # what is left to settle after every hand has been compared
    at_close: tuple[Step, ...] = ()  # when the hands are picked up
    on_void: tuple[Callable[[Turn, tuple[str, ...]], None], ...] = ()  # with the clauses that make the round void
    before_removal: tuple[Step, ...] = ()  # of the set, from the table


@dataclass(frozen=True, slots=True, kw_only=True)
class Settling:
    """The comparison of hands and the settlement of wagers."""

    settle: Callable[[Turn, WagerKey, Result, Match], None]  # what happens to a wager when its hand is compared
    pay: Step
    pays_last: Callable[[TableState], bool] = player_banks  # winners wait for the rest
    compare_order: Callable[[TableState], tuple[int, ...]] = lambda state: state.game.betting  # of the players' hands
    require_surrender: Callable[[TableState, WagerKey], None] = lambda state, key: None
    after_surrender: tuple[Callable[[Turn, int], None], ...] = ()
    side_wagers: tuple[Callable[[Turn, int], None], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Strategy:
    """The questions a table asks its game, each answered by a small function in the module that knows the rule."""

    require_place: Callable[[TableState, WagerKey], None]  # refuses a main wager that may not be placed there
    bank_cover: Callable[[TableState, WagerKey], int | None]
    deal: Step
    dealer: Callable[[TableState, RoundChance], Command | None]  # the dealer's next step, for a driver
    settling: Settling
    steps: Steps = Steps()
    main_maximum: Callable[[TableState, WagerKey], int] = lambda state, key: state.game.options.maximum
    bank_place: Callable[[TableState, Player], int | None] = own_seat  # where a player's bank would be dealt
    not_yet_bank: Callable[[Player], str] = unproven  # why a player has not played enough to bank
    start_method: Callable[[TableState], str] = lambda state: state.game.options.start.method  # now
    start_meters: Callable[[TableState], TableState] | None = None
    must_cut: Callable[[TableState], bool] = lambda state: False  # the mixed pieces are offered for a cut
    step_cites: Callable[[TableState, str], tuple[str, ...]] = lambda state, step: (step,)  # names to cite for a step
    spoil_stacking: Step | None = None  # a piece was exposed in stacking; by default the set is mixed again
    expose_piece: Callable[[Turn, int, int], None] | None = None  # an accident with a dealt piece, if any
    on_hand_void: tuple[Callable[[Turn, tuple[str, ...], int], None], ...] = ()  # the clauses, and the hand's position


@dataclass(frozen=True, slots=True, kw_only=True)
class Banking:
    """The rights and duties of a player who banks."""

    limit: int = 1  # consecutive rounds
    shakes: bool = True  # instead of the dealer
    may_shake: bool = False  # after the dealer
    sets_with_players: bool = True  # face down like everybody; otherwise after all others have set (NZ-11.2.d)
    hand_confirmed: bool = False  # by the floor or by the bank, before hands are compared (NZ-11.1.e, NZ-10.4.c)


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """The order in which a round's steps are taken."""

    after_mix: Phase = Phase.BETTING
    play_order: tuple[Phase, ...] = (Phase.DEALING, Phase.SETTING, Phase.BANKING, Phase.EXPOSING)
    surrender_phases: tuple[Phase, ...] = (Phase.EXPOSING,)
    delivery_first: bool = True  # the style of delivery must be chosen before the dice are shaken, not after
    verify_displayed: bool = False  # the floor checks a set when it is on display, not before
    found_early: tuple[str, ...] = ("number-fault",)  # the misdeals that can be found before the deal
    reset_late: bool = True  # a wrongly set house hand is corrected even when players' hands are open


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealing:
    """The mixing and dealing of the pieces."""

    step: int = 1  # +1 delivers counter-clockwise, -1 clockwise
    least_circles: int = 0  # circles that each hand makes in mixing
    least_shakes: int = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """The treatment of wagers and hands at the end of a round."""

    pot: Account = CENTRE  # where losing wagers are collected for a player's bank
    commission: bool = True
    idle_area: str = DISCARD_RACK  # where unplayed hands are kept
    used_area: str = "settled"  # where hands are kept once their wagers are settled
    calls: Mapping[Result, str] = field(default_factory=dict)  # the dealer's words for a result


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Game:
    """One standard with one submission. Games are compared by identity: a table never changes its game."""

    submission: Submission
    submission_hash: str
    kit: AnyHands
    options: Options
    strategy: Strategy
    box: tuple[Piece, ...]  # the contents of a new set
    spread: tuple[Piece, ...]  # the order in which the set is displayed
    layout: Callable[[Game], Layout]
    concerns: frozenset[str]  # the modules whose commands this game supports
    without: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # concerns that the document rules out
    cites: Mapping[str, tuple[str, ...]]
    positions: tuple[int, ...]  # counter-clockwise, in the order of the count
    betting: tuple[int, ...]  # of these, where players wager
    dealer: int | None  # where the dealer's own hand is dealt; None: the house has a box like the others
    dead: int | None = None  # the Dead Hand
    banking: Banking = Banking()
    course: Course = Course()
    dealing: Dealing = Dealing()
    ending: Ending = Ending()

    rules: Standard = field(init=False)
    """The document, including its names and terms."""
    _cited: dict[str | tuple[str, ...], tuple[str, ...]] = field(init=False, repr=False, default_factory=dict)
    """The clauses of every combination of names that was cited, so that each is joined once."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "rules", self.submission.rules)

    def __repr__(self) -> str:
        return f"<Game {self.standard} {self.submission_hash[:8]}>"

    @property
    def standard(self) -> str:
        return self.submission.standard

    @property
    def first_edition(self) -> bool:
        """Return whether the table follows the rules of this program's first edition (`table.first_edition`)."""
        return self.submission.edition == 1

    @property
    def seats(self) -> tuple[int, ...]:
        """Return the positions where players can sit and wager when the house banks."""
        return tuple(p for p in self.betting if p != self.house)

    @property
    def house(self) -> int:
        """Return the position of the house's hand when the house banks."""
        return self.positions[0] if self.dealer is None else self.dealer

    def cite(self, name: str, *more: str) -> tuple[str, ...]:
        """Return this document's clauses for one or more names.

        A name that it lacks stands for something this game does not have.
        """
        names = (name, *more) if more else name  # one string is found faster than a tuple of one
        cited = self._cited.get(names)
        if cited is None:
            try:
                cited = tuple(dict.fromkeys([clause for each in (name, *more) for clause in self.cites[each]]))
            except KeyError as missing:
                raise Lacking(f"there is no {missing.args[0]} in this game") from None
            self._cited[names] = cited
        return cited

    def cite_first(self, *names: str) -> tuple[str, ...]:
        """Return the clauses of the first of these names that this document covers, or none."""
        for name in names:
            if name in self.cites:
                return self.cites[name]
        return ()

    def reasons(self, heading: str) -> Mapping[str, tuple[str, ...]]:
        """Return the document's list under a heading (misdeals, kinds of conduct), with the clauses."""
        start = f"{heading}."
        return {name.removeprefix(start): cited for name, cited in self.cites.items() if name.startswith(start)}

    def has(self, concern: ModuleType) -> bool:
        """Return whether this game lists the concern."""
        return concern.__name__ in self.concerns

    def after(self, phase: Phase) -> Phase:
        """Return the steps that follow the deal, the players' setting and the house's setting, in this game's order."""
        return self.course.play_order[self.course.play_order.index(phase) + 1]

    def next_position(self, position: int, step: int = 1) -> int:
        """Return the position `step` places further counter-clockwise."""
        return self.positions[(self.positions.index(position) + step) % len(self.positions)]

    def dealing_order(self, start: int | None) -> tuple[int, ...]:
        """Return all positions, with or without a wager, in dealing order; the start is the first if none is given."""
        at = 0 if start is None else self.positions.index(start)
        places = self.positions[at:] + self.positions[:at]
        return places if self.dealing.step > 0 else places[:1] + places[:0:-1]

    def reading(self, name: str, default: str = "") -> Any:
        """Return the chosen reading of an ambiguous clause, or `default` if this document has no such ambiguity."""
        return self.options.readings.get(name, default)
