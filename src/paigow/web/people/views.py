"""Sign-up, sign-in, guest and sign-out pages, and the password after inactivity."""

from django.conf import settings
from django.contrib.auth import authenticate, login, logout
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters

from paigow.web.people import visits
from paigow.web.people.access import (
    CONFIRM,
    PROVED,
    SEEN,
    get_or_post,
    is_locked,
    limited,
    login_required,
    next_page,
    person_of,
)
from paigow.web.people.answers import wrong
from paigow.web.people.forms import ConfirmForm, DisplayNameForm, ProofForm, SignInForm, SignUpForm
from paigow.web.people.models import User
from paigow.web.people.registration import arrive, has_played, keep_guest
from paigow.web.people.registration import sign_up as register
from paigow.web.people.second_factor import factor_of
from paigow.web.people.second_factor import is_locked as codes_locked
from paigow.web.people.second_factor_views import ask_for_code, entered, proved


@sensitive_post_parameters("password")
@get_or_post
@limited("sign-in", 20)
def sign_in(request: HttpRequest) -> HttpResponse:
    """Sign in anybody, staff included; people with a second factor are asked for it next."""
    form = SignInForm(request.POST or None)
    if form.is_valid():
        person = authenticate(request, username=form.cleaned_data["name"], password=form.cleaned_data["password"])
        if isinstance(person, User):
            target = next_page(request)
            if factor_of(person):
                return ask_for_code(request, person, target)
            return entered(request, person, target, "password")
        form.add_error(None, wrong())
    return render(request, "people/sign_in.html", {"form": form, "next": next_page(request)})


@sensitive_post_parameters("new", "again")
@get_or_post
@limited("sign-up", 10)
def sign_up(request: HttpRequest) -> HttpResponse:
    """Create an account; a guest keeps theirs."""
    person = request.user if isinstance(request.user, User) else None
    if person and not person.guest:
        return redirect("people:account")
    form = SignUpForm(request.POST or None, guest=person, initial=_initial(person))
    if form.is_valid():
        name, password, shown = (form.cleaned_data[field] for field in ("name", "new", "shown"))
        try:
            if person:
                visits.go_on_alone(request, keep_guest(person, name, password, request, shown=shown))
            else:
                login(request, register(name, password, request, language=get_language() or "", shown=shown))
            return redirect(next_page(request))
        except ValidationError as refused:
            form.add_error("name", refused)
    context = {"form": form, "guest": person, "played": person and has_played(person), "next": next_page(request)}
    return render(request, "people/sign_up.html", context)


@get_or_post
@limited("guest", 20)
def guest(request: HttpRequest) -> HttpResponse:
    """Play at once, under a chosen or generated name. Anyone already signed in stays who they are."""
    form = DisplayNameForm(request.POST if request.method == "POST" else None, required=False)
    if request.method == "POST" and (request.user.is_authenticated or form.is_valid()):
        try:
            arrive(request, form.cleaned_data["shown"] if form.is_valid() else "")
            return redirect(next_page(request))
        except ValidationError as refused:
            form.add_error("shown", refused)
    return render(request, "people/guest.html", {"next": next_page(request), "arrival": form})


def _initial(guest: User | None) -> dict[str, str]:
    """Return the values that a guest who signs up need not type again."""
    if guest is None:
        return {}
    return {"name": guest.username if has_played(guest) else "", "shown": guest.display_name}


@get_or_post
def sign_out(request: HttpRequest) -> HttpResponse:
    if request.method == "POST":
        logout(request)
        answer = redirect(settings.LOGOUT_REDIRECT_URL)
        answer["Clear-Site-Data"] = '"cache", "storage"'  # so that the browser's next user finds nothing
        return answer
    return render(request, "people/sign_out.html")


@sensitive_post_parameters("password")
@login_required
@get_or_post
@limited("sign-in", 20)
def confirm(request: HttpRequest) -> HttpResponse:
    """Ask for the password again after inactivity, and for the code if there is a second factor.

    If failures have locked the name, sign the person out.
    """
    person = person_of(request)
    factor = factor_of(person)
    form = (ProofForm if factor else ConfirmForm)(request.POST or None)
    if form.is_valid():
        if proved(request, person, form.cleaned_data["password"], form.cleaned_data.get("code", "")):
            request.session.pop(CONFIRM, None)
            request.session[SEEN] = request.session[PROVED] = int(timezone.now().timestamp())
            before = request.session.session_key
            request.session.cycle_key()
            visits.moved(request, before)
            return redirect(next_page(request))
        factor = factor_of(person)
        if is_locked(person.username, timezone.now()) or (factor and codes_locked(factor, timezone.now())):
            logout(request)
            return redirect("people:sign-in")
        form.add_error(None, _("The password or the code is wrong.") if factor else wrong())
    return render(request, "people/confirm.html", {"form": form, "next": next_page(request)})
