"""The rules of one table, for players: the course of a round, limits, commission, payouts, and the house way."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from paigow.table import Game
from paigow.table.layout import layout_of
from paigow.text import capital
from paigow.web.pages import play
from paigow.web.pages.table.charts import chart_of
from paigow.web.pages.table.pieces import short
from paigow.web.pages.table.plan import signs
from paigow.web.pages.words import phrase
from paigow.web.store import journal


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact about the table, with its clause."""

    name: str
    text: str
    clause: str = ""
    term: str = ""
    """The glossary key of its subject."""


def facts(game: Game) -> Iterator[Fact]:
    """Yield facts that a player wants to know before sitting down."""
    options = game.options
    limits = {"least": short(options.minimum), "most": short(options.maximum)}
    yield Fact(_("Bets"), _("%(least)s to %(most)s") % limits)
    if game.ending.commission:
        yield Fact(
            _("Commission"),
            _("5 percent of what you win on the main bet; nothing when you lose or push."),
            term="commission",
        )
    else:
        yield Fact(_("Commission"), _("None. A win pays even money."), term="commission")
    yield Fact(_("Copies"), _("A hand equal to the banker’s is a copy: the banker wins it."), term="copy")
    if game.rules.shows_dealer:
        text = _("The dealer plays open: you see the dealer’s cards before you set yours. Two or more jacks beat you.")
        yield Fact(_("Dealer"), text, game.cite("jacks")[0])
    if options.bank.player_bank:
        yield Fact(
            _("Bank"), _("Players may take the bank in turn. The banker covers every bet and wins copies."), term="bank"
        )
    else:
        yield Fact(_("Bank"), _("The house always banks."), term="bank")
    if game.kit.can_foul:
        message = _("If your low hand beats your high hand, you lose. You are warned before you set it.")
        yield Fact(_("Foul"), message, game.cite("foul")[0], "foul")
    if options.payout_limit is not None:
        yield Fact(_("Maximum payout per hand"), short(options.payout_limit))


def house_way(game: Game) -> tuple[str, ...]:
    """Return the rules by which the house sets its hands; the first that matches counts.

    A computed house way has no rules to show.
    """
    rules = (capital(phrase(rule)) for rule in game.kit.written_way.plain)
    return tuple(dict.fromkeys(rules))


@require_safe
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the rules page of a table."""
    table = play.found(slug, request.user)
    game = journal.game_at(table)
    way = str(game.submission.data()["house_way"])
    context = {
        "table": table,
        "title": phrase(table.title),
        "game": _(game.rules.lobby.game_name),
        "document": _(game.rules.lobby.region),
        "standard": game.standard,
        "tiles": game.kit.kind == "tiles",
        "facts": tuple(facts(game)),
        "signs": signs(layout_of(game)),
        "way": way,
        "rules": house_way(game),
        "chart": chart_of(game),
    }
    return render(request, "table/rules.html", context)
