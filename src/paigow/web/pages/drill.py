"""The drill pages: set hands the house way against the clock, settle wagers, rule on irregularities.

Questions and answers go through forms; GET changes nothing. Each answer is marked with the rule and the clause, and
hands that were missed come up again.
"""

from dataclasses import replace
from datetime import timedelta

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from paigow.errors import PaigowError
from paigow.web.lessons import kept as keeping
from paigow.web.lessons.kept import DrillState
from paigow.web.pages.drills import KINDS, Drill, drill_of, weak_spots
from paigow.web.pages.standards import TITLES, drilled_ways, standard_or_404
from paigow.web.pages.table.model import Clock, Notice
from paigow.web.pages.words import phrase
from paigow.web.people.access import get_or_post, limited

LIMITS = (0, 10, 20, 30, 60)
"""Time limits to choose from, in seconds; 0 for none."""
RATE = 240


@limited("drill", RATE, shared=False)
@get_or_post
def drills(request: HttpRequest) -> HttpResponse:
    """Show every game with its drills and the visitor's progress; a form starts one."""
    if request.method == "POST":
        rules, kind = request.POST.get("rules", ""), request.POST.get("kind", "")
        drill = _drill(kind, rules, request.POST.get("way", ""))
        keeping.change(request, drill.key, lambda known: _next(drill, replace(known, limit=_limit(request))))
        return HttpResponseRedirect(_address(drill))
    kinds = [(kind, each.label) for kind, each in KINDS.items()]
    known = keeping.all_of(request)
    games = []
    for rules, title in TITLES.items():
        own = drill_of("house-way", rules).way
        ways = drilled_ways(standard_or_404(rules).game)
        standing = []
        for key, progress in known.items():
            kind, _stroke, rest = key.partition("/")
            if kind in KINDS and rest.split("/")[0] == rules and progress.answered:
                drill = _drill(kind, rules, rest.partition("/")[2])
                standing.append((drill, _address(drill), progress))
        games.append({"rules": rules, "title": title, "ways": ways, "own": own, "standing": standing})
    return render(request, "lessons/drills.html", {"games": games, "kinds": kinds, "limits": LIMITS})


@limited("drill", RATE, shared=False)
@get_or_post
def drill(request: HttpRequest, kind: str, rules: str, way: str = "") -> HttpResponse:
    """Show one drill: the current question, or its answer."""
    chosen = _drill(kind, rules, way)
    notice, status = None, 200
    if request.method == "POST":
        try:
            _do(request, chosen)
        except PaigowError as error:
            notice, status = Notice(phrase(error.text), error.clause or ""), 422
        if notice is None and not _swapped(request):
            return HttpResponseRedirect(_address(chosen))
    known = keeping.look(request, chosen.key)
    context = {
        "drill": chosen,
        "do": _address(chosen),
        "csrf": get_token(request),
        "key": "drill",
        "rounds": known.number,  # the number of the question, where the table page has its round
        "kept": known,
        "shown": _shown(chosen, known),
        "weak": weak_spots(chosen, known.progress),
        "clock": _clock(known) if chosen.timed else None,
        "notice": notice,
        "limits": LIMITS,
        "of_tiles": chosen.game.kit.kind == "tiles",
    }
    if _swapped(request):
        return render(request, "lessons/lesson.html", context)
    return render(request, "lessons/drill.html", context, status=status)


def _drill(kind: str, rules: str, way: str) -> Drill:
    standard_or_404(rules)
    if kind not in KINDS:
        raise Http404(_("There is no drill %(name)s.") % {"name": kind})
    try:
        return drill_of(kind, rules, way)
    except PaigowError as error:
        raise Http404(error.message) from error


def _address(drill: Drill) -> str:
    return reverse(f"drill-{drill.kind}", args=tuple(filter(None, (drill.rules, drill.way))))


def _swapped(request: HttpRequest) -> bool:
    return bool(getattr(request, "htmx", False))


def _now() -> int:
    return round(timezone.now().timestamp() * 1000)


def _limit(request: HttpRequest) -> int:
    typed = request.POST.get("limit", "0")
    return int(typed) if typed in map(str, LIMITS) else 0


def _next(drill: Drill, known: DrillState) -> DrillState:
    return known.asks(drill.ask(known.seed, known.number + 1, known.progress), _now())


def _do(request: HttpRequest, drill: Drill) -> None:
    """Handle a drill's form: the next question, an answer, another time limit or a reset."""
    verb = request.POST.get("verb", "")
    if verb == "next":
        keeping.change(request, drill.key, lambda known: _next(drill, known))
    elif verb == "answer":
        keeping.change(request, drill.key, lambda known: _answered(request, drill, known))
    elif verb == "limit":
        keeping.change(request, drill.key, lambda known: replace(known, limit=_limit(request)))
    elif verb == "forget":
        keeping.change(request, drill.key, lambda known: DrillState(limit=known.limit))
    else:
        raise PaigowError(_("There is no action %(verb)s.") % {"verb": verb[:20]})


def _answered(request: HttpRequest, drill: Drill, known: DrillState) -> DrillState:
    """Return the answer to the current question; one to an earlier question, or a second one, does not count."""
    if known.question is None or known.given is not None or request.POST.get("round") != str(known.number):
        raise PaigowError(_("This question has already been answered."))
    given = drill.read(known.question, request.POST)
    taken = max(0, _now() - known.asked)
    progress = drill.learned(known.progress, known.question, given, taken, known.limit)
    return replace(known, progress=progress, given=given, milliseconds=taken)


def _shown(drill: Drill, known: DrillState) -> dict[str, object] | None:
    if known.question is None:
        return None
    shown = drill.show(known.question, known.given, known.milliseconds, known.limit)
    return {**shown, "seconds": f"{known.milliseconds / 1000:.1f}"}


def _clock(known: DrillState) -> Clock | None:
    """Return the time left to answer, if the visitor plays against the clock."""
    if not known.limit or known.question is None or known.given is not None:
        return None
    now = timezone.now()
    return Clock(now + timedelta(milliseconds=known.asked + 1000 * known.limit - _now()), now)
