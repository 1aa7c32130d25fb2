"""The submission of Maryland's Pai Gow Poker."""

from typing import Literal

from paigow.money import MeterRules, format_cents, least_payout_limit
from paigow.poker import RESET_MINIMA
from paigow.rules.fields import Approval, Cents, Limit, Rate, refuse
from paigow.rules.models import Model, check, key
from paigow.rules.readings import MarylandPokerReadings
from paigow.rules.submission.parts import Banking, Letter, Limits, OptionalWager, PokerHouseWay, Submission, Vigorish
from paigow.rules.submission.payouts import Offered, greatest_payout, greatest_payout_of_two


class PokerTable(Limits):
    seats: int = key("Betting positions.", "MDP-2.A", ge=1, le=6)


class FortuneBonus(OptionalWager):
    paytable: Letter = key("The pay table of the Fortune Bonus Wager and its Envy Bonus.", "MDP-13.B")


class EmperorsTreasure(OptionalWager):
    paytable: Letter = key("The pay table of the Emperor's Treasure Wager and its Envy Bonus.", "MDP-13.C")


class Insurance(OptionalWager):
    paytable: Literal["A", "B"] = key("The pay table of the Pai Gow Insurance Wager.", "MDP-13.D")


class MeterPlan(Model):
    name: Literal["progressive", "mega", "major", "minor"] = key("Which meter.", "MDP-13.E.7.a")
    rate: Rate = key("The share of every Progressive Payout Wager that goes to the meter.", "MDP-13.E.6")
    reserve_rate: Rate = key("The share of every wager that is saved for the next reset.", "MDP-13.E.6")
    initial: Cents = key("The initial amount on the meter.", "MDP-13.E.7.a")
    reset: Cents = key("The amount on the meter after it is won.", "MDP-13.E.7.a")
    ceiling: Limit = key('Where the meter stops rising, or "none".', "MDP-13.E.6")

    @check
    def _can_run(self) -> None:
        _ = self.rules

    @property
    def rules(self) -> MeterRules:
        """Return the same values in the form that meters use."""
        return MeterRules(self.name, self.initial, self.reset, self.rate, self.reserve_rate, self.ceiling)


class Progressive(Model):
    offered: bool = key("Whether the Progressive Payout Wager is offered.", "MDP-7.E")
    system: bool = key("Whether the table has a progressive table game system.", "MDP-2.D")
    wager: Cents = key("The size of the wager.", "MDP-13.E.6", ge=1)
    paytable: Letter = key("The pay table.", "MDP-13.E.1")
    meters: tuple[MeterPlan, ...] = key("The meters of the pay table, largest first.", "MDP-13.E.7.a")

    @check
    def _meters_fit(self) -> None:
        minima = RESET_MINIMA[self.paytable]
        names = [str(least.meter) for least in minima]
        refuse(
            [meter.name for meter in self.meters] != names,
            f"pay table {self.paytable} has the meters {', '.join(names)}, in this order",
            "MDP-13.E.1",
        )
        for meter, least in zip(self.meters, minima, strict=True):
            refuse(
                min(meter.initial, meter.reset) < least.cents,
                f"the {meter.name} meter of pay table {self.paytable} begins and resets at {format_cents(least.cents)} "
                "or more",
                least.clause,
            )
        shares = sum(meter.rate + meter.reserve_rate for meter in self.meters)
        refuse(shares > 10_000, "the rates of all meters together exceed the wager", "MDP-13.E.6")
        refuse(self.offered and not self.system, "a Progressive Payout Wager needs a progressive system", "MDP-2.D")

    @property
    def meter_rules(self) -> tuple[MeterRules, ...]:
        return tuple(meter.rules for meter in self.meters)


class PokerWagers(Model):
    two_adjacent: bool = key("Whether a player may wager on two adjacent positions.", "MDP-7.F")
    other_instruments: bool = key("Whether instruments other than chips and plaques may be wagered.", "MDP-7.A")
    fortune: FortuneBonus = key("The Fortune Bonus Wager.", "MDP-7.E")
    emperors: EmperorsTreasure = key("The Emperor's Treasure Wager.", "MDP-7.E")
    insurance: Insurance = key("The Pai Gow Insurance Wager.", "MDP-7.E")
    progressive: Progressive = key("The Progressive Payout Wager.", "MDP-7.E")

    @property
    def smallest(self) -> Offered:
        """Return the smallest wager of each kind offered, with its pay table."""
        wagers = (
            ("fortune", self.fortune.offered, self.fortune.minimum, self.fortune.paytable),
            ("emperors", self.emperors.offered, self.emperors.minimum, self.emperors.paytable),
            ("insurance", self.insurance.offered, self.insurance.minimum, self.insurance.paytable),
            ("progressive", self.progressive.offered, self.progressive.wager, self.progressive.paytable),
        )
        return {name: (stake, table) for name, offered, stake, table in wagers if offered}


class Dealing(Model):
    method: Literal["manual-shoe", "hand", "automated-shoe"] = key("How cards are dealt.", "MDP-8.A", "MDP-9.A.1")
    shuffler: Literal["none", "automated", "into-shoe", "reshuffling-device"] = key(
        "What shuffles: the dealer (`none`); an `automated` device; one that puts the stack `into-shoe`; or a shoe "
        "that reshuffles and counts by itself (`reshuffling-device`).",
        "MDP-5.B",
        "MDP-5.I",
    )
    decks: Literal[1, 2] = key("One deck, or two that alternate.", "MDP-3.A.1", "MDP-3.B")
    backs: tuple[str, ...] = key("The colour of the backs of each deck.", "MDP-3.B.1")
    two_joker_decks: bool = key("Whether decks come with two jokers, one of which is torn up.", "MDP-3.A.4")
    preshuffled: bool = key("Whether decks come inspected and shuffled.", "MDP-4.F")
    cover_card: Literal["discard-rack", "fourth-from-bottom"] = key(
        "Where one cover card goes after a cut.", "MDP-5.F.3.a", "MDP-5.F.3.b"
    )
    start_marker: Literal["none", "cover-card", "object"] = key("What marks the starting position.", "MDP-5.L")

    @check
    def _possible(self) -> None:
        by_hand = self.shuffler == "none"
        refuse(
            self.method == "hand" and by_hand,
            "dealing from the hand needs an automated shuffler: dealing.shuffler is none",
            "MDP-9.A.1",
        )
        refuse(
            self.method == "hand" and self.shuffler == "into-shoe",
            "a shuffler that feeds a shoe cannot serve dealing from the hand",
            "MDP-5.B",
        )
        refuse(self.decks == 2 and by_hand, "two decks need an automated shuffler: dealing.shuffler is none", "MDP-3.B")
        refuse(len(self.backs) != self.decks, "dealing.backs needs one colour for each deck", "MDP-3.B.1")
        refuse(len(set(self.backs)) != len(self.backs), "the two decks need backs of different colours", "MDP-3.B.1")


class PokerEquipment(Model):
    cards_hours: int = key("Hours after which decks are changed.", "MDP-3.C.2", "MDP-3.C.1", ge=1, le=8)
    dice_hours: int = key("Hours that dice may stay at the table.", "MDP-2.C.1.c", ge=1, le=24)
    tip_box: Literal["opposite", "alternative"] = key(
        "The tip box is on the other side of the dealer from the drop box (`opposite`) or elsewhere (`alternative`).",
        "MDP-2.E.1",
        "MDP-2.F",
    )


class Signs(Model):
    payouts: Literal["layout", "sign"] = key("Where payout odds are shown.", "MDP-2.B.9")
    payout_limit: Literal["layout", "generic", "sign"] = key(
        "Where a payout limit is shown: on the `layout`, as a `generic` inscription with the limit posted, or on a "
        "`sign`.",
        "MDP-2.B.10",
    )


class PokerApprovals(Model):
    layout: Approval = key("Approval of the layout.", "MDP-2.B")
    boxes: Approval = key("Approval of the locations of the drop box and the tip box.", "MDP-2.E.1")
    alternative_tip_box: Approval = key("Approval of another location for the tip box.", "MDP-2.F")
    random_number_generator: Approval = key("Approval of the random number generator.", "MDP-2.C.2")
    button: Approval = key("Approval of the flat button.", "MDP-2.C.3")
    shoe_location: Approval = key("Approval of the location of a manual dealing shoe.", "MDP-8.A")
    reshuffling_device: Approval = key("Approval of a shoe that reshuffles and counts.", "MDP-5.I")
    start_marker: Approval = key("Approval of an object that marks the starting position.", "MDP-5.L")
    other_instruments: Approval = key("Approval of other wagering instruments.", "MDP-7.A")


class MarylandPoker(Submission):
    standard: Literal["maryland-poker"] = key("The standard.")
    house_way: PokerHouseWay = key("How the dealer's and a co-bank's hands are set.", "MDP-11.C.1", "MDP-12.E.4")
    start: Literal["shaker", "random-number", "button"] = key(
        "How the starting position is found.", "MDP-2.C.1", "MDP-2.C.2", "MDP-2.C.3"
    )
    payout_limit: Limit = key('The most that is paid on one hand, or "none".', "MDP-13.G")
    table: PokerTable
    wagers: PokerWagers
    vigorish: Vigorish
    banking: Banking
    dealing: Dealing
    equipment: PokerEquipment
    signs: Signs
    approvals: PokerApprovals
    readings: MarylandPokerReadings

    @property
    def most_at_minimum(self) -> int:
        """Return the most a player can win in a round with the smallest wagers (MDP-13.G.1.b).

        These are the Pai Gow Poker Wager and every optional one, on both areas if the table has two and a player may
        play both. If awards from a meter count, each pays the amount it shows, up to the ceiling, and once it has paid
        out, the reset amount; a meter without a ceiling counts with its initial amount.
        """
        placed = self.wagers.smallest
        if self.edition == 1:
            return greatest_payout(placed, {})
        counted = self.wagers.progressive.meters if self.readings.payout_limit == "all-pays" else ()
        shown: dict[str, int] = {meter.name: meter.ceiling or max(meter.initial, meter.reset) for meter in counted}
        if not self.wagers.two_adjacent or self.table.seats == 1:
            return self.table.minimum + greatest_payout(placed, shown)
        resets: dict[str, int] = {meter.name: meter.reset for meter in counted}
        return 2 * self.table.minimum + greatest_payout_of_two(placed, shown, resets)

    @check
    def _approved(self) -> None:
        needed = {
            "layout": (True, "MDP-2.B"),
            "boxes": (True, "MDP-2.E.1"),
            "alternative_tip_box": (self.equipment.tip_box == "alternative", "MDP-2.F"),
            "random_number_generator": (self.start == "random-number", "MDP-2.C.2"),
            "button": (self.start == "button", "MDP-2.C.3"),
            "shoe_location": (self.dealing.method == "manual-shoe", "MDP-8.A"),
            "reshuffling_device": (self.dealing.shuffler == "reshuffling-device", "MDP-5.I"),
            "start_marker": (self.dealing.start_marker == "object", "MDP-5.L"),
            "other_instruments": (self.wagers.other_instruments, "MDP-7.A"),
        }
        for name, (used, clause) in needed.items():
            missing = used and not getattr(self.approvals, name)
            refuse(missing, f"this needs the Commission's approval: give its reference in approvals.{name}", clause)

    @check
    def _allowed(self) -> None:
        dealing, banking = self.dealing, self.banking
        refuse(
            self.start == "button" and (dealing.method != "automated-shoe" or dealing.shuffler == "none"),
            "a button needs an automated shoe and an automated shuffler",
            "MDP-5.K.3",
        )
        refuse(
            self.start == "button" and banking.offered,
            "a button does not say where a bank's deal starts: with banking.offered, use shaker or random-number",
            "MDP-5.K.3",
        )
        refuse(
            banking.co_banking and not banking.offered,
            "co-banking is an option of a bank: banking.co_banking needs banking.offered",
            "MDP-12.E",
        )
        refuse(
            dealing.method == "hand" and self.equipment.cards_hours > 4,
            "cards dealt from the hand are changed every 4 hours or sooner: equipment.cards_hours is "
            f"{self.equipment.cards_hours}",
            "MDP-3.C.1",
        )
        refuse(
            self.equipment.tip_box == "alternative"
            and dealing.shuffler == "none"
            and dealing.method != "automated-shoe"
            and not self.wagers.progressive.system,
            "the tip box may be elsewhere only where a shuffler or other equipment is in its way",
            "MDP-2.F",
        )
        if self.payout_limit is not None:
            at_minimum = self.most_at_minimum
            least = least_payout_limit(at_minimum)
            refuse(
                self.payout_limit < least,
                f"a payout limit is {format_cents(least)} or more here: the greater of $50,000 and the "
                f"{format_cents(at_minimum)} that the minimum wagers can win",
                "MDP-13.G.1.b" if least == at_minimum else "MDP-13.G.1.a",
            )
