"""A past round step by step: each action with its results and clauses, and the table after it.

It is marked as a replay, and shows what a recall must show (gaming standards G6): when it was, everyone's money before
and after, stakes, wins, commission, and who chose what on whose advice.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from paigow.money import Account, Transfer, format_cents, rack
from paigow.record.narration import tell_reason
from paigow.table import Event, Game
from paigow.table.cards.envy import EnvyPaid
from paigow.table.cards.progressive import ProgressivePaid
from paigow.table.core.model import DEALER, WagerKey
from paigow.table.hearing import everything
from paigow.table.steps.setting import HandSet, HouseWayTold
from paigow.table.steps.settlement import BankSettled, WagerSettled
from paigow.table.steps.side_wagers import SideWagerSettled
from paigow.web.pages import words
from paigow.web.pages.play import found_to_read
from paigow.web.pages.table import line_of, render_table
from paigow.web.pages.table.results import net_of
from paigow.web.pages.words import phrase
from paigow.web.people import display
from paigow.web.people.access import login_required, person_of
from paigow.web.people.display import called
from paigow.web.service import history, records
from paigow.web.service.attendance import bots_at
from paigow.web.service.errors import NoSuchRound
from paigow.web.service.history import Step

VIEWPOINT = "as"


@require_safe
@login_required
def replay(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show one step of a finished round, to those who were at the table, the floor and auditors."""
    person = person_of(request)
    table = found_to_read(slug, person)
    try:
        kept = history.finished_round(table, number)
    except NoSuchRound as error:
        raise Http404(str(error)) from error
    steps = list(history.steps(table, kept))
    at = asked_step(request, len(steps))
    names = players(steps)
    display.load(names)
    viewer = request.GET.get(VIEWPOINT, person.username)
    viewer = viewer if viewer in names else ""
    game = steps[0].before.game
    events = [event for step in steps[:at] for event in step.events]
    fragment = render_table(
        steps[at - 1].after,
        viewer,
        slug=slug,
        title=table.title,
        language=getattr(request, "LANGUAGE_CODE", None),
        bots=bots_at(steps[at - 1].after),
        events=events,
        spectator=True,
    )
    context = {
        "table": table,
        "number": number,
        "round": kept,
        "step": steps[at - 1],
        "done": words.action_name(steps[at - 1].command.verb, game),
        "lines": [_event_data(event, game) for event in steps[at - 1].events],
        "at": at,
        "steps": [
            (place, words.action_name(step.command.verb, game), step) for place, step in enumerate(steps, start=1)
        ],
        "last": len(steps),
        "viewer": viewer,
        "names": [(name, called(name)) for name in names],
        "standings": standings(steps, names, person.username),
        "choices": list(choices(steps, game)),
        "fragment": mark_safe(fragment),
        "previous": number - 1,
        "next": number + 1 if number < records.last_finished(table) else None,
    }
    return render(request, "lessons/replay.html", context)


def asked_step(request: HttpRequest, last: int) -> int:
    """Return the step that a page of a finished round is to show."""
    typed = request.GET.get("step", "1")
    if not typed.isdecimal() or len(typed) > 6 or not 1 <= int(typed) <= last:
        raise Http404(_("The round has steps 1 to %(last)s.") % {"last": last})
    return int(typed)


def _event_data(event: Event, game: Game) -> dict[str, Any]:
    return {
        "line": line_of(everything(event), game),
        "transfers": [_moved(move, game) for move in event.transfers],
    }


def _moved(move: Transfer, game: Game) -> str:
    """Return the chips that moved: source, destination and reason."""
    ends = " → ".join(_place_of(account, game) for account in (move.debit, move.credit))
    return f"{format_cents(move.amount)} {ends}: {tell_reason(move, game).render(phrase)} [{move.clause}]"


AREAS = {
    "inventory": "Table inventory",
    "centre": "Centre of the layout",
    "banker-area": "Banker wager area",
    "losing-area": "Losing wager area",
    "meter": "Progressive",
}


def _place_of(account: Account, game: Game) -> str:
    """Return the name of the place where chips are."""
    player, position = called(account.part("player")), account.part("position")
    match account.kind:
        case "rack":
            return player
        case "bet":
            where = words.place(int(position), game) if position.isdecimal() else ""
            return ", ".join(filter(None, (phrase(player), words.bet_name(account.part("wager")), where)))
        case "cage":
            return _("Wallet")
        case "commission":
            return words.commission(game)
    return phrase(AREAS.get(account.kind, account))


def players(steps: Sequence[Step]) -> list[str]:
    """Return everyone who was at the table during the round."""
    return sorted({name for step in steps for name in (*step.before.players, *step.after.players)})


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's money in the round."""

    player: str  # as pages call them
    mine: bool
    before: int
    staked: int
    won: int
    jackpot: int
    commission: int
    net: int
    after: int


def standings(steps: Sequence[Step], names: Sequence[str], me: str) -> list[Standing]:
    events = [event for step in steps for event in step.events]
    won: dict[tuple[str, object], int] = {}
    fees: dict[tuple[str, object], int] = {}
    jackpots: dict[str, int] = {}
    staked: dict[WagerKey, int] = {}
    bank: str | None = None
    for step in steps:
        if step.after.round is not None:
            staked, bank = dict(step.after.round.wagers), step.after.round.bank.player
    for number, event in enumerate(events):
        match event:
            case WagerSettled() | SideWagerSettled():  # settling again replaces the earlier result
                won[event.wager.player, event.wager] = event.won
                fees[event.wager.player, event.wager] = getattr(event, "vigorish", 0)
            case EnvyPaid():
                won[event.player, number] = event.amount
            case ProgressivePaid():
                jackpots[event.wager.player] = jackpots.get(event.wager.player, 0) + event.amount
            case BankSettled() if bank is not None:
                won[bank, "bank"], fees[bank, "bank"] = event.surplus, event.vigorish
    return [
        Standing(
            player=called(name),
            mine=name == me,
            before=steps[0].before.ledger[rack(name)],
            staked=sum(cents for key, cents in staked.items() if key.player == name),
            won=sum(cents for (player, _what), cents in won.items() if player == name),
            jackpot=jackpots.get(name, 0),
            commission=sum(cents for (player, _what), cents in fees.items() if player == name),
            net=net_of(events, name),
            after=steps[-1].after.ledger[rack(name)],
        )
        for name in names
    ]


def choices(steps: Sequence[Step], game: Game) -> Iterator[str]:
    """Yield how each hand was set, by whom, and what advice was given."""
    for step in steps:
        for event in step.events:
            if isinstance(event, HouseWayTold):
                fields = {"player": called(event.player), "setting": event.setting, "rule": phrase(event.rule)}
                yield _("%(player)s was told the house way: %(setting)s (%(rule)s)") % fields
            elif isinstance(event, HandSet):
                place = words.place(event.position, game)
                yield _("%(place)s: %(who)s set %(setting)s") % {
                    "place": place,
                    "who": phrase(event.set_by) if event.set_by == DEALER else called(event.set_by),
                    "setting": event.setting,
                }
