"""Tournaments in the admin: commands with a preview and a reason; the rest is only read."""

import json
from collections.abc import Iterable
from typing import ClassVar

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.admin import TabularInline

from accounts import command_admin
from accounts.admin_pages import in_words, worded_filter
from accounts.command_admin import CommandAdmin, Line, ReadOnlyAdmin
from eventstore import verification
from eventstore.models import Event
from games import registry as games
from tournaments.admin_forms import COMMANDS
from tournaments.events import KIND
from tournaments.models import Entrant, Table, Tournament
from tournaments.state import OVER, Status

EVENTS_SHOWN = 100
GAMES = {rules.game: rules.title for rules in games.current_games()}
STATUSES = {
    "draft": _("draft"),
    "entry": _("entry open"),
    "entry_closed": _("entry closed"),
    "checkin": _("check-in open"),
    "running": _("running"),
    "finished": _("finished"),
    "cancelled": _("cancelled"),
}


class Entrants(ReadOnlyAdmin, TabularInline):
    """Who takes part."""

    model = Entrant
    fields = ("number", "name", "account", "bot", "presence", "seed", "rating")


class Tables(ReadOnlyAdmin, TabularInline):
    """The tables of published rounds."""

    model = Table
    fields = readonly_fields = (
        *("round", "number", "players", "result", "source", "void", "stopped"),
    )

    @admin.display(description=_("players"))
    def players(self, table: Table) -> str:
        """Return who sits there, by name."""
        names = dict(table.tournament.entrants.values_list("number", "name"))
        return ", ".join(str(names.get(number, number)) for number in table.seats)

    @admin.display(description=_("result"))
    def result(self, table: Table) -> str:
        """Return the places by seat, and the scores where there are some."""
        places = ", ".join(map(str, table.places or ()))
        return f"{places} ({', '.join(map(str, table.scores))})" if table.scores else places


@admin.register(Tournament)
class TournamentAdmin(ReadOnlyAdmin, CommandAdmin):
    """Tournaments: find them, look at entrants and tables, put them right, verify them."""

    list_display = (
        *("name", "game_title", "status_word", "entrants_count", "round", "updated_at"),
    )
    list_filter = (("game", worded_filter(GAMES)), ("status", worded_filter(STATUSES)))
    search_fields = ("slug", "name")
    inlines: ClassVar = [Entrants, Tables]
    actions: ClassVar = ["verify"]
    commands = COMMANDS
    fields = (
        "command_links",
        "console",
        ("name", "slug", "game_title"),
        ("status_word", "paused", "round"),
        ("entrants_count", "version"),
        ("created_at", "updated_at"),
        "history",
        "shown_settings",
    )
    readonly_fields = (
        *("command_links", "console", "history", "shown_settings"),
        *("game_title", "status_word"),
    )
    game_title = in_words("game", _("game"), GAMES)
    status_word = in_words("status", _("status"), STATUSES)

    def available_commands(self, target: Tournament) -> Iterable[str]:
        """Return what can be done to a tournament as it stands."""
        if target.status in OVER:
            return ("rollback",)
        names = ["correct", "void", "rollback", "cancel"]
        if target.status == Status.RUNNING:
            names.append("resume" if target.paused else "pause")
        return names

    @admin.display(description=_("organiser's console"))
    def console(self, row: Tournament) -> str:
        """Return a link to the page where rounds are paired and results entered."""
        return format_html(
            "<a class='underline' href='/organise/{}'>{}</a>",
            row.slug,
            gettext("Run it from there"),
        )

    @admin.display(description=_("settings"))
    def shown_settings(self, row: Tournament) -> str:
        """Return the settings, one a line."""
        lines = [
            (command_admin.in_plain(name), command_admin.details(value))
            for name, value in row.settings.items()
        ]
        return command_admin.table((gettext("setting"), gettext("value")), lines)

    @admin.display(description=_("history"))
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

    @admin.action(description=_("Verify the history"))
    def verify(self, request: HttpRequest, queryset: QuerySet[Tournament]) -> None:
        """Fold each tournament and say where its rows differ, if anywhere."""
        for row in queryset:
            faults = verification.check(KIND, row.pk)
            for fault in faults:
                self.message_user(request, str(fault), messages.ERROR)
            if not faults:
                self.message_user(
                    request, gettext("%(what)s is verified.") % {"what": row}, messages.SUCCESS
                )
