"""The values of a duplicate entry's hands: computed once by a separate process, then stored with the entry."""

import hashlib
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction

from paigow.learning.duplicate import PLAYER
from paigow.version import __version__
from paigow.web.people.events import Kind, note
from paigow.web.service import duplicates
from paigow.web.store.models import TournamentEntry
from paigow.web.work.jobs import Job, Progress, discard
from paigow.web.work.lesson_worker import RECORD

DAYS = 7
KEPT = ("value", "house_value", "best_value", "cost", "cost_cents", "wager", "result", "net")
"""The data stored about each hand: no cards or tiles, so that a score can be shown to those who have yet to play."""


@dataclass(frozen=True, slots=True)
class EntryReview(Job):
    """The hands of a finished entry compared with best play."""

    entry: TournamentEntry

    @property
    def folder(self) -> Path:
        what = "\n".join((__version__, PLAYER, duplicates.record_of(self.entry)))
        return self._cache_folder / hashlib.sha256(what.encode()).hexdigest()

    @property
    def _cache_folder(self) -> Path:
        return Path(settings.DATA) / "duplicates"

    @property
    def worker(self) -> tuple[str, ...]:
        return "paigow.web.work.lesson_worker", "played"

    def prepare(self) -> None:
        discard(self._cache_folder, DAYS)
        self.file(RECORD).write_text(duplicates.record_of(self.entry), encoding="utf-8")


def score(entry: TournamentEntry, client: str) -> Progress | None:
    """Start computing a finished entry, or store the result; return None once it is scored."""
    if entry.scored is not None or entry.finished_at is None:
        return None
    job = EntryReview(entry)
    found = job.found()
    if found is None:
        return job.begin(client)
    entry.scored = [{name: hand[name] for name in KEPT} for hand in found["hands"]]
    with transaction.atomic():
        if TournamentEntry.objects.filter(pk=entry.pk, scored=None).update(scored=entry.scored):
            note(Kind.TOURNAMENT, "", {"tournament": entry.tournament.slug, "done": "scored"}, rows=(entry,))
    return None


@dataclass(frozen=True, slots=True)
class Score:
    """An entry's place in the standings."""

    entry: TournamentEntry
    hands: tuple[dict[str, Any], ...]

    @property
    def cost(self) -> Fraction:
        """Return the amount that all hands gave away compared with best play, in cents."""
        return sum((Fraction(hand["cost"]) * hand["wager"] for hand in self.hands), Fraction(0))

    @property
    def expected(self) -> Fraction:
        return sum((Fraction(hand["value"]) * hand["wager"] for hand in self.hands), Fraction(0))

    @property
    def net(self) -> int:
        """Return the actual result, which does not count."""
        return sum(hand["net"] for hand in self.hands)

    @property
    def luck(self) -> Fraction:
        return self.net - self.expected


def ranked(entries: list[TournamentEntry]) -> list[tuple[int, Score]]:
    """Return scored entries, best expected value first; equal values share a place."""
    scores = [Score(entry, tuple(entry.scored)) for entry in entries if entry.scored is not None]
    scores.sort(key=lambda score: (score.cost, score.entry.finished_at))
    places: list[tuple[int, Score]] = []
    for number, each in enumerate(scores, start=1):
        same = bool(places) and places[-1][1].cost == each.cost
        places.append((places[-1][0] if same else number, each))
    return places
