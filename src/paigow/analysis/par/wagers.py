"""The wagers of a submission, priced for its par sheet."""

from collections.abc import Mapping
from concurrent.futures import Executor
from dataclasses import replace
from fractions import Fraction
from typing import Any

from paigow.analysis.execution import Progress
from paigow.analysis.figures import percent
from paigow.analysis.par.progressive import Plan, with_meters
from paigow.analysis.par.sheet import Case, Curve, Table, WagerSheet
from paigow.analysis.questions import WagerOdds, odds
from paigow.analysis.results import Odds
from paigow.analysis.vigorish import vigorish_effect
from paigow.analysis.ways import costly_hands
from paigow.money import (
    VigorishRounding,
    format_cents,
    is_exactly_payable,
    least_payout_limit,
    parse_cents,
    vigorish,
)
from paigow.poker import PAYTABLES, QUALIFYING_WAGER, ThreesOverStraight
from paigow.rules import Submission, build_submission
from paigow.rules.wagers import NAMES
from paigow.tiles import PAIR_FORTUNES_PAYTABLES

KEYS = {name.replace("_", "-"): name for name in NAMES}
"""Submission keys by question name."""
STAKES = (500, 1000, 1100, 1200, 1500, 2000, 2100, 2500, 3000, 3300, 5000, 7500, 10_000, 10_100, 50_000, 500_000)
"""Main wager sizes to show, in cents, if the limits allow them."""
MOST_COSTLY = 15
LIMIT_STAKES = (100, 500, 1000, 2500, 5000, 10_000, 50_000)
READINGS = (
    ("three-of-a-kind", "better-line"),
    ("three-of-a-kind", "highest-ranking"),
    ("straight", "highest-ranking"),
)
"""The readings of where a bonus starts to pay, and of a hand with both three of a kind and a straight."""


class Pricing:
    """A submission, and the means to price the wagers it offers."""

    def __init__(
        self, submission: Submission, best: bool, executor: Executor | None = None, progress: Progress | None = None
    ) -> None:
        self.submission = submission
        self.data: dict[str, Any] = submission.data()
        self.best = best
        self.executor = executor
        self.progress = progress
        self.done = 0

    def odds(self, wager: str, **how: Any) -> WagerOdds:
        """Price one way of playing a wager, and report progress."""
        steps = len(self.ways) + len(self.offered) - 1

        def inner(done: int, total: int) -> None:
            if self.progress is not None:
                self.progress(100 * self.done + 100 * done // total, 100 * steps)

        found = odds(self.submission, wager, executor=self.executor, progress=inner, **how)
        self.done += 1
        inner(0, 1)
        return found

    @property
    def offered(self) -> tuple[str, ...]:
        """Return the main wager and the side bets offered."""
        wagers = self.data["wagers"]
        return ("main", *(name for name, key in KEYS.items() if key in wagers and wagers[key]["offered"]))

    @property
    def ways(self) -> list[tuple[str, dict[str, str]]]:
        """Return the ways of playing the main wager: how the player sets, and who banks."""
        rules = self.submission.rules
        if rules.shows_dealer:
            return [("player sets optimally, the dealer's hand open", {"player": "best"}),
                    ("player sets the house way", {"player": "house-way"})]  # fmt: skip
        found = [("player sets the house way", {"player": "house-way"})]
        if self.best or rules.game == "tiles":
            found.append(("player sets optimally", {"player": "best"}))
        banks = ("house", "player") if self.banking else ("house",)
        return [(f"{name}, {bank} banks", how | {"bank": bank}) for bank in banks for name, how in found]

    def sheet(self, wager: str) -> WagerSheet:
        if wager == "main":
            return self._main()
        return self._optional(wager)

    def _main(self) -> WagerSheet:
        rules = self.submission.rules
        taken = f" less {float(rules.main.vigorish):.0%} vigorish" if rules.main.vigorish else ""
        priced = tuple(Case(name, self.odds("main", **how), {"win": f"1 to 1{taken}"}) for name, how in self.ways)
        tables, curves = self._rounding(priced[0]) if rules.main.vigorish else ((), ())
        tables = (*tables, *self._costly())
        limits = f"{_limits(self.data['table'])} Pays 1 to 1{taken}."
        return WagerSheet("main", "Pai Gow wager", None, rules.main.clause, limits, priced, tables, curves)

    def _costly(self) -> tuple[Table, ...]:
        """Return the hands on which the house way costs most, if best play has been counted."""
        if self.submission.rules.shows_dealer or not (self.best or self.submission.rules.game == "tiles"):
            return ()
        hands = costly_hands(self.submission, most=MOST_COSTLY, executor=self.executor)
        rows = tuple(
            (str(each.house), str(each.best), f"{each.hands:,}", percent(each.cost), f"{float(each.share) * 100:.6f}%")
            for each in hands
        )
        columns = ("House way", "Best", "Hands like it", "Cost, of the wager", "Cost, of all wagers")
        return (Table("Hands on which the house way costs a player the most", columns, rows),)

    @property
    def banking(self) -> bool:
        """Return whether players may bank: always in New Zealand, by choice in Maryland, never in Dealer Open."""
        return self.submission.rules.player_may_bank and bool(self.data.get("banking", {}).get("offered", True))

    @property
    def limits(self) -> tuple[int, int]:
        """Return the smallest and largest main wager; if there is no maximum, the largest one considered."""
        table: Any = self.submission.table  # type: ignore[attr-defined]
        return table.minimum, table.maximum or max(STAKES[-1], table.minimum)

    @property
    def stakes(self) -> list[int]:
        """Return the main wager sizes worth showing."""
        least, most = self.limits
        return sorted({least, most, *(each for each in STAKES if least <= each <= most)})

    @property
    def every_stake(self) -> range:
        """Return all main wagers in whole dollars; above a thousand dollars, rounding hardly matters."""
        least, most = self.limits
        return range(least, min(most, max(100_000, least)) + 1, 100)

    def most(self, wager: str) -> int:
        """Return the largest side bet; a progressive wager has only one size."""
        chosen = self.data["wagers"][KEYS[wager]]
        if wager == "progressive":
            return parse_cents(chosen["wager"])
        return STAKES[-1] if chosen["maximum"] == "none" else parse_cents(chosen["maximum"])

    def _rounding(self, case: Case) -> tuple[tuple[Table, ...], tuple[Curve, ...]]:
        """Return the effect of rounding the vigorish to cents or quarters on the edge, by the size of the wager."""
        counts = case.odds.counts
        assert counts is not None
        chosen = self.data.get("vigorish", {}).get("rounding")
        if chosen is None:  # New Zealand does not round: a wager that cannot be paid exactly is not accepted (NZ-6.12)
            chips = self.submission.table.denominations  # type: ignore[attr-defined]
            rows = [
                (format_cents(bet), format_cents(vigorish(bet, VigorishRounding.CENT)), percent(case.odds.edge))
                if is_exactly_payable(bet, chips)
                else (format_cents(bet), "refused: cannot be paid exactly", "")
                for bet in self.stakes
            ]
            return (Table("Commission by size of the wager", ("Wager", "Commission", "Edge"), tuple(rows)),), ()
        roundings = dict.fromkeys((VigorishRounding(chosen), VigorishRounding.CENT, VigorishRounding.QUARTER))
        columns = ["Wager"]
        for rounding in roundings:
            mark = " (chosen)" if rounding == chosen else ""
            columns += [f"Vigorish, {rounding}{mark}", f"Edge, {rounding}{mark}"]
        shown = []
        for bet in self.stakes:
            row = [format_cents(bet)]
            for rounding in roundings:
                effect = vigorish_effect(counts, bet, rounding)
                row += [format_cents(effect.vigorish), percent(effect.edge)]
            shown.append(tuple(row))
        least = self.stakes[0]
        points = [
            (Fraction(bet, 100), vigorish_effect(counts, bet, VigorishRounding.QUARTER).edge)
            for bet in range(least, max(10_000, 10 * least) + 1, 100)
        ]
        return (
            (Table(f"Vigorish rounding by size of the wager ({case.name})", tuple(columns), tuple(shown)),),
            (Curve("Edge by size of the wager, vigorish rounded up to a quarter", "wager", tuple(points), dots=True),),
        )

    def _optional(self, wager: str) -> WagerSheet:
        chosen = self.data["wagers"][KEYS[wager]]
        letter = chosen.get("paytable")
        found = self.odds(wager)
        terms, clause = _terms(wager, letter, chosen)
        limits = f"Wager {chosen['wager']}." if wager == "progressive" else _limits(chosen)
        title = NAMES[KEYS[wager]]
        sheet = WagerSheet(wager, title, letter, clause, limits, (Case("as submitted", found, terms),))
        if wager == "progressive":
            return with_meters(sheet, self.plan)
        if wager in ("fortune", "emperors"):
            sheet = replace(sheet, tables=(self._envy(wager, chosen), self._readings(wager)))
        if self.limits_payouts:
            sheet = replace(sheet, tables=(*sheet.tables, self._limit(found, chosen)))
        return sheet

    @property
    def limits_payouts(self) -> bool:
        """Return whether the operator may limit the payouts for one hand."""
        return "payout_limit" in self.data

    @property
    def plan(self) -> Plan:
        """Return the submission's progressive wager."""
        chosen: Any = self.submission.wagers.progressive  # type: ignore[attr-defined]
        return Plan(chosen.paytable, chosen.wager, {rules.name: rules for rules in chosen.meter_rules})

    def _envy(self, wager: str, chosen: Mapping[str, Any]) -> Table:
        """Return the contribution of other players' hands to the smallest wager that qualifies."""
        least = max(QUALIFYING_WAGER, parse_cents(chosen["minimum"]))
        rows = []
        for others in range(self.submission.rules.seats):
            found = odds(self.submission, wager, others=others, bet=least)
            rows.append((str(others), percent(found.envy), percent(found.edge), str(found.edge)))
        columns = ("Other players", "Envy adds to the return", "Edge", "Exact")
        return Table(f"Envy Bonus with a wager of {format_cents(least)}, by other players", columns, tuple(rows))

    def _readings(self, wager: str) -> Table:
        """Return the edge under every reading of how a straight with three of a kind is paid."""
        data = self.data
        rows = []
        for threshold, straight in READINGS:
            mine = data["readings"] | {"bonus_threshold": threshold, "threes_over_straight": straight}
            found = odds(build_submission(data | {"readings": mine}), wager)
            usual = mine if threshold == "straight" else data["readings"]  # which then decides on its own
            chosen = " (chosen)" if threshold == data["readings"]["bonus_threshold"] and mine == usual else ""
            rows.append((f"pays from {threshold}, {straight}{chosen}", percent(found.edge), str(found.edge)))
        return Table("Edge by reading: three of a kind with a straight", ("Reading", "Edge", "Exact"), tuple(rows))

    @property
    def payout_limit(self) -> int:
        """Return the submission's limit, or else the lowest it could choose (MDP-13.G.1)."""
        limit: int | None = self.submission.payout_limit  # type: ignore[attr-defined]
        least = least_payout_limit(self.submission.most_at_minimum)  # type: ignore[attr-defined]
        return least if limit is None else limit

    def limited(self, found: Odds, bet: int) -> Odds:
        """Return the odds of a wager of some size under the payout limit."""
        return odds(self.submission, found.wager, bet=bet, payout_limit=self.payout_limit)

    @property
    def threes_over_straight(self) -> ThreesOverStraight:
        return ThreesOverStraight(self.data["readings"]["threes_over_straight"])

    def limited_from(self, found: Odds) -> int:
        """Return the smallest wager whose largest payout the limit reduces."""
        return int(self.payout_limit / max(each.pays for each in found.outcomes)) + 1

    def _limit(self, found: WagerOdds, chosen: Mapping[str, Any]) -> Table:
        """Return the effect on larger wagers of a limit on one hand's payout."""
        name = "submitted" if self.data["payout_limit"] != "none" else "the lowest allowed; none is submitted"
        least, most = parse_cents(chosen["minimum"]), self.most(found.wager)
        sizes = sorted({least, most, *(each for each in LIMIT_STAKES if least <= each <= most)})
        rows = [(format_cents(each), percent(found.edge), percent(self.limited(found, each).edge)) for each in sizes]
        first = format_cents(self.limited_from(found))
        caption = f"Payout limit of {format_cents(self.payout_limit)} ({name}): wagers of {first} and more are cut"
        return Table(caption, ("Wager", "Edge without limit", "Edge with limit"), tuple(rows))


def _limits(table: Mapping[str, Any]) -> str:
    most = table["maximum"]
    return f"Minimum {table['minimum']}, " + ("no maximum." if most == "none" else f"maximum {most}.")


def _terms(wager: str, letter: str | None, chosen: Mapping[str, Any]) -> tuple[Mapping[str, str], str]:
    """Return the payouts of a pay table's lines in its own words, and the table's clause."""
    if letter is None:  # a jack wager, whose table the operator supplies
        return {f"{line['jacks']} jacks": line["pays"] for line in chosen["lines"]}, "DO-R4.a.s2"
    if wager == "pair-fortunes":
        pairs = PAIR_FORTUNES_PAYTABLES[letter]
        first = next(iter(pairs.values())).clause
        return {str(line): f"{pay.to_one:,} to 1" for line, pay in pairs.items()}, first.rpartition(".")[0]
    table = PAYTABLES["push-ace-high" if wager == "ace-high" else wager][letter]
    return {str(line.hand): str(line) for line in table.lines}, table.lines[0].clause.rpartition(".")[0]
