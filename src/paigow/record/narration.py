"""Narration of a record: who did what, with what result, under which clauses, and where the chips went.

Sentences use only the fields of an event that the viewer may hear (`table.hearing`), so they cannot reveal more.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from paigow.money import Account, Movement, Transfer, format_cents
from paigow.record.replay import Replay, Step
from paigow.record.tellings import OWN_REASONS, WORDS
from paigow.rules import STANDARDS
from paigow.table import Event, Game
from paigow.table.boxes import boxes
from paigow.table.core.engine import event_kind
from paigow.table.core.log import BOXES, CARDS, OWN_PUSH, By, Wording
from paigow.table.core.model import BANK_STAKE, DEALER, DEALER_WAGER, MAIN
from paigow.table.hearing import everything
from paigow.table.steps.closing import RoundClosed
from paigow.table.steps.mixing import RoundOpened
from paigow.text import Text, Texts, Translate, capital, text

Heard = Mapping[str, Any]

MONEY = frozenset({"amount", "won", "vigorish", "collected", "surplus", "stake", "cents", "paid", "returned"})
PLACES = frozenset({"position", "positions", "start", "box", "boxes"})
WAGERS = frozenset({"wager", "wagers"})
PEOPLE = frozenset({"player", "reporter", "next_person", "sharers", "set_by"})
"""Fields that hold a player's name."""
COMMON = frozenset({"event", "clauses", "transfers"})
TEXTS = frozenset(
    {"rule", "line", "reason", "kind", "delivery", "hand", "device", "marker", "at", "draws", "lays", "back", "meter"}
)
"""Fields that hold the program's own words rather than a person's."""


def narrate(replay: Replay) -> Iterator[str]:
    """Yield the lines of the whole record.

    The record is verified along the way; the narration stops at the first invalid line.
    """
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
        for move in event.transfers:
            yield f"      {tell_transfer(move, game)}"
        if isinstance(event, RoundClosed):
            yield f"  Chips: {balances(step)}"


def balances(step: Step) -> str:
    """Return everyone's balance at the end of a round; empty positions are left out."""
    return ", ".join(f"{account} {format_cents(cents)}" for account, cents in sorted(step.state.ledger.items()))


def tell_transfer(move: Transfer, game: Game) -> str:
    """Describe a transfer in English, as records do."""
    return f"{format_cents(move.amount)} {move.debit} → {move.credit}: {tell_reason(move, game)} [{move.clause}]"


def tell_reason(move: Transfer, game: Game) -> Text:
    """Describe why chips moved, using the document's own term."""
    if move.kind is Movement.PUSH and game.rules.terms.own_push:
        return Text(game.rules.terms.push)
    own = (OWN_REASONS[kind].get(move.kind) for kind, holds in _kinds(game).items() if holds and kind in OWN_REASONS)
    return next((Text(word) for word in own if word), move.reason)


def tell(event: Event, game: Game) -> str:
    """Describe one event in a sentence, with nothing hidden."""
    return tell_heard(everything(event), game)


def describe(heard: Heard, game: Game, called: Translate = str, you: str = "") -> Text:
    """Return the text for an event as heard by a viewer.

    `called` maps players to the names to use, and `you` is the reader.
    """
    event = event_kind(heard["event"])
    own = bool(you) and you in (heard.get("player"), heard.get("set_by"))
    wording = (own and event.log_you) or event.log
    message, fields = _template(wording, {**heard, **_kinds(game)}), _Telling(game, called, you).words(heard)
    if message.startswith("{"):  # keep a player's name as it is; capitalise "position 3"
        first = message[1 : message.index("}")]
        if isinstance(word := fields[first], Text):
            fields[first] = Text(capital(word.template), word.fields)
    return Text(message, fields)


def tell_heard(heard: Heard, game: Game, translate: Translate = str, called: Translate = str, you: str = "") -> str:
    """Describe the visible part of an event in a sentence; see `describe`."""
    return describe(heard, game, called, you).render(translate)


def _template(wording: Wording, fields: Mapping[str, Any]) -> str:
    """Return the sentence that matches the fields."""
    while not isinstance(wording, str):
        if isinstance(wording, By):
            wording = wording.texts[fields[wording.field]]
        else:
            wording = wording.yes if fields.get(wording.field) else wording.no
    return wording


@lru_cache(maxsize=256)
def _kinds(game: Game) -> Mapping[str, bool]:
    """Return the vocabulary flags that apply to the game."""
    return {CARDS: game.kit.kind == "cards", BOXES: game.has(boxes), OWN_PUSH: game.rules.terms.own_push}


class _Telling:
    """A formatter for an event's values, in the game's own words."""

    def __init__(self, game: Game, called: Translate, you: str) -> None:
        self.game = game
        self.you = you
        self.called = called
        self.kinds = _kinds(game)

    def words(self, heard: Heard) -> dict[str, Any]:
        """Return the fields of an event as they appear in a sentence."""
        texts = {name: self.word(name, item) for name, item in heard.items() if name not in COMMON}
        texts["push"] = Text(self.game.rules.terms.push)
        if "match" in heard:
            for half in ("high", "low"):
                winner = heard["match"][half]["winner"]
                texts[half] = self.say(f"{half}-{'banker' if winner == 'bank' and self.kinds[BOXES] else winner}")
        return texts

    def say(self, word: str, **fields: Any) -> Text:
        return Text(WORDS[word], fields)

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
            return Text(self.game.rules.terms.push) if item == "push" else self.say(item)
        if name == "set_by" and item == DEALER:
            return self.say("set-by-dealer")
        if name in TEXTS and isinstance(item, str):
            return Text(item)
        if name in PEOPLE and isinstance(item, str):
            return self.called(item)
        return "" if item is None else item

    def listed(self, name: str, items: list[Any]) -> Texts:
        if name == "hands":
            return Texts((text("{place} {pieces}", place=self.place(at), pieces=pieces) for at, pieces in items), "; ")
        if items and isinstance(items[0], list):
            return Texts(text("({each})", each=self.listed(name, each)) for each in items)
        return Texts(self.word(name, each) for each in items)

    def place(self, position: int) -> Text:
        if position == self.game.dealer:
            return self.say("dealer")
        if position == self.game.dead:
            return self.say("dead")
        return self.game.rules.terms.place_at(position)

    def wager(self, account: Account) -> Text:
        kind, player = account.part("wager"), account.part("player")
        if kind == DEALER_WAGER:
            return self.say("dealer-wager")
        place = self.place(int(account.part("position")))
        word = {MAIN: "wager", BANK_STAKE: "bank-wager"}.get(kind, "side-wager")
        if self.you and player == self.you:
            return self.say(f"own-{word}", kind=Text(kind), place=place)
        return self.say(word, player=self.called(player), kind=Text(kind), place=place)
