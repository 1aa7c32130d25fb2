"""The words of the table, through gettext: names of phases, actions, wagers, areas and hands.

Each game keeps its document's own words: a box and its chung, commission and concession in New Zealand; a position, a
bank marker, vigorish and surrender in Maryland.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from paigow.hands.pieces import Piece, Setting
from paigow.language import codes, lessons, saying
from paigow.language.saying import Voice
from paigow.learning.shown import Shown
from paigow.money import format_cents
from paigow.poker import HighRank, LowRank
from paigow.record.narration import Heard
from paigow.table import Game
from paigow.table.core.model import MAIN
from paigow.table.steps.surrender import Surrender
from paigow.table.verbs import by_verb
from paigow.text import Text, capital
from paigow.tiles import TwoTileRank
from paigow.web.fast.templates import per_language
from paigow.web.people.display import called

Words = Mapping[str, str | Promise]


def voice() -> Voice:
    """Return the language of the page."""
    return Voice(get_language() or "en", _, pgettext)


def _lazily(words: codes.Words) -> Words:
    return MappingProxyType({name: lazy(text) for name, text in words.items()})


PHASES: Words = MappingProxyType(
    {
        "closed": lazy("The table is closed"),
        "inspection": lazy("A new set is inspected"),
        "display": lazy("Table opening"),
        "open": lazy("Between rounds"),
        "offering": lazy("Offering the bank…"),
        "mixing": lazy("Shuffling"),
        "cutting": lazy("Cutting the cards…"),
        "betting": lazy("Place your bets"),
        "seeding": lazy("No more bets"),
        "starting": lazy("No more bets"),
        "dealing": lazy("The hands are dealt"),
        "setting": lazy("Set your hands"),
        "banking": lazy("The house shows its hands"),
        "exposing": lazy("Hands are compared"),
        "paying": lazy("Winners are paid"),
        "finished": lazy("The round is over"),
    }
)
KINDS: Words = _lazily(codes.KINDS)
SIGNS: Words = MappingProxyType({**KINDS, "limits": lazy("Limits"), "payout-limit": lazy("Payout limit")})
ACTIONS: Words = by_verb(
    {
        "sit": lazy("Sit here"),
        "stand-behind": lazy("Stand behind the seats"),
        "buy-in": lazy("Buy chips"),
        "colour-up": lazy("Colour up"),
        "seed": lazy("Add a seed"),
        "leave": lazy("Leave the table"),
        "walk-away": lazy("Leave now"),
        "come-back": lazy("I’m back – deal me in"),
        "wager": lazy("Wager"),
        "declare-wager": lazy("Call out a bet"),
        "call-wager": lazy("Bet verbally"),
        "withdraw": lazy("Take back"),
        "accept-bank": lazy("Take the bank"),
        "pass-bank": lazy("Pass the bank"),
        "direct-dealer-wager": lazy("Direct the dealer’s bet"),
        "stake": lazy("Put up the bank’s stake"),
        "agree-co-bank": lazy("Agree to co-bank with the house"),
        "yield-bank": lazy("Give up the bank"),
        "choose-box": lazy("Control this box"),
        "yield-control": lazy("Let another player decide"),
        "request-laja": lazy("Ask for a laja"),
        "cut-stacks": lazy("Cut the stacks"),
        "cut": lazy("Cut the cards"),
        "pass-cut": lazy("Do not cut"),
        "choose-delivery": lazy("Choose the delivery"),
        "decline-cut": lazy("Leave the cut to the dealer"),
        "adjust": lazy("Adjust the point of delivery"),
        "shake": lazy("Shake the dice"),
        "look": lazy("Pick up the hand"),
        "ask-house-way": lazy("Ask for the house way"),
        "ask-dealer": lazy("Ask the dealer to set it"),
        "set": lazy("Set the hand"),
        "set-bank-hand": lazy("Set the bank’s hand"),
        "show-hand": lazy("Show the hand"),
        "show-piece": lazy("Show a card or tile"),
        "turn-bank-tile": lazy("Turn over one of the bank’s tiles"),
        "view-unused": lazy("Look at the unused tiles"),
        "void-hand": lazy("Void the hand"),
        "play-on": lazy("Play on"),
        "surrender": lazy("Surrender"),
        "view-set": lazy("Look over the set"),
        "ask-face-up": lazy("Ask to see the set face up"),
        # of the dealer and the system
        "open-round": lazy("Open the round"),
        "mix": lazy("Shuffle"),
        "offer-bank": lazy("Offer the bank"),
        "offer-cut": lazy("Offer the cut"),
        "place-deck": lazy("Prepare the deck"),
        "no-more-bets": lazy("“No more bets”"),
        "take-stake": lazy("Take the bank’s stake"),
        "accept-inexact": lazy("Accept a bet chips can’t pay exactly"),
        "laja": lazy("Perform the laja"),
        "cut-tiles": lazy("Cut the tiles"),
        "uncover": lazy("Uncover the dice"),
        "draw-number": lazy("Draw the number"),
        "use-button": lazy("Move the button"),
        "deliver": lazy("Deal the hands"),
        "declare-jacks": lazy("Declare the jacks"),
        "set-for-player": lazy("Set the hand for the player"),
        "set-house-hand": lazy("Set the house’s hand"),
        "expose-bank": lazy("Show the bank’s hand"),
        "expose": lazy("Open and compare the hand"),
        "pay": lazy("Pay the winners"),
        "abandon-round": lazy("Abandon the round"),
        "close-round": lazy("Close the round"),
        "publish-chain": lazy("Publish the seed chain"),
        "close-seeds": lazy("Draw the deal"),
        "no-roll": lazy("“No roll”"),
        "report-fault": lazy("Report a fault"),
        "find-face-up": lazy("Find a card face up"),
        "draw-in-error": lazy("Draw a card too early"),
        "tear-joker": lazy("Tear up the second joker"),
        "clean-set": lazy("Clean the set"),
        "inspect-set": lazy("Inspect the set"),
        "display-set": lazy("Show the set"),
        "turn-set-down": lazy("Turn the set face down"),
        "time": lazy("Time passes"),
        # of the floor
        "stop": lazy("Stop the table"),
        "resume": lazy("Resume the table"),
        "misdeal": lazy("Void the round: misdeal"),
        "order-reshuffle": lazy("Order a reshuffle"),
        "direct-shuffle": lazy("Order a reshuffle of the cards"),
        "recut": lazy("Order a recut"),
        "expose-in-stacking": lazy("A tile was exposed during stacking"),
        "expose-piece": lazy("A dealt card or tile was exposed"),
        "expose-while-dealing": lazy("A card was exposed while dealing"),
        "deal-with-slip": lazy("Deal with a mistake"),
        "knock-over": lazy("A hand was knocked over"),
        "mix-hands": lazy("Two hands were mixed up"),
        "reset-house-hand": lazy("Reset the house’s hand"),
        "confirm": lazy("Confirm the hand"),
        "view-conceded": lazy("Look at a conceded hand"),
        "direct-cut": lazy("Direct the cut"),
        "remove-set": lazy("Take the set off the table"),
        "receive-set": lazy("Bring a new set"),
        "verify-set": lazy("Verify the set"),
        "replace-dice": lazy("Replace the dice"),
        "find-damage": lazy("A card or tile is damaged or marked"),
        "replace-piece": lazy("Replace a card or tile"),
        "mark-device": lazy("Mark a device as out of use"),
        "restore-device": lazy("Put a device back into use"),
        "remove-box": lazy("Remove a box by the dice"),
        "restore-box": lazy("Restore a box"),
        "remove-player": lazy("Remove a player from play"),
        "restore-player": lazy("Let a player play again"),
        "ban-player": lazy("Bar a player from the table"),
        "direct-set-first": lazy("Have a player set first"),
        "direct-english": lazy("Require English only"),
        "note-conduct": lazy("Note conduct"),
        "validate-progressive": lazy("Approve a progressive payout"),
        "complete-documents": lazy("Complete the payout paperwork"),
    }
)
IRREGULARITIES: Words = _lazily(codes.IRREGULARITIES)
SWITCHES: Words = MappingProxyType(
    {
        "on-true": lazy("from now on"),
        "on-false": lazy("no longer"),
        "next_person-true": lazy("by the next person"),
        "next_person-false": lazy("by the same person"),
        "sign-true": lazy("with a sign"),
        "sign-false": lazy("without a sign"),
        "prepared-true": lazy("already inspected"),
        "prepared-false": lazy("as it comes"),
    }
)
RESULTS: Words = MappingProxyType({"win": lazy("wins"), "push": lazy("pushes"), "lose": lazy("loses")})
THINGS: Words = _lazily(codes.THINGS)
WAYS: Words = _lazily(codes.WAYS)


def word(words: Words, name: str) -> str:
    """Return the word for a name, or the name itself with spaces if there is none."""
    return str(words.get(name) or name.replace("-", " ").capitalize())


def action_name(verb: str, game: Game) -> str:
    """Return the name of a command in this game."""
    return capital(phrase(game.rules.terms.give_up)) if verb == Surrender.verb else word(ACTIONS, verb)


@per_language
def place(position: int, game: Game) -> str:
    if position == game.dealer:
        return _("Dealer")
    if position == game.dead:
        return _("Dead Hand")
    return capital(phrase(game.rules.terms.place_at(position)))


def commission(game: Game) -> str:
    """Return the document's own term, for records; elsewhere players read "commission"."""
    return phrase(game.rules.terms.fee)


@per_language
def bet_name(kind: str) -> str:
    """Return the players' name for a bet; the game's main bet needs none."""
    return _("Bet") if kind == MAIN else word(KINDS, kind)


def bracketed(said: str, aside: str) -> str:
    """Return a sentence with something in brackets after it."""
    return _("%(said)s (%(aside)s)") % {"said": said, "aside": aside}


def signed_money(cents: int) -> str:
    """Return a gain or a loss with its sign."""
    return f"+{format_cents(cents)}" if cents > 0 else format_cents(cents).replace("-", "−")


def piece_name(piece: Piece) -> str:
    """Return the name of a piece, for screen readers and tooltips."""
    return saying.piece_name(piece, voice())


def hand_name(rank: TwoTileRank | HighRank | LowRank) -> str:
    """Return the name of the hand that two tiles, five cards or two cards make."""
    return saying.hand_name(rank, voice())


def setting_names(setting: Setting, game: Game) -> tuple[str, str]:
    """Return the high and the low hand in words."""
    return saying.setting_names(setting, game.kit, voice())


@per_language
def phrase(text: Text | str) -> str:
    """Translate a text of the core, or a word of a record, into the page's language; names stay unchanged."""
    return saying.say(text, voice())


def event_text(heard: Heard, game: Game, you: str = "") -> str:
    """Return an event as a sentence of the log; `you` is the player who reads it."""
    return saying.tell(heard, game, voice(), called, you)


def translate(text: Text, names: lessons.Names | None = None) -> str:
    """Translate a sentence; `names` are words for fields that hold the English name of a hand."""
    return lessons.translate(text, voice(), names)


def said_data(data: Mapping[str, Any]) -> str:
    """Translate a sentence given as the output of `Text.data`."""
    return translate(Text(data["template"], data["fields"]))


def local_names(shown: Iterable[Shown | None], game: Game) -> dict[str, str]:
    """Return the translated names of the hands of these settings, by their English names."""
    return lessons.local_names(shown, game, voice())
