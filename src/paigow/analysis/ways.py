"""House ways compared: the hands they set differently, what each is worth to the house, and where they cost most."""

from concurrent.futures import Executor
from dataclasses import dataclass, field
from fractions import Fraction
from time import perf_counter
from typing import TYPE_CHECKING

from paigow.analysis.questions import WagerOdds, odds
from paigow.analysis.results import Odds
from paigow.analysis.settings import advise
from paigow.errors import PaigowError

if TYPE_CHECKING:
    from paigow.analysis.execution import Progress

RULES = {"tiles": "maryland-tiles", "poker": "maryland-poker"}
"""The rules by which house ways of a game are compared."""
LOOKED_AT = 400
"""Of the kinds of hand that are set differently, how many of the most frequent are priced one by one."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A kind of hand that two house ways set differently, with what the second gains by it against the first."""

    pieces: str
    hands: int
    first: str
    second: str
    gain: Fraction

    def to_dict(self) -> dict[str, object]:
        return {
            "pieces": self.pieces,
            "hands": self.hands,
            "first": self.first,
            "second": self.second,
            "gain": str(self.gain),
            "gain_percent": float(self.gain * 100),
        }


@dataclass(frozen=True, slots=True)
class HouseWayComparison:
    """Two house ways of one game."""

    game: str
    first: str
    second: str
    hands: int
    different: int
    odds: tuple[Odds, ...]
    """Each house way of the house against each of the player, and against best play where that was asked for."""
    examples: tuple[Difference, ...]
    seconds: float = field(default=0.0, compare=False)

    @property
    def findings(self) -> tuple[str, ...]:
        """What whoever chooses between them should know."""
        found = []
        for each in self.odds:
            if each.edge < 0:
                found.append(
                    f"A house that sets by {each.house_way} gives a player who sets by {each.player} an advantage of "
                    f"{float(-each.edge):.4%}."
                )
        own = {each.house_way: each for each in self.odds if each.player == self.first}
        if len(own) == 2:
            better = max(own.values(), key=lambda each: each.edge)
            gain = abs(own[self.first].edge - own[self.second].edge)
            if gain:
                found.append(
                    f"Against players who set by {self.first}, {better.house_way} is worth {float(gain):.4%} of all "
                    "wagers more to the house."
                )
        return tuple(found)

    def to_dict(self) -> dict[str, object]:
        return {
            "game": self.game,
            "first": self.first,
            "second": self.second,
            "hands": self.hands,
            "different": self.different,
            "odds": [each.to_dict() for each in self.odds],
            "findings": list(self.findings),
            "examples": [each.to_dict() for each in self.examples],
            "exact": True,
            "seconds": self.seconds,
        }


def game_of(first: str, second: str, game: str | None = None) -> str:
    """The game that both names belong to; a name that both games have is taken with the other, else for poker."""
    from paigow.poker import HOUSE_WAYS as CARDS
    from paigow.tiles import HOUSE_WAYS as TILES

    ways = {"poker": CARDS, "tiles": TILES}
    if game is not None and game not in ways:
        raise PaigowError(f"the game is tiles or poker, not {game!r}")
    for name in (first, second):
        if not any(name in known for known in ways.values()):
            raise PaigowError(
                f"there is no house way {name!r}; poker has {', '.join(CARDS)}; tiles have {', '.join(TILES)}"
            )
    found = [each for each, known in ways.items() if first in known and second in known and game in (None, each)]
    if not found:
        raise PaigowError(f"{first} and {second} are not house ways of {game or 'one game'}")
    return found[0]


def compare_house_ways(
    first: str,
    second: str,
    *,
    game: str | None = None,
    best: bool = False,
    examples: int = 10,
    executor: Executor | None = None,
    progress: "Progress | None" = None,
) -> HouseWayComparison:
    """Compare two house ways; with `best` also by what best play wins from each, which takes minutes in poker."""
    began = perf_counter()
    chosen = game_of(first, second, game)
    rules = RULES[chosen]
    pairs = [(house, player) for house in dict.fromkeys((first, second)) for player in dict.fromkeys((first, second))]
    if best:
        pairs += [(house, "best") for house in dict.fromkeys((first, second))]
    found: list[WagerOdds] = []
    for house, player in pairs:
        found.append(odds(rules, house_way=house, player=player, executor=executor))
        if progress is not None:
            progress(len(found), len(pairs))
    hands, kinds = _different(chosen, first, second)
    priced = [_priced(rules, first, second, pieces, number) for pieces, number in kinds[:LOOKED_AT] if examples]
    worst = sorted(priced, key=lambda each: -abs(each.gain * each.hands))[:examples]
    return HouseWayComparison(
        chosen, first, second, hands, sum(number for _, number in kinds), tuple(found), tuple(worst),
        perf_counter() - began,
    )  # fmt: skip


def _priced(rules: str, first: str, second: str, pieces: str, hands: int) -> Difference:
    """Price one kind of hand by one hand of it, against the first house way."""
    usual = advise(rules, pieces, house_way=first)
    other = _setting_by(rules, second, pieces)
    mine = next(each for each in usual.settings if (each.high, each.low) == other)
    house = usual.house_way
    return Difference(
        usual.pieces, hands, f"{house.high} / {house.low}", f"{mine.high} / {mine.low}", mine.value - house.value
    )


def _setting_by(rules: str, way: str, pieces: str) -> tuple[str, str]:
    from paigow.desk import open_desk

    answer = open_desk(rules, way).set(pieces)
    return answer["high"], answer["low"]


def _different(game: str, first: str, second: str) -> tuple[int, list[tuple[str, int]]]:
    """How many hands there are, and the kinds set differently with their numbers of hands, the most frequent first."""
    if game == "tiles":
        return _different_tiles(first, second)
    return _different_cards(first, second)


def _different_tiles(first: str, second: str) -> tuple[int, list[tuple[str, int]]]:
    import numpy as np

    from paigow.analysis.tiles import HANDS, tile_house_settings, tile_house_way, tile_table

    table = tile_table()
    one, other = (table.start[:-1] + tile_house_settings(tile_house_way(name)) for name in (first, second))
    apart = np.flatnonzero((table.high[one] != table.high[other]) | (table.low[one] != table.low[other]))
    apart = apart[np.argsort(-table.ways[apart], kind="stable")]
    return HANDS, [(" ".join(map(str, table.hands[kind])), int(table.ways[kind])) for kind in apart.tolist()]


def _different_cards(first: str, second: str) -> tuple[int, list[tuple[str, int]]]:
    import numpy as np

    from paigow.analysis.house_ways import house_way, house_way_classes
    from paigow.analysis.types import HANDS, type_table
    from paigow.poker import DECK

    types = type_table()
    one, other = (house_way_classes(house_way(name)) for name in (first, second))
    apart = np.flatnonzero((one[0] != other[0]) | (one[1] != other[1]))
    apart = apart[np.argsort(-types.hands[apart], kind="stable")]
    kinds = [(" ".join(str(DECK[card]) for card in types.cards[row].tolist()), int(types.hands[row])) for row in apart]
    return HANDS, kinds
