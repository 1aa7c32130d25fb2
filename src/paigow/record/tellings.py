"""The sentences of a narration, one for each kind of event: a text with the event's fields in it, or a choice between
texts. Whoever hears only a part of an event is told it without what is kept from him.

All texts are templates, so that they can be translated as they stand; `templates` lists them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, TypeAlias

from paigow.money import Movement

CARDS = "cards"
"""Stands for a field that is true where the pieces are cards."""
BOXES = "boxes"
"""Stands for one that is true where the document speaks of boxes: its own words are New Zealand's."""
TIES = "ties"
"""Stands for one that is true where the document calls a push a tie."""


@dataclass(frozen=True, slots=True)
class Either:
    """One text if a field is there and holds something, another if not."""

    field: str
    yes: Telling
    no: Telling


@dataclass(frozen=True, slots=True)
class By:
    """A text for each value of a field."""

    field: str
    texts: Mapping[str, Telling]


Telling: TypeAlias = str | Either | By


def template(telling: Telling, fields: Mapping[str, Any]) -> str:
    """The text for what the fields hold."""
    while not isinstance(telling, str):
        if isinstance(telling, By):
            telling = telling.texts[fields[telling.field]]
        else:
            telling = telling.yes if fields.get(telling.field) else telling.no
    return telling


def templates() -> Iterator[str]:
    """Every text that a sentence may be made from, and the words in it."""
    yield from WORDS.values()
    yield from (capital(WORDS[word]) for word in FIRST)
    yield from (reason for reasons in OWN_REASONS.values() for reason in reasons.values())
    for telling in (*TELLINGS.values(), *OWN_TELLINGS.values()):
        yield from _texts(telling)


def capital(message: str) -> str:
    return message[:1].upper() + message[1:]


def _texts(telling: Telling) -> Iterator[str]:
    if isinstance(telling, str):
        yield telling
    else:
        for each in telling.texts.values() if isinstance(telling, By) else (telling.yes, telling.no):
            yield from _texts(each)


WORDS: Mapping[str, str] = MappingProxyType(
    {
        "yes": "yes",
        "no": "no",
        "win": "win",
        "push": "push",
        "tie": "tie",
        "lose": "lose",
        "position": "position {number}",
        "box": "box {number}",
        "dealer": "the dealer",
        "set-by-dealer": "dealer",
        "dead": "the Dead Hand",
        "wager": "{player}’s wager on {place}",
        "side-wager": "{player}’s {kind} wager on {place}",
        "own-wager": "your bet on {place}",
        "own-side-wager": "your {kind} bet on {place}",
        "own-bank-wager": "your stake on {place}",
        "dealer-wager": "the dealer’s wager",
        "bank-wager": "{player}’s stake on {place}",
        "high-player": "high to the player",
        "high-bank": "high to the bank",
        "high-banker": "high to the banker",
        "high-copy": "high a copy",
        "low-player": "low to the player",
        "low-bank": "low to the bank",
        "low-banker": "low to the banker",
        "low-copy": "low a copy",
    }
)
"""How values are said in a sentence."""
FIRST = ("position", "box", "dealer", "dead", "dealer-wager", "own-wager", "own-side-wager", "own-bank-wager")
"""Words with which a sentence may begin."""

OWN_REASONS: Mapping[str, Mapping[Movement, str]] = MappingProxyType(
    {
        BOXES: {
            Movement.VIGORISH: "commission",
            Movement.SURPLUS_VIGORISH: "commission on the banker's surplus",
            Movement.SURRENDER: "conceded",
        },
        TIES: {Movement.PUSH: "tie"},
    }
)
"""What chips move for, where the document has another word."""


TELLINGS: Mapping[str, Telling] = MappingProxyType(
    {
        # opening
        "set-received": Either("prepared", "Set {set_id} comes, inspected before.", "Set {set_id} comes."),
        "set-cleaned": "Set {set_id} is cleaned.",
        "set-inspected": "Set {set_id} is inspected and complete.",
        "set-rejected": "Set {set_id} is rejected: {flaws}. Signed by {signed}.",
        "set-verified": Either(
            BOXES,
            "The game supervisor verifies the inspection of {set_id}.",
            "The floor verifies the inspection of {set_id}.",
        ),
        "set-displayed": Either("face_down", "The set lies face down.", "The set lies face up: {pieces}."),
        "set-viewed": "{player} looks the set over.",
        "set-turned-down": "The set is turned face down.",
        "set-removed": Either(
            "reason", "Set {set_id} is taken off the table: {reason}.", "Set {set_id} is taken off the table."
        ),
        "set-laid-out": "The set is checked and laid out by rank: {pieces}.",
        "damage-found": Either("piece", "A {piece} is found damaged or marked.", "A piece is found damaged or marked."),
        "piece-replaced": "The {piece} is replaced.",
        "dice-replaced": "The dice are replaced.",
        "time-passed": "The clock shows {now} seconds.",
        "set-turned-up": "{player} has the set turned face up: {pieces}.",
        "joker-torn": "The second joker of {set_id} is torn up by {by}.",
        # people
        "player-seated": Either(
            "position",
            Either(
                "seed",
                "{player} sits down at {position}, with the seed {seed}.",
                "{player} sits down at {position}.",
            ),
            "{player} stands behind.",
        ),
        "chain-published": "The house fixes its seeds for {length} rounds, from round {first} on: {tip}.",
        "seed-given": Either(
            "commitment",
            Either("seed", "{player} adds the seed {seed}.", "{player} adds a seed."),
            Either("seed", "{player} changes the seed to {seed}.", "{player} changes the seed."),
        ),
        "seeds-closed": Either(
            "missing",
            "The deal is drawn without a seed from {missing}.",
            "The deal is drawn from the seeds of everyone who plays.",
        ),
        "chips-bought": "{player} buys chips for {amount}.",
        "coloured-up": "{player} changes chips worth {amount}.",
        "player-left": "{player} leaves the table.",
        "player-walked-away": "{player} walks away in mid-round.",
        "player-came-back": "{player} comes back.",
        "hand-abandoned": "The hand of {position} is taken unseen: its player is gone.",
        "wager-abandoned": "{wager} is lost: its player is gone.",
        "conduct-noted": Either("player", "{reporter} notes: {kind}, by {player}.", "{reporter} notes: {kind}."),
        "table-stopped": "The floor stops the table: {reason}.",
        "table-resumed": "The floor lets the table go on.",
        "player-removed": "The floor removes {player} from the game.",
        "player-restored": "The floor lets {player} play again.",
        "player-banned": "The floor bans {player} from the table.",
        "set-first-directed": Either("on", "{player} has to set first.", "{player} need not set first."),
        "english-directed": Either("on", "The floor allows English only.", "The floor allows other languages again."),
        # bank and mix
        "round-opened": "The round opens, committed to {commitment}.",
        "bank-offered": "{player} is offered the bank.",
        "bank-passed": "{player} passes.",
        "bank-accepted": Either(
            "co",
            Either(
                BOXES,
                "{player} takes the bank as co-banker with the house.",
                "{player} takes the bank, half with the house.",
            ),
            "{player} takes the bank.",
        ),
        "house-banks": Either(
            BOXES, "Nobody takes the bank; the house is the banker.", "Nobody takes the bank; the house has it."
        ),
        "mixed": Either(
            "order",
            "Mixed: {order}.",
            Either(CARDS, "The cards are shuffled.", "The tiles are mixed and stacked."),
        ),
        "stacks-cut": Either("order", "{player} cuts the stacks: {order}.", "{player} cuts the stacks."),
        "stacking-spoiled": "A piece showed in stacking; all are mixed again.",
        "laja-called": Either("player", "{player} asks for a laja.", "A tile showed: laja."),
        "laja-performed": Either(
            "order",
            Either("shown", "Laja: {order}. {shown} tiles showed.", "Laja: {order}."),
            Either("shown", "The laja is performed. {shown} tiles showed.", "The laja is performed."),
        ),
        "reshuffle-called": "All tiles are shuffled again: {reason}.",
        "deck-taken": "Deck {deck} ({back}) is taken.",
        "deck-placed": Either(
            "by_device", "The deck lies in the {at}.", "The deck lies in the {at}; {draws} draws, {lays} lays."
        ),
        "deck-removed": "Deck {deck} leaves the table.",
        "shuffle-failed": "The shuffler did not finish; the cards are shuffled again.",
        "device-failed": "The {device} is out of order.",
        "device-marked": "The {device} is covered or carries a sign.",
        "device-restored": "The {device} works again.",
        "cut-offered": "{player} is offered the cut.",
        "cut-passed": "{player} does not cut.",
        "cards-cut": Either("player", "{player} cuts {depth} cards deep.", "The dealer cuts {depth} cards deep."),
        "recut-required": "The cut is too near an end and is made again.",
        "shuffle-directed": "The cards are to be shuffled again.",
        # wagers
        "wager-declared": "{wager} is called out: {amount}.",
        "box-chosen": "{player} chooses to control {position}.",
        "control-yielded": "{player} yields the control of {position}.",
        "control-ascertained": Either(
            "player", "{position} is decided by {player}.", "{position} is decided by the dealer."
        ),
        "bank-staked": "{wager} is put up: {amount}.",
        "co-bank-agreed": "{player} agrees to co-bank with the house.",
        "bank-uncovered": Either(
            "co",
            "The stake of {player} does not cover the wagers: the house co-banks.",
            "The stake of {player} does not cover the wagers: the house banks.",
        ),
        "stake-taken": "The stake of {stake} is taken to the banker wager area.",
        "stake-returned": "The stake goes back.",
        "wager-limited": "{wager} is limited to {amount}.",
        "wager-cut-down": "{wager} cannot be paid exactly in chips and is cut down to {amount}.",
        "lammers-placed": "Envy lammers lie by {wagers}.",
        "progressive-locked": "The progressive takes no more wagers.",
        "progressive-collected": "{chips} progressive chips are collected, {accepted} were accepted.",
        "meters-raised": "The meters rise.",
        "wager-placed": "{wager}: {amount}.",
        "wager-withdrawn": "{wager} is withdrawn.",
        "dealer-wager-directed": "The bank has the dealer wager {amount}.",
        "dealer-wagered": "The dealer wagers {amount} against the bank.",
        "bets-closed": "“No more bets.”",
        # start and deal
        "delivery-chosen": Either("player", "{player} chooses {delivery}.", "The dealer chooses {delivery}."),
        "dice-shaken": Either("player", "{player} shakes {shakes} times.", "The dealer shakes {shakes} times."),
        "start-determined": Either(
            "dice", "The dice show {dice}: {number} counts to {start}.", "{number} counts to {start}."
        ),
        "start-marked": "A {marker} marks {position}.",
        "button-moved": "The button moves to {position}.",
        "no-roll-called": "“No roll”: {reason}.",
        "empty-laid-together": "Tiles for empty boxes side by side lie together: {groups}.",
        "bank-tiles-moved": "The banker’s tiles, of {position}, lie in front of the float tray.",
        "delivered": Either(
            "hands",
            "Dealt ({delivery}), from {start}: {hands}.",
            Either(
                CARDS,
                "The cards are dealt ({delivery}), from {start}.",
                "The tiles are dealt ({delivery}), from {start}.",
            ),
        ),
        "dealer-marked": Either(
            "wager", "The dealer’s wager lies on the dealer’s hand.", "The dealer’s marker lies on the dealer’s hand."
        ),
        "empty-collected": "Nobody plays {positions}: collected unseen.",
        "shaker-rested": "The shaker is covered, shaken once and put away.",
        "stub-counted": "{count} cards are left, as there must be.",
        "dealer-cards-shown": "The cards of {position} lie face up.",
        "jacks-declared": "The dealer has {jacks} jacks: the round is over.",
        "cut-declined": "{player} leaves the cut to the dealer.",
        "cut-directed": "The game supervisor directs the cut {delivery}.",
        "tiles-cut": "The tiles are cut: {delivery}.",
        "adjustment-nominated": "The adjustment is {value}.",
        "stub-wrong": Either(
            "misdealt",
            "{count} cards are left instead of {expected}: a misdeal.",
            "{count} cards are left instead of {expected}: the deck is bad.",
        ),
        "card-lost": Either("card", "A card is missing from the deck: {card}.", "A card is missing from the deck."),
        "face-up-found": "{card} lay face up in the deck and is not used.",
        "drawn-in-error": "A card drawn in error is the next card.",
        # setting
        "dealer-asked": "{player} asks the dealer to set {position}.",
        "hand-confirmed": Either(
            "player",
            "{player} confirms the hand of {position}.",
            Either(
                BOXES,
                "The game supervisor confirms the hand of {position}.",
                "The floor confirms the hand of {position}.",
            ),
        ),
        "tiles-shown": "{player} shows tiles of {position}.",
        "conceded-viewed": "The conceded tiles of {position} are looked at.",
        "hand-looked-at": "{player} picks up the hand of {position}.",
        "house-way-told": Either(
            "setting",
            "{player} is told the house way for {position}: {setting} ({rule}).",
            "{player} is told the house way for {position}.",
        ),
        "hand-set": Either(
            "setting",
            "The hand of {position} is set by {set_by}: {setting}.",
            "The hand of {position} is set by {set_by}.",
        ),
        "players-ready": "Every hand is set.",
        "house-hand-set": "The hand of {position} is set by {set_by}: {setting} ({rule}).",
        "bank-hand-exposed": Either(BOXES, "The banker shows {setting}.", "The bank shows {setting}."),
        "hands-compared": "The house’s hands lie in full view.",
        # settlement
        "dealer-hand-compared": "The dealer against the bank: {result}.",
        "hand-exposed": Either(
            "foul",
            "{position} shows {setting}: foul, it loses.",
            "{position} shows {setting}: {high}, {low}, {result}.",
        ),
        "surrendered": Either(BOXES, "{wager} is conceded.", "{wager} is surrendered."),
        "wager-settled": By(
            "result",
            {
                "win": Either(
                    "vigorish",
                    Either(
                        BOXES,
                        "{wager} wins {won}, less {vigorish} commission.",
                        "{wager} wins {won}, less {vigorish} vigorish.",
                    ),
                    "{wager} wins {won}.",
                ),
                "push": Either(TIES, "{wager} is a tie.", "{wager} pushes."),
                "lose": "{wager} loses.",
            },
        ),
        "side-wager-settled": Either("won", "{wager} wins {won}: {line}.", "{wager} loses."),
        "all-exposed": "Every hand is open.",
        "bank-settled": Either(
            "collected",
            "{collected} is lacking and made up.",
            Either(
                "vigorish",
                Either(
                    BOXES,
                    "{surplus} is left, {vigorish} of the banker’s part commission.",
                    "{surplus} is left, {vigorish} of the bank’s part vigorish.",
                ),
                "{surplus} is left.",
            ),
        ),
        "round-settled": "The round is settled.",
        "round-closed": "The seed was {seed}.",
        "round-abandoned": "The round is abandoned: {reason}.",
        "hand-discarded": "The {count} cards of {position} go to the discards.",
        "hand-rearranged": "The seven cards of {position} make {name}: {best}.",
        "envy-hand-announced": "{position} has {hand}: envy for the others.",
        "envy-paid": "{player} is paid envy of {amount} for {hand} at {position}, by the {kind} table.",
        "progressive-hit": "{wager} hits the progressive with {hand}.",
        "documents-completed": "The papers for {position} are completed.",
        "progressive-paid": Either(
            "meter",
            "{wager} is paid {amount} for {hand}, {percent} percent of the {meter} meter.",
            "{wager} is paid {amount} for {hand}.",
        ),
        "progressive-returned": "The progressive wagers go back.",
        "wager-released": "{wager} is taken back.",
        # irregularities
        "removal-shaken": Either(
            "removed",
            "The dice show {dice}: {position} is taken out of play.",
            "The dice show {dice}: {position} may not be taken.",
        ),
        "box-restored": "{position} is in play again.",
        "hand-disturbed": Either(
            "setting",
            "The hand of {position} was disturbed and is set the house way: {setting} ({rule}).",
            "The hand of {position} was disturbed and is set the house way.",
        ),
        "hands-mixed": "The tiles of {positions} got mixed: both hands are void.",
        "round-voided": "The round is void: {reason}. Every wager goes back.",
        "piece-exposed": Either(
            "choice",
            "A piece of {position} is exposed; its player has the choice.",
            "A piece of {position} is exposed.",
        ),
        "hand-voided": "The hand of {position} is void.",
        "played-on": "The hand of {position} is played on.",
        "house-hand-reset": Either(
            "everyone",
            "The hand of {position} is set again: {setting} ({rule}). Everyone sets again.",
            "The hand of {position} is set again: {setting} ({rule}).",
        ),
    }
)

OWN_TELLINGS: Mapping[str, Telling] = MappingProxyType(
    {
        "set-viewed": "You look the set over.",
        "player-seated": Either(
            "position",
            Either("seed", "You sit down at {position}, with the seed {seed}.", "You sit down at {position}."),
            "You stand behind.",
        ),
        "seed-given": Either(
            "commitment",
            Either("seed", "You add the seed {seed}.", "You add a seed."),
            Either("seed", "You change your seed to {seed}.", "You change your seed."),
        ),
        "chips-bought": "You buy chips for {amount}.",
        "coloured-up": "You change chips worth {amount}.",
        "player-left": "You leave the table.",
        "player-walked-away": "You leave in mid-round.",
        "player-came-back": "You are back.",
        "bank-offered": "You are offered the bank.",
        "bank-passed": "You pass the bank.",
        "bank-accepted": Either("co", "You take the bank, half with the house.", "You take the bank."),
        "stacks-cut": Either("order", "You cut the stacks: {order}.", "You cut the stacks."),
        "laja-called": "You ask for a laja.",
        "cut-offered": "You are offered the cut.",
        "cut-passed": "You do not cut.",
        "cards-cut": "You cut {depth} cards deep.",
        "cut-declined": "You leave the cut to the dealer.",
        "box-chosen": "You choose to control {position}.",
        "control-yielded": "You yield the control of {position}.",
        "control-ascertained": "You decide for {position}.",
        "co-bank-agreed": "You agree to co-bank with the house.",
        "bank-uncovered": Either(
            "co",
            "Your stake does not cover the bets: the house co-banks.",
            "Your stake does not cover the bets: the house banks.",
        ),
        "delivery-chosen": "You choose {delivery}.",
        "dice-shaken": "You shake {shakes} times.",
        "dealer-asked": "You ask the dealer to set {position}.",
        "hand-confirmed": "You confirm the hand of {position}.",
        "tiles-shown": "You show tiles of {position}.",
        "hand-looked-at": "You pick up the hand of {position}.",
        "house-way-told": Either(
            "setting",
            "You are told the house way for {position}: {setting} ({rule}).",
            "You are told the house way for {position}.",
        ),
        "hand-set": Either("setting", "You set the hand of {position}: {setting}.", "You set the hand of {position}."),
        "envy-paid": "You are paid envy of {amount} for {hand} at {position}, by the {kind} table.",
    }
)
"""What is told to the one who did it, or to whom it was done."""
