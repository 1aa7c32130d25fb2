"""A record as a person reads it: who did what, what came of it, by which clauses, and where the chips went."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from paigow.money import Transfer, format_cents
from paigow.record.codec import PIECES, event_name
from paigow.record.replay import Replay, Step
from paigow.record.tellings import TELLINGS
from paigow.rules import STANDARDS
from paigow.table import Event, Game
from paigow.table.closing import RoundClosed
from paigow.table.mixing import RoundOpened
from paigow.table.model import DEALER_WAGER, MAIN, WagerKey

MONEY = frozenset({"amount", "won", "vigorish", "collected", "surplus", "stake", "cents", "paid", "returned"})
PLACES = frozenset({"position", "positions", "start", "box", "boxes"})


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
        sentence = tell(event, game)
        if sentence.startswith(("position ", "box ", "the ")):  # a player's name stays as it is
            sentence = sentence[0].upper() + sentence[1:]
        yield f"  {sentence} [{' '.join(dict.fromkeys(event.clauses))}]"
        for move in event.transfers:
            yield f"      {tell_transfer(move)}"
        if isinstance(event, RoundClosed):
            yield f"  Chips: {balances(step)}"


def balances(step: Step) -> str:
    """What everyone has when a round is over; an empty place is not named."""
    return ", ".join(f"{account} {format_cents(cents)}" for account, cents in sorted(step.state.ledger.items()))


def tell_transfer(move: Transfer) -> str:
    return f"{format_cents(move.amount)} {move.debit} → {move.credit}: {move.reason} [{move.clause}]"


def tell(event: Event, game: Game, translate: Callable[[str], str] = str) -> str:
    """One event in a sentence; `translate` gives the sentence in another language, before its fields are filled in."""
    telling = TELLINGS.get(event_name(type(event)))
    words = _words(event, game)
    if telling is None:  # an event without a sentence of its own says its name and what it holds
        held = ", ".join(f"{name.replace('_', ' ')} {word}" for name, word in words.items() if word not in ("", "no"))
        name = event_name(type(event)).replace("-", " ").capitalize()
        return f"{name}: {held}." if held else f"{name}."
    text = telling if isinstance(telling, str) else telling(event, words)
    return translate(text).format_map(words)


def _words(event: Event, game: Game) -> Mapping[str, Any]:
    """The fields of an event as they are read in a sentence."""
    told = {}
    for name in type(event).__dataclass_fields__:
        if name not in ("clauses", "transfers"):
            told[name] = _word(name, getattr(event, name), game)
    return told


def _word(name: str, item: Any, game: Game) -> Any:
    if isinstance(item, bool):
        return "yes" if item else "no"
    if name in PLACES and item is not None:
        if isinstance(item, int):
            return place(item, game)
        return ", ".join(place(each, game) for each in item)
    if name in MONEY and isinstance(item, int):
        return format_cents(item)
    if isinstance(item, tuple) and item and isinstance(item[0], WagerKey):
        return ", ".join(_word("", key, game) for key in item)
    if isinstance(item, WagerKey):
        if item.kind == DEALER_WAGER:
            return "the dealer’s wager"
        kind = "wager" if item.kind == MAIN else f"{item.kind} wager"
        return f"{item.player}’s {kind} on {place(item.position, game)}"
    if name == "hands":
        return "; ".join(f"{place(position, game)} {_joined(pieces)}" for position, pieces in item)
    if isinstance(item, tuple | frozenset):
        return _joined(item)
    return "" if item is None else item


def _joined(items: Any) -> str:
    if all(isinstance(each, PIECES) for each in items):
        return " ".join(map(str, items))
    return ", ".join(map(str, sorted(items) if isinstance(items, frozenset) else items))


def place(position: int, game: Game) -> str:
    if position == game.dealer:
        return "the dealer"
    if position == game.dead:
        return "the Dead Hand"
    return f"position {position}" if game.options.boxes is None else f"box {position}"
