"""Learn Pai Gow in three minutes: one track for cards and one for tiles, checked by the engine itself.

A lesson is a list of steps. In each the visitor does something: picks two pieces for the low hand, chooses an answer or
types an amount. The address holds everything, so a step can be linked, reloaded and used without scripts.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.views.decorators.http import require_safe

from paigow.comparison import Result, Winner
from paigow.errors import PaigowError
from paigow.front.game import Game
from paigow.money import parse_cents
from paigow.web.pages import words

Kind = Literal["pick", "choose", "amount"]
Track = Literal["cards", "tiles"]
STANDARDS: dict[Track, str] = {"cards": "maryland-poker", "tiles": "maryland-tiles"}
TITLES: dict[str, Any] = {"cards": lazy("Pai Gow with cards"), "tiles": lazy("Pai Gow with tiles")}


@dataclass(frozen=True)
class Verdict:
    """What the visitor is told about an answer."""

    right: bool
    text: str
    high: str = ""
    low: str = ""
    high_name: str = ""
    low_name: str = ""


@dataclass(frozen=True)
class Step:
    """One thing to do. `hand` is what the visitor holds; `mine` and `dealers` are settings to compare."""

    title: Any
    text: Any
    task: Any
    kind: Kind
    check: Callable[["Step", Game, str], Verdict]
    hand: str = ""
    mine: str = ""
    dealers: str = ""
    options: tuple[tuple[str, Any], ...] = ()
    goal: str = ""
    notes: dict[str, Any] = field(default_factory=dict)


RESULTS = (
    ("win", lazy("I win both hands")),
    ("push", lazy("One hand each: a push")),
    ("lose", lazy("The dealer wins both")),
)
SIDES = (("player", lazy("You")), ("bank", lazy("The dealer")))


def _split(step: Step, game: Game, low: str) -> Verdict:
    """Any legal split is fine; the verdict names both hands."""
    setting, foul = _setting(step, game, low)
    high_name, low_name = words.setting_names(setting, game.engine)
    shown = {
        "high": " ".join(map(str, setting.high)),
        "low": " ".join(map(str, setting.low)),
        "high_name": high_name,
        "low_name": low_name,
    }
    if foul:
        return Verdict(
            step.goal == "foul",
            _("That’s a foul: the low hand beats the high hand. A foul hand loses. [MDP-11.F.1.c]"),
            **shown,
        )
    if step.goal == "foul":
        return Verdict(False, _("That’s legal. Put the two aces low to see a foul."), **shown)
    if step.goal and setting != game.setting(step.goal):
        return Verdict(False, str(step.notes["wrong"]), **shown)
    return Verdict(True, str(step.notes["right"]), **shown)


def _setting(step: Step, game: Game, low: str) -> tuple[Any, bool]:
    held = step.hand.split()
    chosen = low.split()
    if len(chosen) != 2:
        raise PaigowError(_("Pick exactly two for the low hand."))
    rest = list(held)
    for piece in chosen:
        if piece not in rest:
            raise PaigowError(_("Pick from the hand shown."))
        rest.remove(piece)
    setting = game.setting(f"{' '.join(rest)} / {' '.join(chosen)}")
    return setting, game.engine.kit.is_foul(setting)


def _outcome(step: Step, game: Game, answer: str) -> Verdict:
    """Return the comparison of both settings; the visitor says what it comes to."""
    found = game.compare(step.mine, step.dealers)
    names = {
        Winner.PLAYER: _("you win"),
        Winner.BANK: _("the dealer wins"),
        Winner.COPY: _("a tie, so the banker wins"),
    }
    text = _("Low hands: %(low)s. High hands: %(high)s.") % {
        "low": names[found.low.winner],
        "high": names[found.high.winner],
    }
    after = {
        Result.WIN: _("Both are yours, so your bet wins."),
        Result.PUSH: _("One each, so your bet is returned."),
        Result.LOSE: _("You won neither, so your bet loses."),
    }
    return Verdict(answer == found.result, f"{text} {after[found.result]} [{found.clause}]")


def _named(step: Step, game: Game, answer: str) -> Verdict:
    """Return an answer that the step itself knows."""
    right = answer == step.goal
    return Verdict(right, str(step.notes["right" if right else "wrong"]))


def _amount(step: Step, game: Game, answer: str) -> Verdict:
    """Winnings less commission, as the standard has it."""
    bet = parse_cents(step.goal)
    due = bet - bet * game.standard.vigorish
    right = parse_cents(answer) == due
    return Verdict(right, str(step.notes["right" if right else "wrong"]))


COMMISSION = Step(
    title=lazy("Commission"),
    text=lazy("The house keeps 5% of what you win, and nothing when you lose or push."),
    task=lazy("You bet $100 and win. How much do you win after commission?"),
    kind="amount",
    check=_amount,
    goal="$100.00",
    notes={
        "right": lazy("Right: $100 less $5 is $95."),
        "wrong": lazy("Not quite. 5% of $100 is $5, so you keep $95."),
    },
)
BANKING = Step(
    title=lazy("Banking"),
    text=lazy("Players may take turns as banker. The banker covers everyone else’s bets, and wins every tie."),
    task=lazy("You are the banker, and your low hand ties with a player’s. Who wins it?"),
    kind="choose",
    check=_named,
    options=SIDES,
    goal="player",
    notes={
        "right": lazy("Right. Ties go to the banker, and that’s you."),
        "wrong": lazy("Ties go to the banker. This time that’s you, so you win it."),
    },
)

TRACKS: dict[Track, tuple[Step, ...]] = {
    "cards": (
        Step(
            title=lazy("Split your seven cards"),
            text=lazy("You make two hands: five cards high, two cards low. Both play against the dealer’s."),
            task=lazy("Pick two cards for your low hand."),
            kind="pick",
            check=_split,
            hand="9s 9h Ad Kc 6c 4d 2s",
            notes={"right": lazy("That’s a legal split. Most players keep the pair high and put ace-king low.")},
        ),
        Step(
            title=lazy("Don’t foul"),
            text=lazy("The high hand must be at least as good as the low hand."),
            task=lazy("See what happens: put both aces low."),
            kind="pick",
            check=_split,
            hand="Ac Ad Qh Js 8d 5c 3h",
            goal="foul",
        ),
        Step(
            title=lazy("Set it right"),
            text=lazy("Same cards. Keep the aces together in the high hand and make the best low hand from the rest."),
            task=lazy("Pick the two best cards that are left."),
            kind="pick",
            check=_split,
            hand="Ac Ad Qh Js 8d 5c 3h",
            goal="Ac Ad 8d 5c 3h / Qh Js",
            notes={
                "right": lazy("Right: a pair of aces high, queen-jack low. That’s the house way, too."),
                "wrong": lazy("Legal, but you can do better: queen and jack are the best two that leave the aces."),
            },
        ),
        Step(
            title=lazy("Compare with the dealer"),
            text=lazy("Your low hand plays against the dealer’s low hand, your high hand against the high hand."),
            task=lazy("What happens to your bet?"),
            kind="choose",
            check=_outcome,
            mine="Ac Ad 8d 5c 3h / Qh Js",
            dealers="Ks Kd 9c 7s 2d / Ah Tc",
            options=RESULTS,
        ),
        Step(
            title=lazy("Ties go to the banker"),
            text=lazy("If both sides have the same hand, it’s called a copy. The banker, here the dealer, wins it."),
            task=lazy("Both low hands are king-queen. What happens to your bet?"),
            kind="choose",
            check=_outcome,
            mine="Tc Td 8d 5c 3h / Kh Qs",
            dealers="9s 9d 7c 6s 2d / Kc Qd",
            options=RESULTS,
        ),
        BANKING,
        COMMISSION,
    ),
    "tiles": (
        Step(
            title=lazy("Split your four tiles"),
            text=lazy("You make two hands of two tiles. The better one is your high hand automatically."),
            task=lazy("Pick two tiles for one hand."),
            kind="pick",
            check=_split,
            hand="66 45 13 22",
            notes={"right": lazy("That’s a legal split. With four tiles there are only three ways to do it.")},
        ),
        Step(
            title=lazy("Count the points"),
            text=lazy("Add the pips of both tiles and drop the tens: 6 + 8 = 14 counts 4. Nine is the best count."),
            task=lazy("You hold 5-6 and 4-4: eleven and eight pips. How many points?"),
            kind="choose",
            check=_named,
            mine="56 44 / 12 23",
            options=(("9", "9"), ("1", "1"), ("19", "19")),
            goal="9",
            notes={
                "right": lazy("Right: 19 counts 9."),
                "wrong": lazy("Eleven and eight make 19. Drop the ten, and 9 is left."),
            },
        ),
        Step(
            title=lazy("Pairs beat points"),
            text=lazy("Two matching tiles are a pair and beat any points. The best pair is Gee Joon: 2-4 and 1-2."),
            task=lazy("Pick the two tiles that make Gee Joon."),
            kind="pick",
            check=_split,
            hand="24 12 56 33",
            goal="24 12 / 33 56",
            notes={
                "right": lazy("Right. Apart they are just a six and a three; together nothing beats them."),
                "wrong": lazy("Legal, but you broke up Gee Joon. Put 2-4 and 1-2 together."),
            },
        ),
        Step(
            title=lazy("Wong and Gong"),
            text=lazy("A twelve or a two (6-6 or 1-1) with a nine is a Wong; with an eight, a Gong. Both beat points."),
            task=lazy("Pick two tiles that make a Wong."),
            kind="pick",
            check=_split,
            hand="66 45 23 12",
            goal="66 45 / 23 12",
            notes={
                "right": lazy("Right: 6-6 with a nine is a Wong."),
                "wrong": lazy("Look for the 6-6 and the nine, 4-5."),
            },
        ),
        Step(
            title=lazy("Compare with the dealer"),
            text=lazy("Your low hand plays against the dealer’s low hand, your high hand against the high hand."),
            task=lazy("What happens to your bet?"),
            kind="choose",
            check=_outcome,
            mine="66 45 / 23 12",
            dealers="11 44 / 22 34",
            options=RESULTS,
        ),
        Step(
            title=lazy("Ties go to the banker"),
            text=lazy("Same points and same highest tile is a copy. The banker, here the dealer, wins it."),
            task=lazy("Both low hands are a zero. What happens to your bet?"),
            kind="choose",
            check=_outcome,
            mine="66 66 / 55 46",
            dealers="44 44 / 46 55",
            options=RESULTS,
        ),
        BANKING,
        COMMISSION,
    ),
}


@require_safe
def start(request: HttpRequest) -> HttpResponse:
    """Choose a track."""
    tracks = [(name, TITLES[name], len(steps)) for name, steps in TRACKS.items()]
    return render(request, "lessons/learn.html", {"tracks": tracks})


@require_safe
def step(request: HttpRequest, track: str, number: int) -> HttpResponse:
    """One step; with an answer in the address, what came of it."""
    steps = TRACKS.get(track)  # type: ignore[call-overload]
    if steps is None or not 1 <= number <= len(steps) + 1:
        raise Http404
    standard = STANDARDS[track]  # type: ignore[index]
    about = {"track": track, "track_title": TITLES[track], "number": number, "count": len(steps), "standard": standard}
    if number == len(steps) + 1:
        return render(request, "lessons/learned.html", about)
    now: Step = steps[number - 1]
    answer = " ".join(request.GET.getlist("low")) if now.kind == "pick" else request.GET.get("answer", "").strip()
    verdict, wrong = None, ""
    if answer:
        try:
            verdict = now.check(now, Game(standard), answer)
        except PaigowError as error:
            wrong = error.message
    return render(
        request,
        "lessons/learn_step.html",
        about
        | {
            "step": now,
            "pieces": [(place, code, code in answer.split()) for place, code in enumerate(now.hand.split())],
            "mine": _halves(now.mine),
            "dealers": _halves(now.dealers),
            "answer": answer,
            "verdict": verdict,
            "wrong": wrong,
        },
    )


def _halves(setting: str) -> tuple[str, str] | None:
    """Low first, then high, as everywhere on the felt."""
    high, _stroke, low = setting.partition(" / ")
    return (low, high) if low else None
