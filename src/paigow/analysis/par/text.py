"""The formatting of figures for people, the same in HTML and PDF."""

from fractions import Fraction

from paigow.analysis.figures import decimal, one_in, percent, signed_percent
from paigow.analysis.par.sheet import Case, Contents, Identification


def identity(found: Identification) -> list[tuple[str, str]]:
    """Return the identification as labelled lines."""
    return [
        ("Standard", f"{found.standard}: {found.document}"),
        ("Version", found.version),
        ("Submission", found.submission),
        ("Operator", found.operator),
        ("Submission hash (SHA-256)", found.submission_hash),
        ("House way", found.house_way),
        ("Made with", f"paigow {found.package_version}"),
        ("Date", found.date),
    ]


SUMMARY_COLUMNS = ("Wager", "Played", "Return", "Edge", "Hit frequency", "Std. deviation", "Volatility index")


def summary(sheet: Contents) -> list[tuple[str, ...]]:
    """Return one line for each way of playing each wager."""
    return [
        (
            wager.title + (f", pay table {wager.paytable}" if wager.paytable else ""),
            case.name,
            percent(case.return_to_player),
            percent(case.odds.edge).replace("-", "−"),
            percent(case.odds.hit_frequency),
            f"{case.odds.standard_deviation:.4f}",
            f"{case.volatility_index:.4f}",
        )
        for wager in sheet.wagers
        for case in wager.cases
    ]


OUTCOME_COLUMNS = (
    "Outcome", "Count", "Probability, exact", "Probability", "Rarity", "Pays", "Contribution to the return"
)  # fmt: skip


def outcomes(case: Case) -> list[tuple[str, ...]]:
    """Return one line per outcome, and one for the total."""
    total = case.odds.total
    rows = [
        (
            each.name,
            f"{each.count:,}",
            str(Fraction(each.count, total)),
            decimal(Fraction(each.count, total)),
            one_in(each.count, total),
            case.pays(each),
            signed_percent(each.count * each.pays / total),
        )
        for each in case.odds.outcomes
    ]
    return [*rows, ("total", f"{total:,}", "1", "1", "", "", signed_percent(case.odds.expectation))]


def measures(case: Case) -> list[tuple[str, str, str]]:
    """Return the derived figures: a name, the exact value if there is one, and the decimal value."""
    odds = case.odds
    thousand, million = case.range_of_return(1_000), case.range_of_return(1_000_000)
    found = [
        ("Return to the player", str(case.return_to_player), percent(case.return_to_player, 6)),
        ("House edge", str(odds.edge), percent(odds.edge, 6).replace("-", "−")),
        ("Hit frequency", str(odds.hit_frequency), percent(odds.hit_frequency, 6)),
        ("Variance", str(odds.variance), f"{float(odds.variance):.8g}"),
        ("Standard deviation", "", f"{odds.standard_deviation:.8g}"),
        ("Volatility index (1.645 standard deviations)", "", f"{case.volatility_index:.8g}"),
        ("Return of 1,000 rounds, nine times in ten", "", f"{percent(thousand[0], 2)} to {percent(thousand[1], 2)}"),
        ("Return of 1,000,000 rounds, nine times in ten", "", f"{percent(million[0], 2)} to {percent(million[1], 2)}"),
    ]
    if odds.copies is not None:
        copies = Fraction(odds.copies, odds.total)
        found.insert(3, ("Deals with a copy", str(copies), percent(copies, 6)))
    return found
