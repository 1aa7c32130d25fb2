"""A person's past rounds, their results, and the session compared with best play."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db.models import Q

from paigow.money import rack
from paigow.money.ledger import EXCHANGES
from paigow.table.verbs import verbs
from paigow.version import __version__
from paigow.web.people.models import User, WalletEntry
from paigow.web.store import journal
from paigow.web.store.models import LedgerEntry, StoredEvent, StoredRound, Table
from paigow.web.work.jobs import Job, discard
from paigow.web.work.lesson_worker import REVIEW

TAKING_PART = verbs("wager", "declare-wager", "call-wager", "accept-bank", "stake")
"""Actions by which a person takes part in a round."""
DAYS = 7
"""The number of days a review is kept before it is computed again."""

WHOLE_CENTS = "whole cents"
"""The format of stored answers; those in another format are recomputed."""


@dataclass(frozen=True, slots=True)
class PastRound:
    """One of a person's rounds, and its result."""

    round: StoredRound
    net: int


def tables_of(person: User) -> list[Table]:
    """Return the tables where the person has bought chips, latest first."""
    slugs = WalletEntry.objects.filter(account__owner=person).exclude(table="").values_list("table", flat=True)
    return list(Table.objects.filter(slug__in=set(slugs)).order_by("-pk"))


def rounds_of(table: Table, player: str, before: int | None = None) -> list[StoredRound]:
    """Return the finished rounds in which the player took part, latest first."""
    mine = StoredEvent.objects.filter(table=table, command__actor=player, command__verb__in=TAKING_PART)
    found = StoredRound.objects.filter(table=table, number__in=set(mine.values_list("round_number", flat=True)))
    found = found.exclude(record_hash="").order_by("-number")
    return list(found if before is None else found.filter(number__lt=before))


def with_money(table: Table, player: str, rounds: Sequence[StoredRound]) -> list[PastRound]:
    """Return each round's effect on the player's rack, without chips bought or changed."""
    if not rounds:
        return []
    mine = str(rack(player))
    first, last = min(each.first for each in rounds), max(each.last or 0 for each in rounds)
    moved = LedgerEntry.objects.filter(Q(debit=mine) | Q(credit=mine), table=table, number__range=(first, last))
    entries = list(moved.exclude(movement__in=EXCHANGES).values_list("number", "credit", "cents"))
    results = []
    for each in rounds:
        own = [entry for entry in entries if each.first <= entry[0] <= (each.last or 0)]
        results.append(PastRound(each, sum(cents if credit == mine else -cents for _number, credit, cents in own)))
    return results


@dataclass(frozen=True, slots=True)
class SessionReview(Job):
    """Some of a player's rounds at a table compared with best play of the same hands (`learning.review`)."""

    table: Table
    player: str
    rounds: tuple[StoredRound, ...]

    @property
    def folder(self) -> Path:
        what = [__version__, WHOLE_CENTS, self.table.slug, self.player, *(each.record_hash for each in self.rounds)]
        return self._cache_folder / hashlib.sha256("\n".join(what).encode()).hexdigest()

    @property
    def _cache_folder(self) -> Path:
        return Path(settings.DATA) / "reviews"

    @property
    def worker(self) -> tuple[str, ...]:
        return "paigow.web.work.lesson_worker", "review"

    def prepare(self) -> None:
        """Write the stored rounds for the worker: the state before each, and its events command by command."""
        discard(self._cache_folder, DAYS)
        rounds = [self._round(each) for each in sorted(self.rounds, key=lambda each: each.number)]
        data = {"submission": self.table.submission, "player": self.player, "rounds": rounds}
        self.file(REVIEW).write_text(json.dumps(data), encoding="utf-8")

    def _round(self, kept: StoredRound) -> dict[str, Any]:
        slug = self.table.slug
        rows = StoredEvent.objects.filter(table=self.table, number__range=(kept.first, kept.last)).order_by("number")
        by_command: dict[int, list[dict[str, Any]]] = {}
        for row in rows:
            by_command.setdefault(row.command_id, []).append(journal.event_data(slug, row))
        return {"before": journal.data_before(self.table, kept), "deeds": list(by_command.values())}
