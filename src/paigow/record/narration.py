"""What happened as a person reads it: who did what, what came of it, by which clauses, and where the chips went.

A sentence is made of what is heard of an event (`table.hearing`), so that it cannot say more. `translate` turns a
template of `tellings.templates`, and a word of the program in a field, into another language; fields keep their names.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from paigow.money import Account, format_cents
from paigow.record.replay import Replay, Step
from paigow.record.tellings import BOXES, CARDS, OWN_REASONS, TELLINGS, TIES, WORDS, template
from paigow.rules import STANDARDS
from paigow.table import Event, Game
from paigow.table.closing import RoundClosed
from paigow.table.hearing import everything
from paigow.table.kit import CardKit
from paigow.table.mixing import RoundOpened
from paigow.table.model import BANK_STAKE, DEALER, DEALER_WAGER, MAIN

Heard = Mapping[str, Any]
Translate = Callable[[str], str]

MONEY = frozenset({"amount", "won", "vigorish", "collected", "surplus", "stake", "cents", "paid", "returned"})
PLACES = frozenset({"position", "positions", "start", "box", "boxes"})
WAGERS = frozenset({"wager", "wagers"})
PEOPLE = frozenset({"player", "reporter", "next_person", "sharers", "set_by"})
"""Fields that hold a player's name."""
COMMON = frozenset({"event", "clauses", "transfers"})
TEXTS = frozenset(
    {"rule", "line", "reason", "kind", "delivery", "hand", "device", "marker", "at", "draws", "lays", "back", "meter"}
)
"""Fields that hold words of the program, not of a person."""


def narrate(replay: Replay) -> Iterator[str]:
    """The lines of the whole record. The record is checked on the way; what does not hold stops the story."""
    head = replay.head
    standard = STANDARDS[head.submission.standard]
    yield f"Table {head.table_id}, {standard.name} {standard.version}: {head.submission.title}"
    for step in replay:
        yield from tell_step(step)
    yield ""
    yield f"{replay.state.rounds} {'round' if replay.state.rounds == 1 else 'rounds'}, verified; hash {replay.hash}"


def tell_step(step: Step) -> Iterator[str]:
    game = step.state.game
    for event in step.events:
        if isinstance(event, RoundOpened):
            yield ""
            yield f"Round {event.number}"
        yield f"  {tell(event, game)} [{' '.join(dict.fromkeys(event.clauses))}]"
        for move in everything(event)["transfers"]:
            yield f"      {tell_transfer(move, game)}"
        if isinstance(event, RoundClosed):
            yield f"  Chips: {balances(step)}"


def balances(step: Step) -> str:
    """What everyone has when a round is over; an empty place is not named."""
    return ", ".join(f"{account} {format_cents(cents)}" for account, cents in sorted(step.state.ledger.items()))


def tell_transfer(move: Heard, game: Game, translate: Translate = str) -> str:
    """One of the transfers of an event that was heard."""
    cents, reason = format_cents(move["cents"]), tell_reason(move, game, translate)
    return f"{cents} {move['from']} → {move['to']}: {reason} [{move['clause']}]"


def tell_reason(move: Heard, game: Game, translate: Translate = str) -> str:
    """What chips moved for, in the document's own word."""
    reason = move["for"]
    for kind, holds in _kinds(game).items():
        if holds:
            reason = OWN_REASONS.get(kind, {}).get(reason, reason)
    return translate(reason)


def tell(event: Event, game: Game) -> str:
    """One event in a sentence, with nothing kept back."""
    return tell_heard(everything(event), game)


def tell_heard(heard: Heard, game: Game, translate: Translate = str, called: Translate = str) -> str:
    """What was heard of an event, in a sentence; `called` says what a player is called in it."""
    telling = _Telling(game, translate, called)
    fields = {**heard, **_kinds(game)}
    text = translate(template(TELLINGS[heard["event"]], fields))
    sentence = text.format_map(telling.words(heard))
    if sentence.startswith(("position ", "box ", "the ")):  # a player's name stays as it is
        sentence = sentence[0].upper() + sentence[1:]
    return sentence


def _kinds(game: Game) -> dict[str, bool]:
    """What words the game has."""
    ties = STANDARDS[game.standard].push == "tie"
    return {CARDS: isinstance(game.kit, CardKit), BOXES: game.options.boxes is not None, TIES: ties}


class _Telling:
    """Says values in the words of a language, as they are called at a table."""

    def __init__(self, game: Game, translate: Translate, called: Translate) -> None:
        self.game = game
        self.translate = translate
        self.called = called
        self.kinds = _kinds(game)

    def words(self, heard: Heard) -> dict[str, Any]:
        """The fields of an event as they are read in a sentence."""
        told = {name: self.word(name, item) for name, item in heard.items() if name not in COMMON}
        if "match" in heard:
            for half in ("high", "low"):
                winner = heard["match"][half]["winner"]
                told[half] = self.say(f"{half}-{'banker' if winner == 'bank' and self.kinds[BOXES] else winner}")
        return told

    def say(self, word: str, **fields: Any) -> str:
        return self.translate(WORDS[word]).format_map(fields)

    def word(self, name: str, item: Any) -> Any:
        if isinstance(item, list):
            return self.listed(name, item)
        if isinstance(item, bool):
            return self.say("yes" if item else "no")
        if name in PLACES and isinstance(item, int):
            return self.place(item)
        if name in MONEY and isinstance(item, int):
            return format_cents(item)
        if name in WAGERS and isinstance(item, str):
            return self.wager(Account(item))
        if name == "result":
            return self.say("tie" if item == "push" and self.kinds[TIES] else item)
        if name == "set_by" and item == DEALER:
            return self.say("set-by-dealer")
        if name in TEXTS and isinstance(item, str):
            return self.translate(item)
        if name in PEOPLE and isinstance(item, str):
            return self.called(item)
        return "" if item is None else item

    def listed(self, name: str, items: list[Any]) -> str:
        if name == "hands":
            return "; ".join(f"{self.place(position)} {pieces}" for position, pieces in items)
        if items and isinstance(items[0], list):
            return ", ".join(f"({self.listed(name, each)})" for each in items)
        return ", ".join(str(self.word(name, each)) for each in items)

    def place(self, position: int) -> str:
        if position == self.game.dealer:
            return self.say("dealer")
        if position == self.game.dead:
            return self.say("dead")
        return self.say("box" if self.kinds[BOXES] else "position", number=position)

    def wager(self, account: Account) -> str:
        kind, player = account.part("wager"), account.part("player")
        if kind == DEALER_WAGER:
            return self.say("dealer-wager")
        place = self.place(int(account.part("position")))
        word = {MAIN: "wager", BANK_STAKE: "bank-wager"}.get(kind, "side-wager")
        return self.say(word, player=self.called(player), kind=self.translate(kind), place=place)
