"""The stored rows of every table.

Rows are added and never changed, except a table's own, which stores its current position. A foreign key has no index
of its own where a unique constraint begins with it, or nothing is looked up by it: every booking would pay for it.
"""

from datetime import UTC
from typing import Any, ClassVar

from django.conf import settings
from django.db import models

HASH = 64  # hexadecimal digits


class Dealer(models.Model):
    """A process that deals. It sends a heartbeat; if it stops, another process may take over its tables."""

    name = models.CharField(max_length=100, unique=True)
    started_at = models.DateTimeField()
    beat_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name


class Table(models.Model):
    """A table, its rules, and its current position: the last event, the end of the chain, and when something is due."""

    slug = models.SlugField(max_length=64, unique=True)
    title = models.CharField(max_length=100)
    standard = models.CharField(max_length=32)
    standard_version = models.CharField(max_length=32)
    submission = models.JSONField()  # in full: the rules in force decide, even after an upgrade
    submission_hash = models.CharField(max_length=HASH)
    opened_by = models.CharField(max_length=150)
    opened_at = models.DateTimeField()
    closing = models.BooleanField(default=False)  # no new round
    closed_at = models.DateTimeField(null=True, blank=True)

    sequence = models.PositiveBigIntegerField(default=0)  # number of the last event
    head = models.CharField(max_length=HASH)  # of the chain
    head_code = models.CharField(max_length=HASH, blank=True, default="", db_default="")  # authentication code of both

    dealer = models.ForeignKey(Dealer, null=True, blank=True, on_delete=models.SET_NULL)
    due_at = models.DateTimeField(null=True, blank=True, db_index=True)  # when the dealer visits the table next
    awaited = models.CharField(max_length=200, blank=True)  # what the open window waits for
    window_at = models.DateTimeField(null=True, blank=True)  # when that window opened
    deadline_at = models.DateTimeField(null=True, blank=True)  # when it closes; never, without
    pace = models.JSONField(default=dict)
    bots = models.JSONField(default=dict)  # name -> style
    misses = models.JSONField(default=dict, db_default={})  # unused: an older version still writes it
    attendance = models.JSONField(default=dict, db_default={})  # name -> stored data about a person, see `attendance`
    private = models.BooleanField(default=False, db_default=False)  # for the person who opened it, to practise at
    hosted = models.BooleanField(default=False, db_default=False)  # `opened_by` is its host, see `service.hosting`
    invitation = models.CharField(max_length=32, blank=True, default="", db_default="", db_index=True)  # for its guests
    paused = models.BooleanField(default=False, db_default=False)  # by its host: no new round
    coach = models.BooleanField(default=False, db_default=False)  # the coach is on
    watched_at = models.DateTimeField(null=True, blank=True)  # when somebody last opened the page

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return self.slug


class Invited(models.Model):
    """A person who came to a table by its invitation."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="invited")
    person = models.CharField(max_length=64, db_index=True)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=("table", "person"), name="invited_once")]

    def __str__(self) -> str:
        return f"{self.person} at {self.table}"


class StoredCommand(models.Model):
    """An accepted command, and who gave it. The key makes repeating it harmless."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="commands", db_index=False)
    key = models.CharField(max_length=64)
    fingerprint = models.CharField(max_length=HASH)  # mark of the request under the key
    actor = models.CharField(max_length=64)  # a player, dealer, floor or system
    person = models.CharField(max_length=150)  # given by: a user, a bot, or the dealing process
    verb = models.CharField(max_length=40)
    data = models.JSONField(null=True)  # as in a record; empty if it is sealed
    sealed = models.BinaryField(null=True)
    first = models.PositiveBigIntegerField()  # its events
    last = models.PositiveBigIntegerField()
    at = models.DateTimeField()

    class Meta:
        ordering = ("pk",)
        constraints: ClassVar = [models.UniqueConstraint(fields=("table", "key"), name="one_command_a_key")]

    def __str__(self) -> str:
        return f"{self.actor} {self.verb}"


class StoredEvent(models.Model):
    """One event, chained to the one before it."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="events", db_index=False)
    number = models.PositiveBigIntegerField()
    command = models.ForeignKey(StoredCommand, on_delete=models.PROTECT, related_name="events", db_index=False)
    round_number = models.PositiveBigIntegerField()  # 0 before the first round
    kind = models.CharField(max_length=40)
    data = models.JSONField(null=True)
    sealed = models.BinaryField(null=True)  # instead of `data` if the event hides something
    hash = models.CharField(max_length=HASH)

    class Meta:
        ordering = ("table", "number")
        constraints: ClassVar = [models.UniqueConstraint(fields=("table", "number"), name="one_event_a_number")]
        indexes: ClassVar = [models.Index(fields=("table", "round_number"))]

    def __str__(self) -> str:
        return f"{self.number} {self.kind}"


class LedgerEntry(models.Model):
    """One transfer of an event, with both balances after it."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="entries", db_index=False)
    number = models.PositiveBigIntegerField()  # of the event
    line = models.PositiveSmallIntegerField()
    debit = models.CharField(max_length=140)
    credit = models.CharField(max_length=140)
    cents = models.BigIntegerField()
    debit_balance = models.BigIntegerField()
    credit_balance = models.BigIntegerField()
    movement = models.CharField(max_length=60)
    reason = models.CharField(max_length=100)  # in words
    clause = models.CharField(max_length=40, blank=True)

    class Meta:
        verbose_name_plural = "ledger entries"
        ordering = ("table", "number", "line")
        constraints: ClassVar = [models.UniqueConstraint(fields=("table", "number", "line"), name="one_entry_a_line")]

    def __str__(self) -> str:
        return f"{self.cents} {self.debit} -> {self.credit}"


class MeterChange(models.Model):
    """A progressive meter after an event that changed it: the six values of its level."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="meter_changes", db_index=False)
    number = models.PositiveBigIntegerField()
    meter = models.CharField(max_length=64)
    contributed = models.BigIntegerField()
    display = models.BigIntegerField()
    hits = models.PositiveIntegerField()
    wins = models.BigIntegerField()
    overflow = models.BigIntegerField()
    reserve = models.BigIntegerField()

    class Meta:
        ordering = ("table", "number", "meter")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=("table", "number", "meter"), name="one_change_a_meter")
        ]

    def __str__(self) -> str:
        return f"{self.meter} {self.display}"


class StoredRound(models.Model):
    """A round's seed, sealed until the round is over, and the rules under which it was played."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="rounds", db_index=False)
    number = models.PositiveBigIntegerField()
    protocol = models.PositiveSmallIntegerField(default=1, db_default=1)  # version of the fairness algorithm
    commitment = models.CharField(max_length=HASH)
    sealed = models.BinaryField()
    before = models.BinaryField()  # the sealed state at which it opened, so that any round can be replayed separately
    form = models.PositiveSmallIntegerField(default=1, db_default=1)  # format version of `before`
    seed = models.CharField(max_length=HASH, blank=True)  # once revealed
    submission_hash = models.CharField(max_length=HASH)
    standard_version = models.CharField(max_length=32)
    software = models.CharField(max_length=40)
    opened_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)
    void = models.CharField(max_length=200, blank=True)
    known = models.BooleanField(default=False, db_default=False)  # void, when the house could already know the deal
    first = models.PositiveBigIntegerField()  # its events
    last = models.PositiveBigIntegerField(null=True)
    seats = models.JSONField(default=list)  # who sat where at the end, as in its record
    record_hash = models.CharField(max_length=HASH, blank=True)  # hash of its block in the table's record

    class Meta:
        ordering = ("table", "number")
        constraints: ClassVar = [models.UniqueConstraint(fields=("table", "number"), name="one_round_a_number")]

    def __str__(self) -> str:
        return f"round {self.number}"


class StoredChain(models.Model):
    """A published chain of server seeds: its tip, signed by the house, and its secret, sealed."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="chains", db_index=False)
    first = models.PositiveBigIntegerField()  # the first round it covers
    length = models.PositiveIntegerField()
    tip = models.CharField(max_length=HASH)
    sealed = models.BinaryField()  # the seed of its last round, from which all others follow
    number = models.PositiveBigIntegerField()  # number of the event that published it
    at = models.DateTimeField()
    signature = models.CharField(max_length=2 * HASH)
    key = models.CharField(max_length=HASH)  # the public key

    class Meta:
        ordering = ("table", "first")
        constraints: ClassVar = [models.UniqueConstraint(fields=("table", "first"), name="one_chain_a_round")]

    def __str__(self) -> str:
        return f"{self.table} from round {self.first}"


class Snapshot(models.Model):
    """The state after the events so far, to save replaying them.

    It is only a cache: the audit compares it with a replay.
    """

    table = models.OneToOneField(Table, on_delete=models.CASCADE, related_name="snapshot")
    sequence = models.PositiveBigIntegerField()
    form = models.PositiveSmallIntegerField()  # format version
    sealed = models.BinaryField()

    def __str__(self) -> str:
        return f"{self.table} at {self.sequence}"


class Checkpoint(models.Model):
    """The signed end of a table's chain at some event: nothing before it can change unnoticed."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="checkpoints", db_index=False)
    sequence = models.PositiveBigIntegerField()
    head = models.CharField(max_length=HASH)
    at = models.DateTimeField()
    signature = models.CharField(max_length=2 * HASH)
    key = models.CharField(max_length=HASH)  # the public key

    class Meta:
        ordering = ("table", "sequence")
        constraints: ClassVar = [models.UniqueConstraint(fields=("table", "sequence"), name="one_checkpoint_an_event")]

    def __str__(self) -> str:
        return f"{self.table} at {self.sequence}"


class Tournament(models.Model):
    """A duplicate tournament: its commitment, made before anybody played, and its secret, sealed until it is over."""

    slug = models.SlugField(max_length=64, unique=True)
    standard = models.CharField(max_length=32)
    submission = models.JSONField()
    submission_hash = models.CharField(max_length=HASH)
    deals = models.PositiveSmallIntegerField()
    opened_by = models.CharField(max_length=150)
    opened_at = models.DateTimeField()
    deadline = models.DateTimeField(db_index=True)
    tip = models.CharField(max_length=HASH)  # tip of its seed chain
    sealed = models.BinaryField()  # the seed of the last deal, from which all others follow
    signature = models.CharField(max_length=2 * HASH)
    key = models.CharField(max_length=HASH)  # the public key
    secret = models.CharField(max_length=HASH, blank=True)  # once revealed
    revealed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return self.slug


class TournamentEntry(models.Model):
    """One person's entry in a tournament."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="entries")
    person = models.CharField(max_length=64)
    entered_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)
    scored = models.JSONField(null=True, blank=True)  # the value of each hand, once computed

    class Meta:
        verbose_name_plural = "tournament entries"
        ordering = ("pk",)
        constraints: ClassVar = [models.UniqueConstraint(fields=("tournament", "person"), name="one_entry_a_person")]

    def __str__(self) -> str:
        return f"{self.person} in {self.tournament}"


class PlayedHand(models.Model):
    """A hand of an entry as set; sealed, because others may have yet to play it."""

    entry = models.ForeignKey(TournamentEntry, on_delete=models.PROTECT, related_name="hands")
    number = models.PositiveSmallIntegerField()
    sealed = models.BinaryField()
    at = models.DateTimeField()

    class Meta:
        ordering = ("entry", "number")
        constraints: ClassVar = [models.UniqueConstraint(fields=("entry", "number"), name="one_setting_a_hand")]

    def __str__(self) -> str:
        return f"hand {self.number} of {self.entry}"


class SharedRound(models.Model):
    """A finished round that a player has shared with everybody who has the link."""

    token = models.CharField(max_length=32, unique=True)
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="shared")
    number = models.PositiveBigIntegerField()
    person = models.CharField(max_length=64)  # whose view it shows
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=("table", "number", "person"), name="one_link_a_round_and_person")
        ]

    def __str__(self) -> str:
        return f"round {self.number} of {self.table} by {self.person}"


class ApiToken(models.Model):
    """Lets a program act for a person, within its scopes. Only a digest is stored."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=60)
    digest = models.CharField(max_length=HASH, unique=True)
    scopes = models.JSONField(default=list)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(null=True, blank=True)  # null: created before tokens expired
    revoked_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.name

    def signs(self) -> dict[str, Any]:
        """Return the house log's statement about it, so that a changed row is noticed."""
        until = None if self.expires_at is None else self.expires_at.astimezone(UTC).isoformat(timespec="seconds")
        return {"sha256": self.digest, "scopes": self.scopes, "until": until}


class UploadedSubmission(models.Model):
    """An operator's rules within a standard, as written."""

    name = models.CharField(max_length=100)
    text = models.TextField()
    standard = models.CharField(max_length=32)
    hash = models.CharField(max_length=HASH, unique=True)  # hash of the choices, however they were written
    person = models.CharField(max_length=150)
    at = models.DateTimeField()

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return self.name


class AuditRun(models.Model):
    """An audit that a person requested, its progress, and its findings (gaming standards L5: the result is kept)."""

    MOST: ClassVar = 200  # faults that are stored
    table = models.CharField(max_length=64, blank=True)  # its slug; empty for the whole house
    person = models.CharField(max_length=150)
    started_at = models.DateTimeField()
    seen_at = models.DateTimeField()  # the last heartbeat
    finished_at = models.DateTimeField(null=True)
    done = models.PositiveBigIntegerField(default=0)  # events
    total = models.PositiveBigIntegerField(default=0)
    faults = models.JSONField(default=list)
    failed = models.TextField(blank=True)  # why it could not be completed

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"{self.table or 'house'} at {self.started_at:%Y-%m-%d %H:%M}"
