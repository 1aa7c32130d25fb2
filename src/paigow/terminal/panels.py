"""The panel under the felt: the current question, the wagers to make, the hand to set, or the result."""

from collections.abc import Mapping, Sequence

from rich.cells import cell_len
from rich.text import Text

from paigow.hands.pieces import Piece
from paigow.table import Phase
from paigow.table.boxes.staking import StakeBank
from paigow.table.core.game import Game
from paigow.table.steps.banking import DirectDealerWager
from paigow.table.steps.wagers import PlaceWager
from paigow.terminal.columns import centred, left, right, wrapped
from paigow.terminal.felt import BRASS, DIM, LOST, ME, PUSHED, WON
from paigow.terminal.moment import Moment, Spot, chips_of, limits
from paigow.terminal.outcome import RoundResult
from paigow.terminal.pieces import Art, name_of
from paigow.terminal.seat import SeatedTable
from paigow.terminal.setter import Setter
from paigow.terminal.text import _, within
from paigow.terminal.words import clauses, hand_names, has_boxes, money

LINES = 7
SPOTS = 4
NOTES = 20
"""Columns that the notes beside a hand need; on a narrower screen its pieces are drawn without gaps."""


def betting(
    spots: Sequence[Spot], chosen: int, held: Mapping[tuple[str, int, str], int], rack: int, against: int, art: Art
) -> Text:
    """Return the wagers that can be made, with the chips in hand for each."""
    heads = {
        PlaceWager.verb: _("Your bets: chips by number; Enter puts them down, Backspace takes them back."),
        StakeBank.verb: _("You are the banker. Put up your stake: chips by number; w covers all bets."),
        DirectDealerWager.verb: _("You are the banker. You decide how much the dealer bets against you."),
    }
    text = Text(heads[spots[chosen].command.verb] + "\n", BRASS)
    first = max(0, min(chosen - 1, len(spots) - SPOTS))
    for place, spot in list(enumerate(spots))[first : first + SPOTS]:
        mark = (">" if art.plain else "▸") if place == chosen else " "
        style = ME if place == chosen else ""
        text.append(f"{mark} {left(spot.label, 28)}", style)
        text.append(right(money(spot.now), 10), style)
        if chips := held.get(spot.key):
            text.append(f"  + {money(chips)} = {money(spot.now + chips)}", BRASS)
        else:
            text.append(f"  {limits(spot)}", DIM)
        text.append("\n")
    if hidden := len(spots) - min(len(spots), SPOTS):
        text.append("  " + _("{n} more: arrows").format(n=hidden) + "  ", DIM)
    text.append("  " + _("in your rack: {amount}").format(amount=money(rack - sum(held.values()))), DIM)
    if against:
        text.append("  " + _("against you: {amount}").format(amount=money(against)), BRASS)
    return text


def bank_offer(table: SeatedTable) -> Text:
    """Return the panel for an offer of the bank: who is offered it, and what it requires."""
    game = table.state.game
    lines = Text(_("You are offered the bank.") + "\n", BRASS)
    lines.append(
        _("The bank covers every bet against it. You have {amount} in your rack.").format(amount=money(table.rack))
    )
    lines.append(f" {clauses(game.cite('bank.cover'))}\n", DIM)
    if game.options.bank.co_bank:
        co = _("As co-bank you cover half of them; the house covers the rest and sets the hand.")
        co_banker = _("As co-banker you cover half of them; the house covers the rest and sets the hand.")
        lines.append((co_banker if has_boxes(game) else co) + "\n")
    if game.banking.shakes or has_boxes(game):
        bank = _("The bank chooses the delivery if there is a choice, cuts, and shakes the dice.")
        banker = _("The banker decides the cut and may shake the dice cup.")
        lines.append((banker if has_boxes(game) else bank) + "\n")
    return lines


def hand(setter: Setter, art: Art, width: int) -> Text:
    """Return the hand being set: pieces with their numbers, and the names of both hands as they are picked."""
    gap = _gap(setter.pieces, width)
    beside = _hand_notes(setter, art.plain)
    if setter.setting is not None and not gap:
        del beside[0]  # the names of the hands need its room
    labels = [_label(setter, place, gap) for place in range(len(setter.pieces))]
    return _pieces(setter.pieces, labels, beside, art, width)


def half_word(low: bool, wide: int) -> str:
    """Return the word above a piece of this width."""
    if low:
        return within("hand", "low")
    return within("hand", "high") if wide > 5 else within("hand", "hi")


def both(high: str, low: str) -> list[Text]:
    """Return the names of both hands, one under the other."""
    words = within("name of a hand", "High"), within("name of a hand", "Low")
    wide = max(map(cell_len, words)) + 2
    return [Text.assemble((left(word, wide), DIM), (name, ME)) for word, name in zip(words, (high, low), strict=True)]


def _label(setter: Setter, place: int, gap: str) -> Text:
    wide = _width(setter.pieces[place])
    half = half_word(setter.is_low(place), wide) if setter.is_low(place) or setter.setting else ""
    number = f"{place + 1}{gap}{half}".rstrip()
    style = BRASS if setter.is_low(place) else DIM
    if place == setter.cursor:
        style += " reverse"
    return Text(centred(number, wide), style)


def _hand_notes(setter: Setter, plain: bool) -> list[Text]:
    setting = setter.setting
    notes = [Text.assemble((_("Your hand"), BRASS), ("  " + name_of(setter.pieces[setter.cursor], plain), DIM))]
    if setting is None:
        notes.append(Text(_("Pick two for your low hand.")))
    else:
        high, low = hand_names(setter.game.kit, setting)
        notes += both(high, low)
    if setter.foul:
        cited = clauses(setter.game.cite("foul"))
        notes.append(Text(_("FOUL: low beats high, so this hand loses {clauses}").format(clauses=cited), LOST))
    if setter.advice:
        notes.append(Text(setter.advice, DIM))
    return notes


def lying(pieces: Sequence[Piece], labels: Sequence[str], notes: Sequence[Text], art: Art, width: int) -> Text:
    """Return the person's own hand while others act, with a message next to it."""
    above = [Text(centred(label, _width(piece)), DIM) for piece, label in zip(pieces, labels, strict=True)]
    return _pieces(pieces, above, notes, art, width)


def _width(piece: Piece) -> int:
    return 9 if hasattr(piece, "pips") else 5


def _gap(pieces: Sequence[Piece], width: int) -> str:
    return " " if width - sum(_width(piece) + 1 for piece in pieces) - 3 >= NOTES else ""


def _pieces(pieces: Sequence[Piece], labels: Sequence[Text], beside: Sequence[Text], art: Art, width: int) -> Text:
    drawn = [art.large(piece) for piece in pieces]
    gap = Text(_gap(pieces, width))
    drawing = [gap.join(labels), *(gap.join(each[row] for each in drawn) for row in range(5))]
    room = max(10, width - drawing[1].cell_len - 4)
    notes = [line for note in beside for line in wrapped(note, room)]
    rows = []
    for row in range(max(len(drawing), min(len(notes), LINES))):
        start = drawing[row].copy() if row < len(drawing) else Text()
        start.pad_right(drawing[1].cell_len - start.cell_len + 2)
        rows.append(Text(" ") + start + (notes[row] if row < len(notes) else Text()))
    return Text("\n").join(rows)


def result(outcome: RoundResult, room: int) -> Text:
    """Return the result in words and money; anything that does not fit is in the log."""
    style = WON if outcome.net > 0 else LOST if outcome.net < 0 else PUSHED
    text = Text(outcome.headline, style)
    fits = len(outcome.lines) < room
    for line in outcome.lines if fits else outcome.lines[: room - 2]:
        text.append(f"\n{line.text} ")
        text.append(clauses(line.cited), DIM)
    if not fits:
        text.append("\n" + _("… press l for the rest"))
    return text


def question(table: SeatedTable, moment: Moment) -> list[Text]:
    """Return the question that a key answers."""
    boxes = has_boxes(table.state.game)
    words = {
        Phase.CUTTING: _("You may cut the cards."),
        Phase.STARTING: _("You are the banker: the cut and the dice cup are yours.")
        if boxes
        else _("You are the banker: the delivery and the dice are yours."),
        Phase.SETTING: _("Your hand is dealt. Look at it.") if moment.look else "",
        Phase.BANKING: _("You set the banker’s hand.") if boxes else _("You set the bank’s hand."),
        Phase.EXPOSING: _("The banker’s hand is open. Yours is still face down.")
        if boxes
        else _("The bank’s hand is open. Yours is still face down."),
        Phase.FINISHED: _("The round is settled."),
    }
    notes = [Text(words.get(table.state.phase, ""), BRASS)]
    return notes + [Text(f"{choice.key}  {choice.label}") for choice in moment.choices]


def keys(moment: Moment, setting: bool, between: bool, game: Game, speed: str, width: int, held: int = 0) -> Text:
    """Return the key bar: the keys that work now, then those that always do. `held` is what Enter puts down."""
    parts: list[tuple[str, str]] = []
    if between:
        parts += [("Enter", _("next round")), ("m", _("buy chips")), ("v", _("verify this deal"))]
    elif setting:
        last = len(moment.settings) and game.kit.hand_size
        parts += [(f"1-{last}", within("key", "pick")), ("h", _("house way")), ("Enter", _("set the hand"))]
    elif moment.look is not None:
        parts.append(("Enter", _("look at your hand")))
    elif moment.spots:
        chips = chips_of(game)
        parts += [(str(n), money(value)) for n, value in enumerate(chips[:9], start=1)]
        if any(spot.command.verb == StakeBank.verb for spot in moment.spots):
            parts.append(("w", _("cover all")))
        if moment.rebet:
            parts.append(("r", within("key", "rebet")))
        if any(spot.now for spot in moment.spots):
            parts.append(("x", _("take back")))
    parts += [(choice.key, choice.label) for choice in moment.choices]
    if moment.spots and held:
        parts.append(("Enter", _("bet {amount}").format(amount=money(held))))
    elif moment.spots or moment.done:
        parts.append(("Enter", moment.done or _("continue")))
    if not (parts or between):
        parts.append(("Space", _("continue at once")))
    lines = [Text()]
    for key, label in [*parts, *_always(speed)]:
        part = Text.assemble((f" {key} ", "bold reverse"), f" {label} ")
        if lines[-1].cell_len + part.cell_len > width:
            lines.append(Text())
        lines[-1].append_text(part)
    return Text("\n").join(lines)


def _always(speed: str) -> list[tuple[str, str]]:
    return [
        ("l", within("key", "log")),
        ("i", within("key", "pays")),
        ("f", _("speed: {name}").format(name=speed)),
        ("?", within("key", "help")),
        ("q", within("key", "leave")),
    ]
