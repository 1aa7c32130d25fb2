"""Maryland Pai Gow Poker: six seats and the dealer, cards, four optional wagers."""

from collections.abc import Mapping
from types import MappingProxyType

from paigow.hands import hands_of
from paigow.money import VigorishRounding, format_cents
from paigow.poker import DECK, JOKER, PAYTABLES
from paigow.rules import submission_hash
from paigow.rules.submission import MarylandPoker
from paigow.table.cards import card_cut, card_deal, decks, progressive
from paigow.table.cards.bonus import (
    INSURANCE,
    OPTIONAL,
    after_surrender,
    collect_rest,
    has_optional,
    settle_optional,
    settle_rest,
)
from paigow.table.cards.button import mark_start, move_button
from paigow.table.cards.card_deal import check_stub, collect_stacks, deal_cards
from paigow.table.cards.card_dealer import card_dealer
from paigow.table.cards.cards import BY_SUIT
from paigow.table.cards.decks import load_by_device, must_cut, require_marked, start_method, step_cites, take_deck
from paigow.table.cards.envy import EMPERORS, FORTUNE, pay_envy, place_lammers
from paigow.table.cards.progressive import PROGRESSIVE, lock_and_collect, return_progressive, start_meters
from paigow.table.core.engine import Turn, refuse
from paigow.table.core.game import (
    NO_LIMIT,
    Banking,
    BankOptions,
    CardOptions,
    Dealing,
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
from paigow.table.core.model import HandStatus, TableState, WagerKey
from paigow.table.floor import conduct, equipment, floor, irregularities
from paigow.table.floor.conduct import collect_abandoned
from paigow.table.floor.irregularities import PieceExposed, expose_maryland, put_right
from paigow.table.games.maryland_poker_cites import cites
from paigow.table.layout import Area, Layout, Side, Sign, Thing, approvals_of, each_position, paytable_rows
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
from paigow.table.steps.banking import cover_left, place_dealer_wager
from paigow.table.steps.delivery import rest_shaker
from paigow.table.steps.settlement import pay_through_centre, settle_at_once, settle_dealer_wager
from paigow.table.steps.wagers import require_seat_or_neighbour
from paigow.text import Text, text
from paigow.text import gettext_noop as noop

HOUR = 3600
TWO_JOKERS = (*DECK, JOKER)


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
    decks,
    card_cut,
    card_deal,
    progressive,
)


def require_surrender(state: TableState, key: WagerKey) -> None:
    """Refuse surrender to a player who has placed an optional wager, even on another hand (MDP-11.D)."""
    if state.game.first_edition:
        barred = any(side[:2] == key[:2] and side.kind in OPTIONAL for side in state.current.wagers)
    else:
        barred = has_optional(state, key.player)
    if barred:
        raise refuse("a player with an optional wager cannot surrender", state.game.cite("surrender"))
    if state.current.bank.player is not None and state.game.options.readings["bank_surrender"] == "refused":
        raise refuse("you cannot surrender against a player's bank at this table", state.game.cite("surrender"))


def expose_card(turn: Turn, position: int, place: int) -> None:
    """Expose a card; only one of the dealer's or the bank's voids the round (MDP-14.D), not one of a void hand."""
    current = turn.state.current
    status = current.hands[position].status
    if status is HandStatus.COLLECTED:
        raise refuse("the cards of that position are in the discard rack", turn.cite("exposed.player"))
    if status is HandStatus.VOID and current.revision > 2:
        turn.emit(PieceExposed(position=position, place=place, choice=False, clauses=turn.cite("exposed.player")))
    else:
        expose_maryland(turn, position, place)


def side_wagers(submission: MarylandPoker) -> Mapping[str, SideWager]:
    wagers = submission.wagers
    found = {
        kind: SideWager(kind, offer.paytable, offer.minimum, offer.maximum or NO_LIMIT)
        for kind, offer in ((FORTUNE, wagers.fortune), (EMPERORS, wagers.emperors), (INSURANCE, wagers.insurance))
        if offer.offered
    }
    if wagers.progressive.offered:
        price = wagers.progressive.wager
        found[PROGRESSIVE] = SideWager(PROGRESSIVE, wagers.progressive.paytable, price, price)
    return MappingProxyType(found)


OPTIONAL_AREAS = (
    ("fortune", "Fortune Bonus", "MDP-2.B.5"),
    ("emperors", "Emperor's Treasure", "MDP-2.B.6"),
    ("insurance", "Pai Gow Insurance", "MDP-2.B.7"),
    ("progressive", noop("Progressive"), "MDP-2.B.8"),
)


def layout(game: Game) -> Layout:
    submission = game.submission
    assert isinstance(submission, MarylandPoker)
    wagers = submission.wagers
    offered = [(kind, name, clause) for kind, name, clause in OPTIONAL_AREAS if getattr(wagers, kind).offered]
    areas = (
        *each_position(game, "main", "MDP-2.B.2", noop("Pai Gow Poker")),
        *each_position(game, "high-hand", "MDP-2.B.3", noop("High")),
        *each_position(game, "low-hand", "MDP-2.B.3", noop("Low")),
        Area("high-hand", Side.DEALER, "MDP-2.B.4", game.dealer, noop("High")),
        Area("low-hand", Side.DEALER, "MDP-2.B.4", game.dealer, noop("Low")),
        *(area for kind, name, clause in offered for area in each_position(game, kind, clause, name)),
        Area("dealer-wager", Side.DEALER, "MDP-12.G.4"),
        Area("chip-count", Side.DEALER, "MDP-8.C.3"),
        Area("centre", Side.CENTRE, "MDP-12.J.2"),
        *(
            (Area("shaker", Side.DEALER, "MDP-5.K.1.b.i", inscription=noop("Shaker")),)
            if submission.start == "shaker"
            else ()
        ),
    )
    dealing = submission.dealing
    elsewhere = submission.equipment.tip_box == "alternative"
    things = [
        Thing("drop-box", ("MDP-2.E.1",), Side.RIGHT),
        Thing("tip-box", ("MDP-2.F",) if elsewhere else ("MDP-2.E.1",), None if elsewhere else Side.LEFT),
        Thing("discard-rack", ("MDP-2.E.2",), Side.DEALER, qualities=(text("securely attached"),)),
        Thing("inventory", ("MDP-12.G.4",), Side.DEALER),
        Thing(
            "deck",
            ("MDP-3.A.1", "MDP-3.A.2"),
            count=dealing.decks,
            qualities=tuple(text("{colour} backs", colour=Text(colour)) for colour in dealing.backs),
        ),
        Thing("cover-card", ("MDP-3.A.3.a",), Side.DEALER, count=2 * dealing.decks),
        Thing("bank-marker", ("MDP-12.C.1.b",), inscription=noop("Bank")),
        Thing("co-bank-marker", ("MDP-12.E.3",), inscription=noop("Co-Bank")),
    ]
    if dealing.method != "hand":
        things.append(Thing(dealing.method, ("MDP-8.A" if dealing.method == "manual-shoe" else "MDP-10.A.1",)))
    if dealing.shuffler != "none":
        things.append(Thing("shuffler", ("MDP-5.I" if dealing.shuffler == "reshuffling-device" else "MDP-5.B",)))
    if submission.start == "shaker":
        parts = ("MDP-2.C.1.a", "MDP-2.C.1.b", "MDP-2.C.1.b.ii", "MDP-2.C.1.d", "MDP-2.C.1.e")
        qualities = (
            text("hides the dice while they are shaken"),
            text("holds the dice between shakes"),
            text("protects the integrity of the game"),
        )
        things.append(Thing("shaker", parts, Side.RIGHT, inscription=submission.operator, qualities=qualities))
        things.append(Thing("dice", ("MDP-2.C.1.b.ii",), count=3))
    elif submission.start == "random-number":
        things.append(Thing("random-number-display", ("MDP-2.C.2",), Side.DEALER))
    else:
        things.append(Thing("button", ("MDP-2.C.3",), qualities=(text("flat"),)))
    if submission.wagers.fortune.offered or submission.wagers.emperors.offered:
        things.append(Thing("envy-lammer", ("MDP-8.C.1",), count=2 * len(game.betting), inscription=noop("Envy")))
    if submission.wagers.progressive.offered:
        things.append(Thing("wagering-device", ("MDP-2.D.1",), Side.PLAYERS, count=len(game.betting)))
        things.append(Thing("lock-out", ("MDP-2.D", "MDP-2.D.2"), Side.DEALER))
    even = (Text("Pai Gow Poker"), text("1 to 1, less 5 percent"))
    signs = [Sign("main", submission.signs.payouts, (even,), "MDP-2.B.9")]
    for kind, name, _ in offered:
        table = PAYTABLES[kind][getattr(submission.wagers, kind).paytable]
        signs.append(Sign(kind, submission.signs.payouts, paytable_rows(table), "MDP-2.B.9", name))
    if submission.payout_limit is not None:
        posted = (text("Payout limit per hand"), Text(format_cents(submission.payout_limit)))
        generic = (text("Payouts are limited; the limit is posted"), Text(""))
        if submission.signs.payout_limit == "generic":
            signs.append(Sign("payout-limit", "layout", (generic,), "MDP-2.B.10"))
            signs.append(Sign("payout-limit", "sign", (posted,), "MDP-2.B.10"))
        else:
            signs.append(Sign("payout-limit", submission.signs.payout_limit, (posted,), "MDP-2.B.10"))
    return Layout(
        game.standard,
        submission.operator,
        "MDP-2.B.1",
        game.seats,
        areas,
        tuple(things),
        tuple(signs),
        approvals_of(submission),
    )


def game(submission: MarylandPoker) -> Game:
    """Return the Maryland poker game as set up by a submission."""
    dealing, progressive = submission.dealing, submission.wagers.progressive
    fixed = submission.banking.dealer_wager
    options = Options(
        minimum=submission.table.minimum,
        maximum=submission.table.maximum or NO_LIMIT,
        start=StartOptions(method=submission.start),
        vigorish_rounding=VigorishRounding(submission.vigorish.rounding),
        bank=BankOptions(
            player_bank=submission.banking.offered,
            co_bank=submission.banking.co_banking,
            dealer_wager=fixed if isinstance(fixed, int) else None,
        ),
        adjacent=submission.wagers.two_adjacent,
        side_wagers=side_wagers(submission),
        sets=SetOptions(
            seconds=submission.equipment.cards_hours * HOUR,
            dice_seconds=submission.equipment.dice_hours * HOUR,
            decks=dealing.decks,
            prepared=dealing.preshuffled,
            idle_face_down=True,
        ),
        cards=CardOptions(dealing.method, dealing.shuffler, dealing.backs, dealing.cover_card, dealing.start_marker),
        payout_limit=submission.payout_limit,
        meters=progressive.meter_rules if progressive.offered else (),
        readings=submission.readings.model_dump(),
    )
    kit = hands_of(submission)
    return Game(
        submission=submission,
        submission_hash=submission_hash(submission),
        kit=kit,
        box=TWO_JOKERS if dealing.two_joker_decks else kit.full_set,
        spread=BY_SUIT,
        options=options,
        strategy=Strategy(
            require_place=require_seat_or_neighbour,
            bank_cover=cover_left,
            settling=Settling(
                require_surrender=require_surrender,
                settle=settle_at_once,
                pay=pay_through_centre,
                side_wagers=(settle_optional,),
                after_surrender=(after_surrender,),
            ),
            expose_piece=expose_card,
            deal=deal_cards,
            dealer=card_dealer,
            start_method=start_method,
            start_meters=start_meters,
            must_cut=must_cut,
            step_cites=step_cites,
            steps=Steps(
                at_open=(take_deck,),
                before_mix=(require_marked,),
                after_mix=(load_by_device,),
                before_close=(place_dealer_wager,),
                after_close=(place_lammers, lock_and_collect),
                after_start=(mark_start,),
                after_deal=(check_stub, collect_stacks, rest_shaker),
                before_exposure=(put_right, settle_dealer_wager, collect_abandoned),
                at_end=(settle_rest, pay_envy),
                at_close=(collect_rest, move_button),
                on_void=(return_progressive,),
            ),
            on_hand_void=(return_progressive,),
        ),
        layout=layout,
        concerns=CONCERNS,
        cites=cites(submission),
        positions=(0, 1, 2, 3, 4, 5, 6),
        betting=tuple(range(1, submission.table.seats + 1)),
        dealer=0,
        dealing=Dealing(step=-1),
        banking=Banking(sets_with_players=False),
    )
