"""The submission of Dealer Open Pai Gow."""

from math import lcm
from typing import Literal

from paigow.money import format_cents
from paigow.rules.fields import Payout, refuse
from paigow.rules.models import Model, check, key
from paigow.rules.readings import DealerOpenReadings
from paigow.rules.submission.parts import Limits, OptionalWager, PokerHouseWay, Submission


class OpenTable(Limits):
    seats: int = key("Betting positions.", "DO-R0.s2", ge=1, le=6)


class AceHigh(OptionalWager):
    paytable: Literal["1", "2"] = key(
        "The pay table of the Push Ace High / Ace High Tie Wager.", "DO-P.push-ace-high.1", "DO-P.push-ace-high.2"
    )


class JackPay(Model):
    jacks: Literal[2, 3, 4] = key("How many jacks the dealer has.", "DO-R4.a")
    pays: Payout = key("What that pays.", "DO-R4.a.s2")


class JackWager(OptionalWager):
    """A wager on the dealer's jacks. The document names two without a pay table, so the operator supplies it."""

    lines: tuple[JackPay, ...] = key("The posted pay table.", "DO-R4.a.s2")

    @check
    def _has_a_table(self) -> None:
        refuse(
            self.offered and not self.lines, "this wager can be offered only with a pay table in lines", "DO-R4.a.s2"
        )
        jacks = [line.jacks for line in self.lines]
        refuse(len(set(jacks)) != len(jacks), "lines names one number of jacks twice", "DO-R4.a.s2")

    @property
    def unit(self) -> int:
        """Return the amount of which a wager is a multiple, so that every line pays whole cents."""
        return lcm(*(line.pays.per for line in self.lines))

    @property
    def payable(self) -> bool:
        """Return whether some wager within the limits is paid whole cents by every line."""
        return self.maximum is None or self.maximum // self.unit * self.unit >= self.minimum


class OpenWagers(Model):
    ace_high: AceHigh = key("The Push Ace High / Ace High Tie Wager.", "DO-P.push-ace-high")
    jack_beats: JackWager = key("The Jack Beats wager.", "DO-R1.s2")
    chan_chu: JackWager = key("The Chan Chu wager.", "DO-R1.s2")


class DealerOpen(Submission):
    standard: Literal["dealer-open"] = key("The standard.")
    house_way: PokerHouseWay = key("How the dealer's hand is set.", "DO-R9")
    start: Literal["random-number", "shaker"] = key("How the first packet's spot is found.", "DO-R0")
    table: OpenTable
    wagers: OpenWagers
    readings: DealerOpenReadings

    def require_payable(self) -> None:
        for name in ("jack_beats", "chan_chu"):
            wager: JackWager = getattr(self.wagers, name)
            refuse(
                wager.offered and not wager.payable,
                f"wagers.{name}: wagers that lines pays in whole cents are multiples of {format_cents(wager.unit)}, "
                "and none is within the limits",
                "DO-R4.a.s2",
            )
