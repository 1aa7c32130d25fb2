"""Odds and advice. Advice takes milliseconds. Odds may take a minute for cards: they are worked out by a process of
their own, once, and kept on disk under the hash of the question."""

import atexit
import hashlib
import json
import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Annotated, Any, Literal

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from ninja import Query, Router, Status

import paigow
from paigow.errors import PaigowError
from paigow.rules import Submission, load_submission
from paigow.version import __version__
from paigow.web.api.answers import answers
from paigow.web.api.schemas import SLUG, AdviceOut, Odds, Standard, Working
from paigow.web.service import tables
from paigow.web.store import journal

router = Router(tags=["figures"])
PATIENCE = 0.3  # seconds that a question may wait for its answer
AT_ONCE = 1  # processes of this one that work

Rules = Annotated[Standard | None, Query(description="A standard, …", example="maryland-tiles")]
AtTable = Annotated[str | None, Query(pattern=SLUG, description="… or a table, whose own rules are meant")]
Bank = Annotated[Literal["house", "player"] | None, Query()]
Word = Annotated[str | None, Query(min_length=1, max_length=40, pattern=r"^[!-~ ]+$")]
Pieces = Annotated[
    str,
    Query(min_length=2, max_length=60, pattern=r"^[0-9A-Za-z ]+$", example="66 45 12 24"),
]
OtherPieces = Annotated[str | None, Query(min_length=2, max_length=60, pattern=r"^[0-9A-Za-z ]+$")]

_running: dict[Path, subprocess.Popen[bytes]] = {}
_running_lock = threading.Lock()


@router.get("/odds", response=answers({200: Odds, 202: Working}))
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
    """The exact odds of a wager. What has not been asked for before is worked out: ask again after `Retry-After`."""
    submission = _rules(rules, table)
    asked = {"wager": wager, "paytable": paytable, "house_way": house_way, "bank": bank}
    found = _answer({"submission": submission.data(), **{name: item for name, item in asked.items() if item}})
    if found is None:
        response["Retry-After"] = "2"
        return Status(202, Working())
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
    """Every legal setting of a hand with its exact chances, and what the house way makes of it."""
    from paigow.analysis import advise

    found = advise(_rules(rules, table), pieces, house_way=house_way, bank=bank, dealer=dealer).to_dict()
    del found["seconds"]
    return found


def _rules(rules: str | None, table: str | None) -> Submission:
    if (rules is None) == (table is None):
        raise PaigowError("say the rules of a standard or those of a table, and not both")
    return load_submission(rules) if rules is not None else journal.game_at(tables.find(table or "")).submission


def _answer(question: dict[str, Any]) -> dict[str, Any] | None:
    """What is known, or what becomes known while one may wait."""
    text = json.dumps(question, sort_keys=True)
    folder = Path(settings.DATA) / "odds"
    folder.mkdir(exist_ok=True)
    name = hashlib.sha256(f"{__version__}\n{text}".encode()).hexdigest()
    path = folder / f"{name}.json"
    until = time.monotonic() + PATIENCE
    while not path.exists():
        if not _is_worked_on(path, text) or time.monotonic() > until:
            return None
        time.sleep(0.02)
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


@atexit.register
def _stop() -> None:
    """Nobody will come for the answers."""
    for process in _running.values():
        process.kill()


def _is_worked_on(path: Path, question: str) -> bool:
    """Starts the work unless it is going on, or as much is going on as may."""
    with _running_lock:
        for other, process in list(_running.items()):
            if process.poll() is not None:
                del _running[other]
        if path in _running or path.exists():
            return True
        if len(_running) >= AT_ONCE:
            return False
        source = str(Path(paigow.__file__).resolve().parent.parent)
        known = os.pathsep.join(filter(None, (source, os.environ.get("PYTHONPATH"))))
        process = subprocess.Popen(
            [sys.executable, "-m", "paigow.web.api.odds_worker", str(path)],
            stdin=subprocess.PIPE,
            env=os.environ | {"PYTHONPATH": known},
        )
        assert process.stdin is not None
        with process.stdin as pipe:
            pipe.write(question.encode())
        _running[path] = process
        return True
