"""The operator's pages: submissions, people, the house's limits, and returns."""

import hashlib
import tomllib
from typing import Any

from django import forms
from django.contrib import messages
from django.db import IntegrityError, transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.views.decorators.http import require_POST, require_safe

from paigow.errors import PaigowError, SubmissionError
from paigow.money import parse_cents
from paigow.rules import Submission, build_submission, submission_faults, submission_hash
from paigow.table import game_of
from paigow.toml_text import read_toml
from paigow.version import __version__
from paigow.web.people import access, resetting, roles, visits, wallet
from paigow.web.people import second_factor as factors
from paigow.web.people.access import client_of, get_or_post, lately_proved, operator_required, person_of
from paigow.web.people.errors import NotAllowed
from paigow.web.people.events import Kind, note
from paigow.web.people.forms import LimitsForm
from paigow.web.people.log_models import SignificantEvent
from paigow.web.people.models import LimitKind, User
from paigow.web.people.wallet import house_limit, set_house_limits
from paigow.web.service import floor
from paigow.web.staff import returns
from paigow.web.staff.common import carried_out, check_printable, page_of
from paigow.web.staff.opening import OpenForm, submission_of
from paigow.web.store import journal
from paigow.web.store.models import Table, UploadedSubmission
from paigow.web.work.sheets import SHEET, Work

LARGEST = 100_000  # bytes of a submission


class UploadForm(forms.Form):
    """A TOML file, uploaded or pasted. Anything left out has the standard's default."""

    name = forms.CharField(label=lazy("Name"), max_length=100, validators=[check_printable])
    file = forms.FileField(label=lazy("TOML file"), required=False)
    text = forms.CharField(
        label=lazy("Or the text"),
        required=False,
        max_length=LARGEST,
        widget=forms.Textarea(attrs={"spellcheck": "false"}),
    )

    def clean(self) -> dict[str, Any]:
        given = super().clean() or self.cleaned_data
        file = given.get("file")
        if file is not None:
            if file.size > LARGEST:
                raise forms.ValidationError(_("The file is too large."))
            try:
                given["text"] = file.read().decode("utf-8-sig")
            except UnicodeDecodeError:
                raise forms.ValidationError(_("The file is not a text file.")) from None
        if not given.get("text"):
            raise forms.ValidationError(_("Choose a file or paste the text."))
        return given


def faults_of(text: str) -> tuple[Submission | None, tuple[SubmissionError, ...]]:
    """Return the submission in a text, or everything wrong with it, each with the clause that forbids it."""
    try:
        data = read_toml(text)
    except tomllib.TOMLDecodeError as error:
        return None, (SubmissionError(_("This is not valid TOML: %(why)s") % {"why": error}),)
    if wrong := submission_faults(data):
        return None, wrong
    submission = build_submission(data)
    try:
        game_of(submission)
    except PaigowError as error:
        return None, (SubmissionError(error.message, error.clause),)
    return submission, ()


@get_or_post
@operator_required
def submissions(request: HttpRequest) -> HttpResponse:
    """List the submissions on file, with the form to add one. Anything the document does not leave open is refused."""
    form = UploadForm(request.POST or None, request.FILES or None)
    wrong: tuple[SubmissionError, ...] = ()
    if form.is_valid():
        submission, wrong = faults_of(form.cleaned_data["text"])
        if submission is not None:
            return _save(request, form.cleaned_data["name"], form.cleaned_data["text"], submission)
    context = {"form": form, "wrong": wrong, "submissions": UploadedSubmission.objects.all()}
    return render(request, "staff/operator.html", context, status=422 if form.errors or wrong else 200)


def _save(request: HttpRequest, name: str, text: str, submission: Submission) -> HttpResponse:
    """Save a submission. Equal choices are stored once, regardless of how they are written."""
    person, digest, now = person_of(request), submission_hash(submission), timezone.now()
    row = {"name": name, "text": text, "standard": submission.standard, "person": person.username}
    about = {"submission": digest, "name": name, "standard": submission.standard, "software": __version__}
    about |= {"text": hashlib.sha256(text.encode()).hexdigest(), "at": now.isoformat()}
    try:
        with transaction.atomic():
            kept = UploadedSubmission.objects.create(**row, hash=digest, at=now)
            note(Kind.GAME, person, about, request)
        messages.success(request, _("The submission is valid and has been saved."))
    except IntegrityError:
        kept = UploadedSubmission.objects.get(hash=digest)
        note(Kind.GAME, person, {**about, "repeated": True}, request)
        messages.success(request, _("These choices are already on file."))
    return redirect("operator-submission", kept.pk)


@get_or_post
@operator_required
def submission(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a submission: its choices, its odds at a glance, and a form to open a table with it."""
    kept = get_object_or_404(UploadedSubmission, pk=pk)
    rules = submission_of(kept)
    form = OpenForm(request.POST or None, only=kept, initial={"title": rules.title})
    if form.opened(request) is not None:
        return redirect("operator-submission", pk)
    context = {
        "kept": kept,
        "rules": rules,
        "form": form,
        "page": Work(rules, SHEET).found(),
        "tables": Table.objects.filter(submission_hash=kept.hash),
    }
    return render(request, "staff/operator_submission.html", context, status=422 if form.errors else 200)


@require_safe
@operator_required
def odds(request: HttpRequest, pk: int) -> HttpResponse:
    """Compute the par sheet in the background and show progress; the page polls by itself."""
    kept = get_object_or_404(UploadedSubmission, pk=pk)
    work = Work(submission_of(kept), SHEET)
    back = reverse("operator-submission", args=(pk,))
    htmx = bool(getattr(request, "htmx", False))
    if work.found() is not None:
        return HttpResponse(headers={"HX-Redirect": back}) if htmx else HttpResponseRedirect(back)
    template = "rooms/progress.html" if htmx else "staff/operator_odds.html"
    return render(request, template, {"progress": work.begin(client_of(request)), "kept": kept}, status=202)


@require_safe
@operator_required
def people(request: HttpRequest) -> HttpResponse:
    sought = request.GET.get("name", "").strip()
    rows = User.objects.prefetch_related("groups").order_by("username")
    if sought:
        rows = rows.filter(username__icontains=sought)
    else:
        rows = rows.filter(groups__name__in=roles.STAFF) | rows.filter(is_superuser=True)
    found, more = page_of(rows.distinct())
    return render(request, "staff/operator_people.html", {"sought": sought, "people": found, "more": more})


@require_safe
@operator_required
def person(request: HttpRequest, name: str) -> HttpResponse:
    who = get_object_or_404(User, username=name)
    context = {
        "who": who,
        "balance": wallet.balance(who) if hasattr(who, "wallet") else None,
        "locked": access.is_locked(who.username, timezone.now()),
        "staff": roles.is_staff(who),
        "second_factor": factors.factor_of(who),
        "roles": tuple(roles.PERMISSIONS),
        "now": set(who.groups.values_list("name", flat=True)),
        "events": SignificantEvent.objects.filter(person=who.username).order_by("-pk")[:20],
    }
    return render(request, "staff/operator_person.html", context)


def _changed(request: HttpRequest, name: str, action: Any, said: str) -> HttpResponse:
    who = get_object_or_404(User, username=name)
    return carried_out(request, lambda: action(who), said, reverse("operator-person", args=(name,)))


@require_POST
@operator_required
@lately_proved
def role(request: HttpRequest, name: str) -> HttpResponse:
    """Assign a role. Only an administrator can: those who run the house do not choose who watches it."""
    wish, by = request.POST.get("role", ""), person_of(request)
    return _changed(request, name, lambda who: roles.appoint(who, wish, by, request), _("The role has been changed."))


@require_POST
@operator_required
def unlock(request: HttpRequest, name: str) -> HttpResponse:
    by = person_of(request)
    return _changed(
        request, name, lambda who: access.unlock(who.username, by, request), _("The name has been unlocked.")
    )


@require_POST
@operator_required
@lately_proved
def second_factor(request: HttpRequest, name: str) -> HttpResponse:
    """Remove the second factor of somebody who has lost it; for staff, only an administrator can."""
    by, why = person_of(request), request.POST.get("why", "")

    def action(who: User) -> None:
        if who == by or (roles.is_staff(who) and not by.is_superuser):
            raise NotAllowed(_("Only an administrator can do this for staff, and nobody for themselves."))
        if not factors.remove(who, by, floor.reason(why), request):
            raise NotAllowed(_("This person has no second factor."))

    return _changed(request, name, action, _("The second factor has been removed."))


@require_POST
@operator_required
def sessions(request: HttpRequest, name: str) -> HttpResponse:
    """End all of a person's sessions and tokens, for example if the account is compromised."""
    by, why = person_of(request), request.POST.get("why", "")

    def action(who: User) -> None:
        if who.has_staff_role and not by.is_superuser:
            raise NotAllowed(_("Only an administrator can do this for staff."))
        with transaction.atomic():
            about = {"of": who.username, "why": floor.reason(why), "done": "sessions ended"}
            ended = visits.end_all(who)
            revoked = who.tokens.filter(revoked_at=None).update(revoked_at=timezone.now())
            note(Kind.CONFIG, by, {**about, "sessions": ended, "tokens": revoked}, request, rows=(who,))

    return _changed(request, name, action, _("All of this person’s sessions have been ended."))


@require_POST
@operator_required
@lately_proved
def password(request: HttpRequest, name: str) -> HttpResponse:
    """Issue a code for somebody who has forgotten their password; it is shown only once."""
    by, why = person_of(request), request.POST.get("why", "")

    def action(who: User) -> None:
        code = resetting.code_for(who, by, floor.reason(why), request)
        messages.info(request, _("Password reset code: %(code)s") % {"code": code})

    return _changed(request, name, action, _("It works once, within an hour. Don’t share it with anyone else."))


@require_POST
@operator_required
@lately_proved
def adjust(request: HttpRequest, name: str) -> HttpResponse:
    by, why = person_of(request), request.POST.get("why", "")

    def action(who: User) -> None:
        cents = parse_cents(request.POST.get("amount", "").strip().replace("−", "-"))
        wallet.adjust(who, cents, by, floor.reason(why), request)

    return _changed(request, name, action, _("The balance has been adjusted."))


@require_POST
@operator_required
def activity(request: HttpRequest, name: str) -> HttpResponse:
    wish, why, by = request.POST.get("active"), request.POST.get("why", ""), person_of(request)
    if wish not in ("true", "false"):
        raise Http404
    said = _("The account has been reinstated.") if wish == "true" else _("The account has been suspended.")
    return _changed(request, name, lambda who: floor.set_active(who, wish == "true", by, why, request), said)


@get_or_post
@operator_required
def limits(request: HttpRequest) -> HttpResponse:
    """Show the house's limits for everybody; the tighter of these and a person's own applies."""
    now: dict[str, int | None] = {kind: house_limit(kind) for kind in LimitKind.values}
    form = LimitsForm(request.POST or None, initial=LimitsForm.initial_from(now))
    if form.is_valid():
        changed = {kind: value for kind, value in form.values().items() if value != now[kind]}
        set_house_limits(changed, person_of(request), request)
        messages.success(request, _("The limits apply from now on."))
        return redirect("operator-limits")
    return render(request, "staff/operator_limits.html", {"form": form}, status=422 if form.errors else 200)


@require_safe
@operator_required
def return_rates(request: HttpRequest) -> HttpResponse:
    """Show theoretical and actual return of one table's wagers (G17)."""
    slug = request.GET.get("table", "")
    tables = Table.objects.order_by("-pk")
    chosen = tables.filter(slug=slug).first() if slug else tables.first()
    rows, known = returns.compared(chosen, journal.game_at(chosen).submission) if chosen else ([], True)
    context = {"tables": tables, "chosen": chosen, "rows": rows, "known": known, "alarm": f"{returns.ALARM:,}"}
    return render(request, "staff/operator_returns.html", context)
