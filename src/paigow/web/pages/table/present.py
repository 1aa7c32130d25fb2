"""Building the table page's model from the state as the viewer may see it."""

import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.template.loader import get_template
from django.utils import translation
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from paigow.money import bet
from paigow.money.ledger import RETURNS
from paigow.table import Event, Game, Phase, TableState, legal_commands
from paigow.table.cards.jacks import DealerCardsShown
from paigow.table.core.model import MAIN, WagerKey
from paigow.table.layout import layout_of
from paigow.table.steps import banking
from paigow.table.steps.banking import bank_position
from paigow.table.steps.seating import rack_of
from paigow.table.steps.seeds import seeds_missing
from paigow.table.steps.setting import BankHandExposed, HouseHandSet
from paigow.table.view import seen_by
from paigow.web.fast import templates
from paigow.web.pages import words
from paigow.web.pages.table import felt, forms, model, pacing, results
from paigow.web.pages.table.model import (
    Account,
    Clock,
    HandResult,
    LastRound,
    Notice,
    SeatView,
    SeedMark,
    TablePage,
)
from paigow.web.pages.table.pacing import PaceView
from paigow.web.pages.table.pieces import HandView, back_of, chips_of, piece_view, set_form, setting_view
from paigow.web.people import display
from paigow.web.people.display import called
from paigow.web.service.attendance import MISSED
from paigow.web.service.loading import Events


def present(
    state: TableState,
    viewer: str,
    *,
    slug: str = "",
    title: str = "",
    bots: frozenset[str] = frozenset(),
    clock: Clock | None = None,
    events: Sequence[Event] = (),
    last_events: Sequence[Event] = (),
    last_wagers: Mapping[WagerKey, int] | None = None,
    purse: int | None = None,
    proof: int = 0,
    spectator: bool = False,
    pace: PaceView | None = None,
) -> TablePage:
    """Return the table page's model for one viewer.

    `events` are those of the current or last round, `last_events` those of the one before.

    Only wagers and settlement, which are public, are read. `last_wagers` can be repeated: those of the previous round,
    or of the last one in which the viewer bet. `purse` is the amount available for buying chips, `proof` the last round
    that can be verified. A spectator gets no forms at all. `pace` is the table's pace according to the service.
    """
    spectator = spectator or not viewer
    game = state.game
    seen = seen_by(state, viewer)
    layout = layout_of(game)
    chips = chips_of(game)
    legal = () if spectator else legal_commands(state, viewer)
    current = state.round
    bank_at = last_bank(events) if current is None else bank_position(state)
    player = state.players.get(viewer)
    over = current is None or state.phase is Phase.FINISHED
    net = results.net_of(events, viewer) if over and player is not None and events else None
    decided = any(
        isinstance(event, results.DECISIVE) or any(move.kind in RETURNS for move in event.transfers) for event in events
    )
    outcomes = tuple(results.outcomes(events, viewer, game, bank_at)) if decided else ()
    all_forms = tuple(forms.command_forms(state, viewer, legal, purse))
    sit = forms.sit_form(state, viewer, legal, purse)
    sets = tuple(set_form(state, seen.hands, verb, position) for verb, position in forms.hand_settings(legal))
    bets = tuple(forms.bet_forms(state, viewer, legal, layout, chips))
    if not spectator and player is not None:
        bets += tuple(forms.forms_to_hold(state, viewer, layout, chips, pace))
    before = results.wagers_of(last_events) if last_wagers is None else last_wagers
    seats = tuple(felt.seats(state, viewer, seen, layout, bots, chips, frozenset(sit.positions if sit else ())))
    mine = tuple(felt.own_places(state, viewer, seats, bets, sets, outcomes))
    staked = current is not None and any(key.player == viewer and key.kind == MAIN for key in current.wagers)
    last = _last_round(state, viewer, last_events)
    missed = pace is not None and pace.out == MISSED
    resting = last is not None and not missed and pacing.is_resting(state, viewer, legal)
    if last is not None and resting:
        outcomes, net, over = last.all, last.net, True
        mine = tuple(felt.with_last_hand(mine, last.outcomes))
    head = pacing.headline(state, viewer, legal, outcomes, net if over else None, resting)
    if pace is not None and pace.prompt is not None and not head.mood:
        head = replace(head, text=pace.prompt.text, hint=pace.prompt.hint or head.hint)
    if pace is not None and pace.reserved is not None and not state.stopped:
        sitting = [state.at(place) for place in game.seats]
        room = any(each is None or each.name in bots for each in sitting)  # a bot makes room
        hint = _("You are dealt in next round.") if room else _("You are dealt in when a seat is free.")
        head = replace(head, text=_("Your seat is reserved"), hint=hint)
    banks = current is not None and viewer in banking.bankers(state)
    asked = set(pacing.verbs_awaited(state, viewer, legal)) - {"wager"}
    if pace is not None and pace.out and not (head.mood or staked or banks or asked or state.stopped):
        head = replace(head, text=_("You’re sitting out"), hint=_("Choose “Deal me in” to play."))
    if missed and not head.mood:
        head = replace(head, hint=_("You missed the betting."))
    if not staked and not head.mood and any(bet_form.held for bet_form in bets):
        head = replace(head, hint=_("Side bets wait for your main bet."))
    if pace is not None and pace.paused and current is None and not head.mood and not pace.out:
        head = replace(head, text=_("Paused"), hint="")
    offered = any(offer.command.verb in pacing.OFFERED for offer in legal)
    stated = bool(head.mood or over)
    shown = last_events if resting else events
    bankers = results.bankers(shown) if resting or current is None else set(banking.bankers(state))
    compared = _compared(outcomes, shown, game, viewer in bankers) if stated else None
    across = compared or felt.facing(state, viewer, seen)
    return TablePage(
        slug=slug,
        title=title or state.table_id,
        viewer=viewer,
        seated=player is not None,
        phase=state.phase.value,
        phase_word=words.word(words.PHASES, state.phase.value),
        round=None if current is None else current.number,
        rounds=state.rounds,
        account=None
        if player is None
        else Account(rack_of(state, viewer), _wagered(state, viewer), net if over else None),
        clock=clock,
        sequence=state.sequence,
        headline=head,
        pace=pace,
        rules=model.Rules(
            standard=game.standard,
            game=_(game.rules.lobby.game_name),
            document=_(game.rules.lobby.region),
            tiles=game.kit.kind == "tiles",
            minimum=game.options.minimum,
            maximum=game.options.maximum,
        ),
        fairness=model.Fairness(
            commitment="" if current is None else current.commitment,
            seeds=_seeds(state, viewer),
            proof=proof,
        ),
        felt=model.Felt(
            bank=_("Next round: %(bank)s") % {"bank": _bank(state, viewer)} if resting else _bank(state, viewer),
            banks=viewer in bankers and not resting,
            meters=tuple((words.bet_name(name), meter.display) for name, meter in state.meters.items()),
            seats=seats,
            areas=felt.zones(state, seen, layout, chips),
            start=felt.start(state, seen, layout),
            delivery=felt.delivery(state, viewer),
            display=tuple(map(piece_view, seen.display)),
            mine=mine,
            rim=felt.rim(
                seats if viewer in bankers else tuple(_without_bank(seats, bank_at)),
                mine,
                () if not staked else (bet_form for bet_form in bets if not bet_form.own),
            ),
            house=across,
            banker=_banker(bankers) if viewer not in bankers else "",
        ),
        forms=model.Forms(
            bets=tuple(bet_form for bet_form in bets if bet_form.own),
            other_bets=tuple(bet_form for bet_form in bets if not bet_form.own),
            sets=sets,
            asks=tuple(form for form in all_forms if form.main),
            others=tuple(form for form in all_forms if not form.main),
            sit=sit,
            question=pacing.prompt(state, viewer, legal) if resting and offered else "",
            rebet=forms.rebet(state, viewer, before) if bets else None,
            rack=forms.rack(game, chips) if bets else (),
            awaited=tuple(pace.verbs) if pace is not None else pacing.verbs_awaited(state, viewer, legal),
        ),
        results=model.Results(
            outcomes=outcomes,
            told=results.summary(outcomes, net if over else None) if outcomes else "",
            last=last,
            resting=resting,
        ),
    )


def last_bank(events: Sequence[Event]) -> int | None:
    """Return the position of the bank's hand, from the events once the round is over."""
    shown = (
        event for event in reversed(events) if isinstance(event, BankHandExposed | HouseHandSet | DealerCardsShown)
    )
    return next((event.position for event in shown), None)


def _last_round(state: TableState, viewer: str, events: Sequence[Event]) -> LastRound | None:
    """Return the viewer's result of the previous round, shown until the hands are dealt."""
    if viewer not in state.players or state.round is None or state.round.hands:
        return None
    if isinstance(events, Events):
        return events.once((viewer, get_language(), display.version()), lambda: _result(state, viewer, events))
    return _result(state, viewer, events)


def _result(state: TableState, viewer: str, events: Sequence[Event]) -> LastRound | None:
    every = tuple(results.outcomes(events, viewer, state.game, last_bank(events)))
    own = tuple(outcome for outcome in every if outcome.mine)
    return LastRound(state.rounds - 1, own, results.net_of(events, viewer), every) if own else None


def _wagered(state: TableState, viewer: str) -> int:
    if state.round is None:
        return 0
    keys = (key for key in state.round.wagers if key.player == viewer)
    return sum(state.ledger[bet(key.position, key.kind, key.player)] for key in keys)


def _bank(state: TableState, viewer: str) -> str:
    """Return a few words about who banks."""
    if state.round is None:
        return ""
    bank = state.round.bank.player
    if bank is None:
        return _("The house banks")
    if viewer == bank and not state.round.bank.sharers:
        return _("You co-bank with the house") if state.round.bank.co_banked else _("You bank")
    if state.round.bank.co_banked:
        return _("%(player)s co-banks with the house") % {"player": called(bank)}
    others = ", ".join(map(called, (bank, *state.round.bank.sharers)))
    return _("%(player)s banks") % {"player": others}


def _banker(names: Iterable[str]) -> str:
    """Return a few words about the players whose bank the viewer plays against; empty for the dealer."""
    players = ", ".join(called(name) for name in sorted(names))
    return _("%(player)s banks") % {"player": players} if players else ""


def _compared(outcomes: Sequence[HandResult], events: Sequence[Event], game: Game, banks: bool) -> HandView | None:
    """Return the hand that the viewer's was compared with: the bank's, or the dealer's if the viewer banked."""
    if banks:
        dealers = results.bank_setting(events, game.dealer)
        return None if dealers is None else setting_view(dealers, game)
    return next((outcome.house for outcome in outcomes if outcome.house is not None), None)


def _without_bank(seats: Iterable[SeatView], bank: int | None) -> Iterator[SeatView]:
    """Leave out the bank's hand, which is shown opposite the viewer."""
    for seat in seats:
        yield replace(seat, hand=None) if seat.position == bank else seat


def _seeds(state: TableState, viewer: str) -> SeedMark:
    current = state.round
    if current is None or state.chain is None or viewer not in state.players:
        return SeedMark("", False, False)
    awaited = state.phase is Phase.SEEDING and viewer in seeds_missing(state)
    return SeedMark(current.commitment, viewer in current.seeds.given, awaited)


def render_table(state: TableState, viewer: str, *, csrf: str = "", key: str = "", **about: Any) -> str:
    """Return the HTML of `draw_table` with the viewer's token and a key.

    The key makes the forms' idempotency keys; if none is given, it is a fresh one.
    """
    drawn = draw_table(state, viewer, forms=bool(csrf), **about)
    return templates.fill(drawn, csrf, key or secrets.token_urlsafe(9), state.rounds)


def draw_table(
    state: TableState, viewer: str, *, slug: str, language: str | None = None, forms: bool = True, **about: Any
) -> str:
    """Return the HTML for one viewer, with marks in place of what its forms need: token, key and round.

    `viewer` is a player's name, a visitor's, or "" for a spectator; `about` is what `present` takes; without `forms`
    there is neither a bar nor panels.
    """
    with translation.override(language or translation.get_language() or "en"):
        context: dict[str, Any] = {
            "page": present(state, viewer, slug=slug, **about),
            "back": back_of(state.game),
            "csrf": templates.CSRF_MARK if forms else "",
            "key": templates.KEY_MARK,
            "do": f"/tables/{slug}/do/",
            "rounds": templates.ROUND_MARK,
        }
        return get_template("table/table.html").render(context)


def render_notice(notice: Notice | None, *, swapped: bool = False) -> str:
    """Return a message for the viewer, in a separate place that redrawing the table does not touch.

    With `swapped`, it is inserted into a page that is already open.
    """
    return get_template("table/notice.html").render({"notice": notice, "swapped": swapped})
