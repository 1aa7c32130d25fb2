"""The tricks that make values cheap change nothing about them."""

from dataclasses import FrozenInstanceError, dataclass, field, fields
from typing import Any

import pytest

from paigow.bots import Bot
from paigow.rules import STANDARDS, load_submission
from paigow.table import game_of
from paigow.table.core.engine import Command, Event
from paigow.table.core.values import Value, build, changed, derived_from, known
from paigow.table.driver import TableDriver, new_table
from paigow.table.steps.seeds import GiveSeed


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


def test_what_is_built_equals_what_is_constructed_and_cannot_be_changed() -> None:
    built = build(GiveSeed, player="ann", seed="a seed")
    assert built == GiveSeed(player="ann", seed="a seed")
    assert built.commitment == ""
    assert hash(built) == hash(GiveSeed(player="ann", seed="a seed"))
    with pytest.raises(FrozenInstanceError):
        built.seed = "another"  # type: ignore[misc]


@pytest.mark.parametrize("standard", STANDARDS)
def test_every_action_and_event_of_a_round_could_have_been_constructed(standard: str) -> None:
    played: list[Command | Event] = []
    bots = {name: Bot(name, "house-way", standard) for name in ("ann", "bob", "cy")}
    driver = TableDriver(new_table(game_of(load_submission(standard))), bots, standard)
    driver.on_command = lambda command, events: played.extend((command, *events))
    driver.open_table(10_000_000)
    for _ in range(10):
        driver.play_round()
    for each in played:
        assert type(each)(**{each_field.name: getattr(each, each_field.name) for each_field in fields(each)}) == each
        assert {f.name for f in fields(each)} >= vars(each).keys()
