"""The table from the person's seat. The screen shows a view and offers the legal commands; it knows no rules."""

from collections.abc import Callable, Iterator
from typing import Any

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Static

from paigow.errors import PaigowError
from paigow.money import format_cents
from paigow.table import Command, Phase
from paigow.table.boxes.staking import StakeBank
from paigow.table.cards.card_cut import CutCards
from paigow.table.core.model import MAIN
from paigow.table.steps.seating import BuyIn, LeaveTable
from paigow.table.view import FACE_DOWN, view
from paigow.terminal import pages, panels
from paigow.terminal.felt import BRASS, DIM, LOST, Felt, title
from paigow.terminal.moment import Choice, Moment, Spot, chips_of, moment_of
from paigow.terminal.outcome import outcome_of
from paigow.terminal.pace import SPEEDS, Speed
from paigow.terminal.pieces import Art, in_ascii, in_order
from paigow.terminal.proof import proof_of
from paigow.terminal.seat import SeatedTable
from paigow.terminal.setter import Setter
from paigow.terminal.story import line
from paigow.terminal.text import _, phrase
from paigow.terminal.words import clauses, hand_names, money, place_name

TALL = 28
"""The number of lines from which there is room for the bank's hand in large pieces."""
SMALLEST = (60, 20)
"""Columns and lines below which parts of the table are cut off."""


def refusal(error: PaigowError) -> Text:
    """Return the reason for a refusal, and its clause."""
    clause = f" [{error.clause}]" if error.clause else ""
    return Text(_("Refused{clause}: {reason}").format(clause=clause, reason=phrase(error.text)), LOST)


class TableScreen(Screen[None]):
    """The table, from the person's seat."""

    CSS = """
    TableScreen { layout: vertical; overflow: hidden; }
    #title { height: 1; background: #062b1d; color: #f0f0e0; }
    #felt { height: auto; background: #0b4a31; color: #f0f0e0; }
    #panel { height: auto; min-height: 6; padding: 0 1; }
    #told { height: 1fr; padding: 0 1; color: $text-muted; text-wrap: nowrap; text-overflow: ellipsis; }
    #message { height: auto; padding: 0 1; }
    #keys { dock: bottom; height: auto; max-height: 3; background: $surface; }
    """

    def __init__(self, table: SeatedTable, speed: Speed = SPEEDS[0], plain: bool = False) -> None:
        super().__init__()
        self.table = table
        self.speed = speed
        self.art = Art(plain)
        self.felt = Felt(table.state.game, table.name, self.art)
        self.running: Iterator[bool] | None = None
        self.moment = Moment()
        self.setter: Setter | None = None
        self.held: dict[tuple[str, int, str], int] = {}  # chips in hand, by the spot they are meant for
        self.spot = 0
        self.message = Text()
        self.asked = False  # the table waits for the person
        self._timer: Timer | None = None
        self._leaving = False
        self._sitting_out = False

    def compose(self) -> ComposeResult:
        for name in ("title", "felt", "panel", "told", "message", "keys"):
            yield Static(id=name)

    def on_mount(self) -> None:
        if self.art.plain:
            self.query_one("#told").styles.text_overflow = "clip"
        self.begin()

    def on_resize(self) -> None:
        self.draw()

    # --- the table moves on

    def begin(self) -> None:
        """Begin the next round."""
        self.message = Text()
        self._sitting_out = False
        self.running = self.table.playing()
        self.advance()

    def advance(self) -> None:
        """Take one step, or without waiting all steps, until the person is asked or the round is over."""
        self._stop_timer()
        self.asked = False
        while self.running is not None:
            moved = next(self.running, None)
            if moved is None:
                self.running = None
            elif not moved:
                self.asked = True
                break
            else:
                delay = self.speed.bots if self.table.last_by in self.table.bots else self.speed.dealer
                if delay is None:
                    break
                if delay > 0:
                    self._timer = self.set_timer(delay, self.advance)
                    break
        self.look_around()
        self.draw()

    def look_around(self) -> None:
        """Update the current offers. Chips in hand and picked pieces are kept if possible."""
        self.moment = moment_of(self.table) if self.asked else Moment()
        self.spot = min(self.spot, max(0, len(self.moment.spots) - 1))
        if not self.moment.spots:
            self.held, self.spot = {}, 0
        if not self.moment.settings:
            self.setter = None
        elif self.setter is None or self.setter.position != self.moment.hand:
            self.setter = Setter.begin(self.table.state.game, self.moment.hand or 0, self.moment.settings)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    @property
    def between(self) -> bool:
        return self.running is None

    # --- the person acts

    def perform(self, *commands: Command) -> bool:
        """Carry out the commands; a refusal is shown with its clause and changes nothing."""
        try:
            for command in commands:
                self.table.do(self.table.drawn(command) if command.drawn else command)
        except PaigowError as error:
            self.message = refusal(error)
            self.look_around()
            self.draw()
            return False
        self.message = Text()
        return True

    def act(self, *commands: Command) -> None:
        if self.perform(*commands):
            self.advance()

    def on_key(self, event: events.Key) -> None:
        key = event.character if event.is_printable and event.character not in (None, " ") else event.key
        if self.press(key or event.key):
            event.stop()
            event.prevent_default()

    def press(self, key: str) -> bool:
        """Perform the current action of a key; return False if it has none."""
        if key != "q":
            self._leaving = False
        if key != "enter":
            self._sitting_out = False
        always: dict[str, Callable[[], None]] = {
            "l": self.show_log,
            "v": self.show_proof,
            "i": lambda: self.show(_("Pay tables and limits"), pages.pays_text(self.table.state.game)),
            "?": lambda: self.show(_("Help"), pages.help_text()),
            "f": self.next_speed,
            "q": self.leave,
            "m": self.buy,
        }
        if (choice := self.moment.keys.get(key)) is not None:
            self.choose(choice)
        elif key in always:
            always[key]()
        elif not self.asked:
            return self.press_on(key)
        elif self.setter is not None:
            return self.press_setting(key, self.setter)
        elif self.moment.spots and self.press_betting(key, self.moment.spots):
            return True
        elif key == "enter" and self.moment.look is not None:
            self.act(self.moment.look)
        elif key == "enter" and self.moment.done:
            self.go_on()
        else:
            return False
        return True

    def press_on(self, key: str) -> bool:
        """Continue at once, or to the next round, while nothing is asked."""
        if key not in ("enter", "space"):
            return False
        if self.between:
            self.begin()
        else:
            self.advance()
        return True

    def go_on(self) -> None:
        """Decline what is offered. A person who has not bet is asked once more, since a round would pass."""
        out = self.moment.spots and not any(spot.now for spot in self.moment.spots)
        if out and not self._sitting_out and self.table.state.current.bank.player != self.table.name:
            self._sitting_out = True
            self.message = Text(_("You have no bet on the table. Press Enter again to sit this round out."), BRASS)
            self.draw()
            return
        self.table.go_on()
        self.message = Text()
        self.advance()

    def press_betting(self, key: str, spots: tuple[Spot, ...]) -> bool:
        chips = chips_of(self.table.state.game)
        spot = spots[self.spot]
        if key in ("up", "down"):
            self.spot = (self.spot + (1 if key == "down" else -1)) % len(spots)
        elif key.isdigit() and 1 <= int(key) <= len(chips):
            held = self.held.get(spot.key, 0) + chips[int(key) - 1]
            self.held[spot.key] = spot.fitting(spot.now + held) - spot.now
        elif key == "backspace":
            self.held.pop(spot.key, None)
            self.message = Text()
        elif key == "x":
            self.held.pop(spot.key, None)
            if back := spot.withdraw or (spot.at(0) if 0 in spot.amounts else None):
                self.act(back)
        elif key == "r":
            self.rebet()
        elif key == "w" and spot.command.verb == StakeBank.verb:
            self.held[spot.key] = max(0, min(self._against(), spot.amounts[-1]) - spot.now)
        elif key == "enter" and any(self.held.values()):
            self.put_down(spots)
        else:
            return False
        self.draw()
        return True

    def put_down(self, spots: tuple[Spot, ...]) -> None:
        for spot in spots:
            if chips := self.held.get(spot.key, 0):
                if not self.perform(spot.at(spot.now + chips)):
                    return
                del self.held[spot.key]
        self.advance()

    def rebet(self) -> None:
        """Repeat the wagers of the last round. Report what cannot be repeated; the rest stands."""
        commands = self.table.rebet()
        if not commands:
            self.message = Text(_("You have no earlier bets to repeat."), DIM)
        for command in commands:
            if not self.perform(command):
                break
        self.look_around()

    def press_setting(self, key: str, setter: Setter) -> bool:
        if key.isdigit() and 1 <= int(key) <= len(setter.pieces):
            setter.toggle(int(key) - 1)
        elif key in ("left", "right"):
            setter.move(1 if key == "right" else -1)
        elif key == "space":
            setter.toggle(setter.cursor)
        elif key == "h":
            self.advise(setter)
        elif key == "enter":
            self.set_hand(setter)
            return True
        else:
            return False
        self.message = Text()
        self.draw()
        return True

    def advise(self, setter: Setter) -> None:
        """Suggest the house way. If the rules provide for it, the dealer is asked, which goes into the log."""
        advice = self.table.state.game.kit.house_set(setter.pieces)
        if self.moment.advice is not None:
            self.perform(self.moment.advice)
        setter.take(advice.setting)
        setter.advice = _("House way: {rule} [{clause}]").format(rule=phrase(advice.rule), clause=advice.clause)

    def set_hand(self, setter: Setter) -> None:
        command = setter.command
        if command is None:
            self.message = Text(_("Pick two for the low hand first: numbers, or arrows and Space."), DIM)
        elif setter.foul and not setter.warned:
            setter.warned = True
            self.message = Text(
                _("This is a foul hand: {why}. Press Enter again to set it anyway.").format(why=setter.foul), LOST
            )
        else:
            self.act(command)
            return
        self.draw()

    def choose(self, choice: Choice) -> None:
        if len(choice.options) == 1:
            self.act(choice.options[0][1])
            return

        def chosen(command: Command | None) -> None:
            if command is not None:
                self.act(command)

        middle = len(choice.options) // 2 if choice.options[0][1].verb == CutCards.verb else 0
        self.app.push_screen(pages.Pick(choice.label, choice.options, middle), chosen)

    def buy(self) -> None:
        if self.perform(BuyIn(player=self.table.name, amount=self.table.chips)):
            self.message = Text(_("You buy {amount} in chips.").format(amount=money(self.table.chips)), BRASS)
            self.look_around()
            self.draw()

    def leave(self) -> None:
        """Leave between rounds with all chips; mid-round the wagers stay behind, so ask twice."""
        if self.table.state.round is not None and not self._leaving:
            self._leaving = True
            self.message = Text(_("A round is in progress. Press q again to leave; you forfeit your bets."), LOST)
            self.draw()
            return
        chips = self.table.rack
        if self.table.state.round is None:
            self.table.do(LeaveTable(player=self.table.name))
        net = chips - self.table.bought
        text = _("You leave with {chips} after buying {bought}: {net}.")
        sign = "+" if net > 0 else ""
        self.app.exit(
            text.format(
                chips=format_cents(chips), bought=format_cents(self.table.bought), net=f"{sign}{format_cents(net)}"
            )
        )

    def next_speed(self) -> None:
        known = [speed.name for speed in SPEEDS]
        self.speed = SPEEDS[(known.index(self.speed.name) + 1) % len(SPEEDS)]
        self.draw()

    # --- pages

    def show(self, heading: str, text: Text, at_end: bool = False) -> None:
        self.app.push_screen(pages.Page(heading, in_ascii(text) if self.art.plain else text, at_end))

    def show_log(self) -> None:
        self.show(_("Log"), pages.log_text(self.table), at_end=True)

    def show_proof(self) -> None:
        over = [played for played in self.table.rounds if played.closed]
        proof = proof_of(over[-1], self.table.state.game) if over else None
        self.show(_("Verify this deal"), pages.proof_text(proof))

    # --- the display

    def draw(self) -> None:
        if not self.is_mounted:
            return
        width = self.size.width or 80
        seen = view(self.table.shown, self.table.name)
        small = width < SMALLEST[0] or self.size.height < SMALLEST[1]
        hint = Text(_("Make the window larger: 80 by 24 shows everything."), BRASS)
        self._put("title", hint if small else title(seen, self.table.state.game, self.table.name, width))
        self._put("felt", self.felt.draw(seen, width, tall=self.size.height >= TALL))
        self._put("panel", self.panel(seen, width - 2))
        self._put("message", self.message)
        self.query_one("#message").display = bool(self.message)
        speed = _(self.speed.name)
        setting = self.setter is not None
        held = sum(self.held.values())
        self._put("keys", panels.keys(self.moment, setting, self.between, self.table.state.game, speed, width, held))

        self.call_after_refresh(self.tell)  # once the remaining room is known

    def _put(self, name: str, text: Text) -> None:
        self.query_one(f"#{name}", Static).update(in_ascii(text) if self.art.plain else text)

    def panel(self, seen: dict[str, Any], width: int) -> Text:
        outcome = outcome_of(self.table)
        if self.setter is not None:
            return panels.hand(self.setter, self.art, width)
        if outcome is not None:
            return panels.result(outcome, max(6, self.size.height - 15 - (3 if self.size.height >= TALL else 0)))
        if self.moment.spots:
            banks = self.table.state.current.bank.player == self.table.name
            against = self._against() if banks else 0
            return panels.betting(self.moment.spots, self.spot, self.held, self.table.rack, against, self.art)
        if self.table.state.phase is Phase.OFFERING and self.moment.choices:
            return panels.bank_offer(self.table)
        notes = panels.question(self.table, self.moment) if self.asked else []
        return self.own_hand(seen, notes, width)

    def own_hand(self, seen: dict[str, Any], notes: list[Text], width: int) -> Text:
        """Return the person's visible pieces, with the names of the hands once set."""
        game = self.table.state.game
        for position, hand in self._own(seen):
            if hand["setting"]:
                setting = game.kit.parse_setting(hand["setting"])
                high, low = hand_names(game.kit, setting)
                named = [
                    Text.assemble((_("You, {place}").format(place=place_name(game, position)), BRASS)),
                    *panels.both(high, low),
                ]
                labels = [panels.half_word(False, 9)] * len(setting.high) + [panels.half_word(True, 9)] * len(
                    setting.low
                )
                return panels.lying((*setting.high, *setting.low), labels, [*named, *notes], self.art, width)
            if FACE_DOWN not in hand["pieces"]:
                pieces = in_order(game.kit.parse(hand["pieces"]))
                return panels.lying(pieces, [""] * len(pieces), notes, self.art, width)
        return Text("\n").join(notes)

    def _own(self, seen: dict[str, Any]) -> Iterator[tuple[int, Any]]:
        """Yield the hands that the person wagers on or banks with."""
        current = seen["round"]
        if current is None:
            return
        mine = {
            place for player, place, kind, _amount in current["wagers"] if player == self.table.name and kind == MAIN
        }
        if current["bank"] == self.table.name:
            mine.add(self.table.state.current.bank.position or 0)
        for position in sorted(mine):
            if position in current["hands"]:
                yield position, current["hands"][position]

    def _against(self) -> int:
        return sum(amount for key, amount in self.table.state.current.wagers.items() if key.kind == MAIN)

    def tell(self) -> None:
        """Show the latest events, as many as there is room for."""
        played = self.table.rounds[-1]
        room = max(1, self.query_one("#told").size.height)
        text = Text()
        for event in played.events[-room:]:
            shown = line(event, self.table.state.game, self.table.name)
            text.append(("\n" if text else "") + shown.text)
            text.append(f" {clauses(shown.clauses[:2])}", DIM)
        self._put("told", text)
