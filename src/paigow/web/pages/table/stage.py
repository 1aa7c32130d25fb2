"""The arrangement of the felt.

The viewer's own places are at the bottom, everybody else is at the rim, and one headline is in the middle.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from django.utils.translation import gettext as _

from paigow.table import Offer, Phase, TableState
from paigow.table.core.model import MAIN
from paigow.table.steps.banking import bank_position
from paigow.web.pages import words
from paigow.web.pages.table import forms
from paigow.web.pages.table.model import BetForm, HandResult, Headline, OwnView, SeatView, WagerView
from paigow.web.pages.table.pieces import SetForm, short
from paigow.web.pages.table.results import signed

DOLLAR = 100
OFFERED = ("accept-bank", "cut", "cut-stacks")
"""What a player is asked whether they want, before they bet."""


def own_places(
    state: TableState,
    viewer: str,
    seats: Iterable[SeatView],
    bets: Sequence[BetForm],
    sets: Sequence[SetForm],
    outcomes: Sequence[HandResult],
) -> Iterator[OwnView]:
    """Yield the viewer's seat first, then every other place where the viewer has a bet or a hand to set."""
    player = state.players.get(viewer)
    if player is None:
        return
    by_position = {seat.position: seat for seat in seats}
    to_set = {form.position: form for form in sets}
    results = {outcome.position: outcome for outcome in reversed(outcomes) if outcome.mine and outcome.hand is not None}
    places = [] if player.position is None else [player.position]
    if state.round is not None:
        places += [key.position for key in state.round.wagers if key.player == viewer and key.kind == MAIN]
    else:
        places += results
    for position in dict.fromkeys((*places, *to_set)):
        seat = by_position.get(position)
        outcome = results.get(position)
        hand = seat.hand if seat is not None else None
        yield OwnView(
            position,
            words.place(position, state.game),
            spots=tuple(_own_spots(seat)) if seat is not None else (),
            bets=tuple(bet for bet in bets if bet.position == position),
            hand=hand or (outcome.hand if outcome is not None and state.round is None else None),
            set=to_set.get(position),
            outcome=outcome,
            markers=seat.markers if seat is not None else (),
        )


def _own_spots(seat: SeatView) -> Iterator[WagerView]:
    """Yield the viewer's circles.

    Circles where only others have bet so far are included, since boxes are shared in New Zealand.
    """
    mine = {spot.kind for spot in seat.spots if spot.mine}
    for kind, group in groupby(seat.spots, key=lambda spot: spot.kind):
        spots = list(group)
        if kind in mine:
            yield from (spot for spot in spots if spot.mine)
        else:
            yield replace(spots[0], pile=None, player="", result="")


def delivery(state: TableState, viewer: str) -> tuple[str, ...]:
    """Return the positions in dealing order, once the start is known.

    The place opposite the viewer, the dealer's or another player's bank, is named "dealer".
    """
    if state.round is None or state.round.start.position is None:
        return ()
    across = state.game.dealer if state.round.bank.player in (None, viewer) else bank_position(state)
    order = state.game.dealing_order(state.round.start.position)
    return tuple("dealer" if place == across else str(place) for place in order)


def is_resting(state: TableState, viewer: str, legal: Sequence[Offer]) -> bool:
    """Return whether the showdown of the last round is still the most important thing for the viewer to see.

    The viewer has no bet on the table, and is asked for nothing but a bet, or whether they want the bank or the cut.
    """
    current = state.round
    if current is None or current.hands or state.stopped or viewer not in state.players:
        return False
    asked = set(awaited(state, viewer, legal)) - {"wager", *OFFERED}
    return not asked and not any(key.player == viewer for key in current.wagers) and viewer != current.bank.player


def with_last_hand(mine: Iterable[OwnView], outcomes: Sequence[HandResult]) -> Iterator[OwnView]:
    """Show the viewer's last hand beside the circles, where it is compared with the dealer's."""
    by_position = {outcome.position: outcome for outcome in reversed(outcomes) if outcome.hand is not None}
    for own in mine:
        outcome = by_position.get(own.position)
        yield own if outcome is None else replace(own, hand=outcome.hand, outcome=outcome)


def rim(
    seats: Sequence[SeatView], mine: Iterable[OwnView], bets: Iterable[BetForm] = ()
) -> tuple[tuple[SeatView, ...], tuple[SeatView, ...]]:
    """Return everyone else, with the lower positions on the left, as seen by somebody facing the dealer.

    `bets` are circles elsewhere where the viewer may bet a second hand.
    """
    own = {place.position for place in mine}
    second = {bet.position: bet for bet in bets if bet.kind == MAIN}
    others = [replace(seat, second=second.get(seat.position)) for seat in seats if seat.position not in own]
    half = (len(others) + 1) // 2
    return tuple(others[:half]), tuple(others[half:])


def headline(
    state: TableState,
    viewer: str,
    legal: Sequence[Offer],
    outcomes: Sequence[HandResult],
    net: int | None,
    resting: bool = False,
) -> Headline:
    """Return the headline: what the viewer won or lost, what to do, or what the table is waiting for."""
    own = [outcome for outcome in outcomes if outcome.mine]
    settled = resting or state.round is None or state.phase in (Phase.EXPOSING, Phase.PAYING, Phase.FINISHED)
    if own and settled and not state.stopped and state.phase is not Phase.CLOSED:
        return _result(own, net if net is not None else sum(outcome.total for outcome in own))
    return Headline(prompt(state, viewer, legal), _hint(state, viewer, legal))


def _result(own: Sequence[HandResult], net: int) -> Headline:
    """Return the round's net result, with the result of the hand below it.

    Side bets are mentioned too if they reverse the result of the hand.
    """
    first, mood = own[0], "win" if net > 0 else "lose" if net < 0 else "push"
    hint = first.headline
    if first.hand is not None and first.hand.foul and mood != "lose":
        hint = _("Foul")
    if first.result == mood == "push":
        hint = f"{_('One hand each')} ({first.call})" if first.call else _("One hand each")
    side = sum(line.brings for outcome in own for line in outcome.money if line.side)
    if side and first.result != mood:
        hint += " · " + _("side bets %(sum)s") % {"sum": signed(side)}
    text = {
        "win": _("You win %(sum)s") % {"sum": short(net)},
        "lose": _("You lose %(sum)s") % {"sum": short(-net)},
        "push": _("Push") if first.result == mood else _("You break even"),
    }[mood]
    return Headline(text, hint, mood, net)


def _hint(state: TableState, viewer: str, legal: Sequence[Offer]) -> str:
    verbs = {offer.command.verb for offer in legal}
    if "wager" in verbs and "accept-bank" not in verbs:
        steps = [offer.amounts.step for offer in legal if offer.amounts and getattr(offer.command, "kind", "") == MAIN]
        if steps and steps[0] > DOLLAR:
            return _("Tap a chip, then a circle. Bets go up in steps of %(sum)s.") % {"sum": short(steps[0])}
        return _("Tap a chip, then a circle.")
    if {"set", "set-bank-hand"} & verbs and state.game.kit.kind == "tiles":
        return _("Four tiles, three ways. Tap two.")
    return ""


def prompt(state: TableState, viewer: str, legal: Sequence[Offer]) -> str:
    """Return what the viewer is expected to do, or what the table is waiting for."""
    verbs = {offer.command.verb for offer in legal}
    if state.stopped:
        return _("The floor has stopped the table: %(reason)s") % {"reason": state.stopped}
    if viewer not in state.players:
        if "sit" in verbs:
            return _("Take a seat")
        if state.phase is Phase.CLOSED and state.rounds:
            return _("The table is closed")
        return _("You are watching")
    if forms.is_broke(state, viewer):
        return _("Buy chips to play")
    for verb, text in _asked(state).items():
        if verb in verbs:
            return text
    if "wager" in verbs:
        placed = state.round is not None and any(key.player == viewer for key in state.round.wagers)
        return _("Your bet is down") if placed else _("Place your bet")
    if "surrender" in verbs and state.phase is Phase.EXPOSING:
        return _("Comparing hands…")
    return waiting_for(state, viewer)


def awaited(state: TableState, viewer: str, legal: Sequence[Offer]) -> tuple[str, ...]:
    """Return the verbs that the table expects from the viewer, derived from the legal commands and the phase."""
    if viewer not in state.players or state.round is None:
        return ()
    verbs = {offer.command.verb for offer in legal}
    asked = tuple(verb for verb in _asked(state) if verb in verbs)
    placed = any(key.player == viewer for key in state.round.wagers)
    return asked or (("wager",) if "wager" in verbs and not placed else ())


def _asked(state: TableState) -> Mapping[str, str]:
    """Return the prompts for commands that a person may be asked for, most pressing first."""
    tiles = state.game.kit.kind == "tiles"
    low = _("Pick two tiles for your low hand") if tiles else _("Pick two cards for your low hand")
    return {
        "come-back": _("You are away"),
        "accept-bank": _("You are offered the bank"),
        "cut": _("You may cut the cards"),
        "cut-stacks": _("You may cut the tiles"),
        "stake": _("Put up the bank’s stake"),
        "agree-co-bank": _("Co-bank or give up the bank"),
        "shake": _("Shake the dice"),
        "choose-delivery": _("Choose how the tiles are dealt"),
        "confirm": _("Confirm your hand"),
        "look": _("Pick up your tiles") if tiles else _("Pick up your cards"),
        "set": low,
        "set-bank-hand": low,
    }


def waiting_for(state: TableState, viewer: str) -> str:
    """Return the reason why there is nothing to do."""
    current, phase = state.round, state.phase
    if current is None:
        return _("Next round soon") if phase is Phase.OPEN else _("Table opening")
    in_it = any(key.player == viewer for key in current.wagers) or viewer in (
        current.bank.player,
        *current.bank.sharers,
    )
    own = [
        current.hands[key.position] for key in current.wagers if key.player == viewer and key.position in current.hands
    ]
    match phase:
        case Phase.OFFERING:
            return _("Offering the bank…")
        case Phase.MIXING:
            return _("Washing the tiles…") if state.game.kit.kind == "tiles" else _("Shuffling…")
        case Phase.CUTTING:
            return _("Cutting the cards…")
        case Phase.BETTING:
            return _("Waiting for the other bets")
        case Phase.FINISHED:
            return _("Round over")
        case _ if not in_it:
            return _("You’re sitting out this round")
        case Phase.SEEDING | Phase.STARTING | Phase.DEALING:
            return _("Dealing…")
        case Phase.SETTING if own and all(hand.setting is not None for hand in own):
            return _("Waiting for the other players")
        case Phase.BANKING | Phase.SETTING:
            return _("Dealer is setting…")
        case Phase.EXPOSING:
            return _("Comparing hands…")
        case _:
            return _("Paying winners…")
