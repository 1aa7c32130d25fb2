"""Maryland Pai Gow tiles: six seats, the dealer and the Dead Hand."""

from collections.abc import Mapping
from types import MappingProxyType

from paigow.hands import hands_of
from paigow.money import ToOne, VigorishRounding, odds_text
from paigow.rules import submission_hash
from paigow.rules.submission import MarylandTiles
from paigow.table import first_edition
from paigow.table.core.engine import Turn, refuse
from paigow.table.core.game import (
    NO_LIMIT,
    BankOptions,
    Course,
    Dealing,
    Ending,
    Game,
    Options,
    SetOptions,
    Settling,
    SideWager,
    StartOptions,
    Steps,
    Strategy,
    concerns_of,
)
from paigow.table.core.model import Hand, TableState, WagerKey
from paigow.table.floor import conduct, equipment, floor, irregularities
from paigow.table.floor.conduct import collect_abandoned
from paigow.table.floor.irregularities import expose_maryland
from paigow.table.layout import Area, Layout, Side, Sign, Thing, approvals_of, each_position
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
    stacks,
    start,
    surrender,
    wagers,
)
from paigow.table.steps.banking import cover_left, place_dealer_wager
from paigow.table.steps.dealing import dealer_command
from paigow.table.steps.delivery import collect_empty, deliver_groups, mark_dealer, rest_shaker
from paigow.table.steps.settlement import pay_through_centre, settle_at_once, settle_dealer_wager
from paigow.table.steps.side_wagers import open_side_wagers, settle_to_one
from paigow.table.steps.wagers import require_seat_or_neighbour
from paigow.text import Text, text
from paigow.text import gettext_noop as noop
from paigow.tiles import (
    MARYLAND_DELIVERIES,
    PAIR_FORTUNES_PAYTABLES,
    TILE_SET,
    Tile,
    TileSetting,
    classify_pair_fortune,
)

PAIR_FORTUNES = "pair-fortunes"
PAIRS = tuple(sorted(TILE_SET, key=lambda tile: (tile.kind != Tile("24").kind, tile.kind)))
"""The sixteen pairs, from the Supreme Pair down, in the order in which the set is displayed (MDT-4.D.3)."""
HOUR = 3600

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
    stacks,
    surrender,
)

CITES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "set.receive": ("MDT-4.A",),
        "set.clean": ("MDT-4.B",),
        "set.inspect": ("MDT-4.A", "MDT-4.C.1", "MDT-4.C.2", "MDT-4.C.3"),
        "set.replace": ("MDT-4.C.3.a", "MDT-4.C.3.b"),
        "set.verify": ("MDT-4.A.s2",),
        "set.display": ("MDT-4.D.4", "MDT-4.D.1", "MDT-4.D.2", "MDT-4.D.3"),
        "set.view": ("MDT-4.E",),
        "set.idle": ("MDT-4.H",),
        "set.remove": ("MDT-3.A.2",),
        "timer.set": ("MDT-3.A.2",),
        "timer.dice": ("MDT-2.E",),
        "seat": ("MDT-2.A",),
        "chips": ("MDT-5.A",),
        "barred": ("MDT-5.C",),
        "stay": ("MDT-5.C.1",),
        "abandon": ("MDT-5.C.2",),
        "round.open": ("MDT-4.I",),
        "round.open.next": ("MDT-4.G",),
        "round.end": ("MDT-8.J", "MDT-8.M", "MDT-4.G"),
        "mix": ("MDT-4.E.1.c", "MDT-4.E.1.a", "MDT-4.E.1.b", "MDT-4.E.2"),
        "stacking.exposed": ("MDT-4.F",),
        "cut.stacks": ("MDT-9.G.1",),
        "cut.only-bank": ("MDT-9.G.2",),
        "wager.place": ("MDT-5.A",),
        "wager.chips": ("MDT-5.A",),
        "wager.verbal": ("MDT-5.B",),
        "wager.area": ("MDT-2.B.2",),
        "wager.seated": ("MDT-5.C",),
        "wager.late": ("MDT-5.D", "MDT-5.D.s2"),
        "wager.close": ("MDT-5.D",),
        "wager.adjacent": ("MDT-5.E",),
        "side.offered": ("MDT-5.F",),
        "side.needs-main": ("MDT-5.F",),
        "side.pair-fortunes": ("MDT-5.F.1",),
        "bank.offer": ("MDT-9.C.1.a",),
        "bank.offer.next": ("MDT-9.C.2", "MDT-9.C.1.a"),
        "bank.pass": ("MDT-9.C",),
        "bank.accept": ("MDT-9.C.1.b", "MDT-9.H.1"),
        "bank.nobody": ("MDT-9.C.4",),
        "bank.start": ("MDT-9.B.1", "MDT-9.B.2"),
        "bank.consecutive": ("MDT-9.C.3",),
        "bank.prior": ("MDT-9.D.1",),
        "bank.cover": ("MDT-9.D.2",),
        "bank.one-area": ("MDT-9.F",),
        "bank.dealer-wager": ("MDT-9.I", "MDT-9.H.3", "MDT-9.I.2", "MDT-9.H.2"),
        "bank.dealer-wager.less": ("MDT-9.I", "MDT-9.I.1", "MDT-9.I.2", "MDT-9.H.2"),
        "bank.dealer-less": ("MDT-9.I.1",),
        "co-bank.offered": ("MDT-9.E",),
        "co-bank.request": ("MDT-9.E.2", "MDT-9.E.3"),
        "co-bank.no-wager": ("MDT-9.E.5", "MDT-9.I.4"),
        "co-bank.set": ("MDT-9.E.4",),
        "start": ("MDT-6.A.1", "MDT-6.A.2"),
        "start.shake": ("MDT-6.A.2",),
        "start.bank-shakes": ("MDT-9.J.2",),
        "start.uncover": ("MDT-6.A.2.a", "MDT-6.A.2.b", "MDT-6.A.2.c", "MDT-6.A.2.d"),
        "start.uncover-bank": ("MDT-9.J.3", "MDT-9.J.4"),
        "start.number": ("MDT-6.A.1", "MDT-6.A.2.d"),
        "start.count": ("MDT-6.B", "MDT-6.B.1", "MDT-6.B.2"),
        "start.count-bank": ("MDT-9.K",),
        "delivery.choose": ("MDT-9.J", "MDT-7.A"),
        "delivery.choose.dealer": ("MDT-7.A",),
        "delivery.default.bank": ("MDT-9.J.1",),
        "deal": ("MDT-6.C", "MDT-6.C.1"),
        "deal.style": ("MDT-6.C.1",),  # the style itself is in chapter 7
        "deal.bank": ("MDT-9.L.1", "MDT-9.L.2"),
        "deal.mark": ("MDT-6.C.2",),
        "deal.mark.bank": ("MDT-9.L.3", "MDT-6.C.2"),
        "deal.mark-wager": ("MDT-9.I.3", "MDT-9.L.3"),
        "deal.collect": ("MDT-6.D.1", "MDT-6.D.2"),
        "deal.collect-bank": ("MDT-9.M.1", "MDT-9.M.2"),
        "deal.shaker": ("MDT-6.E.1", "MDT-6.E.2", "MDT-6.E.3"),
        "deal.shaker-bank": ("MDT-9.N.1", "MDT-9.N.2"),
        "set": ("MDT-8.A.1", "MDT-8.A.2"),
        "set.own": ("MDT-8.B", "MDT-8.B.1"),
        "set.help": ("MDT-8.B.2",),
        "set.final": ("MDT-8.B.4", "MDT-5.E.4"),
        "set.larger-first": ("MDT-5.E.2",),
        "set.equal-order": ("MDT-5.E.3",),
        "set.ready": ("MDT-8.A.2",),
        "set.dealer": ("MDT-8.C.1", "MDT-8.C.2", "MDT-8.C.3.a", "MDT-8.C.3.b"),
        "set.dealer.bank": ("MDT-9.O", "MDT-8.C.1", "MDT-8.C.2", "MDT-8.C.3.a", "MDT-8.C.3.b"),
        "set.bank": ("MDT-9.O", "MDT-8.A.1"),
        "surrender": ("MDT-8.E", "MDT-8.E.1", "MDT-8.E.2.a", "MDT-8.E.2.b", "MDT-8.E.2.c"),
        "set.shown": ("MDT-8.F.1", "MDT-8.F.2", "MDT-8.F.3"),
        "set.shown.bank": ("MDT-9.P.1", "MDT-9.P.2"),
        "set.shown.co-bank": ("MDT-9.S.1", "MDT-9.S.2"),
        "expose": ("MDT-8.F.1", "MDT-8.F.2", "MDT-8.F.3"),
        "expose.bank": ("MDT-9.P.1", "MDT-9.P.2"),
        "expose.co-bank": ("MDT-9.S.1", "MDT-9.S.2"),
        "result.win": ("MDT-8.I.1", "MDT-8.I.2"),
        "result.push": (),  # by the clause that decided
        "result.lose": ("MDT-8.G.1", "MDT-8.G.2"),
        "collect": (),  # by the clause that decided
        "collect.bank": ("MDT-9.P.3",),
        "collect.co-bank": ("MDT-9.S.3",),
        "push": (),  # by the clause that decided
        "pay": ("MDT-8.K",),
        "pay.dealer": ("MDT-9.Q",),
        "vigorish": ("MDT-8.K.s2", "MDT-8.K.2"),
        "vigorish.rounded": ("MDT-8.K.1",),
        "vigorish.against-bank": ("MDT-9.R",),
        "bank.expose": ("MDT-9.O.1",),
        "bank.compare-dealer": ("MDT-9.O.1",),
        "bank.dealer-wins": ("MDT-9.O.2",),
        "bank.dealer-ties": ("MDT-9.O.3",),
        "bank.dealer-loses": ("MDT-9.O.4",),
        "bank.shortfall": ("MDT-9.P.5",),
        "bank.pay": ("MDT-9.P.4",),
        "bank.pay-rest": ("MDT-9.P.6",),
        "bank.surplus": ("MDT-9.P.7", "MDT-9.P.8"),
        "co-bank.shortfall": ("MDT-9.S.5", "MDT-9.S.6"),
        "co-bank.pay": ("MDT-9.S.4",),
        "co-bank.pay-rest": ("MDT-9.S.7",),
        "co-bank.surplus": ("MDT-9.S.8", "MDT-9.S.9", "MDT-9.S.10"),
        "no-roll.not-flat": ("MDT-10.A",),
        "no-roll.fell-out": ("MDT-10.B",),
        "no-roll.lid-lifted": ("MDT-9.J.5",),
        "misdeal.wrong-positions": ("MDT-10.C",),
        "exposed.player": ("MDT-10.D",),
        "exposed.choice": ("MDT-10.D.1",),
        "exposed.void": ("MDT-10.D.2",),
        "exposed.house": ("MDT-10.E",),
        "exposed.own": ("MDT-8.B",),
        "misset": ("MDT-10.F",),
        "misdeal.number-fault": ("MDT-6.A.1", "MDT-2.F"),
        "misdeal.wrong-count": ("MDT-4.C.1",),
        "conduct.shaker-unattended": ("MDT-2.D.3", "MDT-2.D.2"),
        "conduct.left-seat": ("MDT-5.C.1",),
        "conduct.touched-tiles": ("MDT-8.B.1",),
        "conduct.tiles-out-of-view": ("MDT-8.B.3",),
        "conduct.touched-set-hands": ("MDT-8.B.4",),
    }
)


def plays_a_pair(hand: Hand) -> bool:
    """Return whether the high or the low hand is a pair. If so, every pair among the four tiles counts as played."""
    setting = hand.setting
    return isinstance(setting, TileSetting) and any(a.kind == b.kind for a, b in (setting.high, setting.low))


def settle_pair_fortunes(turn: Turn, position: int) -> None:
    """Settle Pair Fortunes on the four tiles dealt: only the highest line pays, without vigorish (MDT-8.L)."""
    state = turn.state
    for key, _ in open_side_wagers(state, position, PAIR_FORTUNES):
        hand = state.current.hands[position]
        split = state.game.reading("pair_fortunes") == "hands-as-set" and not plays_a_pair(hand)
        line = None if split else classify_pair_fortune(hand.pieces)  # type: ignore[arg-type]
        if line:
            pay = PAIR_FORTUNES_PAYTABLES[state.game.options.side_wagers[PAIR_FORTUNES].paytable][line]
            settle_to_one(turn, key, line, pay.to_one, (pay.clause,))
        else:
            settle_to_one(turn, key, "", 0, ("MDT-5.F.1",))


def require_surrender(state: TableState, key: WagerKey) -> None:
    if state.current.bank.player is not None and state.game.reading("bank_surrender", "allowed") == "refused":
        raise refuse("you cannot surrender against a player's bank at this table", state.game.cite("surrender"))


def layout(game: Game) -> Layout:
    submission = game.submission
    assert isinstance(submission, MarylandTiles)
    bonus = submission.wagers.pair_fortunes
    areas = [
        *each_position(game, "main", "MDT-2.B.2", noop("Pai Gow")),
        *each_position(game, "hands", "MDT-8.A.2"),
        Area("dead-hand", Side.LEFT, "MDT-2.B.3", game.dead, noop("Dead Hand")),
        Area("dealer-hands", Side.DEALER, "MDT-8.C.3.a", game.dealer),
        Area("dealer-wager", Side.DEALER, "MDT-9.I.2"),
        Area("stacks", Side.DEALER, "MDT-4.E.2"),
        Area("settled", Side.RIGHT, "MDT-8.J"),
        Area("centre", Side.CENTRE, "MDT-9.P.3"),
        *(each_position(game, "pair-fortunes", "MDT-2.B.4.a", noop("Pair Fortunes")) if bonus.offered else ()),
    ]
    things = [
        Thing("drop-box", ("MDT-2.C",), Side.RIGHT),
        Thing("tip-box", ("MDT-2.C",), Side.LEFT, qualities=(text("attached on the drop box's side of the table"),)),
        Thing("inventory", ("MDT-4.E.2",), Side.DEALER),
        Thing(
            "tiles",
            ("MDT-3.A.1", "MDT-4.C.1"),
            count=len(game.kit.full_set),
            qualities=(text("alike in size, shade and back"),),
        ),
        Thing("bank-marker", ("MDT-1.B.7", "MDT-9.C.1.b"), inscription=noop("Bank")),
        Thing("co-bank-marker", ("MDT-1.B.7", "MDT-9.E.3"), inscription=noop("Co-Bank")),
        Thing("dealer-marker", ("MDT-6.C.2",)),
    ]
    if submission.start == "shaker":
        areas.append(Area("shaker", Side.DEALER, "MDT-6.A.2.b", inscription=noop("Shaker")))
        qualities = (
            text("hides the dice while they are shaken"),
            text("holds the dice between shakes"),
            text("protects the integrity of the game"),
        )
        shaker = Thing(
            "shaker",
            ("MDT-2.D.2", "MDT-2.D.4", "MDT-2.D.5", "MDT-2.D.6", "MDT-2.D.7"),
            Side.RIGHT,
            inscription=submission.operator,
            qualities=qualities,
        )
        things += [shaker, Thing("dice", ("MDT-2.D.1", "MDT-2.D.5"), count=3)]
    else:
        things.append(Thing("random-number-display", ("MDT-2.F", "MDT-6.A.1"), Side.DEALER))
    paytable = PAIR_FORTUNES_PAYTABLES[bonus.paytable]
    rows = tuple((Text(line), odds_text(ToOne(pay.to_one))) for line, pay in paytable.items())
    signs = (Sign("pair-fortunes", "layout", rows, "MDT-8.L"),) if bonus.offered else ()
    return Layout(
        game.standard,
        submission.operator,
        "MDT-2.B.1",
        game.seats,
        tuple(areas),
        tuple(things),
        signs,
        approvals_of(submission),
    )


def game(submission: MarylandTiles) -> Game:
    """Return the Maryland tiles game as set up by a submission."""
    bonus = submission.wagers.pair_fortunes
    styles = ("house-way-right", *submission.delivery.styles)
    fixed = submission.banking.dealer_wager
    options = Options(
        minimum=submission.table.minimum,
        maximum=submission.table.maximum or NO_LIMIT,
        start=StartOptions(
            method=submission.start,
            deliveries={style: MARYLAND_DELIVERIES[style] for style in styles},
            house_delivery="house-way-right",
            dealer_may_choose=submission.delivery.dealer_may_choose,
        ),
        vigorish_rounding=VigorishRounding(submission.vigorish.rounding),
        bank=BankOptions(
            player_bank=submission.banking.offered,
            co_bank=submission.banking.co_banking,
            dealer_wager=fixed if isinstance(fixed, int) else None,
        ),
        adjacent=submission.wagers.two_adjacent,
        side_wagers={PAIR_FORTUNES: SideWager(PAIR_FORTUNES, bonus.paytable, bonus.minimum, bonus.maximum or NO_LIMIT)}
        if bonus.offered
        else {},
        sets=SetOptions(
            seconds=submission.equipment.tiles_hours * HOUR, dice_seconds=submission.equipment.dice_hours * HOUR
        ),
        readings=submission.readings.model_dump(),
    )
    return Game(
        submission=submission,
        submission_hash=submission_hash(submission),
        kit=hands_of(submission),
        box=TILE_SET,
        spread=PAIRS,
        options=options,
        strategy=Strategy(
            require_place=require_seat_or_neighbour,
            bank_cover=cover_left,
            settling=Settling(
                require_surrender=require_surrender,
                settle=settle_at_once,
                pay=pay_through_centre,
                side_wagers=(settle_pair_fortunes,),
            ),
            expose_piece=expose_maryland,
            deal=deliver_groups,
            dealer=dealer_command,
            steps=Steps(
                before_close=(place_dealer_wager,),
                after_deal=(mark_dealer, collect_empty, rest_shaker),
                before_exposure=(settle_dealer_wager, collect_abandoned),
            ),
        ),
        layout=layout,
        concerns=CONCERNS,
        cites={**CITES, **first_edition.CITES["MDT"]} if submission.edition == 1 else CITES,
        positions=(0, 1, 2, 3, 4, 5, 6, 7),
        betting=(1, 2, 3, 4, 5, 6),
        dealer=0,
        dead=7,
        course=Course(found_early=("number-fault", "wrong-count")),  # a set can prove incomplete before the deal
        ending=Ending(idle_area="dead-hand"),
        dealing=Dealing(least_circles=8),
    )
