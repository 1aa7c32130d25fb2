"""The result of a submission's side bet. The hand classes of the two games are in their own modules."""

from collections.abc import Mapping
from dataclasses import dataclass

NAMES: Mapping[str, str] = {
    "pair_fortunes": "Pair Fortunes",
    "fortune": "Fortune Bonus",
    "emperors": "Emperor's Treasure",
    "insurance": "Pai Gow Insurance",
    "progressive": "Progressive Payout",
    "ace_high": "Push Ace High",
    "jack_beats": "Jack Beats",
    "chan_chu": "Chan Chu",
}
"""The wagers' names, by their keys in a submission."""


@dataclass(frozen=True, slots=True)
class SideBetResult:
    """The result of one side bet. Without a class, the wager loses by the named clause."""

    wager: str
    paytable: str | None
    hand: str | None
    pays: str | None
    clause: str
    envy: str | None = None
    """The amount that the hand earns other players with a Qualifying Wager."""

    def to_dict(self) -> dict[str, str | None]:
        return {
            "wager": self.wager,
            "name": NAMES[self.wager],
            "paytable": self.paytable,
            "class": self.hand,
            "pays": self.pays,
            "envy": self.envy,
            "clause": self.clause,
        }
