"""Verification: the deal of a round in the visitor's own browser, and a whole record on the server.

The browser gets a round's proof and checks it by itself (static/paigow/verify.js). A record is recomputed by a separate
process, which names the first invalid line.
"""

import json
from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_safe

from paigow.errors import PaigowError
from paigow.fairness.encoding import PROTOCOLS
from paigow.record.format import Chance
from paigow.web.pages.past import rounds_of, tables_of
from paigow.web.pages.standards import TITLES
from paigow.web.people.access import check_rate, client_of, get_or_post, is_polling, limited, origin_of
from paigow.web.people.models import User
from paigow.web.service import authority, history
from paigow.web.service.errors import NoSuchRound, NoSuchTable
from paigow.web.work.record_check import RecordCheck

MAX_UPLOADED = 8_000_000
"""The longest uploaded record in bytes."""
MOST_PASTED = 2_000_000
"""The longest pasted record in bytes."""
RATE = 20
LISTED = 10
"""The number of rounds offered per table."""


@csrf_exempt  # only until its size is known; `_verify` wants the token
@limited("verify", RATE, shared=False)
@get_or_post
def verify(request: HttpRequest) -> HttpResponse:
    """Show how to verify, a round to verify, or a form to verify a record."""
    size = request.headers.get("Content-Length", "0")
    sent_file = request.content_type == "multipart/form-data"
    most = MAX_UPLOADED + MOST_PASTED if sent_file else MOST_PASTED
    if request.method == "POST" and (not size.isdecimal() or len(size) > 9 or int(size) > most):
        return _page(request, PaigowError(_too_long()), 413)
    response: HttpResponse = _verify(request)
    return response


@csrf_protect
def _verify(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return _page(request)
    try:
        check = RecordCheck.of(_text(request))
    except PaigowError as error:
        return _page(request, error, 400)
    check.begin(client_of(request))
    return HttpResponseRedirect(reverse("verify-record", args=(check.key,)))


def _chances(verdict: Mapping[str, Any]) -> list[tuple[str, object]]:
    """Return what the record shows about who could have chosen its deals: a label and a number or names each."""
    seeds = verdict.get("seeds")
    if not seeds or verdict.get("chance") != Chance.SEEDS:
        return []
    by_protocol, unguarded = seeds["protocols"].items(), seeds["rounds_without_fresh_seed"]
    earlier = sum(count for protocol, count in by_protocol if int(protocol) < PROTOCOLS[-1])
    found = {
        _("Rounds whose deal the house knew in advance, since no seat gave a fresh seed"): unguarded,
        _("Rounds under an earlier protocol"): earlier,
        _("Rounds under earlier rules"): sum(seeds.get("rounds_by_earlier_rules", {}).values()),
        _("Rounds played without a seed"): _by_name(seeds["missing"]),
        _("Rounds played with a bot’s seed in place of one’s own"): _by_name(seeds.get("replaced", {})),
        _("Draws and cuts repeated after the deal could be known"): seeds["redrawn"],
        _("Cuts, deliveries, removals or hands the house chose after the deal could be known"): seeds["steered"],
        _("Rounds voided when the house could already know the deal"): sum(seeds["voids_after_deal_known"].values()),
    }
    return [
        (_("Seats with a fresh seed"), seeds["seats"]["fresh"]),
        *[(name, each) for name, each in found.items() if each],
    ]


def _by_name(rounds: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in rounds.items())


@never_cache
@require_safe
def checked(request: HttpRequest, key: str) -> HttpResponse:
    """Show the result of a record's verification, or its progress."""
    check = RecordCheck(key)
    if not check.is_known:
        raise Http404(_("There is no such record here. It may have been deleted."))
    page = check.found()
    progress = check.begin(client_of(request)) if page is None else None
    context = {"verdict": page, "progress": progress, "titles": TITLES, "chances": _chances(page or {})}
    template = "lessons/verdict.html" if is_polling(request) else "lessons/verified.html"
    return render(request, template, context, status=202 if progress else 200)


def _too_long() -> str:
    megabytes = {"file": MAX_UPLOADED // 1_000_000, "pasted": MOST_PASTED // 1_000_000}
    return _("A file can have up to %(file)s megabytes, pasted text up to %(pasted)s.") % megabytes


def _text(request: HttpRequest) -> str:
    """Return the record as sent. Browsers change the line endings of pasted text; those of a file stay."""
    upload = request.FILES.get("file")
    if upload is not None:
        if (upload.size or 0) > MAX_UPLOADED:
            raise PaigowError(_too_long())
        try:
            return str(upload.read(), "utf-8")
        except UnicodeDecodeError:
            raise PaigowError(_("This is not a text file. A record is UTF-8 text.")) from None
    pasted = request.POST.get("text", "").replace("\r\n", "\n")
    if not pasted.strip():
        raise PaigowError(_("Choose a file or paste a record."))
    return pasted if pasted.endswith("\n") else f"{pasted}\n"


def _page(request: HttpRequest, wrong: PaigowError | None = None, status: int = 200) -> HttpResponse:
    context: dict[str, Any] = {"wrong": wrong, "mine": _rounds(request), "most_pasted": MOST_PASTED}
    slug, number = request.GET.get("table", ""), request.GET.get("round", "")
    if slug or number:
        context |= {"slug": slug, "number": number}
        try:
            if not number.isdecimal() or len(number) > 9:
                raise NoSuchRound(_("Enter the number of a round."))
            authority.found_by(request.user, slug)
            check_rate("proof", origin_of(request), history.PROOFS, timezone.now(), shared=False)
            context["proof"] = history.proof(slug, int(number))
            context["proof_text"] = json.dumps(context["proof"], indent=1)
        except (NoSuchRound, NoSuchTable) as error:
            context["wrong"], status = error, 404
    return render(request, "lessons/verify.html", context, status=status)


def _rounds(request: HttpRequest) -> list[tuple[str, str, list[int]]]:
    """Return the visitor's latest rounds at each table."""
    if not isinstance(request.user, User):
        return []
    found = (
        (table.slug, table.title, [each.number for each in rounds_of(table, request.user.username)[:LISTED]])
        for table in tables_of(request.user)
    )
    return [each for each in found if each[2]]
