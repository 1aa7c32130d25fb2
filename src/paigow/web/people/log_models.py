"""Rows that are only ever added, and those of the house's own log. They know nothing of people but their names."""

from typing import Any, ClassVar, NoReturn, TypeVar

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from paigow.web.people.names import MAX_NAME_LENGTH

HASH = 64  # hexadecimal digits


class Immutable(TypeError):
    """Raised on an attempt to change an append-only row."""


M = TypeVar("M", bound=models.Model)


class AppendOnlyQuerySet(models.QuerySet[M]):
    def _refuse(self, *args: object, **kwargs: object) -> NoReturn:
        raise Immutable(f"{self.model.__name__} rows are only ever added.")

    update = delete = bulk_update = update_or_create = _refuse


class AppendOnly(models.Model):
    """A row that the program never changes or removes once added (gaming standards A5, L3)."""

    objects = AppendOnlyQuerySet.as_manager()

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise Immutable(f"{type(self).__name__} rows are only ever added.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise Immutable(f"{type(self).__name__} rows are only ever added.")


class SignificantEvent(AppendOnly):
    """An event that a regulator requires on record, about access, configuration or exceptions (gaming standards L2)."""

    class Kind(models.TextChoices):
        SIGN_IN = "sign-in", _("signed in")
        SIGN_IN_FAILED = "sign-in-failed", _("failed to sign in")
        LOCKED_OUT = "locked-out", _("locked out")
        UNLOCKED = "unlocked", _("unlocked")
        SIGN_UP = "sign-up", _("signed up")
        PASSWORD = "password", _("password changed")
        NAME = "name", _("display name changed")
        ROLE = "role", _("role changed")
        DEACTIVATION = "deactivation", _("account or table disabled or enabled")
        LIMIT = "limit", _("limit changed")
        EXCLUSION = "exclusion", _("self-exclusion")
        ADJUSTMENT = "adjustment", _("balance adjusted")
        TOP_UP = "top-up", _("play money requested")
        SECOND_FACTOR = "second-factor", _("second factor")
        REPORT = "report", _("conduct reported")
        CHECK = "check", _("self-check")
        ALARM = "alarm", _("alarm")
        CONFIG = "config", _("configuration changed")
        GAME = "game", _("game parameters changed")
        TOURNAMENT = "tournament", _("tournament published or revealed")
        SHARE = "share", _("round shared or unshared")
        JACKPOT = "jackpot", _("jackpot parameters changed or jackpot paid")
        VOID = "void", _("void or override")
        LARGE_WAGER = "large-wager", _("large wager")
        LARGE_WIN = "large-win", _("large win")
        DATA = "data", _("data changed outside the program, or lost")
        MISMATCH = "mismatch", _("verification failed")
        ERROR = "error", _("program error")
        OUTAGE = "outage", _("outage")
        CLOCK = "clock", _("clock changed")

    kind = models.CharField(max_length=16, choices=Kind)
    at = models.DateTimeField(default=timezone.now)
    person = models.CharField(max_length=MAX_NAME_LENGTH, blank=True)  # the name, which outlives the account
    address = models.GenericIPAddressField(null=True)
    detail = models.JSONField(default=dict)
    number = models.BigIntegerField(null=True, unique=True)  # 1, 2, 3 ... without gaps; null until it is chained
    hash = models.CharField(max_length=HASH, blank=True, db_default="")  # of the chain, here

    class Meta:
        ordering = ["id"]
        indexes = [models.Index(fields=["kind", "at"]), models.Index(fields=["person", "at"])]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M:%S} {self.kind} {self.person}"

    @property
    def shown_detail(self) -> dict[str, Any]:
        """Return the detail without the statements about rows (`stated`), which only the audit reads."""
        return {name: value for name, value in self.detail.items() if name != "rows"}


class LogHead(models.Model):
    """The end of the house's log: its one row is locked for every event added, and signed each time."""

    entries = models.BigIntegerField(default=0)  # the number of the last event
    head = models.CharField(max_length=HASH)
    at = models.DateTimeField()  # of the last event
    signature = models.CharField(max_length=2 * HASH)

    objects: ClassVar[models.Manager["LogHead"]] = models.Manager()

    def __str__(self) -> str:
        return f"log at {self.entries}"


class LogCheckpoint(AppendOnly):
    """The signed end of the house's log at some event: nothing before it can change unnoticed."""

    number = models.BigIntegerField(unique=True)
    head = models.CharField(max_length=HASH)
    at = models.DateTimeField()
    signature = models.CharField(max_length=2 * HASH)
    key = models.CharField(max_length=HASH)  # the public key

    class Meta:
        ordering = ["number"]

    def __str__(self) -> str:
        return f"log at {self.number}"
