"""Ranking charts: every kind of hand, best first, each with an example in real tiles or cards."""

from dataclasses import dataclass

from django.template.loader import get_template

from paigow.table import Game
from paigow.web.pages import words


@dataclass(frozen=True, slots=True)
class Rank:
    """One kind of hand: its name, an example, and the clause that ranks it."""

    name: str
    pieces: str
    clause: str


@dataclass(frozen=True, slots=True)
class Chart:
    """The hands of a game, best first; `singles` are tiles by rank, which break ties of points."""

    ranks: tuple[Rank, ...]
    singles: tuple[str, ...] = ()
    joker: bool = False
    wheel_low: bool = False


def chart_of(game: Game) -> Chart:
    """Return the ranking by which a game compares hands."""
    kit = game.kit
    ranks = tuple(Rank(words.hand_name(each.rank), each.example, each.clause) for each in kit.ranking())
    lowest = kit.choices.readings.get("wheel") == "lowest"
    return Chart(ranks, tuple(kit.single_ranks()), joker=kit.kind == "cards", wheel_low=lowest)


def render_chart(game: Game) -> str:
    """Return the ranking as HTML."""
    return get_template("table/chart.html").render({"chart": chart_of(game), "tiles": game.kit.kind == "tiles"})
