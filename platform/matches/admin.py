"""Matches and their events in the admin: to look at, never to edit.

While a match runs the admin shows what a stranger may see of it; hands and seeds stay hidden from
the staff too, and only the end opens the history. Of a deal that others may play, of the staff
too, it shows nothing that was played until that is closed.
"""

from collections.abc import Iterable, Mapping
from typing import ClassVar

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.admin import TabularInline

from accounts import command_admin, stream_admin
from accounts.admin_pages import in_words, worded_filter
from accounts.command_admin import ReadOnlyAdmin
from accounts.stream_admin import StreamAdmin
from api.problems import Problem
from games import registry as games
from matches import selectors
from matches.admin_forms import COMMANDS
from matches.events import KIND
from matches.models import Match, Seat
from matches.state import OVER, Status

GAMES = {rules.game: rules.title for rules in games.current_games()}
STATUSES = {
    Status.OPEN.value: _("open"),
    Status.LIVE.value: _("live"),
    Status.FINISHED.value: _("finished"),
    Status.VOID.value: _("called off"),
}
VISIBILITIES = {"public": _("public"), "private": _("private")}
TIMEOUTS = {
    "auto": _("The default move is made"),
    "bot": _("A bot plays until the player is back"),
    "forfeit": _("The player leaves the match"),
    "abort": _("The match ends without a result"),
}
STARTS = {"full": _("when all seats are taken"), "manual": _("when its opener starts it")}
EVENTS_SHOWN = 200
"""Of a long match the admin shows the last ones; the log has them all."""
WITHHELD = _("withheld until the deal is closed")
"""Of a match whose deal the staff may play as well."""


class Seats(ReadOnlyAdmin, TabularInline):
    """The seats of a match."""

    model = Seat
    hide_title = True
    fields = ("seat", "name_now", "is_bot", "bot", "client_seed", "left")
    readonly_fields = ("name_now", "is_bot")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Seat]:
        """Return seats with their accounts, so that the badges take no query each."""
        seats: QuerySet[Seat] = super().get_queryset(request).select_related("account")
        return seats

    @admin.display(description=_("player"))
    def name_now(self, seat: Seat) -> str:
        """Return the player's name, neutral of who was erased."""
        return seat.shown_player

    @admin.display(boolean=True, description=_("bot"))
    def is_bot(self, seat: Seat) -> bool:
        """Return whether a built-in bot or a program sits here."""
        return seat.is_bot


@admin.register(Match)
class MatchAdmin(StreamAdmin):
    """Matches: find them, look at their history, verify it, pause them, call them off."""

    stream_kind = KIND
    list_display = ("players", "game_title", "status_word", "deadline", "opened_at")
    list_filter = (
        ("game", worded_filter(GAMES)),
        ("status", worded_filter(STATUSES)),
        ("visibility", worded_filter(VISIBILITIES)),
        ("imported_at", admin.EmptyFieldListFilter),
    )
    search_fields = ("=id", "chairs__player")
    date_hierarchy = "opened_at"
    inlines: ClassVar = [Seats]
    commands = COMMANDS
    fields = (
        "command_links",
        ("players", "game_title"),
        ("status_word", "version"),
        ("rules", "dataset"),
        ("seats_max", "opened_by"),
        "options_in_words",
        ("clock_in_words", "timeout_word"),
        ("deadline", "opened_at"),
        ("started_at", "ended_at"),
        "imported_at",
        ("visibility_word", "start_word"),
        "result_in_words",
        "commitment",
        "id",
        "history",
    )
    readonly_fields = (
        *("command_links", "history", "players", "game_title", "status_word"),
        *("visibility_word", "start_word", "result_in_words"),
        *("options_in_words", "clock_in_words", "timeout_word"),
    )
    status_word = in_words("status", _("status"), STATUSES)
    visibility_word = in_words("visibility", _("visible to"), VISIBILITIES)
    start_word = in_words("start", _("begins"), STARTS)
    timeout_word = in_words("on_timeout", _("when time is up"), TIMEOUTS)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Match]:
        """Return matches with their seats, so that a list takes three queries."""
        matches: QuerySet[Match] = super().get_queryset(request).prefetch_related("chairs__account")
        return matches

    @admin.display(description=_("players"))
    def players(self, match: Match) -> str:
        """Return who sits at the match."""
        return ", ".join(seat_row.shown_player for seat_row in match.chairs.all()) or gettext(
            "nobody yet"
        )

    @admin.display(description=_("game"), ordering="game")
    def game_title(self, match: Match) -> str:
        """Return the name of the game."""
        return games.current_rules(match.game).title

    def name_of(self, row: Match) -> str:
        """Return what is played, and who sits there."""
        return f"{self.game_title(row)}: {self.players(row)}"

    def available_commands(self, target: Match) -> Iterable[str]:
        """Return what can be done to a match as it stands."""
        if target.status in OVER:
            return ()
        if target.status == Status.OPEN:
            return ("void",)
        return ("resume" if selectors.is_paused(target.pk) else "pause", "void")

    @admin.display(description=_("options"))
    def options_in_words(self, match: Match) -> str:
        """Return the options, without their form in the log."""
        return command_admin.details(match.options)

    @admin.display(description=_("clock"))
    def clock_in_words(self, match: Match) -> str:
        """Return the parts of the clock in seconds, or that there is none."""
        return command_admin.details(match.clock) or gettext("none")

    @admin.display(description=_("result"))
    def result_in_words(self, match: Match) -> str:
        """Return the places of the players, or why there are none."""
        if match.withheld:
            return str(WITHHELD)
        result = match.result or {}
        if "placings" not in result:
            return str(result.get("reason", ""))
        seat_rows = sorted(
            match.chairs.all(), key=lambda seat_row: int(result["placings"][seat_row.seat])
        )
        places = (
            f"{result['placings'][seat_row.seat]}. {seat_row.shown_player}"
            for seat_row in seat_rows
        )
        return ", ".join(places)

    @admin.display(description=_("history"))
    def history(self, match: Match) -> str:
        """Return the last events as a table, hidden parts hidden."""
        if match.withheld:
            return str(WITHHELD)
        try:
            events = selectors.public_events(match.pk)[-EVENTS_SHOWN:]
        except Problem as problem:
            return problem.detail
        seat_rows = match.chairs.select_related("account")
        gone = {seat_row.player: seat_row.shown_player for seat_row in seat_rows}
        events = [{**event, "data": _called(event["data"], gone)} for event in events]
        in_plain, details = command_admin.in_plain, command_admin.details
        tell = stream_admin.sentences.get(KIND)
        descriptions: Mapping[int, str] = {} if tell is None else tell(match, events)
        rows = [
            (
                event["version"],
                event["at"],
                descriptions.get(event["version"]) or in_plain(event["type"]),
                details(event["data"]),
            )
            for event in events
        ]
        return command_admin.table((_("version"), _("time (UTC)"), _("event"), _("details")), rows)


def _called(value: object, names: Mapping[str, str]) -> object:
    """Return what an event holds, with neutral names of those who were erased since."""
    match value:
        case str():
            return names.get(value, value)
        case list():
            return [_called(each, names) for each in value]
        case dict():
            return {name: _called(each, names) for name, each in value.items()}
    return value
