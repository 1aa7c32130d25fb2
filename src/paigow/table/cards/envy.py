"""The Envy Bonus: lammers next to Qualifying Wagers, announced hands, and payments to other players for them."""

from collections.abc import Callable
from dataclasses import dataclass

from paigow.money import INVENTORY, Movement, Transfer, rack
from paigow.money.ledger import envy_text
from paigow.poker import (
    ENVY_TABLES,
    QUALIFYING_WAGER,
    FortuneClass,
    PayLine,
    ThreesOverStraight,
    classify_emperors,
    classify_fortune,
)
from paigow.poker.evaluator import Category
from paigow.poker.keys import best_category
from paigow.table.cards.awards import Envy
from paigow.table.cards.decks import cite_method
from paigow.table.core.engine import Event, Turn, evolves
from paigow.table.core.log import everyone
from paigow.table.core.model import HandStatus, TableState, WagerKey
from paigow.table.core.values import changed
from paigow.table.steps.wagers import played_positions

VOID = HandStatus.VOID
FORTUNE = "fortune"
EMPERORS = "emperors"
CLASSIFY = {FORTUNE: classify_fortune, EMPERORS: classify_emperors}


@dataclass(frozen=True, slots=True, kw_only=True)
class LammersPlaced(Event):
    """An Envy lammer is placed next to each of these wagers."""

    audience = everyone("wagers")
    log = "Envy lammers are placed by {wagers}."
    wagers: tuple[WagerKey, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EnvyHandAnnounced(Event):
    """The cards stay face up until the others have been paid for them."""

    audience = everyone("position hand")
    log = "{position} has {hand}, which pays the others an envy bonus."
    position: int
    hand: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EnvyPaid(Event):
    audience = everyone("player position kind hand amount")
    log = "{player} is paid a {amount} envy bonus for {hand} at {position} ({kind} table)."
    log_you = "You are paid a {amount} envy bonus for {hand} at {position} ({kind} table)."
    player: str
    position: int  # position of the envied hand
    kind: str
    hand: str
    amount: int


def bonus_class(state: TableState, kind: str, position: int) -> FortuneClass | None:
    """Return the bonus wager's class for a position's seven cards, according to its table and the readings."""
    readings = state.game.options.readings
    from_straight = readings.get("bonus_threshold") == "straight"
    reading = readings["threes_over_straight"]
    if from_straight:  # three of a kind pays nothing then
        reading = ThreesOverStraight.HIGHEST_RANKING
    found = CLASSIFY[kind](state.current.hands[position].pieces, reading)  # type: ignore[arg-type]
    return None if from_straight and found is FortuneClass.THREE_OF_A_KIND else found


def holder(state: TableState, position: int) -> str:
    """Return the owner of a hand: the bettor or the bank, or "" for the dealer."""
    bank = state.current.bank.player
    if bank is not None and state.players[bank].position == position:
        return bank
    return state.current.bettors.get(position, "")


def place_lammers(turn: Turn) -> None:
    """Place a lammer next to every Fortune Bonus or Emperor's Treasure Wager of five dollars or more (MDP-1.B.7)."""
    wagers = turn.state.current.wagers
    qualifying = tuple(sorted(key for key in wagers if key.kind in CLASSIFY and wagers[key] >= QUALIFYING_WAGER))
    if qualifying:
        turn.emit(LammersPlaced(wagers=qualifying, clauses=cite_method(turn, "lammer")))


@evolves(LammersPlaced)
def lammers_placed(state: TableState, event: LammersPlaced) -> TableState:
    return state.put(changed(state.part(Envy), lammers=frozenset(event.wagers)))


def envy_line(state: TableState, kind: str, position: int) -> PayLine | None:
    """Return the line that a hand pays to a player who envies it, in the table of that player's Qualifying Wager."""
    offered = state.game.options.side_wagers.get(kind)
    found = bonus_class(state, kind, position) if offered else None
    return ENVY_TABLES[kind][offered.paytable].line(found) if offered and found and found.is_envy else None


def envied_by(state: TableState, position: int) -> tuple[str, ...]:
    """Return the tables of other players' lammers in which the hand pays an Envy Bonus.

    Only four of a kind or better does (MDP-1.B.4, MDP-11.H.3.a.iv, MDP-11.H.3.b, MDP-11.H.4.e).
    """
    lammers = state.part(Envy).lammers
    if state.current.hands[position].status is VOID and state.current.revision > 3:
        return ()
    if not lammers or best_category(state.current.hands[position].pieces) < Category.FOUR_OF_A_KIND:  # type: ignore[arg-type]
        return ()
    owner = holder(state, position)
    kinds = {key.kind for key in lammers if key.player != owner}
    return tuple([kind for kind in CLASSIFY if kind in kinds and envy_line(state, kind, position) is not None])


def announce(turn: Turn, position: int) -> None:
    """Announce a hand for which other players are owed an Envy Bonus, by its name in their table."""
    state = turn.state
    if position in state.part(Envy).announced:
        return
    kinds = envied_by(state, position)
    if not kinds:
        return
    named = kinds
    if not state.current.precise:  # then it is announced for every table
        named = tuple(CLASSIFY)
        kinds = tuple(kind for kind in CLASSIFY if envy_line(state, kind, position) is not None)
    owner = holder(state, position)
    placed = {kind: WagerKey(owner, position, kind) in state.current.wagers for kind in kinds}
    names = [f"envy.{kind}" if placed[kind] else f"envy.{kind}.without" for kind in kinds]
    found = next(filter(None, (bonus_class(state, kind, position) for kind in named)))
    turn.emit(EnvyHandAnnounced(position=position, hand=found, clauses=turn.cite(*names)))


@evolves(EnvyHandAnnounced)
def envy_hand_announced(state: TableState, event: EnvyHandAnnounced) -> TableState:
    envy = state.part(Envy)
    return state.put(changed(envy, announced=envy.announced | {event.position}))


def envy_hands(state: TableState) -> tuple[int, ...]:
    """Return the players' hands that others may envy; under the usual reading, a player's bank hand is one of them."""
    current = state.current
    places = played_positions(state)
    if current.bank.player is not None and state.game.options.readings.get("envy_bank_hand") == "counts":
        places.add(state.players[current.bank.player].position or 0)
    return tuple([p for p in sorted(places) if current.hands[p].status is not VOID])


def due(state: TableState) -> tuple[tuple[str, int, str, PayLine], ...]:
    """Return every Envy Bonus of the round: (kind, hand's position, player, line).

    There is one for each hand and each table on which a player has a lammer, but never for the player's own hand; under
    another reading, only the higher of two tables counts.
    """
    found: dict[tuple[int, str], list[tuple[str, PayLine]]] = {}
    for kind in CLASSIFY:
        players = sorted({key.player for key in state.part(Envy).lammers if key.kind == kind}, key=_seat(state))
        for position in envy_hands(state) if players else ():
            line = envy_line(state, kind, position)
            for player in players:
                if line is not None and player != holder(state, position):
                    found.setdefault((position, player), []).append((kind, line))
    higher = state.game.options.readings.get("envy_tables") == "higher"
    kept = [
        (kind, position, player, line)
        for (position, player), lines in found.items()
        for kind, line in ([max(lines, key=lambda each: each[1].amount)] if higher else lines)
    ]
    order = list(CLASSIFY)
    return tuple(sorted(kept, key=lambda each: (order.index(each[0]), each[1], _seat(state)(each[2]))))


def _seat(state: TableState) -> Callable[[str], int]:
    return lambda name: state.players[name].position or 0


def pay_envy(turn: Turn) -> None:
    """Pay the Envy Bonuses for the hands announced, once, after all wagers that qualify for them are settled.

    Resetting the house's hand does not change them (MDP-14.I), and payout limits do not apply to them (MDP-13.G.2).
    """
    if turn.state.part(Envy).settled or not turn.state.part(Envy).announced:
        return
    for kind, position, player, line in due(turn.state):
        clauses = (*turn.cite(f"envy.{kind}.pay"), line.clause)
        paid = Transfer(INVENTORY, rack(player), line.amount, Movement.ENVY, line.clause, envy_text(line.hand))
        turn.emit(
            EnvyPaid(
                player=player,
                position=position,
                kind=kind,
                hand=line.hand,
                amount=line.amount,
                clauses=clauses,
                transfers=(paid,),
            )
        )


@evolves(EnvyPaid)
def envy_paid(state: TableState, event: EnvyPaid) -> TableState:
    return state.put(changed(state.part(Envy), settled=True))
