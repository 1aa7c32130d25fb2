"""Garden Poker: a house game with cards as a further document, built from the other games' concerns alone.

There are four chairs and a dealer, who always banks. There are no side bets, no commission and no readings.
"""

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Literal

from paigow.hands import hands_of
from paigow.learning.cases import case, to
from paigow.poker import DECK
from paigow.poker.house_way import Holding, HouseWay, Play, Rule
from paigow.poker.house_ways import add_house_way
from paigow.rules.clauses import Clause
from paigow.rules.models import Model, key
from paigow.rules.standards import Comparing, Lobby, MainWager, Sources, Standard, Terms
from paigow.rules.submission import Submission, submission_hash
from paigow.rules.submission.parts import Limits
from paigow.table import Command, Phase
from paigow.table.cards.cards import BY_SUIT, count_stub, deal_packets
from paigow.table.core.game import (
    NO_LIMIT,
    Ending,
    Game,
    Options,
    Settling,
    StartOptions,
    Steps,
    Strategy,
    concerns_of,
)
from paigow.table.floor import conduct, equipment, floor, irregularities
from paigow.table.layout import Area, Layout, Side, Thing, each_position
from paigow.table.script import TableScript
from paigow.table.steps import (
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
from paigow.table.steps.settlement import pay_through_centre, settle_at_once
from paigow.table.steps.wagers import require_seat_or_neighbour

STANDARD = Standard(
    name="garden-poker",
    prefix="GP",
    document="garden-poker",
    version="1",
    title="Garden Poker, the rules in the shed",
    game="poker",
    seats=4,
    positions=5,
    main=MainWager(
        pays="1 to 1",
        vigorish=Fraction(0),
        clause="GP-4.2",
    ),
    lobby=Lobby(
        label="Garden Poker",
        game_name="Garden Poker",
        region="The shed",
        about="Seven cards in the shade, and nobody takes a share.",
        art=("cAs", "cAd", "cJk", "cKh"),
        example="As Ad Kh Qc 9d 9s Jk",
    ),
    terms=Terms(
        push="wash",
        place="chair",
        give_up="fold",
        chapter="Rule",
    ),
    comparing=Comparing(
        rules="MDP",
        clause="GP-4.1",
        foul_clause="GP-4.4",
    ),
    sources=Sources(
        model=f"{__name__}:GardenPoker",
        build=f"{__name__}:game",
        cases=__name__,
        clauses=f"{__name__}:CLAUSES",
        chapters={"1": "The table", "2": "Wagers and deal", "3": "Setting", "4": "Winning"},
        submission=str(Path(__file__).with_suffix(".toml")),
    ),
)

SAYS = {
    "GP-1.1": "There are four chairs and a dealer, and one deck of 52 cards with a joker.",
    "GP-2.1": "Wagers are made at your own chair before the dealer says “no more bets”.",
    "GP-2.2": "Three dice, counted from the dealer, show where the deal starts.",
    "GP-2.3": "Every place gets seven cards; a deal with too few is void.",
    "GP-3.1": "Set a high hand of five cards and a low hand of two.",
    "GP-3.2": "The dealer plays a single pair high.",
    "GP-3.3": "The dealer makes any other hand as good in front as it can be.",
    "GP-4.1": "Two better hands win, one is a wash, none loses; the dealer wins copies.",
    "GP-4.2": "A win is paid 1 to 1 without commission.",
    "GP-4.3": "You may fold before your cards are turned: the wager is lost.",
    "GP-4.4": "A low hand that is better than the high hand loses.",
}
CLAUSES = tuple(
    Clause(
        id=name,
        document=STANDARD.document,
        title=text.split(",")[0],
        kind="rule",
        actor="dealer",
        summary=text,
        software="carried out",
    )
    for name, text in SAYS.items()
)
CITES: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("set.receive", "set.inspect", "set.replace", "set.verify", "set.remove"), ("GP-1.1",)),
    **dict.fromkeys(("set.display", "set.view", "set.idle", "timer.set", "timer.dice"), ("GP-1.1",)),
    **dict.fromkeys(("seat", "chips", "barred", "stay", "round.open", "round.end", "mix"), ("GP-1.1",)),
    **dict.fromkeys(("wager.place", "wager.chips", "wager.area", "wager.seated", "wager.late"), ("GP-2.1",)),
    **dict.fromkeys(("wager.close", "wager.adjacent", "side.offered", "side.needs-main"), ("GP-2.1",)),
    **dict.fromkeys(("start", "start.shake", "start.uncover", "start.count"), ("GP-2.2",)),
    **dict.fromkeys(("start.number", "start.count.dice", "start.count.number"), ("GP-2.2",)),
    **dict.fromkeys(("deal", "deal.collect", "deal.stub", "misdeal.fewer-cards"), ("GP-2.3",)),
    **dict.fromkeys(("set", "set.own", "set.final", "set.help", "set.ready"), ("GP-3.1",)),
    **dict.fromkeys(("set.dealer", "set.shown", "set.bank", "misset"), ("GP-3.2", "GP-3.3")),
    **dict.fromkeys(("expose", "result.win", "result.push", "result.lose", "collect", "push"), ("GP-4.1",)),
    "pay": ("GP-4.2",),
    "surrender": ("GP-4.3",),
    "foul": ("GP-4.4",),
}

add_house_way(
    HouseWay(
        "garden",
        "the rules in the shed, rule 3",
        (
            Rule("one pair goes high", Holding.ONE_PAIR, Play.OTHERS, clause="GP-3.2"),
            *(Rule("the best front", holding, Play.BEST_FRONT, clause="GP-3.3") for holding in Holding),
        ),
    )
)


class GardenLimits(Limits):
    seats: Literal[4] = key("Chairs.", "GP-1.1")


class Nothing(Model):
    """A part of the submission without any choices."""


class GardenPoker(Submission):
    standard: Literal["garden-poker"] = key("The standard.")
    house_way: Literal["garden", "foxwoods"] = key("How the dealer's hand is set.", "GP-3.2")
    table: GardenLimits
    wagers: Nothing
    readings: Nothing


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
    surrender,
    closing,
    conduct,
    equipment,
    floor,
    irregularities,
)


def layout(game: Game) -> Layout:
    areas = (
        *each_position(game, "main", "GP-2.1", "Pai Gow"),
        *each_position(game, "high-hand", "GP-3.1"),
        *each_position(game, "low-hand", "GP-3.1"),
        Area("high-hand", Side.DEALER, "GP-3.2", game.dealer),
        Area("low-hand", Side.DEALER, "GP-3.2", game.dealer),
    )
    things = (Thing("deck", ("GP-1.1",)), Thing("dice", ("GP-2.2",), count=3))
    return Layout(game.standard, game.submission.operator, "GP-1.1", game.seats, areas, things)


def game(submission: GardenPoker) -> Game:
    return Game(
        submission=submission,
        submission_hash=submission_hash(submission),
        kit=hands_of(submission),
        box=DECK,
        spread=BY_SUIT,
        options=Options(
            minimum=submission.table.minimum,
            maximum=submission.table.maximum or NO_LIMIT,
            start=StartOptions(method="shaker"),
        ),
        strategy=Strategy(
            require_place=require_seat_or_neighbour,
            bank_cover=lambda state, key: None,
            deal=deal_packets,
            settling=Settling(settle=settle_at_once, pay=pay_through_centre),
            dealer=dealer_command,
            steps=Steps(after_deal=(collect_empty, count_stub)),
        ),
        layout=layout,
        concerns=CONCERNS,
        cites=CITES,
        positions=(0, 1, 2, 3, 4),
        betting=(1, 2, 3, 4),
        dealer=0,
        ending=Ending(commission=False),
    )


@case("garden-poker", "fewer-cards", "The cards are dealt. Grandpa notices that he has only six.")
def fewer_cards(script: TableScript) -> Command:
    to(script, Phase.SETTING)
    return irregularities.FindMisdeal(reason="fewer-cards")
