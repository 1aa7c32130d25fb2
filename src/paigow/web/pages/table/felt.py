"""The felt: seats with their wagers and hands, the areas and things of the layout, dice, trays and markers.

The viewer's own places are at the bottom, and everybody else is at the rim.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop

from paigow.money import BANKER_AREA, CENTRE, LOSING_AREA, Chips
from paigow.table.boxes.orders import Orders
from paigow.table.cards.awards import Envy
from paigow.table.cards.button import button_position
from paigow.table.cards.card_cut import waiting_to_cut
from paigow.table.cards.progressive import Progressive
from paigow.table.core.game import Game
from paigow.table.core.model import DEALER_WAGER, MAIN, HandStatus, Phase, TableState
from paigow.table.layout import ON_PIECES, Area, Layout, Side, dealer_wager_lies, hand_lies, marker_lies, shaker_lies
from paigow.table.steps.banking import bank_position, bankers, waiting
from paigow.table.steps.seating import rack_of
from paigow.table.steps.setting import open_positions
from paigow.table.steps.settlement import waiting_positions
from paigow.table.view import Seen
from paigow.web.fast.templates import per_language
from paigow.web.pages import words
from paigow.web.pages.table.model import BetForm, HandResult, OwnView, SeatView, Start, WagerView, Zone
from paigow.web.pages.table.pieces import HandView, Pile, SetForm, hand_view, pile
from paigow.web.pages.words import phrase
from paigow.web.people.display import called

ON_SEAT = frozenset({"hands", "dealer-hands"})


def seats(
    state: TableState,
    viewer: str,
    seen: Seen,
    layout: Layout,
    bots: frozenset[str],
    chips: Chips,
    free: frozenset[int],
) -> Iterator[SeatView]:
    """Yield the players' positions from the dealer's far right, which is the viewer's left."""
    turns = turn_of(state)
    inscriptions = {area.position: area.inscription for area in layout.areas_of("main")}
    for position in state.game.betting:
        player = state.at(position)
        hand = shown_hand(state, seen, position)
        result = _result(state, position)
        spots = tuple(_spots(state, viewer, position, chips))
        placed = (spot.player for spot in spots if spot.player)
        yield SeatView(
            position=position,
            label=words.place(position, state.game),
            name=player.name if player else "",
            called=called(player.name if player else next(placed, "")),
            chips=rack_of(state, player.name) if player else None,
            mine=player is not None and player.name == viewer,
            bot=player is not None and player.name in bots,
            away=player is not None and player.away,
            turn=position in turns,
            off=position in state.part(Orders).off,
            start=state.round is not None and state.round.start.position == position and bool(state.round.hands),
            house=state.game.dealer is None
            and state.round is not None
            and bank_position(state) == position
            and state.round.bank.player is None,
            markers=tuple(_markers(state, position)),
            spots=spots,
            inscription=inscriptions.get(position, ""),
            hand=hand,
            result=result,
            result_word=_result_word(state.game, result),
            result_short=_word_for(result),
            sit=position in free,
        )


def shown_hand(state: TableState, seen: Seen, position: int) -> HandView | None:
    """Return the hand in front of a position.

    A hand that has been compared stays visible, faded, after it is put away.
    """
    if position not in seen.hands:
        return None
    hand = hand_view(seen.hands[position], state.game)
    area = hand_lies(state, position).area
    if area == "dealer-hands" and state.game.dealer is None:
        return None
    away = area not in ON_SEAT
    if away and state.current.hands[position].status is not HandStatus.EXPOSED:
        return None
    return replace(hand, gone=away)


def _result(state: TableState, position: int) -> str:
    """Return the result of the Pai Gow wager at a position, which all wagers on a box share."""
    if state.round is None:
        return ""
    found = (result for key, result in state.round.results.items() if key.position == position and key.kind == MAIN)
    return next((result.value for result in found), "")


@per_language
def _word_for(result: str) -> str:
    return {"win": _("Win"), "push": _("Push"), "lose": _("Lose")}.get(result, "")


@per_language
def _result_word(game: Game, result: str) -> str:
    """Return the result with the dealer's own call, if the game has one."""
    calls = {key.value: call for key, call in game.ending.calls.items()}
    word = _word_for(result)
    return f"{phrase(calls[result])} – {word.lower()}" if calls.get(result) else word


def _markers(state: TableState, position: int) -> Iterator[str]:
    if position in state.part(Orders).off:
        yield "Off"
    if state.round is None:
        return
    if state.game.dealer is None:  # the house has a box like the others, so its bank is marked too
        if bank_position(state) == position:
            yield noop("Co-banker") if state.round.bank.co_banked else noop("Banker")
    else:
        marker, at = marker_lies(state)
        if marker and at == position:
            yield "Co-Bank" if marker == "co-bank-marker" else "Bank"
    if state.game.strategy.start_method(state) == "button" and button_position(state) == position:
        yield noop("Button")
    if any(key.position == position for key in state.round.part(Envy).lammers):
        yield "Envy"


def _spots(state: TableState, viewer: str, position: int, chips: Chips) -> Iterator[WagerView]:
    """Yield the betting areas of a position with the chips on them, the Pai Gow area first."""
    placed: dict[str, list[WagerView]] = {}
    if state.round is not None:
        for key, amount in state.round.wagers.items():
            if key.position == position and key.kind != DEALER_WAGER:
                result = state.round.results.get(key)
                paid, collected = key in state.round.paid, key in state.round.part(Progressive).collected
                placed.setdefault(key.kind, []).append(
                    WagerView(
                        key.kind,
                        words.bet_name(key.kind),
                        None if paid or collected else pile(amount, chips),
                        key.player,
                        key.player == viewer,
                        result.value if result else "",
                        amount if collected and not paid and result is None else 0,
                    )
                )
    for kind in (MAIN, *state.game.options.side_wagers):
        yield from placed.pop(kind, [WagerView(kind, words.bet_name(kind), None)])
    for rest in placed.values():
        yield from rest


def turn_of(state: TableState) -> tuple[int, ...]:
    """Return the positions the table is waiting for."""
    if state.round is None:
        return ()
    match state.phase:
        case Phase.OFFERING:
            names = waiting(state)
        case Phase.CUTTING:
            cutter = waiting_to_cut(state)
            names = (cutter,) if cutter else ()
        case Phase.SETTING:
            return open_positions(state)
        case Phase.EXPOSING:
            return waiting_positions(state)[:1]
        case _:
            return ()
    return tuple(p.position for p in state.seated() if p.name in names and p.position is not None)


def dealer_hand(state: TableState, seen: Seen) -> HandView | None:
    """Return the hand in front of the dealer: the dealer's own, or in New Zealand the bank's if the dealer sets it."""
    if state.round is None:
        return None
    if state.game.dealer is not None:
        return shown_hand(state, seen, state.game.dealer)
    bank = bank_position(state)
    if bank not in seen.hands or hand_lies(state, bank).area != "dealer-hands":
        return None
    return hand_view(seen.hands[bank], state.game)


def facing(state: TableState, viewer: str, seen: Seen) -> HandView | None:
    """Return the hand that the viewer plays against: another player's bank, or the hand in front of the dealer."""
    names = () if state.round is None else bankers(state)
    if not names or viewer in names:
        return dealer_hand(state, seen)
    bank = bank_position(state)
    return hand_view(seen.hands[bank], state.game) if bank in seen.hands else None


_SIDES = (Side.RIGHT, Side.DEALER, Side.LEFT, Side.CENTRE)
"""The sides of the dealer from the left of the viewer, who faces the dealer, to the right, and then the centre."""


def zones(state: TableState, seen: Seen, layout: Layout, chips: Chips) -> tuple[Zone, ...]:
    """Return the areas of the felt that belong to no player, in the order in which the players see them."""
    common = (area for area in layout.areas if area.side in _SIDES)
    shown = (area for area in common if area.kind not in ("dealer-hands", "high-hand", "low-hand", "shaker"))
    return tuple(_zone(state, seen, area, chips) for area in sorted(shown, key=lambda area: _SIDES.index(area.side)))


def _zone(state: TableState, seen: Seen, area: Area, chips: Chips) -> Zone:
    hands = tuple(_lying(state, seen, area.kind))
    chips_there = _pile_at(state, area.kind, chips)
    stacks = (
        8
        if area.kind == "stacks" and state.round is not None and state.round.stack.order and not state.round.hands
        else 0
    )
    label = phrase(area.inscription) or words.word(words.THINGS, area.kind)
    if area.kind == "dealer-wager" and dealer_wager_lies(state) == ON_PIECES:
        on_tiles = (
            _("%(wager)s, on the dealer’s tiles")
            if state.game.kit.kind == "tiles"
            else _("%(wager)s, on the dealer’s cards")
        )
        label = on_tiles % {"wager": label}
    return Zone(
        kind=area.kind,
        label=label,
        clause=area.clause,
        inscription=area.inscription,
        hands=hands,
        pile=chips_there,
        stacks=stacks,
        empty=not (hands or chips_there or stacks),
    )


def _lying(state: TableState, seen: Seen, kind: str) -> Iterator[HandView]:
    """Yield the hands that have been put on an area (collected, surrendered, void or settled) as face-down stacks."""
    if state.round is None:
        return
    for position, hand in state.round.hands.items():
        lies = hand_lies(state, position)
        if lies.area != kind or lies.area in ON_SEAT:
            continue
        if hand.status is HandStatus.EXPOSED:
            continue  # still drawn in front of its seat, where its player can see what beat it
        yield hand_view(seen.hands[position], state.game)


def _pile_at(state: TableState, kind: str, chips: Chips) -> Pile | None:
    accounts = {"centre": CENTRE, "banker-wager": BANKER_AREA, "losing-wagers": LOSING_AREA}
    amount = 0
    if kind in accounts:
        amount = state.ledger[accounts[kind]]
    elif kind == "dealer-wager" and dealer_wager_lies(state):
        amount = sum(cents for key, cents in state.current.wagers.items() if key.kind == DEALER_WAGER)
    return pile(amount, chips) if amount > 0 else None


def start(state: TableState, seen: Seen, layout: Layout) -> Start:
    """Return the shaker with its dice, the number, or the button."""
    method = state.game.strategy.start_method(state)
    kind = {"shaker": "dice-cup" if layout.has("dice-cup") else "shaker", "button": "button"}.get(
        method, "random-number-display"
    )
    label = words.word(words.THINGS, kind)
    if state.round is None:
        return Start(method, label)
    found, dice = state.round.start, seen.dice or ()
    _where, covered = shaker_lies(state)
    style = state.game.options.start.deliveries.get(found.delivery)
    total = sum(dice) if dice else found.number
    said = ""
    if found.position is not None and total is not None:
        fields = {"number": total, "place": words.place(found.position, state.game)}
        said = _("Count of %(number)s: the deal starts at %(place)s") % fields
    return Start(
        method=method,
        label=label,
        covered=covered or not dice,
        dice=dice,
        number=found.number,
        said=said,
        delivery=phrase(style.name) if style is not None else "",
        adjustment=f"{found.adjustment:+d}".replace("-", "−") if found.adjustment else "",
    )


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
