"""The contents of the table page, as plain values. The presenter fills it from a view; the templates only draw it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from paigow.table.verbs import by_verb
from paigow.web.pages.table.pieces import HandView, Pairs, PieceView, Pile, SetForm

ACTS = by_verb({"look": "pick-up", "set-bank-hand": "set", "walk-away": "leave"})
"""Controls whose name differs from the verb of their command."""
KEYS = by_verb({"surrender": "g", "pass-bank": "n", "pass-cut": "n", "decline-cut": "n", "yield-bank": "n"})


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several ways to give a command: the fields it sets, and its label."""

    fields: Pairs
    label: str
    value: str = ""


@dataclass(frozen=True, slots=True)
class Amounts:
    """A range of amounts, as text to be typed."""

    least: str
    most: str
    step: str
    value: str
    label: str = ""


@dataclass(frozen=True, slots=True)
class Form:
    """A command, or several similar ones, as one HTML form."""

    id: str
    verb: str
    label: str
    hidden: Pairs = ()
    choices: tuple[Choice, ...] = ()
    amounts: Amounts | None = None
    text: str = ""  # the name of an optional text field
    hint: str = ""
    main: bool = False  # whether the table waits for it
    primary: bool = False

    @property
    def as_buttons(self) -> bool:
        return 0 < len(self.choices) <= 4

    @property
    def simple(self) -> bool:
        """Return whether one press gives the command."""
        return not (self.choices or self.amounts or self.text)

    @property
    def act(self) -> str:
        """Return the stable name of the control, `data-act`."""
        return ACTS.get(self.verb, self.verb)

    @property
    def key(self) -> str:
        """Return the key that presses it."""
        return KEYS.get(self.verb, "")


@dataclass(frozen=True, slots=True)
class ChipView:
    """A chip of the rack: its colour, its text, its value, and whether it is selected at first."""

    css: str
    label: str
    amount: str
    said: str
    picked: bool = False


@dataclass(frozen=True, slots=True)
class BetForm:
    """A betting circle where the viewer may place chips.

    `least`, `most` and `step` are in cents; `put` is the amount of the bet if the circle is tapped with the chip that
    is selected at first.
    """

    id: str
    position: int
    kind: str
    label: str
    where: str
    own: bool
    now: int
    least: int
    most: int
    step: int
    put: str
    amounts: Amounts
    withdraw: bool = False
    held: bool = False  # waits for the main bet
    pays: Pairs = ()
    pays_clause: str = ""
    meter: int | None = None
    pile: Pile | None = None


@dataclass(frozen=True, slots=True)
class Rebet:
    """The wagers of the viewer's last round that can be repeated now."""

    total: int
    wagers: tuple[tuple[str, int], ...]  # name and amount of each


@dataclass(frozen=True, slots=True)
class SitForm:
    """The form to take a seat and buy chips; the seats' own buttons belong to this one form."""

    positions: tuple[int, ...]
    chips: Amounts | None  # none if the purse is empty
    hint: str = ""


HOLD = {"brisk": 700, "casino": 1500}
"""How long, in milliseconds, a practice table's page holds back a set hand, so that it can be changed."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A message for the viewer: a refusal with its clause, or that the connection is back."""

    text: str
    clause: str = ""
    kind: str = "refused"


@dataclass(frozen=True, slots=True)
class Clock:
    """The open window and its deadline."""

    deadline: datetime
    now: datetime

    @property
    def seconds(self) -> int:
        return max(0, round((self.deadline - self.now).total_seconds()))


@dataclass(frozen=True, slots=True)
class SeedMark:
    """The data that the page's script needs to add the viewer's seed to a bet; see `static/paigow/seed.js`."""

    commitment: str  # empty if no seed is accepted
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
    lit: int = 0  # cents of a progressive bet that the device has taken and still shows by its light


@dataclass(frozen=True, slots=True)
class SeatView:
    """One player position."""

    position: int
    label: str
    name: str = ""
    called: str = ""  # the name on the plate: who sits here or plays a second hand here; bots have a mark of their own
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
    def bet(self) -> int:
        """Return the total of the bets in front of the seat."""
        return sum(spot.pile.amount for spot in self.spots if spot.pile is not None)


@dataclass(frozen=True, slots=True)
class Zone:
    """A marked area that belongs to the table, not to a player."""

    kind: str
    label: str
    clause: str
    inscription: str = ""
    hands: tuple[HandView, ...] = ()
    pile: Pile | None = None
    stacks: int = 0
    empty: bool = True


@dataclass(frozen=True, slots=True)
class Half:
    """One of the two deciding comparisons."""

    label: str
    mine: str
    theirs: str
    winner: str
    said: str
    clause: str


@dataclass(frozen=True, slots=True)
class Paid:
    """An amount paid, lost or returned, with its clauses; `brings` is the viewer's gain."""

    text: str
    clauses: tuple[str, ...] = ()
    brings: int = 0
    side: bool = False  # of a side bet


@dataclass(frozen=True, slots=True)
class HandResult:
    """The result of a position's hands, or another payment of the round."""

    position: int
    label: str
    result: str
    headline: str
    mine: bool
    call: str = ""  # the dealer's own word for it, where the game has one
    halves: tuple[Half, ...] = ()
    money: tuple[Paid, ...] = ()
    clause: str = ""
    advice: str = ""  # link to the analysis of the hand as set
    brings: int = 0  # the viewer's gain, besides the lines of money
    hand: HandView | None = None  # the hand that was compared
    house: HandView | None = None  # the hand it was compared with
    banked: bool = False  # that hand is a player's, who holds the bank

    @property
    def total(self) -> int:
        """Return the viewer's total gain from it."""
        return self.brings + sum(line.brings for line in self.money)


@dataclass(frozen=True, slots=True)
class Start:
    """The means of finding the first position: dice under or beside their shaker, a number, or a button."""

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
    """The viewer's result of the previous round, shown until the next deal."""

    number: int
    outcomes: tuple[HandResult, ...]
    net: int
    all: tuple[HandResult, ...] = ()  # everybody's results


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
    """The single message in the middle of the felt."""

    text: str
    hint: str = ""
    mood: str = ""  # win, lose or push, if it states a result
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
    round: int | None
    rounds: int
    commitment: str
    seeds: SeedMark
    minimum: int
    maximum: int
    bank: str
    banks: bool  # whether the viewer banks
    meters: tuple[tuple[str, int], ...]
    seats: tuple[SeatView, ...]
    areas: tuple[Zone, ...]  # the marked areas that belong to no player
    start: Start
    bets: tuple[BetForm, ...]
    other_bets: tuple[BetForm, ...]
    sets: tuple[SetForm, ...]
    asks: tuple[Form, ...]
    others: tuple[Form, ...]
    outcomes: tuple[HandResult, ...]
    account: Account | None
    told: str
    clock: Clock | None
    sequence: int
    sit: SitForm | None = None
    last: LastRound | None = None
    delivery: tuple[str, ...] = ()  # positions in the order in which they are dealt to
    resting: bool = False  # the last showdown stays on the felt until the viewer bets again
    question: str = ""  # what is asked meanwhile, other than a bet
    rebet: Rebet | None = None
    display: tuple[PieceView, ...] = ()
    proof: int = 0  # the last round whose deal can be verified
    headline: Headline = Headline("")
    mine: tuple[OwnView, ...] = ()
    rim: tuple[tuple[SeatView, ...], tuple[SeatView, ...]] = ((), ())  # the others, on the left and on the right
    rack: tuple[ChipView, ...] = ()
    awaited: tuple[str, ...] = ()  # verbs that the table waits for from the viewer
    pace: Any = None  # the pace according to the service; none in a replay
    house: HandView | None = None  # the dealer's hand; when hands are compared, the bank's
    banker: str = ""  # who banks, if a player's bank hand is shown

    @property
    def buttons(self) -> tuple[Form, ...]:
        """Return the commands that take one press, for the row of buttons."""
        return tuple(form for form in self.asks if form.simple)

    @property
    def questions(self) -> tuple[Form, ...]:
        """Return the commands that need a choice or an amount, for the middle of the felt."""
        return tuple(form for form in self.asks if not form.simple)

    @property
    def setting(self) -> SetForm | None:
        """Return the hand that is being set; another waits until this one is set."""
        return next((own.set for own in self.mine if own.set is not None), None)

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
        """Return whether the viewer has placed a bet, or has one waiting for the main bet."""
        return any(bet.now for bet in self.bets) or (self.account is not None and self.account.wagered > 0)

    @property
    def may_deal(self) -> bool:
        """Return whether pressing Deal does not make the viewer sit out the round with side bets on hold."""
        placed = self.account is not None and self.account.wagered > 0
        return placed or self.banks or self.phase != "betting"

    @property
    def has_gold(self) -> bool:
        """Return whether a command is the primary action, and Deal or Continue only the secondary one."""
        return any(form.primary for form in self.asks)

    @property
    def hold(self) -> int:
        """Return for how many milliseconds the page holds back a set hand: only at practice tables."""
        return HOLD.get(self.pace.preset, 0) if self.pace and self.pace.practice else 0

    @property
    def said_phase(self) -> str:
        """Return the phase as a sentence for screen readers, unless the headline says the same."""
        if self.phase_word == self.headline.text:
            return ""
        return self.phase_word if self.phase_word.endswith("…") else f"{self.phase_word}."

    @property
    def told_round(self) -> int:
        """Return the round whose result is shown."""
        return self.last.number if self.resting and self.last is not None else self.rounds

    @property
    def coached(self) -> bool:
        """Return whether the coach has something to say because a hand of the viewer's was compared."""
        return bool(self.pace and self.pace.coach and self.pace.practice) and bool(self.own)

    @property
    def own(self) -> tuple[HandResult, ...]:
        return tuple(outcome for outcome in self.outcomes if outcome.mine)
