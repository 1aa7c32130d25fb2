"""What the table page shows, as plain values. The presenter fills it from a view; the templates only draw it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from paigow.web.pages.table.offered import BetForm, ChipView, Form, Rebet, SetForm, SitForm
from paigow.web.pages.table.pieces import HandView, PieceView, Pile
from paigow.web.people.display import called

HOLD = {"brisk": 700, "casino": 1500}
"""Milliseconds for which a practice table's page holds a set hand back, so that it can be taken up again."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """Something that happened, in the viewer's words, with the clauses it carried out.

    `fine`: a step of procedure, which the short log leaves out.
    """

    text: str
    clauses: tuple[str, ...] = ()
    fine: bool = False


@dataclass(frozen=True, slots=True)
class Notice:
    """What the viewer must be told now: a refusal with its clause, or that the connection is back."""

    text: str
    clause: str = ""
    kind: str = "refused"


@dataclass(frozen=True, slots=True)
class Clock:
    """The window that is open, and when it shuts."""

    deadline: datetime
    now: datetime

    @property
    def seconds(self) -> int:
        return max(0, round((self.deadline - self.now).total_seconds()))


@dataclass(frozen=True, slots=True)
class SeedMark:
    """What the page's script needs to add the viewer's seed to a bet: see `static/paigow/seed.js`."""

    commitment: str  # empty where no seed is taken
    given: bool
    wanted: bool


@dataclass(frozen=True, slots=True)
class WagerView:
    kind: str
    label: str
    pile: Pile | None
    player: str = ""
    mine: bool = False
    result: str = ""


@dataclass(frozen=True, slots=True)
class SeatView:
    """One position of the players."""

    position: int
    label: str
    name: str = ""
    chips: int | None = None
    mine: bool = False
    bot: bool = False
    away: bool = False
    turn: bool = False
    off: bool = False
    start: bool = False
    house: bool = False
    markers: tuple[str, ...] = ()
    spots: tuple[WagerView, ...] = ()
    inscription: str = ""
    hand: HandView | None = None
    result: str = ""
    result_word: str = ""
    result_short: str = ""  # without the dealer's call, where there is little room
    sit: bool = False
    second: BetForm | None = None  # a bet that the viewer may place here beside their own

    @property
    def called(self) -> str:
        """The name as the plate shows it: who sits here, or plays a second hand here. Bots have a mark of their own."""
        placed = (spot.player for spot in self.spots if spot.player)
        return called(self.name or next(placed, ""))

    @property
    def bet(self) -> int:
        """What lies before the seat, all in all."""
        return sum(spot.pile.amount for spot in self.spots if spot.pile is not None)


@dataclass(frozen=True, slots=True)
class Zone:
    """A marked area that is the table's, not a player's."""

    kind: str
    label: str
    clause: str
    inscription: str = ""
    hands: tuple[HandView, ...] = ()
    pile: Pile | None = None
    stacks: int = 0
    empty: bool = True


@dataclass(frozen=True, slots=True)
class SignView:
    title: str
    lines: tuple[tuple[str, str], ...]
    clause: str


@dataclass(frozen=True, slots=True)
class Half:
    """One of the two comparisons that decided."""

    label: str
    mine: str
    theirs: str
    winner: str
    said: str
    clause: str


@dataclass(frozen=True, slots=True)
class Paid:
    """What was paid, lost or given back, and by which clauses; `brings` is what it brought the viewer."""

    text: str
    clauses: tuple[str, ...] = ()
    brings: int = 0
    side: bool = False  # of a side bet


@dataclass(frozen=True, slots=True)
class HandResult:
    """What became of a position's hands, or another payment of the round."""

    position: int
    label: str
    result: str
    headline: str
    mine: bool
    call: str = ""  # the dealer's own word for it, where the game has one
    halves: tuple[Half, ...] = ()
    money: tuple[Paid, ...] = ()
    clause: str = ""
    advice: str = ""  # where the hand as it was set is weighed
    brings: int = 0  # what it brought the viewer, beside the lines of money
    hand: HandView | None = None  # what was compared
    house: HandView | None = None  # and with what

    @property
    def total(self) -> int:
        """What all of it brought the viewer."""
        return self.brings + sum(line.brings for line in self.money)


@dataclass(frozen=True, slots=True)
class Start:
    """How the deal's first position is found: dice under or beside their shaker, a number, or a button."""

    method: str
    label: str
    covered: bool = True
    dice: tuple[int, ...] = ()
    number: int | None = None
    said: str = ""
    delivery: str = ""
    adjustment: str = ""


@dataclass(frozen=True, slots=True)
class Account:
    """The viewer's money at this table."""

    chips: int
    wagered: int
    net: int | None


@dataclass(frozen=True, slots=True)
class LastRound:
    """What the round before brought the viewer; it is told until the next deal."""

    number: int
    outcomes: tuple[HandResult, ...]
    net: int
    all: tuple[HandResult, ...] = ()  # everybody's


@dataclass(frozen=True, slots=True)
class OwnView:
    """One of the viewer's places at the table: circles with bets, then the hand, to be set or as it was set."""

    position: int
    label: str
    spots: tuple[WagerView, ...] = ()
    bets: tuple[BetForm, ...] = ()
    hand: HandView | None = None
    set: SetForm | None = None
    outcome: HandResult | None = None
    markers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Headline:
    """The one thing that the middle of the felt says."""

    text: str
    hint: str = ""
    mood: str = ""  # win, lose or push, when it tells a result
    cents: int | None = None  # an amount in the text, to be counted up


@dataclass(frozen=True, slots=True)
class TablePage:
    """View model of the table page."""

    slug: str
    title: str
    standard: str
    game: str
    document: str
    tiles: bool
    viewer: str
    seated: bool
    phase: str
    phase_word: str
    prompt: str
    round: int | None
    rounds: int
    commitment: str
    seeds: SeedMark
    minimum: int
    maximum: int
    bank: str
    banks: bool  # whether the viewer does
    stopped: str
    meters: tuple[tuple[str, int], ...]
    seats: tuple[SeatView, ...]
    behind: tuple[WagerView, ...]
    dealer: HandView | None
    zones: Mapping[str, tuple[Zone, ...]]
    signs: tuple[SignView, ...]
    start: Start
    bets: tuple[BetForm, ...]
    other_bets: tuple[BetForm, ...]
    sets: tuple[SetForm, ...]
    asks: tuple[Form, ...]
    others: tuple[Form, ...]
    outcomes: tuple[HandResult, ...]
    account: Account | None
    told: str
    log: tuple[LogLine, ...]
    clock: Clock | None
    sequence: int
    sit: SitForm | None = None
    last: LastRound | None = None
    delivery: tuple[str, ...] = ()  # positions in the order in which they are dealt to
    resting: bool = False  # the last showdown stays on the felt until the viewer bets again
    rebet: Rebet | None = None
    display: tuple[PieceView, ...] = ()
    proof: int = 0  # the last round whose deal can be verified
    headline: Headline = Headline("")
    mine: tuple[OwnView, ...] = ()
    rim: tuple[tuple[SeatView, ...], tuple[SeatView, ...]] = ((), ())  # the others, at the left and at the right
    rack: tuple[ChipView, ...] = ()
    awaited: tuple[str, ...] = ()  # verbs that the table waits for from the viewer
    pace: Any = None  # what the service says of pace; none in a replay
    house: HandView | None = None  # the dealer's hand; when hands are compared, the bank's
    banker: str = ""  # who banks, where the bank's hand is shown and it is a player's

    @property
    def buttons(self) -> tuple[Form, ...]:
        """Commands of one press, for the row of buttons."""
        return tuple(form for form in self.asks if form.simple)

    @property
    def questions(self) -> tuple[Form, ...]:
        """Commands that need a choice or an amount, for the middle of the felt."""
        return tuple(form for form in self.asks if not form.simple)

    @property
    def setting(self) -> SetForm | None:
        """The hand that is being set; another waits until this one is set."""
        return next((own.set for own in self.mine if own.set is not None), None)

    @property
    def areas(self) -> tuple[Zone, ...]:
        """The marked areas that are nobody's own."""
        return tuple(zone for zones in self.zones.values() for zone in zones)

    @property
    def pace_url(self) -> str:
        return f"/tables/{self.slug}/pace/"

    @property
    def seat_url(self) -> str:
        return f"/tables/{self.slug}/seat/"

    @property
    def betting(self) -> bool:
        return bool(self.bets)

    @property
    def staked(self) -> bool:
        """Whether the viewer has a bet down, or one that waits for the main bet."""
        return any(bet.now for bet in self.bets) or (self.account is not None and self.account.wagered > 0)

    @property
    def may_deal(self) -> bool:
        """Whether Deal does not mean that the viewer leaves the round out, with side bets that wait for a main bet."""
        placed = self.account is not None and self.account.wagered > 0
        return placed or self.banks or self.phase != "betting"

    @property
    def has_gold(self) -> bool:
        """Whether a command is the next action, and Deal or Continue only the other one."""
        return any(form.primary for form in self.asks)

    @property
    def hold(self) -> int:
        """Milliseconds for which the page holds a set hand back: only where nobody else waits."""
        return HOLD.get(self.pace.preset, 0) if self.pace and self.pace.practice else 0

    @property
    def told_round(self) -> int:
        """The round whose result is shown."""
        return self.last.number if self.resting and self.last is not None else self.rounds

    @property
    def coached(self) -> bool:
        """Whether the coach has something to say: a hand of the viewer's was compared."""
        return bool(self.pace and self.pace.coach and self.pace.practice) and bool(self.own)

    @property
    def own(self) -> tuple[HandResult, ...]:
        return tuple(outcome for outcome in self.outcomes if outcome.mine)

    @property
    def of_others(self) -> tuple[HandResult, ...]:
        return tuple(outcome for outcome in self.outcomes if not outcome.mine)
