"""Matches and their events in the admin: to look at, never to edit.

While a match runs the admin shows what a stranger may see of it; hands and seeds stay hidden from
the staff too, and only the end opens the history.
"""

import json
from collections.abc import Iterable
from typing import ClassVar

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from unfold.admin import TabularInline

from accounts import command_admin
from accounts.command_admin import CommandAdmin, ReadOnlyAdmin
from api.problems import Problem
from eventstore import verification
from games import registry as games
from matches import selectors
from matches.admin_forms import COMMANDS
from matches.events import KIND
from matches.models import Match, Seat
from matches.state import OVER, Status

EVENTS_SHOWN = 200
"""Of a long match the admin shows the last ones; the log has them all."""


class Seats(ReadOnlyAdmin, TabularInline):
    """The seats of a match."""

    model = Seat
    fields = ("seat", "player", "is_bot", "bot", "client_seed", "left")
    readonly_fields = ("is_bot",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Seat]:
        """Return seats with their accounts, so that the badges take no query each."""
        seats: QuerySet[Seat] = super().get_queryset(request).select_related("account")
        return seats

    @admin.display(boolean=True, description="is a bot")
    def is_bot(self, seat: Seat) -> bool:
        """Return whether a built-in bot or a program sits here."""
        return seat.is_bot


@admin.register(Match)
class MatchAdmin(ReadOnlyAdmin, CommandAdmin):
    """Matches: find them, look at their history, verify it, pause them, call them off."""

    list_display = ("players", "game_title", "status", "deadline", "opened_at")
    list_filter = ("game", "status", "visibility", ("imported_at", admin.EmptyFieldListFilter))
    search_fields = ("=id", "chairs__player")
    date_hierarchy = "opened_at"
    inlines: ClassVar = [Seats]
    actions: ClassVar = ["verify"]
    commands = COMMANDS
    fields = (
        "command_links",
        "id",
        ("status", "version"),
        ("rules", "dataset"),
        ("seats_max", "opened_by"),
        "options",
        ("clock", "on_timeout"),
        ("deadline", "opened_at"),
        ("started_at", "ended_at"),
        "imported_at",
        ("visibility", "start"),
        "result",
        "commitment",
        "history",
    )
    readonly_fields = ("command_links", "history")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Match]:
        """Return matches with their seats, so that a list takes three queries."""
        matches: QuerySet[Match] = super().get_queryset(request).prefetch_related("chairs__account")
        return matches

    @admin.display(description="players")
    def players(self, match: Match) -> str:
        """Return who sits at the match."""
        return ", ".join(chair.shown_player for chair in match.chairs.all()) or "nobody yet"

    @admin.display(description="game", ordering="game")
    def game_title(self, match: Match) -> str:
        """Return the name of the game."""
        return games.current_rules(match.game).title

    def available_commands(self, target: Match) -> Iterable[str]:
        """Return what can be done to a match as it stands."""
        if target.status in OVER:
            return ()
        if target.status == Status.OPEN:
            return ("void",)
        return ("resume" if selectors.is_paused(target.pk) else "pause", "void")

    @admin.display(description="history")
    def history(self, match: Match) -> str:
        """Return the last events as a table, hidden parts hidden."""
        try:
            events = selectors.public_events(match.pk)
        except Problem as problem:
            return problem.detail
        rows = [
            (event["version"], event["at"], event["type"], json.dumps(event["data"]))
            for event in events[-EVENTS_SHOWN:]
        ]
        return command_admin.table(("version", "time", "event", "data"), rows)

    @admin.action(description="Verify the history")
    def verify(self, request: HttpRequest, queryset: QuerySet[Match]) -> None:
        """Replay each match and say what is wrong with it, if anything."""
        for match in queryset:
            faults = verification.check(KIND, match.pk)
            for fault in faults:
                self.message_user(request, str(fault), messages.ERROR)
            if not faults:
                self.message_user(request, f"{match.pk} is verified.", messages.SUCCESS)
