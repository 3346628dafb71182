"""Series in the admin: commands with a preview and a reason; the rest is only read."""

from collections.abc import Iterable

from django.contrib import admin
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import command_admin
from accounts.models import Account
from accounts.stream_admin import StreamAdmin
from tournaments.models import Series
from tournaments.series import selectors
from tournaments.series.admin_forms import COMMANDS
from tournaments.series.events import KIND

LINES_SHOWN = 50


@admin.register(Series)
class SeriesAdmin(StreamAdmin):
    """Series: find them, look at their standings, put them right, verify them."""

    stream_kind = KIND
    list_display = ("name", "events_count", "people_count", "closed", "updated_at")
    list_filter = ("closed",)
    search_fields = ("slug", "name")
    commands = COMMANDS
    fields = (
        "command_links",
        "page",
        ("name", "slug"),
        ("closed", "version"),
        ("created_at", "updated_at"),
        "run_by",
        "standings",
        "history",
        "shown_settings",
    )
    readonly_fields = (
        *("command_links", "page", "run_by", "standings"),
        *("history", "shown_settings"),
    )

    def available_commands(self, target: Series) -> Iterable[str]:
        """Return what can be done to a series as it stands."""
        if target.closed:
            return ("reopen", "organiser")
        return (
            *(("adjust",) if target.people_count else ()),
            *(("remove-event",) if target.events_count else ()),
            *("organiser", "close"),
        )

    @admin.display(description=_("page of the series"))
    def page(self, row: Series) -> str:
        """Return a link to the page where its organisers run it."""
        text = gettext("Run it from there")
        address = reverse("web:series-run", args=[row.slug])
        return format_html("<a class='underline' href='{}'>{}</a>", address, text)

    @admin.display(description=_("organisers"))
    def run_by(self, row: Series) -> str:
        """Return who runs it."""
        names = Account.objects.filter(pk__in=row.organisers).order_by("username")
        return ", ".join(names.values_list("username", flat=True))

    @admin.display(description=_("standings"))
    def standings(self, row: Series) -> str:
        """Return the best lines, as everybody sees them."""
        found = selectors.read(row.slug, None)
        rows = [
            (line.rank, found.name(line.person), selectors.points_text(line.milli), line.events)
            for line in found.standings.lines[:LINES_SHOWN]
        ]
        heading = (gettext("rank"), gettext("player"), gettext("points"), gettext("tournaments"))
        return command_admin.table(heading, rows)
