"""Dealer Open Pai Gow: the dealer's seven cards are face up and set before the players'.

Only the house banks; there is no commission and no surrender. The document is short: steps it does not mention cite the
clause that makes them necessary.
"""

from collections.abc import Mapping
from types import MappingProxyType

from paigow.errors import PaigowError
from paigow.hands import hands_of
from paigow.money import ToOne, odds_text
from paigow.poker import DECK, JOKER, PAYTABLES, AceHighClass, PayLine, classify_ace_high
from paigow.rules import submission_hash
from paigow.rules.submission import DealerOpen
from paigow.rules.submission.dealer_open import JackWager
from paigow.table.cards import jacks
from paigow.table.cards.cards import BY_SUIT, count_stub, deal_packets
from paigow.table.cards.jacks import ENOUGH, DeclareJacks, dealer_jacks, refuse_with_jacks, show_dealer
from paigow.table.chance import RoundChance
from paigow.table.core.engine import Command, Turn
from paigow.table.core.game import (
    NO_LIMIT,
    Course,
    Ending,
    Game,
    Options,
    Settling,
    SideWager,
    StartOptions,
    Steps,
    Strategy,
    concerns_of,
)
from paigow.table.core.model import Phase, TableState
from paigow.table.floor import conduct, equipment, floor, irregularities
from paigow.table.floor.irregularities import ResetHouseHand
from paigow.table.layout import Area, Layout, Side, Sign, Thing, each_position, paytable_rows
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
from paigow.table.steps.dealing import dealer_command
from paigow.table.steps.delivery import collect_empty
from paigow.table.steps.settlement import settle_at_once
from paigow.table.steps.side_wagers import open_side_wagers, settle_odds
from paigow.table.steps.wagers import require_seat_or_neighbour
from paigow.text import Text
from paigow.text import gettext_noop as noop

ACE_HIGH = "ace-high"
JACK_BEATS = "jack-beats"
CHAN_CHU = "chan-chu"

CONCERNS = concerns_of(
    opening,
    seating,
    seeds,
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
    jacks,
)

CITES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "set.receive": ("DO-R4.s2",),
        "set.inspect": ("DO-R4.s2", "DO-W.s3"),
        "set.replace": ("DO-R4.s2",),
        "set.verify": ("DO-R4.s2",),
        "set.display": ("DO-R4.s2",),
        "set.view": ("DO-R4.s2",),
        "set.idle": ("DO-R1",),
        "set.remove": ("DO-R4.s2",),
        "timer.set": ("DO-R0",),
        "timer.dice": ("DO-R0",),
        "seat": ("DO-R1",),
        "chips": ("DO-R1",),
        "barred": ("DO-R1",),
        "stay": ("DO-R4",),
        "round.open": ("DO-R1",),
        "round.end": ("DO-R10",),
        "mix": ("DO-R2",),
        "wager.place": ("DO-R1",),
        "wager.chips": ("DO-R1",),
        "wager.area": ("DO-R1",),
        "wager.seated": ("DO-R1",),
        "wager.late": ("DO-R1", "DO-R2"),
        "wager.close": ("DO-R1",),
        "wager.adjacent": ("DO-R1",),
        "side.offered": ("DO-R4.a.s2", "DO-R1.s2"),
        "side.needs-main": ("DO-R1", "DO-R1.s2"),
        "side.ace-high": ("DO-P.push-ace-high",),
        "side.jack-beats": ("DO-R1.s2",),
        "side.chan-chu": ("DO-R1.s2",),
        "bank.offer": ("DO-R0.s2",),
        "start": ("DO-R0",),
        "start.shake": ("DO-R0", "DO-R0.s4"),
        "start.uncover": ("DO-R0.s4",),
        "start.number": ("DO-R0.s2", "DO-R0.s3"),
        "start.count": ("DO-R0.s5", "DO-R0.s2"),
        "start.count.dice": ("DO-R0.s5",),
        "start.count.number": ("DO-R0.s2",),
        "deal": ("DO-R2",),
        "deal.stub": ("DO-R4.s2",),
        "deal.dealer-up": ("DO-R2.s2",),
        "deal.collect": ("DO-R2",),
        "jacks": ("DO-R4.a",),
        "jacks.lose": ("DO-W", "DO-R11"),
        "set": ("DO-R6", "DO-R6.s2"),
        "set.wait": ("DO-R4", "DO-R4.s3"),
        "set.own": ("DO-R4",),
        "set.final": ("DO-R6",),
        "set.help": ("DO-R6",),
        "set.ready": ("DO-R8",),
        "set.dealer": ("DO-R4.s3", "DO-R9"),
        "set.shown": ("DO-R5",),
        "set.bank": ("DO-R0.s2",),
        "expose": ("DO-R8",),
        "result.win": ("DO-R10", "DO-W.s4"),
        "result.push": ("DO-R10", "DO-W.s5"),
        "result.lose": ("DO-R10", "DO-W.s6"),
        "foul": ("DO-R10", "DO-R7"),
        "collect": ("DO-R11",),
        "push": ("DO-R12",),
        "pay": ("DO-W.s4",),
        "misdeal.number-fault": ("DO-R0.s2", "DO-R0"),
        "misdeal.fewer-cards": ("DO-R3",),
        "misset": ("DO-R9.s2", "DO-R9.a"),
    }
)

MORE_CARDS = {"misdeal.more-cards": ("DO-R3",)}
"""Clauses for too many cards, which under the usual reading void the round just as too few do."""


def ace_high_lines(state: TableState, position: int) -> tuple[PayLine, ...]:
    """Return the pay-table lines reached by the seven cards of a player and of the dealer, best first."""
    hands = state.current.hands
    table = PAYTABLES["push-ace-high"][state.game.options.side_wagers[ACE_HIGH].paytable]
    dealer = hands[state.game.dealer or 0].pieces
    best = classify_ace_high(hands[position].pieces, dealer)  # type: ignore[arg-type]
    reached = {best} if best else set()
    if best and state.game.reading("ace_high_lines", "highest") == "all":
        reached.add(AceHighClass.DEALER_ACE_HIGH)
        if JOKER in dealer:
            reached.add(AceHighClass.DEALER_ACE_HIGH_WITH_JOKER)
    return tuple(line for line in table.lines if line.hand in reached)


def settle_ace_high(turn: Turn, position: int) -> None:
    """Settle the wager on all seven cards of both hands, regardless of how they were set (DO-P.push-ace-high)."""
    for key, _ in open_side_wagers(turn.state, position, ACE_HIGH):
        lines = ace_high_lines(turn.state, position)
        odds = ToOne(sum(line.amount for line in lines)) if lines else None
        clauses = tuple(line.clause for line in lines) or turn.cite("side.ace-high")
        settle_odds(turn, key, " + ".join(line.hand for line in lines), odds, clauses)


def settle_jacks(turn: Turn, position: int) -> None:
    """Pay according to the operator's tables if the dealer has enough jacks; otherwise the wagers lose (DO-R4.a.s2)."""
    jacks = dealer_jacks(turn.state)
    for kind in (JACK_BEATS, CHAN_CHU):
        for key, _ in open_side_wagers(turn.state, position, kind):
            table = turn.state.game.options.tables[kind]
            odds = table.get(jacks)  # fewer jacks than end the round have no line
            settle_odds(turn, key, f"{jacks} jacks" if odds else "", odds, ("DO-R4.a.s2",))


def open_dealer(state: TableState, chance: RoundChance) -> Command | None:
    if state.phase is Phase.BANKING and dealer_jacks(state) >= ENOUGH:
        return DeclareJacks()
    if state.phase is Phase.EXPOSING and state.current.hands[0].foul:  # a house hand never fouls (DO-R9.a)
        return ResetHouseHand(position=0)
    return dealer_command(state, chance)


def layout(game: Game) -> Layout:
    submission = game.submission
    assert isinstance(submission, DealerOpen)
    names = {"ace-high": noop("Ace High"), "jack-beats": "Jack Beats", "chan-chu": "Chan Chu"}
    areas = (
        *each_position(game, "main", "DO-R1", noop("Pai Gow")),
        *each_position(game, "high-hand", "DO-R6"),
        *each_position(game, "low-hand", "DO-R6"),
        Area("high-hand", Side.DEALER, "DO-R5", game.dealer),
        Area("low-hand", Side.DEALER, "DO-R5", game.dealer),
        *(area for kind in game.options.side_wagers for area in each_position(game, kind, "DO-R1.s2", names[kind])),
    )
    deck = Thing("deck", ("DO-R4.s2",))
    chance = Thing("dice", ("DO-R0.s4",), count=3)
    if submission.start == "random-number":
        chance = Thing("random-number-display", ("DO-R0.s2",), Side.DEALER)
    signs = tuple(_open_sign(game, kind, names[kind]) for kind in game.options.side_wagers)
    return Layout(game.standard, submission.operator, "DO-R1", game.seats, areas, (deck, chance), signs)


def _open_sign(game: Game, kind: str, name: str) -> Sign:
    table = game.options.tables.get(kind)
    if table is not None:
        rows = tuple((Text(f"{jacks} jacks"), odds_text(odds)) for jacks, odds in sorted(table.items()))
        return Sign(kind, "layout", rows, "DO-R4.a.s2", name)
    pays = PAYTABLES["push-ace-high"][game.options.side_wagers[kind].paytable]
    return Sign(kind, "layout", paytable_rows(pays), "DO-P.push-ace-high", name)


def game(submission: DealerOpen) -> Game:
    """Return the Dealer Open game as set up by a submission."""
    wagers = submission.wagers
    ace_high = wagers.ace_high
    posted: dict[str, JackWager] = {JACK_BEATS: wagers.jack_beats, CHAN_CHU: wagers.chan_chu}
    tables: dict[str, Mapping[int, ToOne]] = {
        kind: {line.jacks: line.pays for line in wager.lines} for kind, wager in posted.items()
    }
    side_wagers = {}
    if ace_high.offered:  # DO-P.push-ace-high
        side_wagers[ACE_HIGH] = SideWager(ACE_HIGH, ace_high.paytable, ace_high.minimum, ace_high.maximum or NO_LIMIT)
    for kind, wager in posted.items():
        if wager.offered:  # DO-R1.s2
            side_wagers[kind] = SideWager(kind, "posted", wager.minimum, wager.maximum or NO_LIMIT, wager.unit)
    readings = submission.readings.model_dump()
    return Game(
        submission=submission,
        submission_hash=submission_hash(submission),
        kit=hands_of(submission),
        box=DECK,
        spread=BY_SUIT,
        options=Options(
            minimum=submission.table.minimum,
            maximum=submission.table.maximum or NO_LIMIT,  # DO-R1
            start=StartOptions(method=submission.start),
            side_wagers=side_wagers,
            tables=tables,
            readings=readings,
        ),
        strategy=Strategy(
            require_place=require_seat_or_neighbour,
            bank_cover=lambda state, key: None,
            deal=deal_packets,
            settling=Settling(settle=settle_at_once, pay=nothing_left, side_wagers=(settle_ace_high, settle_jacks)),
            dealer=open_dealer,
            steps=Steps(after_deal=(show_dealer, collect_empty, count_stub), before_house_set=(refuse_with_jacks,)),
        ),
        layout=layout,
        concerns=CONCERNS,
        without={banking.__name__: ("DO-R0.s2",), surrender.__name__: ("DO-R8",)},
        cites={**CITES, **MORE_CARDS} if readings["wrong_count"] == "any" else CITES,  # DO-R3
        positions=(0, 1, 2, 3, 4, 5, 6),
        betting=tuple(range(1, submission.table.seats + 1)),
        dealer=0,
        course=Course(play_order=(Phase.DEALING, Phase.BANKING, Phase.SETTING, Phase.EXPOSING)),
        ending=Ending(commission=False),
    )


def nothing_left(turn: Turn) -> None:
    """Do nothing, since every wager is settled when its hand is exposed."""
    raise PaigowError("Dealer Open has no payment after the last hand")
