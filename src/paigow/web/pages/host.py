"""Hosted tables: `/host/` opens one, `/tables/SLUG/host/` has the host's controls, `/join/TOKEN/` is the invitation."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from paigow.errors import PaigowError
from paigow.web.pages.play import found
from paigow.web.pages.practise import PACES
from paigow.web.pages.standards import TITLES
from paigow.web.pages.words import phrase
from paigow.web.people import display
from paigow.web.people.access import get_or_post, limited
from paigow.web.people.display import called
from paigow.web.people.forms import DisplayNameForm
from paigow.web.people.models import User
from paigow.web.people.registration import arrive
from paigow.web.service import attendance, hosting, tables
from paigow.web.store.models import Table

LIMIT_NAMES = {
    "low": lazy("$1 to $100"),
    "usual": lazy("$10 to $5,000"),
    "high": lazy("$100 to $10,000"),
}


def _games() -> list[tuple[str, str]]:
    return [(name, str(title)) for name, title in TITLES.items()]


class HostForm(forms.Form):
    """The host's choices."""

    standard = forms.ChoiceField(label=lazy("Game and rules"), choices=_games)
    limits = forms.ChoiceField(label=lazy("Bets"), choices=list(LIMIT_NAMES.items()), initial="usual")
    pace = forms.ChoiceField(label=lazy("Pace"), choices=[(name, PACES[name]) for name in hosting.PACES])
    bots = forms.TypedChoiceField(
        label=lazy("Bots"), coerce=int, choices=[(count, count) for count in range(hosting.MAX_BOTS + 1)], initial=2
    )
    who = forms.ChoiceField(
        label=lazy("Who can join"),
        choices=[("public", lazy("Anyone (listed in the lobby)")), ("link", lazy("Only people with the link"))],
        widget=forms.RadioSelect,
        initial="link",
    )

    def plan(self) -> hosting.Plan:
        given = self.cleaned_data
        invitation = given["who"] == "link"
        return hosting.Plan(given["standard"], given["limits"], given["pace"], given["bots"], invitation)


def arrived(request: HttpRequest, name: DisplayNameForm | None) -> User:
    """Return the person who sent a form with this name field."""
    return arrive(request, name.cleaned_data["shown"] if name is not None else "")


def name_form(request: HttpRequest) -> DisplayNameForm | None:
    """Return the name field for a stranger, who becomes a guest by submitting the form; None for anybody else."""
    if request.user.is_authenticated:
        return None
    return DisplayNameForm(request.POST if request.method == "POST" else None, required=False)


@get_or_post
@limited("host", 20)
def host(request: HttpRequest) -> HttpResponse:
    """Open a table; guests and strangers can too."""
    form = HostForm(request.POST or None, initial={"standard": request.GET.get("game", "")})
    name = name_form(request)
    if form.is_valid() and (name is None or name.is_valid()):
        try:
            person = arrived(request, name)
            table = hosting.open_for(person, form.plan(), request)
            return redirect("table-host", table.slug)
        except PaigowError as error:
            form.add_error(None, phrase(error.text))
        except ValidationError as refused:
            form.add_error(None, refused)
    mine = hosting.hosted_by(request.user) if isinstance(request.user, User) else []
    context = {"form": form, "name": name, "mine": mine, "most": hosting.MAX_OPEN}
    return render(request, "host/open.html", context, status=422 if form.errors else 200)


@get_or_post
@limited("host", 60)
def controls(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the host's page: the link to share, the players, and the buttons to pause, remove and close."""
    table = found(slug, request.user)
    person = request.user
    if not isinstance(person, User) or not table.hosted or table.opened_by != person.username:
        raise Http404
    wrong, status = "", 200
    if request.method == "POST":
        try:
            hosting.act(slug, person, request.POST.get("act", ""), request.POST.get("player", ""), request)
            return redirect("table-host", slug)
        except PaigowError as error:
            wrong, status = phrase(error.text), getattr(error, "status", 422)
        table = found(slug, request.user)
    return render(request, "host/controls.html", _controls(request, table) | {"wrong": wrong}, status=status)


def _controls(request: HttpRequest, table: Table) -> dict[str, Any]:
    state = tables.state_at(table)
    display.load(state.players)
    gone = hosting.absent(table, timezone.now())
    link = reverse("join", args=(table.invitation,)) if table.invitation else reverse("table", args=(table.slug,))
    return {
        "table": table,
        "link": request.build_absolute_uri(link),
        "people": [
            (name, called(name), name in gone, attendance.attendance_of(table, name).misses >= attendance.REMOVED)
            for name in sorted(attendance.people_at(state))
        ],
        "seconds": int(hosting.ABSENT.total_seconds()),
        "rounds": state.rounds,
    }


@get_or_post
@limited("join", 30)
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Show an invitation. Viewing it changes nothing; accepting it makes a stranger a guest and leads to the table."""
    table = hosting.invited_to(token)
    if table is None:
        raise Http404
    name = name_form(request)
    wrong = ""
    if request.method == "POST" and (name is None or name.is_valid()):
        try:
            hosting.accept(arrived(request, name), table, request)
            return redirect("table", table.slug)
        except PaigowError as error:
            wrong = phrase(error.text)
        except ValidationError as refused:
            wrong = " ".join(refused.messages)
    display.load([table.opened_by])
    context = {"table": table, "host": called(table.opened_by), "name": name, "wrong": wrong, "title": _("Invitation")}
    return render(request, "host/join.html", context, status=422 if wrong else 200)
