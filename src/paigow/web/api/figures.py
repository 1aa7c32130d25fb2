"""Odds and advice, both computed by other processes.

Requests wait for advice. Odds may take a minute for cards: they are computed once, and stored on disk under the hash of
the question.
"""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from ninja import Query, Router, Status

from paigow.errors import PaigowError
from paigow.rules import Submission, load_submission
from paigow.version import __version__
from paigow.web.api.access import OPEN, reader_of
from paigow.web.api.answers import answers
from paigow.web.api.figure_schemas import AdviceOut, Odds
from paigow.web.api.schemas import SLUG, Standard, Working
from paigow.web.people.access import client_of
from paigow.web.service.authority import found_by
from paigow.web.store import journal
from paigow.web.work.advisers import advisers
from paigow.web.work.jobs import Job, discard
from paigow.web.work.odds_worker import QUESTION

router = Router(tags=["figures"], auth=OPEN)
DAYS = 90
"""The number of days for which an answer about odds is kept."""

Rules = Annotated[Standard | None, Query(description="A standard, …", example="maryland-tiles")]
AtTable = Annotated[str | None, Query(pattern=SLUG, description="… or a table, whose own rules are meant")]
Bank = Annotated[Literal["house", "player"] | None, Query()]
Word = Annotated[str | None, Query(min_length=1, max_length=40, pattern=r"^[!-~ ]+$")]
Pieces = Annotated[
    str,
    Query(min_length=2, max_length=60, pattern=r"^[0-9A-Za-z ]+$", example="66 45 12 24"),
]
OtherPieces = Annotated[str | None, Query(min_length=2, max_length=60, pattern=r"^[0-9A-Za-z ]+$")]


@router.get("/odds", response=answers({200: Odds, 202: Working}), exclude_unset=True)
def get_odds(
    request: HttpRequest,
    response: HttpResponse,
    rules: Rules = None,
    table: AtTable = None,
    wager: Annotated[str, Query(min_length=1, max_length=40, pattern=r"^[a-z-]+$")] = "main",
    paytable: Word = None,
    house_way: Word = None,
    bank: Bank = None,
) -> Any:
    """Return the exact odds of a wager.

    If they have not been requested before, they are computed first: ask again after `Retry-After`.
    """
    submission = _rules(request, rules, table)
    asked = {"wager": wager, "paytable": paytable, "house_way": house_way, "bank": bank}
    question = {"submission": submission.data(), **{name: item for name, item in asked.items() if item}}
    job = OddsQuestion(json.dumps(question, sort_keys=True))
    found = job.found()
    if found is None:
        if job.begin(client_of(request)).failed:
            raise RuntimeError(f"odds cannot be worked out: {job.file('worker.log')} says why")
        response["Retry-After"] = "2"
        return Status(202, Working(status="working"))
    if "error" in found:
        raise PaigowError(found["error"], found["clause"])
    return Status(200, found)


@router.get("/advice", response=answers({200: AdviceOut}))
def get_advice(
    request: HttpRequest,
    pieces: Pieces,
    rules: Rules = None,
    table: AtTable = None,
    house_way: Word = None,
    bank: Bank = None,
    dealer: OtherPieces = None,
) -> Any:
    """Return every legal setting of a hand with its exact chances, and how the house way sets it."""
    asked = {"house_way": house_way, "bank": bank, "dealer": dealer}
    found = advisers.advise(client_of(request), _rules(request, rules, table), pieces, **asked).to_dict()
    del found["seconds"]
    return found


def _rules(request: HttpRequest, rules: str | None, table: str | None) -> Submission:
    if (rules is None) == (table is None):
        raise PaigowError("say the rules of a standard or those of a table, and not both")
    if rules is not None:
        return load_submission(rules)
    return journal.game_at(found_by(reader_of(request), table or "")).submission


@dataclass(frozen=True, slots=True)
class OddsQuestion(Job):
    """A question about odds, identified by its hash and the version that answers it."""

    text: str

    @property
    def folder(self) -> Path:
        name = hashlib.sha256(f"{__version__}\n{self.text}".encode()).hexdigest()
        return self._cache_folder / name

    @property
    def _cache_folder(self) -> Path:
        return Path(settings.DATA) / "odds"

    @property
    def worker(self) -> tuple[str, ...]:
        return ("paigow.web.work.odds_worker",)

    def prepare(self) -> None:
        discard(self._cache_folder, DAYS)
        self.file(QUESTION).write_text(self.text, encoding="utf-8")
