"""How fast a table goes: how long people have for what, and how long the dealer's own steps take.

The documents set no times; these are the house's. A window opens when people are waited for and closes at its
deadline, which is kept with the table, so that neither a restart nor another process changes it.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from paigow.table import Phase, TableState, can, legal_commands
from paigow.table.banking import bankers, waiting
from paigow.table.card_cut import waiting_to_cut
from paigow.table.model import BANK_STAKE, MAIN
from paigow.table.seeds import seeds_missing
from paigow.table.setting import awaits_confirmation, controller, follows_house_way, house_positions, open_positions
from paigow.table.settlement import waiting_positions
from paigow.table.surrender import Surrender


@dataclass(frozen=True)
class Pace:
    """Seconds. `between` is how long a settled round lies to be seen, and as long again until the next one; `step` is
    between two deeds of the dealer; `quiet` how long a betting window stays open when everyone has wagered; `seeds` how
    long the deal waits for the seeds of those who play; `misses` is not seconds but rounds in a row without a deed,
    after which a seat is given up."""

    between: float = 3.0
    offer: float = 15.0
    cut: float = 10.0
    bet: float = 25.0
    quiet: float = 4.0
    seeds: float = 3.0
    choose: float = 12.0
    set: float = 60.0
    surrender: float = 5.0
    step: float = 0.9
    bot: float = 0.3
    misses: int = 6
    always: bool = False  # deals on even if only bots sit there
    floor: bool = False  # payouts wait for a person of the floor

    @classmethod
    def of(cls, data: dict[str, Any]) -> "Pace":
        return cls(**data)


@dataclass(frozen=True)
class Waiting:
    """What a table waits for: a name for it that changes when the wait is another one, who, and how long at most."""

    name: str
    people: tuple[str, ...]
    seconds: float


def waits_for(state: TableState, people: frozenset[str], pace: Pace) -> Waiting | None:
    """The people whose turn it is, or nobody."""
    if state.round is None:
        return None
    current, phase = state.current, state.phase
    here = frozenset(name for name in people if name in state.players and not state.players[name].away)
    match phase:
        case Phase.OFFERING:
            return _wait(state, here.intersection(waiting(state)), pace.offer, each=True)
        case Phase.CUTTING:
            return _wait(state, here & {waiting_to_cut(state) or ""}, pace.cut, each=True)
        case Phase.BETTING:
            missing = tuple(sorted(here - _done_betting(state)))
            return Waiting(f"{current.number}/betting", missing, pace.bet) if here else None
        case Phase.SEEDING:
            return _wait(state, here.intersection(seeds_missing(state)), pace.seeds)
        case Phase.STARTING:
            return _bank_chooses(state, here, pace)
        case Phase.SETTING:
            setting = {controller(state, position) for position in open_positions(state)}
            return _wait(state, here & setting, pace.set)
        case Phase.BANKING:
            return _wait(state, here & _bank_acts(state), pace.set)
        case Phase.EXPOSING:
            return _wait(state, here & _may_surrender(state), pace.surrender, each=True)
        case _:
            return None


def _wait(state: TableState, people: frozenset[str], seconds: float, each: bool = False) -> Waiting | None:
    """One window for all who are waited for, or one for each in turn."""
    if not people:
        return None
    name = f"{state.current.number}/{state.phase}"
    return Waiting(f"{name}/{'+'.join(sorted(people))}" if each else name, tuple(sorted(people)), seconds)


def _done_betting(state: TableState) -> frozenset[str]:
    """Who has wagered; a bank wagers nothing, but where it stakes, its stake is waited for."""
    current = state.current
    wagering = frozenset(key.player for key in current.wagers if key.kind in (MAIN, BANK_STAKE))
    staking = state.game.options.boxes is not None and not current.stake_taken
    return wagering if staking or current.bank is None else wagering | {current.bank}


def _bank_chooses(state: TableState, here: frozenset[str], pace: Pace) -> Waiting | None:
    """A player's bank shakes the dice, or says how the pieces are delivered; a last adjustment has less time, for there
    is no word for leaving it."""
    current = state.current
    if current.bank is None or current.bank not in here:
        return None
    verbs = {offer.command.verb for offer in legal_commands(state, current.bank)}
    if verbs & {"choose-delivery", "decline-cut"} or ("shake" in verbs and current.dice is None):
        return _wait(state, frozenset({current.bank}), pace.choose)
    if "adjust" in verbs:
        name = f"{current.number}/{state.phase}/adjusting"
        return Waiting(name, (current.bank,), pace.quiet) if not current.adjustment else None
    return None


def _bank_acts(state: TableState) -> frozenset[str]:
    places = house_positions(state)
    if not places and (who := awaits_confirmation(state)):
        return frozenset({who})
    if places and not follows_house_way(state, places[0]) and state.current.hands[places[0]].setting is None:
        return frozenset(bankers(state))
    return frozenset()


def _may_surrender(state: TableState) -> frozenset[str]:
    """Only before the first hand is open: later each step is time enough."""
    if state.current.results:
        return frozenset()
    positions = waiting_positions(state)
    owners = ((controller(state, position), position) for position in positions)
    return frozenset(name for name, p in owners if name and can(state, Surrender(player=name, position=p)))


def later(at: datetime, seconds: float) -> datetime:
    return at + timedelta(seconds=seconds)
