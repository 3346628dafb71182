"""Ladders in the admin: commands with a preview and a reason; what has happened is only read."""

import json
from collections.abc import Sequence
from typing import ClassVar
from uuid import UUID

from django.contrib import admin
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from unfold.admin import ModelAdmin, TabularInline
from unfold.decorators import action

from accounts import command_admin
from accounts.command_admin import (
    CommandAdmin,
    Line,
    ReadOnlyAdmin,
    links,
    table,
)
from ratings import players, selectors
from ratings.admin_forms import FORMS
from ratings.ladder.settings import parsed
from ratings.models import (
    ChallengeRow,
    Ladder,
    RatedMatch,
    RatingChange,
    SeasonRow,
    SeasonStanding,
    Standing,
)
from ratings.report import as_points
from ratings.services import sightings

EVENTS_SHOWN = 100


class Seasons(ReadOnlyAdmin, TabularInline):
    """The seasons that are over."""

    model = SeasonRow
    verbose_name_plural = "closed seasons"
    extra = 0
    fields = ("number", "name", "closed_at")


@admin.register(Ladder)
class LadderAdmin(ReadOnlyAdmin, CommandAdmin):
    """Ladders: open them, command them, read their history."""

    list_display = ("name", "slug", "game", "kind", "is_paused", "season", "players", "updated_at")
    list_filter = ("game", "kind", "is_paused", "visibility")
    search_fields = ("name", "slug")
    inlines: ClassVar = [Seasons]
    commands = FORMS
    actions_list = ("open_one",)
    fields = (
        "command_links",
        ("name", "slug"),
        ("game", "kind"),
        ("visibility", "is_paused"),
        ("season", "opened_at"),
        "standings",
        "shared_addresses",
        "history",
        "shown_settings",
    )
    readonly_fields = (
        "command_links",
        "standings",
        "shared_addresses",
        "shown_settings",
        "history",
    )

    def command_links(self, target: Ladder) -> str:
        """Return the commands as links; settings are changed in the console of ladders."""
        edit = reverse("web:ladder-act", args=[target.slug, "edit"])
        return links([(edit, "Edit settings")]) + super().command_links(target)

    command_links.short_description = "what to do"  # type: ignore[attr-defined] # As Django has it.

    def has_command_permission(self, request: HttpRequest) -> bool:
        """Return whether somebody may run ladders; the button for a new one asks."""
        return self.may_command(request)

    @action(description="Open a ladder", url_path="open-one", permissions=["command"])  # type: ignore[untyped-decorator] # Unfold has no types.
    def open_one(self, request: HttpRequest) -> HttpResponse:
        """Go to the console's form of a new ladder."""
        return HttpResponseRedirect(reverse("web:ladder-new"))

    @admin.display(description="players")
    def players(self, ladder: Ladder) -> int:
        """Return how many have played."""
        count: int = ladder.standings.count()
        return count

    @admin.display(description="standings")
    def standings(self, ladder: Ladder) -> str:
        """Return the first of the standings as a table."""
        rows = selectors.listed(ladder).order_by(*selectors.ORDER[ladder.kind])[:20]
        cells = [
            (row.rank, row.player, row.rating, row.games, row.points)
            for row in selectors.standings(ladder, list(rows))
        ]
        return table(("rank", "player", "rating", "matches", "points"), cells)

    @admin.display(description="shared addresses")
    def shared_addresses(self, ladder: Ladder) -> str:
        """Return who has played from one address lately: a hint, never a proof."""
        cells = [
            (", ".join(each.players), each.pairs_met, each.seen_at[:10])
            for each in sightings.shared(ladder)
        ]
        return table(("players from one address", "pairs that have met", "last seen"), cells)

    @admin.display(description="settings")
    def shown_settings(self, ladder: Ladder) -> str:
        """Return the settings, one a line."""
        return table(("setting", "value"), setting_rows(ladder))

    @admin.display(description="history")
    def history(self, ladder: Ladder) -> str:
        """Return the last events: when, by whom, what and why."""
        events = selectors.events(ladder).order_by("-version")[:EVENTS_SHOWN]
        return command_admin.history(
            [
                Line(
                    event.version,
                    event.recorded_at,
                    event.actor,
                    event.type,
                    json.loads(event.body),
                )
                for event in events
            ]
        )


def setting_rows(ladder: Ladder) -> list[tuple[str, object]]:
    """Return all settings of a ladder, one a line."""
    data = parsed(ladder.settings).as_data()
    return [
        (name.replace("_", " "), value if isinstance(value, str) else json.dumps(value))
        for name, value in data.items()
    ]


def names_of(ladder_id: UUID, keys: Sequence[str]) -> list[str]:
    """Return the names of players of a ladder, those of erased accounts hidden."""
    rows = list(Standing.objects.filter(ladder=ladder_id, player__in=keys))
    names = {row.player: row.name for row in players.hide_erased(rows)}
    return [names.get(key, "-") for key in keys]


@admin.register(RatedMatch)
class RatedMatchAdmin(ReadOnlyAdmin, ModelAdmin):
    """Matches of ladders: why ratings changed, and the way to put them right."""

    list_display = ("players", "ladder", "status", "reason", "seats", "season", "at")
    list_select_related = ("ladder",)
    list_filter = ("ladder", "status", "source")
    search_fields = ("=match",)
    fields = (
        ("ladder", "match", "status"),
        ("reason", "source"),
        ("season", "at"),
        "put_right",
        "pairs",
    )
    readonly_fields = ("put_right", "pairs")

    @admin.display(description="players")
    def players(self, row: RatedMatch) -> str:
        """Return who played, the best place first; a match that does not count has its id."""
        changes = RatingChange.objects.filter(ladder=row.ladder_id, match=row.match)
        keys = list(changes.order_by("place", "seat").values_list("player", flat=True))
        return ", ".join(names_of(row.ladder_id, keys)) or str(row.match)

    @admin.display(description="put right")
    def put_right(self, row: RatedMatch) -> str:
        """Return links to the commands for this match."""
        return links(
            (
                reverse("admin:ratings_ladder_do", args=[row.ladder_id, name])
                + f"?match={row.match}",
                FORMS[name].title,
            )
            for name in ("annul", "correct")
        )

    @admin.display(description="why")
    def pairs(self, row: RatedMatch) -> str:
        """Return one row a pair."""
        page = selectors.match_page(row.ladder, row.match)
        rows = [
            (
                player.player,
                player.place,
                player.rating_before,
                pair.opponent,
                pair.expected,
                pair.actual,
                pair.weight,
                pair.change,
            )
            for player in page.players
            for pair in player.pairs
        ]
        heading = (
            "player",
            "place",
            "rating",
            "opponent",
            "expected",
            "actual",
            "weight",
            "change",
        )
        return table(heading, rows)


@admin.register(Standing)
class StandingAdmin(ReadOnlyAdmin, ModelAdmin):
    """Players of ladders."""

    list_display = ("shown_name", "ladder", "points_shown", "games", "position", "last_at")
    list_filter = ("ladder",)
    search_fields = ("name",)
    exclude = ("name",)

    @admin.display(description="name", ordering="name")
    def shown_name(self, row: Standing) -> str:
        """Return the name, neutral of who was erased."""
        return str(players.hide_erased([row])[0].name)

    @admin.display(description="rating", ordering="rating")
    def points_shown(self, row: Standing) -> float:
        """Return the rating in points."""
        return as_points(row.rating, parsed(row.ladder.settings).rating_system().decimals)


@admin.register(SeasonStanding)
class SeasonStandingAdmin(ReadOnlyAdmin, ModelAdmin):
    """The archive of seasons."""

    list_display = ("ladder", "season", "rank", "shown_name", "games")
    list_filter = ("ladder", "season")
    exclude = ("name",)

    @admin.display(description="name", ordering="name")
    def shown_name(self, row: SeasonStanding) -> str:
        """Return the name, neutral of who was erased."""
        return str(players.hide_erased([row])[0].name)


@admin.register(ChallengeRow)
class ChallengeAdmin(ReadOnlyAdmin, ModelAdmin):
    """Challenges."""

    list_display = ("who", "ladder", "status", "answer_by")
    list_select_related = ("ladder",)
    list_filter = ("ladder", "status")

    @admin.display(description="challenge")
    def who(self, row: ChallengeRow) -> str:
        """Return who challenges whom, by name."""
        keys = [row.challenger, *row.opponents]
        challenger, *opponents = names_of(row.ladder_id, keys)
        return f"{challenger} challenges {', '.join(opponents)}"
