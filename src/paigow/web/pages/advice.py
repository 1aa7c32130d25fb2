"""Advice on any hand: each legal setting with its exact chances and value, and what the house way costs.

The question is in the URL, so that it can be saved, shared, or taken from a hand in play.
"""

import asyncio
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from asgiref.sync import sync_to_async
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _

from paigow.errors import PaigowError
from paigow.hands import AnyHands, open_hands
from paigow.language import saying
from paigow.rules import STANDARDS
from paigow.tiles import TILE_SET
from paigow.web.pages.standards import TITLES, house_ways
from paigow.web.pages.words import phrase, voice
from paigow.web.people.access import check_rate, client_of, origin_of, too_often
from paigow.web.people.errors import TooOften
from paigow.web.work.advisers import advisers

if TYPE_CHECKING:
    from paigow.analysis.settings import Advice, SettingOdds

DECKS = (
    ("tiles", 4, [[str(tile) for tile in TILE_SET]]),
    ("cards", 7, [[f"{rank}{suit}" for rank in "AKQJT98765432"] for suit in "shdc"] + [["Jk"]]),
)
"""The decks to tap on: name, number of pieces in a hand, and the pieces in rows."""
RATE = 240
"""The maximum number of hands per minute from one address, since each has to be computed."""
MAX_FIELD_LENGTH = 100
"""The longest field in characters; seven cards and a slash need far less."""


@dataclass(frozen=True, slots=True)
class AdviceQuestion:
    """The question as typed."""

    rules: str = "maryland-tiles"
    hand: str = ""
    way: str = ""
    bank: str = "house"
    dealer: str = ""
    set: str = ""
    """The setting played, as HIGH / LOW."""

    @classmethod
    def read(cls, query: Mapping[str, str]) -> "AdviceQuestion":
        given = {name: " ".join(query[name].split()) for name in cls.__slots__ if query.get(name, "").strip()}
        return cls(**given)


@dataclass(frozen=True, slots=True)
class Chance:
    """A number of the other side's hands, and its share of them."""

    label: str
    count: int
    total: int

    @property
    def shown(self) -> str:
        return f"{self.count:,}"

    @property
    def percent(self) -> str:
        return f"{self.count / self.total:.4%}"

    @property
    def width(self) -> float:
        return round(100 * self.count / self.total, 3)


@dataclass(frozen=True, slots=True)
class Row:
    """One setting as shown on the page, representing all that differ only in suits."""

    odds: "SettingOdds"
    kit: AnyHands
    best: Fraction
    is_house_way: bool
    is_played: bool
    alike: int

    @property
    def names(self) -> str:
        """Return the names of the low and the high hand."""
        setting = self.kit.parse_setting(f"{self.odds.high} / {self.odds.low}")
        high, low = saying.setting_names(setting, self.kit, voice())
        return f"{low} · {high}"

    @property
    def chances(self) -> tuple[Chance, ...]:
        counts = self.odds.counts
        each = ((_("Win"), counts.win), (_("Push"), counts.push), (_("Lose"), counts.lose))
        return tuple(Chance(label, count, counts.total) for label, count in each)

    @property
    def worth(self) -> str:
        return signed(self.odds.value)

    @property
    def exactly(self) -> str:
        return str(self.odds.value).replace("-", "−")

    @property
    def cost(self) -> Fraction:
        return self.best - self.odds.value

    @property
    def cost_percent(self) -> str:
        return f"{float(self.cost):.4%}"

    @property
    def lose_from(self) -> float:
        win, push, _lose = self.chances
        return round(win.width + push.width, 3)


@dataclass(frozen=True, slots=True)
class Answer:
    advice: "Advice"
    rows: tuple[Row, ...]

    @property
    def total(self) -> str:
        return f"{self.advice.total:,}"

    @property
    def house(self) -> Row:
        return next(row for row in self.rows if row.is_house_way)

    @property
    def played(self) -> Row | None:
        return next((row for row in self.rows if row.is_played), None)


def signed(value: Fraction) -> str:
    return f"{float(value):+.6f}".replace("-", "−")


async def page(request: HttpRequest) -> HttpResponse:
    """Show the form, and the answer if there is a question.

    A question that cannot be answered gets status 400 and the reason.
    """
    tapped = request.GET.getlist("p")  # tiles or cards picked from the drawn deck, if no script has combined them
    given = {name: str(text) for name, text in request.GET.items() if text}
    question = AdviceQuestion.read({"hand": " ".join(tapped), **given})
    answer, wrong = None, None
    if question.hand:
        try:
            check_rate("advice", origin_of(request), RATE, timezone.now(), shared=False)
            answer = await asyncio.to_thread(answered, question, client_of(request))
        except TooOften as refused:
            return await sync_to_async(too_often)(request, refused)
        except PaigowError as error:
            wrong = error
    elif request.GET.keys() - {"rules"}:
        wrong = PaigowError(_("Enter a hand: four tiles or seven cards."))
    context = {
        "question": question,
        "answer": answer,
        "wrong": wrong,
        "titles": TITLES,
        "ways": [(game, house_ways(game)) for game in ("tiles", "poker")],
        "examples": [(name, STANDARDS[name].lobby.example) for name in TITLES],
        "decks": tuple(_decks(question.hand)),
    }
    return await sync_to_async(render)(request, "rooms/advice.html", context, status=400 if wrong else 200)


def _decks(hand: str) -> Iterator[tuple[str, int, list[list[tuple[str, bool]]]]]:
    """Yield the decks to tap on, marking the pieces in the hand; one of two equal tiles can be marked on its own."""
    left = Counter(hand.split())
    for name, size, rows in DECKS:
        drawn: list[list[tuple[str, bool]]] = []
        for row in rows:
            drawn.append([])
            for code in row:
                drawn[-1].append((code, left[code] > 0))
                left[code] -= 1
        yield name, size, drawn


def answered(question: AdviceQuestion, client: str = "") -> Answer:
    """Return the advice. Only names of standards and house ways are looked up, never a file."""
    if question.rules not in STANDARDS:
        allowed = ", ".join(STANDARDS)
        raise PaigowError(
            _("There is no standard %(name)s. Choose one of %(all)s.") % {"name": question.rules, "all": allowed}
        )
    if any(len(getattr(question, name)) > MAX_FIELD_LENGTH for name in AdviceQuestion.__slots__):
        raise PaigowError(_("That is too long for a hand."))
    advice = advisers.advise(
        client,
        question.rules,
        question.hand,
        house_way=question.way or None,
        bank=question.bank,
        dealer=question.dealer or None,
    )
    played = _played(question, advice) if question.set else None
    return Answer(advice, tuple(_rows(advice, open_hands(question.rules), played)))


def _rows(advice: "Advice", kit: AnyHands, played: frozenset[str] | None) -> Iterator[Row]:
    """Yield the rows of the advice.

    Settings with the same rank in both hands are one row, shown as the one played or the house way's.
    """
    groups: dict[tuple[object, ...], list[SettingOdds]] = {}
    for each in advice.settings:
        groups.setdefault((each.high_name, each.low_name, each.counts), []).append(each)
    for group in groups.values():
        house = [each for each in group if each is advice.house_way]
        mine = [each for each in group if played == _low(each.low)]
        shown = (mine or house or group)[0]
        yield Row(shown, kit, advice.best.value, bool(house), bool(mine), len(group))


def _played(question: AdviceQuestion, advice: "Advice") -> frozenset[str]:
    """Return the low hand of the setting that was played, which is enough once the hand is known."""
    hands = open_hands(question.rules)
    setting = hands.parse_setting(question.set)
    high, low = (list(map(str, hand)) for hand in (setting.high, setting.low))
    if sorted(high + low) != sorted(advice.pieces.split()):
        raise PaigowError(
            _("The setting %(set)s does not match the hand %(hand)s.") % {"set": setting, "hand": advice.pieces}
        )
    if defects := hands.defects(setting):
        raise PaigowError(
            _("%(set)s is a foul hand: %(why)s.") % {"set": setting, "why": phrase(defects[0])},
            hands.choices.standard.comparing.foul_clause,
        )
    return _low(" ".join(low))


def _low(codes: str) -> frozenset[str]:
    return frozenset(codes.split())
