"""The submission of Maryland's Pai Gow tiles."""

from typing import Literal

from paigow.rules.fields import Approval, refuse
from paigow.rules.models import Model, check, key
from paigow.rules.readings import MarylandTilesReadings
from paigow.rules.submission.parts import Banking, Letter, Limits, OptionalWager, Submission, TileHouseWay, Vigorish

Style = Literal[
    "house-way-left",
    "cup-say-right",
    "cup-say-left",
    "jung-quat",
    "chee-yee",
    "pin-say-right",
    "pin-say-left",
    "dragon-head-phoenix-tail-right",
    "dragon-head-phoenix-tail-left",
]


class TilesTable(Limits):
    seats: Literal[6] = key("Betting positions.", "MDT-2.A")


class PairFortunes(OptionalWager):
    paytable: Letter = key("The pay table of the Pair Fortunes Pai Gow Bonus Wager.", "MDT-8.L")


class TilesWagers(Model):
    two_adjacent: bool = key("Whether a player may wager on two adjacent positions.", "MDT-5.E")
    pair_fortunes: PairFortunes = key("The Pair Fortunes Pai Gow Bonus Wager.", "MDT-5.F")


class Delivery(Model):
    styles: tuple[Style, ...] = key("The delivery styles allowed besides the ordinary one.", "MDT-7.A")
    dealer_may_choose: bool = key("Whether the dealer may also choose one when no player banks.", "MDT-7.A")


class TilesEquipment(Model):
    tiles_hours: int = key("Hours after which a set of tiles is changed.", "MDT-3.A.2", ge=1, le=12)
    dice_hours: int = key("Hours that dice may stay at the table.", "MDT-2.E", ge=1, le=24)


class TilesApprovals(Model):
    layout: Approval = key("Approval of the layout.", "MDT-2.B")
    boxes: Approval = key("Approval of the locations of the drop box and the tip box.", "MDT-2.C")
    shaker: Approval = key("Approval of the shaker.", "MDT-2.D")
    random_number_generator: Approval = key("Approval of the random number generator.", "MDT-2.F")


class MarylandTiles(Submission):
    standard: Literal["maryland-tiles"] = key("The standard.")
    house_way: TileHouseWay = key(
        "How the dealer's and a co-bank's hands are set; `maryland` is the document's own. Can also be the path "
        "of a file written by `paigow solve`.",
        "MDT-8.D",
        "MDT-9.E.4",
    )
    start: Literal["shaker", "random-number"] = key("How the starting position is found.", "MDT-6.A.1", "MDT-6.A.2")
    table: TilesTable
    wagers: TilesWagers
    vigorish: Vigorish
    banking: Banking
    delivery: Delivery
    equipment: TilesEquipment
    approvals: TilesApprovals
    readings: MarylandTilesReadings

    @check
    def _allowed(self) -> None:
        approvals = self.approvals
        refuse(not approvals.layout, "the layout needs approval: give its reference in approvals.layout", "MDT-2.B")
        refuse(not approvals.boxes, "drop box and tip box need approval: give it in approvals.boxes", "MDT-2.C")
        if self.start == "shaker":
            refuse(not approvals.shaker, "a shaker needs approval: give its reference in approvals.shaker", "MDT-2.D")
        else:
            refuse(
                not approvals.random_number_generator,
                "a random number generator needs approval: give it in approvals.random_number_generator",
                "MDT-2.F",
            )
            refuse(
                self.banking.offered and self.readings.random_number_with_bank == "refused",
                "a bank shakes dice: with banking.offered, start must be shaker, unless "
                "readings.random_number_with_bank is allowed",
                "MDT-9.J.2",
            )
        refuse(
            self.banking.co_banking and not self.banking.offered,
            "co-banking is an option of a bank: banking.co_banking needs banking.offered",
            "MDT-9.E",
        )
        refuse(
            len(set(self.delivery.styles)) != len(self.delivery.styles), "delivery.styles names one twice", "MDT-7.A"
        )
        refuse(
            self.delivery.dealer_may_choose and not self.delivery.styles,
            "delivery.dealer_may_choose needs delivery.styles to choose from",
            "MDT-7.A",
        )
