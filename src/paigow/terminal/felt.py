"""The felt as text, drawn from the person's view: the dealer's side at the top, the positions in a row below.

The dealer faces the players: the dealer's right, where positions start, is at the left of the screen.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, zip_longest
from typing import Any

from rich.cells import cell_len
from rich.text import Text

from paigow.comparison import Result
from paigow.hands.interface import LOW_SIZE
from paigow.hands.pieces import Piece
from paigow.table.core.game import Game
from paigow.table.core.model import MAIN, HandStatus, Phase
from paigow.table.view import FACE_DOWN
from paigow.terminal.pieces import Art, in_order
from paigow.terminal.text import _, phrase, within
from paigow.terminal.words import (
    dice_word,
    hand_names,
    has_boxes,
    money,
    phase_name,
    place_name,
    result_word,
    standard_name,
)

DIM = "#a9b8b0"
BRASS = "bold #f2c14e"
ME = "bold #ffffff"
OTHERS = "#e8e6d8"
WON = "bold #7ee08a"
LOST = "bold #ff8a80"
PUSHED = "bold #f7e08a"
RESULTS = {Result.WIN: WON, Result.PUSH: PUSHED, Result.LOSE: LOST}
DICE = " ⚀⚁⚂⚃⚄⚅"
CELL_LINES = 7


@dataclass(frozen=True, slots=True)
class Felt:
    """Draws views of one game for one person."""

    game: Game
    me: str
    art: Art

    def draw(self, seen: Mapping[str, Any], width: int, tall: bool = False) -> Text:
        """Return twelve lines, or fifteen if there is room to draw the dealer's hand large."""
        lines = [*self._dealer_side(seen, width, tall), *self._row(seen, width)]
        return Text("\n").join(lines)

    # --- the dealer's side

    def _dealer_side(self, seen: Mapping[str, Any], width: int, tall: bool) -> Iterator[Text]:
        side = (width - 2) * (5 if tall else 6) // 20
        columns = (self._chance(seen), self._house(seen, tall), self._beside(seen))
        for left, middle, right in _padded(columns, 6 if tall else 3):
            room = width - 2 - side - right.cell_len  # a long name may continue if there is nothing next to it
            yield Text(" ") + Text.assemble(_fit(left, side), _fit(middle, room), right, " ")

    def _chance(self, seen: Mapping[str, Any]) -> list[Text]:
        """Return the shaker or the number, and where the deal starts."""
        current = seen["round"] or {}
        shaker = self.game.options.start.method == "shaker"
        dice, number, start = current.get("dice"), current.get("number_drawn"), current.get("start")
        if start is None:
            first = Text(dice_word(self.game) if shaker else _("no number yet"), DIM)
        elif dice:
            shown = " ".join(map(str, dice) if self.art.plain else (DICE[die] for die in dice))
            adjusted = f" {current['adjustment']:+d}" if current.get("adjustment") else ""
            first = Text.assemble((shown, BRASS), f" = {number}{adjusted}")
        else:
            first = Text.assemble((_("number {n}").format(n=number), BRASS))
        lines = [first]
        if start is not None:
            lines.append(Text(_("from {place}").format(place=place_name(self.game, start))))
        style = self.game.options.start.deliveries.get(current.get("delivery") or "")
        if style is not None:
            lines.append(Text(phrase(style.name), DIM))
        return lines

    def _house(self, seen: Mapping[str, Any], tall: bool) -> list[Text]:
        """Return the dealer's own hand or, with boxes, the bank's, with its names once it is face up."""
        current = seen["round"]
        position = self.game.dealer
        if position is None:
            position = current["chung"][0] if current and current["chung"] else self.game.house
        title = _("DEALER") if self.game.dealer is not None else _("BANKER, box {n}").format(n=position)
        wager = sum(amount for _player, _place, kind, amount in (current or {}).get("wagers", ()) if kind == "dealer")
        text = Text(title, BRASS)
        if wager:
            text.append("  " + _("bets {amount}").format(amount=money(wager)))
        hand = current["hands"].get(position) if current else None
        if hand is None or hand["status"] == HandStatus.COLLECTED.value:
            return [text]
        return self._large(text, hand) if tall else [text, *self._named(hand)]

    def _large(self, text: Text, hand: Mapping[str, Any]) -> list[Text]:
        high, low = self._split(hand)
        if hand["setting"]:
            names = hand_names(self.game.kit, self.game.kit.parse_setting(hand["setting"]))
            text.append("  " + " / ".join(names))
        drawn = [[self.art.large(piece, self.game.kit.kind == "tiles") for piece in half] for half in (high, low)]
        rows = [[Text().join(piece[row] for piece in half) for half in drawn] for row in range(5)]
        return [text, *(Text("  ").join(row) for row in rows)]

    def _named(self, hand: Mapping[str, Any]) -> list[Text]:
        high, low = self._split(hand)
        lines = [self.art.row(high, self._gap), self.art.row(low, self._gap)]
        if hand["setting"]:
            names = hand_names(self.game.kit, self.game.kit.parse_setting(hand["setting"]))
            lines = [Text.assemble(line, "  ", name) for line, name in zip(lines, names, strict=True)]
        return lines

    def _beside(self, seen: Mapping[str, Any]) -> list[Text]:
        """Return the Dead Hand, meters and limits."""
        lines = []
        current = seen["round"]
        if self.game.dead is not None:
            dealt = bool(current and current["hands"])
            lines.append(Text.assemble((_("Dead Hand") + " ", DIM), self.art.row([None] * 4, "") if dealt else ""))
        for name, cents in seen["meters"].items():
            lines.append(Text.assemble((f"{phrase(name)} ", DIM), (money(cents), BRASS)))
        low, high = self.game.options.minimum, self.game.options.maximum
        most = money(high) if high < 10**11 else _("no limit")
        lines.append(Text(f"{money(low)} – {most}", DIM))
        centre = seen["accounts"].get(str(self.game.ending.pot), 0)
        if centre:
            where = _("losing bets") if has_boxes(self.game) else within("of the layout", "centre")
            lines.append(Text.assemble((f"{where} ", DIM), (money(centre), BRASS)))
        return lines

    # --- the positions

    def _row(self, seen: Mapping[str, Any], width: int) -> Iterator[Text]:
        places = self.game.betting
        starts = [(width - 1) * n // len(places) for n in range(len(places) + 1)]
        widths = [after - start for start, after in pairwise(starts)]
        cells = [self._cell(seen, place, wide) for place, wide in zip(places, widths, strict=True)]
        edge, corners = ("-", "++++") if self.art.plain else ("─", "╭╮╰╯")
        yield Text(f"{corners[0]}{edge * (width - 2)}{corners[1]}", DIM)
        for row in range(CELL_LINES):
            line = (_fit(cell[row], wide) for cell, wide in zip(cells, widths, strict=True))
            yield Text(" ") + Text.assemble(*line)
        yield Text(f"{corners[2]}{edge * (width - 2)}{corners[3]}", DIM)

    def _cell(self, seen: Mapping[str, Any], position: int, wide: int) -> list[Text]:
        current = seen["round"]
        hand = current["hands"].get(position) if current else None
        wagers = [each for each in (current["wagers"] if current else ()) if each[1] == position]
        off = position in seen["off"]
        lines = [
            self._heading(seen, position, wide),
            self._who(seen, position, wide),
            self._main(wagers),
            self._sides(wagers),
        ]
        played = hand is not None and hand["status"] not in (HandStatus.COLLECTED.value, HandStatus.VOID.value)
        if hand is not None and played:
            high, low = self._split(hand)
            lines += [self.art.row(high, self._gap), self.art.row(low, self._gap)]
        else:
            lines += [Text(), Text()]
        lines.append(Text(within("box", "off"), DIM) if off else self._status(seen, position, hand))
        return lines

    def _heading(self, seen: Mapping[str, Any], position: int, wide: int) -> Text:
        """Return the number on the layout, the bank's marker, and where the deal started."""
        current = seen["round"]
        text = Text(str(position), DIM)
        if not current:
            return text
        if current["chung"] and current["chung"][0] == position:
            text.append(" " + (_("Co-bkr") if current["co_banked"] else _("Banker")), BRASS)
        elif current["bank"] and seen["players"].get(current["bank"], {}).get("position") == position:
            text.append(" " + (_("CO-BANK") if current["co_banked"] else _("BANK")), BRASS)
        elif current["start"] == position:
            text.append(" " + within("starting position", "first") if wide > 8 else "*", DIM)
        return text

    def _who(self, seen: Mapping[str, Any], position: int, wide: int) -> Text:
        here = next((name for name, player in seen["players"].items() if player["position"] == position), "")
        if here == self.me:
            return Text(("> " if self.art.plain else "▶ ") + here[: wide - 3], ME)
        if not here:
            house = self.game.dealer is None and position == self.game.house
            return Text(within("bank", "house") if house else "-", DIM)
        asked = seen["round"] and here in seen["round"]["offered"]
        bot = " " + _("(bot)") if wide > 11 else ""
        return Text.assemble((here[: wide - 1 - cell_len(bot)], BRASS if asked else OTHERS), (bot, DIM))

    def _main(self, wagers: Sequence[Any]) -> Text:
        """Return the wager; if several players have one on the box, the total and their number."""
        main = [(player, amount) for player, _place, kind, amount in wagers if kind == MAIN]
        stake = sum(amount for _player, _place, kind, amount in wagers if kind == "bank")
        if stake:
            return Text(money(stake), BRASS)
        if not main:
            return Text()
        total = money(sum(amount for _player, amount in main))
        mine = any(player == self.me for player, _amount in main)
        return Text(total if len(main) == 1 else f"{total}/{len(main)}", ME if mine else OTHERS)

    def _sides(self, wagers: Sequence[Any]) -> Text:
        """Return the optional wagers by their initials."""
        parts = []
        for _player, _place, kind, amount in wagers:
            if kind in self.game.options.side_wagers:
                parts.append(f"{initial(kind)}{money(amount).removeprefix('$')}")
        return Text(" ".join(parts), DIM)

    def _status(self, seen: Mapping[str, Any], position: int, hand: Mapping[str, Any] | None) -> Text:
        current = seen["round"] or {}
        for player, place, kind, result in current.get("results", ()):
            if place == position and kind == MAIN and (player == self.me or not self._mine(current, position)):
                if hand is not None and hand["status"] == HandStatus.SURRENDERED.value:
                    return Text(self._given_up, LOST)
                if hand is not None and hand["foul"]:
                    return Text(_("FOUL"), LOST)
                return Text(result_word(Result(result), self.game).upper(), RESULTS[Result(result)])
        if hand is None or hand["status"] == HandStatus.COLLECTED.value:
            return Text()
        words = {
            HandStatus.DEALT: "",
            HandStatus.SET: within("hand", "set"),
            HandStatus.EXPOSED: "",
            HandStatus.SURRENDERED: self._given_up,
            HandStatus.VOID: within("hand", "void"),
        }
        return Text(words[HandStatus(hand["status"])], DIM)

    def _mine(self, current: Mapping[str, Any], position: int) -> bool:
        return any(p == self.me and at == position and kind == MAIN for p, at, kind, _amount in current["wagers"])

    @property
    def _given_up(self) -> str:
        return within("hand", "conceded") if has_boxes(self.game) else within("hand", "surrendered")

    # --- hands

    @property
    def _gap(self) -> str:
        return " " if self.game.kit.kind == "tiles" else ""

    def _split(self, hand: Mapping[str, Any]) -> tuple[list[Piece | None], list[Piece | None]]:
        """Return the high and low hand as set or, before that, the pieces as dealt, in two rows."""
        kit = self.game.kit
        if hand["setting"]:
            setting = kit.parse_setting(hand["setting"])
            return list(setting.high), list(setting.low)
        known = [piece for piece in hand["pieces"] if piece != FACE_DOWN]
        pieces: list[Piece | None] = list(in_order(kit.parse(known)))
        pieces += [None] * (len(hand["pieces"]) - len(known))
        return pieces[:-LOW_SIZE], pieces[-LOW_SIZE:]


def initial(kind: str) -> str:
    """Return the letter of an optional wager."""
    return kind[0].upper()


def title(seen: Mapping[str, Any], game: Game, me: str, width: int) -> Text:
    """Return the line above the felt."""
    current = seen["round"]
    number = _("round {n}").format(n=seen["rounds"]) if seen["rounds"] else ""
    left = [standard_name(game.standard), number, phase_name(Phase(seen["phase"]), game)]
    if current and seen["phase"] != Phase.OFFERING.value:
        bank = current["bank"] or within("bank", "house")
        left.append(_("bank: {who}").format(who=within("bank", "you") if bank == me else bank))
    right = Text(f"{me} {money(seen['accounts'].get(f'rack:{me}', 0))}", BRASS)
    text = Text("  ".join(part for part in left if part), "bold")
    return Text.assemble(_fit(text, max(10, width - right.cell_len)), right)


def _fit(text: Text, width: int) -> Text:
    """Return the text padded or cut to exactly this many columns."""
    fitted = text.copy()
    fitted.truncate(width - 1, overflow="crop")
    fitted.pad_right(width - fitted.cell_len)
    return fitted


def _padded(columns: tuple[list[Text], ...], lines: int) -> Iterator[tuple[Text, ...]]:
    for number, row in enumerate(zip_longest(*columns, fillvalue=Text())):
        if number < lines:
            yield row
    for _line in range(lines - max(map(len, columns))):
        yield tuple(Text() for _column in columns)
