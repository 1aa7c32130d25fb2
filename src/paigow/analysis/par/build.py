"""Build a submission's par sheet: every wager it offers, priced, explained and checked."""

import datetime
from concurrent.futures import Executor

from paigow.analysis.asked import Rules
from paigow.analysis.execution import Progress
from paigow.analysis.par.checks import checks
from paigow.analysis.par.findings import findings
from paigow.analysis.par.method import method
from paigow.analysis.par.sheet import Identification
from paigow.analysis.par.wagers import Pricing
from paigow.analysis.par.whole import ParSheet
from paigow.errors import PaigowError
from paigow.rules import Submission, load_submission, submission_hash
from paigow.version import __version__


def par_sheet(
    rules: Rules,
    *,
    best: bool = True,
    date: datetime.date | str | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> ParSheet:
    """Return the par sheet of a submission.

    Without `best`, a sheet for a card game omits best play, which takes the longest. `date` is the date on the sheet,
    today by default; the same choices and date produce the same sheet.
    """
    submission = rules if isinstance(rules, Submission) else load_submission(rules)
    day = _day(date)
    pricing = Pricing(submission, best, executor, progress)
    sheets = tuple(pricing.sheet(wager) for wager in pricing.offered)
    game = submission.rules.game
    readings = {str(name): str(value) for name, value in pricing.data["readings"].items()}
    return ParSheet(
        Identification(
            standard=submission.standard,
            document=submission.rules.title,
            version=submission.rules.version,
            submission=submission.title,
            operator=submission.operator,
            submission_hash=submission_hash(submission),
            house_way=str(pricing.data["house_way"]),
            readings=tuple(readings.items()),
            package_version=__version__,
            date=day.isoformat(),
        ),
        sheets,
        findings(pricing, sheets),
        checks(game, sheets, readings),
        method(game, len(sheets) > 1),
    )


def _day(date: datetime.date | str | None) -> datetime.date:
    if date is None:
        return datetime.date.today()
    if isinstance(date, datetime.date):
        return date
    try:
        return datetime.date.fromisoformat(date)
    except ValueError:
        raise PaigowError(f"{date!r} is not a day; write it as 2026-11-15") from None
