"""Cards as a drill sees them."""

from dataclasses import dataclass
from functools import cached_property

from paigow.desk import Choices
from paigow.learning.hands import MIXED, Decided, Shown, solved
from paigow.poker import DECK, HouseWay, PokerSetting, Wheel, find_house_way, parse_cards
from paigow.poker.card import display_order
from paigow.poker.mixed import MixedWay, equilibrium
from paigow.poker.setting import Document


@dataclass(frozen=True)
class CardHands:
    choices: Choices
    pieces: tuple[str, ...] = tuple(map(str, DECK))
    size: int = 7

    @cached_property
    def way(self) -> HouseWay:
        return self.mixed.likeliest if self.mixed else find_house_way(self.choices.house_way)

    @cached_property
    def mixed(self) -> MixedWay | None:
        """The strategy of the solved game, if that is what is drilled."""
        side = MIXED.get(self.choices.house_way)
        return None if side is None else equilibrium(side)

    @property
    def examples(self) -> tuple[str, ...]:
        return () if self.mixed is None else self.mixed.examples

    @cached_property
    def document(self) -> Document:
        return "DO" if self.choices.standard.compares == "DO" else "MDP"

    @cached_property
    def wheel(self) -> Wheel:
        return Wheel(self.choices.readings["wheel"])

    def order(self, pieces: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(map(str, display_order(parse_cards(pieces))))

    def decide(self, pieces: tuple[str, ...]) -> Decided:
        if self.mixed is not None:
            weights = self.mixed.weights(parse_cards(pieces), self.wheel)
            return solved(tuple((self._shown(each), share) for each, share in weights))
        found = self.way.set(parse_cards(pieces), self.document, self.wheel)
        return Decided(self._shown(found.setting), found.rule, found.clause, gap=found.gap)

    def show(self, high: tuple[str, ...], low: tuple[str, ...]) -> Shown:
        return self._shown(PokerSetting(parse_cards(high), parse_cards(low)))

    def _shown(self, setting: PokerSetting) -> Shown:
        high, low = setting.high_rank(self.wheel), setting.low_rank
        foul = self.choices.standard.foul_clause if setting.is_foul else None
        five, two = (" ".join(map(str, display_order(hand))) for hand in (setting.high, setting.low))
        return Shown(five, two, high.name, low.name, (high.key, low.key), foul)
