"""The coach of a practice table: once a hand has been compared, what best play was and what the difference cost.

The coach is told what its player saw when setting the hand, and nothing else: the player's own cards or tiles and,
where the dealer plays open, the dealer's cards.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from paigow.hands.pieces import Setting
from paigow.table import Event, Game
from paigow.table.core.model import MAIN, WagerKey
from paigow.table.floor.irregularities import standing
from paigow.table.steps.setting import BankHandExposed, HouseHandSet
from paigow.table.steps.settlement import AGAINST_BANK, HandExposed
from paigow.web.pages import play
from paigow.web.pages.table.hands import setting_view
from paigow.web.pages.table.links import advice_link
from paigow.web.pages.table.money import short
from paigow.web.pages.table.pieces import HandView
from paigow.web.pages.table.results import bankers, wagers_of
from paigow.web.people.errors import TooOften
from paigow.web.people.next_page import login_required
from paigow.web.people.rates import client_of
from paigow.web.service import tables
from paigow.web.work.advisers import advisers

if TYPE_CHECKING:
    from paigow.analysis.settings import Advice

FOUL = Fraction(-1)
"""What a foul hand is worth: it loses the bet."""


@dataclass(frozen=True, slots=True)
class Played:
    """A hand as its player set it, and all that the player could see then."""

    setting: Setting
    foul: bool
    wager: int
    banks: bool = False
    dealer: Setting | None = None

    @property
    def hand(self) -> str:
        return " ".join(map(str, (*self.setting.high, *self.setting.low)))


@dataclass(frozen=True, slots=True)
class Lesson:
    """One line of the coach: the best setting, what the player's own cost in cents, and where all are weighed."""

    best: HandView
    cost: Fraction
    link: str

    @property
    def as_good(self) -> bool:
        return self.cost == 0

    @property
    def amount(self) -> str:
        """The cost in money; less than a cent is told as such."""
        return short(round(self.cost)) if self.cost >= 1 else "<$0.01"


def hands_of(events: Sequence[Event], viewer: str, game: Game) -> Iterator[Played]:
    """Every hand that the viewer bet on or banked with and that has been compared.

    Events of the table, which are public.
    """
    events = standing(events)
    placed = wagers_of(events)
    open_hands = (
        [event.setting for event in events if isinstance(event, HouseHandSet)] if game.rules.shows_dealer else []
    )
    dealer = open_hands[-1] if open_hands else None
    for event in events:
        if isinstance(event, HandExposed):
            stake = placed.get(WagerKey(viewer, event.position, MAIN), 0)
            if stake:
                yield Played(event.setting, event.foul, stake, dealer=dealer)
        elif isinstance(event, BankHandExposed) and viewer in bankers(events):
            against = sum(cents for key, cents in placed.items() if key.kind in AGAINST_BANK)
            yield Played(event.setting, False, against // len(bankers(events)), banks=True)


def lesson(played: Played, game: Game, client: str) -> Lesson | None:
    """Analyse with what its player knew; none while that is being worked out."""
    advice = advisers.soon(
        client,
        game.submission,
        played.hand,
        bank="player" if played.banks else "house",
        dealer=None if played.dealer is None else " ".join(map(str, (*played.dealer.high, *played.dealer.low))),
    )
    if advice is None:
        return None
    best = game.kit.parse_setting(f"{advice.best.high} / {advice.best.low}")
    link = advice_link(game, played.setting, played.dealer, banks=played.banks) if not played.foul else ""
    return Lesson(setting_view(best, game), (advice.best.value - _worth(played, advice)) * played.wager, link)


def warm_up(game: Game, client: str) -> None:
    """Start the process that weighs hands, so that the first answer does not take long."""
    pieces = " ".join(map(str, game.kit.full_set[: game.kit.hand_size]))
    advisers.soon(client, game.submission, pieces, wait=0, bank="house", dealer=None)


def _worth(played: Played, advice: "Advice") -> Fraction:
    if played.foul:
        return FOUL
    low = sorted(map(str, played.setting.low))
    return next(each.value for each in advice.settings if sorted(each.low.split()) == low)


@require_safe
@login_required
def page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Return the coach's line about a round, for whoever has a coach; fetched by the page when the result is shown."""
    table, person = play.found(slug, request.user), play.signed_in(request)
    if not table.coach or table.opened_by != person.username:
        raise Http404
    state = tables.state_at(table)
    events = play.RECENT.of(table, state).get(number, ())
    client = client_of(request)
    try:
        lessons = [lesson(each, state.game, client) for each in hands_of(events, person.username, state.game)]
    except TooOften:
        lessons = [None]
    again = None in lessons  # the page asks again in a moment
    context = {"lessons": () if again else lessons, "again": again, "slug": slug, "number": number}
    return render(request, "table/coach.html", context)
