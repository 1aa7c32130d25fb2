"""Solutions as files, and tables as house ways."""

from dataclasses import replace
from fractions import Fraction
from importlib import resources
from pathlib import Path
from random import Random

import numpy as np
import pytest

from paigow.analysis.best import play_best
from paigow.analysis.house_ways import (
    dealer_of,
    house_way_classes,
    house_way_settings,
    set_all_types,
    settings_from_table,
    table_from_settings,
)
from paigow.analysis.kernel import I16, U8
from paigow.analysis.ranks import classes_of
from paigow.analysis.results import Counts
from paigow.analysis.types import TYPES
from paigow.errors import PaigowError
from paigow.poker import DECK, HOUSE_WAYS, find_house_way
from paigow.poker.table_way import RANK_TYPES, TableWay, table_in, type_number
from paigow.poker.types import hand_types
from paigow.solver.model import Priced, Pure, Solution
from paigow.solver.poker import load, save
from paigow.solver.poker.choices import choices
from paigow.solver.poker.exact import respond
from paigow.solver.poker.model import PLAYER
from paigow.solver.poker.strategy import TypeStrategy


def mixture(first: str, second: str) -> TypeStrategy:
    """One house way or another, as a coin falls."""
    one, two = (house_way_settings(HOUSE_WAYS[name]) for name in (first, second))
    types = np.repeat(np.arange(TYPES, dtype=np.int32), 2)
    setting = np.stack([one, two], axis=1).reshape(-1)
    weight = np.full(2 * TYPES, 1, dtype=np.int32)
    same = np.flatnonzero(one == two)
    weight[2 * same] = 2
    kept = np.ones(2 * TYPES, dtype=np.bool_)
    kept[2 * same + 1] = False
    return TypeStrategy(types[kept], setting[kept], weight[kept], 2)


def same(first: tuple[I16, U8], second: tuple[I16, U8]) -> bool:
    return np.array_equal(first[0], second[0]) and np.array_equal(first[1], second[1])


@pytest.fixture(scope="module")
def solution() -> Solution:
    counts = Counts(1, 2, 3)
    fixed = TypeStrategy.fixed(house_way_settings(HOUSE_WAYS["foxwoods"]))
    return Solution(
        rules="maryland-poker",
        game="poker",
        commission=Fraction(1, 20),
        banker="house",
        total=8_250_459_031_214_400,
        lower=Fraction(-3, 100),
        upper=Fraction(-2, 100),
        house=mixture("foxwoods", "flamingo"),
        player=mixture("stones", "mgm-grand"),
        pure=Pure(fixed, counts, Fraction(1, 50), False, Fraction(3, 100), settled=7, open=292_246),
        house_ways=(Priced("foxwoods", counts, Fraction(1, 50)),),
        iterations=7,
    )


def test_a_saved_solution_is_the_same(solution: Solution, tmp_path: Path) -> None:
    path = tmp_path / "best.npz"
    save(solution, path)
    again = load(path)
    assert again.to_dict() == replace(solution, file="best.npz").to_dict()
    for side in ("house", "player"):
        mine, theirs = getattr(solution, side), getattr(again, side)
        assert all((getattr(mine, name) == getattr(theirs, name)).all() for name in ("type", "setting", "weight"))
    first = path.read_bytes()
    save(again, path)
    assert path.read_bytes() == first


def test_the_fixed_way_of_a_file_sets_hands(solution: Solution, tmp_path: Path) -> None:
    save(solution, tmp_path / "best.npz")
    table = table_in((tmp_path / "best.npz").read_bytes())
    way, foxwoods = TableWay.of("best", "a test", table), HOUSE_WAYS["foxwoods"]
    rng = Random(4)
    for _ in range(300):
        cards = rng.sample(DECK, 7)
        assert way.set(cards).setting.low_rank == foxwoods.set(cards).setting.low_rank
    assert same(house_way_classes(way), house_way_classes(foxwoods))
    again = find_house_way(way.text)
    assert isinstance(again, TableWay)
    assert again.table == way.table


def test_a_file_that_is_no_solution_is_refused(solution: Solution, tmp_path: Path) -> None:
    path = tmp_path / "bad.npz"
    for content in (b"", b"{}", b"PK\x03\x04 and so on"):
        path.write_bytes(content)
        with pytest.raises(PaigowError, match="not a solution of pai gow poker"):
            load(path)
    house = solution.house
    assert isinstance(house, TypeStrategy)
    weight = house.weight.copy()
    weight[5] += 1
    save(replace(solution, house=replace(house, weight=weight)), path)
    with pytest.raises(PaigowError, match="add up"):
        load(path)
    save(replace(solution, house=replace(house, setting=np.zeros_like(house.setting))), path)
    with pytest.raises(PaigowError, match="not legal"):
        load(path)


def test_texts_that_are_no_house_way_are_refused() -> None:
    for text, word in [
        ("taj-mahal", "foxwoods"),
        ("table:mine:%%%", "cannot be read"),
        ("table:mine:AAAA", "cannot be read"),
        ("table:mine:eJwDAAAAAAE=", "292,253"),
    ]:
        with pytest.raises(PaigowError, match=word):
            find_house_way(text)


def test_every_type_has_a_number_of_its_own() -> None:
    seen = bytearray(TYPES)
    for cards, _ in hand_types():
        seen[type_number(cards)] = 1
    assert all(seen)
    assert RANK_TYPES == 67_600


def test_settings_and_tables_are_two_ways_to_say_the_same() -> None:
    setting = house_way_settings(HOUSE_WAYS["stones"])
    table = table_from_settings(setting)
    again = settings_from_table(table)
    assert same(classes_of(again), classes_of(setting))


@pytest.mark.exhaustive
def test_the_table_is_what_the_readable_engine_does_with_every_type() -> None:
    way = TableWay.of("stones again", "test", table_from_settings(house_way_settings(HOUSE_WAYS["stones"])))
    assert (set_all_types(way) == house_way_settings(way)).all()


SHIPPED = Path(str(resources.files("paigow.solver"))) / "data"


def test_the_shipped_solution_is_the_shipped_house_way() -> None:
    solution = load(SHIPPED / "maryland-poker-5.npz")
    for name, file in (("optimal", "maryland-poker-5.npz"), ("optimal-open", "dealer-open-0.npz")):
        way = HOUSE_WAYS[name]
        assert isinstance(way, TableWay)
        assert table_in((SHIPPED / file).read_bytes()) == way.table
    assert solution.gap <= Fraction(1, 100_000)
    assert -solution.upper <= solution.pure.at_most == -solution.lower
    assert solution.pure.edge == -solution.pure.counts.value()
    assert all(each.edge < solution.pure.edge for each in solution.house_ways)


@pytest.mark.exhaustive
def test_responses_over_all_deals_are_best_play() -> None:
    """What `odds --player best` counts against every packaged house way, over all deals."""
    for name, way in HOUSE_WAYS.items():
        asked = play_best(dealer_of(name), house_way_classes(way))
        assert respond(choices(), PLAYER, dealer_of(name), Fraction(19, 20)).counts == asked.counts
