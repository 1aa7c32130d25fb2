"""The pace of a table: the time people have to act, and the duration of the dealer's steps.

The documents set no times; these are the house's own. A window opens when the table waits for people and closes at its
deadline, which is stored with the table, so that neither a restart nor another process changes it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from paigow.table import Phase, TableState
from paigow.table.awaited import Ask, ask_of
from paigow.table.boxes.cutting import NominateAdjustment
from paigow.table.core.model import BANK_STAKE, MAIN, WagerKey
from paigow.table.steps.seating import BuyIn
from paigow.table.steps.seeds import seeds_missing
from paigow.table.steps.start import ShakeDice
from paigow.table.steps.surrender import Surrender
from paigow.table.steps.wagers import PlaceWager
from paigow.text import Text
from paigow.web.people.models import Preferences, User
from paigow.web.people.names import BOT
from paigow.web.store.models import Table

ASKED, MISSED = "asked", "missed"  # why a person sits out
BY_HOST = "host"  # why a seat was lost: removed by the host
REMOVED = 1_000_000  # miss count that makes the host's removal take effect after the round
Bet = tuple[int, str, int]  # position, kind and amount


@dataclass(frozen=True, slots=True)
class Reservation:
    """A seat that a person will take as soon as the round is over; position 0 means any seat."""

    position: int
    chips: int


@dataclass(frozen=True, slots=True)
class Attendance:
    """One person at one table. `reserved` and `lost` also apply to people who are not currently seated."""

    seen: int = 0  # time of the person's last action, in seconds
    misses: int = 0  # consecutive rounds without any action
    out: str = ""  # sits out, by choice or after missing a betting window
    done: str = ""  # the betting window in which the person pressed Deal
    skipped: int = 0  # the last round that the person asked to skip
    rebet: int = 0  # the last round in which the bets were repeated
    held: tuple[Bet, ...] = ()  # side bets waiting for the main bet
    last: tuple[Bet, ...] = ()  # the bets of the last round with any
    wishes: Preferences = field(default_factory=Preferences)
    reserved: Reservation | None = None
    said: str = ""  # the last quick phrase, see `talk`
    said_at: int = 0  # when it was said, in seconds
    lost: str | Text = ""  # why the seat was lost (a code) or refused (a message), until the person has read it

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> "Attendance":
        known = {name: value for name, value in data.items() if name in NAMES}
        for name in ("held", "last"):
            known[name] = tuple((place, kind, cents) for place, kind, cents in known.get(name, ()))
        known["wishes"] = Preferences.read(known.get("wishes", {}))
        if known.get("reserved"):
            known["reserved"] = Reservation(**known["reserved"])
        if isinstance(why := known.get("lost"), dict):
            known["lost"] = Text(why["template"], why["fields"])
        return cls(**known)

    def data(self) -> dict[str, Any]:
        values = {name: value for name in NAMES if (value := getattr(self, name)) != getattr(NOBODY, name)}
        if "wishes" in values:
            values["wishes"] = self.wishes.data()
        if isinstance(self.lost, Text):
            values["lost"] = self.lost.data()
        if self.reserved is not None:
            values["reserved"] = asdict(self.reserved)
        return values

    @property
    def is_over(self) -> bool:
        """Return whether there is nothing left to store about a person who is not at the table."""
        return self.reserved is None and not self.lost


NOBODY = Attendance()
NAMES = tuple(each.name for each in fields(Attendance))


def attendance_of(table: Table, name: str) -> Attendance:
    """Return the stored attendance of a person, or the default if there is none."""
    return Attendance.read(table.attendance.get(name, {}))


def is_bot(name: str) -> bool:
    """Return whether a name belongs to a bot; no person may have such a name.

    A dismissed bot is still a bot until it leaves.
    """
    return name.startswith(BOT)


def bots_at(state: TableState) -> frozenset[str]:
    return frozenset(filter(is_bot, state.players))


def people_at(state: TableState) -> frozenset[str]:
    return frozenset(state.players) - bots_at(state)


def here(table: Table, state: TableState) -> dict[str, Attendance]:
    """Return everybody at the table who has not left their seat mid-round."""
    present = sorted(name for name in people_at(state) if not state.players[name].away)
    return {name: attendance_of(table, name) for name in present}


SAID_FOR = 8
"""How long a phrase is shown, in seconds."""


class Utterance(NamedTuple):
    """A phrase somebody said, and the time in seconds when they said it."""

    at: int
    name: str
    code: str


def phrases_at(table: Table, state: TableState, now: datetime) -> tuple[Utterance, ...]:
    """Return what people at the table have said recently, latest last."""
    people = ((name, attendance_of(table, name)) for name in sorted(people_at(state)))
    all_said = sorted(Utterance(known.said_at, name, known.said) for name, known in people if known.said)
    return tuple(each for each in all_said if 0 <= seconds(now) - each.at < SAID_FOR)


def arrived(table: Table, name: str, at: datetime) -> Attendance:
    """Return the attendance of a person who has just sat down."""
    kept = User.objects.filter(username=name).values_list("preferences", flat=True).first()
    return Attendance(seen=seconds(at), wishes=wishes_at(table, Preferences.read(kept or {})))


def wishes_at(table: Table, wishes: Preferences) -> Preferences:
    """Return a person's preferences as they apply at this table."""
    return wishes.at_practice() if table.private else wishes


def seconds(at: datetime) -> int:
    return int(at.timestamp())


def time_of(stamp: int) -> datetime:
    return datetime.fromtimestamp(stamp, UTC)


def acted(known: Attendance, at: datetime) -> Attendance:
    """Return the attendance after any action by the person."""
    return replace(known, seen=seconds(at), misses=0)


def bets_of(wagers: Mapping[WagerKey, int], name: str, kinds: Iterable[str]) -> tuple[Bet, ...]:
    """Return the bets a person could repeat, main bets first."""
    allowed = tuple(kinds)
    mine = ((key.position, key.kind, amount) for key, amount in wagers.items() if key.player == name)
    return tuple(sorted((bet for bet in mine if bet[1] in allowed), key=lambda bet: (allowed.index(bet[1]), bet[0])))


STEP, PHASE, ROUND = "step", "phase", "round"
"""How far the dealer goes in one visit: one step, to the next phase worth a look, or until a person has to act."""
SHOWN = (Phase.SETTING, Phase.FINISHED, Phase.OPEN)
"""The phases at which a dealer who goes from phase to phase stops for a moment: dealt hands, and results."""
LONGEST_BETTING = 3  # multiple of `bet` beyond which bets do not extend a betting window
REVEAL = (Phase.BANKING, Phase.EXPOSING, Phase.PAYING, Phase.FINISHED)
"""The phases that can be skipped, together with the pause after them."""


@dataclass(frozen=True)
class Pace:
    """The timings of a table, in seconds unless stated otherwise."""

    between: float = 3.0  # a settled round stays visible, then the same time again until the next one
    offer: float = 15.0
    cut: float = 10.0
    bet: float = 25.0
    quiet: float = 6.0  # betting stays open for this long after each bet
    seeds: float = 3.0  # the deal waits for the players' seeds
    choose: float = 12.0
    set: float = 60.0
    surrender: float = 5.0
    step: float = 0.6  # between two steps of the dealer
    bot: float = 0.3
    misses: int = 6  # consecutive rounds without any action after which a seat is given up
    away: float = 120.0  # time without any action before that happens, however short the rounds are
    hold: float = 600.0  # how long a seat is kept for somebody who sits out while nobody else plays
    always: bool = False  # keep dealing even if only bots are seated
    floor: bool = False  # payouts wait for floor staff
    clock: bool = True  # without a clock, the table waits for people indefinitely
    stride: str = STEP  # how far the dealer goes in one visit

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> "Pace":
        """Parse the pace stored with a table; fields missing from an older table get their defaults."""
        return _parsed(tuple(data.items()))


_PACE_FIELDS = frozenset(field.name for field in fields(Pace))


@lru_cache(maxsize=256)
def _parsed(items: tuple[tuple[str, Any], ...]) -> Pace:
    return Pace(**{name: value for name, value in items if name in _PACE_FIELDS})


PRESETS: Mapping[str, Pace] = MappingProxyType(
    {
        "instant": Pace(between=0, step=0, bot=0, stride=ROUND),
        "brisk": Pace(between=0.1, step=0.1, bot=0.05, stride=PHASE),
        "casino": Pace(),
    }
)


def preset_of(pace: Pace) -> str:
    """Return the preset that a table uses, with or without a clock; "" if it uses none."""
    usual = Pace()
    plain = replace(pace, clock=True, always=usual.always, floor=usual.floor)
    return next((name for name, preset in PRESETS.items() if preset == plain), "")


@dataclass(frozen=True)
class Waiting:
    """One wait at a table: its name, which is different for each wait, the people, and the maximum duration."""

    name: str
    people: tuple[str, ...]
    seconds: float


def waits_for(state: TableState, here: Mapping[str, Attendance], pace: Pace) -> Waiting | None:
    """Return the people whose turn it is, if any.

    While betting is open, these are the people who have yet to bet; when there are none, the window stays open for
    second thoughts until everyone has finished.
    """
    if state.round is None:
        return None
    name = f"{state.current.number}/{state.phase}"
    if state.phase is Phase.SEEDING:  # pages send seeds automatically: nobody is asked
        missing = tuple(who for who in seeds_missing(state) if who in here)
        return Waiting(name, missing, pace.seeds) if missing else None
    asks = {who: ask for who, known in here.items() if (ask := asked(state, who, known)) is not None}
    if state.phase is Phase.BETTING:
        open_for = [who for who, ask in asks.items() if ask.must or here[who].done != name]
        return Waiting(name, _yet_to_bet(state, asks, open_for), pace.bet) if open_for else None
    window = _window(state, tuple(asks.values()), pace)
    if window is None:
        return None
    part, seconds = window
    name += part
    people = tuple(sorted(who for who, ask in asks.items() if ask.must or here[who].done != name))
    return Waiting(name, people, seconds) if people else None


def asked(state: TableState, name: str, known: Attendance) -> Ask | None:
    """Return the request that the table is waiting for the person to answer, given the person's preferences."""
    ask = ask_of(state, name)
    if ask is None or state.phase is Phase.FINISHED:
        return None
    wishes, kind = known.wishes, ask.kinds[0]
    if state.phase is Phase.OFFERING and (known.out or wishes.pass_bank):
        return None
    if state.phase is Phase.CUTTING and (known.out or wishes.never_cut):
        return None
    if kind is Surrender and not wishes.ask_surrender:
        return None
    if known.out and not ask.must and kind in (PlaceWager, BuyIn):
        return None
    return ask


def _yet_to_bet(state: TableState, asks: Mapping[str, Ask], open_for: list[str]) -> tuple[str, ...]:
    """Return the people who have not bet yet, and a bank that has to put up its stake."""
    betting = {key.player for key in state.current.wagers if key.kind in (MAIN, BANK_STAKE)}
    plain = (PlaceWager, BuyIn)
    return tuple(who for who in open_for if asks[who].must or (asks[who].kinds[0] in plain and who not in betting))


def _window(state: TableState, asks: tuple[Ask, ...], pace: Pace) -> tuple[str, float] | None:
    """Return a key that distinguishes the window from others in its phase, and its length.

    People who are asked in turn have one window each; the one for the last adjustment is shorter, since there is no
    command to decline it.
    """
    if not asks:
        return None
    kinds = {kind for ask in asks for kind in ask.kinds}
    each = "/" + "+".join(sorted(ask.player for ask in asks))
    match state.phase:
        case Phase.OFFERING:
            return each, pace.offer
        case Phase.CUTTING:
            return each, pace.cut
        case Phase.STARTING if kinds <= {NominateAdjustment, ShakeDice} and state.current.start.dice is not None:
            return "/adjusting", pace.quiet
        case Phase.STARTING:
            return "", pace.choose
        case Phase.EXPOSING:
            return each, pace.surrender
        case Phase.BANKING if not any(ask.must for ask in asks):
            return "/turning", pace.surrender
        case _:
            return "", pace.set


def later(at: datetime, seconds: float) -> datetime:
    return at + timedelta(seconds=seconds)
