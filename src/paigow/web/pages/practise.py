"""Practice tables and preferences: `/practise/STANDARD/` opens a private table, for guests too."""

from dataclasses import asdict

from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from paigow.bots import CHOOSERS
from paigow.errors import PaigowError
from paigow.rules import STANDARDS
from paigow.web.pages import coach, words
from paigow.web.pages.words import phrase
from paigow.web.people.access import client_of, get_or_post, limited, login_required, next_page, number_in, person_of
from paigow.web.people.models import NAMES, Preferences, User
from paigow.web.people.registration import arrive
from paigow.web.service import practice, seats
from paigow.web.service.attendance import PRESETS
from paigow.web.store import journal

PACES: words.Words = {"instant": lazy("Instant"), "brisk": lazy("Brisk"), "casino": lazy("Casino")}
STYLES: words.Words = {
    "house-way": lazy("by the house way"),
    "best-low": lazy("with the best low hand"),
    "random-legal": lazy("at random"),
    "optimal": lazy("by the best fixed house way"),
    "equilibrium": lazy("by the unexploitable strategy"),
}
LABELS: words.Words = {
    "pick_up": lazy("Pick up my cards or tiles automatically"),
    "pass_bank": lazy("Always pass the bank"),
    "never_cut": lazy("Never cut the cards"),
    "rebet": lazy("Repeat my bets every round"),
    "mute": lazy("Hide other players’ quick phrases"),
    "public_profile": lazy("Let everybody see my profile"),
    "ask_surrender": lazy("Ask me about surrender"),
    "practise_all": lazy("Offer me the bank and the cut at practice tables"),
}


def wanted_of(standard: str, asked: dict[str, str]) -> practice.Wanted:
    """Return the table requested by the URL or the form; anything left out has its default."""
    usual = practice.Wanted(standard)
    count = asked.get("bots", str(usual.bots))
    return practice.Wanted(
        standard,
        asked.get("pace", usual.pace),
        -1 if (bots := number_in(count, 2)) is None else bots,
        asked.get("coach", "") in ("1", "on", "true"),
        asked.get("style", usual.style),
    )


@get_or_post
@limited("practise", 30)
def practise(request: HttpRequest, standard: str) -> HttpResponse:
    """Open a practice table.

    A GET request opens nothing: it leads to the person's table, or shows a form that opens one and that a script
    submits. So neither a prefetched link nor another site can open tables in somebody's name.
    """
    if standard not in STANDARDS:
        raise Http404
    asked = (request.POST if request.method == "POST" else request.GET).dict()
    try:
        wanted = wanted_of(standard, {name: str(value) for name, value in asked.items()})
        if request.method == "POST":
            opened = practice.open_for(arrive(request, request.POST.get("shown", "")), wanted)
            if opened.coach:
                coach.warm_up(journal.game_at(opened), client_of(request))
            return _to(opened.slug)
        if isinstance(request.user, User) and (table := practice.matching(request.user, wanted)) is not None:
            return _to(table.slug)
    except PaigowError as error:
        return _form(request, practice.Wanted(standard), phrase(error.text), 422)
    except ValidationError as error:  # an invalid display name
        return _form(request, practice.Wanted(standard), " ".join(error.messages), 422)
    return _form(request, wanted)


def _to(slug: str) -> HttpResponseRedirect:
    return HttpResponseRedirect(reverse("table", args=(slug,)))


def _form(request: HttpRequest, wanted: practice.Wanted, wrong: str = "", status: int = 200) -> HttpResponse:
    context = {
        "wanted": wanted,
        "wrong": wrong,
        "game": _(STANDARDS[wanted.standard].lobby.label),
        "paces": [(name, words.word(PACES, name)) for name in PRESETS],
        "bots": range(practice.MOST_BOTS + 1),
        "styles": [(name, words.word(STYLES, name)) for name in CHOOSERS],
        "at_once": not wrong and "ask" not in request.GET,
    }
    return render(request, "practise/open.html", context, status=status)


@login_required
@get_or_post
def preferences(request: HttpRequest) -> HttpResponse:
    """Show and save a person's preferences: what to do, or not to ask about, at every table."""
    person = person_of(request)
    if request.method == "POST":
        seats.prefer(person, Preferences(**{name: name in request.POST for name in NAMES}))
        return redirect(next_page(request) if request.POST.get("next") else "preferences")
    wishes = asdict(Preferences.read(person.preferences))
    switches = [(name, words.word(LABELS, name), wishes[name]) for name in NAMES]
    return render(request, "practise/preferences.html", {"switches": switches})
