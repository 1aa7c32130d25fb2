"""New Zealand Pai Gow: eight boxes, with the house on the first when it banks."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from paigow.comparison import Result
from paigow.hands import hands_of
from paigow.money import LOSING_AREA, VigorishRounding, format_cents, least_wager, smallest_step
from paigow.rules import submission_hash
from paigow.rules.submission import NewZealand
from paigow.table import first_edition
from paigow.table.boxes import boxes, cutting, damage, dealer_sets, discipline, disturbances, inexact, laja, staking
from paigow.table.boxes.box_settlement import order_from_bank, pay_boxes, settle_later
from paigow.table.boxes.boxes import (
    absent_last_round,
    ascertain_control,
    bettors,
    box_limit,
    controlled_box,
    release_pushes,
    require_box,
)
from paigow.table.boxes.disturbances import expose_at_box
from paigow.table.boxes.inexact import cut_inexact
from paigow.table.boxes.laja import Laja
from paigow.table.chance import RoundChance
from paigow.table.core.engine import Command, Event, Turn, refuse
from paigow.table.core.game import (
    NO_LIMIT,
    Banking,
    BankOptions,
    BoxRules,
    Course,
    Dealing,
    Ending,
    Game,
    Options,
    Settling,
    StartOptions,
    Steps,
    Strategy,
    concerns_of,
)
from paigow.table.core.log import everyone
from paigow.table.core.model import FLOOR, Phase, TableState, WagerKey
from paigow.table.core.values import build
from paigow.table.floor import conduct, equipment, floor, irregularities
from paigow.table.floor.conduct import play_for_absent
from paigow.table.layout import Area, Layout, Side, Sign, Thing, each_position
from paigow.table.steps import (
    banking,
    closing,
    delivery,
    mixing,
    opening,
    seating,
    seeds,
    setting,
    settlement,
    start,
    surrender,
    wagers,
)
from paigow.table.steps.banking import bank_position, cite_banked
from paigow.table.steps.dealing import dealer_command
from paigow.table.steps.delivery import collect_empty, idle_positions
from paigow.table.steps.setting import awaits_confirmation, house_positions
from paigow.text import Text, text
from paigow.text import gettext_noop as noop
from paigow.tiles import TILE_SET, approved_cut

CONCERNS = concerns_of(
    opening,
    seating,
    seeds,
    banking,
    mixing,
    wagers,
    start,
    delivery,
    setting,
    settlement,
    closing,
    conduct,
    equipment,
    floor,
    irregularities,
    surrender,
    boxes,
    staking,
    dealer_sets,
    cutting,
    laja,
    inexact,
    discipline,
    disturbances,
    damage,
)

CITES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "set.receive": ("NZ-8",),
        "set.inspect": ("NZ-8", "NZ-3.3.a", "NZ-3.3.a.i", "NZ-3.3.a.ii"),
        "set.replace": ("NZ-10.15",),
        "set.verify": ("NZ-8.s3",),
        "set.display": ("NZ-8.s2", "NZ-8.s4"),
        "set.view": ("NZ-8.s4",),
        "set.idle": ("NZ-8.s4",),
        "set.stays": ("NZ-8.s4",),
        "set.remove": ("NZ-10.16",),
        "set.remove-check": ("NZ-10.17",),
        "set.damaged": ("NZ-10.15",),
        "timer.set": ("NZ-10.16",),
        "timer.dice": ("NZ-3.3.b",),
        "seat": ("NZ-3.1",),
        "seat.behind": ("NZ-6.5",),
        "chips": ("NZ-6.3",),
        "barred": ("NZ-12.12.b",),
        "stay": ("NZ-12.16",),
        "abandon": ("NZ-12.16",),
        "removed": ("NZ-12.9",),
        "round.open": ("NZ-9.1",),
        "round.end": ("NZ-1.round",),
        "mix": ("NZ-9.1", "NZ-9.1.s2", "NZ-1.shuffle"),
        "laja": ("NZ-1.laja", "NZ-9.2"),
        "laja.performed": ("NZ-1.laja",),
        "laja.player": ("NZ-9.2.a",),
        "laja.bank": ("NZ-9.2.b",),
        "laja.once": ("NZ-9.3",),
        "laja.exposed": ("NZ-12.2",),
        "stacking.exposed": ("NZ-12.1",),
        "reshuffle": ("NZ-12.7",),
        "wager.place": ("NZ-6.3", "NZ-6.1"),
        "wager.chips": ("NZ-6.12", "NZ-6.3"),
        "wager.held": ("NZ-6.3",),
        "wager.minimum": ("NZ-6.8.s2",),
        "wager.oral": ("NZ-6.4",),
        "wager.inexact": ("NZ-6.13",),
        "wager.area": ("NZ-3.2.a",),
        "wager.seated": ("NZ-3.1",),
        "wager.late": ("NZ-6.9.a", "NZ-6.9.b", "NZ-6.3.s2"),
        "wager.close": ("NZ-9.4",),
        "wager.bettors": ("NZ-6.5",),
        "wager.bank-box": ("NZ-6.5.s2",),
        "wager.house-box": ("NZ-11.1.b",),
        "wager.not-bank": ("NZ-6.1",),
        "wager.limits": ("NZ-6.6",),
        "box.off": ("NZ-12.10.s2",),
        "bank.offer": ("NZ-5.2.s2", "NZ-5.4"),
        "bank.offer.first": ("NZ-5.2.s2",),
        "bank.offer.passed-on": ("NZ-5.4",),
        "bank.pass": ("NZ-5.6",),
        "bank.accept": ("NZ-5.1.b", "NZ-11.2.a"),
        "bank.nobody": ("NZ-5.6", "NZ-5.1.a", "NZ-11.1.a"),
        "bank.start": ("NZ-5.2",),
        "bank.consecutive": ("NZ-5.4",),
        "bank.prior": ("NZ-5.3.a",),
        "bank.controls": ("NZ-5.3.b",),
        "bank.cover": ("NZ-5.3.c",),
        "bank.share": ("NZ-5.5",),
        "bank.uncovered": ("NZ-11.2.b.s2",),
        "bank.uncovered.co-bank": ("NZ-5.3.c", "NZ-5.6"),
        "bank.dealer-less": ("NZ-5.1.b",),
        "co-bank.offered": ("NZ-5.3.s2",),
        "co-bank.accept": ("NZ-5.1.c", "NZ-11.3.a"),
        "co-bank.request": ("NZ-5.3.s2",),
        "stake": ("NZ-11.2.b", "NZ-6.2"),
        "stake.bank": ("NZ-11.2.b", "NZ-6.2"),
        "stake.co-bank": ("NZ-11.3.b", "NZ-6.2"),
        "stake.taken": ("NZ-11.2.c",),
        "stake.taken.co-bank": ("NZ-11.3.c",),
        "control": ("NZ-7.1.b", "NZ-7.1.c"),
        "control.seated": ("NZ-7.1.a.i",),
        "control.highest": ("NZ-7.1.a.ii",),
        "control.nearest": ("NZ-7.1.a.iii",),
        "control.yield": ("NZ-7.1.a.ii",),
        "control.choose": ("NZ-7.2.s2",),
        "control.dealer": ("NZ-7.2.s2", "NZ-7.2"),
        "start": ("NZ-9.4",),
        "start.shake": ("NZ-9.4",),
        "start.bank-shakes": ("NZ-9.4.s2",),
        "start.uncover": ("NZ-9.8", "NZ-1.total"),
        "start.count": ("NZ-9.9", "NZ-9.9.s2"),
        "start.count-bank": ("NZ-9.9", "NZ-9.9.s2"),
        "start.adjust": ("NZ-9.6", "NZ-9.6.s2", "NZ-9.7"),
        "delivery.choose": ("NZ-9.5.s3", "NZ-1.approved-cut"),
        "cut.tiles": ("NZ-9.5", "NZ-1.cut"),
        "cut.house": ("NZ-9.5.s2",),
        "cut.declined": ("NZ-9.5.s4",),
        "no-roll.not-flat": ("NZ-9.8.s2",),
        "deal": ("NZ-10.1", "NZ-10.1.s2", "NZ-10.1.s3", "NZ-11.1.a"),
        "deal.bank": ("NZ-10.1", "NZ-10.1.s2", "NZ-10.1.s3", "NZ-11.2.a"),
        "deal.co-bank": ("NZ-10.1", "NZ-10.1.s2", "NZ-10.1.s3", "NZ-11.3.a"),
        "deal.together": ("NZ-10.2",),
        "deal.collect": ("NZ-10.3.a",),
        "deal.collect-bank": ("NZ-10.3.a",),
        "deal.move": ("NZ-11.1.a.s2",),
        "deal.move.bank": ("NZ-11.2.e",),
        "deal.move.co-bank": ("NZ-11.3.d",),
        "set": ("NZ-10.3.b", "NZ-1.set"),
        "set.own": ("NZ-10.7", "NZ-10.3.b"),
        "set.final": ("NZ-10.5",),
        "set.ready": ("NZ-10.10", "NZ-11.1.c"),
        "set.ready.bank": ("NZ-10.10", "NZ-11.2.d"),
        "set.ready.co-bank": ("NZ-10.10", "NZ-11.3.e"),
        "set.request": ("NZ-10.4.a", "NZ-10.6"),
        "set.bank-request": ("NZ-10.4.c",),
        "set.dealer": ("NZ-11.1.c", "NZ-11.1.d"),
        "set.bank": ("NZ-11.2.d", "NZ-7.3"),
        "set.bank.alone": ("NZ-11.2.d",),
        "set.confirm": ("NZ-11.1.e",),
        "set.first": ("NZ-12.12.a",),
        "set.show": ("NZ-10.14",),
        "set.shown": ("NZ-10.10", "NZ-11.1.d"),
        "set.shown.bank": ("NZ-10.10", "NZ-11.2.e"),
        "set.shown.co-bank": ("NZ-10.10",),
        "co-bank.set": ("NZ-10.4.b", "NZ-11.3.e"),
        "co-bank.turn": ("NZ-11.3.e",),
        "unused.view": ("NZ-10.12",),
        "surrender": ("NZ-10.13", "NZ-10.13.s2", "NZ-10.13.s3"),
        "surrender.view": ("NZ-10.13.s4",),
        "expose": ("NZ-11.1.f",),
        "expose.bank": ("NZ-11.2.f",),
        "expose.co-bank": ("NZ-11.3.f",),
        "result.win": ("NZ-10.11", "NZ-1.match"),
        "result.push": ("NZ-10.11", "NZ-10.11.s2", "NZ-1.match"),
        "result.lose": ("NZ-10.11", "NZ-1.match"),
        "collect": ("NZ-11.1.g",),
        "collect.bank": ("NZ-11.2.g",),
        "collect.co-bank": ("NZ-11.3.g",),
        "push": ("NZ-11.1.h",),
        "push.bank": ("NZ-11.2.h",),
        "push.co-bank": ("NZ-11.3.h",),
        "pay": ("NZ-11.1.i", "NZ-6.11"),
        "vigorish": ("NZ-6.11.s2",),
        "vigorish.against-bank": ("NZ-6.11.s2",),
        "vigorish.bank": ("NZ-6.14",),
        "bank.pay": ("NZ-11.2.i", "NZ-6.11"),
        "bank.shortfall": ("NZ-11.2.j",),
        "bank.stake-back": ("NZ-6.14.c",),
        "bank.surplus": ("NZ-11.2.i.s2",),
        "co-bank.pay": ("NZ-11.3.i", "NZ-6.11"),
        "co-bank.shortfall": ("NZ-11.3.l",),
        "co-bank.surplus": ("NZ-11.3.j", "NZ-11.3.k"),
        "co-bank.stake-back": ("NZ-11.3.k", "NZ-6.14.c"),
        "co-bank.share": ("NZ-11.3.k.s2", "NZ-6.14.b"),
        "co-bank.leftover": ("NZ-11.3.l.s2",),
        "misdeal.wrong-boxes": ("NZ-12.13",),
        "exposed.one": ("NZ-12.4",),
        "exposed.player": ("NZ-12.3.a",),
        "exposed.bank": ("NZ-12.3.b",),
        "exposed.choice": ("NZ-12.3",),
        "exposed.play-on": ("NZ-12.3.a",),
        "exposed.play-on-bank": ("NZ-12.3.b",),
        "exposed.void": ("NZ-12.3.a",),
        "exposed.void-bank": ("NZ-12.3.b.s2",),
        "exposed.house": ("NZ-12.5",),
        "exposed.by-bank": ("NZ-12.6",),
        "misset": ("NZ-12.8.a",),
        "misset.bank": ("NZ-12.8.a", "NZ-12.8.s2"),
        "misset.late": ("NZ-12.8.b",),
        "remove": ("NZ-12.9", "NZ-12.9.a", "NZ-12.9.b", "NZ-12.9.c"),
        "remove.dice": ("NZ-12.10",),
        "remove.again": ("NZ-12.10.s3",),
        "restore": ("NZ-12.11",),
        "english": ("NZ-12.12.c",),
        "disturbed": ("NZ-12.14",),
        "mixed": ("NZ-12.15",),
        "conduct.late-wager-permitted": ("NZ-6.9.s2",),
        "conduct.losing-wager-handled": ("NZ-6.10",),
        "conduct.tile-marked": ("NZ-10.8.a",),
        "conduct.tile-handled": ("NZ-10.8.b",),
        "conduct.handling-permitted": ("NZ-10.8.s2",),
        "conduct.tiles-out-of-view": ("NZ-10.9",),
        "conduct.tiles-exchanged": ("NZ-10.9.a",),
        "conduct.information": ("NZ-10.9.b.i",),
        "conduct.communication": ("NZ-10.9.b.ii",),
    }
)

CALLS = MappingProxyType({Result.WIN: "Jung", Result.LOSE: "Che", Result.PUSH: "Jowl"})


def require_concession(state: TableState, key: WagerKey) -> None:
    if bettors(state, key.position) != (key.player,):
        raise refuse("only a lone player on the box can concede a wager", state.game.cite("surrender"))


@dataclass(frozen=True, slots=True, kw_only=True)
class EmptyLaidTogether(Event):
    """The tiles of adjacent boxes without wagers are laid together."""

    audience = everyone("groups")
    log = "Tiles of adjacent empty boxes are placed together: {groups}."
    groups: tuple[tuple[int, ...], ...]


def lay_together(turn: Turn) -> None:
    """Lay together the tiles of adjacent boxes without wagers (NZ-10.2)."""
    runs: list[list[int]] = []
    for box in idle_positions(turn.state):
        if runs and runs[-1][-1] == box - 1:
            runs[-1].append(box)
        else:
            runs.append([box])
    groups = tuple(tuple(run) for run in runs if len(run) > 1)
    if groups:
        turn.emit(EmptyLaidTogether(groups=groups, clauses=turn.cite("deal.together")))


@dataclass(frozen=True, kw_only=True)
class BankTilesMoved(Event):
    """The bank's tiles are moved in front of the float tray."""

    audience = everyone("position")
    log = "The banker’s tiles, from {position}, are placed in front of the float tray."
    position: int


def move_house_tiles(turn: Turn) -> None:
    """Move the house's tiles, if it has a share in the bank, once unplayed tiles are collected.

    See NZ-11.1.a and NZ-11.3.d.
    """
    if turn.state.current.bank.player is None or turn.state.current.bank.co_banked:
        _move(turn)


def move_bank_tiles(turn: Turn) -> None:
    """Move the tiles of a player's bank when its hand is set (NZ-11.2.e)."""
    if turn.state.current.bank.player is not None and not turn.state.current.bank.co_banked:
        _move(turn)


def _move(turn: Turn) -> None:
    turn.emit(build(BankTilesMoved, position=bank_position(turn.state), clauses=cite_banked(turn.state, "deal.move")))


def dealer(state: TableState, chance: RoundChance) -> Command | None:
    """Return the next step of the dealer or the floor."""
    return _STEPS.get(state.phase, dealer_command)(state, chance)


def _mix(state: TableState, chance: RoundChance) -> Command | None:
    due = state.part(Laja).due
    return laja.PerformLaja(order=chance.laja(state)) if due else dealer_command(state, chance)


def _close_bets(state: TableState, chance: RoundChance) -> Command | None:
    bank = state.current.bank
    if bank.player is None or bank.stake_taken:
        return dealer_command(state, chance)
    return staking.TakeStake() if staking.stakes(state) else None


def _start(state: TableState, chance: RoundChance) -> Command | None:
    shaken = state.current.start.dice is not None
    return cutting.CutTiles() if shaken and not state.current.stack.cut else dealer_command(state, chance)


def _deal(state: TableState, chance: RoundChance) -> Command | None:
    return dealer_command(state, chance) if state.current.stack.cut else cutting.CutTiles()


def _set(state: TableState, chance: RoundChance) -> Command | None:
    waiting = dealer_sets.for_dealer(state)
    return dealer_sets.SetForPlayer(position=waiting[0]) if waiting else None


def _set_bank(state: TableState, chance: RoundChance) -> Command | None:
    if house_positions(state):
        return dealer_command(state, chance)
    return dealer_sets.ConfirmHand() if awaits_confirmation(state) == FLOOR else None


_STEPS: Mapping[Phase, Callable[[TableState, RoundChance], Command | None]] = {
    Phase.MIXING: _mix,
    Phase.BETTING: _close_bets,
    Phase.STARTING: _start,
    Phase.DEALING: _deal,
    Phase.SETTING: _set,
    Phase.BANKING: _set_bank,
}
"""The steps that only New Zealand has; every tile game's dealer takes the others."""


def layout(game: Game) -> Layout:
    submission = game.submission
    assert isinstance(submission, NewZealand)
    areas = (
        *(Area("main", Side.PLAYERS, "NZ-3.2.a", box, str(box)) for box in game.betting),
        *each_position(game, "hands", "NZ-10.3.b"),
        Area("banker-wager", Side.DEALER, "NZ-1.banker-wager-area"),
        Area("losing-wagers", Side.DEALER, "NZ-1.losing-wager-area"),
        Area("used-tiles", Side.DEALER, "NZ-10.3.a"),
        Area("dealer-hands", Side.DEALER, "NZ-11.2.e"),
    )
    size = submission.equipment.dice_millimetres
    dots = (text("values marked by dots"), text("{size}-millimetre faces", size=size), text("plastic"))
    things = [
        Thing("drop-box", ("NZ-3.1.s2",)),
        Thing("float-tray", ("NZ-11.1.g",), Side.DEALER),
        Thing(
            "tiles",
            ("NZ-3.3.a", "NZ-3.3.a.ii"),
            count=len(game.kit.full_set),
            qualities=(text("alike in size, shape and back"),),
        ),
        Thing("dice", ("NZ-3.3.b", "NZ-3.3.b.i", "NZ-3.3.b.ii"), count=3, qualities=dots),
        Thing("dice-cup", ("NZ-3.3.c",), qualities=(text("an opaque cover"),)),
        Thing("off-button", ("NZ-3.3.e",), inscription=noop("Off")),
        Thing("chung", ("NZ-3.3.f",), inscription=noop("Banker / Co-banker")),
    ]
    if submission.bank.adjustment:
        things += [
            Thing("plus-four", ("NZ-3.3.d",), inscription="+4"),
            Thing("minus-four", ("NZ-3.3.d",), inscription="-4"),
        ]
    limits = (
        (text("Box maximum"), submission.wagers.box_maximum),
        (text("Player maximum"), submission.wagers.player_maximum),
    )
    rows = tuple((name, Text(format_cents(most))) for name, most in limits if most is not None)
    signs = (Sign("limits", "sign", rows, "NZ-6.6.s2"),) if rows else ()
    return Layout(game.standard, submission.operator, "NZ-A1", game.betting, areas, tuple(things), signs)


def game(submission: NewZealand) -> Game:
    """Return the New Zealand game as set up by a submission."""
    chips = submission.table.denominations
    tables = {cut.name: cut.groups for cut in submission.cuts if cut.groups}
    names = [cut.name for cut in submission.cuts]
    cuts = {name: approved_cut(name, names, tables) for name in names}
    boxes = (1, 2, 3, 4, 5, 6, 7, 8)  # NZ-3.2.a
    options = Options(
        minimum=least_wager(submission.table.minimum, chips),
        maximum=submission.table.maximum or NO_LIMIT,  # NZ-5.1.c
        unit=20 * smallest_step(chips),
        start=StartOptions(
            method=submission.start,
            deliveries=cuts,
            house_delivery=next(name for name in names if name.startswith("yat-dong-dong")),
        ),
        vigorish_rounding=VigorishRounding.CENT,
        bank=BankOptions(player_bank=True, co_bank=True, sharing=submission.bank.sharing),  # NZ-5.1
        boxes=BoxRules(
            bettors=submission.wagers.bettors_per_box,
            box_maximum=submission.wagers.box_maximum or NO_LIMIT,
            player_maximum=submission.wagers.player_maximum or NO_LIMIT,
            chip=smallest_step(chips),
            adjustment=submission.bank.adjustment,
            co_banker_exposes=submission.bank.co_banker_exposes,
        ),
        readings=submission.readings.model_dump(),
    )
    return Game(
        submission=submission,
        submission_hash=submission_hash(submission),
        kit=hands_of(submission, losing_clause=first_edition.NZ_LOSES if submission.edition == 1 else ""),  # NZ-6.1.b
        box=TILE_SET,
        spread=TILE_SET,
        options=options,
        strategy=Strategy(
            require_place=require_box,
            main_maximum=box_limit,
            bank_cover=lambda state, key: None,
            settling=Settling(
                require_surrender=require_concession,
                settle=settle_later,
                pays_last=lambda state: True,  # NZ-11.1.i
                pay=pay_boxes,
                compare_order=order_from_bank,
            ),
            expose_piece=expose_at_box,
            deal=cutting.deliver_cut,
            dealer=dealer,
            bank_place=controlled_box,
            not_yet_bank=absent_last_round,
            steps=Steps(
                before_mix=(laja.require_performed,),
                before_close=(staking.require_stake, cut_inexact),
                after_close=(ascertain_control,),
                before_uncover=(cutting.require_cut,),
                after_deal=(lay_together, collect_empty, move_house_tiles, play_for_absent),
                before_exposure=(move_bank_tiles,),
                at_end=(release_pushes,),
                on_void=(staking.return_stakes,),
                before_removal=(equipment.lay_out_set,),
            ),
            spoil_stacking=laja.call_laja,
        ),
        layout=layout,
        concerns=CONCERNS,
        cites={**CITES, **first_edition.CITES["NZ"]} if submission.edition == 1 else CITES,  # NZ-10.11
        positions=boxes,
        betting=boxes,
        dealer=None,
        dealing=Dealing(least_shakes=1),  # NZ-9.4
        banking=Banking(
            limit=2,  # NZ-5.4
            shakes=False,
            may_shake=True,  # NZ-9.4.s2
            sets_with_players=False,  # NZ-11.2.d
            hand_confirmed=True,  # NZ-11.1.e
        ),
        course=Course(
            delivery_first=False,  # NZ-9.5
            verify_displayed=True,  # NZ-8.s3
            reset_late=False,  # NZ-12.8.b
            surrender_phases=(Phase.SETTING, Phase.BANKING, Phase.EXPOSING),
        ),
        ending=Ending(
            pot=LOSING_AREA,
            idle_area="used-tiles",  # NZ-10.3.a
            used_area="used-tiles",
            calls=CALLS,
        ),
    )
