"""Ranking charts: every kind of hand from the best down, each with an example in real tiles or cards."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.template.loader import get_template

from paigow.poker import Wheel, parse_cards, rank_high
from paigow.poker.evaluator import Category
from paigow.table import Game
from paigow.table.core.kit import CardKit, TileKit
from paigow.tiles import Tile, rank_pair
from paigow.tiles.ranking import RANKING_TABLES, RankingTable
from paigow.web.pages import words

WHEEL = "5d 4s 3h 2c Ad"
EXAMPLES = {  # one hand of each kind, the best first
    Category.FIVE_ACES: ("As Ah Ad Ac Jk",),
    Category.ROYAL_FLUSH: ("As Ks Qs Js Ts",),
    Category.STRAIGHT_FLUSH: ("9h 8h 7h 6h 5h",),
    Category.FOUR_OF_A_KIND: ("Ks Kh Kd Kc 3s",),
    Category.FULL_HOUSE: ("Qs Qh Qd 8c 8s",),
    Category.FLUSH: ("Ah Jh 9h 6h 2h",),
    Category.STRAIGHT: ("Ad Ks Qh Jc Td", WHEEL, "Ts 9d 8h 7c 6s"),
    Category.THREE_OF_A_KIND: ("7s 7h 7d Kc 4s",),
    Category.TWO_PAIR: ("Js Jh 5d 5c As",),
    Category.PAIR: ("Ts Th Ad 8c 3s",),
    Category.HIGH_CARD: ("As Jh 8d 5c 3s",),
}


@dataclass(frozen=True, slots=True)
class Rank:
    """One kind of hand: its name, an example, and the clause that ranks it."""

    name: str
    pieces: str
    clause: str


@dataclass(frozen=True, slots=True)
class Chart:
    """The hands of a game from the best down; `singles` are tiles by rank, which break ties of points."""

    ranks: tuple[Rank, ...]
    singles: tuple[str, ...] = ()
    joker: bool = False
    wheel_low: bool = False


def chart_of(game: Game) -> Chart:
    """Return the ranking by which a game compares hands."""
    if isinstance(game.kit, TileKit):
        table = RANKING_TABLES[game.kit.document]
        return Chart(tuple(_tiles(table)), tuple(_singles(table)))
    assert isinstance(game.kit, CardKit)
    return Chart(tuple(_cards(game.kit)), joker=True, wheel_low=game.kit.wheel is Wheel.LOWEST)


def render_chart(game: Game) -> str:
    """HTML of the ranking."""
    return get_template("table/chart.html").render({"chart": chart_of(game), "tiles": isinstance(game.kit, TileKit)})


def _tiles(table: RankingTable) -> Iterator[Rank]:
    for row in table.ranked:
        two = Tile(row.tops[0]), Tile(row.mates[0])
        yield Rank(words.hand_name(rank_pair(*two, table.document)), f"{two[0]} {two[1]}", row.clause)


def _singles(table: RankingTable) -> Iterator[str]:
    """Single tiles, the highest first; tiles of one rank are told together."""
    ranks = sorted(set(table.tile_ranks.values()))
    for rank in ranks:
        yield " ".join(face for face, own in table.tile_ranks.items() if own == rank)


def _cards(kit: CardKit) -> Iterator[Rank]:
    for category, hands in EXAMPLES.items():
        shown = [cards for cards in hands if cards != WHEEL or kit.wheel is Wheel.SECOND]
        for cards in shown:
            yield Rank(words.hand_name(rank_high(parse_cards(cards), kit.wheel)), cards, category.clause)
