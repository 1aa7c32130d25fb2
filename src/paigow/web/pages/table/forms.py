"""Every legal command of the viewer as a form; offers that differ in only one thing become one form with a choice."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, replace
from typing import Any
from urllib.parse import urlencode

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from paigow.errors import Refused
from paigow.money import Chips
from paigow.table import Command, Game, Offer, Phase, TableState, perform
from paigow.table.awaited import ask_of
from paigow.table.boxes.cutting import NominateAdjustment
from paigow.table.boxes.dealer_sets import TurnBankTile
from paigow.table.boxes.staking import AgreeToCoBank, StakeBank
from paigow.table.cards.card_cut import CutCards
from paigow.table.core.model import FLOOR, MAIN, WagerKey
from paigow.table.floor.conduct import WalkAway
from paigow.table.floor.irregularities import ShowPiece
from paigow.table.layout import Layout, Sign
from paigow.table.steps.banking import AcceptBank, DirectDealerWager, least_funds, possible_sharers
from paigow.table.steps.seating import BuyIn, ColourUp, SitDown, StandBehind, rack_of
from paigow.table.steps.seeds import GiveSeed
from paigow.table.steps.stacks import CutStacks
from paigow.table.steps.start import ChooseDelivery
from paigow.table.steps.surrender import Surrender
from paigow.table.steps.wagers import PlaceWager, WithdrawWager, total_against_bank
from paigow.table.verbs import verbs
from paigow.web.fast.templates import per_language
from paigow.web.pages import words
from paigow.web.pages.table.model import Amounts, BetForm, ChipView, Choice, Form, Rebet, SitForm
from paigow.web.pages.table.pieces import css, face, pile, short, typed
from paigow.web.pages.words import phrase
from paigow.web.people.display import called

SETTING_VERBS = verbs("set", "set-bank-hand")
NEEDED = verbs(  # those that the table waits for, in order of precedence
    "come-back", "play-on", "void-hand", "accept-bank", "pass-bank", "cut", "pass-cut", "look", "stake",
    "agree-co-bank", "yield-bank", "confirm", "choose-delivery", "decline-cut", "adjust", "shake", "cut-stacks",
    "surrender",
)  # fmt: skip
MAIN_VERBS = frozenset(verbs("accept-bank", "look", "play-on", "shake", "confirm", "come-back", "stand-behind"))
QUIET = frozenset(verbs("surrender", "ask-dealer", "view-unused"))
"""Commands that a player may give while the table stops, but is not asked for."""
REASON = "reason"  # the field typed in next to the seed
LAST_VERBS = verbs("seed", "colour-up", "walk-away", "leave")
REBET = "rebet"  # the verb of the form that repeats the last wagers
BUY_IN = 100  # the proposed buy-in, in minimum bets
MOST_CHIPS = 6  # in the rack


def field_text(item: Any) -> str:
    """Return a command's value as text for a form field; `reading` parses it."""
    if isinstance(item, bool):
        return "true" if item else "false"
    if isinstance(item, tuple):
        return " ".join(map(str, item))
    return str(item)


def own_fields(offer: Offer) -> dict[str, str]:
    """Return the fields that the form of an offered command must contain: all except actor, chance and open amount.

    The floor also states whom it means, and the contents of a new set.
    """
    command = offer.command
    skipped = {"amount"} if offer.amounts is not None else set()
    if command.by == FLOOR:
        skipped |= {name for name, _ in command.drawn} | ({REASON} & set(offer.chance))
    else:
        skipped |= {"player", *offer.chance}
    return {f.name: field_text(getattr(command, f.name)) for f in fields(command) if f.name not in skipped}


def bet_forms(
    state: TableState,
    viewer: str,
    offers: Iterable[Offer],
    layout: Layout,
    chips: Chips,
) -> Iterator[BetForm]:
    """Yield the betting circles where the viewer may place chips now."""
    offers = tuple(offers)
    withdrawable = {(each.position, each.kind) for offer in offers if isinstance(each := offer.command, WithdrawWager)}
    for offer in offers:
        command = offer.command
        if isinstance(command, PlaceWager) and offer.amounts is not None:
            position, kind = command.position, command.kind
            now = state.current.wagers.get(WagerKey(viewer, position, kind), 0)
            withdraw = (position, kind) in withdrawable
            yield bet_form(state, viewer, layout, chips, position, kind, offer.amounts, now, withdraw)


def forms_to_hold(state: TableState, viewer: str, layout: Layout, chips: Chips, pace: Any) -> Iterator[BetForm]:
    """Yield the circles that accept a side bet before the main bet; the service holds it until then."""
    held = {(each.position, each.kind): each.amount for each in pace.held} if pace is not None else {}
    for each in pace.may_hold if pace is not None else ():
        now = held.get((each.position, each.kind), 0)
        amounts = range(each.least, each.most + 1, each.step)
        form = bet_form(state, viewer, layout, chips, each.position, each.kind, amounts, now, now > 0)
        yield replace(form, held=now > 0)


def bet_form(
    state: TableState,
    viewer: str,
    layout: Layout,
    chips: Chips,
    position: int,
    kind: str,
    amounts: range,
    now: int,
    withdraw: bool,
) -> BetForm:
    sign = next((sign for sign in layout.signs if sign.subject == kind), None)
    meter = state.meters.get(kind)
    return BetForm(
        id=f"bet-{position}-{kind}",
        position=position,
        kind=kind,
        label=words.bet_name(kind),
        where=words.place(position, state.game),
        own=state.players[viewer].position == position or now > 0,
        now=now,
        least=amounts.start,
        most=amounts[-1],
        step=max(1, amounts.step),
        put=typed(put(now, amounts, picked_chip(state.game, chips))),
        amounts=amounts_of(amounts, now or amounts.start),
        withdraw=withdraw,
        pays=sign_lines(sign) if sign is not None else (),
        pays_clause=sign.clause if sign is not None else "",
        meter=meter.display if meter is not None else None,
        pile=pile(now, chips) if now else None,
    )


@per_language
def sign_lines(sign: Sign) -> tuple[tuple[str, str], ...]:
    """Return a posted pay table, line by line: the hand required, and its payout."""
    return tuple((phrase(what), phrase(pays)) for what, pays in sign.rows)


def put(now: int, amounts: range, chip: int) -> int:
    """Return the amount of a bet after a chip is added.

    It is at least the minimum and at most the maximum, in the table's steps.
    """
    wish = now + chip if now else max(amounts.start, chip)
    steps = -(-(wish - amounts.start) // max(1, amounts.step))
    return min(amounts[-1], amounts.start + steps * max(1, amounts.step))


def picked_chip(game: Game, chips: Chips) -> int:
    """Return the chip that is selected at first: the largest of at most two and a half minimum bets."""
    return max((value for value in chips.values if 2 * value <= 5 * game.options.minimum), default=chips.values[0])


def rack(game: Game, chips: Chips) -> tuple[ChipView, ...]:
    """Return the chips to bet with."""
    first = picked_chip(game, chips)
    least, most = game.options.minimum, game.options.maximum
    shown = [value for value in chips.values if 10 * value >= least and value <= most][:MOST_CHIPS]
    return tuple(ChipView(css(value), face(value), typed(value), short(value), value == first) for value in shown)


def rebets(state: TableState, viewer: str, before: Mapping[WagerKey, int]) -> Iterator[PlaceWager]:
    """Yield the viewer's wagers of an earlier round, `before`, that can be repeated.

    The Pai Gow wager comes first, because the others need it.
    """
    if state.round is None or viewer not in state.players:
        return
    own = (key for key in before if key.player == viewer and key not in state.round.wagers)
    for key in sorted(own, key=lambda key: (key.kind != MAIN, key.position)):
        command = PlaceWager(player=viewer, position=key.position, kind=key.kind, amount=before[key])
        try:
            state, _events = perform(state, command)
        except Refused:
            continue
        yield command


def rebet(state: TableState, viewer: str, before: Mapping[WagerKey, int]) -> Rebet | None:
    commands = tuple(rebets(state, viewer, before))
    if not commands:
        return None
    several = len({command.position for command in commands}) > 1
    named = []
    for command in commands:
        name = words.bet_name(command.kind)
        place = words.place(command.position, state.game)
        named.append((f"{name} · {place}" if several else name, command.amount))
    return Rebet(sum(command.amount for command in commands), tuple(named))


def amounts_of(amounts: range, value: int) -> Amounts:
    label = _("%(least)s to %(most)s") % {"least": short(amounts.start), "most": short(amounts[-1])}
    return Amounts(typed(amounts.start), typed(amounts[-1]), typed(max(1, amounts.step)), typed(value), label)


def command_forms(state: TableState, viewer: str, offers: Iterable[Offer], purse: int | None = None) -> Iterator[Form]:
    """Yield the forms for everything except seats, wagers and setting hands, with the expected commands first."""
    groups: dict[tuple[str, str], list[Offer]] = defaultdict(list)
    for offer in offers:
        verb = offer.command.verb
        if verb in (PlaceWager.verb, WithdrawWager.verb, SitDown.verb, *SETTING_VERBS):
            continue
        split = str(getattr(offer.command, "position", "")) if offer.amounts is not None else ""
        groups[verb, split].append(offer)
    order = {verb: number for number, verb in enumerate(NEEDED)} | dict.fromkeys(LAST_VERBS, 99)
    asked = _asked(state, viewer)
    offered = {verb for verb, _split in groups}
    likely = (*NEEDED, StandBehind.verb)
    gold = next((verb for verb in likely if verb in MAIN_VERBS & offered), _pressing(state, viewer))
    for (verb, split), group in sorted(groups.items(), key=lambda item: order.get(item[0][0], len(NEEDED))):
        if verb == BuyIn.verb and purse == 0:
            continue
        form = command_form(state, viewer, verb, group, f"do-{verb}{'-' if split else ''}{split}", purse)
        yield replace(form, main=form.main or verb in asked, primary=form.primary or verb == gold)


def _asked(state: TableState, viewer: str) -> tuple[str, ...]:
    """Return the verbs that the table expects from the viewer and asks about in the middle of the felt."""
    ask = ask_of(state, viewer) if viewer in state.players else None
    return () if ask is None else tuple(verb for verb in ask.verbs if verb not in QUIET)


def _pressing(state: TableState, viewer: str) -> str:
    """Return the verb without which the round does not continue; otherwise Deal is the next action."""
    ask = ask_of(state, viewer) if viewer in state.players else None
    return ask.verbs[0] if ask is not None and ask.must else ""


def command_form(
    state: TableState, viewer: str, verb: str, group: list[Offer], name: str, purse: int | None = None
) -> Form:
    all_fields = [own_fields(offer) for offer in group]
    same = {key: value for key, value in all_fields[0].items() if all(each.get(key) == value for each in all_fields)}
    hidden = tuple(same.items())
    choices: tuple[Choice, ...] = ()
    if len(group) > 1:
        choices = tuple(_choice(state, offer, each, same) for offer, each in zip(group, all_fields, strict=True))
    first = group[0]
    label = words.action_name(verb, state.game)
    amounts = first.amounts
    broke = verb == BuyIn.verb and is_broke(state, viewer)
    if verb == BuyIn.verb and amounts is not None and purse is not None and purse in amounts:
        amounts = affordable(purse)
    position = same.get("position")
    if position is not None and not choices:
        label = f"{label} · {words.place(int(position), state.game)}"
    return Form(
        id=name,
        verb=verb,
        label=label,
        hidden=hidden,
        choices=choices,
        amounts=None if amounts is None else amounts_of(amounts, _proposed(state, viewer, verb, amounts)),
        text=next((name for name in ("seed", REASON) if name in first.chance), ""),
        hint=_hint(state, viewer, verb),
        main=(verb in NEEDED and not too_early(state, verb)) or broke,
        primary=broke,
    )


def too_early(state: TableState, verb: str) -> bool:
    """Return whether a command is legal but not yet worth asking for.

    Examples are surrender while hands are set, and covering bets before there are any (NZ-11.2.b).
    """
    if verb == Surrender.verb:
        return state.phase is Phase.SETTING
    return verb in (StakeBank.verb, AgreeToCoBank.verb) and not total_against_bank(state)


def affordable(purse: int) -> range:
    """Return the amounts, in cents, for which chips can be bought.

    They go from a dollar, or whatever is left, to the whole purse.
    """
    return range(min(100, purse), purse + 1)


def is_broke(state: TableState, viewer: str) -> bool:
    """Return whether the viewer has too few chips for any wager and none on the table."""
    if viewer not in state.players or rack_of(state, viewer) >= state.game.options.minimum:
        return False
    return state.round is None or not any(key.player == viewer for key in state.round.wagers)


def _choice(state: TableState, offer: Offer, fields: dict[str, str], same: dict[str, str]) -> Choice:
    pairs = tuple((key, value) for key, value in fields.items() if key not in same)
    label = floor_choice(state.game, pairs) if offer.command.by == FLOOR else _choice_label(state, offer.command)
    return Choice(pairs, label, urlencode(pairs))


def floor_choice(game: Game, pairs: Iterable[tuple[str, str]]) -> str:
    """Return the label of one of several floor commands, made of what distinguishes it."""
    return ", ".join(filter(None, (_describe(game, name, value) for name, value in pairs)))


def _describe(game: Game, name: str, value: str) -> str:
    match name:
        case "position" | "other":
            return words.place(int(value), game)
        case "place":
            fields = {"number": int(value) + 1}
            return _("card %(number)s") % fields if game.kit.kind == "cards" else _("tile %(number)s") % fields
        case "piece":
            return words.piece_name(game.kit.parse([value])[0])
        case "player":
            return called(value) if value else _("no player")
        case "delivery":
            style = game.options.start.deliveries.get(value)
            return phrase(style.name) if style is not None else value
        case "on" | "next_person" | "sign" | "prepared":
            return words.word(words.SWITCHES, f"{name}-{value}")
        case "set_id" | "pieces":
            return ""
        case _:
            return words.word(words.IRREGULARITIES, value)


def _choice_label(state: TableState, command: Command) -> str:
    """Return the label of one of several similar commands."""
    given: Any = command
    game = state.game
    match command.verb:
        case AcceptBank.verb:
            label = _("Co-bank with the house") if given.co else _("Take the bank alone")
            return words.bracketed(label, ", ".join(map(called, given.sharers))) if given.sharers else label
        case CutStacks.verb:
            return _cut_label(given.to_right, given.to_left)
        case ChooseDelivery.verb:
            style = game.options.start.deliveries.get(given.delivery)
            return phrase(style.name) if style is not None else given.delivery
        case CutCards.verb:
            return _("%(count)s cards deep") % {"count": given.depth}
        case NominateAdjustment.verb:
            return f"{given.value:+d}".replace("-", "−")
        case TurnBankTile.verb | ShowPiece.verb:
            fields = {"number": given.place + 1}
            return _("Card %(number)s") % fields if game.kit.kind == "cards" else _("Tile %(number)s") % fields
    if hasattr(given, "position"):
        return words.place(given.position, game)
    fields = own_fields(Offer(command))
    return ", ".join(fields.values()) or words.action_name(command.verb, game)


def _cut_label(right: tuple[int, ...], left: tuple[int, ...]) -> str:
    parts = []
    if right:
        moves = ngettext("stack %(stacks)s to the right", "stacks %(stacks)s to the right", len(right))
        parts.append(moves % {"stacks": _span(right)})
    if left:
        moves = ngettext("stack %(stacks)s to the left", "stacks %(stacks)s to the left", len(left))
        parts.append(moves % {"stacks": _span(left)})
    return ", ".join(parts)


def _span(stacks: tuple[int, ...]) -> str:
    return str(stacks[0]) if len(stacks) == 1 else f"{min(stacks)}–{max(stacks)}"


def _proposed(state: TableState, viewer: str, verb: str, amounts: range) -> int:
    """Return the initial amount of a field."""
    match verb:
        case BuyIn.verb:
            wish = BUY_IN * state.game.options.minimum
        case StakeBank.verb:
            wish = _full_stake(state)
        case ColourUp.verb:
            wish = rack_of(state, viewer)
        case DirectDealerWager.verb:
            wish = amounts[-1]
        case _:
            wish = amounts.start
    return (
        wish if wish in amounts else min(max(wish, amounts.start), amounts[-1]) if amounts.step == 1 else amounts.start
    )


def _full_stake(state: TableState) -> int:
    """Return what the players' side of the bank puts up to cover every bet: all of it, or half beside the house."""
    total = total_against_bank(state)
    return -(-total // 2) if state.current.bank.co_banked else total


def _hint(state: TableState, viewer: str, verb: str) -> str:
    """Return the help text shown next to the form."""
    if verb == AcceptBank.verb:
        need = short(least_funds(state, co=False))
        half = short(least_funds(state, co=True))
        fields = {"chips": short(rack_of(state, viewer)), "need": need, "half": half}
        text = _("As banker you cover every bet against you (at least %(need)s, or %(half)s if you co-bank).") % fields
        text += " " + _("You have %(chips)s.") % fields
        sharers = possible_sharers(state, viewer)
        return (
            text
            if not sharers
            else text + " " + _("You can share it with %(names)s.") % {"names": ", ".join(map(called, sharers))}
        )
    if verb == StakeBank.verb:
        total = total_against_bank(state)
        if state.current.bank.co_banked:
            fields = {"total": short(total), "half": short(_full_stake(state))}
            return _("Bets against you: %(total)s. Put up %(half)s; the house covers the other half.") % fields
        return _("Bets against you: %(total)s. Put up %(total)s, or %(half)s to share the bank with the house.") % {
            "total": short(total),
            "half": short(-(-total // 2)),
        }
    if verb == Surrender.verb:
        give_up = words.phrase(state.game.rules.terms.give_up)
        return _("You can %(give_up)s: your bet loses and your hand stays hidden.") % {"give_up": give_up}
    if verb == WalkAway.verb:
        return _("Your bets stay and the house plays them for you.")
    if verb == GiveSeed.verb:
        return _("Your own random seed for this round (optional, up to 64 characters).")
    return ""


def sit_form(state: TableState, viewer: str, offers: Iterable[Offer], purse: int | None) -> SitForm | None:
    """Return the form to sit down: the free seats, and the amount of chips to buy."""
    commands: list[Any] = [offer.command for offer in offers]
    free = (command.position for command in commands if command.verb == SitDown.verb)
    positions = tuple(sorted(free, key=lambda place: (place == state.game.house, place)))  # the house's own box last
    if not positions:
        return None
    if not purse or viewer in state.players:
        return SitForm(positions, None)
    chips = amounts_of(affordable(purse), usual_buy_in(state.game, purse))
    return SitForm(positions, chips, _("You have %(purse)s of play money.") % {"purse": short(purse)})


def usual_buy_in(game: Game, purse: int) -> int:
    """Return the chips to sit down with unless the player names another sum."""
    return min(purse, BUY_IN * game.options.minimum)


def hand_settings(offers: Iterable[Offer]) -> Iterable[tuple[str, int | None]]:
    """Return the hands that can be set now, by verb and position; the bank's own has no position."""
    commands = (offer.command for offer in offers if offer.command.verb in SETTING_VERBS)
    return dict.fromkeys((command.verb, getattr(command, "position", None)) for command in commands)
