"""Django's admin, mostly read-only. Operators close accounts and unlock names; only administrators assign roles."""

from typing import TYPE_CHECKING, Any

from django.contrib import admin, messages
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import Group
from django.core.exceptions import PermissionDenied
from django.db import models, transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _

from paigow.web.people.access import lately_proved, unlock
from paigow.web.people.events import Kind, note
from paigow.web.people.log_models import SignificantEvent
from paigow.web.people.models import Account, Exclusion, HouseLimit, Limit, User, WalletEntry
from paigow.web.people.roles import start_anew
from paigow.web.people.wallet import house_limit

if TYPE_CHECKING:  # generic for the type checker only
    ModelAdmin = admin.ModelAdmin[Any]
    UserModelAdmin = UserAdmin[User]
else:
    ModelAdmin, UserModelAdmin = admin.ModelAdmin, UserAdmin


class Guarded(ModelAdmin):
    """Allow filtering only by the columns that the page offers.

    Django accepts any column from the URL, and anyone who can ask how a hidden value starts can soon read all of it.
    """

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        offered = {each for each in (*self.get_list_filter(request), self.date_hierarchy) if isinstance(each, str)}
        return lookup.partition("__")[0] in offered and super().lookup_allowed(lookup, value, request)

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        """Refuse a date that no calendar has like any other filter that makes no sense."""
        try:
            return super().get_changelist_instance(request)
        except OverflowError as error:
            raise IncorrectLookupParameters from error


class ReadOnly(Guarded):
    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return False


@admin.register(User)
class PersonAdmin(Guarded, UserModelAdmin):
    """People are never deleted: an account is closed, so that the books keep its name.

    The hash of a password is not shown: those who may read the page could guess the password at leisure.
    """

    list_display = ("username", "guest", "is_active", "is_staff", "last_login")
    list_filter = ("guest", "is_active", "groups")
    search_fields = ("username",)
    actions = ("unlock_names",)
    fieldsets = (
        (
            None,
            {"fields": ("username", "guest", "is_active", "language", "last_login", "previous_login", "date_joined")},
        ),
        ("Roles", {"fields": ("is_staff", "is_superuser", "groups", "user_permissions")}),
    )
    always_fixed = ("username", "guest", "last_login", "previous_login", "date_joined")
    for_administrators = ("is_staff", "is_superuser", "groups", "user_permissions")

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> tuple[str, ...]:
        if obj is None:
            return ()
        return self.always_fixed if request.user.is_superuser else self.always_fixed + self.for_administrators

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Deny adding people: anyone who created an account for another would know its password."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Let only an administrator change staff: those who run the house may not lock out those who watch it."""
        allowed = super().has_change_permission(request, obj)
        return allowed and (obj is None or request.user.is_superuser or not obj.has_staff_role)

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return False

    def change_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        """Require a recently entered password, as in the console, because roles are assigned here."""
        change = super().change_view
        return lately_proved(lambda request: change(request, *args, **kwargs))(request)

    def changelist_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        """Show the list. It is for reading only, without actions."""
        shown = super().changelist_view
        if request.method != "POST":
            return shown(request, *args, **kwargs)
        return lately_proved(lambda request: shown(request, *args, **kwargs))(request)

    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> Any:  # noqa: A002
        """Refuse to set another person's password: someone who has forgotten it gets a code (`resetting`)."""
        raise PermissionDenied

    def log_change(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        """Log every change made here, including passwords."""
        about = {"of": obj.username, "changes": message}
        note(Kind.CONFIG, request.user if isinstance(request.user, User) else None, about, request)
        return super().log_change(request, obj, message)

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        with transaction.atomic():
            super().save_model(request, obj, form, change)
            if change and "is_active" in form.changed_data:
                by = request.user if isinstance(request.user, User) else None
                note(Kind.DEACTIVATION, by, {"of": obj.username, "active": obj.is_active}, request)

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Log roles that are assigned here, and end sessions and tokens, like roles assigned elsewhere."""
        person: User = form.instance
        before = sorted(person.groups.values_list("name", flat=True)) if change else []
        with transaction.atomic():
            super().save_related(request, form, formsets, change)
            if not {"groups", "user_permissions", "is_superuser", "is_staff"}.isdisjoint(form.changed_data):
                start_anew(person)
                about = {
                    "of": person.username,
                    "before": before,
                    "after": sorted(person.groups.values_list("name", flat=True)),
                    "administrator": person.is_superuser,
                    "staff": person.is_staff,
                    "permissions": sorted(person.user_permissions.values_list("codename", flat=True)),
                }
                by = request.user if isinstance(request.user, User) else None
                note(Kind.ROLE, by, about, request, rows=(person,))

    @admin.action(description="Unlock the names", permissions=["change"])
    def unlock_names(self, request: HttpRequest, people: QuerySet[User]) -> None:
        assert isinstance(request.user, User)
        for person in people:
            unlock(person.username, request.user, request)
        messages.success(request, _("Unlocked."))


@admin.register(HouseLimit)
class HouseLimitAdmin(Guarded):
    list_display = ("kind", "value")

    def has_delete_permission(self, request: HttpRequest, obj: HouseLimit | None = None) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: HouseLimit, form: Any, change: bool) -> None:
        with transaction.atomic():
            before = house_limit(obj.kind)
            super().save_model(request, obj, form, change)
            by = request.user if isinstance(request.user, User) else None
            note(Kind.CONFIG, by, {"house limit": obj.kind, "before": before, "after": obj.value}, request)


@admin.register(Account)
class AccountAdmin(ReadOnly):
    list_display = ("__str__", "kind", "balance", "entries")
    list_filter = ("kind",)
    search_fields = ("owner__username", "table")
    list_select_related = ("owner",)


@admin.register(WalletEntry)
class WalletEntryAdmin(ReadOnly):
    list_display = ("account", "number", "at", "reason", "cents", "balance", "counterpart", "table", "event")
    list_filter = ("reason",)
    search_fields = ("account__owner__username", "table")
    list_select_related = ("account__owner", "counterpart__owner")
    date_hierarchy = "at"


@admin.register(SignificantEvent)
class SignificantEventAdmin(ReadOnly):
    list_display = ("at", "kind", "person", "address", "detail")
    list_filter = ("kind",)
    search_fields = ("person", "address")
    ordering = ("-id",)


@admin.register(Exclusion)
class ExclusionAdmin(ReadOnly):
    list_display = ("person", "at", "until")


@admin.register(Limit)
class LimitAdmin(ReadOnly):
    list_display = ("person", "kind", "value", "pending", "pending_from")


admin.site.unregister(Group)  # what a role may do is defined in the program
