"""The findings of a par sheet: player advantages, benchmarks not met, and choices with a cost or gain."""

from collections.abc import Iterator
from fractions import Fraction

from paigow.analysis.figures import percent, points
from paigow.analysis.par.sheet import Finding, WagerSheet, Weight
from paigow.analysis.par.wagers import Pricing
from paigow.analysis.side import SIDE_WAGERS, payout_limit_effect
from paigow.analysis.solved import solved
from paigow.analysis.vigorish import vigorish_effect
from paigow.money import VigorishRounding, format_cents
from paigow.poker import Wheel

LEAST_RETURN = Fraction(75, 100)
"""The return that GLI-19 4.7.1 requires of a house-banked game, with jackpots at their lowest."""
RAREST_JACKPOT = 100_000_000
"""The rarest table jackpot that New Jersey 13:69D-1.52 allows: one in this many."""


def findings(pricing: Pricing, wagers: tuple[WagerSheet, ...]) -> tuple[Finding, ...]:
    """Return all findings of a sheet, most important first."""
    found: list[Finding] = []
    for wager in wagers:
        found += _advantages(wager)
        found += _low_returns(wager)
        if wager.wager == "main":
            found += _best_play(wager)
            found += _better_way(pricing, wager)
            found += _vigorish(pricing, wager)
        elif wager.wager == "progressive":
            found += _meters(pricing, wager)
        elif pricing.limits_payouts:
            found += _payout_limit(pricing, wager)
    if pricing.limits_payouts:
        found += _limit_on_all(pricing)
    return tuple(sorted(found, key=lambda each: list(Weight).index(each.weight)))


def _advantages(wager: WagerSheet) -> Iterator[Finding]:
    for case in wager.cases:
        if case.odds.edge < 0:
            yield Finding(
                Weight.ADVANTAGE,
                wager.wager,
                f"{wager.title}, {case.name}: the player has an advantage of {percent(-case.odds.edge)}"
                + (f" over a house using the {case.odds.house_way} house way." if case.odds.house_way else "."),
            )


def _low_returns(wager: WagerSheet) -> Iterator[Finding]:
    for case in wager.cases:
        if case.return_to_player < LEAST_RETURN:
            yield Finding(
                Weight.ATTENTION,
                wager.wager,
                f"{wager.title}, {case.name}: the return of {percent(case.return_to_player)} is below the 75% that "
                "GLI-19 4.7.1 requires of a house-banked game"
                + (" with its jackpots at their lowest." if wager.wager == "progressive" else "."),
            )


def _best_play(wager: WagerSheet) -> Iterator[Finding]:
    """Yield the amount that the house way gives away to a player who sets better."""
    edges = {("player banks" in case.name, case.odds.player): case.odds.edge for case in wager.cases}
    for banking, what in ((False, "when the house banks"), (True, "when the player banks")):
        usual, best = edges.get((banking, "house-way")), edges.get((banking, "best"))
        if usual is not None and best is not None:
            yield Finding(
                Weight.NOTE,
                "main",
                f"Setting every hand optimally, not the house way, is worth {percent(usual - best)} of a wager {what}.",
            )


def _better_way(pricing: Pricing, wager: WagerSheet) -> Iterator[Finding]:
    """Yield how much more this house way concedes to best play than the shipped optimal house way does."""
    cases = (case.odds for case in wager.cases if case.odds.player == "best" and "player banks" not in case.name)
    best, readings = next(cases, None), pricing.data["readings"]
    standard = pricing.submission.rules
    game_solved = solved().of(standard.played_as, standard.main.vigorish)
    unsolved = readings.get("zero_zero") == "loses-wager" or readings.get("wheel", Wheel.SECOND) != Wheel.SECOND
    if best is None or unsolved or game_solved is None or best.edge >= game_solved.edge:
        return
    more = game_solved.edge - best.edge
    better = "optimal-open" if standard.shows_dealer else "optimal"
    if game_solved.proved:
        sure = "and is proved to be the best fixed one."
    else:
        sure = f"and no house way could keep more than another {percent(game_solved.at_most - game_solved.edge, 5)}."
    yield Finding(
        Weight.ATTENTION if more > Fraction(1, 1000) else Weight.NOTE,
        "main",
        f"This house way gives the player {points(more)} points more than it has to: against a player "
        f"who responds perfectly, the house way `{better}` keeps that much more, {sure}",
    )


def _vigorish(pricing: Pricing, wager: WagerSheet) -> Iterator[Finding]:
    counts = wager.cases[0].odds.counts
    chosen = pricing.data.get("vigorish", {}).get("rounding")
    if counts is None or chosen is None:
        return
    rounding = VigorishRounding(chosen)
    exact = wager.cases[0].odds.edge
    effects = [(vigorish_effect(counts, bet, rounding).added, bet) for bet in pricing.every_stake]
    most, bet = max(effects)
    if most:
        weight = Weight.ATTENTION if most > Fraction(1, 1000) else Weight.NOTE
        yield Finding(
            weight,
            "main",
            f"Rounding the vigorish ({chosen}) raises the edge most on a wager of {format_cents(bet)}: by "
            f"{percent(most)} to {percent(exact + most)}.",
        )
    else:
        yield Finding(
            Weight.NOTE,
            "main",
            f"Rounding the vigorish ({chosen}) changes the edge of no wager in whole dollars up to "
            f"{format_cents(pricing.every_stake[-1])}.",
        )


def _meters(pricing: Pricing, wager: WagerSheet) -> Iterator[Finding]:
    plan = pricing.plan
    for name, rules in plan.meters.items():
        even = plan.break_even(name)
        others = ", the other meters at their initial amounts," if len(plan.meters) > 1 else ""
        yield Finding(
            Weight.NOTE,
            wager.wager,
            f"{wager.title}: from {format_cents(even)} on the {name} meter{others} the player has the "
            f"advantage; it begins at {format_cents(rules.initial)}.",
        )
        if plan.won_whole(name) < Fraction(1, RAREST_JACKPOT):
            yield Finding(
                Weight.ATTENTION,
                wager.wager,
                f"{wager.title}: the {name} meter is won once in {float(1 / plan.won_whole(name)):,.0f} wagers, rarer "
                "than the 100,000,000 to 1 of New Jersey 13:69D-1.52.",
            )
    back = plan.long_run_return
    weight = Weight.ADVANTAGE if back > 1 else Weight.NOTE
    yield Finding(
        weight,
        wager.wager,
        f"{wager.title}: in the long run, with what the meters take in and are reset to, {percent(back)} of the wagers "
        "come back to the players.",
    )


def _limit_on_all(pricing: Pricing) -> Iterator[Finding]:
    """Yield the effect of the payout limit (MDP-13.G).

    The limit caps the sum of a hand's fixed payouts, unless the submission reads it otherwise.
    """
    if pricing.data["payout_limit"] == "none" or pricing.data["readings"]["payout_limit"] == "each-wager":
        return
    bets = {
        name: (str(pricing.data["wagers"][name]["paytable"]), pricing.most(name))
        for name in pricing.offered
        if name in SIDE_WAGERS
    }
    if bets:
        effect = payout_limit_effect(bets, pricing.payout_limit, pricing.threes_over_straight)
        yield Finding(
            Weight.NOTE,
            "all",
            f"With every optional wager at its maximum, the payout limit of {format_cents(effect.limit)} on the fixed "
            f"pays of one hand cuts {effect.capped_hands:,} of {effect.total:,} hands and takes "
            f"{format_cents(round(effect.expected_loss))} a round from the player.",
        )


def _payout_limit(pricing: Pricing, wager: WagerSheet) -> Iterator[Finding]:
    odds, limit = wager.cases[0].odds, pricing.payout_limit
    first = pricing.limited_from(odds)
    most = pricing.most(wager.wager)
    if first > most:
        return
    edge = pricing.limited(odds, most).edge
    if pricing.data["payout_limit"] == "none":
        yield Finding(
            Weight.NOTE,
            wager.wager,
            f"{wager.title}: no payout limit is submitted. The lowest allowed, {format_cents(limit)}, would cut wagers "
            f"of {format_cents(first)} or more, raising the edge at the maximum of {format_cents(most)} from "
            f"{percent(odds.edge)} to {percent(edge)}.",
        )
    else:
        yield Finding(
            Weight.ATTENTION,
            wager.wager,
            f"{wager.title}: the payout limit of {format_cents(limit)} cuts wagers of {format_cents(first)} and more; "
            f"at the maximum of {format_cents(most)} the edge is {percent(edge)} instead of {percent(odds.edge)}.",
        )
