"""Write a par sheet in the format given by the file's extension."""

import csv
import io
import json
from pathlib import Path

from paigow.analysis.par.sheet import Contents
from paigow.errors import PaigowError

ENDINGS = (".html", ".json", ".csv", ".pdf")
COLUMNS = (
    "standard", "version", "submission_hash", "package", "date", "wager", "paytable", "case", "house_way", "player",
    "outcome", "count", "total", "probability", "probability_decimal", "pays", "terms", "contribution",
    "return", "edge", "hit_frequency", "standard_deviation", "volatility_index",
)  # fmt: skip


def to_json(sheet: Contents) -> str:
    return json.dumps(sheet.to_dict(), ensure_ascii=False, indent=2) + "\n"


def to_csv(sheet: Contents) -> str:
    """Return one row per outcome; values of the wager or the sheet are repeated on every row."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n", extrasaction="ignore")
    writer.writeheader()
    whole = sheet.identification.to_dict()
    for wager in sheet.wagers:
        for case in wager.cases:
            figures = case.to_dict()
            shared = whole | {"wager": wager.wager, "paytable": wager.paytable, "case": case.name} | figures
            outcomes = figures["outcomes"]
            assert isinstance(outcomes, list)
            for outcome in outcomes:
                writer.writerow(shared | outcome | {"outcome": outcome["name"]})
    return text.getvalue()


def check_ending(ending: str) -> str:
    """Refuse unknown formats before spending minutes on the computation."""
    if ending.lower() not in ENDINGS:
        raise PaigowError(
            f"a par sheet's name ends in {', '.join(ENDINGS[:-1])} or {ENDINGS[-1]}, not in {ending or 'nothing'}"
        )
    return ending.lower()


def to_bytes(sheet: Contents, ending: str) -> bytes:
    """Return the sheet in the format of a file extension."""
    match check_ending(ending):
        case ".html":
            from paigow.analysis.par.page import to_html

            return to_html(sheet).encode()
        case ".json":
            return to_json(sheet).encode()
        case ".csv":
            return to_csv(sheet).encode()
        case _:
            from paigow.analysis.par.paper import to_pdf

            return to_pdf(sheet)


def write(sheet: Contents, path: Path) -> None:
    data = to_bytes(sheet, path.suffix)
    try:
        path.write_bytes(data)
    except OSError as error:
        raise PaigowError(f"{path} cannot be written: {error.strerror}") from None
