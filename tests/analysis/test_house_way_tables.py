"""Tables of house ways: shipped ones are what the engine does, stale or broken ones are not used."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from paigow.analysis import house_ways
from paigow.analysis.house_ways import checksum, house_way, house_way_classes, house_way_settings, set_all_types
from paigow.analysis.ranks import LOW_CLASS, setting_table
from paigow.analysis.types import TYPES, canonical_order, type_table, types_of
from paigow.errors import PaigowError
from paigow.poker import DECK, HOUSE_WAYS, Wheel
from paigow.poker.table_way import TableWay


@pytest.mark.parametrize("name", [name for name, way in HOUSE_WAYS.items() if not isinstance(way, TableWay)])
def test_shipped_tables_are_used(name: str) -> None:
    """If not, the first question about odds spends seconds working them out, unnoticed."""
    with np.load(house_ways.shipped_path(HOUSE_WAYS[name])) as archive:
        assert str(archive["checksum"]) == checksum(HOUSE_WAYS[name]), "run python -m paigow.analysis.house_ways"


@pytest.mark.parametrize("name", HOUSE_WAYS)
@pytest.mark.exhaustive
def test_shipped_table_is_what_the_engine_does_with_every_type(name: str) -> None:
    way = HOUSE_WAYS[name]
    if isinstance(way, TableWay):
        assert (house_way_settings(way) == set_all_types(way)).all()
        return
    with np.load(house_ways.shipped_path(way)) as archive:
        assert (archive["setting"] == set_all_types(way)).all()


@pytest.mark.parametrize("name", HOUSE_WAYS)
def test_every_setting_is_legal(name: str) -> None:
    setting = house_way_settings(HOUSE_WAYS[name])
    assert setting_table().legal[np.arange(TYPES), setting].all()


def test_random_hands_are_set_as_the_readable_engine_sets_them() -> None:
    rng = np.random.default_rng(11)
    way = HOUSE_WAYS["foxwoods"]
    high, low = house_way_classes(way)
    table = setting_table()
    for _ in range(1_500):
        cards = rng.choice(53, 7, replace=False)
        t = int(types_of(cards[None].astype(np.uint8))[0])
        setting = way.set([DECK[card] for card in cards]).setting
        first, second = (card.index // 4 for card in setting.low)
        assert low[t] == LOW_CLASS[first, second]
        order = canonical_order(cards.tolist())
        i, j = sorted(order.index(card.index) for card in setting.low)
        assert high[t] == table.high[t, j * (j - 1) // 2 + i]


def test_checksum_follows_rules_and_wheel() -> None:
    way = HOUSE_WAYS["foxwoods"]
    assert checksum(way) == checksum(replace(way, name="another name"))
    assert checksum(way) != checksum(way, Wheel.LOWEST)
    assert checksum(way) != checksum(replace(way, rules=way.rules[1:]))
    assert len({checksum(each) for each in HOUSE_WAYS.values()}) == len(HOUSE_WAYS)


def test_tables_are_cached_and_broken_files_are_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    worked = []

    def quickly(way: object, wheel: Wheel) -> object:
        worked.append(way)
        return np.full(TYPES, 20, dtype=np.uint8)

    monkeypatch.setenv("PAIGOW_CACHE", str(tmp_path))
    monkeypatch.setattr(house_ways, "set_all_types", quickly)
    way = replace(HOUSE_WAYS["stones"], name="mine", rules=HOUSE_WAYS["stones"].rules[2:])
    uncached = house_way_settings.__wrapped__
    assert (uncached(way) == 20).all()
    assert (uncached(way) == 20).all()
    assert len(worked) == 1
    (kept,) = tmp_path.iterdir()
    kept.write_bytes(kept.read_bytes()[: kept.stat().st_size // 2])
    assert (uncached(way) == 20).all()
    assert len(worked) == 2


def test_unknown_house_way_is_refused_by_name() -> None:
    with pytest.raises(PaigowError, match="foxwoods"):
        house_way("taj-mahal")


def test_types_of_the_table_are_hands_in_canonical_order() -> None:
    for row in type_table().cards[:: TYPES // 500].tolist():
        assert canonical_order(row) == row or [c // 4 for c in canonical_order(row)] == [c // 4 for c in row]
