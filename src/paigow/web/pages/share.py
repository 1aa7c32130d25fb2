"""Shared rounds: a link with a preview picture, and a page that other sites may embed.

Visitors see exactly what the person who shared it saw. The link works for everybody until it is withdrawn.
"""

from functools import lru_cache
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_POST, require_safe

from paigow.table.hearing import hear
from paigow.table.steps.settlement import HandExposed
from paigow.table.steps.wagers import WagerPlaced
from paigow.web.pages.drawn import TALL, WIDE, png, preview
from paigow.web.pages.play import found
from paigow.web.pages.replay import asked_step
from paigow.web.pages.table import line_of, render_table
from paigow.web.pages.table.log import is_proof
from paigow.web.pages.table.present import last_bank
from paigow.web.pages.table.results import bank_setting, bankers, net_of
from paigow.web.pages.words import phrase
from paigow.web.people import display
from paigow.web.people.access import limited, login_required, person_of
from paigow.web.people.display import called
from paigow.web.service import history, sharing
from paigow.web.service.attendance import bots_at
from paigow.web.service.errors import NoSuchRound, NotYours
from paigow.web.service.history import Step
from paigow.web.serving.middleware import HEADERS
from paigow.web.store.models import SharedRound, Table

POLICY = "Content-Security-Policy"
FRAMED = HEADERS[POLICY].replace("frame-ancestors 'none'", "frame-ancestors *")
"""The content security policy of the embedded page, the only one that may be framed; it has no forms, and no session
reaches it in another site's frame.
"""


@require_POST
@login_required
@limited("share", 30)
def share(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Create a link to a finished round that the person attended, return the existing one, or withdraw it."""
    person, table = person_of(request), found(slug, request.user)
    try:
        if request.POST.get("act") == "withdraw":
            sharing.withdraw(person, table, number, request)
            return redirect("round-replay", slug, number)
        return redirect("shared", sharing.share(person, table, number, request).token)
    except NoSuchRound as error:
        raise Http404(str(error)) from error
    except (NotYours, sharing.TooManyShared) as error:
        raise PermissionDenied(phrase(error.text)) from error


def _found(token: str) -> SharedRound:
    kept = SharedRound.objects.filter(token=token).select_related("table").first()
    if kept is None:
        raise Http404
    return kept


@lru_cache(maxsize=32)
def _steps(table: int, number: int) -> tuple[Step, ...]:
    """Return the steps of a shared round, cached. A finished round does not change."""
    kept = Table.objects.get(pk=table)
    return tuple(history.steps(kept, history.finished_round(kept, number)))


@require_safe
@limited("shared", 240, shared=False, reads=True)
def shared(request: HttpRequest, token: str) -> HttpResponse:
    """Show the round step by step to everybody who has the link."""
    return _page(request, _found(token), "share/page.html")


@xframe_options_exempt
@require_safe
@limited("shared", 240, shared=False, reads=True)
def embed(request: HttpRequest, token: str) -> HttpResponse:
    """Show the same page without the site around it, for other sites to frame."""
    answer = _page(request, _found(token), "share/embed.html")
    answer[POLICY] = FRAMED
    answer["Cross-Origin-Resource-Policy"] = "cross-origin"
    return answer


def _page(request: HttpRequest, kept: SharedRound, template: str) -> HttpResponse:
    table, viewer = kept.table, kept.person
    steps = _steps(table.pk, kept.number)
    at = asked_step(request, len(steps))
    display.load({*steps[-1].after.players, viewer})
    state, game = steps[at - 1].after, steps[0].before.game
    events = [event for step in steps[:at] for event in step.events]
    fragment = render_table(
        state,
        viewer,
        slug=table.slug,
        title=table.title,
        language=getattr(request, "LANGUAGE_CODE", None),
        bots=bots_at(state),
        events=events,
        spectator=True,
    )
    mine = request.user.get_username() == viewer and bool(viewer)
    address = reverse("shared", args=(kept.token,))
    context = {
        "kept": kept,
        "table": table,
        "who": called(viewer),
        "at": at,
        "last": len(steps),
        "line": [line_of(hear(event, viewer), game).text for event in steps[at - 1].events if not is_proof(event)],
        "fragment": mark_safe(fragment),
        "mine": mine,
        "address": request.build_absolute_uri(address),
        "picture": request.build_absolute_uri(reverse("shared-preview", args=(kept.token, "png"))),
        "frame": request.build_absolute_uri(reverse("shared-embed", args=(kept.token,))),
        "summary": _summary(steps, viewer),
        "wide": WIDE,
        "tall": TALL,
        "play": "play" in request.GET,
    }
    return render(request, template, context)


def _summary(steps: tuple[Step, ...], viewer: str) -> str:
    """Return the result of the round for the person who shared it, who may have sat it out."""
    events = [event for step in steps for event in step.events]
    net = net_of(events, viewer)
    name = called(viewer)
    part = any(event.wager.player == viewer for event in events if isinstance(event, WagerPlaced))
    if not net and not part and viewer not in bankers(events):
        return _("%(name)s shares this round") % {"name": name}
    if net > 0:
        return _("%(name)s wins this hand") % {"name": name}
    return (_("%(name)s loses this hand") if net < 0 else _("%(name)s pushes this hand")) % {"name": name}


@require_safe
@limited("shared", 240, shared=False, reads=True)
def picture(request: HttpRequest, token: str, form: str) -> HttpResponse:
    """Return the preview: both hands as compared, drawn from our art."""
    kept = _found(token)
    steps = _steps(kept.table.pk, kept.number)
    display.load([kept.person])
    drawn = preview(phrase(kept.table.title), _summary(steps, kept.person), _hands(steps, kept.person))
    headers = {"Cross-Origin-Resource-Policy": "cross-origin", "Cache-Control": "public, max-age=3600"}
    if form == "svg":
        return HttpResponse(drawn, content_type="image/svg+xml; charset=utf-8", headers=headers)
    return HttpResponse(png(drawn), content_type="image/png", headers=headers)


def _hands(steps: tuple[Step, ...], viewer: str) -> list[tuple[str, list[list[Any]]]]:
    """Return the hand that was played and the bank's, if both were shown."""
    events = [event for step in steps for event in step.events]
    wagers = [step.after.round.wagers for step in steps if step.after.round is not None]
    places = {key.position for key in wagers[-1] if key.player == viewer} if wagers else set()
    own = next((event for event in events if isinstance(event, HandExposed) and event.position in places), None)
    bank = bank_setting(events, last_bank(events))
    found: list[tuple[str, list[list[Any]]]] = []
    if own is not None:
        found.append((called(viewer), [list(own.setting.low), list(own.setting.high)]))
    if bank is not None:
        found.append((_("Dealer"), [list(bank.low), list(bank.high)]))
    return found
