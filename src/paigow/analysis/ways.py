"""Compare house ways: the hands they set differently, their value to the house, and where each costs most."""

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass, field
from time import perf_counter

from paigow.analysis.asked import BEST, Rules, ask
from paigow.analysis.compare import (
    CostlyHand,
    compare_card_ways,
    compare_tile_ways,
    costliest_tile_hands,
    costly_types,
)
from paigow.analysis.execution import Progress
from paigow.analysis.house_ways import house_way as card_house_way
from paigow.analysis.house_ways import house_way_settings
from paigow.analysis.questions import best_card_play, odds
from paigow.analysis.results import Odds
from paigow.analysis.tiles import tile_house_way
from paigow.errors import PaigowError

RULES = {"tiles": "maryland-tiles", "poker": "maryland-poker"}
"""The rules under which the house ways of a game are compared."""


@dataclass(frozen=True, slots=True)
class HouseWayComparison:
    """Two house ways of one game."""

    game: str
    first: str
    second: str
    hands: int
    different: int
    odds: tuple[Odds, ...]
    """The odds with either house way on either side, and against best play if requested."""
    costliest: tuple[tuple[str, tuple[CostlyHand, ...]], ...]
    """By house way, the hands on which a player who uses it loses the most compared with best play."""
    seconds: float = field(default=0.0, compare=False)

    @property
    def findings(self) -> tuple[str, ...]:
        """Return findings useful to somebody choosing between the two."""
        found = []
        for each in self.odds:
            if each.edge < 0:
                player = "sets every hand optimally" if each.player == BEST else f"follows {each.player}"
                found.append(
                    f"A house using the {each.house_way} house way gives a player who {player} an advantage of "
                    f"{float(-each.edge):.4%}."
                )
        for sets in dict.fromkeys(each.player for each in self.odds):
            edges = {str(each.house_way): each.edge for each in self.odds if each.player == sets}
            better, worse = max(edges, key=lambda way: edges[way]), min(edges, key=lambda way: edges[way])
            if edges[better] != edges[worse]:
                who = "set every hand optimally" if sets == BEST else f"follow {sets}"
                found.append(
                    f"Against players who {who}, {better} earns the house "
                    f"{float(edges[better] - edges[worse]):.4%} of all wagers more than {worse}."
                )
        return tuple(found)

    def to_dict(self) -> dict[str, object]:
        """Return plain data: counts as integers, exact values as fractions written as text."""
        return {
            "game": self.game,
            "first": self.first,
            "second": self.second,
            "hands": self.hands,
            "different": self.different,
            "odds": [each.to_dict() for each in self.odds],
            "costliest": {way: [each.to_dict() for each in hands] for way, hands in self.costliest},
            "findings": list(self.findings),
            "exact": True,
            "seconds": self.seconds,
        }


def game_of(first: str, second: str, game: str | None = None) -> str:
    """Return the game that both names belong to.

    If a name exists in both games, the other name decides; if both do, the game is poker.
    """
    from paigow import poker, tiles

    finders = {"poker": poker.find_house_way, "tiles": tiles.find_house_way}
    if game is not None and game not in finders:
        raise PaigowError(f"the game is tiles or poker, not {game!r}")
    games = {name: [each for each, find in finders.items() if _finds(find, name)] for name in (first, second)}
    for name, known in games.items():
        if not known:
            raise PaigowError(
                f"there is no house way {name[:QUOTED_LENGTH]!r}; poker has {', '.join(poker.HOUSE_WAYS)}; "
                f"tiles have {', '.join(tiles.HOUSE_WAYS)}"
            )
    found = [each for each in finders if all(each in known for known in games.values()) and game in (None, each)]
    if not found:
        raise PaigowError(
            f"{first[:QUOTED_LENGTH]} and {second[:QUOTED_LENGTH]} are not house ways of {game or 'one game'}"
        )
    return found[0]


def _finds(find: Callable[[str], object], name: str) -> bool:
    """Return whether a game has a house way of this name, or can parse the text as one."""
    try:
        find(name)
    except PaigowError:
        return False
    return True


QUOTED_LENGTH = 40
"""The number of characters of a long house way that an error message quotes."""


def compare_house_ways(
    first: str,
    second: str,
    *,
    game: str | None = None,
    best: bool = False,
    most: int = 10,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> HouseWayComparison:
    """Compare two house ways; in poker, `best` also computes best play against each, which takes the longest.

    The comparison then lists up to `most` of each house way's costliest kinds of hand.
    """
    began = perf_counter()
    chosen = game_of(first, second, game)
    if chosen == "tiles":
        tile_ways = tile_house_way(first), tile_house_way(second)
        shown = {name: way.name for name, way in zip((first, second), tile_ways, strict=True)}
        hands, different, compared = compare_tile_ways(*tile_ways)
    else:
        card_ways = card_house_way(first), card_house_way(second)
        shown = {name: way.name for name, way in zip((first, second), card_ways, strict=True)}
        hands, different, compared = compare_card_ways(*card_ways, executor=executor)
    priced, costliest = list(compared), []
    if best or chosen == "tiles":
        names = tuple(dict.fromkeys((first, second)))
        for place, name in enumerate(names):

            def inner(done: int, total: int, place: int = place) -> None:
                if progress is not None:
                    progress(100 * place + 100 * done // total, 100 * len(names))

            priced.append(odds(RULES[chosen], house_way=name, player=BEST, executor=executor, progress=inner))
            costliest.append((shown[name], costly_hands(RULES[chosen], name, most=most, executor=executor)))
    return HouseWayComparison(
        chosen,
        shown[first],
        shown[second],
        hands,
        different,
        tuple(priced),
        tuple(costliest),
        perf_counter() - began,
    )


def costly_hands(
    rules: Rules,
    house_way: str | None = None,
    *,
    most: int = 10,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> tuple[CostlyHand, ...]:
    """Return the kinds of hand on which a player using the house way loses the most compared with best play."""
    asked = ask(rules, house_way)
    if asked.game == "tiles":
        return costliest_tile_hands(asked.house_way, most)
    settings = house_way_settings(card_house_way(asked.house_way), asked.wheel)
    played = best_card_play(asked, False, asked.vigorish, executor=executor, progress=progress)
    return costly_types(played, settings.astype("int64"), most, asked.vigorish)
