"""Matches and their events in the admin: to look at, never to edit.

While a match runs the admin shows what a stranger may see of it; hands and seeds stay hidden from
the staff too, and only the end opens the history.
"""

import json
import secrets
from typing import ClassVar

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from unfold.admin import ModelAdmin, TabularInline

from accounts.problems import Problem
from eventstore import verification
from matches import selectors
from matches.models import Match, Seat
from matches.services import leaving
from matches.state import KIND

EVENTS_SHOWN = 200
"""Of a long match the admin shows the last ones; the log has them all."""


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


class Seats(LookOnly, TabularInline):
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
class MatchAdmin(LookOnly, ModelAdmin):
    """Matches: find them, look at their history, verify it, call them off."""

    list_display = ("id", "game", "status", "players", "version", "deadline", "opened_at")
    list_filter = ("game", "status", "visibility")
    search_fields = ("=id", "chairs__player")
    date_hierarchy = "opened_at"
    inlines: ClassVar = [Seats]
    actions: ClassVar = ["verify", "call_off"]
    fields = (
        "id",
        ("game", "rules", "dataset"),
        ("status", "version", "seats_max"),
        "options",
        ("clock", "on_timeout", "deadline"),
        ("visibility", "start", "opened_by"),
        ("opened_at", "started_at", "ended_at"),
        "result",
        "commitment",
        "history",
    )
    readonly_fields = ("history",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Match]:
        """Return matches with their seats, so that a list takes two queries."""
        matches: QuerySet[Match] = super().get_queryset(request).prefetch_related("chairs")
        return matches

    @admin.display(description="players")
    def players(self, match: Match) -> str:
        """Return who sits at the match."""
        return ", ".join(chair.player for chair in match.chairs.all())

    @admin.display(description="history")
    def history(self, match: Match) -> str:
        """Return the events as a table, hidden parts hidden."""
        rows = [
            (event["version"], event["at"], event["type"], json.dumps(event["data"]))
            for event in selectors.public_events(match.pk)[-EVENTS_SHOWN:]
        ]
        body = format_html_join(
            "", "<tr><td>{}</td><td>{}</td><td>{}</td><td><code>{}</code></td></tr>", rows
        )
        return format_html(
            "<table><thead><tr><th>version</th><th>time</th><th>event</th><th>data</th></tr>"
            "</thead><tbody>{}</tbody></table>",
            body,
        )

    @admin.action(description="Verify the history")
    def verify(self, request: HttpRequest, queryset: QuerySet[Match]) -> None:
        """Replay each match and say what is wrong with it, if anything."""
        for match in queryset:
            faults = verification.check(KIND, match.pk)
            for fault in faults:
                self.message_user(request, str(fault), messages.ERROR)
            if not faults:
                self.message_user(request, f"{match.pk} is verified.", messages.SUCCESS)

    @admin.action(description="Call off (void)")
    def call_off(self, request: HttpRequest, queryset: QuerySet[Match]) -> None:
        """Void each match; the list of voids is public and names the staff's doing."""
        for match in queryset:
            try:
                leaving.void(
                    match_id=match.pk,
                    actor=f"account:{request.user.pk}",
                    reason="called off by the staff",
                    key=secrets.token_urlsafe(24),
                )
            except Problem as problem:
                self.message_user(request, f"{match.pk}: {problem.detail}", messages.ERROR)
            else:
                self.message_user(request, f"{match.pk} is void.", messages.SUCCESS)
