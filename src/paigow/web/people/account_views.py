"""A person's own account pages: wallet, statement, limits, exclusion, password, language."""

import csv
import io

from django.contrib import messages
from django.contrib.auth import logout
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe

from paigow.money import format_cents
from paigow.web.people import display, visits, wallet
from paigow.web.people.access import attachment, get_or_post, is_locked, limited, login_required, person_of
from paigow.web.people.errors import NotAllowed
from paigow.web.people.events import Kind, note
from paigow.web.people.forms import DisplayNameForm, ExclusionForm, LanguageForm, LimitsForm, PasswordForm, ReportForm
from paigow.web.people.models import Limit, LimitKind, WalletEntry
from paigow.web.people.second_factor import factor_of
from paigow.web.people.second_factor import is_locked as codes_locked
from paigow.web.people.second_factor_views import proved
from paigow.web.people.security_views import SHOWN, lately
from paigow.web.people.views import remember_language, wrong

PAGE = 50


@login_required
@require_safe
def account(request: HttpRequest) -> HttpResponse:
    person = person_of(request)
    balance = wallet.balance(person)
    context = {
        "balance": balance,
        "low": balance < wallet.LOW,
        "top_up": wallet.TOP_UP,
        "excluded_until": wallet.excluded_until(person, timezone.now()),
        "events": lately(person)[:SHOWN],
        "language_form": LanguageForm(initial={"language": person.language or request.LANGUAGE_CODE}),
    }
    return render(request, "people/account.html", context)


@login_required
@get_or_post
@limited("account", 30)
def name(request: HttpRequest) -> HttpResponse:
    """Choose your display name."""
    person = person_of(request)
    form = DisplayNameForm(request.POST or None, person=person, initial={"shown": person.display_name})
    if form.is_valid():
        try:
            display.choose(person, form.cleaned_data["shown"], request)
            messages.success(request, _("Other players now see you as %(name)s.") % {"name": person.display_name})
            return redirect("people:account")
        except ValidationError as refused:
            form.add_error("shown", refused)
    return render(request, "people/name.html", {"form": form})


@login_required
@require_POST
@limited("account", 30)
def top_up(request: HttpRequest) -> HttpResponse:
    try:
        entry = wallet.top_up(person_of(request), request=request)
        messages.success(request, _("You have %(cents)s more to play with.") % {"cents": format_cents(entry.cents)})
    except NotAllowed as refused:
        messages.error(request, refused.message)
    return redirect("people:account")


def _movements(request: HttpRequest) -> QuerySet[WalletEntry]:
    wallet.balance(person_of(request))  # creates a new person's wallet
    return (
        WalletEntry.objects.filter(account__owner=person_of(request)).select_related("counterpart").order_by("-number")
    )


@login_required
@require_safe
def statement(request: HttpRequest) -> HttpResponse:
    """List every transaction, newest first."""
    page = Paginator(_movements(request), PAGE).get_page(request.GET.get("page"))
    return render(request, "people/statement.html", {"page": page, "balance": wallet.balance(person_of(request))})


@login_required
@require_safe
def statement_csv(request: HttpRequest) -> HttpResponse:
    """Return the same as a file, oldest first, with amounts in cents; only negative numbers start like a formula."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(["number", "time", "reason", "cents", "balance", "table", "event", "counterpart"])
    for entry in _movements(request).reverse():
        row = [entry.number, entry.at.isoformat(), entry.reason, entry.cents, entry.balance, entry.table]
        writer.writerow([*row, "" if entry.event is None else entry.event, str(entry.counterpart)])
    return attachment(text.getvalue(), "text/csv; charset=utf-8", "statement.csv")


@login_required
@get_or_post
@limited("account", 30)
def limits(request: HttpRequest) -> HttpResponse:
    person, now = person_of(request), timezone.now()
    own = {kind: wallet.own_limit(person, kind, now) for kind in LimitKind.values}
    waiting = {limit.kind: limit for limit in Limit.objects.filter(person=person, pending_from__gt=now)}
    wished = own | {kind: limit.pending for kind, limit in waiting.items()}
    form = LimitsForm(request.POST or None, initial=LimitsForm.initial_from(wished))
    if form.is_valid():
        changed = {kind: value for kind, value in form.values().items() if value != wished[kind]}
        wallet.set_limits(person, changed, now, request)
        messages.success(request, _("Tighter limits apply immediately, looser ones after 24 hours."))
        return redirect("people:limits")
    rows = [
        {
            "label": LimitKind(kind).label,
            "time": kind == LimitKind.TIME,
            "used": wallet.used(person, kind, now),
            "own": own[kind],
            "house": wallet.house_limit(kind),
            "waiting": waiting.get(kind),
        }
        for kind in LimitKind.values
    ]
    return render(request, "people/limits.html", {"form": form, "rows": rows})


@login_required
@get_or_post
@limited("account", 30)
def exclusion(request: HttpRequest) -> HttpResponse:
    person, now = person_of(request), timezone.now()
    form = ExclusionForm(request.POST or None)
    if form.is_valid():
        wallet.exclude(person, form.period(), now, request)
        return redirect("people:exclusion")
    context = {"form": form, "until": wallet.excluded_until(person, now)}
    return render(request, "people/exclusion.html", context)


@sensitive_post_parameters("current", "code", "new", "again")
@login_required
@get_or_post
@limited("sign-in", 20)
def password(request: HttpRequest) -> HttpResponse:
    """Change the password, which ends all other sessions. It requires everything that a sign-in requires."""
    person = person_of(request)
    if person.guest:
        return redirect("people:sign-up")
    factor = factor_of(person)
    form = PasswordForm(person, request.POST or None, with_code=factor is not None)
    if form.is_valid():
        if proved(request, person, form.cleaned_data["current"], form.cleaned_data.get("code", "")):
            with transaction.atomic():
                person.set_password(form.cleaned_data["new"])
                person.save(update_fields=["password"])
                visits.go_on_alone(request, person)
                note(Kind.PASSWORD, person, request=request, rows=(person,))
            messages.success(request, _("Your password has been changed."))
            return redirect("people:account")
        factor = factor_of(person)
        if is_locked(person.username, timezone.now()) or (factor and codes_locked(factor, timezone.now())):
            logout(request)
            return redirect("people:sign-in")
        form.add_error("current", _("The password or the code is wrong.") if factor else wrong())
    return render(request, "people/password.html", {"form": form})


@login_required
@get_or_post
@limited("report", 5)
def report(request: HttpRequest) -> HttpResponse:
    """Report somebody's conduct, such as collusion, to the floor and the auditor (gaming standards G15)."""
    form = ReportForm(request.POST or None, initial={"table": request.GET.get("table", "")[:64]})
    if form.is_valid():
        note(Kind.REPORT, person_of(request), form.cleaned_data, request)
        messages.success(request, _("The floor and the auditor will read it. Thank you."))
        return redirect("people:account")
    return render(request, "people/report.html", {"form": form})


@login_required
@require_POST
def language(request: HttpRequest) -> HttpResponse:
    person, form = person_of(request), LanguageForm(request.POST)
    if form.is_valid():
        person.language = form.cleaned_data["language"]
        person.save(update_fields=["language"])
        with override(person.language):
            messages.success(request, _("The language has been changed."))
    return remember_language(redirect("people:account"), person)
