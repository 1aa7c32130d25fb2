"""The operator's page about the software."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from paigow.house import software
from paigow.version import __version__
from paigow.web.people.access import get_or_post, operator_required, person_of
from paigow.web.people.events import Kind, note
from paigow.web.people.log_models import SignificantEvent


@get_or_post
@operator_required
def identity(request: HttpRequest) -> HttpResponse:
    """Show the software's identity, and whether it is the accepted one (gaming standards L4, L5)."""
    verdict = None
    if request.method == "POST":
        accept = request.POST.get("accept") == "true"
        verdict = software.look(accept)
        if accept:
            about = {"software": "looked at", "digest": verdict.manifest.digest}
            note(Kind.CONFIG, person_of(request), about, request)
    looks = SignificantEvent.objects.filter(kind__in=(Kind.CONFIG, Kind.MISMATCH), detail__has_key="software")
    looks = looks.filter(detail__software__in=(software.ACCEPTED, software.CHANGED)).order_by("-pk")[:20]
    context = {"version": __version__, "verdict": verdict, "looks": looks}
    return render(request, "house/operator_software.html", context)
