"""Ladders in the admin: commands with a preview and a reason; what has happened is only read."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar
from uuid import UUID

from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin, TabularInline
from unfold.decorators import action

from accounts.admin_pages import PreparedRows, in_words, worded_filter
from accounts.command_admin import (
    ReadOnlyAdmin,
    links,
    table,
)
from accounts.stream_admin import StreamAdmin
from games import registry as games
from ratings import players, selectors
from ratings.admin_forms import FORMS
from ratings.ladder.events import KIND
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

GAMES = {rules.game: rules.title for rules in games.current_games()}
KINDS = {"rating": _("rating"), "points": _("points"), "challenge": _("challenges")}
VISIBILITIES = {"public": _("public"), "private": _("private")}
RATED = {"rated": _("rated"), "annulled": _("annulled"), "not_rated": _("not rated")}
SOURCES = {"match": _("a match here"), "import": _("imported")}
CHALLENGES = {
    "open": _("open"),
    "accepted": _("accepted"),
    "closed": _("closed"),
    "played": _("played"),
}
WHY = {
    "void": _("called off"),
    "forfeited": _("decided by who came"),
    "agreed": _("a draw by agreement"),
    "time_limit": _("ended at a time limit"),
    "other_game": _("another game"),
    "player_twice": _("someone had two seats"),
    "player_count": _("another number of players"),
    "bots_not_allowed": _("a bot played"),
    "people_not_allowed": _("people played"),
    "too_few_moves": _("too few moves"),
}
"""Why a match does not count; where the staff has annulled one, its own words stand there."""


class Seasons(ReadOnlyAdmin, TabularInline):
    """The seasons that are over."""

    model = SeasonRow
    verbose_name_plural = _("closed seasons")
    extra = 0
    fields = ("number", "name", "closed_at")


@admin.register(Ladder)
class LadderAdmin(StreamAdmin):
    """Ladders: open them, command them, read their history."""

    stream_kind = KIND
    list_display = ("name", "game_title", "kind_word", "state", "season", "players", "updated_at")
    list_filter = (
        ("game", worded_filter(GAMES)),
        ("kind", worded_filter(KINDS)),
        "is_paused",
        ("visibility", worded_filter(VISIBILITIES)),
    )
    search_fields = ("name", "slug")
    inlines: ClassVar = [Seasons]
    commands = FORMS
    actions_list = ("open_one",)
    fields = (
        "command_links",
        ("name", "slug"),
        ("game_title", "kind_word"),
        ("visibility_word", "state"),
        ("season", "opened_at"),
        "standings",
        "shared_addresses",
        "history",
        "shown_settings",
    )
    readonly_fields = (
        "command_links",
        "game_title",
        "kind_word",
        "visibility_word",
        "state",
        "standings",
        "shared_addresses",
        "shown_settings",
        "history",
    )

    game_title = in_words("game", _("game"), GAMES)
    kind_word = in_words("kind", _("ranked by"), KINDS)
    visibility_word = in_words("visibility", _("visible to"), VISIBILITIES)

    @admin.display(description=_("state"), ordering="is_paused")
    def state(self, ladder: Ladder) -> str:
        """Return whether matches begin on it."""
        return gettext("paused") if ladder.is_paused else gettext("open")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Ladder]:
        """Return ladders with the number of their players, so that a list takes one query."""
        ladders: QuerySet[Ladder] = super().get_queryset(request)
        return ladders.annotate(players_count=Count("standings"))

    def command_links(self, target: Ladder) -> str:
        """Return the commands as links; settings are changed in the console of ladders."""
        edit = reverse("web:ladder-act", args=[target.slug, "edit"])
        return links([(edit, gettext("Edit settings"))]) + super().command_links(target)

    command_links.short_description = _("what to do")  # type: ignore[attr-defined] # As Django has it.

    def has_command_permission(self, request: HttpRequest) -> bool:
        """Return whether somebody may run ladders; the button for a new one asks."""
        return self.may_command(request)

    @action(description=_("Open a ladder"), url_path="open-one", permissions=["command"])  # type: ignore[untyped-decorator] # Unfold has no types.
    def open_one(self, request: HttpRequest) -> HttpResponse:
        """Go to the console's form of a new ladder."""
        return HttpResponseRedirect(reverse("web:ladder-new"))

    @admin.display(description=_("players"), ordering="players_count")
    def players(self, ladder: Any) -> int:
        """Return how many stand on it."""
        count: int = ladder.players_count
        return count

    @admin.display(description=_("standings"))
    def standings(self, ladder: Ladder) -> str:
        """Return the first of the standings as a table."""
        rows = selectors.listed(ladder).order_by(*selectors.ORDER[ladder.kind])[:20]
        cells = [
            (row.rank, row.player, row.rating, row.games, row.points)
            for row in selectors.standings(ladder, list(rows))
        ]
        return table((_("rank"), _("player"), _("rating"), _("matches"), _("points")), cells)

    @admin.display(description=_("shared addresses"))
    def shared_addresses(self, ladder: Ladder) -> str:
        """Return who has played from one address lately: a hint, never a proof."""
        cells = [
            (", ".join(each.players), each.pairs_met, each.seen_at[:10])
            for each in sightings.shared(ladder)
        ]
        return table(
            (_("players from one address"), _("pairs that have met"), _("last seen")), cells
        )


def names_of(pairs: Iterable[tuple[UUID, str]]) -> dict[tuple[UUID, str], str]:
    """Return the names of players by ladder and key, those of erased accounts hidden."""
    wanted = set(pairs)
    rows = Standing.objects.filter(
        ladder__in={ladder for ladder, _key in wanted}, player__in={key for _ladder, key in wanted}
    )
    return {(row.ladder_id, row.player): row.name for row in players.hide_erased(rows)}


def rating_shown(rating: int, ladder: Ladder) -> str:
    """Return a rating in points, without a fraction."""
    return f"{as_points(rating, parsed(ladder.settings).rating_system().decimals):.0f}"


class PlayerRows(PreparedRows):
    """Rows of players, called as they may be called."""

    list_select_related = ("ladder",)

    def prepare(self, rows: Sequence[object]) -> None:
        """Hide the names of who was erased."""
        players.hide_erased(rows)

    def get_object(self, *about: object) -> Standing | SeasonStanding | None:
        """Return a row for its own page, or None."""
        row: Standing | SeasonStanding | None = super().get_object(*about)  # type: ignore[misc] # ModelAdmin has it.
        return row and players.hide_erased([row])[0]

    @admin.display(description=_("name"), ordering="name")
    def shown_name(self, row: Standing | SeasonStanding) -> str:
        """Return the name, neutral of who was erased."""
        return str(row.name)

    @admin.display(description=_("rating"), ordering="rating")
    def points_shown(self, row: Standing | SeasonStanding) -> str:
        """Return the rating in points."""
        return rating_shown(row.rating, row.ladder)

    @admin.display(description=_("points"), ordering="points")
    def season_points(self, row: Standing | SeasonStanding) -> str:
        """Return the points of the season, which are kept in thousandths."""
        return f"{as_points(row.points, 3):g}"


@admin.register(RatedMatch)
class RatedMatchAdmin(PreparedRows, ReadOnlyAdmin, ModelAdmin):
    """Matches of ladders: why ratings changed, and the way to put them right."""

    list_display = ("players", "ladder", "status_word", "why_word", "seats", "season", "at")
    list_select_related = ("ladder",)
    list_filter = (
        "ladder",
        ("status", worded_filter(RATED)),
        ("source", worded_filter(SOURCES)),
    )
    search_fields = ("=match",)
    fields = (
        ("players", "ladder"),
        ("status_word", "why_word"),
        ("source_word", "match"),
        ("season", "at"),
        "put_right",
        "pairs",
    )
    readonly_fields = ("players", "status_word", "why_word", "source_word", "put_right", "pairs")
    status_word = in_words("status", _("status"), RATED)
    why_word = in_words("reason", _("why not"), WHY)
    source_word = in_words("source", _("from"), SOURCES)

    def prepare(self, rows: Sequence[RatedMatch]) -> None:
        """Load who has played the matches of a page."""
        changes = RatingChange.objects.filter(
            ladder__in={row.ladder_id for row in rows}, match__in={row.match for row in rows}
        ).order_by("place", "seat")
        keys: dict[tuple[UUID, UUID], list[str]] = defaultdict(list)
        for change in changes.values_list("ladder", "match", "player"):
            keys[change[:2]].append(change[2])
        names = names_of((ladder, key) for (ladder, _), found in keys.items() for key in found)
        for row in rows:
            played = keys[row.ladder_id, row.match]
            row.player_names = [names.get((row.ladder_id, key), "-") for key in played]  # type: ignore[attr-defined]

    def get_object(self, *about: object) -> RatedMatch | None:
        """Return a match for its own page, or None."""
        row: RatedMatch | None = super().get_object(*about)
        if row is not None:
            self.prepare([row])
        return row

    @admin.display(description=_("players"))
    def players(self, row: Any) -> str:
        """Return who played, the best place first; a match that does not count has its id."""
        return ", ".join(row.player_names) or str(row.match)

    def name_of(self, row: RatedMatch) -> str:
        """Return who played."""
        return self.players(row)

    @admin.display(description=_("correct it"))
    def put_right(self, row: RatedMatch) -> str:
        """Return links to the commands for this match."""
        return links(
            (
                reverse("admin:ratings_ladder_do", args=[row.ladder_id, name])
                + f"?match={row.match}",
                gettext(str(FORMS[name].title)),
            )
            for name in ("annul", "correct")
        )

    @admin.display(description=_("why"))
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
            *(_("player"), _("place"), _("rating"), _("opponent")),
            *(_("expected"), _("actual"), _("weight"), _("change")),
        )
        return table(heading, rows)


@admin.register(Standing)
class StandingAdmin(PlayerRows, ReadOnlyAdmin, ModelAdmin):
    """Players of ladders."""

    list_display = ("shown_name", "ladder", "points_shown", "games", "position", "last_at")
    list_filter = ("ladder",)
    search_fields = ("name",)
    ordering = ("ladder", "-rating", "id")
    fields = readonly_fields = (
        *("shown_name", "ladder", "points_shown", "games", "season_games"),
        *("firsts", "season_points", "position", "last_at"),
    )


@admin.register(SeasonStanding)
class SeasonStandingAdmin(PlayerRows, ReadOnlyAdmin, ModelAdmin):
    """The archive of seasons."""

    list_display = ("shown_name", "ladder", "season", "rank", "points_shown", "games")
    list_filter = ("ladder", "season")
    fields = readonly_fields = (
        *("shown_name", "ladder", "season", "rank", "points_shown", "games"),
        *("season_points", "position"),
    )


@admin.register(ChallengeRow)
class ChallengeAdmin(PreparedRows, ReadOnlyAdmin, ModelAdmin):
    """Challenges."""

    list_display = ("who", "ladder", "status_word", "made_at", "answer_by")
    list_select_related = ("ladder",)
    list_filter = ("ladder", ("status", worded_filter(CHALLENGES)))
    fields = readonly_fields = ("who", "ladder", "status_word", "made_at", "answer_by")
    status_word = in_words("status", _("status"), CHALLENGES)

    def prepare(self, rows: Sequence[ChallengeRow]) -> None:
        """Load the names of who challenges whom."""
        names = names_of(
            (row.ladder_id, key) for row in rows for key in (row.challenger, *row.opponents)
        )
        for row in rows:
            keys = (row.challenger, *row.opponents)
            row.player_names = [names.get((row.ladder_id, key), "-") for key in keys]  # type: ignore[attr-defined]

    def get_object(self, *about: object) -> ChallengeRow | None:
        """Return a challenge for its own page, or None."""
        row: ChallengeRow | None = super().get_object(*about)
        if row is not None:
            self.prepare([row])
        return row

    def name_of(self, row: ChallengeRow) -> str:
        """Return who challenges whom."""
        return self.who(row)

    @admin.display(description=_("challenge"))
    def who(self, row: Any) -> str:
        """Return who challenges whom, by name."""
        challenger, *opponents = row.player_names
        text = gettext("%(challenger)s challenges %(opponents)s")
        return text % {"challenger": challenger, "opponents": ", ".join(opponents)}
