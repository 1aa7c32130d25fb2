"""The Progressive Payout Wager: locked and counted before the deal, metered, and paid on the player's turn."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from paigow.comparison import Result
from paigow.money import CAGE, INVENTORY, Contribution, ForOne, Meter, Movement, ShareOfMeter, bet, rack, transfer
from paigow.money.ledger import award_text
from paigow.poker import PAYTABLES, PayLine, PayUnit, ProgressiveClass, classify_progressive
from paigow.table.cards.awards import Payouts
from paigow.table.cards.decks import cite_method
from paigow.table.cards.discards import discard_when_done
from paigow.table.core.engine import Command, Event, Offer, Turn, decides, evolves, offers, refuse
from paigow.table.core.log import Either, everyone
from paigow.table.core.model import FLOOR, Part, TableState, WagerKey
from paigow.table.core.values import build, changed
from paigow.table.steps.limits import BonusPaid, payable
from paigow.table.steps.settlement import finish_exposing
from paigow.table.steps.side_wagers import SideWagerSettled

PROGRESSIVE = "progressive"
Meters = Mapping[str, Meter]


@dataclass(frozen=True, slots=True, kw_only=True)
class ValidateProgressive(Command):
    """Confirm a progressive payout, as the floor; then it is paid."""

    verb: ClassVar[str] = "validate-progressive"
    role: ClassVar[str] = FLOOR
    position: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteDocuments(Command):
    """Complete the paperwork for a meter payout; then the cards may be collected."""

    verb: ClassVar[str] = "complete-documents"
    role: ClassVar[str] = FLOOR
    position: int


@dataclass(frozen=True, kw_only=True)
class ProgressiveLocked(Event):
    """The system accepts no more progressive wagers."""

    audience = everyone()
    log = "Progressive wagers are closed."


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgressiveCollected(Event):
    """The chips are counted in front of the inventory, compared with the system's count, and added to the inventory."""

    audience = everyone("wagers chips accepted")
    log = "Progressive chips collected: {chips}; accepted: {accepted}."
    wagers: tuple[WagerKey, ...]
    chips: int
    accepted: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MetersRaised(Event):
    audience = everyone("wagers")
    log = "The meters go up."
    wagers: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgressiveHit(Event):
    """The dealer sees a winning hand whose light is on; the floor has to validate it."""

    audience = everyone("wager hand light")
    log = "{wager} hits the progressive with {hand}."
    wager: WagerKey
    hand: str
    light: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgressivePaid(Event):
    """A progressive payout is made from `meter`, or from the inventory if no meter is named."""

    audience = everyone("wager hand amount percent meter")
    log = Either(
        "meter",
        "{wager} is paid {amount} for {hand}, {percent} percent of the {meter} meter.",
        "{wager} is paid {amount} for {hand}.",
    )
    wager: WagerKey
    hand: str
    amount: int
    percent: int = 0
    meter: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentsCompleted(Event):
    audience = everyone("position")
    log = "The paperwork for {position} is complete."
    position: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgressiveReturned(Event):
    """The chips are returned because the round or hand is void.

    So are the meters' contributions, unless the reading says otherwise.
    """

    audience = everyone("wagers reversed")
    log = "The progressive wagers are returned."
    wagers: tuple[WagerKey, ...]
    reversed: tuple[int, ...]


def start_meters(state: TableState) -> TableState:
    """Start every meter at its initial amount (MDP-13.E.7.a)."""
    meters = {rules.name: Meter.opened(rules) for rules in state.game.options.meters}
    transfers = [move for meter in meters.values() for move in meter.opening_transfers()]
    return changed(state, meters=meters, ledger=state.ledger.apply(transfers))


def progressive_wagers(state: TableState) -> tuple[WagerKey, ...]:
    return tuple(sorted(key for key in state.current.wagers if key.kind == PROGRESSIVE))


def lock_and_collect(turn: Turn) -> None:
    """Lock the system at "no more bets"; then collect and count the chips, and add them to the inventory."""
    state = turn.state
    if PROGRESSIVE not in state.game.options.side_wagers:
        return
    turn.emit(build(ProgressiveLocked, clauses=cite_method(turn, "lock")))
    keys = progressive_wagers(state)
    if not keys:
        return
    clauses = cite_method(turn, "count")
    price = state.game.options.side_wagers[PROGRESSIVE].minimum
    areas = [bet(key.position, key.kind, key.player) for key in keys]
    chips = sum(state.ledger[area] for area in areas) // price
    moves = tuple(
        transfer(area, INVENTORY, state.ledger[area], Movement.PROGRESSIVE_WAGER, clauses[-1]) for area in areas
    )
    turn.emit(ProgressiveCollected(wagers=keys, chips=chips, accepted=len(keys), clauses=clauses, transfers=moves))
    amounts = tuple(state.current.wagers[key] for key in keys)
    _, contributions = _contributed(state.meters, amounts)
    raised = tuple([move for each in contributions for move in each.transfers()])
    turn.emit(MetersRaised(wagers=amounts, clauses=turn.cite("progressive.rate"), transfers=raised))


def _contributed(meters: Meters, wagers: tuple[int, ...], reverse: bool = False) -> tuple[Meters, list[Contribution]]:
    """Return the meters after adding or taking back these wagers' contributions, along with the contributions."""
    after = dict(meters)
    moves = []
    for wager in wagers:
        for name, meter in after.items():
            after[name], move = meter.reverse(wager) if reverse else meter.contribute(wager)
            moves.append(move)
    return after, moves


@dataclass(frozen=True)
class Progressive(Part):
    collected: frozenset[WagerKey] = frozenset()  # wagers taken before the deal


@evolves(ProgressiveCollected)
def progressive_collected(state: TableState, event: ProgressiveCollected) -> TableState:
    return state.put(changed(state.part(Progressive), collected=frozenset(event.wagers)))


@evolves(MetersRaised)
def meters_raised(state: TableState, event: MetersRaised) -> TableState:
    return changed(state, meters=_contributed(state.meters, event.wagers)[0])


def progressive_line(state: TableState, position: int) -> PayLine | None:
    offered = state.game.options.side_wagers[PROGRESSIVE]
    found: ProgressiveClass | None = classify_progressive(state.current.hands[position].pieces)  # type: ignore[arg-type]
    return PAYTABLES[PROGRESSIVE][offered.paytable].line(found) if found else None


def settle_progressive(turn: Turn, key: WagerKey) -> None:
    """Settle a progressive wager.

    A full house or better waits for the floor; anything less has already lost, since the wager was collected before the
    deal.
    """
    line = progressive_line(turn.state, key.position)
    if line is None:
        clauses = turn.cite("progressive.lose")
        turn.emit(build(SideWagerSettled, wager=key, result=Result.LOSE, line="", won=0, clauses=clauses))
    else:
        clauses = turn.cite("progressive.hit")
        turn.emit(ProgressiveHit(wager=key, hand=line.hand, light=line.hand, clauses=clauses))


@evolves(ProgressiveHit)
def progressive_hit(state: TableState, event: ProgressiveHit) -> TableState:
    payouts = state.part(Payouts)
    return state.put(changed(payouts, pending=(*payouts.pending, event.wager)))


@decides(ValidateProgressive)
def validate(turn: Turn, command: ValidateProgressive) -> None:
    state = turn.state
    cited = turn.cite("progressive.validate")
    waiting = state.part(Payouts).pending if state.round is not None else ()
    hits = [
        (key, line)
        for key in waiting
        if key.position == command.position and (line := progressive_line(state, key.position))
    ]
    if not hits:
        raise refuse("no progressive payout is waiting for validation there", cited)
    key, line = hits[0]
    clauses = (*cited, *turn.cite("progressive.pay"), line.clause)
    if line.unit is PayUnit.PERCENT:
        _pay_from_meter(turn, key, line, clauses)
    else:
        full = ForOne(line.amount).pay(state.current.wagers[key])
        amount = payable(state, command.position, full)
        if amount < full:
            clauses += turn.cite("limit")
        award = award_text(line.hand, line)
        paid = (INVENTORY, rack(key.player), amount, Movement.AWARD, line.clause, award)
        moves = (transfer(*paid),) if amount else ()
        turn.emit(ProgressivePaid(wager=key, hand=line.hand, amount=amount, clauses=clauses, transfers=moves))
    discard_when_done(turn, command.position)
    finish_exposing(turn)


def _pay_from_meter(turn: Turn, key: WagerKey, line: PayLine, clauses: tuple[str, ...]) -> None:
    """Pay the amount the meter shows now, never from the inventory (MDP-11.H.6.b.v, MDP-13.F)."""
    state = turn.state
    meter = state.meters[str(line.meter)]
    _, award = meter.award(ShareOfMeter(line.amount, meter.rules.name))
    moves = award.transfers(rack(key.player), line.clause)
    amount = payable(state, key.position, award.amount, from_meter=True)
    if amount < award.amount:  # only if the reading lets a limit cap awards
        clauses += turn.cite("limit")
        above = award.amount - amount
        moves += (transfer(rack(key.player), CAGE, above, Movement.PAYOUT_LIMIT, turn.cite("limit")[0]),)
    turn.emit(
        ProgressivePaid(
            wager=key,
            hand=line.hand,
            amount=amount,
            percent=line.amount,
            meter=meter.rules.name,
            clauses=(*clauses, *turn.cite("progressive.meter")),
            transfers=moves,
        )
    )


@evolves(ProgressivePaid)
def progressive_paid(state: TableState, event: ProgressivePaid) -> TableState:
    current, wager = state.current, event.wager
    payouts, meters, fixed = state.part(Payouts), state.meters, event.amount
    papers = payouts.papers
    if event.meter:
        after, _ = meters[event.meter].award(ShareOfMeter(event.percent, event.meter))
        meters, papers = {**meters, event.meter: after}, papers | {wager.position}
        fixed = event.amount if state.game.options.readings.get("payout_limit") == "all-pays" else 0
    settled = changed(current, results={**current.results, wager: Result.WIN}, paid=current.paid | {wager})
    return changed(state, meters=meters, round=settled).put(
        changed(payouts, pending=tuple(key for key in payouts.pending if key != wager), papers=papers),
        state.part(BonusPaid).plus(wager.position, fixed),
    )


@decides(CompleteDocuments)
def complete_documents(turn: Turn, command: CompleteDocuments) -> None:
    cited = turn.cite("progressive.documents")
    if turn.state.round is None or command.position not in turn.state.part(Payouts).papers:
        raise refuse("no payout is waiting for paperwork there", cited)
    turn.emit(DocumentsCompleted(position=command.position, clauses=cited))
    discard_when_done(turn, command.position)
    finish_exposing(turn)


@evolves(DocumentsCompleted)
def documents_completed(state: TableState, event: DocumentsCompleted) -> TableState:
    payouts = state.part(Payouts)
    return state.put(changed(payouts, papers=payouts.papers - {event.position}))


def return_progressive(turn: Turn, clauses: tuple[str, ...], position: int | None = None) -> None:
    """Return wagers that were moved to the inventory before the deal: all of them, or those on a void hand.

    The clauses say why the round or the hand is void, such as MDP-8.F.1 or MDP-14.C; for the contributions to the
    meters, see MDP-13.E.6.
    """
    state = turn.state
    current = state.current
    keys = tuple(
        key
        for key in sorted(current.part(Progressive).collected)
        if (position is None or key.position == position) and key in current.wagers
    )
    if not keys:
        return
    cited = clauses if current.precise else turn.cite("progressive.return")
    amounts = tuple(current.wagers[key] for key in keys)
    undone = amounts if state.game.options.readings.get("void_meter") == "reversed" else ()
    _, contributions = _contributed(state.meters, undone, reverse=True)
    lowered = tuple([move for each in contributions for move in each.transfers()])
    back = tuple(
        transfer(INVENTORY, rack(key.player), amount, Movement.PROGRESSIVE_RETURNED, cited[0])
        for key, amount in zip(keys, amounts, strict=True)
    )
    turn.emit(ProgressiveReturned(wagers=keys, reversed=undone, clauses=cited, transfers=lowered + back))


@evolves(ProgressiveReturned)
def progressive_returned(state: TableState, event: ProgressiveReturned) -> TableState:
    progressive = state.part(Progressive)
    meters, _ = _contributed(state.meters, event.reversed, reverse=True)
    collected = progressive.collected.difference(event.wagers)
    return changed(state, meters=meters).put(changed(progressive, collected=collected))


@offers(to=(FLOOR,))
def progressive_offers(state: TableState, actor: str) -> Iterator[Offer | Command]:
    if state.round is None:
        return
    for key in state.part(Payouts).pending:
        yield ValidateProgressive(position=key.position)
    for position in sorted(state.part(Payouts).papers):
        yield CompleteDocuments(position=position)
