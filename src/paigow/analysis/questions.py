"""The odds of any wager under any rules: one function, typed and frozen answers.

>>> from paigow.analysis import odds
>>> odds("maryland-tiles", "pair-fortunes", paytable="B").edge
Fraction(979, 7192)
"""

from collections.abc import Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, fields
from fractions import Fraction
from time import perf_counter
from typing import TYPE_CHECKING, Any

from paigow.analysis.asked import BEST, HOUSE_WAY, Asked, Rules, ask
from paigow.analysis.results import Counts, Odds, main_odds
from paigow.errors import PaigowError

if TYPE_CHECKING:
    from paigow.analysis.execution import Progress


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerOdds(Odds):
    """The odds of a wager, with the rules they were asked for and who banks."""

    rules: str
    bank: str

    def to_dict(self) -> dict[str, object]:
        """Counts are integers, exact values fractions written as text; the rest are floats for convenience."""
        shown: dict[str, object] = {
            "rules": self.rules,
            "wager": self.wager,
            "paytable": self.paytable,
            "house_way": self.house_way,
            "player": self.player,
            "bank": self.bank,
            "total": self.total,
            "outcomes": [each.to_dict() for each in self.outcomes],
            "win": sum(each.count for each in self.outcomes if each.pays > 0),
            "push": sum(each.count for each in self.outcomes if each.pays == 0),
            "lose": sum(each.count for each in self.outcomes if each.pays < 0),
        }
        if self.copies is not None:
            shown["copies"] = self.copies
        return shown | {
            "edge": str(self.edge),
            "edge_percent": self.edge_percent,
            "standard_deviation": self.standard_deviation,
            "hit_frequency": str(self.hit_frequency),
            "exact": self.exact,
            "seconds": self.seconds,
        }

    def to_frame(self) -> object:
        """The outcomes as a pandas frame, where pandas is installed."""
        from paigow.analysis.results import frame

        return frame(self.outcomes)


def odds(
    rules: Rules,
    wager: str = "main",
    *,
    paytable: str | None = None,
    house_way: str | None = None,
    player: str | None = None,
    bank: str | None = None,
    others: int | None = None,
    meters: Mapping[str, int] | None = None,
    commission: Fraction | None = None,
    executor: Executor | None = None,
    progress: "Progress | None" = None,
) -> WagerOdds:
    """The exact odds of a wager.

    `rules` names a standard or a submission file, or is a submission; what is not given is as it says. The main wager
    looks at `house_way`, at how the `player` sets ("house-way", "best" or the name of a house way), at who is the
    `bank` and at the `commission`; an optional wager at its `paytable`. An envy bonus depends on how many `others`
    play, a progressive on what its `meters` show, in cents.
    """
    asked = ask(rules, house_way)
    name = asked.wager(wager)
    banker = asked.bank(bank)
    if name != "main" and (player or bank == "player" or house_way or commission is not None):
        raise PaigowError(f"the {name} wager is the house's and does not depend on how hands are set or who banks them")
    for option, value, home in (("others", others, "envy"), ("meters", meters, "progressive")):
        if value is not None and name != home:
            raise PaigowError(f"{option} are for the {home} wager; the {name} wager does not depend on them")
    if name == "main" and paytable:
        raise PaigowError("the main wager has no pay table: it pays 1 to 1")
    if name == "main":
        return _main(asked, asked.player(player), banker, commission, executor, progress)
    return _answer(asked, _side(asked, name, paytable, others, meters, executor), None, "house")


def _answer(asked: Asked, found: Odds, player: str | None, bank: str) -> WagerOdds:
    kept = {each.name: getattr(found, each.name) for each in fields(Odds)}
    return WagerOdds(**kept | {"player": player}, rules=asked.rules, bank=bank)


def _main(
    asked: Asked,
    player: str,
    bank: str,
    commission: Fraction | None,
    executor: Executor | None,
    progress: "Progress | None",
) -> WagerOdds:
    rate = asked.vigorish if commission is None else commission
    run = {"executor": executor, "progress": progress}
    if asked.game == "tiles":
        found = _tiles(asked, player, bank == "player", rate)
    elif asked.standard == "dealer-open":
        found = _dealer_open(asked, player, run)
    else:
        found = _cards(asked, player, bank == "player", rate, run)
    return _answer(asked, found, player, bank)


def _cards(asked: Asked, player: str, player_banks: bool, rate: Fraction, run: Any) -> Odds:
    """The main wager of pai gow poker."""
    from paigow.analysis.best import best_play
    from paigow.analysis.poker import main_wager

    how = {"player_banks": player_banks, "commission": rate, "wheel": asked.wheel, **run}
    if player == BEST:
        return best_play(asked.house_way, **how)
    return main_wager(asked.house_way, asked.house_way if player == HOUSE_WAY else player, **how)


def _dealer_open(asked: Asked, player: str, run: dict[str, Any]) -> Odds:
    """The main wager of Dealer Open: best against the open hand, or set by a house way all the same."""
    from paigow.analysis.dealer_open import dealer_open_main, jacks_of_types
    from paigow.analysis.deals import dealer_hands
    from paigow.analysis.disjoint import Dealer
    from paigow.analysis.house_ways import dealer_of, house_way, house_way_classes
    from paigow.analysis.poker import count_main
    from paigow.analysis.types import type_table

    wheel = asked.wheel
    if player == BEST:
        return dealer_open_main(asked.house_way, wheel=wheel, **run)
    began = perf_counter()
    theirs, ours = house_way(asked.house_way), house_way(asked.house_way if player == HOUSE_WAY else player)
    dealer, jacks = dealer_of(theirs, wheel), jacks_of_types() >= 2
    live = Dealer(dealer.high, dealer.low, dealer.live & ~jacks)
    found = count_main(house_way_classes(ours, wheel), live, **run)
    outright = int(type_table().hands[jacks].sum()) * dealer_hands()  # two jacks win whatever the player holds (DO-W)
    counts = Counts(found.win, found.push - outright, found.lose + outright)
    return main_odds(
        "dealer-open", counts, Fraction(0), house_way=theirs.name, player=ours.name, seconds=perf_counter() - began
    )
