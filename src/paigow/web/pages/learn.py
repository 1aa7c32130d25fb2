"""Learn Pai Gow in three minutes: the first steps of `paigow.learning` as pages.

The URL contains everything, so a step can be linked, reloaded and used without scripts.
"""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from paigow.errors import PaigowError
from paigow.front.game import Game
from paigow.learning.first_steps import STANDARDS, TITLES, TRACKS, Verdict, mark
from paigow.web.pages import words
from paigow.web.pages.words import phrase


@require_safe
def start(request: HttpRequest) -> HttpResponse:
    """Choose a track."""
    tracks = [(name, phrase(TITLES[name]), len(steps)) for name, steps in TRACKS.items()]
    return render(request, "lessons/learn.html", {"tracks": tracks})


@require_safe
def step(request: HttpRequest, track: str, number: int) -> HttpResponse:
    """Show one step and, if the URL has an answer, its result."""
    if track not in TRACKS or not 1 <= number <= len(TRACKS[track]) + 1:
        raise Http404
    steps, standard = TRACKS[track], STANDARDS[track]
    about = {
        "track": track,
        "track_title": phrase(TITLES[track]),
        "number": number,
        "count": len(steps),
        "standard": standard,
    }
    if number == len(steps) + 1:
        return render(request, "lessons/learned.html", about)
    now = steps[number - 1]
    answer = " ".join(request.GET.getlist("low")) if now.kind == "pick" else request.GET.get("answer", "").strip()
    verdict, wrong = None, ""
    if answer:
        try:
            verdict = _shown(mark(track, number, answer), Game(standard))
        except PaigowError as error:
            wrong = phrase(error.text)
    return render(
        request,
        "lessons/learn_step.html",
        about
        | {
            "step": {"title": phrase(now.title), "text": phrase(now.text), "task": phrase(now.task), "kind": now.kind}
            | {"options": [(value, phrase(label)) for value, label in now.options]},
            "pieces": [(place, code, code in answer.split()) for place, code in enumerate(now.hand.split())],
            "mine": _halves(now.mine),
            "dealers": _halves(now.dealers),
            "answer": answer,
            "verdict": verdict,
            "wrong": wrong,
        },
    )


def _shown(verdict: Verdict, game: Game) -> dict[str, object]:
    """Return a verdict in the visitor's language, with the names of both hands if a hand was set."""
    found: dict[str, object] = {"right": verdict.right, "text": phrase(verdict.text), "clause": verdict.clause}
    if verdict.setting is not None:
        found |= zip(("high_name", "low_name"), words.setting_names(verdict.setting, game.engine), strict=True)
        found |= {half: " ".join(map(str, getattr(verdict.setting, half))) for half in ("high", "low")}
    return found


def _halves(setting: str) -> tuple[str, str] | None:
    """Return the low hand first, then the high hand, as everywhere on the felt."""
    high, _stroke, low = setting.partition(" / ")
    return (low, high) if low else None
