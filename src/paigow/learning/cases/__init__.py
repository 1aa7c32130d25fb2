"""Irregularities at a table.

Each case is played at a scripted table, and the engine's response is the answer. `irregularities` asks about them.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from importlib import import_module

from paigow.errors import Refused
from paigow.hands.pieces import Setting
from paigow.record.narration import describe
from paigow.rules import STANDARDS, build_submission
from paigow.table import Command, Event, Game, Phase, game_of
from paigow.table.boxes.damage import DamageFound
from paigow.table.boxes.dealer_sets import TilesShown
from paigow.table.boxes.discipline import RemovalShaken
from paigow.table.boxes.disturbances import HandDisturbed, HandsMixed
from paigow.table.boxes.inexact import WagerCutDown
from paigow.table.boxes.laja import LajaCalled, LajaPerformed, ReshuffleCalled
from paigow.table.cards.card_cut import RecutRequired
from paigow.table.cards.card_deal import DrawnInError, FaceUpFound
from paigow.table.cards.decks import DeckRemoved, ShuffleFailed
from paigow.table.cards.jacks import JacksDeclared
from paigow.table.driver import new_table
from paigow.table.floor.irregularities import (
    HandVoided,
    HouseHandReset,
    NoRollCalled,
    PieceExposed,
    RoundVoided,
    StackingSpoiled,
)
from paigow.table.hearing import everything
from paigow.table.script import Plan, TableScript, seats
from paigow.table.steps.setting import HandSet
from paigow.table.steps.settlement import HandExposed
from paigow.text import Text, gettext_noop, text

CHIPS = 1_000_000
ANN, BOB, CYD = "Ann", "Bob", "Cyd"
WAGERS = {ANN: 2000, BOB: 3000, CYD: 1000}
OTHERS = {ANN: 2000, CYD: 1000}
"""The players against Bob's bank."""


class Ruling(StrEnum):
    """A ruling that a document can require."""

    VOID_ROUND = "void-round"
    VOID_HANDS = "void-hands"
    CHOICE = "choice"
    HOUSE_WAY = "house-way"
    PLAY_ON = "play-on"
    LOSES = "loses"
    SHAKE_AGAIN = "shake-again"
    MIX_AGAIN = "mix-again"
    LAJA = "laja"
    SET_ASIDE = "set-aside"
    NEXT_CARD = "next-card"
    DECK_LEAVES = "deck-leaves"
    CUT_AGAIN = "cut-again"
    COVER = "cover"
    BOX_OFF = "box-off"
    CUT_DOWN = "cut-down"
    REPLACE = "replace"
    ROUND_OVER = "round-over"


WORDS: Mapping[Ruling, Text] = {
    Ruling.VOID_ROUND: text(
        gettext_noop(
            "The round is void: all hands are dead, all wagers are returned, and the cards or tiles are reshuffled."
        )
    ),
    Ruling.VOID_HANDS: text(
        gettext_noop("Only the hands involved are void and their wagers are returned; the others play on.")
    ),
    Ruling.CHOICE: text(
        gettext_noop("The player chooses, before seeing the rest of the hand, whether to void it or play it.")
    ),
    Ruling.HOUSE_WAY: text(gettext_noop("The dealer sets the hand the house way, and the round is finished.")),
    Ruling.PLAY_ON: text(gettext_noop("Nothing changes: it stands, and play continues.")),
    Ruling.LOSES: text(gettext_noop("The wager loses.")),
    Ruling.SHAKE_AGAIN: text(gettext_noop("It does not count: the dice are shaken again.")),
    Ruling.MIX_AGAIN: text(gettext_noop("Everything is reshuffled; wagers already down stay where they are.")),
    Ruling.LAJA: text(gettext_noop("A laja is performed.")),
    Ruling.SET_ASIDE: text(gettext_noop("The card is not used: it goes to the discards, and the deal goes on.")),
    Ruling.NEXT_CARD: text(gettext_noop("It is used as the next card, and the deal goes on.")),
    Ruling.DECK_LEAVES: text(
        gettext_noop("The round is void, all wagers are returned, and the deck leaves the table.")
    ),
    Ruling.CUT_AGAIN: text(gettext_noop("The cut is made again.")),
    Ruling.COVER: text(gettext_noop("The device is covered or marked as out of order before another method is used.")),
    Ruling.BOX_OFF: text(gettext_noop("The box is out of play: its wagers are returned and an “Off” button marks it.")),
    Ruling.CUT_DOWN: text(gettext_noop("The part of the wager that can be paid exactly stays; the rest is returned.")),
    Ruling.REPLACE: text(gettext_noop("The round is finished; the tile is replaced before the next one.")),
    Ruling.ROUND_OVER: text(
        gettext_noop("The round is over: no hands are set, main wagers lose and side wagers are settled.")
    ),
}


@dataclass(frozen=True, slots=True)
class Found:
    """The engine's response to a case."""

    outcome: Ruling
    clauses: tuple[str, ...]
    told: Text
    """The deciding event, or the refusal, in a sentence."""


Script = Callable[[TableScript], Command]
"""A callable that takes the table to the moment and gives the command that causes the incident."""


@dataclass(frozen=True, slots=True)
class Case:
    standard: str
    name: str
    story: Text
    script: Script = field(repr=False, compare=False)
    choices: Mapping[str, object] = field(default_factory=dict)
    players: tuple[str, ...] = (ANN, BOB, CYD)
    refused: Ruling = Ruling.PLAY_ON
    """The meaning of a refusal by the engine: by default, nothing changes."""
    clause: str = ""
    """A clause about the case, if the deciding event cites another."""


CASES: dict[str, dict[str, Case]] = {}
PLAUSIBLE = (
    Ruling.VOID_ROUND, Ruling.VOID_HANDS, Ruling.CHOICE, Ruling.HOUSE_WAY, Ruling.PLAY_ON, Ruling.LOSES,
    Ruling.MIX_AGAIN,
)  # fmt: skip
"""Rulings that might be right under any document."""
_ALSO_PLAUSIBLE: dict[str, tuple[Ruling, ...]] = {}


def also_plausible(standard: str, *rulings: Ruling) -> None:
    """Offer these as answers under this document, too."""
    _ALSO_PLAUSIBLE[standard] = rulings


def plausible(standard: str) -> tuple[Ruling, ...]:
    """Return the rulings that make plausible wrong answers under a document."""
    cases(standard)  # loads the document's module
    return *PLAUSIBLE, *_ALSO_PLAUSIBLE.get(standard, ())


def case(
    standard: str,
    name: str,
    story: str,
    *,
    choices: Mapping[str, object] | None = None,
    players: tuple[str, ...] = (ANN, BOB, CYD),
    refused: Ruling = Ruling.PLAY_ON,
    clause: str = "",
) -> Callable[[Script], Script]:
    def register(script: Script) -> Script:
        CASES.setdefault(standard, {})[name] = Case(
            standard, name, text(story), script, choices or {}, players, refused, clause
        )
        return script

    return register


def cases(standard: str) -> Mapping[str, Case]:
    """Return the cases of a document, by name."""
    module = STANDARDS[standard].sources.cases
    if module:
        import_module(module)
    return CASES.get(standard, {})


@cache
def found(standard: str, name: str) -> Found:
    """Play the case and return the engine's response."""
    chosen = cases(standard)[name]
    game = _game(standard, json.dumps(chosen.choices))
    script = TableScript(new_table(game, "drill"), {}, seed=name)
    script.open(seats(chosen.players, script.state.game.seats), CHIPS)
    command = chosen.script(script)
    try:
        events = script.do(command)
    except Refused as refusal:
        return Found(chosen.refused, (refusal.clause,) if refusal.clause else (), refusal.text)
    for event in sorted(events, key=_weight):
        if outcome := _outcome(event):
            clauses = (event.match.clause,) if isinstance(event, HandExposed) else event.clauses
            cited = (chosen.clause, *clauses) if chosen.clause else clauses
            return Found(outcome, cited, describe(everything(event), game))
    raise LookupError(f"nothing that {command} brought about is known here: {events}")


@cache
def _game(standard: str, choices: str) -> Game:
    return game_of(build_submission({"standard": standard, **json.loads(choices)}))


_OUTCOMES: Mapping[type[Event], Ruling] = {
    DeckRemoved: Ruling.DECK_LEAVES,
    RoundVoided: Ruling.VOID_ROUND,
    HandsMixed: Ruling.VOID_HANDS,
    HandVoided: Ruling.VOID_HANDS,
    HouseHandReset: Ruling.HOUSE_WAY,
    HandDisturbed: Ruling.HOUSE_WAY,
    NoRollCalled: Ruling.SHAKE_AGAIN,
    StackingSpoiled: Ruling.MIX_AGAIN,
    ReshuffleCalled: Ruling.MIX_AGAIN,
    ShuffleFailed: Ruling.MIX_AGAIN,
    LajaCalled: Ruling.LAJA,
    FaceUpFound: Ruling.SET_ASIDE,
    DrawnInError: Ruling.NEXT_CARD,
    RecutRequired: Ruling.CUT_AGAIN,
    WagerCutDown: Ruling.CUT_DOWN,
    DamageFound: Ruling.REPLACE,
    JacksDeclared: Ruling.ROUND_OVER,
    PieceExposed: Ruling.PLAY_ON,
    TilesShown: Ruling.PLAY_ON,
    LajaPerformed: Ruling.PLAY_ON,
}
"""Rulings by deciding event; if there are several events, the first one listed here counts."""
_ORDER = {kind: place for place, kind in enumerate(_OUTCOMES)}


def _weight(event: Event) -> int:
    return _ORDER.get(type(event), len(_ORDER))


def _outcome(event: Event) -> Ruling | None:
    match event:
        case PieceExposed(choice=True):
            return Ruling.CHOICE
        case RemovalShaken():
            return Ruling.BOX_OFF if event.removed else Ruling.SHAKE_AGAIN
        case HandSet(set_by="dealer"):  # for a player who has left
            return Ruling.HOUSE_WAY
        case HandExposed(foul=True):
            return Ruling.LOSES
    return _OUTCOMES.get(type(event))


# shared by the scripts of several documents


def to(script: TableScript, phase: Phase, plan: Plan | None = None) -> None:
    """Start a round in which the house banks and everybody bets."""
    script.to(phase, plan or Plan(wagers={name: WAGERS[name] for name in script.state.players}))


def banked(script: TableScript, phase: Phase, co: bool = False) -> int:
    """Start a round in which Bob banks; return his position."""
    script.play(Plan(wagers=WAGERS))
    script.to(phase, Plan(wagers=OTHERS, bank=BOB, co=co))
    return seat(script, BOB)


def seat(script: TableScript, name: str) -> int:
    return script.state.players[name].position or 0


def wrong(script: TableScript, position: int) -> Setting:
    """Return a legal setting of that hand other than the house way's."""
    kit, pieces = script.state.game.kit, script.state.current.hands[position].pieces
    house = kit.house_set(pieces).setting
    key = kit.low_key(house)
    return next(each for each in kit.settings(pieces) if kit.low_key(each) != key and not kit.is_foul(each))


def foul(script: TableScript, position: int) -> Setting:
    kit, pieces = script.state.game.kit, script.state.current.hands[position].pieces
    return next(each for each in kit.settings(pieces) if kit.is_foul(each))
