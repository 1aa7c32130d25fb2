"""The process that computes a par sheet or the counts of the side bets, for `sheets`."""

import json
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

from paigow.analysis.figures import percent
from paigow.analysis.par import ParSheet, par_sheet, to_bytes
from paigow.analysis.par.plots import Picture, can_draw, edges, pictures, svg
from paigow.analysis.par.sheet import Case, WagerSheet
from paigow.analysis.par.text import OUTCOME_COLUMNS, SUMMARY_COLUMNS, identity, measures, outcomes, summary
from paigow.analysis.questions import ENVY, JACK_WAGERS, odds
from paigow.errors import PaigowError
from paigow.poker import PAYTABLES
from paigow.rules import Submission, build_submission
from paigow.tiles import PAIR_FORTUNES_PAYTABLES
from paigow.web.work.jobs import Say, carry_out, put
from paigow.web.work.sheets import FORMS, SHEET


def main(kind: str, folder: Path) -> None:
    submission = build_submission(json.loads((folder / "submission.json").read_text(encoding="utf-8")))
    page = sheet_page if kind == SHEET else table_page
    carry_out(folder, lambda say: page(submission, folder, say))


def sheet_page(submission: Submission, folder: Path, say: Say) -> dict[str, Any]:
    """Write the sheet in all formats with its plots; return the data for the page."""
    sheet = par_sheet(submission, progress=say)
    for form in FORMS:
        put(folder / f"sheet.{form}", to_bytes(sheet, f".{form}"))
    return {
        "identity": identity(sheet.identification),
        "title": sheet.identification.submission,
        "summary": table("Every wager offered, per unit staked", SUMMARY_COLUMNS, summary(sheet)),
        "findings": [each.to_dict() for each in sheet.findings],
        "wagers": [wager_page(submission, each, folder) for each in sheet.wagers],
        "readings": sheet.identification.readings,
        "method": sheet.method,
        "checks": [each.to_dict() for each in sheet.checks],
        "passed": passed(sheet),
    }


def passed(sheet: ParSheet) -> int:
    return sum(each.passed for each in sheet.checks)


def table(caption: str, columns: Any, rows: Any) -> dict[str, Any]:
    return {"caption": caption, "columns": list(columns), "rows": [list(row) for row in rows]}


def wager_page(submission: Submission, wager: WagerSheet, folder: Path) -> dict[str, Any]:
    drawn = pictures(wager)
    tables = [each.to_dict() for each in wager.tables]
    if wager.wager == "main" and len(wager.cases) > 1:
        drawn.append(
            edges("Edge by who banks and how the player sets", [(each.name, each.odds.edge) for each in wager.cases])
        )
    elif wager.paytable is not None:
        rows = edges_by_table(submission, wager.wager)
        drawn.append(edges("Edge by pay table", rows, f"table {wager.paytable}"))
        tables.append(
            table(
                "Edge by pay table",
                ("Pay table", "Edge", "Exact"),
                ((name, percent(edge), str(edge)) for name, edge in rows),
            )
        )
    return {
        "wager": wager.wager,
        "title": wager.title,
        "paytable": wager.paytable,
        "clause": wager.clause,
        "limits": wager.limits,
        "cases": [case_page(each) for each in wager.cases],
        "tables": tables,
        "plots": [plot(f"{wager.wager}-{number}", each, folder) for number, each in enumerate(drawn, start=1)]
        if can_draw()
        else [],
    }


def case_page(case: Case) -> dict[str, Any]:
    counts = case.odds.counts
    return {
        "name": case.name,
        "counts": None if counts is None else [counts.win, counts.push, counts.lose],
        "bank": getattr(case.odds, "bank", "house"),
        "player": case.odds.player,
        "outcomes": table(f"Outcomes: {case.name}", OUTCOME_COLUMNS, outcomes(case)),
        "measures": table(f"Measures: {case.name}", ("Measure", "Exact", "Value"), measures(case)),
    }


def plot(name: str, picture: Picture, folder: Path) -> dict[str, Any]:
    put(folder / f"{name}.svg", svg(picture).encode())
    width, height = round(96 * picture.width), round(96 * picture.height)
    return {"name": name, "title": picture.title, "words": picture.words, "width": width, "height": height}


def letters(wager: str) -> tuple[str, ...]:
    """Return the document's pay tables for a wager."""
    if wager == "pair-fortunes":
        return tuple(PAIR_FORTUNES_PAYTABLES)
    return tuple(PAYTABLES["push-ace-high" if wager == "ace-high" else wager])


def edges_by_table(submission: Submission, wager: str) -> list[tuple[str, Fraction]]:
    """Return a progressive's other tables, with their meters at the document's minimum."""
    return [(f"table {letter}", odds(submission, wager, paytable=letter).edge) for letter in letters(wager)]


def table_page(submission: Submission, folder: Path, say: Say) -> dict[str, Any]:
    """Return the frequency of each line of every side bet, and the edges of the document's own pay tables."""
    wagers = [each for each in submission.rules.wagers if each != "main" and each not in ENVY]
    found: dict[str, Any] = {}
    for number, wager in enumerate(wagers):
        say(number, len(wagers))
        if wager in JACK_WAGERS:
            counted = odds(submission, wager, paytable="0=-1")
            shipped = []
        else:
            counted = odds(submission, wager)
            shipped = [(name, str(edge)) for name, edge in edges_by_table(submission, wager)]
        lines = [(each.name, each.count) for each in counted.outcomes if each.name != "lose"]
        found[wager] = {"total": counted.total, "lines": lines, "shipped": shipped}
    return found


if __name__ == "__main__":
    if len(sys.argv) != 3:
        raise PaigowError("usage: sheet_worker KIND FOLDER")
    main(sys.argv[1], Path(sys.argv[2]))
