"""Tournaments and series in the admin: read, and put right by commands that are previewed."""

from collections.abc import Iterable
from typing import ClassVar

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.admin import TabularInline

from accounts.admin_pages import in_words, worded_filter
from accounts.command_admin import ReadOnlyAdmin
from accounts.stream_admin import StreamAdmin
from games import registry as games
from tournaments.admin_forms import COMMANDS
from tournaments.events import KIND
from tournaments.models import Entrant, Table, Tournament
from tournaments.series.admin import SeriesAdmin
from tournaments.state import OVER, Status

__all__ = ["SeriesAdmin", "TournamentAdmin"]

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


PRESENCES = {
    "entered": _("entered"),
    "waiting": _("on the waiting list"),
    "checked_in": _("present"),
    "absent": _("absent"),
    "dropped": _("dropped out"),
    "withdrawn": _("withdrawn"),
    "disqualified": _("disqualified"),
}
SOURCES = {
    "match": _("a match here"),
    "report": _("a report"),
    "override": _("the staff"),
    "import": _("imported"),
}
"""Where the result of a table comes from."""
CAUSES = {"match_void": _("the match was called off"), "overdue": _("not done in time")}


class Entrants(ReadOnlyAdmin, TabularInline):
    """Who takes part."""

    model = Entrant
    hide_title = True
    fields = readonly_fields = (
        *("number", "shown_name", "account", "bot", "presence_word", "seed", "rating"),
    )
    presence_word = in_words("presence", _("status"), PRESENCES)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Entrant]:
        """Return entrants with their accounts, so that the names take no query each."""
        entrants: QuerySet[Entrant] = super().get_queryset(request).select_related("account")
        return entrants

    @admin.display(description=_("name"))
    def shown_name(self, entrant: Entrant) -> str:
        """Return the name, neutral of who was erased."""
        return entrant.shown_name


class Tables(ReadOnlyAdmin, TabularInline):
    """The tables of published rounds."""

    model = Table
    hide_title = True
    fields = readonly_fields = (
        *("round", "number", "players", "result", "source_word", "void", "stopped_word"),
    )
    source_word = in_words("source", _("from"), SOURCES)
    stopped_word = in_words("stopped", _("stopped"), CAUSES)

    @admin.display(description=_("players"))
    def players(self, table: Table) -> str:
        """Return who sits there, by name."""
        entrants = table.tournament.entrants.select_related("account")
        names = {each.number: each.shown_name for each in entrants}
        return ", ".join(str(names.get(number, number)) for number in table.seats)

    @admin.display(description=_("result"))
    def result(self, table: Table) -> str:
        """Return the places by seat, and the scores where there are some."""
        places = ", ".join(map(str, table.places or ()))
        return f"{places} ({', '.join(map(str, table.scores))})" if table.scores else places


@admin.register(Tournament)
class TournamentAdmin(StreamAdmin):
    """Tournaments: find them, look at entrants and tables, put them right, verify them."""

    stream_kind = KIND
    list_display = (
        *("name", "game_title", "status_word", "entrants_count", "round", "updated_at"),
    )
    list_filter = (("game", worded_filter(GAMES)), ("status", worded_filter(STATUSES)))
    search_fields = ("slug", "name")
    inlines: ClassVar = [Entrants, Tables]
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
