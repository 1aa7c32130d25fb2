"""Collect the results of the shipped solutions: `python -m tools.solved_figures` writes `analysis/data/solved.json`.

Every figure is computed here from the solutions themselves: what each house way keeps against best play, what the
player's optimal strategy wins from it without knowing it, and which hands cost it most. Counts for cards take a minute
each and are written one by one; `--keep` counts only what the file lacks, so that an interrupted run can be resumed.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from fractions import Fraction
from importlib import resources
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from paigow.analysis.best import choose_best, play_best
from paigow.analysis.dealer_open import dealer_open_main
from paigow.analysis.disjoint import Questions
from paigow.analysis.house_ways import dealer_of, house_way, house_way_classes, house_way_settings
from paigow.analysis.ranks import front_table, setting_table
from paigow.analysis.results import COMMISSION, Counts
from paigow.analysis.tiles import tile_house_settings, tile_table, tiles_main
from paigow.analysis.types import LOW_OF_SETTING, TYPES, type_table
from paigow.poker import DECK, Wheel
from paigow.poker import HOUSE_WAYS as CARD_WAYS
from paigow.poker.house_way import HandView
from paigow.poker.house_ways import SHORT as SHORT_CARD_WAYS
from paigow.poker.table_way import TableWay
from paigow.solver.between import solve_between
from paigow.solver.files import load, shipped
from paigow.solver.model import Between, Solution
from paigow.solver.poker.strategy import TypeStrategy
from paigow.solver.tiles.exact import house_worth
from paigow.solver.tiles.game import Terms, TileGame
from paigow.solver.tiles.strategy import TileStrategy
from paigow.tiles import HOUSE_WAYS as TILE_WAYS
from paigow.tiles.house_ways import SHORT as SHORT_TILE_WAYS

Data = dict[str, Any]
MOST_COSTLY = 10
CARD_LENGTHS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20)
"""Lengths of short house ways for cards that are counted, which takes a minute each."""


def path() -> Path:
    return Path(str(resources.files("paigow.analysis"))) / "data" / "solved.json"


def head(name: str, file: Path, solution: Solution) -> Data:
    """Return the facts stated by a solution itself."""
    pure = solution.pure
    return {
        "name": name,
        "rules": solution.rules,
        "game": solution.game if solution.player is not None else "dealer-open",
        "commission": str(solution.commission),
        "banker": solution.banker,
        "total": solution.total,
        "lower": str(solution.lower),
        "upper": str(solution.upper),
        "mixed_player": 0 if solution.player is None else solution.player.mixed_kinds,
        "mixed_house": solution.house.mixed_kinds,
        "pure": {
            **pure.counts.to_dict(),
            "edge": str(pure.edge),
            "proved": pure.proved,
            "at_most": str(pure.at_most),
            "settled": pure.settled,
            "open": pure.open,
        },
        "file": file.name,
    }


def tile_ways(solution: Solution) -> list[Data]:
    """Return every packaged house way for tiles, evaluated against the player's optimal strategy."""
    table, player = tile_table(), solution.player
    assert isinstance(player, TileStrategy)
    every = [np.minimum(number, np.diff(table.start) - 1).astype(np.int32) for number in range(3)]
    terms = Terms(solution.commission, solution.banker)
    game = TileGame.build(terms, including=every)
    mix = {
        int(table.start[kind]) + table.settings[kind].index(setting): weight
        for kind, line in enumerate(player.lines)
        for setting, weight in line
    }
    denominator, left = house_worth(game, mix)
    cheapest = np.minimum.reduceat(left, game.first)
    unit = denominator * game.unit
    found = []
    for name, way in TILE_WAYS.items():
        places = game.way(tile_house_settings(way))
        exploited = tiles_main(
            name, "best", player_banks=solution.banker == "player", commission=solution.commission
        )  # fmt: skip
        assert exploited.counts is not None
        extra = left[places] - cheapest
        costly = []
        for kind in sorted(range(len(places)), key=lambda kind: -extra[kind])[:MOST_COSTLY]:
            if extra[kind] == 0:
                break
            options = table.settings[kind]
            better = min(game.places(kind), key=lambda place: left[place])
            costly.append(
                {
                    "hand": " ".join(map(str, options[0].tiles)),
                    "sets": str(options[game.setting[places[kind]]]),
                    "better": str(options[game.setting[better]]),
                    "cost": str(Fraction(int(extra[kind]), unit)),
                }
            )
        found.append(
            {
                "name": name,
                "rules": len(way.rules) if name != "optimal" else 0,
                **exploited.counts.to_dict(),
                "edge": str(exploited.edge),
                "unexploitable": str(Fraction(int(left[places].sum()), unit)),
                "costly": costly,
            }
        )
    return found


def best_response(name: str, player_banks: bool = False, commission: Fraction = COMMISSION) -> Counts:
    """Return the deals won, pushed and lost by a player who sets every hand best against a house way for cards."""
    classes = house_way_classes(house_way(name))
    return play_best(dealer_of(name), classes, player_banks=player_banks, commission=commission).counts


def card_ways(solution: Solution, priced: dict[str, Counts], names: Sequence[str]) -> Iterator[Data]:
    """Yield house ways for cards, evaluated against the player's strategy.

    Missing counts of best play are computed now.
    """
    if not names:
        return
    player, banks = solution.player, solution.banker == "player"
    assert isinstance(player, TypeStrategy)
    wheel, win = player.wheel, 1 - solution.commission
    table, types = setting_table(wheel), np.arange(TYPES)
    ways = {name: house_way_settings(way, wheel) for name, way in CARD_WAYS.items()}
    start, front = front_table(wheel)
    used = np.zeros((TYPES, 21), dtype=np.bool_)
    used[np.repeat(types, np.diff(start)), front] = True
    for setting in ways.values():
        used[types, setting] = True
    row, column = np.nonzero(used)
    place = np.full((TYPES, 21), -1, dtype=np.int64)
    place[row, column] = np.arange(len(row))
    first = np.searchsorted(row, np.arange(TYPES + 1)).astype(np.int32)
    copies = int(not banks)  # the house banks and wins copies, or the player does
    questions = Questions.plain(
        first, table.high[row, column] + np.int16(copies), table.low[row, column] + np.uint8(copies)
    )
    asked = np.diff(first)
    met = choose_best(
        player.dealer, questions, asked, np.zeros(TYPES, np.int32), column.astype(np.int16), win=1 / win
    )  # fmt: skip
    theirs = met.counts
    assert Counts(theirs.lose, theirs.push, theirs.win).value(solution.commission) == solution.lower
    below, above = met.by_question
    gains = win.denominator * below.astype(object) - win.numerator * above.astype(object)
    unit = met.total * win.denominator
    best = np.maximum.reduceat(gains, first[:-1])
    choice = np.array([start + int(np.argmax(gains[start:end])) for start, end in pairwise(first.tolist())])
    for name in names:
        setting = ways[name]
        lines = place[types, setting]
        counts = priced.get(name)
        if counts is None:
            counts = best_response(name, banks, solution.commission)
        yield {
            "name": name,
            "rules": _rules(name),
            **counts.to_dict(),
            "edge": str(-counts.value(solution.commission)),
            "unexploitable": str(-Fraction(int(gains[lines].sum()), unit)),
            "costly": _costly_cards(best - gains[lines], setting, column[choice], unit),
        }


def _costly_cards(extra: np.ndarray, sets: np.ndarray, better: np.ndarray, unit: int) -> list[Data]:
    """Return the costliest hands, those with the same groups combined; the costliest type of each is the example."""
    cards = type_table().cards.tolist()
    groups: dict[tuple[str, ...], list[int]] = {}
    for t in np.flatnonzero(extra).tolist():
        view = HandView([DECK[card] for card in cards[t]], Wheel.SECOND)
        groups.setdefault((str(view.holding), *(f"{rank}" for rank in view.groups)), []).append(t)
    costs = {key: sum(extra[t] for t in members) for key, members in groups.items()}
    found = []
    for key in sorted(costs, key=lambda key: -costs[key])[:MOST_COSTLY]:
        t = max(groups[key], key=lambda t: extra[t])
        hand = [str(DECK[card]) for card in cards[t]]
        found.append(
            {
                "about": " ".join(key),
                "hand": " ".join(hand),
                "sets": _written(hand, int(sets[t])),
                "better": _written(hand, int(better[t])),
                "cost": str(Fraction(int(costs[key]), unit)),
            }
        )
    return found


def _written(hand: list[str], setting: int) -> str:
    low = LOW_OF_SETTING[setting].tolist()
    return f"{' '.join(each for n, each in enumerate(hand) if n not in low)} / {' '.join(hand[n] for n in low)}"


def gather(kept: Data) -> Iterator[Data]:
    """Yield everything known so far, again after every count; results kept from an earlier run are not recounted."""
    known = {each["name"]: each for each in kept.get("games", [])}
    data: Data = {"games": [], "short": kept.get("short", {}), "between": kept.get("between", [])}
    for name, file in shipped().items():
        solution = load(file)
        entry = head(name, file, solution)
        old = known.get(name)
        if old is not None and (old["lower"], old["upper"]) == (entry["lower"], entry["upper"]):
            entry["house_ways"] = old["house_ways"]
        else:
            entry["house_ways"] = []
        data["games"].append(entry)
    for entry in data["games"]:
        for ways in house_ways(load(shipped()[entry["name"]]), entry["house_ways"]):
            entry["house_ways"] = ways
            yield data
    for pairs in between(data["between"]):
        data["between"] = pairs
        yield data
    for curves in short_ways(data["short"]):
        data["short"] = curves
        yield data


def house_ways(solution: Solution, kept: list[Data]) -> Iterator[list[Data]]:
    """Yield every packaged house way of a solution's game, counting missing ones one by one."""
    if solution.game == "tiles":
        yield kept or tile_ways(solution)
        return
    hidden = solution.player is not None
    known = {each["name"]: each for each in kept if each["unexploitable"] is not None or not hidden}
    priced = {each["name"]: Counts(each["win"], each["push"], each["lose"]) for each in kept}
    priced |= {each.name: each.counts for each in solution.house_ways}
    count = card_ways if hidden else open_ways
    for each in count(solution, priced, [name for name in CARD_WAYS if name not in known]):
        known[each["name"]] = each
        yield [known[name] for name in CARD_WAYS if name in known]


def between(kept: list[Data]) -> Iterator[list[Data]]:
    """Yield approximate equilibria in which both sides pay commission."""
    known = {each["game"]: each for each in kept}
    for game, rules in (("tiles", "maryland-tiles"), ("poker", "maryland-poker")):
        if game not in known:
            known[game] = _between(solve_between(rules))
            yield list(known.values())


def _between(found: Between) -> Data:
    return {
        "game": found.game,
        "commission": str(found.commission),
        "player": str(found.player_value),
        "bank": str(found.bank_value),
        "player_gains": str(found.player_gains),
        "bank_gains": str(found.bank_gains),
        "mixed_player": found.player.mixed_kinds,
        "mixed_bank": found.bank.mixed_kinds,
    }


def open_ways(solution: Solution, priced: dict[str, Counts], names: Sequence[str]) -> Iterator[Data]:
    """Yield the house ways of an open dealer: the player sees the hand, so only best play matters."""
    for name in names:
        counts = priced.get(name) or dealer_open_main(name).counts
        assert counts is not None
        value = counts.value(solution.commission)
        yield {
            "name": name,
            "rules": _rules(name),
            **counts.to_dict(),
            "edge": str(-value),
            "unexploitable": None,
            "costly": [],
        }


def _rules(name: str) -> int:
    """Return the number of rules of a house way for cards; a table has none."""
    way = CARD_WAYS[name]
    return 0 if isinstance(way, TableWay) else len(way.rules)


def short_ways(kept: Data) -> Iterator[Data]:
    """Yield the curves of rules against edge, at five percent."""
    tiles = [
        {"rules": rules, "edge": str(tiles_main(f"short-{rules}", "best").edge)}
        for rules in range(1, SHORT_TILE_WAYS.longest + 1)
    ]
    known = {each["rules"]: each["edge"] for each in kept.get("poker", [])}
    lengths = [rules for rules in CARD_LENGTHS if rules <= SHORT_CARD_WAYS.longest]
    for rules in (None, *(rules for rules in lengths if rules not in known)):
        if rules is not None:
            known[rules] = str(-best_response(f"short-{rules}").value())
        yield {
            "tiles": tiles,
            "poker": [{"rules": each, "edge": known[each]} for each in lengths if each in known],
        }


def main() -> None:
    kept = json.loads(path().read_bytes()) if "--keep" in sys.argv and path().exists() else {}
    for data in gather(kept):
        path().write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
        sys.stderr.write(f"{path()} is written\n")


if __name__ == "__main__":
    main()
