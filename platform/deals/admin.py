"""Deals in the admin: what was announced, who plays, and once it is closed what came of it."""

from django.contrib import admin
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.admin_pages import in_words, worded_filter
from accounts.command_admin import details, links, listing, table
from accounts.stream_admin import StreamAdmin
from deals import selectors, sightings
from deals.events import KIND
from deals.models import Deal
from deals.sightings import Shared
from games import registry as games

GAMES = {rules.game: rules.title for rules in games.current_games()}
STATUSES = {
    "announced": _("announced"),
    "open": _("open"),
    "closing": _("being played to its end"),
    "closed": _("closed"),
}
RESULTS_SHOWN = 20
"""The page of a deal has them all."""


@admin.register(Deal)
class DealAdmin(StreamAdmin):
    """Deals: find them, read their history, verify it. While one is open it shows no result.

    The staff may play as well.
    """

    stream_kind = KIND
    list_display = ("game_title", "day", "state", "tables", "opens_at", "closes_at", "opened_by")
    list_filter = (("game", worded_filter(GAMES)), "day")
    list_select_related = ("opened_by",)
    search_fields = ("=id", "opened_by__username")
    date_hierarchy = "closes_at"
    fields = (
        "page",
        ("game_title", "rules"),
        ("day", "opened_by"),
        ("state", "tables"),
        ("opens_at", "closes_at"),
        ("seat_in_words", "bot"),
        "options_in_words",
        "results",
        "shared_addresses",
        "commitment",
        "id",
        "history",
    )
    readonly_fields = (
        *("page", "game_title", "state", "seat_in_words", "options_in_words"),
        *("results", "shared_addresses", "history"),
    )
    game_title = in_words("game", _("game"), GAMES)

    def name_of(self, row: Deal) -> str:
        """Return what is dealt, and of which day."""
        title = GAMES.get(row.game, row.game)
        return f"{title}: {row.day}" if row.day else title

    @admin.display(description=_("state"), ordering="closes_at")
    def state(self, deal: Deal) -> str:
        """Return where it stands."""
        return str(STATUSES[selectors.status_of(deal, timezone.now())])

    @admin.display(description=_("page"))
    def page(self, deal: Deal) -> str:
        """Return a link to the deal's page."""
        return links([(reverse("web:deal", args=[deal.pk]), gettext("The page of the deal"))])

    @admin.display(description=_("seat"))
    def seat_in_words(self, deal: Deal) -> str:
        """Return which seat people play."""
        return gettext("%(seat)s of %(seats)s") % {"seat": deal.seat + 1, "seats": deal.seats}

    @admin.display(description=_("options"))
    def options_in_words(self, deal: Deal) -> str:
        """Return the options, without their form in the log."""
        return details(deal.options)

    @admin.display(description=_("results"))
    def results(self, deal: Deal) -> str:
        """Return the best goes at a deal that is closed."""
        if deal.closed_at is None:
            return gettext("withheld until the deal is closed")
        cells = [
            (row.account.username, row.score, row.margin, row.points)
            for row in selectors.ranked(deal.pk)[:RESULTS_SHOWN]
        ]
        return table((_("player"), _("score"), _("margin"), _("points")), cells)

    @admin.display(description=_("shared addresses"))
    def shared_addresses(self, deal: Deal) -> str:
        """Return who has played from one address lately: a hint, never a proof."""
        return listing(map(_together, sightings.shared(deal.pk)))


def _together(found: Shared) -> str:
    if found.tables < 2:
        return ", ".join(found.names)
    at = ngettext(
        "%(tables)s table with the same cards",
        "%(tables)s tables with the same cards",
        found.tables,
    )
    return f"{', '.join(found.names)} · {at % {'tables': found.tables}}"
