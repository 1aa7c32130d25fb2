"""Mixed strategies: each hand has one setting, or several with probabilities. Those of the solved game are packaged."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib import resources

from paigow.errors import PaigowError
from paigow.poker.card import Card, display_order, parse_cards, require_seven
from paigow.poker.evaluator import Wheel
from paigow.poker.house_way import HandView
from paigow.poker.setting import PokerSetting
from paigow.poker.table_way import LOW_KEYS, RULES, TableWay, type_number

Weights = tuple[tuple[PokerSetting, Fraction], ...]


@dataclass(frozen=True)
class MixedWay:
    """A fixed way for most types of hand, and probabilities for the others."""

    name: str
    likeliest: TableWay
    """Sets every hand in the likeliest way."""
    mixed: Mapping[int, tuple[tuple[int, Fraction], ...]]
    """By the number of a type: indexes in `LOW_KEYS` with probabilities, likeliest first."""

    examples: tuple[str, ...] = ()
    """A hand of each type that is set at random."""

    def weights(self, cards: Iterable[Card], wheel: Wheel = Wheel.SECOND) -> Weights:
        """Return the settings of seven cards with their probabilities, likeliest first."""
        hand = display_order(require_seven(cards))
        shares = self.mixed.get(type_number(hand))
        if shares is None:
            return ((self.likeliest.set(hand, wheel=wheel).setting, Fraction(1)),)
        view = HandView(hand, wheel)
        return tuple((view.setting(LOW_KEYS[low]), share) for low, share in shares)


@cache
def equilibrium(side: str = "player") -> MixedWay:
    """Return the strategy of a side (`player` or `bank`) at five percent; it is exploitable by at most 2e-6."""
    if side not in ("player", "bank"):
        raise PaigowError("{side} is not a side: choose player or bank", side=repr(side))
    folder = resources.files("paigow.poker.house_ways")
    data = json.loads(folder.joinpath("equilibrium.json").read_bytes())[side]
    source = "computed by paigow solve maryland-poker"
    table = TableWay("equilibrium", source, RULES, folder.joinpath(f"equilibrium-{side}.table").read_bytes())
    mixed = {
        type_number(display_order(parse_cards(hand))): tuple(
            (int(low), Fraction(part, data["parts"])) for low, part in line
        )
        for hand, line in data["mixed"].items()
    }
    return MixedWay(f"equilibrium-{side}", table, mixed, tuple(data["mixed"]))
