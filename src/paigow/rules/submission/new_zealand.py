"""The submission of New Zealand's Pai Gow."""

from math import gcd
from typing import Literal

from paigow.errors import PaigowError, SubmissionError
from paigow.money import Chips, format_cents, least_wager
from paigow.rules.fields import Approval, Cents, Limit, refuse
from paigow.rules.models import Model, check, key
from paigow.rules.readings import NewZealandReadings
from paigow.rules.submission.parts import Limits, Submission
from paigow.tiles import Delivery, approved_cut

Places = tuple[int, ...]
LIMITS = ("box_maximum", "player_maximum")
MOST_CHIPS, MOST_UNITS = 40, 10_000  # payable amounts are computed for each remainder modulo the smallest chip


class BoxTable(Limits):
    seats: Literal[8] = key("Places for players, each with its numbered box.", "NZ-3.1", "NZ-3.2.a")
    chips: tuple[Cents, ...] = key(
        "The values of chips; a wager must be payable in them exactly.", "NZ-6.12", min_length=1, max_length=MOST_CHIPS
    )

    @check
    def _of_some_value(self) -> None:
        refuse(0 in self.chips, "a chip of no value cannot pay a wager", "NZ-6.12")
        units = min(self.chips) // gcd(*self.chips)
        refuse(
            units > MOST_UNITS,
            f"the smallest chip is {units:,} times what all are multiples of; it may be {MOST_UNITS:,} times that",
            "NZ-6.12",
        )

    @property
    def denominations(self) -> Chips:
        return Chips(self.chips)


class BoxWagers(Model):
    bettors_per_box: int = key("How many players may wager on one box.", "NZ-6.5", ge=1, le=3)
    box_maximum: Limit = key('The most that all wagers on one box may total, or "none".', "NZ-6.6")
    player_maximum: Limit = key('The most that one player may wager on one box, or "none".', "NZ-6.6")
    several_boxes: Literal[True] = key("Players may wager on more than one box.", "NZ-6.7")


class Commission(Model):
    percent: Literal[5] = key("The charge on an amount won, in percent.", "NZ-6.11")


class Bank(Model):
    sharing: bool = key("Whether players on one box may share the bank.", "NZ-5.5")
    adjustment: bool = key("Whether a player/banker may move the point of delivery by +4 or -4.", "NZ-9.6")
    co_banker_exposes: bool = key("Whether a co-banker may turn two of the four tiles.", "NZ-11.3.e")


class ApprovedCut(Model):
    name: str = key("A cut of appendix 5, with its side if it has one.", "NZ-1.approved-cut.a")
    approval: Approval = key("The Authority's written approval.", "NZ-1.approved-cut.b", min_length=1)
    groups: tuple[Places, ...] = key(
        "The approved cut: the positions 0 to 31 in eight groups of four, four to a stack from the dealer's right, "
        "the top tile first. Empty for a cut that the package already knows.",
        "NZ-1.cut",
    )

    @property
    def delivery(self) -> Delivery:
        """Return the delivery of the tiles: by the operator's table, or by the package's."""
        return approved_cut(self.name, (self.name,), {self.name: self.groups} if self.groups else {})

    @check
    def _can_be_done(self) -> None:
        try:
            _ = self.delivery
        except PaigowError as error:
            raise SubmissionError(error.message, error.clause) from None


class BoxEquipment(Model):
    dice_millimetres: int = key("The size of the dice's faces.", "NZ-3.3.b.i", ge=10, le=1000)


class NewZealand(Submission):
    standard: Literal["new-zealand"] = key("The standard.")
    house_way: Literal["new-zealand"] = key("How the house's hands are set: the rules of appendix 4.", "NZ-1.house-way")
    start: Literal["shaker"] = key("Three dice in a cup find the first box.", "NZ-3.3.b")
    table: BoxTable
    wagers: BoxWagers
    commission: Commission
    bank: Bank
    cuts: tuple[ApprovedCut, ...] = key("The approved cuts.", "NZ-9.5")
    equipment: BoxEquipment
    readings: NewZealandReadings

    @check
    def _allowed(self) -> None:
        most = self.table.maximum
        refuse(
            most is not None and self.wagers.box_maximum is not None and self.wagers.box_maximum > most,
            "wagers.box_maximum is above the table maximum",
            "NZ-6.6",
        )
        for name in LIMITS:
            limit = getattr(self.wagers, name)
            refuse(
                limit is not None and limit < self.table.minimum,
                f"wagers.{name} is below the table minimum",
                "NZ-6.6",
            )
        names = [cut.name for cut in self.cuts]
        refuse(len(set(names)) != len(names), "cuts names one cut twice", "NZ-1.approved-cut.a")
        refuse(
            not any(name.startswith("yat-dong-dong") for name in names),
            "cuts must have Yat Dong Dong, which is used unless another approved cut is directed",
            "NZ-9.5.s2",
        )

    def require_payable(self) -> None:
        least = least_wager(self.table.minimum, self.table.denominations)
        limits = {"table.maximum": self.table.maximum, **{f"wagers.{key}": getattr(self.wagers, key) for key in LIMITS}}
        for name, limit in limits.items():
            refuse(
                limit is not None and limit < least,
                f"{name} is below {format_cents(least)}, the smallest wager that these chips can pay exactly",
                "NZ-6.12",
            )
