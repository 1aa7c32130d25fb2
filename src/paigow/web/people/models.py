"""People, their money, their limits, and the records that the house must keep about them."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, ClassVar, NoReturn, TypeVar

from django.conf import settings
from django.contrib.auth.hashers import check_password
from django.contrib.auth.models import AbstractUser
from django.contrib.auth.models import UserManager as DjangoUserManager
from django.db import models, transaction
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from paigow.web.people.names import MAX_NAME_LENGTH, check_name, key_of


@dataclass(frozen=True, slots=True)
class Preferences:
    """Preferences saved with the account, also for guests."""

    pick_up: bool = True  # cards or tiles, as soon as they are dealt
    pass_bank: bool = False  # always
    never_cut: bool = False
    rebet: bool = False  # the bets of the last round, every round
    mute: bool = False  # hide other people's quick phrases
    public_profile: bool = False  # others can see the profile
    ask_surrender: bool = False  # the table pauses for it; otherwise it is a quiet button
    practise_all: bool = False  # practice tables also offer the bank and the cut

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> "Preferences":
        """Parse a form or a row; anything it does not mention has a new player's default."""
        return cls(**{name: bool(data[name]) for name in NAMES if name in data})

    def at_practice(self) -> "Preferences":
        """Return the preferences at a practice table, where the bank and the cut are offered only on request."""
        return self if self.practise_all else replace(self, pass_bank=True, never_cut=True)

    def data(self) -> dict[str, bool]:
        """Return only what differs from a new player's defaults, as stored."""
        usual = asdict(Preferences())
        return {name: value for name, value in asdict(self).items() if value != usual[name]}


NAMES = tuple(field.name for field in fields(Preferences))


HASH = 64  # hexadecimal digits
DISPLAY_NAME_LENGTH = 24
PLAY = "people.play"
WORK = ("people.run_tables", "people.read_records", "people.run_house")


class UserManager(DjangoUserManager["User"]):
    def named(self, name: str) -> models.QuerySet["User"]:
        """Return the person with that name, ignoring case: names that differ only in case are the same."""
        return self.alias(folded=Lower("username")).filter(folded=name.lower())

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.named(username or "").get()

    def create_user(self, *args: Any, **kwargs: Any) -> "User":
        """Create a person by script instead of sign-up; it is logged too."""
        from paigow.web.people.events import Kind, note

        with transaction.atomic():
            person = super().create_user(*args, **kwargs)
            note(Kind.SIGN_UP, person, {"guest": person.guest}, rows=(person,))
        return person

    def create_superuser(self, *args: Any, **kwargs: Any) -> "User":
        """Create an administrator and log it, like every role."""
        from paigow.web.people.events import Kind, note

        with transaction.atomic():
            person = super().create_superuser(*args, **kwargs)
            about = {"of": person.username, "before": [], "after": [], "administrator": True}
            note(Kind.ROLE, "", about, rows=(person,))
        return person

    async def aget_by_natural_key(self, username: str | None) -> "User":
        return await self.named(username or "").aget()


class User(AbstractUser):
    """A person. The user name is also the player's name at a table."""

    username = models.CharField(_("name"), max_length=MAX_NAME_LENGTH, unique=True, validators=[check_name])
    display_name = models.CharField(
        _("display name"), max_length=DISPLAY_NAME_LENGTH, blank=True, db_default="", default=""
    )
    display_key = models.CharField(max_length=128, blank=True, db_default="", default="", editable=False)
    name_key = models.CharField(
        max_length=MAX_NAME_LENGTH, blank=True, db_default="", default="", editable=False, db_index=True
    )  # of the user name; both from `key_of`
    guest = models.BooleanField(_("guest"), default=False)  # a guest, without a password
    language = models.CharField(_("language"), max_length=10, blank=True)
    previous_login = models.DateTimeField(_("sign-in before the last"), null=True, blank=True)
    stamp = models.PositiveIntegerField(default=0, db_default=0)  # incrementing it ends all sessions
    preferences = models.JSONField(default=dict, db_default={}, blank=True)  # in the format of `Preferences`

    objects: ClassVar[UserManager] = UserManager()
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta(AbstractUser.Meta):
        constraints = [
            models.UniqueConstraint(Lower("username"), name="person_name_whatever_capitals"),
            models.UniqueConstraint(
                Lower("display_name"), name="display_name_whatever_capitals", condition=~models.Q(display_name="")
            ),
            models.UniqueConstraint(
                fields=["display_key"], name="one_display_name_a_key", condition=~models.Q(display_key="")
            ),
        ]
        permissions = [
            ("play", "May play at tables"),
            ("run_tables", "May run tables: the floor"),
            ("read_records", "May read all records: the auditor"),
            ("run_house", "May run the house: the operator"),
        ]

    @property
    def called(self) -> str:
        """Return the name that pages show."""
        return self.display_name or self.username

    def get_session_auth_hash(self) -> str:
        """Return the session hash, so that a new password or stamp ends all sessions."""
        return self._stamped(super().get_session_auth_hash())

    def get_session_auth_fallback_hash(self) -> Iterator[str]:
        return map(self._stamped, super().get_session_auth_fallback_hash())

    def _stamped(self, digest: str) -> str:
        return f"{digest}-{self.stamp}" if self.stamp else digest

    def check_password(self, raw_password: str | None) -> bool:
        """Check the password. One that was hashed in an older way is hashed again, and the log says so."""
        return check_password(raw_password, self.password, self._hash_again)

    def _hash_again(self, raw_password: str) -> None:
        from paigow.web.people.events import Kind, note

        self.set_password(raw_password)
        with transaction.atomic():
            self.save(update_fields=["password"])
            note(Kind.CONFIG, self, {"done": "password hashed again"}, rows=(self,))

    def has_perm(self, perm: str, obj: Any = None) -> bool:
        """Return whether the person has a permission.

        Staff may not play, administrators least of all. If the house requires a second factor, staff may do nothing
        without one.
        """
        if perm == PLAY:
            works = self.is_superuser or self.is_staff or any(super(User, self).has_perm(each) for each in WORK)
            return not works and super().has_perm(perm, obj)
        return super().has_perm(perm, obj) and not self.lacks_second_factor

    def has_module_perms(self, app_label: str) -> bool:
        return super().has_module_perms(app_label) and not self.lacks_second_factor

    @cached_property
    def lacks_second_factor(self) -> bool:
        """Return whether the house requires a second factor that this person lacks."""
        if not settings.STAFF_SECOND_FACTOR:
            return False
        from paigow.web.people.roles import is_staff

        return is_staff(self) and not SecondFactor.objects.filter(person=self).exclude(confirmed_at=None).exists()

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Reject names the engine would refuse to seat."""
        check_name(self.username)
        self.display_key, self.name_key = key_of(self.display_name), key_of(self.username)
        super().save(*args, **kwargs)


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


class Account(models.Model):
    """An account of play money. The row is locked for every movement; its balance is that of its last entry."""

    class Kind(models.TextChoices):
        HOUSE = "house"  # the source of play money; the only account that may be negative
        WALLET = "wallet"  # a person's
        CAGE = "cage"  # a table's funds for the chips it has sold

    kind = models.CharField(max_length=6, choices=Kind)
    owner = models.OneToOneField(User, models.PROTECT, null=True, related_name="wallet")
    table = models.CharField(max_length=64, blank=True)
    balance = models.BigIntegerField(default=0)
    entries = models.BigIntegerField(default=0)  # the number of the last entry

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table"], condition=models.Q(kind="cage"), name="one_cage_per_table"),
            models.UniqueConstraint(fields=["kind"], condition=models.Q(kind="house"), name="one_house"),
            models.CheckConstraint(
                condition=models.Q(kind="house") | models.Q(balance__gte=0), name="only_the_house_below_zero"
            ),
            models.CheckConstraint(
                condition=models.Q(kind="wallet", owner__isnull=False, table="")
                | models.Q(kind="cage", owner__isnull=True) & ~models.Q(table="")
                | models.Q(kind="house", owner__isnull=True, table=""),
                name="an_account_is_somebodys",
            ),
        ]

    def __str__(self) -> str:
        if self.kind == self.Kind.WALLET:
            return f"wallet:{self.owner}"
        return f"cage:{self.table}" if self.kind == self.Kind.CAGE else "house"


class WalletEntry(AppendOnly):
    """One half of a movement; the other half has the opposite amount in the counterpart account."""

    class Reason(models.TextChoices):
        GRANT = "grant", _("Starting play money")
        TOP_UP = "top-up", _("More play money")
        BUY_IN = "buy-in", _("Chips bought")
        CASH_OUT = "cash-out", _("Chips cashed in")
        FILL = "fill", _("Chips brought to the table")
        ADJUSTMENT = "adjustment", _("Adjustment by the house")

    account = models.ForeignKey(Account, models.PROTECT, related_name="lines")
    number = models.BigIntegerField()  # 1, 2, 3 ... in the account, without gaps
    cents = models.BigIntegerField()
    balance = models.BigIntegerField()  # of the account, after this entry
    reason = models.CharField(max_length=12, choices=Reason)
    table = models.CharField(max_length=64, blank=True)
    event = models.BigIntegerField(null=True)
    at = models.DateTimeField()
    counterpart = models.ForeignKey(Account, models.PROTECT, related_name="+")
    counterpart_number = models.BigIntegerField()

    class Meta:
        verbose_name_plural = "wallet entries"
        ordering = ["account", "number"]
        constraints = [
            models.UniqueConstraint(fields=["account", "number"], name="entry_numbers_once"),
            models.CheckConstraint(condition=~models.Q(cents=0), name="an_entry_moves_money"),
        ]
        indexes = [models.Index(fields=["account", "at"])]

    def __str__(self) -> str:
        return f"{self.account}/{self.number}"


class LimitKind(models.TextChoices):
    """The quantities that can be limited. Money is in cents, time in seconds, each per day (UTC)."""

    DEPOSIT = "deposit", _("Play money requested per day")
    BUY_IN = "buy-in", _("Chips bought per day")
    LOSS = "loss", _("Loss per day")
    TIME = "time", _("Time played per day")


class Limit(models.Model):
    """A person's own limit; null is no limit. A looser one waits in `pending` until `pending_from`."""

    person = models.ForeignKey(User, models.CASCADE, related_name="limits")
    kind = models.CharField(max_length=8, choices=LimitKind)
    value = models.BigIntegerField(null=True)
    pending = models.BigIntegerField(null=True)
    pending_from = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["person", "kind"], name="one_limit_of_a_kind")]


class HouseLimit(models.Model):
    """The operator's limit for everybody; the tighter of it and the person's own applies."""

    kind = models.CharField(max_length=8, choices=LimitKind, primary_key=True)
    value = models.BigIntegerField(_("limit"), null=True, blank=True, help_text=_("Cents, or seconds for time."))

    def __str__(self) -> str:
        return self.get_kind_display()


class Exclusion(AppendOnly):
    """A self-exclusion until a given time. It cannot be shortened: the latest `until` counts."""

    person = models.ForeignKey(User, models.PROTECT, related_name="exclusions")
    at = models.DateTimeField()
    until = models.DateTimeField()


class PlayTime(models.Model):
    """The time that a person was here on a day (UTC), in seconds."""

    person = models.ForeignKey(User, models.CASCADE, related_name="play_times")
    day = models.DateField()
    seconds = models.BigIntegerField(default=0)
    last = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["person", "day"], name="one_play_time_a_day")]


class SignInGuard(models.Model):
    """Failed sign-ins under a name since `since`, whether or not the name exists."""

    name = models.CharField(max_length=MAX_NAME_LENGTH, primary_key=True)
    failures = models.PositiveIntegerField(default=0)
    since = models.DateTimeField(db_index=True)


class SecondFactor(models.Model):
    """A key shared by a person's authenticator and the house; in force once its first code has been entered."""

    person = models.OneToOneField(User, models.CASCADE, related_name="second_factor")
    sealed = models.BinaryField()
    made_at = models.DateTimeField()
    confirmed_at = models.DateTimeField(null=True)
    last_step = models.BigIntegerField(default=0)  # step of the last accepted code, which is not accepted again
    failures = models.PositiveIntegerField(default=0)
    since = models.DateTimeField()  # of the failures

    def __str__(self) -> str:
        return f"second factor of {self.person}"


class RecoveryCode(models.Model):
    """A code for a person without the authenticator; each works once. Only a digest is stored."""

    person = models.ForeignKey(User, models.CASCADE, related_name="recovery_codes")
    digest = models.CharField(max_length=HASH)
    used_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["person", "digest"], name="a_recovery_code_once")]


class Visit(models.Model):
    """A session of a person who is signed in, so that they can see and end it. It is deleted when they sign out."""

    session_key = models.CharField(max_length=40, unique=True)
    person = models.ForeignKey(User, models.CASCADE, related_name="visits")
    began = models.DateTimeField()
    seen = models.DateTimeField()
    address = models.GenericIPAddressField(null=True)
    device = models.CharField(max_length=200, blank=True)  # the browser's user agent

    class Meta:
        ordering = ["-seen"]

    def __str__(self) -> str:
        return f"{self.person} since {self.began:%Y-%m-%d %H:%M:%S}"


class Rate(models.Model):
    """The time at which the next request of this scope and origin is due: the one number a steady rate needs."""

    scope = models.CharField(max_length=32)
    origin = models.CharField(max_length=64)
    due = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["scope", "origin"], name="one_rate_per_origin")]


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
    def told(self) -> dict[str, Any]:
        """Return the detail without the statements about rows (`stated`), which only the audit reads."""
        return {name: value for name, value in self.detail.items() if name != "rows"}


class LogHead(models.Model):
    """The end of the house's log: its one row is locked for every event added, and signed each time."""

    entries = models.BigIntegerField(default=0)  # the number of the last event
    head = models.CharField(max_length=HASH)
    at = models.DateTimeField()  # of the last event
    signature = models.CharField(max_length=2 * HASH)

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
