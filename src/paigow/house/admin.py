"""The store in Django's admin, read-only: only the program adds rows.

Sealed values are not shown, and neither are hashes of them, because anyone who guesses what a round hides could check
the guess with a hash.
"""

from typing import ClassVar

from django.contrib import admin
from django.http import HttpRequest

from paigow.web.people.admin import ReadOnly
from paigow.web.store import models


class AuditorAdmin(ReadOnly):
    """Admin for the auditor and administrators."""

    exclude: ClassVar[tuple[str, ...]] = ("sealed", "before", "digest", "hash", "head", "head_code", "fingerprint")

    def has_view_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return request.user.has_perm("people.read_records")

    def has_module_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("people.read_records")


@admin.register(models.Table)
class TableAdmin(AuditorAdmin):
    list_display = ("slug", "title", "standard", "opened_by", "opened_at", "closing", "closed_at", "sequence")
    list_filter = ("standard", "closing")
    search_fields = ("slug", "title")


@admin.register(models.StoredCommand)
class CommandAdmin(AuditorAdmin):
    list_display = ("table", "first", "actor", "person", "verb", "at")
    list_filter = ("verb",)
    search_fields = ("person", "actor", "table__slug")
    list_select_related = ("table",)


@admin.register(models.StoredEvent)
class EventAdmin(AuditorAdmin):
    list_display = ("table", "number", "round_number", "kind", "command")
    list_filter = ("kind",)
    search_fields = ("table__slug",)
    list_select_related = ("table", "command")


@admin.register(models.LedgerEntry)
class LedgerAdmin(AuditorAdmin):
    list_display = ("table", "number", "line", "debit", "credit", "cents", "debit_balance", "credit_balance", "reason")
    search_fields = ("table__slug", "debit", "credit")
    list_select_related = ("table",)


@admin.register(models.MeterChange)
class MeterAdmin(AuditorAdmin):
    list_display = ("table", "number", "meter", "contributed", "display", "hits", "wins", "overflow", "reserve")
    list_select_related = ("table",)


@admin.register(models.StoredRound)
class RoundAdmin(AuditorAdmin):
    list_display = ("table", "number", "opened_at", "closed_at", "void", "commitment", "software")
    search_fields = ("table__slug",)
    list_select_related = ("table",)


@admin.register(models.StoredChain)
class ChainAdmin(AuditorAdmin):
    list_display = ("table", "first", "length", "tip", "at", "key")
    list_select_related = ("table",)


@admin.register(models.Checkpoint)
class CheckpointAdmin(AuditorAdmin):
    exclude = ()  # signed when a round is over
    list_display = ("table", "sequence", "head", "at", "key")
    list_select_related = ("table",)


@admin.register(models.Dealer)
class DealerAdmin(AuditorAdmin):
    list_display = ("name", "started_at", "beat_at")


@admin.register(models.UploadedSubmission)
class SubmissionAdmin(AuditorAdmin):
    exclude = ()
    list_display = ("name", "standard", "hash", "person", "at")


@admin.register(models.AuditRun)
class AuditRunAdmin(AuditorAdmin):
    list_display = ("table", "person", "started_at", "finished_at", "done", "total")


@admin.register(models.ApiToken)
class TokenAdmin(AuditorAdmin):
    list_display = ("user", "name", "scopes", "created_at", "expires_at", "revoked_at")
    list_select_related = ("user",)


@admin.register(models.Tournament)
class TournamentAdmin(AuditorAdmin):
    list_display = ("slug", "standard", "deals", "opened_by", "opened_at", "deadline", "revealed_at")
