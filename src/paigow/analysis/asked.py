"""The subject of a question: the rules, one of their wagers, and how the two sides play."""

from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from paigow.errors import PaigowError
from paigow.poker import ThreesOverStraight, Wheel
from paigow.rules.choices import Choices, choices, choices_of
from paigow.rules.standards import PlayedAs

if TYPE_CHECKING:
    from paigow.rules.submission import Submission

Rules: TypeAlias = "str | Path | Submission"
"""The name of a standard, the path of a submission file, or a submission."""

Bank = Literal["house", "player"]

HOUSE_WAY = "house-way"
BEST = "best"


@dataclass(frozen=True, slots=True)
class Asked:
    """The rules of a question, once resolved."""

    choices: Choices

    @property
    def rules(self) -> str:
        return self.choices.rules

    @property
    def standard(self) -> str:
        return self.choices.standard.name

    @property
    def game(self) -> str:
        return self.choices.standard.game

    @property
    def played_as(self) -> PlayedAs:
        """Return the game that calculations play."""
        return self.choices.standard.played_as

    @property
    def house_way_clause(self) -> str:
        return self.choices.standard.house_way_clause

    @property
    def shows_dealer(self) -> bool:
        """Return whether the dealer's hand is open while players set theirs."""
        return self.choices.standard.shows_dealer

    @property
    def house_way(self) -> str:
        return self.choices.house_way

    @property
    def vigorish(self) -> Fraction:
        return self.choices.standard.main.vigorish

    def reading(self, name: str) -> str | None:
        return self.choices.readings.get(name)

    @property
    def literal_zero(self) -> bool:
        """Return whether zero against zero loses the wager, as NZ-6.1.b.ii says literally."""
        return self.reading("zero_zero") == "loses-wager"

    @property
    def threes_over_straight(self) -> ThreesOverStraight:
        """Return how a bonus treats three of a kind with a straight: as a straight if nothing lower is paid."""
        if self.reading("bonus_threshold") == "straight":
            return ThreesOverStraight.HIGHEST_RANKING
        return ThreesOverStraight(self.choices.readings.get("threes_over_straight", ThreesOverStraight.HIGHEST_RANKING))

    @property
    def wheel(self) -> Wheel:
        """Return the rank that the rules of a poker game give to A-2-3-4-5."""
        return Wheel(self.choices.readings.get("wheel", Wheel.SECOND))

    def wager(self, name: str) -> str:
        """Return the name of one of the standard's wagers; refuse an unknown name with a list of the known ones."""
        known = self.choices.standard.wagers
        written = str(name).replace("_", "-")  # a submission's key has underscores
        if written not in known:
            raise PaigowError(f"{self.standard} has no wager {name!r}; it has {', '.join(known)}")
        return written

    def player(self, player: str | None) -> str:
        """Return how the player sets.

        The default is the house way, except in Dealer Open, where players see the dealer's hand and set the best
        response to it.
        """
        return player or (BEST if self.shows_dealer else HOUSE_WAY)

    def bank(self, bank: str | None) -> Bank:
        """Return the side that banks; the house by default."""
        if bank not in (None, "house", "player"):
            raise PaigowError(f"the bank must be house or player, not {bank!r}")
        if bank == "player" and not self.choices.standard.player_may_bank:
            raise PaigowError(
                f"in {self.standard} no player may bank", self.choices.standard.house_banks_clause or None
            )
        return "player" if bank == "player" else "house"


def ask(rules: Rules, house_way: str | None = None) -> Asked:
    """Resolve the rules; choices missing from a submission get their standard's default.

    A question may name any house way of the game, even if the rules allow only one.
    """
    looked_up = choices(str(rules)) if isinstance(rules, str | Path) else choices_of(rules)
    return Asked(looked_up if house_way is None else replace(looked_up, house_way=house_way))
