"""The pace of a table: the time people have to act, and the duration of the dealer's steps.

The documents set no times; these are the house's own. A window opens when the table waits for people and closes at its
deadline, which is stored with the table, so that neither a restart nor another process changes it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from datetime import datetime, timedelta
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from paigow.table import Phase, TableState
from paigow.table.awaited import Ask, ask_of
from paigow.table.boxes.cutting import NominateAdjustment
from paigow.table.core.model import BANK_STAKE, MAIN
from paigow.table.steps.seating import BuyIn
from paigow.table.steps.seeds import seeds_missing
from paigow.table.steps.start import ShakeDice
from paigow.table.steps.surrender import Surrender
from paigow.table.steps.wagers import PlaceWager
from paigow.web.service.attendance import Attendance

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


NAMES = frozenset(field.name for field in fields(Pace))


@lru_cache(maxsize=256)
def _parsed(items: tuple[tuple[str, Any], ...]) -> Pace:
    return Pace(**{name: value for name, value in items if name in NAMES})


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
