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
        return "{collected} is lacking and made up."
    return "{surplus} is left" + (", {vigorish} of the bank’s part vigorish." if event.vigorish else ".")


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
        "set-laid-out": "The set is checked and laid out by rank: {pieces}.",
        "damage-found": "A {piece} is found damaged or marked.",
        "piece-replaced": "The {piece} is replaced.",
        "dice-replaced": "The dice are replaced.",
        "time-passed": "The clock shows {now} seconds.",
        "set-turned-up": "{player} has the set turned face up: {pieces}.",
        "joker-torn": "The second joker of {set_id} is torn up by {by}.",
        # people
        "player-seated": lambda e, w: (
            "{player} "
            + ("stands behind" if e.position is None else "sits down at {position}")
            + ", with the seed {seed}."
        ),
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
        "player-removed": "The floor removes {player} from the game.",
        "player-restored": "The floor lets {player} play again.",
        "player-banned": "The floor bans {player} from the table.",
        "set-first-directed": lambda e, w: "{player} " + ("has to" if e.on else "need not") + " set first.",
        "english-directed": lambda e, w: "The floor allows " + ("English only." if e.on else "other languages again."),
        # bank and mix
        "round-opened": "The round opens, committed to {commitment}.",
        "bank-offered": "{player} is offered the bank.",
        "bank-passed": "{player} passes.",
        "bank-accepted": lambda e, w: "{player} takes the bank" + (", half with the house." if e.co else "."),
        "house-banks": "Nobody takes the bank; the house has it.",
        "mixed": "Mixed: {order}.",
        "stacks-cut": "{player} cuts the stacks: {order}.",
        "stacking-spoiled": "A piece showed in stacking; all are mixed again.",
        "laja-called": lambda e, w: "{player} asks for a laja." if e.player else "A tile showed: laja.",
        "laja-performed": lambda e, w: "Laja: {order}." + (" {shown} tiles showed." if e.shown else ""),
        "reshuffle-called": "All tiles are shuffled again: {reason}.",
        "deck-taken": "Deck {deck} ({back}) is taken.",
        "deck-placed": lambda e, w: (
            "The deck lies in the {at}" + ("." if e.by_device else "; {draws} draws, {lays} lays.")
        ),
        "deck-removed": "Deck {deck} leaves the table.",
        "shuffle-failed": "The shuffler did not finish; the cards are shuffled again.",
        "device-failed": "The {device} is out of order.",
        "device-marked": "The {device} is covered or carries a sign.",
        "device-restored": "The {device} works again.",
        "cut-offered": "{player} is offered the cut.",
        "cut-passed": "{player} does not cut.",
        "cards-cut": lambda e, w: ("{player}" if e.player else "The dealer") + " cuts {depth} cards deep.",
        "recut-required": "The cut is too near an end and is made again.",
        "shuffle-directed": "The cards are to be shuffled again.",
        # wagers
        "wager-declared": "{wager} is called out: {amount}.",
        "box-chosen": "{player} chooses the box of {position}.",
        "control-yielded": "{player} yields the control of {position}.",
        "control-ascertained": lambda e, w: "{position} is decided by " + ("{player}." if e.player else "the dealer."),
        "bank-staked": "{wager} is put up: {amount}.",
        "co-bank-agreed": "{player} agrees to co-bank with the house.",
        "bank-uncovered": lambda e, w: (
            "The stake of {player} does not cover the wagers: the house " + ("co-banks." if e.co else "banks.")
        ),
        "stake-taken": "The stake of {stake} is taken to the banker’s area.",
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
        "delivery-chosen": lambda e, w: ("{player}" if e.player else "The dealer") + " chooses {delivery}.",
        "dice-shaken": lambda e, w: ("{player}" if e.player else "The dealer") + " shakes {shakes} times.",
        "start-determined": lambda e, w: ("The dice show {dice}: " if e.dice else "") + "{number} counts to {start}.",
        "start-marked": "A {marker} marks {position}.",
        "button-moved": "The button moves to {position}.",
        "no-roll-called": "“No roll”: {reason}.",
        "empty-laid-together": "Tiles for empty boxes side by side lie together: {groups}.",
        "bank-tiles-moved": "The bank’s tiles, of {position}, lie in front of the float tray.",
        "delivered": "Dealt ({delivery}), from {start}: {hands}.",
        "dealer-marked": lambda e, w: "The dealer’s {} lies on the dealer’s hand.".format(
            "wager" if e.wager else "marker"
        ),
        "empty-collected": "Nobody plays {positions}: collected unseen.",
        "shaker-rested": "The shaker is covered, shaken once and put away.",
        "stub-counted": "{count} cards are left, as there must be.",
        "dealer-cards-shown": "The cards of {position} lie face up.",
        "jacks-declared": "The dealer has {jacks} jacks: the round is over.",
        "cut-declined": "{player} leaves the cut to the dealer.",
        "cut-directed": "The bank directs the cut {delivery}.",
        "tiles-cut": "The tiles are cut: {delivery}.",
        "adjustment-nominated": "The adjustment is {value}.",
        "stub-wrong": lambda e, w: (
            "{count} cards are left instead of {expected}: " + ("a misdeal." if e.misdealt else "the deck is bad.")
        ),
        "card-lost": "A card is missing from the deck: {card}.",
        "face-up-found": "{card} lay face up in the deck and is not used.",
        "drawn-in-error": "A card drawn in error is the next card.",
        # setting
        "dealer-asked": "{player} asks the dealer to set {position}.",
        "hand-confirmed": lambda e, w: ("{player}" if e.player else "The floor") + " confirms the hand of {position}.",
        "tiles-shown": "{player} shows tiles of {position}.",
        "conceded-viewed": "The conceded tiles of {position} are looked at.",
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
        "hand-discarded": "The {count} cards of {position} go to the discards.",
        "hand-rearranged": "The seven cards of {position} make {name}: {best}.",
        "envy-hand-announced": "{position} has {hand}: envy for the others.",
        "envy-paid": "{player} is paid envy of {amount} for {hand} at {position}, by the {kind} table.",
        "progressive-hit": "{wager} hits the progressive with {hand}.",
        "documents-completed": "The papers for {position} are completed.",
        "progressive-paid": lambda e, w: (
            "{wager} is paid {amount} for {hand}" + (", {percent} percent of the {meter} meter." if e.meter else ".")
        ),
        "progressive-returned": "The progressive wagers go back.",
        "wager-released": "{wager} is taken back.",
        # irregularities
        "removal-shaken": lambda e, w: (
            "The dice show {dice}: {position} " + ("is taken out of play." if e.removed else "may not be taken.")
        ),
        "box-restored": "{position} is in play again.",
        "hand-disturbed": "The hand of {position} was disturbed and is set the house way: {setting} ({rule}).",
        "hands-mixed": "The tiles of {positions} got mixed: both hands are void.",
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
