"""The math room: par sheets with plots, editable pay tables, and the effect of rounding and banking."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from paigow.analysis.figures import one_in, percent, signed_percent
from paigow.analysis.questions import ENVY
from paigow.analysis.results import Counts, Odds
from paigow.analysis.vigorish import VigorishEffect, vigorish_effect
from paigow.errors import PaigowError
from paigow.money import Chips, VigorishRounding, format_cents, is_exactly_payable, parse_cents
from paigow.rules import STANDARDS, Standard, load_submission
from paigow.rules.wagers import NAMES
from paigow.web.pages.paytables import read_table
from paigow.web.pages.standards import TITLES, standard_or_404
from paigow.web.pages.words import phrase
from paigow.web.people.access import attachment, client_of, is_polling
from paigow.web.work.sheets import FORMS, SHEET, TABLES, Work

KINDS = {"html": "text/html", "json": "application/json", "csv": "text/csv", "pdf": "application/pdf"}
ROUNDINGS = tuple(each for each in VigorishRounding if each is not VigorishRounding.NONE)
MOST_BET = 100_000_000
"""A million dollars, in cents."""


@never_cache
def room(request: HttpRequest) -> HttpResponse:
    """Show the default submission of each standard, with the known facts about its odds."""
    entries = []
    for name, title in TITLES.items():
        work = _work(name, SHEET)
        entries.append(
            {
                "standard": name,
                "title": title,
                "submission": work.submission,
                "hash": work.key.partition("-")[0],
                "page": work.found(),
                "wagers": _optional(name),
            }
        )
    return render(request, "rooms/math_room.html", {"entries": entries})


@never_cache
def sheet(request: HttpRequest, standard: str) -> HttpResponse:
    """Show a par sheet once it is calculated, and the progress until then."""
    rules = standard_or_404(standard)
    work = _work(standard, SHEET)
    page = work.found()
    if page is None or "waiting" in request.GET:
        return _waiting(request, work, page is not None, _("Par sheet"), TITLES[standard])
    what_if = WhatIf.read(rules, work.submission.data(), page, request.GET)
    context = {
        "standard": standard,
        "title": TITLES[standard],
        "page": page,
        "key": work.key,
        "forms": FORMS,
        "wagers": _optional(standard),
        "what_if": what_if,
        "roundings": ROUNDINGS,
    }
    return render(request, "rooms/math_sheet.html", context, status=_status(request, bool(what_if and what_if.wrong)))


def download(request: HttpRequest, standard: str, ending: str) -> HttpResponse:
    """Return the sheet as a file, exactly as `paigow par` writes it."""
    standard_or_404(standard)
    work = _work(standard, SHEET)
    if ending not in FORMS or work.found() is None:
        raise Http404(_("That file does not exist, or does not exist yet."))
    data = work.file(f"sheet.{ending}").read_bytes()
    return attachment(data, KINDS[ending], f"par-sheet-{standard}.{ending}")


def plot(request: HttpRequest, standard: str, key: str, name: str) -> HttpResponse:
    """Return a plot of the sheet. Its URL contains the sheet's key, so it never changes."""
    standard_or_404(standard)
    work = _work(standard, SHEET)
    page = work.found()
    if page is None or key != work.key or name not in _plots(page):
        raise Http404(_("There is no such chart."))
    return HttpResponse(
        work.file(f"{name}.svg").read_bytes(),
        content_type="image/svg+xml",
        headers={
            "Cache-Control": "public, max-age=31536000, immutable",
            "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",  # the plot's own style
        },
    )


def _plots(page: Mapping[str, Any]) -> set[str]:
    return {plot["name"] for wager in page["wagers"] for plot in wager["plots"]}


@never_cache
def paytable(request: HttpRequest, standard: str, wager: str) -> HttpResponse:
    """Show a side bet whose lines can be changed, with the exact edge, next to the document's own tables."""
    standard_or_404(standard)
    wagers = _optional(standard)
    if wager not in wagers:
        raise Http404(_("There is no such bet."))
    work = _work(standard, TABLES)
    counted = work.found()
    if counted is None or "waiting" in request.GET:
        return _waiting(request, work, counted is not None, wagers[wager], TITLES[standard])
    mine = counted[wager]
    table = read_table(wager, mine, work.submission.data(), request.GET.dict())
    context = {
        "standard": standard,
        "title": TITLES[standard],
        "wager": wager,
        "name": wagers[wager],
        "wagers": wagers,
        "table": table,
        "result": None if table.odds is None else Result(table.odds, mine["shipped"]),
        "total": f"{mine['total']:,}",
        "lines": [(line, f"{line.count:,}", one_in(line.count, mine["total"])) for line in table.lines],
    }
    return render(request, "rooms/math_paytable.html", context, status=_status(request, bool(table.wrong)))


def exact_percent(value: Fraction) -> str:
    """Return a share in percent, with six places."""
    return percent(value, 6).replace("-", "−")


def _work(standard: str, kind: str) -> Work:
    return Work(load_submission(standard), kind)


def _optional(standard: str) -> dict[str, str]:
    """Return a standard's side bets and their names, in the page's language."""
    found = (each for each in STANDARDS[standard].wagers if each != "main" and each not in ENVY)
    return {wager: phrase(NAMES[wager.replace("-", "_")]) for wager in found}


def _status(request: HttpRequest, wrong: bool) -> int:
    """Return the problem with a half-typed form, without treating it as an error."""
    return 400 if wrong and not getattr(request, "htmx", False) else 200


def _waiting(request: HttpRequest, work: Work, ready: bool, what: str, title: object) -> HttpResponse:
    """Show the progress. The page refreshes by itself, with htmx or without JavaScript."""
    asked_again = is_polling(request)
    if ready:
        response = HttpResponse(headers={"HX-Refresh": "true"} if asked_again else {"Location": request.path})
        response.status_code = 200 if asked_again else 302
        return response
    context = {"progress": work.begin(client_of(request)), "what": what, "title": title}
    template = "rooms/progress.html" if asked_again else "rooms/waiting.html"
    return render(request, template, context, status=202)


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a changed pay table."""

    odds: Odds
    shipped: list[tuple[str, str]]

    @property
    def edge(self) -> str:
        return exact_percent(self.odds.edge)

    @property
    def back(self) -> str:
        return percent(1 + self.odds.expectation, 6)

    @property
    def hit_frequency(self) -> str:
        return percent(self.odds.hit_frequency, 6)

    @property
    def deviation(self) -> str:
        return f"{self.odds.standard_deviation:.6f}"

    @property
    def outcomes(self) -> list[tuple[str, str, str, str]]:
        total = self.odds.total
        return [
            (each.name, f"{each.count:,}", one_in(each.count, total), signed_percent(each.count * each.pays / total))
            for each in self.odds.outcomes
        ]

    @property
    def compared(self) -> list[tuple[str, str, str, bool]]:
        """Return the document's own tables: name, edge, difference from the changed one, and whether they are equal."""
        edges = ((name, Fraction(edge)) for name, edge in self.shipped)
        mine = self.odds.edge
        return [(name, exact_percent(edge), signed_percent(mine - edge, 6), mine == edge) for name, edge in edges]


@dataclass(frozen=True, slots=True)
class WhatIf:
    """The main wager for one bet: who banks, how the player sets, and how the vigorish is rounded."""

    bet: str
    rounding: str
    bank: str
    player: str
    banks: tuple[str, ...]
    players: tuple[str, ...]
    rounds: bool
    """Whether the operator chooses the rounding; New Zealand does not round at all."""
    effect: VigorishEffect | None = None
    counts: Counts | None = None
    wrong: PaigowError | None = None

    @classmethod
    def read(cls, rules: Standard, data: Mapping[str, Any], page: Mapping[str, Any], query: Any) -> "WhatIf | None":
        """Return the question, or else the submission's own choices for the smallest bet.

        None if there is no vigorish.
        """
        if not rules.main.vigorish:
            return None
        cases = {(case["bank"], case["player"]): case["counts"] for case in page["wagers"][0]["cases"]}
        banks, players = (tuple(dict.fromkeys(key[place] for key in cases)) for place in (0, 1))
        rounding = data.get("vigorish", {}).get("rounding")
        asked = cls(
            bet=query.get("bet", data["table"]["minimum"]).strip(),
            rounding=query.get("rounding") if rounding and query.get("rounding") in ROUNDINGS else str(rounding or ""),
            bank=query.get("bank") if query.get("bank") in banks else banks[0],
            player=query.get("player") if query.get("player") in players else players[0],
            banks=banks,
            players=players,
            rounds=rounding is not None,
        )
        counts = Counts(*cases[asked.bank, asked.player])
        try:
            return replace(asked, counts=counts, effect=asked._effect(counts, data))
        except PaigowError as error:
            return replace(asked, wrong=error)

    def _effect(self, counts: Counts, data: Mapping[str, Any]) -> VigorishEffect:
        bet = parse_cents(self.bet)
        if not 0 < bet <= MOST_BET:
            raise PaigowError(_("A bet can be $0.01 to %(most)s.") % {"most": format_cents(MOST_BET)})
        if self.rounds:
            return vigorish_effect(counts, bet, VigorishRounding(self.rounding))
        chips = Chips(tuple(map(parse_cents, data["table"]["chips"])))
        if not is_exactly_payable(bet, chips):
            raise PaigowError(
                _("A win of %(bet)s less 5%% can’t be paid exactly in chips, so the bet is not accepted.")
                % {"bet": self.bet},
                "NZ-6.12",
            )
        return vigorish_effect(counts, bet, VigorishRounding.NONE)

    @property
    def figures(self) -> list[tuple[str, str, str]]:
        """Return name, value and exact value."""
        effect, counts = self.effect, self.counts
        if effect is None or counts is None:
            return []
        return [
            (_("Commission on a win"), format_cents(effect.vigorish), ""),
            (_("House edge on this bet"), exact_percent(effect.edge), str(effect.edge)),
            (_("Edge at exactly 5%"), exact_percent(effect.plain), str(effect.plain)),
            (_("Rounding adds"), exact_percent(effect.added), str(effect.added)),
            (_("Expected loss on this bet"), f"${float(effect.edge * effect.bet / 100):.4f}".replace("$-", "−$"), ""),
            (_("Deals won"), f"{counts.win:,}", f"{counts.win / counts.total:.6%}"),
            (_("Deals pushed"), f"{counts.push:,}", f"{counts.push / counts.total:.6%}"),
            (_("Deals lost"), f"{counts.lose:,}", f"{counts.lose / counts.total:.6%}"),
        ]
