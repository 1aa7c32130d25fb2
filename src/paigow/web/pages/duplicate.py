"""Duplicate Pai Gow: create a tournament, share the link, play every hand at your own pace, compare."""

import secrets
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from paigow.errors import PaigowError
from paigow.learning import duplicate as core
from paigow.money import format_cents
from paigow.table import Event
from paigow.table.steps.setting import HouseHandSet, SetHand
from paigow.table.view import seen_by
from paigow.web.pages.host import arrived, name_form
from paigow.web.pages.play import read_form
from paigow.web.pages.standards import TITLES
from paigow.web.pages.table.pieces import set_form
from paigow.web.pages.table.results import outcomes
from paigow.web.pages.words import phrase, signed_money
from paigow.web.people import display
from paigow.web.people.access import attachment, client_of, get_or_post, limited, number_in
from paigow.web.people.display import called
from paigow.web.people.models import User
from paigow.web.service import duplicates
from paigow.web.service.errors import Stale
from paigow.web.store.models import Tournament, TournamentEntry
from paigow.web.work.duplicate_scores import ranked, score

SCORED_AT_ONCE = 4
"""The number of entries that one view of the standings starts to compute."""


def _games() -> list[tuple[str, str]]:
    return [(name, str(TITLES[name])) for name in core.STANDARDS]


def _hours(hours: int) -> str:
    days = hours // 24
    if days:
        return ngettext("%(count)d day", "%(count)d days", days) % {"count": days}
    return ngettext("%(count)d hour", "%(count)d hours", hours) % {"count": hours}


class TournamentForm(forms.Form):
    standard = forms.ChoiceField(label=lazy("Game and rules"), choices=_games)
    deals = forms.TypedChoiceField(
        label=lazy("Hands"), coerce=int, choices=[(each, each) for each in duplicates.DEALS], initial=10
    )
    hours = forms.TypedChoiceField(
        label=lazy("Open for"),
        coerce=int,
        choices=lambda: [(each, _hours(each)) for each in duplicates.HOURS],
        initial=72,
    )


def found(slug: str) -> Tournament:
    tournament = duplicates.find(slug)
    if tournament is None:
        raise Http404
    return tournament


@get_or_post
@limited("host", 20)
def index(request: HttpRequest) -> HttpResponse:
    """Create a tournament; list the person's own and those they play in."""
    form = TournamentForm(request.POST or None)
    name = name_form(request)
    if form.is_valid() and (name is None or name.is_valid()):
        try:
            person = arrived(request, name)
            given = form.cleaned_data
            made = duplicates.create(person, given["standard"], given["deals"], given["hours"], request)
            return redirect("duplicate-tournament", made.slug)
        except PaigowError as error:
            form.add_error(None, phrase(error.text))
        except ValidationError as refused:
            form.add_error(None, refused)
    who = request.user.get_username()
    mine = Tournament.objects.filter(Q(opened_by=who) | Q(entries__person=who)).distinct() if who else []
    context = {"form": form, "name": name, "mine": [(each, TITLES[each.standard]) for each in mine]}
    return render(request, "duplicate/index.html", context, status=422 if form.errors else 200)


@never_cache
@get_or_post
@limited("duplicate", 120)
def tournament(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the published data, the form to enter, and the standings for those who may see them."""
    shown, wrong = found(slug), ""
    name = name_form(request)
    if request.method == "POST" and (name is None or name.is_valid()):
        try:
            duplicates.enter(arrived(request, name), shown, request)
            return redirect("duplicate-play", slug)
        except PaigowError as error:
            wrong = phrase(error.text)
        except ValidationError as refused:
            wrong = " ".join(refused.messages)
    who = request.user.get_username()
    entry = shown.entries.filter(person=who).first() if who else None
    context = {
        "tournament": shown,
        "game": TITLES[shown.standard],
        "over": duplicates.is_over(shown),
        "entry": entry,
        "played": entry.hands.count() if entry else 0,
        "entries": shown.entries.count(),
        "link": request.build_absolute_uri(request.path),
        "statement": duplicates.statement(shown),
        "name": name,
        "wrong": wrong,
        "compare": duplicates.may_compare(shown, who),
        "host": _named(shown.opened_by),
    }
    if context["compare"]:
        context |= _standings(shown, who, client_of(request))
    return render(request, "duplicate/tournament.html", context, status=422 if wrong else 200)


def _named(name: str) -> str:
    display.load([name])
    return called(name)


def _standings(shown: Tournament, who: str, client: str) -> dict[str, Any]:
    entries = list(shown.entries.select_related("tournament").order_by("pk"))
    display.load([each.person for each in entries])
    waiting = [each for each in entries if each.finished_at is not None and each.scored is None]
    waiting.sort(key=lambda each: each.person != who)
    for each in waiting[:SCORED_AT_ONCE]:
        score(each, client)
    lines = [
        {
            "place": place,
            "name": called(each.entry.person),
            "mine": each.entry.person == who,
            "cost": format_cents(round(each.cost)),
            "expected": signed_money(round(each.expected)),
            "net": signed_money(each.net),
            "luck": signed_money(round(each.luck)),
            "hands": [format_cents(hand["cost_cents"]) for hand in each.hands],
            "entry": each.entry,
        }
        for place, each in ranked(entries)
    ]
    unfinished = [called(each.person) for each in entries if each.finished_at is None]
    counting = [called(each.person) for each in entries if each.finished_at is not None and each.scored is None]
    return {"lines": lines, "unfinished": unfinished, "counting": counting, "numbers": range(1, shown.deals + 1)}


@never_cache
@get_or_post
@limited("duplicate", 120)
def play(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the next hand, and the result of the last one. A hand cannot be changed once set."""
    shown, person = found(slug), request.user
    entry = _entry(shown, person)
    if entry is None or not isinstance(person, User):
        return redirect("duplicate-tournament", slug)
    wrong, status = "", 200
    if request.method == "POST":
        try:
            _set(request, shown, person, entry)
            return redirect("duplicate-play", slug)
        except Stale:
            return redirect("duplicate-play", slug)
        except PaigowError as error:
            wrong, status = phrase(error.text), getattr(error, "status", 422)
    table = duplicates.play_of(entry)
    over = duplicates.is_over(shown)
    if over and not table.played:
        return redirect("duplicate-tournament", slug)
    context: dict[str, Any] = {"tournament": shown, "game": TITLES[shown.standard], "wrong": wrong, "over": over}
    context |= {
        "number": table.played + 1,
        "last": _last(table),
        "done": table.is_over,
        "tiles": table.game.kit.kind == "tiles",
        "stake": core.STAKES * table.game.options.minimum,
    }
    if not table.is_over and not over:
        form = set_form(table.state, seen_by(table.state, core.PLAYER).hands, SetHand.verb, table.position)
        context |= {"form": form, "do": request.path, "csrf": get_token(request), "key": secrets.token_urlsafe(9)}
        context["rounds"] = table.played + 1
    return render(request, "duplicate/play.html", context, status=status)


def _entry(shown: Tournament, person: Any) -> TournamentEntry | None:
    rows = TournamentEntry.objects.filter(tournament=shown, person=person.get_username() or "-")
    return rows.select_related("tournament").first()


def _set(request: HttpRequest, shown: Tournament, person: User, entry: TournamentEntry) -> None:
    said = request.POST.get("round", "")
    number = number_in(said, 3) or 0
    table = duplicates.play_of(entry)
    if number != table.played + 1 or table.is_over:
        raise Stale(_("Hand %(number)d is already set.") % {"number": number}, table.played)
    command = read_form(request.POST, core.PLAYER, table.state)
    if not isinstance(command, SetHand) or command.position != table.position:
        raise PaigowError(_("Set the hand you were dealt."))
    duplicates.set_hand(person, shown, number, command.setting)


def _last(table: core.Progress) -> dict[str, Any] | None:
    """Return the showdown of the last hand set."""
    if not table.played:
        return None
    events = _round_events(table, table.played)
    bank = next((event.position for event in reversed(events) if isinstance(event, HouseHandSet)), table.game.dealer)
    own = [each for each in outcomes(events, core.PLAYER, table.game, bank) if each.mine and each.house is not None]
    return {"number": table.played, "outcome": own[0]} if own else None


def _round_events(table: core.Progress, number: int) -> list[Event]:
    return [event for moment in table.moments if moment.state.rounds == number for event in moment.events]


@require_safe
def published(request: HttpRequest, slug: str) -> JsonResponse:
    """Return the commitment and, after the deadline, the seeds, for anyone to check."""
    return JsonResponse(duplicates.published(found(slug)))


@require_safe
def record(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Return the record of an entry for `paigow verify`, after the deadline."""
    shown = found(slug)
    entry = shown.entries.select_related("tournament").filter(pk=number).first()
    if entry is None or shown.revealed_at is None or not entry.hands.exists():
        raise Http404(_("Records are published after the deadline."))
    return attachment(duplicates.record_of(entry), "application/toml; charset=utf-8", f"{slug}-{number}.toml")
