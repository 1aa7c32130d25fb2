"""Editable pay tables: the exact edge of a side bet for any payouts.

The frequency of each line is counted once (`sheets`); the rest is arithmetic with fractions.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from paigow.analysis.questions import meter_amounts
from paigow.analysis.results import Odds, Outcome
from paigow.errors import PaigowError
from paigow.money import format_cents, parse_cents
from paigow.poker import PAYTABLES, PayUnit
from paigow.rules.packaged import Data
from paigow.tiles import PAIR_FORTUNES_PAYTABLES

MAX_PAYOUT = 1_000_000
"""The highest payout that a line can be given."""
MOST_CENTS = 100_000_000_000
_AMOUNT = re.compile(r"(\d{1,7}(?:\.\d{1,4})?|\d{1,7}/[1-9]\d{0,3})(?: ?(?:to|for) ?1| ?%)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Terms:
    """The payout of one line of a pay table."""

    hand: str
    amount: str
    unit: str = PayUnit.TO_ONE
    meter: str = ""
    clause: str = ""


@dataclass(frozen=True, slots=True)
class PayLine:
    """One line as typed."""

    name: str
    terms: Terms
    count: int
    typed: str
    wrong: str = ""

    @property
    def unit(self) -> str:
        return _("%% of the %(meter)s meter") % {"meter": self.terms.meter} if self.terms.meter else self.terms.unit


@dataclass(frozen=True, slots=True)
class Meter:
    """The assumed amount on a progressive meter."""

    field: str
    name: str
    typed: str
    wrong: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """The whole table: its lines, its meters, and the odds if everything can be parsed."""

    letter: str
    """The document's table that it started from; empty for a wager without one."""
    letters: tuple[str, ...]
    lines: tuple[PayLine, ...]
    meters: tuple[Meter, ...]
    odds: Odds | None
    wrong: tuple[str, ...] = field(default=())


def letters_of(wager: str) -> tuple[str, ...]:
    """Return the document's pay tables; none for the wagers on jacks."""
    if wager == "pair-fortunes":
        return tuple(PAIR_FORTUNES_PAYTABLES)
    return tuple(PAYTABLES.get(_key(wager), {}))


def terms_of(wager: str, letter: str, hands: Sequence[str], chosen: Mapping[str, Any]) -> tuple[Terms, ...]:
    """Return the payouts of the lines in one of the document's tables, or in the submission's if it has none."""
    if wager == "pair-fortunes":
        pairs = PAIR_FORTUNES_PAYTABLES[letter]
        return tuple(Terms(str(hand), str(pay.to_one), clause=pay.clause) for hand, pay in pairs.items())
    if tables := PAYTABLES.get(_key(wager)):
        return tuple(
            Terms(str(line.hand), str(line.amount), line.unit, str(line.meter or ""), line.clause)
            for line in tables[letter].lines
        )
    pays = {f"{line['jacks']}": line["pays"].removesuffix(" to 1") for line in chosen["lines"]}
    return tuple(Terms(hand, pays.get(hand[0], ""), clause="DO-R4.a.s2") for hand in hands)


def read_table(wager: str, counted: Mapping[str, Any], data: Data, query: Mapping[str, str]) -> Table:
    """Return the table in a query: a document's own, or with other lines or meters."""
    chosen = data["wagers"][wager.replace("-", "_")]
    letters = letters_of(wager)
    letter = query.get("table", "") if query.get("table") in letters else str(chosen.get("paytable", ""))
    counts = dict(counted["lines"])
    changed = any(name.startswith("line-") for name in query)
    pays: list[Fraction] = []
    meters = _read_meters(wager, letter, chosen, query)
    shown = {meter.name: _cents(meter.typed) for meter in meters if not meter.wrong}
    bet = parse_cents(chosen["wager"]) if wager == "progressive" else 100
    lines = []
    for number, terms in enumerate(terms_of(wager, letter, list(counts), chosen)):
        typed = query.get(f"line-{number}", "").strip() if changed else terms.amount
        wrong = ""
        try:
            pays.append(_gain(typed, terms, shown, bet))
        except PaigowError as error:
            wrong = error.message
        lines.append(PayLine(f"line-{number}", terms, counts.get(terms.hand, 0), typed, wrong))
    wrong_ones = (*(each.wrong for each in lines if each.wrong), *(each.wrong for each in meters if each.wrong))
    odds = None if wrong_ones else _odds(wager, lines, pays, counted["total"])
    return Table(letter, letters, tuple(lines), meters, odds, wrong_ones)


def _key(wager: str) -> str:
    return "push-ace-high" if wager == "ace-high" else wager


def _odds(wager: str, lines: Sequence[PayLine], pays: Sequence[Fraction], total: int) -> Odds:
    outcomes = [Outcome(line.terms.hand, line.count, pay) for line, pay in zip(lines, pays, strict=True)]
    lost = total - sum(each.count for each in outcomes)
    return Odds("", wager, (*outcomes, *((Outcome("lose", lost, Fraction(-1)),) if lost else ())), total)


def _read_meters(wager: str, letter: str, chosen: Mapping[str, Any], query: Mapping[str, str]) -> tuple[Meter, ...]:
    if wager != "progressive":
        return ()
    found = []
    for name, cents in meter_amounts(chosen, letter, None).items():
        typed, wrong = query.get(f"meter-{name}", format_cents(cents)).strip(), ""
        try:
            _cents(typed)
        except PaigowError as error:
            wrong = error.message
        found.append(Meter(f"meter-{name}", str(name), typed, wrong))
    return tuple(found)


def _cents(typed: str) -> int:
    cents = parse_cents(typed)
    if not 0 <= cents <= MOST_CENTS:
        raise PaigowError(_("A meter can show $0 to %(most)s.") % {"most": format_cents(MOST_CENTS)})
    return cents


def _gain(typed: str, terms: Terms, meters: Mapping[str, int], bet: int) -> Fraction:
    """Return the gain of a line per unit staked. A line left empty is not paid: the wager loses."""
    if not typed:
        return Fraction(-1)
    found = _AMOUNT.fullmatch(typed)
    amount = Fraction(found[1]) if found else Fraction(-1)
    if not 0 <= amount <= MAX_PAYOUT:
        raise PaigowError(
            _(
                "%(typed)s is not a payout. Enter a number such as 25, 1.5 or 3/2, up to %(most)s, "
                "or leave it empty to pay nothing."
            )
            % {"typed": repr(typed), "most": f"{MAX_PAYOUT:,}"}
        )
    if terms.unit == PayUnit.PERCENT:
        if amount > 100:
            raise PaigowError(_("A line can pay at most 100%% of a meter, not %(typed)s.") % {"typed": typed})
        return amount * meters.get(terms.meter, 0) / (100 * bet) - 1
    return amount - 1 if terms.unit == PayUnit.FOR_ONE else amount
