"""The person's options at a moment, as the screen offers them.

They are wagers to make in chips, a hand to set, and keys for everything else. All of it comes from the legal commands;
nothing else is offered.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from paigow.table.boxes.boxes import ChooseBox
from paigow.table.boxes.staking import StakeBank
from paigow.table.core.engine import Command, Offer
from paigow.table.core.game import Game
from paigow.table.core.model import MAIN, Phase, TableState, WagerKey
from paigow.table.steps.banking import AcceptBank, DirectDealerWager
from paigow.table.steps.setting import AskHouseWay, LookAtHand, SetBankHand, SetHand
from paigow.table.steps.wagers import PlaceWager, WithdrawWager
from paigow.table.verbs import by_verb
from paigow.terminal.seat import SeatedTable
from paigow.terminal.text import _, phrase, within
from paigow.terminal.words import money, place_name, surrender_word, wager_name

DONE = "enter"


@dataclass(frozen=True, slots=True)
class Spot:
    """A place for chips: a wager on a position, a bank's stake, or the dealer's wager."""

    label: str
    command: Command  # with any of the amounts
    amounts: range
    now: int
    withdraw: Command | None = None

    def at(self, amount: int) -> Command:
        """Return the command for this amount, whether or not it is allowed."""
        changes: dict[str, Any] = {"amount": amount}
        return replace(self.command, **changes)

    def fitting(self, amount: int) -> int:
        """Round up to the table's step, as the site does. Too little or too much stays, to be refused."""
        least, most = self.amounts[0], self.amounts[-1]
        return amount + (least - amount) % self.amounts.step if least < amount < most else amount

    @property
    def key(self) -> tuple[str, int, str]:
        """Return a key that identifies the spot, even if the others change."""
        return self.command.verb, getattr(self.command, "position", 0), getattr(self.command, "kind", "")


@dataclass(frozen=True, slots=True)
class Choice:
    """A key, what it does, and the commands it may mean; if there are several, the person picks one by its label."""

    key: str
    label: str
    options: tuple[tuple[str, Command], ...]


@dataclass(frozen=True, slots=True)
class Moment:
    """Everything that is offered."""

    spots: tuple[Spot, ...] = ()
    choices: tuple[Choice, ...] = ()
    hand: int | None = None  # the position whose hand is to be looked at or set
    look: Command | None = None
    settings: tuple[Command, ...] = ()
    advice: Command | None = None
    rebet: bool = False  # the wagers of the last round can be made again
    done: str = ""  # the meaning of Enter if the table only waits in case the person wants to act

    @property
    def keys(self) -> dict[str, Choice]:
        return {choice.key: choice for choice in self.choices}


Label = Callable[[Game, Any], str]

# Verbs with their own key: the key, its label in the key bar, and the name of one of several commands.
_KEYS: Mapping[str, tuple[str, Callable[[Game], str], Label]] = by_verb(
    {
        "pass-bank": ("n", lambda game: _("pass the bank"), lambda game, c: ""),
        "cut": ("c", lambda game: _("cut the cards"), lambda game, c: _("under {n} cards").format(n=c.depth)),
        "pass-cut": ("n", lambda game: _("no cut"), lambda game, c: ""),
        "choose-delivery": ("d", lambda game: _delivery_word(game), lambda game, c: _delivery(game, c.delivery)),
        "shake": ("s", lambda game: _("shake the dice"), lambda game, c: ""),
        "decline-cut": ("n", lambda game: _("leave the cut to the dealer"), lambda game, c: ""),
        "adjust": ("a", lambda game: _("+4 or -4"), lambda game, c: f"{c.value:+d}"),
        "cut-stacks": ("k", lambda game: _("cut the stacks"), lambda game, c: _stacks(c)),
        "request-laja": ("j", lambda game: within("deed", "laja"), lambda game, c: ""),
        "choose-box": ("o", lambda game: _("box to control"), lambda game, c: place_name(game, c.position)),
        "yield-control": ("y", lambda game: _("let another decide"), lambda game, c: place_name(game, c.position)),
        "agree-co-bank": ("c", lambda game: _("agree to co-bank"), lambda game, c: ""),
        "yield-bank": ("g", lambda game: _("give up the bank"), lambda game, c: ""),
        "ask-dealer": ("d", lambda game: _("have the dealer set it"), lambda game, c: place_name(game, c.position)),
        "show-hand": ("o", lambda game: _("show the tiles"), lambda game, c: place_name(game, c.position)),
        "confirm": ("c", lambda game: _("confirm the hand"), lambda game, c: ""),
        "turn-bank-tile": ("t", lambda game: _("turn a tile"), lambda game, c: _("tile {n}").format(n=c.place + 1)),
        "view-unused": ("u", lambda game: _("see the unused tiles"), lambda game, c: ""),
        "surrender": ("s", lambda game: surrender_word(game), lambda game, c: place_name(game, c.position)),
        "play-on": ("p", lambda game: _("play on"), lambda game, c: place_name(game, c.position)),
        "void-hand": ("n", lambda game: _("void the hand"), lambda game, c: place_name(game, c.position)),
    }
)


def moment_of(table: SeatedTable) -> Moment:
    """Return the options offered to the person now; nothing between rounds and while others act."""
    state, game = table.state, table.state.game
    if not table.asked():
        return Moment()
    offers = table.offers()
    offered: dict[str, list[Command]] = {}
    for offer in offers:
        offered.setdefault(offer.command.verb, []).append(offer.command)
    looks = offered.get(LookAtHand.verb, [])
    settings = tuple(offered.get(SetHand.verb, []) or offered.get(SetBankHand.verb, []))
    ask = table.ask()
    hand = _hand(table, looks, settings)
    return Moment(
        spots=tuple(_spots(table, offers, offered.get(WithdrawWager.verb, []))) if state.phase is Phase.BETTING else (),
        choices=tuple(_choices(game, offered)),
        hand=hand,
        look=next((c for c in looks if getattr(c, "position", None) == hand), None),
        settings=tuple(c for c in settings if getattr(c, "position", hand) == hand),
        advice=next((c for c in offered.get(AskHouseWay.verb, []) if getattr(c, "position", None) == hand), None),
        rebet=PlaceWager.verb in offered and bool(table.rebet()),
        done="" if (ask is not None and ask.must) or hand is not None else _done(state),
    )


def _hand(table: SeatedTable, looks: list[Command], settings: tuple[Command, ...]) -> int | None:
    """Return the hand to show; a hand to set comes before one to look at."""
    for command in (*settings, *looks):
        place: int | None = getattr(command, "position", None)
        return table.state.current.bank.position if place is None else place
    return None


def _done(state: TableState) -> str:
    match state.phase:
        case Phase.BETTING:
            return _("no more bets")
        case Phase.EXPOSING:
            return _("play the hand")
        case _:
            return _("continue")


def _spots(table: SeatedTable, offers: Iterable[Offer], withdrawals: list[Command]) -> Iterable[Spot]:
    """Return the spots: the person's own seat first, its main wager before the others."""
    game, current = table.state.game, table.state.current
    own = table.state.players[table.name].position
    found = []
    back = {WagerKey(c.player, c.position, c.kind): c for c in _any(withdrawals)}
    for offer in offers:
        command: Any = offer.command
        if offer.amounts is None:
            continue
        if command.verb == PlaceWager.verb:
            key = WagerKey(command.player, command.position, command.kind)
            label = wager_name(game, key.kind)
            if key.position != own:
                label = _("{wager}, {place}").format(wager=label, place=place_name(game, key.position))
            order = (key.position != own, key.position, key.kind != MAIN)
            spot = Spot(label, command, offer.amounts, current.wagers.get(key, 0), back.get(key))
            found.append((order, spot))
        elif command.verb == StakeBank.verb:
            staked = sum(amount for key, amount in current.wagers.items() if key[::2] == (table.name, "bank"))
            spot = Spot(wager_name(game, "bank"), command, offer.amounts, staked)
            found.append(((False, 0, False), spot))
        elif command.verb == DirectDealerWager.verb and len(offer.amounts) > 1:
            directed = offer.amounts[-1] if current.bank.dealer_wager is None else current.bank.dealer_wager
            spot = Spot(wager_name(game, "dealer"), command, offer.amounts, directed)
            found.append(((False, 0, True), spot))
    return [spot for _order, spot in sorted(found, key=lambda each: each[0])]


def _any(commands: list[Command]) -> list[Any]:
    return list(commands)


def _choices(game: Game, offered: dict[str, list[Command]]) -> Iterable[Choice]:
    banks = _any(offered.get(AcceptBank.verb, []))
    for key, co, label in (("b", False, _("take the bank")), ("c", True, _("co-bank with the house"))):
        options = tuple((_sharers(c.sharers), c) for c in banks if c.co is co)
        if options:
            yield Choice(key, label, options)
    taken = {"b", "c"} if banks else set()
    for verb, (key, label_of, option_of) in _KEYS.items():
        commands = offered.get(verb, [])
        if not commands or key in taken or (verb == ChooseBox.verb and len(commands) == 1):
            continue  # with one box there is nothing to choose
        taken.add(key)
        yield Choice(key, label_of(game), tuple((option_of(game, command), command) for command in commands))


def _sharers(names: tuple[str, ...]) -> str:
    return _("shared with {names}").format(names=", ".join(names)) if names else _("alone")


def _delivery_word(game: Game) -> str:
    return _("style of delivery") if game.course.delivery_first else _("choose the cut")


def _delivery(game: Game, key: str) -> str:
    style = game.options.start.deliveries[key]
    return f"{phrase(style.name)}  [{style.clause}]"


def _stacks(command: Any) -> str:
    """Return the stacks that go to each end of the row."""
    parts = []
    if command.to_right:
        parts.append(_("stacks {stacks} to the right").format(stacks=" ".join(map(str, command.to_right))))
    if command.to_left:
        parts.append(_("stacks {stacks} to the left").format(stacks=" ".join(map(str, command.to_left))))
    return ", ".join(parts)


def chips_of(game: Game) -> tuple[int, ...]:
    """Return the chips to bet with: the table's own that are large enough for a wager, or the usual ones."""
    own = getattr(getattr(game.submission, "table", None), "denominations", None)
    values: tuple[int, ...] = own.values if own is not None else (1_00, 5_00, 25_00, 100_00, 500_00)
    return tuple(value for value in values if 2 * value >= game.options.unit)[:9]


def limits(spot: Spot) -> str:
    """Return the amounts that may be wagered on a spot."""
    low, high, step = spot.amounts.start, spot.amounts[-1], spot.amounts.step
    span = money(low) if low == high else f"{money(low)}–{money(high)}"
    return span if step <= 1 or low == high else _("{span} by {step}").format(span=span, step=money(step))
