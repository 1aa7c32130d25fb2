"""The tricks that make values cheap change nothing about them."""

from dataclasses import FrozenInstanceError, dataclass, field, fields
from typing import Any

import pytest

from paigow.money import INVENTORY, LedgerError, Movement, Transfer, rack
from paigow.quick import quick
from paigow.table.core.engine import commands, events
from paigow.table.core.values import changed, derived_from


@dataclass(frozen=True)
class Basket:
    apples: tuple[int, ...] = ()
    pears: int = 0
    label: str = ""
    counted: list[str] = field(default_factory=list, compare=False)

    @derived_from("apples", "pears")
    def total(self) -> int:
        """Return how much fruit there is."""
        self.counted.append(self.label)
        return sum(self.apples) + self.pears


def test_what_follows_from_fields_is_computed_once_and_inherited_by_copies() -> None:
    basket = Basket((1, 2), 3, "first")
    assert (basket.total, basket.total) == (6, 6)
    renamed = changed(basket, label="second")
    assert renamed.total == 6
    assert basket.counted == ["first"]


@pytest.mark.parametrize("change", [{"apples": (5,)}, {"pears": 7}])
def test_it_is_computed_again_when_one_of_the_fields_changes(change: dict[str, Any]) -> None:
    basket = Basket((1, 2), 3)
    assert basket.total == 6
    other = changed(basket, **change)
    assert other.total == sum(other.apples) + other.pears != basket.total


def test_a_kept_answer_is_not_part_of_the_value() -> None:
    asked, fresh = Basket((1,), 1), Basket((1,), 1)
    assert asked.total == 2
    assert asked == fresh
    assert hash(asked.apples) == hash(fresh.apples)
    assert repr(asked).replace("['']", "[]") == repr(fresh)
    assert [each.name for each in fields(asked)] == ["apples", "pears", "label", "counted"]


@quick
@dataclass(frozen=True, slots=True)
class Point:
    x: int
    y: int = 5
    unit: str = field(default="m", kw_only=True)


def test_a_quick_constructor_takes_what_the_usual_one_takes() -> None:
    assert Point(1) == Point(x=1, y=5, unit="m")
    assert Point(1, 2, unit="km") == Point(y=2, x=1, unit="km")
    assert repr(Point(1)) == "Point(x=1, y=5, unit='m')"


@pytest.mark.parametrize(("given", "named"), [((), {}), ((1, 2, "km"), {}), ((1,), {"z": 3}), ((1,), {"x": 3})])
def test_and_refuses_what_the_usual_one_refuses(given: tuple[int, ...], named: dict[str, int]) -> None:
    with pytest.raises(TypeError):
        Point(*given, **named)  # type: ignore[arg-type]


def test_a_quick_value_cannot_be_changed_and_still_checks_itself() -> None:
    with pytest.raises(FrozenInstanceError):
        Point(1).x = 2  # type: ignore[misc]
    with pytest.raises(LedgerError, match="above zero"):
        Transfer(INVENTORY, rack("ann"), 0, Movement.WIN)


@pytest.mark.parametrize("kind", [*commands().values(), *events()], ids=lambda kind: kind.__name__)
def test_every_command_and_event_asks_for_its_fields(kind: type) -> None:
    required = {each.name for each in fields(kind) if each.default is each.default_factory}
    if required:
        with pytest.raises(TypeError, match="missing"):
            kind()
