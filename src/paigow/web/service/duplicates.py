"""Duplicate tournaments: provably identical deals, which everybody plays at their own pace before a deadline.

The secret of the deals is drawn when a tournament is created and sealed in the database; the tip of its chain is signed
and logged before anybody can enter. A deal is computed only for a player who has set every earlier hand. The secret,
other people's hands and the records are published after the deadline.
"""

import secrets
from collections import OrderedDict
from datetime import datetime, timedelta
from threading import Lock
from typing import Final

from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from paigow.errors import PaigowError
from paigow.fairness import Chain, chain_seeds, new_server_seed
from paigow.hands.pieces import Setting
from paigow.learning import duplicate
from paigow.rules import load_submission, stored_submission, submission_hash
from paigow.table import Event
from paigow.web.people.events import Kind, note
from paigow.web.people.models import User
from paigow.web.seals.sealing import public_key, seal, sign, unseal
from paigow.web.service.authority import PLAY
from paigow.web.service.errors import NotYours, ServiceError, Stale
from paigow.web.store.models import PlayedHand, Tournament, TournamentEntry

MAX_OPEN: Final = 3  # open tournaments that one person may have
DEALS: Final = (5, 10, 20)
HOURS: Final = (1, 24, 72, 168)
MAX_ENTRIES: Final = 1000


class TooManyTournaments(ServiceError):
    reason = "too-many-tournaments"
    status = 409


class TournamentOver(ServiceError):
    reason = "tournament-over"
    status = 409


def secret_place(slug: str) -> str:
    return f"{slug}/duplicate"


def hand_place(slug: str, person: str, number: int) -> str:
    return f"{slug}/duplicate/{person}/{number}"


def statement(tournament: Tournament) -> str:
    """Return the statement that the house signs before the first entry: the deals, the rules and the deadline."""
    deadline = tournament.deadline.strftime("%Y-%m-%dT%H:%M:%SZ")
    rules = tournament.submission_hash
    return f"paigow/v1/duplicate {tournament.slug} {rules} {tournament.deals} {deadline} {tournament.tip}"


def create(person: User, standard: str, deals: int, hours: int, request: HttpRequest | None = None) -> Tournament:
    """Publish a tournament: its rules, number of deals, deadline and commitment."""
    if not person.has_perm(PLAY):
        raise NotYours(_("Staff cannot play or host tournaments."))
    for value, known in ((standard, duplicate.STANDARDS), (deals, DEALS), (hours, HOURS)):
        if value not in known:
            fields = {"value": value, "all": ", ".join(map(str, known))}
            raise PaigowError(_("%(value)s is not on offer: choose one of %(all)s.") % fields)
    submission, now = load_submission(standard), timezone.now()
    slug, secret = f"duplicate-{secrets.token_hex(6)}", new_server_seed()
    with transaction.atomic():
        User.objects.select_for_update().get(pk=person.pk)
        if Tournament.objects.filter(opened_by=person.username, deadline__gt=now).count() >= MAX_OPEN:
            fields = {"most": MAX_OPEN}
            raise TooManyTournaments(_("You can run %(most)d tournaments at a time. Wait for one to end.") % fields)
        tournament = Tournament(
            slug=slug,
            standard=standard,
            submission=submission.data(),
            submission_hash=submission_hash(submission),
            deals=deals,
            opened_by=person.username,
            opened_at=now,
            deadline=(now + timedelta(hours=hours)).replace(microsecond=0),
            tip=duplicate.commitment(slug, secret, deals).tip.hex(),
            sealed=seal(secret.hex(), secret_place(slug)),
            key=public_key(),
        )
        tournament.signature = sign(statement(tournament))
        tournament.save()
        about = {"tournament": slug, "statement": statement(tournament), "signature": tournament.signature}
        note(Kind.TOURNAMENT, person, {**about, "done": "published"}, request)
    return tournament


def find(slug: str) -> Tournament | None:
    """Return the tournament, publishing its secret if the deadline has passed."""
    tournament = Tournament.objects.filter(slug=slug).first()
    if tournament is not None and tournament.revealed_at is None and timezone.now() >= tournament.deadline:
        reveal_due(timezone.now())
        tournament.refresh_from_db()
    return tournament


def is_over(tournament: Tournament, now: datetime | None = None) -> bool:
    """Return whether nobody may play any more. Deals that are public stay so, even if the clock goes back."""
    return tournament.revealed_at is not None or (now or timezone.now()) >= tournament.deadline


def reveal_due(now: datetime) -> int:
    """Publish the secrets of tournaments whose deadline has passed; return the number of tournaments."""
    done = 0
    for slug in list(Tournament.objects.filter(deadline__lte=now, revealed_at=None).values_list("slug", flat=True)):
        with transaction.atomic():
            tournament = Tournament.objects.select_for_update().get(slug=slug)
            if tournament.revealed_at is not None:
                continue
            tournament.secret, tournament.revealed_at = secret_of(tournament).hex(), now
            tournament.save(update_fields=("secret", "revealed_at"))
            note(Kind.TOURNAMENT, "", {"tournament": slug, "secret": tournament.secret, "done": "revealed"})
            done += 1
    return done


def secret_of(tournament: Tournament) -> bytes:
    return bytes.fromhex(unseal(tournament.sealed, secret_place(tournament.slug)))


def enter(person: User, tournament: Tournament, request: HttpRequest | None = None) -> TournamentEntry:
    """Enter a tournament. Entering again changes nothing; each account has one entry."""
    if not person.has_perm(PLAY):
        raise NotYours(_("Staff cannot play or host tournaments."))
    with transaction.atomic():
        held = Tournament.objects.select_for_update().get(pk=tournament.pk)
        found = TournamentEntry.objects.filter(tournament=held, person=person.username).first()
        if found is not None:
            return found
        if is_over(held):
            raise TournamentOver(_("This tournament is over."))
        if held.entries.count() >= MAX_ENTRIES:
            raise PaigowError(_("This tournament is full."))
        entry = TournamentEntry.objects.create(tournament=held, person=person.username, entered_at=timezone.now())
        note(Kind.TOURNAMENT, person, {"tournament": held.slug, "done": "entered"}, request, rows=(entry,))
    return entry


def settings_of(entry: TournamentEntry) -> tuple[str, ...]:
    """Return an entry's settings, in order."""
    slug = entry.tournament.slug
    rows = entry.hands.order_by("number")
    return tuple(unseal(row.sealed, hand_place(slug, entry.person, row.number)) for row in rows)


class Plays:
    """Cache of partly played entries, keyed by their settings; missing ones are recomputed."""

    def __init__(self, most: int = 64) -> None:
        self._known: OrderedDict[tuple[int, tuple[str, ...]], duplicate.Entry] = OrderedDict()
        self._most = most
        self._lock = Lock()

    def of(self, tournament: Tournament, settings: tuple[str, ...]) -> duplicate.Progress:
        """Return an entry as it stands, for reading.

        Entries with the same settings share a table, so a reader must not see it go on when somebody else sets a hand.
        """
        found = self.take(tournament, settings)
        progress = found.progress
        self.put(tournament, found)
        return progress

    def take(self, tournament: Tournament, settings: tuple[str, ...]) -> duplicate.Entry:
        """Remove an entry's table from the cache to play on it; nobody else has it until it is put back."""
        with self._lock:
            found = self._known.pop((tournament.pk, settings), None)
        if found is not None:
            return found
        rules = stored_submission(tournament.submission)
        return duplicate.Entry(rules, tournament.slug, secret_of(tournament), tournament.deals, settings)

    def put(self, tournament: Tournament, play: duplicate.Entry) -> None:
        with self._lock:
            self._known[tournament.pk, play.settings] = play
            while len(self._known) > self._most:
                self._known.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._known.clear()


PLAYS = Plays()
"""The process-wide instance."""


def play_of(entry: TournamentEntry) -> duplicate.Progress:
    """Return the entry's table as far as it has been played."""
    return PLAYS.of(entry.tournament, settings_of(entry))


def set_hand(person: User, tournament: Tournament, number: int, setting: str | Setting) -> tuple[Event, ...]:
    """Set hand `number`, which must be the next one; return the resulting events.

    A hand cannot be changed once set. The round is played before anything is locked, since that takes a while; of two
    simultaneous requests, one is refused.
    """
    rows = TournamentEntry.objects.select_related("tournament")
    entry = rows.filter(tournament=tournament, person=person.username).first()
    if entry is None:
        raise NotYours(_("Enter the tournament first."))
    settings = settings_of(entry)
    _require_open(entry, number, len(settings))
    play = PLAYS.take(entry.tournament, settings)
    try:
        events = play.set(setting)
    except PaigowError:
        PLAYS.put(entry.tournament, play)  # refused: nothing has changed
        raise
    sealed = seal(play.settings[-1], hand_place(entry.tournament.slug, entry.person, number))
    try:
        with transaction.atomic():
            held = TournamentEntry.objects.select_for_update().get(pk=entry.pk)
            now = timezone.now()
            _require_open(held, number, held.hands.count())
            PlayedHand.objects.create(entry=held, number=number, sealed=sealed, at=now)
            if play.is_over:
                held.finished_at = now
                held.save(update_fields=("finished_at",))
                note(Kind.TOURNAMENT, person, {"tournament": tournament.slug, "done": "finished"}, rows=(held,))
    except IntegrityError as error:
        raise Stale(_("Hand %(number)d is already set.") % {"number": number}, number) from error
    PLAYS.put(entry.tournament, play)
    return events


def _require_open(entry: TournamentEntry, number: int, played: int) -> None:
    if is_over(entry.tournament):
        raise TournamentOver(_("The deadline has passed."))
    if number != played + 1:
        raise Stale(_("Hand %(number)d is already set.") % {"number": number}, played)


def may_compare(tournament: Tournament, person: str) -> bool:
    """Return whether a person may see the standings.

    Everybody may after the deadline; before it, only players who have finished may.
    """
    if is_over(tournament):
        return True
    return bool(person) and tournament.entries.filter(person=person).exclude(finished_at=None).exists()


def record_of(entry: TournamentEntry) -> str:
    """Return the record of an entry, which reveals its deals and seeds.

    It is for the scoring process and, after the deadline, for everybody.
    """
    return play_of(entry).record()


def published(tournament: Tournament) -> dict[str, object]:
    """Return everything needed to check a tournament; the seeds only after the deadline."""
    chain = Chain(tournament.slug, 1, tournament.deals, bytes.fromhex(tournament.tip))
    data: dict[str, object] = {
        "tournament": tournament.slug,
        "standard": tournament.standard,
        "submission": tournament.submission,
        "submission_hash": tournament.submission_hash,
        "deals": tournament.deals,
        "deadline": tournament.deadline.isoformat(),
        "tip": tournament.tip,
        "statement": statement(tournament),
        "signature": tournament.signature,
        "key": tournament.key,
    }
    if tournament.revealed_at is not None:
        seeds = chain_seeds(tournament.slug, 1, bytes.fromhex(tournament.secret), tournament.deals)
        data["seeds"] = [seed.hex() for seed in seeds]
        data["holds"] = all(chain.holds(number, seed) for number, seed in enumerate(seeds, start=1))
    return data
