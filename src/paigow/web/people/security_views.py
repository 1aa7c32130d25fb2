"""Account security pages: where a person is signed in, recent activity, and a new password."""

from django.contrib import messages
from django.contrib.auth import authenticate
from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters

from paigow.web.people import resetting, visits
from paigow.web.people.access import get_or_post, limited, login_required, number_in, person_of, shut_out
from paigow.web.people.events import Kind, note
from paigow.web.people.forms import ConfirmForm, ForgottenForm
from paigow.web.people.models import SignificantEvent, User
from paigow.web.people.views import wrong

OWN = (Kind.SIGN_IN, Kind.SIGN_IN_FAILED, Kind.LOCKED_OUT, Kind.PASSWORD, Kind.SECOND_FACTOR, Kind.CONFIG)
BY_OTHERS = (Kind.UNLOCKED, Kind.ROLE, Kind.DEACTIVATION, Kind.SECOND_FACTOR, Kind.CONFIG)
SHOWN = 10


def lately(person: User) -> QuerySet[SignificantEvent]:
    """Return the account's recent events, including other people's actions."""
    own = Q(person=person.username, kind__in=OWN)
    return SignificantEvent.objects.filter(own | Q(kind__in=BY_OTHERS, detail__of=person.username)).order_by("-pk")


@sensitive_post_parameters("password")
@login_required
@get_or_post
@limited("sign-in", 20)
def sessions(request: HttpRequest) -> HttpResponse:
    """List the person's sessions. Ending one requires the password; guests have none, and only one session."""
    person, now = person_of(request), timezone.now()
    form = ConfirmForm(request.POST or None)
    wish = request.POST.get("end", "")
    if form.is_valid() and wish:
        if authenticate(request, username=person.username, password=form.cleaned_data["password"]) == person:
            _end(request, person, wish)
            messages.success(request, _("That session has been ended."))
            return redirect("people:sessions")
        if (locked := shut_out(request, person)) is not None:
            return locked
        form.add_error(None, wrong())
    here = request.session.session_key
    listed = [(visit, visit.session_key == here) for visit in visits.of(person, now)]
    return render(request, "people/sessions.html", {"form": form, "visits": listed, "events": lately(person)[:50]})


@sensitive_post_parameters("code", "new", "again")
@get_or_post
@limited("sign-in", 20)
def forgotten(request: HttpRequest) -> HttpResponse:
    """Set a new password with a code. This does not sign anybody in."""
    form = ForgottenForm(request.POST or None)
    if form.is_valid():
        said = form.cleaned_data
        if resetting.choose(said["name"], said["code"].strip(), said["new"], request):
            messages.success(request, _("Your password has been changed."))
            return redirect("people:sign-in")
        form.add_error(None, _("That name and code don’t match, or the code has been used or is over an hour old."))
    return render(request, "people/forgotten.html", {"form": form})


def _end(request: HttpRequest, person: User, wish: str) -> None:
    if wish == "others":
        with transaction.atomic():
            person.stamp += 1  # also ends sessions not recorded here
            person.save(update_fields=["stamp"])
            visits.go_on_alone(request, person)
            note(Kind.CONFIG, person, {"done": "other sessions ended"}, request, rows=(person,))
    elif (only := number_in(wish)) is not None:
        visits.end(person, only=only, but=request.session.session_key)
