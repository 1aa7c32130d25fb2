"""A person's past rounds, their settings compared with best play of the same hands, and the record of a table."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from paigow.money import format_cents
from paigow.table import Game
from paigow.web.pages import words
from paigow.web.pages.past import SessionReview, rounds_of, tables_of, with_money
from paigow.web.pages.play import found, found_to_read
from paigow.web.pages.standards import TITLES
from paigow.web.pages.words import said_data, signed_money
from paigow.web.people.access import attachment, client_of, is_polling, login_required, number_in, person_of
from paigow.web.service import records
from paigow.web.store import journal
from paigow.web.store.models import Table

AT_A_TIME = 50
"""The number of rounds reviewed together."""
IN_A_PART = 100
"""The number of rounds of a record sent as one file."""


@require_safe
@login_required
def review(request: HttpRequest) -> HttpResponse:
    """List the tables where the person played."""
    person = person_of(request)
    played = []
    for table in tables_of(person):
        rounds = rounds_of(table, person.username)
        played.append(
            {"table": table, "game": TITLES[table.standard], "rounds": rounds, "last": records.last_finished(table)}
        )
    return render(request, "lessons/review.html", {"played": played})


@never_cache
@require_safe
@login_required
def session(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the person's rounds at one table and the value of better settings, or the progress of the computation."""
    person, table = person_of(request), found(slug)
    before = _number(request, "before")
    rounds = rounds_of(table, person.username, before)
    if not rounds:
        found_to_read(slug, person)
    shown = rounds[:AT_A_TIME]
    job = SessionReview(table, person.username, tuple(shown))
    page = job.found() if shown else None
    progress = job.begin(client_of(request)) if shown and page is None else None
    context = {
        "table": table,
        "title": TITLES[table.standard],
        "rounds": with_money(table, person.username, shown),
        "older": shown[-1].number if len(rounds) > AT_A_TIME else None,
        "before": before,
        "result": Result(page, table, journal.game_at(table)) if page else None,
        "progress": progress,
        "parts": _parts(table) if records.may_read(person, table) else [],
    }
    template = "lessons/result.html" if is_polling(request) else "lessons/session.html"
    return render(request, template, context, status=202 if progress else 200)


@require_safe
@login_required
def record(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the record of the finished rounds, for those who may read it.

    It starts with the opening of the table, or with a later round as a part to append to the previous file.
    """
    table = found_to_read(slug, person_of(request))
    last = records.last_finished(table)
    first = _number(request, "from") or 1
    if first > last or (first - 1) % IN_A_PART:
        raise Http404(_("That part of the record does not exist, or no round has finished yet."))
    to = min(last, first - 1 + IN_A_PART)
    lines = list(records.head_lines(table)) if first == 1 else []
    for number in range(first, to + 1):
        lines += records.round_lines(table, number)
    return attachment(records.text_of(lines), "application/toml; charset=utf-8", f"{slug}-{first}-{to}.toml")


def _parts(table: Table) -> list[tuple[int, int]]:
    last = records.last_finished(table)
    return [(first, min(last, first - 1 + IN_A_PART)) for first in range(1, last + 1, IN_A_PART)]


def _number(request: HttpRequest, name: str) -> int | None:
    typed = request.GET.get(name, "")
    return number_in(typed, 9)


@dataclass(frozen=True, slots=True)
class Result:
    """The findings of `learning.review`, as the page shows them."""

    data: dict[str, Any]
    table: Table
    game: Game

    @property
    def totals(self) -> list[tuple[str, str, str]]:
        """Return each figure: its name, amount and meaning."""
        data = self.data
        return [
            (_("Wagered"), format_cents(data["wagered"]), _("on hands that were compared")),
            (_("Won or lost"), signed_money(data["net"]), _("actual, after commission")),
            (_("Expected"), signed_money(data["expected_cents"]), _("average for these hands as you set them")),
            (_("The house way"), signed_money(data["house_way_cents"]), _("average for the same hands")),
            (_("Best play"), signed_money(data["best_cents"]), _("average for the same hands")),
            (_("Your mistakes"), signed_money(-data["cost_cents"]), _("what your settings gave away")),
            (_("Luck"), signed_money(data["luck_cents"]), _("actual minus expected")),
        ]

    @property
    def count(self) -> int:
        return int(self.data["count"])

    @property
    def mistakes(self) -> list[dict[str, Any]]:
        return [self._hand(each) for each in self.data["mistakes"]]

    @property
    def by_dealer(self) -> int:
        """Return the hands that were set for the player and could have been set better."""
        return sum(1 for each in self.data["hands"] if not each["mistake"] and Fraction(each["cost"]))

    def _hand(self, hand: dict[str, Any]) -> dict[str, Any]:
        return {
            **hand,
            "said": said_data(hand["explanation"]),
            "place": words.place(hand["position"], self.game),
            "cost": format_cents(hand["cost_cents"]),
            "percent": f"{float(100 * Fraction(hand['cost'])):.2f}%",
            "codes": " ".join(hand["pieces"]),
            "replay": reverse("round-replay", args=(self.table.slug, hand["round"])),
            "advice": self._advice(hand),
        }

    def _advice(self, hand: dict[str, Any]) -> str:
        asked = {
            "rules": self.table.standard,
            "hand": " ".join(hand["pieces"]),
            "way": self.game.submission.data()["house_way"],
            "bank": "player" if hand["role"] == "bank" else "house",
            "dealer": hand["dealer"],
        }
        setting = hand["setting"]
        if setting and not setting["foul"]:
            asked["set"] = f"{setting['high']} / {setting['low']}"
        return f"{reverse('advice')}?{urlencode({name: item for name, item in asked.items() if item})}"
