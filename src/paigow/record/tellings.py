"""The sentences of a narration, one for each kind of event: a text with the event's fields in it, or a function that
chooses the text."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

Telling = str | Callable[[Any, Mapping[str, Any]], str]


def _settled(event: Any, words: Mapping[str, Any]) -> str:
    if event.result == "win":
        return "{wager} wins {won}" + (", less {vigorish} vigorish." if event.vigorish else ".")
    return "{wager} pushes." if event.result == "push" else "{wager} loses."


def _side_settled(event: Any, words: Mapping[str, Any]) -> str:
    return "{wager} wins {won}: {line}." if event.won else "{wager} loses."


def _exposed(event: Any, words: Mapping[str, Any]) -> str:
    if event.foul:
        return "{position} shows {setting}: foul, it loses."
    halves = (("high", event.match.high.winner), ("low", event.match.low.winner))
    said = ", ".join(f"{half} a copy" if winner == "copy" else f"{half} to the {winner}" for half, winner in halves)
    return "{position} shows {setting}: " + said + ", {result}."


def _bank_settled(event: Any, words: Mapping[str, Any]) -> str:
    if event.collected:
        return "The centre lacks {collected}, which is made up."
    return "The centre has {surplus} left" + (", {vigorish} of it vigorish." if event.vigorish else ".")


TELLINGS: Mapping[str, Telling] = MappingProxyType(
    {
        # opening
        "set-received": lambda e, w: "Set {set_id} comes" + (", inspected before." if e.prepared else "."),
        "set-cleaned": "Set {set_id} is cleaned.",
        "set-inspected": "Set {set_id} is inspected and complete.",
        "set-rejected": "Set {set_id} is rejected: {flaws}. Signed by {signed}.",
        "set-verified": "The floor verifies the inspection of {set_id}.",
        "set-displayed": "The set lies face up: {pieces}.",
        "set-viewed": "{player} looks the set over.",
        "set-turned-down": "The set is turned face down.",
        "set-removed": lambda e, w: "Set {set_id} is taken off the table" + (": {reason}." if e.reason else "."),
        "dice-replaced": "The dice are replaced.",
        "time-passed": "The clock shows {now} seconds.",
        # people
        "player-seated": "{player} sits down at {position}, with the seed {seed}.",
        "seed-given": "{player} changes the seed to {seed}.",
        "chips-bought": "{player} buys chips for {amount}.",
        "coloured-up": "{player} changes chips worth {amount}.",
        "player-left": "{player} leaves the table.",
        "player-walked-away": "{player} walks away in mid-round.",
        "player-came-back": "{player} comes back.",
        "hand-abandoned": "The hand of {position} is taken unseen: its player is gone.",
        "wager-abandoned": "{wager} is lost: its player is gone.",
        "conduct-noted": lambda e, w: "{reporter} notes: {kind}" + (", by {player}." if e.player else "."),
        "table-stopped": "The floor stops the table: {reason}.",
        "table-resumed": "The floor lets the table go on.",
        # bank and mix
        "round-opened": "The round opens, committed to {commitment}.",
        "bank-offered": "{player} is offered the bank.",
        "bank-passed": "{player} passes.",
        "bank-accepted": lambda e, w: "{player} takes the bank" + (", half with the house." if e.co else "."),
        "house-banks": "Nobody takes the bank; the house has it.",
        "mixed": "Mixed: {order}.",
        "stacks-cut": "{player} cuts the stacks: {order}.",
        "stacking-spoiled": "A piece showed in stacking; all are mixed again.",
        # wagers
        "wager-placed": "{wager}: {amount}.",
        "wager-withdrawn": "{wager} is withdrawn.",
        "dealer-wager-directed": "The bank has the dealer wager {amount}.",
        "dealer-wagered": "The dealer wagers {amount} against the bank.",
        "bets-closed": "“No more bets.”",
        # start and deal
        "delivery-chosen": lambda e, w: ("{player}" if e.player else "The dealer") + " chooses {delivery}.",
        "dice-shaken": lambda e, w: ("{player}" if e.player else "The dealer") + " shakes {shakes} times.",
        "start-determined": lambda e, w: ("The dice show {dice}: " if e.dice else "") + "{number} counts to {start}.",
        "no-roll-called": "“No roll”: {reason}.",
        "delivered": "Dealt ({delivery}), from {start}: {hands}.",
        "dealer-marked": lambda e, w: "The dealer’s {} lies on the dealer’s hand.".format(
            "wager" if e.wager else "marker"
        ),
        "empty-collected": "Nobody plays {positions}: collected unseen.",
        "shaker-rested": "The shaker is covered, shaken once and put away.",
        "stub-counted": "{count} cards are left, as there must be.",
        "dealer-cards-shown": "The cards of {position} lie face up.",
        "jacks-declared": "The dealer has {jacks} jacks: the round is over.",
        # setting
        "hand-looked-at": "{player} picks up the hand of {position}.",
        "house-way-told": "{player} is told the house way for {position}: {setting} ({rule}).",
        "hand-set": "The hand of {position} is set by {set_by}: {setting}.",
        "players-ready": "Every hand is set.",
        "house-hand-set": "The hand of {position} is set by {set_by}: {setting} ({rule}).",
        "bank-hand-exposed": "The bank shows {setting}.",
        "hands-compared": "The house’s hands lie in full view.",
        # settlement
        "dealer-hand-compared": "The dealer against the bank: {result}.",
        "hand-exposed": _exposed,
        "surrendered": "{wager} is surrendered.",
        "wager-settled": _settled,
        "side-wager-settled": _side_settled,
        "all-exposed": "Every hand is open.",
        "bank-settled": _bank_settled,
        "round-settled": "The round is settled.",
        "round-closed": "The seed was {seed}.",
        "round-abandoned": "The round is abandoned: {reason}.",
        # irregularities
        "round-voided": "The round is void: {reason}. Every wager goes back.",
        "piece-exposed": lambda e, w: (
            "A piece of {position} is exposed" + ("; its player has the choice." if e.choice else ".")
        ),
        "hand-voided": "The hand of {position} is void.",
        "played-on": "The hand of {position} is played on.",
        "house-hand-reset": lambda e, w: (
            "The hand of {position} is set again: {setting} ({rule})." + (" Everyone sets again." if e.everyone else "")
        ),
    }
)
