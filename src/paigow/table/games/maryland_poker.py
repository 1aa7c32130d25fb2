"""Maryland Pai Gow Poker: six seats and the dealer, cards, four optional wagers."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from paigow.money import VigorishRounding
from paigow.poker import DECK, JOKER, Wheel, find_house_way
from paigow.rules import submission_hash
from paigow.rules.submission import MarylandPoker
from paigow.table.banking import cover_left, place_dealer_wager
from paigow.table.bonus import (
    INSURANCE,
    OPTIONAL,
    after_surrender,
    collect_rest,
    has_optional,
    settle_optional,
    settle_rest,
)
from paigow.table.button import mark_start, move_button
from paigow.table.card_deal import check_stub, collect_stacks, deal_cards
from paigow.table.card_dealer import card_dealer
from paigow.table.conduct import collect_abandoned
from paigow.table.decks import load_by_device, mix_cites, must_cut, require_marked, start_method, take_deck
from paigow.table.delivery import rest_shaker
from paigow.table.engine import Turn, refuse
from paigow.table.envy import EMPERORS, FORTUNE, pay_envy, place_lammers
from paigow.table.game import NO_LIMIT, CardOptions, Game, Options, SideWager, Strategy
from paigow.table.games.maryland_poker_cites import cites
from paigow.table.irregularities import expose_maryland, put_right
from paigow.table.kit import CardKit
from paigow.table.model import HandStatus, TableState, WagerKey
from paigow.table.places import require_seat_or_neighbour
from paigow.table.progressive import PROGRESSIVE, lock_and_collect, return_progressive, start_meters
from paigow.table.settlement import pay_through_centre, settle_dealer_wager

HOUR = 3600
TWO_JOKERS = (*DECK, JOKER)


def require_surrender(state: TableState, key: WagerKey) -> None:
    """Not for a player who has placed an optional wager, be it on another hand (MDP-11.D)."""
    if state.game.first_edition:
        barred = any(side[:2] == key[:2] and side.kind in OPTIONAL for side in state.current.wagers)
    else:
        barred = has_optional(state, key.player)
    if barred:
        raise refuse("a player who has placed an optional wager does not surrender", state.game.cite("surrender"))
    if state.current.bank is not None and state.game.options.readings["bank_surrender"] == "refused":
        raise refuse("against a player's bank there is no surrender at this table", state.game.cite("surrender"))


def expose_card(turn: Turn, position: int, place: int) -> None:
    if turn.state.current.hands[position].status is HandStatus.COLLECTED:
        raise refuse("the cards of that position lie in the discard rack", turn.cite("exposed.player"))
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


def game(submission: MarylandPoker) -> Game:
    """The tables of Maryland's poker document under one submission."""
    dealing, progressive = submission.dealing, submission.wagers.progressive
    fixed = submission.banking.dealer_wager
    options = Options(
        minimum=submission.table.minimum,
        maximum=submission.table.maximum or NO_LIMIT,
        start_method=submission.start,
        vigorish_rounding=VigorishRounding(submission.vigorish.rounding),
        player_bank=submission.banking.offered,
        co_bank=submission.banking.co_banking,
        adjacent=submission.wagers.two_adjacent,
        side_wagers=side_wagers(submission),
        dealer_wager=fixed if isinstance(fixed, int) else None,
        set_seconds=submission.equipment.cards_hours * HOUR,
        dice_seconds=submission.equipment.dice_hours * HOUR,
        decks=dealing.decks,
        idle_face_down=True,
        cards=CardOptions(dealing.method, dealing.shuffler, dealing.backs, dealing.cover_card, dealing.start_marker),
        payout_limit=submission.payout_limit,
        meters=progressive.meter_rules if progressive.offered else (),
        readings=submission.readings.model_dump(),
    )
    kit = CardKit(find_house_way(submission.house_way), "MDP", Wheel(submission.readings.wheel))
    return Game(
        submission=submission,
        submission_hash=submission_hash(submission),
        kit=replace(kit, box=TWO_JOKERS) if dealing.two_joker_decks else kit,
        options=options,
        strategy=Strategy(
            require_place=require_seat_or_neighbour,
            main_maximum=lambda state, key: state.game.options.maximum,
            bank_cover=cover_left,
            require_surrender=require_surrender,
            expose_piece=expose_card,
            deal=deal_cards,
            pay=pay_through_centre,
            dealer=card_dealer,
            start_method=start_method,
            start_meters=start_meters,
            must_cut=must_cut,
            mix_cites=mix_cites,
            at_open=(take_deck,),
            before_mix=(require_marked,),
            after_mix=(load_by_device,),
            before_close=(place_dealer_wager,),
            after_close=(place_lammers, lock_and_collect),
            after_start=(mark_start,),
            after_deal=(check_stub, collect_stacks, rest_shaker),
            before_exposure=(put_right, settle_dealer_wager, collect_abandoned),
            side_settlement=(settle_optional,),
            after_surrender=(after_surrender,),
            at_end=(settle_rest, pay_envy),
            at_close=(collect_rest, move_button),
            on_void=(return_progressive,),
            on_hand_void=(return_progressive,),
        ),
        cites=cites(submission),
        positions=(0, 1, 2, 3, 4, 5, 6),
        betting=tuple(range(1, submission.table.seats + 1)),
        dealer=0,
        deal_step=-1,
        bank_sets_with_players=False,
        start_numbers=7,
    )
