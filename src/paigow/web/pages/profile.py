"""A player's profile: hands played, their cost compared with best play, luck, and the best hands.

It is built from the same exact reviews as `/review/`, block by block, and says how much of it is computed. Others see
it only if the player wants them to.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from paigow.money import format_cents
from paigow.table import Game
from paigow.web.pages.past import SessionReview, rounds_of, tables_of
from paigow.web.pages.table.pieces import piece_view
from paigow.web.pages.words import signed_money
from paigow.web.people.access import client_of, limited, login_required, person_of
from paigow.web.people.models import Preferences, User
from paigow.web.store import journal
from paigow.web.store.models import Table

BLOCK = 50
"""The number of rounds reviewed together, counted from the table's first: a full block never changes."""
BLOCKS = 40
"""The number of blocks that a profile covers, latest first."""
BEGUN_AT_ONCE = 2
BEST = 5
"""The number of best hands shown."""


@dataclass
class Totals:
    """Exact totals over a player's hands."""

    rounds: int = 0  # all rounds played
    hands: int = 0  # hands analysed
    wagered: int = 0
    cost: Fraction = Fraction(0)
    expected: Fraction = Fraction(0)
    net: int = 0
    waiting: int = 0  # blocks not yet analysed
    best: list[tuple[Fraction, tuple[Any, ...], Game, Table, dict[str, Any]]] = field(default_factory=list)

    def add(self, table: Table, game: Game, page: dict[str, Any]) -> None:
        for hand in page["hands"]:
            if hand["role"] != "player":
                continue
            wager, value = hand["wager"], Fraction(hand["value"])
            self.hands += 1
            self.wagered += wager
            self.cost += Fraction(hand["cost"]) * wager if hand["mistake"] else 0
            self.expected += value * wager
            self.net += hand["net"]
            pieces = tuple(map(piece_view, game.kit.parse(hand["pieces"])))
            self.best.append((Fraction(hand["best_value"]), pieces, game, table, hand))
        self.best = sorted(self.best, key=lambda each: each[0], reverse=True)[:BEST]

    @property
    def cost_per_hundred(self) -> Fraction:
        """Return the percentage of a bet given away over a hundred hands, so that stakes do not matter."""
        return 100 * self.cost / self.wagered if self.wagered else Fraction(0)

    @property
    def luck(self) -> Fraction:
        return self.net - self.expected


def _blocks(person: User) -> Iterator[tuple[Table, tuple[Any, ...]]]:
    for table in tables_of(person):
        rounds = rounds_of(table, person.username)
        for _number, some in groupby(rounds, key=lambda each: (each.number - 1) // BLOCK):
            yield table, tuple(some)


def totals_of(person: User, client: str) -> Totals:
    """Return the totals computed so far, and start computing some of the rest."""
    totals, begun = Totals(), 0
    for number, (table, rounds) in enumerate(_blocks(person)):
        totals.rounds += len(rounds)
        if number >= BLOCKS:
            continue
        job = SessionReview(table, person.username, rounds)
        page = job.found()
        if page is not None:
            totals.add(table, journal.game_at(table), page)
            continue
        totals.waiting += 1
        if begun < BEGUN_AT_ONCE:
            job.begin(client)
            begun += 1
    return totals


@never_cache
@require_safe
@login_required
@limited("profile", 60, shared=False, reads=True)
def profile(request: HttpRequest, name: str = "") -> HttpResponse:
    """Show the person's own profile, or that of somebody who shares theirs."""
    me = person_of(request)
    person = User.objects.named(name).filter(is_active=True).first() if name else me
    if person is None or (person != me and not Preferences.read(person.preferences).public_profile):
        raise Http404
    totals = totals_of(person, client_of(request))
    context = {
        "person": person,
        "mine": person == me,
        "public": Preferences.read(person.preferences).public_profile,
        "totals": totals,
        "per_hundred": f"{float(totals.cost_per_hundred):.2f}",
        "given_away": format_cents(round(totals.cost)),
        "net": signed_money(totals.net),
        "expected": signed_money(round(totals.expected)),
        "luck": signed_money(round(totals.luck)),
        "best": [
            (pieces, table, hand, f"{float(100 * value):.1f}%".replace("-", "−"))
            for value, pieces, _g, table, hand in totals.best
        ],
    }
    return render(request, "people/profile.html", context, status=202 if totals.waiting else 200)
