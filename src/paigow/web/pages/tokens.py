"""The page on which people create and revoke tokens. The text of a token is shown once."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache

from paigow.web.people.access import get_or_post, limited, login_required, number_in, person_of
from paigow.web.service import tokens as kept
from paigow.web.service.errors import ServiceError

SCOPES = (
    (kept.Scope.READ.value, gettext_lazy("View tables, history and records as you")),
    (kept.Scope.PLAY.value, gettext_lazy("Play and practise as you")),
    (kept.Scope.RUN.value, gettext_lazy("Run tables as the floor")),
)
DAYS = (
    (7, gettext_lazy("a week")),
    (kept.USUAL_DAYS, gettext_lazy("90 days")),
    (kept.LONGEST_DAYS, gettext_lazy("a year")),
)


class TokenForm(forms.Form):
    name = forms.CharField(label=gettext_lazy("Purpose"), max_length=kept.MAX_NAME_LENGTH)
    scopes = forms.MultipleChoiceField(
        label=gettext_lazy("Permissions"),
        choices=SCOPES,
        initial=[kept.Scope.READ.value, kept.Scope.PLAY.value],
        widget=forms.CheckboxSelectMultiple,
    )
    days = forms.TypedChoiceField(label=gettext_lazy("Valid for"), choices=DAYS, coerce=int, initial=kept.USUAL_DAYS)


@login_required
@get_or_post
@never_cache
@limited("tokens", 30)
def tokens(request: HttpRequest) -> HttpResponse:
    person = person_of(request)
    text = ""
    form = TokenForm(request.POST if request.method == "POST" and "revoke" not in request.POST else None)
    try:
        if (number := number_in(request.POST.get("revoke", ""))) is not None:
            kept.revoke(person, number, request)
            messages.success(request, _("The token has been revoked."))
            return redirect("tokens")
        if form.is_valid():
            asked = form.cleaned_data
            scopes = [kept.Scope(each) for each in asked["scopes"]]
            text = kept.make(person, asked["name"], request, scopes=scopes, days=asked["days"])[1]
            form = TokenForm()
    except ServiceError as refused:
        messages.error(request, refused.message)
    return render(request, "people/tokens.html", {"form": form, "tokens": kept.live(person), "text": text})
