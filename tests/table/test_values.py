"""The tricks that make values cheap change nothing about them."""

from dataclasses import dataclass, field, fields
from typing import Any

import pytest

from paigow.table.core.values import Value, changed, derived_from, known


@dataclass(frozen=True)
class Basket(Value):
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


@dataclass(frozen=True)
class Stall(Value):
    basket: Basket | None = None
    open: bool = False

    @known("basket")
    def fruit(self) -> Basket:
        """Return the basket; calling this without one is a bug."""
        if self.basket is None:
            raise LookupError("there is no basket")
        return self.basket


def test_another_name_of_a_field_follows_it_and_is_never_none() -> None:
    first, second = Basket((1,)), Basket((2,))
    stall = changed(Stall(), basket=first)
    assert stall.fruit is first
    assert changed(stall, open=True).fruit is first
    assert changed(stall, basket=second).fruit is second
    assert stall.fruit is first
    for empty in (Stall(), changed(stall, basket=None)):
        with pytest.raises(LookupError, match="no basket"):
            assert empty.fruit.pears == 0
