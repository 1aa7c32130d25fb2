"""The stake a New Zealand player/banker puts up against all wagers, and the consequences if it does not cover them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from paigow.money import BANKER_AREA, INVENTORY, Movement, Transfer, bet, format_cents, rack
from paigow.table.boxes.boxes import box_rules
from paigow.table.core.engine import (
    PLAYERS,
    Command,
    Event,
    Offer,
    PlayerCommand,
    Turn,
    decides,
    evolves,
    offers,
    refuse,
)
from paigow.table.core.log import Either, everyone
from paigow.table.core.model import BANK_STAKE, DEALER, MAIN, Part, Phase, TableState, WagerKey
from paigow.table.core.values import build, changed
from paigow.table.steps.banking import bank_position, bankers, cite_banked
from paigow.table.steps.seating import rack_of
from paigow.table.steps.wagers import has_main_wager, total_against_bank


@dataclass(frozen=True, kw_only=True)
class StakeBank(PlayerCommand):
    """Put a stake on the bank's box, or change it to this amount, as the bank or a player who shares it."""

    verb: ClassVar[str] = "stake"
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreeToCoBank(PlayerCommand):
    """Agree, as a bank that cannot cover everything, to cover half while the house covers the rest."""

    verb: ClassVar[str] = "agree-co-bank"


@dataclass(frozen=True, slots=True, kw_only=True)
class YieldBank(PlayerCommand):
    """Give up the bank instead of covering the wagers."""

    verb: ClassVar[str] = "yield-bank"


@dataclass(frozen=True, kw_only=True)
class TakeStake(Command):
    """Take the stake, now that all wagers are made, if it covers them."""

    verb: ClassVar[str] = "take-stake"


@dataclass(frozen=True, kw_only=True)
class BankStaked(Event):
    audience = everyone("wager amount")
    log = "{wager} is put up: {amount}."
    wager: WagerKey
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CoBankAgreed(Event):
    audience = everyone("player")
    log = "{player} agrees to co-bank with the house."
    log_you = "You agree to co-bank with the house."
    player: str


@dataclass(frozen=True, kw_only=True)
class StakeTaken(Event):
    """The stake goes to the banker wager area, with a matching amount from the float tray if the house co-banks."""

    audience = everyone("stake house")
    log = "The stake of {stake} is moved to the banker wager area."
    stake: int
    house: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BankUncovered(Event):
    """The stake does not cover the wagers: the house co-banks (`co`), or banks alone and the stake is returned."""

    audience = everyone("player co")
    log = Either(
        "co",
        "{player}’s stake does not cover the wagers: the house co-banks.",
        "{player}’s stake does not cover the wagers: the house banks.",
    )
    log_you = Either(
        "co",
        "Your stake does not cover the bets: the house co-banks.",
        "Your stake does not cover the bets: the house banks.",
    )
    player: str
    co: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerLimited(Event):
    """The house has a share in the bank, so its limits apply: any excess, and wagers on its box, are returned."""

    audience = everyone("wager amount")
    log = "{wager} is limited to {amount}."
    wager: WagerKey
    amount: int


@dataclass(frozen=True, kw_only=True)
class StakeReturned(Event):
    """A stake, or the rest of it, is returned to its owner."""

    audience = everyone()
    log = "The stake is returned."


def stakes(state: TableState) -> dict[str, int]:
    """Return each banker's stake, including the house's under `dealer`."""
    return {key.player: amount for key, amount in state.current.wagers.items() if key.kind == BANK_STAKE and amount}


def stake_of_players(state: TableState) -> int:
    return sum(amount for name, amount in stakes(state).items() if name != DEALER)


def _require_bank(turn: Turn, player: str, among: tuple[str, ...]) -> None:
    state, cited = turn.state, turn.cite("stake")
    if state.phase is not Phase.BETTING or player not in among:
        raise refuse("only the banker can put up a stake, and only before “no more bets”", cited)
    if state.current.bank.stake_taken:
        raise refuse("the dealer has taken the stake", cited)


@dataclass(frozen=True)
class Staking(Part):
    co_agreed: bool = False  # a bank that cannot cover everything would rather co-bank


@decides(StakeBank)
def stake_bank(turn: Turn, command: StakeBank) -> None:
    state = turn.state
    _require_bank(turn, command.player, bankers(state) if state.round is not None else ())
    key = WagerKey(command.player, bank_position(state), BANK_STAKE)
    now = state.current.wagers.get(key, 0)
    held = rack_of(state, command.player) + now
    chip = box_rules(state).chip
    cited = cite_banked(state, "stake")
    if command.amount not in range(chip, held + 1, chip):
        most = format_cents(held)
        raise refuse("put up a stake in chips of {chip}, up to {most}", cited, chip=format_cents(chip), most=most)
    area = bet(key.position, BANK_STAKE, key.player)
    moves: tuple[Transfer, ...] = ()
    if command.amount > now:
        moves = (Transfer(rack(key.player), area, command.amount - now, Movement.STAKE, cited[0]),)
    elif command.amount < now:
        moves = (Transfer(area, rack(key.player), now - command.amount, Movement.STAKE_REDUCED, cited[0]),)
    turn.emit(build(BankStaked, wager=key, amount=command.amount, clauses=cited, transfers=moves))


@evolves(BankStaked)
def bank_staked(state: TableState, event: BankStaked) -> TableState:
    wagers = {**state.current.wagers, event.wager: event.amount}
    return state.put(wagers=wagers)


@decides(AgreeToCoBank)
def agree(turn: Turn, command: AgreeToCoBank) -> None:
    state = turn.state
    _require_bank(turn, command.player, bankers(state)[:1] if state.round is not None else ())
    cited = turn.cite("bank.uncovered")
    if state.current.bank.co_banked or state.part(Staking).co_agreed:
        raise refuse("the bank co-banks or has agreed to", cited)
    turn.emit(CoBankAgreed(player=command.player, clauses=cited))


@evolves(CoBankAgreed)
def co_bank_agreed(state: TableState, event: CoBankAgreed) -> TableState:
    return state.put(changed(state.part(Staking), co_agreed=True))


@decides(YieldBank)
def yield_bank(turn: Turn, command: YieldBank) -> None:
    state = turn.state
    _require_bank(turn, command.player, bankers(state)[:1] if state.round is not None else ())
    _house_banks(turn, command.player)


@decides(TakeStake)
def take_stake(turn: Turn, command: TakeStake) -> None:
    """Take the stake if it covers the wagers.

    If it does not, the bank co-banks if it agrees and half is covered; otherwise the house banks (NZ-11.2.b and its
    reading).
    """
    state, cited = turn.state, turn.cite("stake")
    bank = state.current.bank.player if state.round is not None else None
    if state.phase is not Phase.BETTING or bank is None:
        raise refuse("a stake can be taken only from a player who banks, before “no more bets”", cited)
    if state.current.bank.stake_taken:
        raise refuse("the stake has been taken", cited)
    if not has_main_wager(state):
        raise refuse("the bank puts up its stake after the others have wagered", cited)
    total, stake = total_against_bank(state), stake_of_players(state)
    if (2 * stake if state.current.bank.co_banked else stake) >= total:
        _take(turn)
        return
    may_co = state.part(Staking).co_agreed and state.game.reading("uncovered_bank", "co-bank") == "co-bank"
    if may_co and 2 * stake >= _limited_total(state):
        turn.emit(BankUncovered(player=bank, co=True, clauses=turn.cite("bank.uncovered")))
        _limit_wagers(turn)
        _take(turn)
    else:
        _house_banks(turn, bank)


def _limited_total(state: TableState) -> int:
    """Return the total of the wagers after applying the limits of a bank in which the house has a share."""
    limited = state.put(changed(state.current.bank, co_banked=True))
    for key, amount in state.current.wagers.items():  # one after another, in the order in which they will be returned
        if key.kind == MAIN:
            wagers = {**limited.current.wagers, key: min(amount, _limit(limited, key))}
            limited = changed(limited, round=changed(limited.current, wagers=wagers))
    return total_against_bank(limited)


def _limit(state: TableState, key: WagerKey) -> int:
    """Return the limit as `box_limit` does, serving earlier wagers on the box first; zero on the house's own box."""
    if state.current.bank.player is None and key.position == bank_position(state):
        return 0
    earlier = {}
    for other, amount in state.current.wagers.items():
        if other == key:
            break
        if other.kind == MAIN:
            earlier[other] = amount
    options, rules = state.game.options, box_rules(state)
    taken = sum(amount for other, amount in earlier.items() if other.position == key.position)
    most = min(options.maximum, rules.player_maximum, max(0, rules.box_maximum - taken))
    most = most // options.unit * options.unit
    return most if most >= options.minimum else 0


def _limit_wagers(turn: Turn) -> None:
    for key, amount in tuple(turn.state.current.wagers.items()):
        if key.kind != MAIN:
            continue
        most = _limit(turn.state, key)
        if amount > most:
            area = bet(key.position, MAIN, key.player)
            own_box = key.position == bank_position(turn.state)
            cited = turn.cite("wager.house-box" if own_box else "wager.limits")
            back = (Transfer(area, rack(key.player), amount - most, Movement.STAKE_HANDED_BACK, cited[0]),)
            turn.emit(WagerLimited(wager=key, amount=most, clauses=cited, transfers=back))


@evolves(WagerLimited)
def wager_limited(state: TableState, event: WagerLimited) -> TableState:
    wagers = {**state.current.wagers, event.wager: event.amount}
    if not event.amount:
        del wagers[event.wager]
    return state.put(wagers=wagers)


def _house_banks(turn: Turn, player: str) -> None:
    """Give the bank to the house: move the chung to its box, and return the stake and the wagers on that box.

    Betting is still open.
    """
    revised = turn.state.current.revision > 1
    cited = cite_banked(turn.state, "bank.uncovered") if revised else turn.cite("bank.uncovered")
    moves = tuple(
        Transfer(bet(key.position, BANK_STAKE, key.player), rack(key.player), amount, Movement.STAKE_RETURNED, cited[0])
        for key, amount in turn.state.current.wagers.items()
        if key.kind == BANK_STAKE
    )
    turn.emit(BankUncovered(player=player, co=False, clauses=cited, transfers=moves))
    _limit_wagers(turn)


@evolves(BankUncovered)
def bank_uncovered(state: TableState, event: BankUncovered) -> TableState:
    current = state.current
    if event.co:
        return state.put(changed(current.bank, co_banked=True))
    wagers = {key: amount for key, amount in current.wagers.items() if key.kind != BANK_STAKE}
    bank = changed(current.bank, player=None, position=None, co_banked=False, sharers=())
    return state.put(bank, wagers=wagers)


def house_stake(state: TableState) -> int:
    """Return the stake the house adds as a co-bank: as much as the players staked (NZ-11.3.c).

    Under the pro-rata reading it adds only the half it covers, so a player who staked more than half bears more of the
    loss.
    """
    if not state.current.bank.co_banked:
        return 0
    if state.game.reading("co_bank_losses", "half") == "half":
        return stake_of_players(state)
    return -(-total_against_bank(state) // 2)


def _take(turn: Turn) -> None:
    state = turn.state
    cited = cite_banked(state, "stake.taken")
    moves = [
        Transfer(bet(bank_position(state), BANK_STAKE, name), BANKER_AREA, amount, Movement.STAKE, cited[0])
        for name, amount in stakes(state).items()
    ]
    house = house_stake(state)
    if house:
        moves.append(Transfer(INVENTORY, BANKER_AREA, house, Movement.HOUSE_STAKE, cited[0]))
    turn.emit(build(StakeTaken, stake=stake_of_players(state), house=house, clauses=cited, transfers=tuple(moves)))


@evolves(StakeTaken)
def stake_taken(state: TableState, event: StakeTaken) -> TableState:
    current = state.current
    wagers = dict(current.wagers)
    if event.house:
        wagers[WagerKey(DEALER, bank_position(state), BANK_STAKE)] = event.house
    return state.put(changed(current.bank, stake_taken=True), wagers=wagers)


def require_stake(turn: Turn) -> None:
    """Require that the stake of a player's bank has been taken before bets close."""
    if turn.state.current.bank.player is not None and not turn.state.current.bank.stake_taken:
        raise refuse("the bank's stake is taken before “no more bets”", cite_banked(turn.state, "stake"))


def return_stakes(turn: Turn, clauses: tuple[str, ...]) -> None:
    """Return the stakes of a round void under these clauses: everything in the banker wager area."""
    state = turn.state
    if not state.current.bank.stake_taken:
        return
    cited = clauses if state.current.precise else cite_banked(state, "stake.taken")
    moves = tuple(
        Transfer(BANKER_AREA, INVENTORY if name == DEALER else rack(name), amount, Movement.STAKE_RETURNED, cited[0])
        for name, amount in stakes(state).items()
    )
    turn.emit(build(StakeReturned, clauses=cited, transfers=moves))


@offers(to=(DEALER, PLAYERS), during=(Phase.BETTING,))
def staking_offers(state: TableState, actor: str) -> Iterator[Offer | Command]:
    if state.phase is not Phase.BETTING or state.round is None:
        return
    if actor == DEALER:
        yield TakeStake()
    elif actor in bankers(state):
        key = WagerKey(actor, bank_position(state), BANK_STAKE)
        chip = box_rules(state).chip
        held = rack_of(state, actor) + state.current.wagers.get(key, 0)
        yield Offer(StakeBank(player=actor, amount=chip), amounts=range(chip, held + 1, chip))
        yield AgreeToCoBank(player=actor)
        yield YieldBank(player=actor)


__all__ = [
    "AgreeToCoBank",
    "BankStaked",
    "BankUncovered",
    "CoBankAgreed",
    "StakeBank",
    "StakeReturned",
    "StakeTaken",
    "TakeStake",
    "WagerLimited",
    "YieldBank",
    "require_stake",
    "return_stakes",
    "stake_of_players",
    "stakes",
]
