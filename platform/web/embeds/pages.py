"""Standings, bracket, round clock and table, as other sites may frame them."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from tournaments import command_handler, visibility
from web.embeds import framing
from web.embeds.framing import framed
from web.matches import match_page
from web.templatetags.web_pages import title as game_title
from web.tournaments import brackets, clocks, labels, lines, svg
from web.tournaments.page_context import TournamentContext

Context = dict[str, object]


def public_context(slug: str) -> TournamentContext:
    """Return a tournament as a stranger may know of it; raises not_found."""
    row = visibility.find(slug, None)
    return TournamentContext(row, command_handler.load(row.id), None)


def head(request: HttpRequest, seen: TournamentContext, view: str) -> Context:
    """Return what each of a tournament's frames shows."""
    return {
        "title": seen.row.name,
        "badge": labels.BADGES.get(seen.state.status, ""),
        "status_word": labels.STATUSES[seen.state.status],
        "version": seen.state.version,
        "live": reverse("web:tournament-live", args=[seen.row.slug]),
        "home": request.build_absolute_uri(reverse(f"web:{view}", args=[seen.row.slug])),
    }


@framed
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the standings; `top` limits the lines."""
    seen = public_context(slug)
    given = request.GET.get("top", "")
    top = int(given) if given.isascii() and given.isdigit() and len(given) < 4 else 0
    table = lines.standings(seen) if seen.published else None
    context = {**head(request, seen, "tournament-standings"), "table": table}
    context["lines"] = [] if table is None else table.lines[: top or None]
    return framing.page(request, "standings", context)


@framed
def bracket(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the brackets."""
    seen = public_context(slug)
    drawn = [(each, svg.bracket(each, each.title)) for each in brackets.brackets(seen)]
    context = {**head(request, seen, "tournament-bracket"), "brackets": drawn}
    return framing.page(request, "bracket", context)


@framed
def clock(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the clock of the round that runs."""
    seen = public_context(slug)
    timed = clocks.timed_round(seen.state)
    face = None if timed is None else clocks.face(timed)
    context = {**head(request, seen, "tournament"), "timed": timed, "clock": face}
    return framing.page(request, "clock", context)


@framed
def match(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Show a table as a spectator sees it."""
    shown = match_page.match_page(match_id, None)
    context = {
        **shown.context(),
        "title": game_title(shown.match.game),
        "version": shown.match.version,
        "live": reverse("web:live", args=[match_id]) if shown.match.result is None else "",
        "home": request.build_absolute_uri(reverse("web:match", args=[match_id])),
        "hints": None,
    }
    return framing.page(request, "match", context)
