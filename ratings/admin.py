"""Ladders in the admin: commands with a preview and a reason; what has happened is only read."""

import json
import secrets
from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html, format_html_join
from unfold.admin import ModelAdmin, TabularInline

from accounts.problems import Problem
from ratings import selectors
from ratings.admin_forms import FORMS, OpenForm
from ratings.ladder.settings import parsed
from ratings.models import ChallengeRow, Ladder, RatedMatch, SeasonRow, SeasonStanding, Standing
from ratings.report import shown
from ratings.services import managing
from ratings.services.commands import Order

EVENTS_SHOWN = 100


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


class Seasons(LookOnly, TabularInline):
    """The seasons that are over."""

    model = SeasonRow
    extra = 0
    fields = ("number", "name", "closed_at")


def order_of(request: HttpRequest, reason: str, *, dry_run: bool) -> Order:
    """Return the order of a member of the staff."""
    return Order(f"account:{request.user.pk}", reason, secrets.token_urlsafe(24), dry_run)


@admin.register(Ladder)
class LadderAdmin(LookOnly, ModelAdmin):
    """Ladders: open them, command them, read their history."""

    list_display = ("name", "slug", "game", "kind", "is_paused", "season", "players", "updated_at")
    list_filter = ("game", "kind", "is_paused", "visibility")
    search_fields = ("name", "slug")
    inlines: ClassVar = [Seasons]
    fields = (
        "commands",
        ("name", "slug", "visibility"),
        ("game", "kind", "is_paused"),
        ("season", "version", "opened_at"),
        "standings",
        "shown_settings",
        "history",
    )
    readonly_fields = ("commands", "standings", "shown_settings", "history")

    def get_urls(self) -> list[URLPattern]:
        """Return the pages of the commands before the usual ones."""
        view = self.admin_site.admin_view
        return [
            path("open/", view(self.open_view), name="ratings_ladder_open"),
            path("<uuid:pk>/do/<str:name>/", view(self.command_view), name="ratings_ladder_do"),
            *super().get_urls(),
        ]

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show the list, with a way to open a ladder."""
        address = reverse("admin:ratings_ladder_open")
        note = format_html('<a class="underline" href="{}">Open a new ladder</a>', address)
        if request.method == "GET" and self.may_command(request):
            messages.info(request, note)
        response: HttpResponse = super().changelist_view(request, extra_context)
        return response

    def may_command(self, request: HttpRequest) -> bool:
        """Return whether somebody may run ladders."""
        return request.user.has_perm("ratings.change_ladder")

    @admin.display(description="players")
    def players(self, ladder: Ladder) -> int:
        """Return how many have played."""
        count: int = ladder.standings.count()
        return count

    @admin.display(description="what to do")
    def commands(self, ladder: Ladder) -> str:
        """Return the commands as links."""
        links = [
            (reverse("admin:ratings_ladder_do", args=[ladder.pk, name]), form.title)
            for name, form in FORMS.items()
        ]
        return format_html_join(" · ", '<a class="underline" href="{}">{}</a>', links)

    @admin.display(description="standings")
    def standings(self, ladder: Ladder) -> str:
        """Return the first of the standings as a table."""
        rows = selectors.listed(ladder).order_by(*selectors.ORDER[ladder.kind])[:20]
        cells = [
            (row["rank"], row["player"], row["rating"], row["games"], row["points"])
            for row in selectors.standings(ladder, list(rows))
        ]
        return table(("rank", "player", "rating", "matches", "points"), cells)

    @admin.display(description="settings")
    def shown_settings(self, ladder: Ladder) -> str:
        """Return the settings as text."""
        return format_html("<pre>{}</pre>", json.dumps(ladder.settings, indent=2))

    @admin.display(description="history")
    def history(self, ladder: Ladder) -> str:
        """Return the last events: when, by whom, what and why."""
        events = selectors.events(ladder).order_by("-version")[:EVENTS_SHOWN]
        rows = [
            (
                line["version"],
                line["at"],
                line["actor"],
                line["type"],
                line["data"].pop("reason"),
                json.dumps(line["data"])[:300],
            )
            for line in map(selectors.event_row, events)
        ]
        return table(("version", "time", "by", "event", "reason", "data"), rows)

    def open_view(self, request: HttpRequest) -> HttpResponse:
        """Open a ladder, after a preview."""
        form = OpenForm(request.POST or None)
        context: dict[str, Any] = {}
        if request.method == "POST" and form.is_valid() and self.may_command(request):
            is_trial = "preview" in request.POST
            order = order_of(request, form.cleaned_data["reason"], dry_run=is_trial)
            try:
                ladder = managing.open_ladder(
                    slug=form.cleaned_data["slug"], settings=form.settings(), order=order
                )
            except Problem as problem:
                tell(form, problem)
            else:
                if not is_trial:
                    messages.success(request, f"{ladder.name} is open.")
                    return HttpResponseRedirect(
                        reverse("admin:ratings_ladder_change", args=[ladder.pk])
                    )
                text = json.dumps(parsed(ladder.settings).as_data(), indent=2)
                context["preview"] = format_html("<pre>{}</pre>", text)
        return self.command_page(request, form, {"title": "Open a ladder", **context})

    def command_view(self, request: HttpRequest, pk: str, name: str) -> HttpResponse:
        """Ask for what a command needs, show what it would come to, and carry it out."""
        ladder = get_object_or_404(Ladder, pk=pk)
        kind = FORMS.get(name)
        if kind is None:
            return HttpResponseRedirect(reverse("admin:ratings_ladder_change", args=[pk]))
        form = kind(request.POST or None, initial={**kind.now(ladder), **request.GET.dict()})
        context: dict[str, Any] = {}
        if request.method == "POST" and form.is_valid() and self.may_command(request):
            is_trial = "preview" in request.POST
            order = order_of(request, form.cleaned_data["reason"], dry_run=is_trial)
            try:
                told = form.run(ladder, order)
            except Problem as problem:
                tell(form, problem)
            else:
                if not is_trial:
                    messages.success(request, f"{kind.title}: done. {summary(told)}")
                    return HttpResponseRedirect(reverse("admin:ratings_ladder_change", args=[pk]))
                context["preview"] = preview(told)
        title = f"{ladder.name}: {kind.title}"
        return self.command_page(request, form, {"title": title, **context})

    def command_page(
        self, request: HttpRequest, form: forms.Form, context: Mapping[str, Any]
    ) -> HttpResponse:
        """Return the page of a command."""
        if not self.may_command(request):
            messages.error(request, "You may look at ladders, but not change them.")
        page = {
            **self.admin_site.each_context(request),
            "opts": Ladder._meta,  # noqa: SLF001 - What Django's templates are given.
            "form": form,
            "may_command": self.may_command(request),
            **context,
        }
        return TemplateResponse(request, "admin/ratings/command.html", page)


def tell(form: forms.Form, problem: Problem) -> None:
    """Show a refusal where its fields are."""
    for error in problem.errors:
        field = error.field.partition(".")[0]
        form.add_error(field if field in form.fields else None, f"{error.field}: {error.message}")
    if not problem.errors:
        form.add_error(None, problem.detail)


def summary(told: Mapping[str, Any]) -> str:
    """Return what a command came to, in a sentence."""
    if "differences" in told:
        return f"{told['matches']} matches folded, {told['differences']} rows differed."
    return (
        f"{len(told['players'])} players move, by {told['largest_change']} at most;"
        f" {told['matches_after']} matches count."
    )


def preview(told: Mapping[str, Any]) -> str:
    """Return the consequences of a command as a table."""
    columns = (
        "player",
        "rating_before",
        "rating_after",
        "change",
        "rank_before",
        "rank_after",
        "games_before",
        "games_after",
    )
    rows = [[row[name] for name in columns] for row in told.get("players", [])]
    return format_html(
        "<p>{}</p>{}", summary(told), table([name.replace("_", " ") for name in columns], rows)
    )


def table(heading: Any, rows: Any) -> str:
    """Return a table of texts."""
    head = format_html_join("", "<th class='px-3 py-1 text-left'>{}</th>", ((h,) for h in heading))
    body = format_html_join(
        "",
        "<tr>{}</tr>",
        (
            (
                format_html_join(
                    "",
                    "<td class='px-3 py-1'>{}</td>",
                    (("" if cell is None else cell,) for cell in row),
                ),
            )
            for row in rows
        ),
    )
    return format_html("<table><thead><tr>{}</tr></thead><tbody>{}</tbody></table>", head, body)


@admin.register(RatedMatch)
class RatedMatchAdmin(LookOnly, ModelAdmin):
    """Matches of ladders: why ratings changed, and the way to put them right."""

    list_display = ("match", "ladder", "status", "reason", "seats", "season", "at")
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

    @admin.display(description="put right")
    def put_right(self, row: RatedMatch) -> str:
        """Return links to the commands for this match."""
        links = [
            (reverse("admin:ratings_ladder_do", args=[row.ladder_id, name]), row.match, name)
            for name in ("annul", "correct")
        ]
        return format_html_join(" · ", '<a class="underline" href="{}?match={}">{}</a>', links)

    @admin.display(description="why")
    def pairs(self, row: RatedMatch) -> str:
        """Return one row a pair."""
        page = selectors.match_page(row.ladder, row.match)
        rows = [
            (
                player["player"],
                player["place"],
                player["rating_before"],
                pair["opponent"],
                pair["expected"],
                pair["actual"],
                pair["weight"],
                pair["change"],
            )
            for player in page["players"]
            for pair in player["pairs"]
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
class StandingAdmin(LookOnly, ModelAdmin):
    """Players of ladders."""

    list_display = ("name", "ladder", "points_shown", "games", "position", "last_at")
    list_filter = ("ladder",)
    search_fields = ("name",)

    @admin.display(description="rating", ordering="rating")
    def points_shown(self, row: Standing) -> float:
        """Return the rating in points."""
        return shown(row.rating, parsed(row.ladder.settings).rating_system().decimals)


@admin.register(SeasonStanding)
class SeasonStandingAdmin(LookOnly, ModelAdmin):
    """The archive of seasons."""

    list_display = ("ladder", "season", "rank", "name", "games")
    list_filter = ("ladder", "season")


@admin.register(ChallengeRow)
class ChallengeAdmin(LookOnly, ModelAdmin):
    """Challenges."""

    list_display = ("id", "ladder", "challenger", "opponents", "status", "answer_by")
    list_filter = ("ladder", "status")
