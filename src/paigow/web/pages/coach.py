"""The coach of a practice table: after a hand is compared, it shows the best play and what the difference cost.

The coach uses only what the player saw when setting the hand: the player's own cards or tiles and, if the dealer plays
open, the dealer's cards.
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
from paigow.web.pages.table.pieces import HandView, advice_link, setting_view, short
from paigow.web.pages.table.results import bankers, wagers_of
from paigow.web.people.access import client_of, login_required, person_of
from paigow.web.people.errors import TooOften
from paigow.web.service import tables
from paigow.web.service.loading import RECENT
from paigow.web.work.advisers import advisers

if TYPE_CHECKING:
    from paigow.analysis.settings import Advice

FOUL = Fraction(-1)
"""The value of a foul hand, which loses the bet."""


@dataclass(frozen=True, slots=True)
class Played:
    """A hand as its player set it, and everything the player could see then."""

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
    """One line of the coach: the best setting, what the player's own cost in cents, and a link to all settings."""

    best: HandView
    cost: Fraction
    link: str

    @property
    def as_good(self) -> bool:
        return self.cost == 0

    @property
    def amount(self) -> str:
        """Return the cost as money, or as "less than a cent"."""
        return short(round(self.cost)) if self.cost >= 1 else "<$0.01"


def hands_of(events: Sequence[Event], viewer: str, game: Game) -> Iterator[Played]:
    """Yield every compared hand that the viewer bet on or banked with, from the table's public events."""
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
    """Analyse the hand using what its player knew; return None while that is being computed."""
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
    """Start the advice process, so that the first answer does not take long."""
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
    """Show the coach's line about a round, for players with a coach; the page fetches it when the result is shown."""
    table, person = play.found(slug, request.user), person_of(request)
    if not table.coach or table.opened_by != person.username:
        raise Http404
    state = tables.state_at(table)
    events = RECENT.of(table, state).get(number, ())
    client = client_of(request)
    try:
        lessons = [lesson(each, state.game, client) for each in hands_of(events, person.username, state.game)]
    except TooOften:
        lessons = [None]
    again = None in lessons  # the page polls again in a moment
    context = {"lessons": () if again else lessons, "again": again, "slug": slug, "number": number}
    return render(request, "table/coach.html", context)
