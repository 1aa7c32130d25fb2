"""Kitchen Table Pai Gow: a house game as a fifth document, built from the other games' concerns, plus saying grace.

There are seven spots and a dealer, and all 32 tiles are dealt. The dealer always banks, nobody pays vigorish, and a
player may fold.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import ClassVar, Literal

from paigow.hands import hands_of
from paigow.learning.cases import case, to
from paigow.rules.clauses import Clause
from paigow.rules.models import Model, key
from paigow.rules.standards import Comparing, Lobby, MainWager, Sources, Standard, Terms
from paigow.rules.submission import Submission, submission_hash
from paigow.rules.submission.parts import Limits
from paigow.table import Command, Event, Phase, TableState
from paigow.table.core.engine import Turn, evolves
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
from paigow.table.core.log import everyone
from paigow.table.core.model import Part
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
from paigow.table.steps.delivery import collect_empty, deliver_groups
from paigow.table.steps.settlement import pay_through_centre, settle_at_once
from paigow.table.steps.wagers import require_seat_or_neighbour
from paigow.tiles import MARYLAND_DELIVERIES, TILE_SET
from paigow.tiles.house_way import Dealt, HouseWay, Rule, Settings, best, low_then_high, with_pair
from paigow.tiles.house_ways import add_house_way

# Its names, and where to find everything

STANDARD = Standard(
    name="kitchen-table",
    prefix="KT",
    document="kitchen-table-pai-gow",
    version="1",
    title="Kitchen Table Pai Gow, the rules on the fridge",
    game="tiles",
    seats=7,
    positions=8,
    main=MainWager(
        pays="1 to 1",
        vigorish=Fraction(0),
        clause="KT-4.2",
    ),
    lobby=Lobby(
        label="Kitchen Table Pai Gow",
        game_name="Kitchen Table Pai Gow",
        region="The fridge",
        about="Four tiles at the kitchen table, and nobody takes a share.",
        art=("t66", "t11", "t44", "t13"),
        example="66 45 12 24",
    ),
    terms=Terms(
        push="stand-off",
        place="spot",
        give_up="fold",
        chapter="Rule",
    ),
    comparing=Comparing(
        rules="MDT",
        clause="KT-4.1",
    ),
    sources=Sources(
        model=f"{__name__}:KitchenTable",
        build=f"{__name__}:game",
        cases=__name__,
        clauses=f"{__name__}:CLAUSES",
        chapters={"1": "The table", "2": "Wagers and deal", "3": "Setting", "4": "Winning"},
        submission=str(Path(__file__).with_suffix(".toml")),
    ),
)

# Its clauses

SAYS = {
    "KT-1.1": "There are seven spots and a dealer, and one set of 32 tiles.",
    "KT-1.2": "The tiles are inspected and shown before the first round.",
    "KT-2.1": "Wagers are made on your own spot before the dealer says “no more bets”.",
    "KT-2.2": "Three dice, counted from the dealer, show where the deal starts.",
    "KT-2.3": "Every place gets four tiles; tiles that nobody plays are put aside.",
    "KT-2.4": "A deal with a wrong total is void.",
    "KT-2.5": "When the tiles are dealt, the players take turns to say grace.",
    "KT-3.1": "Set your four tiles as two hands; the better one is the high hand.",
    "KT-3.2": "The dealer keeps a pair together.",
    "KT-3.3": "Without a pair, the dealer makes the best possible low hand.",
    "KT-3.4": "A dealer's hand that was set wrong is corrected.",
    "KT-4.1": "Two better hands win, one is a stand-off, none loses; the dealer wins copies.",
    "KT-4.2": "A win is paid 1 to 1 without commission.",
    "KT-4.3": "You may fold before your tiles are turned: the wager is lost.",
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
    **dict.fromkeys(("set.receive", "set.inspect", "set.replace", "set.verify", "set.remove"), ("KT-1.2",)),
    **dict.fromkeys(("set.display", "set.view", "set.idle", "timer.set", "timer.dice"), ("KT-1.2",)),
    **dict.fromkeys(("seat", "chips", "barred", "stay", "round.open", "round.end", "mix"), ("KT-1.1",)),
    **dict.fromkeys(("wager.place", "wager.chips", "wager.area", "wager.seated", "wager.late"), ("KT-2.1",)),
    **dict.fromkeys(("wager.close", "wager.adjacent", "side.offered", "side.needs-main"), ("KT-2.1",)),
    **dict.fromkeys(("start", "start.shake", "start.uncover", "start.count"), ("KT-2.2",)),
    **dict.fromkeys(("deal", "deal.collect"), ("KT-2.3",)),
    **dict.fromkeys(("set", "set.own", "set.final", "set.help", "set.ready"), ("KT-3.1",)),
    **dict.fromkeys(("set.dealer", "set.shown", "set.bank"), ("KT-3.2", "KT-3.3")),
    **dict.fromkeys(("expose", "result.win", "result.push", "result.lose", "collect", "push"), ("KT-4.1",)),
    "pay": ("KT-4.2",),
    "surrender": ("KT-4.3",),
    "misset": ("KT-3.4",),
    "misdeal.wrong-total": ("KT-2.4",),
    "grace": ("KT-2.5",),
}

# How the dealer sets a hand


def _low_first(dealt: Dealt) -> Settings:
    return best(dealt.settings, low_then_high)


add_house_way(
    HouseWay(
        name="kitchen-table",
        source="the rules on the fridge, rule 3",
        rules=(Rule("a pair", "KT-3.2", with_pair), Rule("the best low hand", "KT-3.3", _low_first)),
    )
)

# What an operator may choose


class KitchenLimits(Limits):
    seats: Literal[7] = key("Spots.", "KT-1.1")


class Nothing(Model):
    """A part of the submission without any choices."""


class KitchenTable(Submission):
    standard: Literal["kitchen-table"] = key("The standard.")
    house_way: Literal["kitchen-table"] = key("How the dealer's hand is set.", "KT-3.2")
    table: KitchenLimits
    wagers: Nothing
    readings: Nothing


# What only this game has: an event, which says who sees its fields and what the log says, and a part that remembers it


@dataclass(frozen=True, slots=True, kw_only=True)
class GraceSaid(Event):
    audience = everyone("player")
    log = "{player} says grace."
    log_you = "You say grace."
    player: str


@dataclass(frozen=True)
class Graces(Part):
    of_table: ClassVar[bool] = True  # kept from one round to the next
    said: tuple[str, ...] = ()


@evolves(GraceSaid)
def grace_said(state: TableState, event: GraceSaid) -> TableState:
    return state.put(Graces((*state.part(Graces).said, event.player)))


def say_grace(turn: Turn) -> None:
    said = turn.state.part(Graces).said
    player = min((key.player for key in turn.state.current.wagers), key=said.count)
    turn.emit(GraceSaid(player=player, clauses=turn.cite("grace")))


# How it is played

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
        *each_position(game, "main", "KT-2.1", "Pai Gow"),
        *each_position(game, "hands", "KT-3.1"),
        Area("dealer-hands", Side.DEALER, "KT-3.2", game.dealer),
        Area("settled", Side.RIGHT, "KT-2.3"),
    )
    things = (Thing("tiles", ("KT-1.1",), count=32), Thing("dice", ("KT-2.2",), count=3))
    return Layout(game.standard, game.submission.operator, "KT-1.1", game.seats, areas, things)


def game(submission: KitchenTable) -> Game:
    plain = replace(MARYLAND_DELIVERIES["house-way-right"], clause="KT-2.3")
    return Game(
        submission=submission,
        submission_hash=submission_hash(submission),
        kit=hands_of(submission),
        box=TILE_SET,
        spread=TILE_SET,
        options=Options(
            minimum=submission.table.minimum,
            maximum=submission.table.maximum or NO_LIMIT,
            start=StartOptions(deliveries={plain.key: plain}, house_delivery=plain.key),
        ),
        strategy=Strategy(
            require_place=require_seat_or_neighbour,
            bank_cover=lambda state, key: None,
            deal=deliver_groups,
            settling=Settling(settle=settle_at_once, pay=pay_through_centre),
            dealer=dealer_command,
            steps=Steps(after_deal=(collect_empty, say_grace)),
        ),
        layout=layout,
        concerns=CONCERNS,
        cites=CITES,
        positions=(0, 1, 2, 3, 4, 5, 6, 7),
        betting=(1, 2, 3, 4, 5, 6, 7),
        dealer=0,
        ending=Ending(idle_area="settled", commission=False),
    )


# What can go wrong, for the drill


@case("kitchen-table", "wrong-total", "The tiles are dealt. Grandma notices that the dice were added up wrong.")
def wrong_total(script: TableScript) -> Command:
    to(script, Phase.SETTING)
    return irregularities.FindMisdeal(reason="wrong-total")
