"""The sentences of a narration, one for each event type.

Each is a text with the event's fields, or a choice between texts. A viewer who hears only part of an event gets a
sentence without the hidden part. All texts are templates, so they can be translated as they are; `templates` lists
them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, TypeAlias

from paigow.money import Movement

CARDS = "cards"
"""Pseudo-field that is true in card games."""
BOXES = "boxes"
"""Pseudo-field that is true if the document says "box", as New Zealand's does."""
TIES = "ties"
"""Pseudo-field that is true if the document calls a push a tie."""


@dataclass(frozen=True, slots=True)
class Either:
    """One text if a field is present and not empty, another if not."""

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
    """Return the text that matches the fields."""
    while not isinstance(telling, str):
        if isinstance(telling, By):
            telling = telling.texts[fields[telling.field]]
        else:
            telling = telling.yes if fields.get(telling.field) else telling.no
    return telling


def templates() -> Iterator[str]:
    """Return every text that a sentence may be built from, and the words in it."""
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
        "set-by-dealer": "the dealer",
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
        "high-copy": "the high hand is a copy",
        "low-player": "low to the player",
        "low-bank": "low to the bank",
        "low-banker": "low to the banker",
        "low-copy": "the low hand is a copy",
    }
)
"""How values are written in a sentence."""
FIRST = ("position", "box", "dealer", "dead", "dealer-wager", "own-wager", "own-side-wager", "own-bank-wager")
"""Words that may start a sentence."""

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
"""Reasons for chip movements for which the document has another word."""


TELLINGS: Mapping[str, Telling] = MappingProxyType(
    {
        # opening
        "set-received": Either(
            "prepared", "Set {set_id} is brought in, already inspected.", "Set {set_id} is brought in."
        ),
        "set-cleaned": "Set {set_id} is cleaned.",
        "set-inspected": "Set {set_id} is inspected and complete.",
        "set-rejected": "Set {set_id} is rejected: {flaws}. Signed by {signed}.",
        "set-verified": Either(
            BOXES,
            "The game supervisor verifies the inspection of {set_id}.",
            "The floor verifies the inspection of {set_id}.",
        ),
        "set-displayed": Either("face_down", "The set is face down.", "The set is spread face up: {pieces}."),
        "set-viewed": "{player} looks over the set.",
        "set-turned-down": "The set is turned face down.",
        "set-removed": Either(
            "reason", "Set {set_id} is taken off the table: {reason}.", "Set {set_id} is taken off the table."
        ),
        "set-laid-out": "The set is checked and laid out by rank: {pieces}.",
        "damage-found": Either(
            "piece",
            "A {piece} is found damaged or marked.",
            Either(CARDS, "A card is found damaged or marked.", "A tile is found damaged or marked."),
        ),
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
            "{player} stands behind the seats.",
        ),
        "chain-published": "The house commits to its seeds for {length} rounds, from round {first} on: {tip}.",
        "seed-given": Either(
            "commitment",
            Either("seed", "{player} adds the seed {seed}.", "{player} adds a seed."),
            Either("seed", "{player} changes the seed to {seed}.", "{player} changes the seed."),
        ),
        "seeds-closed": Either(
            "missing",
            "The deal is drawn without a seed from {missing}.",
            "The deal is drawn with a seed from every player.",
        ),
        "chips-bought": "{player} buys chips for {amount}.",
        "coloured-up": "{player} colours up {amount}.",
        "player-left": "{player} leaves the table.",
        "player-walked-away": "{player} leaves in the middle of the round.",
        "player-came-back": "{player} comes back.",
        "hand-abandoned": "{position}’s hand is collected face down: its player has left.",
        "wager-abandoned": "{wager} loses: its player has left.",
        "conduct-noted": Either("player", "{reporter} notes: {kind}, by {player}.", "{reporter} notes: {kind}."),
        "table-stopped": "The floor stops the table: {reason}.",
        "table-resumed": "The floor resumes the table.",
        "player-removed": "The floor removes {player} from the game.",
        "player-restored": "The floor lets {player} play again.",
        "player-banned": "The floor bans {player} from the table.",
        "set-first-directed": Either("on", "{player} has to set first.", "{player} no longer has to set first."),
        "english-directed": Either("on", "The floor allows English only.", "The floor allows other languages again."),
        # bank and mix
        "round-opened": "The round opens. Commitment: {commitment}.",
        "bank-offered": "{player} is offered the bank.",
        "bank-passed": "{player} passes.",
        "bank-accepted": Either(
            "co",
            Either(
                BOXES,
                "{player} takes the bank as co-banker with the house.",
                "{player} takes the bank and shares it with the house.",
            ),
            "{player} takes the bank.",
        ),
        "house-banks": Either(
            BOXES, "Nobody takes the bank; the house is the banker.", "Nobody takes the bank; the house banks."
        ),
        "mixed": Either(
            "order",
            "Shuffled: {order}.",
            Either(CARDS, "The cards are shuffled.", "The tiles are shuffled and stacked."),
        ),
        "stacks-cut": Either("order", "{player} cuts the stacks: {order}.", "{player} cuts the stacks."),
        "stacking-spoiled": "A tile was exposed during stacking; the tiles are shuffled again.",
        "laja-called": Either("player", "{player} asks for a laja.", "A tile was exposed: laja."),
        "laja-performed": Either(
            "order",
            Either("shown", "Laja: {order}. Tiles exposed: {shown}.", "Laja: {order}."),
            Either("shown", "The laja is performed. Tiles exposed: {shown}.", "The laja is performed."),
        ),
        "reshuffle-called": "All tiles are shuffled again: {reason}.",
        "deck-taken": "Deck {deck} ({back}) is put in play.",
        "deck-placed": Either(
            "by_device", "The deck is in the {at}.", "The deck is in the {at}; {draws} draws, {lays} deals."
        ),
        "deck-removed": "Deck {deck} leaves the table.",
        "shuffle-failed": "The shuffler did not finish; the cards are shuffled again.",
        "device-failed": "The {device} is out of order.",
        "device-marked": "The {device} is covered or marked as out of order.",
        "device-restored": "The {device} works again.",
        "cut-offered": "{player} is offered the cut.",
        "cut-passed": "{player} does not cut.",
        "cards-cut": Either("player", "{player} cuts at {depth} cards.", "The dealer cuts at {depth} cards."),
        "recut-required": "The cut is too close to one end and must be made again.",
        "shuffle-directed": "The cards must be shuffled again.",
        # wagers
        "wager-declared": "{wager} is called out: {amount}.",
        "box-chosen": "{player} chooses to control {position}.",
        "control-yielded": "{player} yields control of {position}.",
        "control-ascertained": Either(
            "player", "{player} makes the decisions for {position}.", "The dealer makes the decisions for {position}."
        ),
        "bank-staked": "{wager} is put up: {amount}.",
        "co-bank-agreed": "{player} agrees to co-bank with the house.",
        "bank-uncovered": Either(
            "co",
            "{player}’s stake does not cover the wagers: the house co-banks.",
            "{player}’s stake does not cover the wagers: the house banks.",
        ),
        "stake-taken": "The stake of {stake} is moved to the banker wager area.",
        "stake-returned": "The stake is returned.",
        "wager-limited": "{wager} is limited to {amount}.",
        "wager-cut-down": "{wager} cannot be paid exactly in chips and is reduced to {amount}.",
        "lammers-placed": "Envy lammers are placed by {wagers}.",
        "progressive-locked": "Progressive wagers are closed.",
        "progressive-collected": "Progressive chips collected: {chips}; accepted: {accepted}.",
        "meters-raised": "The meters go up.",
        "wager-placed": "{wager}: {amount}.",
        "wager-withdrawn": "{wager} is withdrawn.",
        "dealer-wager-directed": "The bank directs the dealer to wager {amount}.",
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
        "empty-laid-together": "Tiles for adjacent empty boxes are placed together: {groups}.",
        "bank-tiles-moved": "The banker’s tiles, from {position}, are placed in front of the float tray.",
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
            "wager",
            "The dealer’s wager is placed on the dealer’s hand.",
            "The dealer’s marker is placed on the dealer’s hand.",
        ),
        "empty-collected": "No wager at {positions}: collected face down.",
        "shaker-rested": "The shaker is covered, shaken once and put away.",
        "stub-counted": "{count} cards are left, as required.",
        "dealer-cards-shown": "{position}’s cards are face up.",
        "jacks-declared": "The dealer has {jacks} jacks: the round is over.",
        "cut-declined": "{player} leaves the cut to the dealer.",
        "cut-directed": "The game supervisor directs the cut: {delivery}.",
        "tiles-cut": "The tiles are cut: {delivery}.",
        "adjustment-nominated": "The adjustment is {value}.",
        "stub-wrong": Either(
            "misdealt",
            "{count} cards are left instead of {expected}: a misdeal.",
            "{count} cards are left instead of {expected}: the deck is defective.",
        ),
        "card-lost": Either("card", "A card is missing from the deck: {card}.", "A card is missing from the deck."),
        "face-up-found": "{card} was face up in the deck and is not used.",
        "drawn-in-error": "A card drawn in error is used as the next card.",
        # setting
        "dealer-asked": "{player} asks the dealer to set {position}.",
        "hand-confirmed": Either(
            "player",
            "{player} confirms {position}’s hand.",
            Either(
                BOXES,
                "The game supervisor confirms {position}’s hand.",
                "The floor confirms {position}’s hand.",
            ),
        ),
        "tiles-shown": "{player} shows tiles of {position}.",
        "conceded-viewed": "{position}’s conceded tiles are viewed.",
        "hand-looked-at": "{player} picks up {position}’s hand.",
        "house-way-told": Either(
            "setting",
            "{player} is told the house way for {position}: {setting} ({rule}).",
            "{player} is told the house way for {position}.",
        ),
        "hand-set": Either(
            "setting",
            "{position}’s hand is set by {set_by}: {setting}.",
            "{position}’s hand is set by {set_by}.",
        ),
        "players-ready": "All hands are set.",
        "house-hand-set": "{position}’s hand is set by {set_by}: {setting} ({rule}).",
        "bank-hand-exposed": Either(BOXES, "The banker shows {setting}.", "The bank shows {setting}."),
        "hands-compared": "The house’s hands are in full view.",
        # settlement
        "dealer-hand-compared": "The dealer against the bank: {result}.",
        "hand-exposed": Either(
            "foul",
            "{position} shows {setting}: foul, so it loses.",
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
        "all-exposed": "All hands are revealed.",
        "bank-settled": Either(
            "collected",
            "The bank is {collected} short and makes it up.",
            Either(
                "vigorish",
                Either(
                    BOXES,
                    "{surplus} is left over; the banker’s share pays {vigorish} commission.",
                    "{surplus} is left over; the bank’s share pays {vigorish} vigorish.",
                ),
                "{surplus} is left over.",
            ),
        ),
        "round-settled": "The round is settled.",
        "round-closed": "The seed was {seed}.",
        "round-abandoned": "The round is abandoned: {reason}.",
        "hand-discarded": "{position}’s {count} cards go to the discard rack.",
        "hand-rearranged": "{position}’s seven cards make {name}: {best}.",
        "envy-hand-announced": "{position} has {hand}, which pays the others an envy bonus.",
        "envy-paid": "{player} is paid a {amount} envy bonus for {hand} at {position} ({kind} table).",
        "progressive-hit": "{wager} hits the progressive with {hand}.",
        "documents-completed": "The paperwork for {position} is complete.",
        "progressive-paid": Either(
            "meter",
            "{wager} is paid {amount} for {hand}, {percent} percent of the {meter} meter.",
            "{wager} is paid {amount} for {hand}.",
        ),
        "progressive-returned": "The progressive wagers are returned.",
        "wager-released": "{wager} is taken back.",
        # irregularities
        "removal-shaken": Either(
            "removed",
            "The dice show {dice}: {position} is taken out of play.",
            "The dice show {dice}: {position} may not be removed.",
        ),
        "box-restored": "{position} is in play again.",
        "hand-disturbed": Either(
            "setting",
            "{position}’s hand was disturbed and is set the house way: {setting} ({rule}).",
            "{position}’s hand was disturbed and is set the house way.",
        ),
        "hands-mixed": "The tiles of {positions} were mixed up: both hands are void.",
        "round-voided": "The round is void: {reason}. All wagers are returned.",
        "piece-exposed": Either(
            "choice",
            Either(
                CARDS,
                "One of {position}’s cards is exposed; its player may choose.",
                "One of {position}’s tiles is exposed; its player may choose.",
            ),
            Either(CARDS, "One of {position}’s cards is exposed.", "One of {position}’s tiles is exposed."),
        ),
        "hand-voided": "{position}’s hand is void.",
        "played-on": "{position}’s hand stays in play.",
        "house-hand-reset": Either(
            "everyone",
            "{position}’s hand is reset: {setting} ({rule}). Everyone sets again.",
            "{position}’s hand is reset: {setting} ({rule}).",
        ),
    }
)

OWN_TELLINGS: Mapping[str, Telling] = MappingProxyType(
    {
        "set-viewed": "You look over the set.",
        "player-seated": Either(
            "position",
            Either("seed", "You sit down at {position}, with the seed {seed}.", "You sit down at {position}."),
            "You stand behind the seats.",
        ),
        "seed-given": Either(
            "commitment",
            Either("seed", "You add the seed {seed}.", "You add a seed."),
            Either("seed", "You change your seed to {seed}.", "You change your seed."),
        ),
        "chips-bought": "You buy chips for {amount}.",
        "coloured-up": "You colour up {amount}.",
        "player-left": "You leave the table.",
        "player-walked-away": "You leave in the middle of the round.",
        "player-came-back": "You are back.",
        "bank-offered": "You are offered the bank.",
        "bank-passed": "You pass the bank.",
        "bank-accepted": Either("co", "You take the bank and share it with the house.", "You take the bank."),
        "stacks-cut": Either("order", "You cut the stacks: {order}.", "You cut the stacks."),
        "laja-called": "You ask for a laja.",
        "cut-offered": "You are offered the cut.",
        "cut-passed": "You do not cut.",
        "cards-cut": "You cut at {depth} cards.",
        "cut-declined": "You leave the cut to the dealer.",
        "box-chosen": "You choose to control {position}.",
        "control-yielded": "You yield control of {position}.",
        "control-ascertained": "You make the decisions for {position}.",
        "co-bank-agreed": "You agree to co-bank with the house.",
        "bank-uncovered": Either(
            "co",
            "Your stake does not cover the bets: the house co-banks.",
            "Your stake does not cover the bets: the house banks.",
        ),
        "delivery-chosen": "You choose {delivery}.",
        "dice-shaken": "You shake {shakes} times.",
        "dealer-asked": "You ask the dealer to set {position}.",
        "hand-confirmed": "You confirm {position}’s hand.",
        "tiles-shown": "You show tiles of {position}.",
        "hand-looked-at": "You pick up {position}’s hand.",
        "house-way-told": Either(
            "setting",
            "You are told the house way for {position}: {setting} ({rule}).",
            "You are told the house way for {position}.",
        ),
        "hand-set": Either("setting", "You set {position}’s hand: {setting}.", "You set {position}’s hand."),
        "envy-paid": "You are paid a {amount} envy bonus for {hand} at {position} ({kind} table).",
    }
)
"""Sentences for the player who did something or to whom it was done."""
