"""Tournaments in the admin: commands with a preview and a reason; the rest is only read."""

import json
from collections.abc import Iterable
from typing import ClassVar

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from unfold.admin import TabularInline

from accounts import command_admin
from accounts.command_admin import CommandAdmin, Line, ReadOnlyAdmin
from eventstore import verification
from eventstore.models import Event
from tournaments.admin_forms import COMMANDS
from tournaments.events import KIND
from tournaments.models import Entrant, Table, Tournament
from tournaments.state import OVER, Status

EVENTS_SHOWN = 100


class Entrants(ReadOnlyAdmin, TabularInline):
    """Who takes part."""

    model = Entrant
    fields = ("number", "name", "account", "bot", "presence", "seed", "rating")


class Tables(ReadOnlyAdmin, TabularInline):
    """The tables of published rounds."""

    model = Table
    fields = readonly_fields = (
        "id",
        "round",
        "number",
        "seats",
        "match",
        "places",
        "scores",
        "source",
        "void",
        "stopped",
    )


@admin.register(Tournament)
class TournamentAdmin(ReadOnlyAdmin, CommandAdmin):
    """Tournaments: find them, look at entrants and tables, put them right, verify them."""

    list_display = ("name", "game", "status", "entrants_count", "round", "updated_at")
    list_filter = ("game", "status")
    search_fields = ("slug", "name")
    inlines: ClassVar = [Entrants, Tables]
    actions: ClassVar = ["verify"]
    commands = COMMANDS
    fields = (
        "command_links",
        "console",
        ("name", "slug", "game"),
        ("status", "paused", "round"),
        ("entrants_count", "version"),
        ("created_at", "updated_at"),
        "history",
        "shown_settings",
    )
    readonly_fields = ("command_links", "console", "history", "shown_settings")

    def available_commands(self, target: Tournament) -> Iterable[str]:
        """Return what can be done to a tournament as it stands."""
        if target.status in OVER:
            return ("rollback",)
        names = ["correct", "void", "rollback", "cancel"]
        if target.status == Status.RUNNING:
            names.append("resume" if target.paused else "pause")
        return names

    @admin.display(description="organiser's console")
    def console(self, row: Tournament) -> str:
        """Return a link to the page where rounds are paired and results entered."""
        return format_html(
            "<a class='underline' href='/organise/{}'>Run it from there</a>", row.slug
        )

    @admin.display(description="settings")
    def shown_settings(self, row: Tournament) -> str:
        """Return the settings, one a line."""
        lines = [(name, json.dumps(value)) for name, value in row.settings.items()]
        return command_admin.table(("setting", "value"), lines)

    @admin.display(description="history")
    def history(self, row: Tournament) -> str:
        """Return the last events: when, by whom, what and why."""
        events = Event.objects.filter(stream_kind=KIND, stream_id=row.pk).order_by("-version")
        return command_admin.history(
            [
                Line(
                    event.version,
                    event.recorded_at,
                    event.actor,
                    event.type,
                    json.loads(event.body),
                )
                for event in events[:EVENTS_SHOWN]
            ]
        )

    @admin.action(description="Verify the history")
    def verify(self, request: HttpRequest, queryset: QuerySet[Tournament]) -> None:
        """Fold each tournament and say where its rows differ, if anywhere."""
        for row in queryset:
            faults = verification.check(KIND, row.pk)
            for fault in faults:
                self.message_user(request, str(fault), messages.ERROR)
            if not faults:
                self.message_user(request, f"{row} is verified.", messages.SUCCESS)
