"""Second factor pages: the code after the password, and setting it up, renewing and removing it."""

from datetime import datetime

from django.contrib import messages
from django.contrib.auth import authenticate, login, logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables

from paigow.web.people import second_factor, visits
from paigow.web.people.access import get_or_post, limited, login_required, next_page, person_of, shut_out
from paigow.web.people.answers import remember_language, wrong
from paigow.web.people.forms import CodeForm, ConfirmForm, ProofForm
from paigow.web.people.models import User
from paigow.web.people.templatetags.moments import moment

WAITING = "second-step"
"""Session key for the person who entered the right password, and the time; this does not sign anybody in."""


def wrong_code() -> str:
    return _("That code is wrong or has been used. After three failures, codes are refused for 30 minutes.")


def ask_for_code(request: HttpRequest, person: User, target: str) -> HttpResponse:
    """Ask for the code after the right password. Anyone who was signed in before is signed out."""
    logout(request)
    moment = int(timezone.now().timestamp())
    request.session[WAITING] = {"person": person.pk, "hash": person.get_session_auth_hash(), "at": moment}
    return redirect(f"{reverse('people:second-step')}?{urlencode({'next': target})}")


def _waiting(request: HttpRequest, now: datetime) -> User | None:
    said = request.session.get(WAITING)
    if not said or not 0 <= now.timestamp() - said["at"] <= second_factor.PATIENCE.total_seconds():
        return None
    person = User.objects.filter(pk=said["person"], is_active=True).first()
    return person if person and person.get_session_auth_hash() == said["hash"] else None


@sensitive_post_parameters("code")
@get_or_post
@limited("sign-in", 20)
def second_step(request: HttpRequest) -> HttpResponse:
    """Take the code that completes a sign-in."""
    now = timezone.now()
    person = _waiting(request, now)
    if person is None:
        request.session.pop(WAITING, None)
        return redirect("people:sign-in")
    form = CodeForm(request.POST or None)
    if form.is_valid():
        if second_factor.check(person, form.cleaned_data["code"], now, request):
            target = next_page(request)
            request.session.pop(WAITING, None)
            return entered(request, person, target, "password and code")
        form.add_error(None, wrong_code())
    return render(request, "people/second_step.html", {"form": form, "next": next_page(request)})


def entered(request: HttpRequest, person: User, target: str, factors: str) -> HttpResponse:
    """Sign in, once all factors are given; the log records which."""
    setattr(request, "factors", factors)  # noqa: B010 - for the signal, which gets nothing else
    login(request, person)
    if person.previous_login:
        when = moment(person.previous_login)
        messages.info(request, _("Your last sign-in was on %(when)s (UTC).") % {"when": when})
    return remember_language(redirect(target), person)


@sensitive_variables("codes")
@sensitive_post_parameters("password", "code")
@login_required
@get_or_post
@limited("sign-in", 20)
def setup(request: HttpRequest) -> HttpResponse:
    """Set up a second factor: the password, then a code from the new key.

    If one is in force, any change requires both.
    """
    person = person_of(request)
    if person.guest:
        return redirect("people:sign-up")
    if second_factor.factor_of(person) is not None:
        return _in_force(request, person)
    now = timezone.now()
    waiting = second_factor.begun(person, now)
    if "code" in request.POST and waiting is not None:
        form = CodeForm(request.POST)
        if form.is_valid():
            if codes := second_factor.confirm(person, form.cleaned_data["code"], now, request):
                visits.go_on_alone(request, person)
                return _show_codes(request, codes)
            form.add_error(None, wrong_code())
        return _show_key(request, person, form)
    proof = ConfirmForm(request.POST or None)
    if proof.is_valid():
        if authenticate(request, username=person.username, password=proof.cleaned_data["password"]) == person:
            second_factor.begin(person, now)
            return _show_key(request, person, CodeForm())
        if (locked := shut_out(request, person)) is not None:
            return locked
        proof.add_error(None, wrong())
    context = {"form": proof, "demanded": person.lacks_second_factor}
    return render(request, "people/second_factor.html", context)


def _show_key(request: HttpRequest, person: User, form: CodeForm) -> HttpResponse:
    factor = second_factor.begun(person, timezone.now())
    assert factor is not None
    key = second_factor.key_of(factor)
    context = {"form": form, "key": second_factor.written(key), "address": second_factor.address_of(person, key)}
    return render(request, "people/second_factor_key.html", context)


def _show_codes(request: HttpRequest, codes: list[str]) -> HttpResponse:
    return render(request, "people/second_factor_codes.html", {"codes": codes})


def _in_force(request: HttpRequest, person: User) -> HttpResponse:
    form = ProofForm(request.POST or None)
    wish = request.POST.get("wish", "")
    if form.is_valid() and wish in ("codes", "remove"):
        if proved(request, person, form.cleaned_data["password"], form.cleaned_data["code"]):
            if wish == "codes":
                return _show_codes(request, second_factor.renew_codes(person, request))
            second_factor.remove(person, person, request=request)
            visits.go_on_alone(request, person)
            messages.success(request, _("The second factor has been removed."))
            return redirect("people:account")
        if (locked := shut_out(request, person)) is not None:
            return locked
        form.add_error(None, _("The password or the code is wrong."))
    left = person.recovery_codes.filter(used_at=None).count()
    return render(request, "people/second_factor_set.html", {"form": form, "left": left})


def proved(request: HttpRequest, person: User, password: str, code: str) -> bool:
    """Check the password and, if the person has a second factor, the code."""
    if authenticate(request, username=person.username, password=password) != person:
        return False
    return second_factor.factor_of(person) is None or second_factor.check(person, code, timezone.now(), request)
