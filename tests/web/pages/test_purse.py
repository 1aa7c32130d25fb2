"""Chips are offered within what the player has, from a dollar on."""

import pytest
from tests.table.asked import broke

from paigow.table import legal_commands
from paigow.web.pages.table.forms import affordable, command_forms


@pytest.mark.parametrize(("purse", "label"), [(1_234_500, "$1 to $12,345"), (50, "$0.50 to $0.50"), (0, "")])
def test_the_range_of_a_buy_in_is_the_purse(purse: int, label: str) -> None:
    state, name = broke("maryland-tiles")
    forms = command_forms(state, name, legal_commands(state, name), purse)
    found = [form.amounts.label for form in forms if form.verb == "buy-in" and form.amounts is not None]
    assert found == ([label] if label else [])


def test_whatever_is_left_can_be_bought() -> None:
    assert affordable(100) == range(100, 101)
    assert affordable(5) == range(5, 6)
