"""Tournaments in the admin: to look at, never to edit."""

from typing import ClassVar

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from unfold.admin import ModelAdmin, TabularInline

from eventstore import verification
from tournaments.models import Entrant, Table, Tournament
from tournaments.state import KIND


class LookOnly:
    """No adding, changing or deleting: rows follow from events."""

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Return False."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Return False."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Return False."""
        return False


class Entrants(LookOnly, TabularInline):
    """Who takes part."""

    model = Entrant
    fields = ("number", "name", "account", "bot", "presence", "seed", "rating")


class Tables(LookOnly, TabularInline):
    """The tables of published rounds."""

    model = Table
    fields = ("round", "number", "seats", "match", "places", "scores", "source", "void")


@admin.register(Tournament)
class TournamentAdmin(LookOnly, ModelAdmin):
    """Tournaments: find them, look at entrants and tables, verify them."""

    list_display = ("name", "game", "status", "entrants_count", "round", "updated_at")
    list_filter = ("game", "status")
    search_fields = ("slug", "name")
    inlines: ClassVar = [Entrants, Tables]
    actions: ClassVar = ["verify"]

    @admin.action(description="Verify the history")
    def verify(self, request: HttpRequest, queryset: QuerySet[Tournament]) -> None:
        """Fold each tournament and say where its rows differ, if anywhere."""
        for row in queryset:
            faults = verification.check(KIND, row.pk)
            for fault in faults:
                self.message_user(request, str(fault), messages.ERROR)
            if not faults:
                self.message_user(request, f"{row} is verified.", messages.SUCCESS)
