"""The game, solved: its value when both sides play perfectly, what house ways give away, and short ones to learn.

Every figure is read from the solutions in the package (`paigow.analysis.solved`).
"""

from fractions import Fraction
from importlib import resources
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from paigow.analysis.figures import percent
from paigow.analysis.solved import ShortWay, SolvedGame, solved
from paigow.errors import PaigowError
from paigow.hands import MIXED, open_hands
from paigow.web.pages.math_room import exact_percent
from paigow.web.pages.standards import STANDARD_OF, way_name
from paigow.web.people.access import attachment

WIDTH, HEIGHT, LEFT, BOTTOM = 640, 260, 56, 34
"""Dimensions of the plot, in its own units."""
DRILLED = {"tiles": (*MIXED, "optimal"), "poker": (*MIXED, "optimal"), "dealer-open": ("optimal-open",)}
"""Strategies and best fixed house ways to learn: those that the package comes with, by the game they were solved in."""


def page(request: HttpRequest) -> HttpResponse:
    """Show everything known about the solved games."""
    found = solved()
    context = {
        "values": _values(found.games),
        "unproved": [(_title(each), f"{each.settled:,}", f"{each.open:,}") for each in found.games if each.open],
        "files": [(_title(each), each.name, each.file) for each in found.games],
        "games": [
            {"name": each.name, "title": _title(each), "ways": _ways(each), "costly": _costly(each)}
            for each in found.games
        ],
        "curves": [
            {"game": game, "title": _game(game), "plot": _plot(curve, game), "table": _curve(curve, game),
             "lengths": [each.rules for each in curve], "rules": STANDARD_OF[game]}
            for game, curve in found.short.items()
            if curve
        ],
        "between": [
            {
                "game": _game(each.game),
                "player": exact_percent(each.player),
                "bank": exact_percent(each.bank),
                "ours": f"{float(each.player_gains):.1e}",
                "theirs": f"{float(each.bank_gains):.1e}",
                "commission": percent(each.commission, 0),
            }
            for each in found.between
        ],
        "drilled": [(_game(game), STANDARD_OF[game], names) for game, names in DRILLED.items()],
    }  # fmt: skip
    return render(request, "rooms/math_solved.html", context)


def _table(caption: str, columns: tuple[str, ...], rows: list[tuple[object, ...]]) -> dict[str, object]:
    return {"caption": caption, "columns": columns, "rows": rows}


def _values(games: tuple[SolvedGame, ...]) -> dict[str, object]:
    rows: list[tuple[object, ...]] = []
    for each in games:
        value = (
            exact_percent(each.lower) if each.gap == 0 else f"{exact_percent(each.lower)} … {exact_percent(each.upper)}"
        )
        sure = (
            _("proved best")
            if each.proved
            else _("none keeps more than %(most)s") % {"most": exact_percent(each.at_most)}
        )
        rows.append(
            (_title(each), value, f"{float(each.gap):.1e}" if each.gap else "0", exact_percent(each.edge), sure)
        )
    columns = (_("Game"), _("The player’s value"), _("Gap"), _("Best fixed house way keeps"), _("Certificate"))
    return _table(_("What the games are worth when both sides set optimally"), columns, rows)


def _ways(game: SolvedGame) -> dict[str, object]:
    rows: list[tuple[object, ...]] = [
        (
            way_name(way.name),
            way.rules or "–",
            exact_percent(way.edge),
            exact_percent(max(Fraction(0), game.gives_away(way.edge))),
            "–" if way.unexploitable is None else exact_percent(way.unexploitable),
        )
        for way in sorted(game.ways, key=lambda way: -way.edge)
    ]
    columns = (
        _("House way"),
        _("Rules"),
        _("Keeps against best play"),
        _("Gives away"),
        _("The unexploitable player gets"),
    )
    return _table(_title(game), columns, rows)


def _costly(game: SolvedGame) -> list[dict[str, object]]:
    columns = (_("Hand"), _("It sets"), _("Better"), _("Cost (share of a bet)"))
    return [
        _table(
            way_name(way.name),
            columns,
            [(each.hand, each.sets, each.better, f"{float(each.cost) * 100:.5f}%") for each in way.costly],
        )
        for way in game.ways
        if way.costly and way.name != "optimal"
    ]


def _curve(curve: tuple[ShortWay, ...], game: str) -> dict[str, object]:
    best = _optimal(game)
    rows: list[tuple[object, ...]] = [
        (each.rules, exact_percent(each.edge), exact_percent(best - each.edge)) for each in curve
    ]
    columns = (_("Rules"), _("Keeps against best play"), _("Below the best fixed house way"))
    return _table(_("All lengths"), columns, rows)


def _game(game: str) -> str:
    return {"tiles": _("Pai Gow Tiles"), "poker": _("Pai Gow Poker"), "dealer-open": _("Dealer Open")}[game]


def file(request: HttpRequest, name: str) -> HttpResponse:
    """Return a solution as written: the certificate, both strategies and the best fixed house way."""
    known = next((each for each in solved().games if each.name == name), None)
    if known is None:
        raise Http404(_("There is no such solution."))
    content = resources.files("paigow.solver").joinpath("data", known.file).read_bytes()
    kind = "application/json" if known.file.endswith(".json") else "application/octet-stream"
    return attachment(content, kind, known.file)


def card(request: HttpRequest, game: str, rules: int) -> HttpResponse:
    """Show a short house way as a printable card."""
    if game not in ("tiles", "poker"):
        raise Http404(_("There is no such game."))
    try:
        way = open_hands(STANDARD_OF[game]).with_house_way(f"short-{rules}").written_way
    except PaigowError as error:
        raise Http404(error.message) from None
    names = list(dict.fromkeys(way.rules))
    known = next((each for each in solved().short[game] if each.rules == rules), None)
    context = {
        "game": game,
        "title": _game(game),
        "rules": names,
        "count": rules,
        "edge": "" if known is None else exact_percent(known.edge),
        "below": "" if known is None else exact_percent(_optimal(game) - known.edge),
        "standard": STANDARD_OF[game],
        "way": f"short-{rules}",
    }
    return render(request, "rooms/math_card.html", context)


def _title(each: SolvedGame) -> str:
    said = {"game": _game(each.game), "commission": percent(each.commission, 0)}
    if each.banker == "player":
        return _("%(game)s, %(commission)s commission, the player banks") % said
    return _("%(game)s, %(commission)s commission") % said


def _optimal(game: str) -> Fraction:
    found = solved().of(game, Fraction(1, 20))
    assert found is not None
    return found.edge


def _plot(curve: tuple[ShortWay, ...], game: str) -> dict[str, Any]:
    """Return a plot of the edge by the number of rules, next to that of the best fixed house way."""
    most = max(each.rules for each in curve)
    edges = [float(each.edge) * 100 for each in curve]
    best = float(_optimal(game)) * 100
    bottom, top = min(0.0, *edges), best * 1.05

    def x(rules: float) -> float:
        return round(LEFT + (WIDTH - LEFT - 12) * (rules - 1) / max(1, most - 1), 1)

    def y(edge: float) -> float:
        return round(HEIGHT - BOTTOM - (HEIGHT - BOTTOM - 10) * (edge - bottom) / (top - bottom), 1)

    return {
        "width": WIDTH,
        "height": HEIGHT,
        "left": LEFT,
        "right": WIDTH - 12,
        "floor": HEIGHT - BOTTOM,
        "points": " ".join(f"{x(each.rules)},{y(edge)}" for each, edge in zip(curve, edges, strict=True)),
        "dots": [(x(each.rules), y(edge)) for each, edge in zip(curve, edges, strict=True)],
        "best": y(best),
        "across": [(x(rules), rules) for rules in (1, 5, 10, 20, 30, 40) if rules <= most],
        "up": [(y(edge), f"{edge}%") for edge in range(int(bottom) - (bottom < 0), int(top) + 1) if edge >= bottom],
    }
