"""The wall: a tournament on a projector, page after page, readable at ten metres."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import invitations, stage_plan
from tournaments.state import OVER, EntrantStatus, RoundState, TableState
from web.collation import sort_key
from web.themes import THEME_COOKIE, THEMES
from web.tournaments import clocks, labels, lines, lists, pictures, rounds, teams
from web.tournaments.console.console import rounds_in_all
from web.tournaments.page_context import TournamentContext, tournament_context
from web.tournaments.steps import entry_closed

TABLES, MATCHES, ROWS = 6, 12, 24
"""How many tables, and how many lines in two columns, are on a page."""
EXTRA_MAX = 3
"""How many tables with extra time the clock names."""
DARK = "dark"

Context = dict[str, object]


@dataclass(frozen=True)
class WallPage:
    """A page of the wall."""

    kind: str
    """matches, tables, names, standings, teams or sign-up: also its template."""
    title: str
    rows: Sequence[object]
    number: int = 1
    count: int = 1
    round: int = 0

    @property
    def id(self) -> str:
        """What its address calls it; the same page has the same id when results come in."""
        return f"{self.kind}-{self.round}-{self.number}"


def wall(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what is on the wall now; what only the staff sees is never on it."""
    seen = tournament_context(request, slug)
    pages = list(_pages(request, seen)) or [WallPage("names", _("Entrants"), [])]
    wanted = request.GET.get("page", "")
    shown = next((at for at, each in enumerate(pages) if each.id == wanted), 0)
    theme = request.GET.get("theme") or request.COOKIES.get(THEME_COOKIE, "")
    live = _live(seen)
    context: Context = {
        "tournament": seen.row,
        "notice": seen.state.notice,
        "picture": pictures.of(seen.state),
        "pages": pages,
        "shown": pages[shown],
        "following": pages[(shown + 1) % len(pages)],
        "theme": theme if theme in THEMES else DARK,
        "round": live[-1] if live else None,
        "rounds_in_all": rounds_in_all(seen.state),
        "status_word": labels.STATUSES[seen.state.status],
        **_side(seen, live),
        **_to_report(live),
    }
    response = render(request, "web/tournaments/wall/wall.html", context)
    response["Cache-Control"] = "no-store"
    patch_vary_headers(response, ["Cookie"])
    return response


def _live(seen: TournamentContext) -> list[RoundState]:
    if seen.state.status in OVER:
        return []
    return [each for each in seen.published if not each.closed]


def _pages(request: HttpRequest, seen: TournamentContext) -> Iterator[WallPage]:
    """Yield the pages in the order in which they turn; at least one."""
    live = _live(seen)
    for round_ in live:
        title = _("Tables") if len(live) == 1 else _("Round %(n)s") % {"n": round_.number}
        matches = teams.match_rows(seen, round_)
        yield from _paged("matches", _("Matches of teams"), matches, MATCHES, round_.number)
        tables = [_table(seen, round_, each, at) for at, each in enumerate(round_.tables, start=1)]
        yield from _paged("tables", title, tables, TABLES, round_.number)
    # Everybody looks for their own table first, and between rounds for where they stand.
    is_over = seen.state.status in OVER
    if live:
        yield from _paged("names", _("Names"), _seated(seen, live), ROWS)
    if seen.published:
        yield from _paged("standings", _("Standings"), lines.standings(seen).lines, ROWS)
        yield from _paged("teams", _("Teams"), teams.team_rows(seen.state, seen.people), ROWS)
    if not live and not (is_over and seen.published):
        yield from _paged("names", _("Entrants"), _entrants(seen), ROWS)
    if not is_over:
        yield from _sign_up(request, seen)


def _sign_up(request: HttpRequest, seen: TournamentContext) -> Iterator[WallPage]:
    """Yield the page with the way in, while there is one."""
    invited = invitations.on_wall(seen.state, timezone.now())
    if invited:
        path = reverse("web:tournament-join", args=[seen.row.slug, invited])
        yield WallPage("sign-up", _("Take part"), [request.build_absolute_uri(path)])
    elif not entry_closed(seen):
        address = request.build_absolute_uri(reverse("web:tournament", args=[seen.row.slug]))
        yield WallPage("sign-up", _("Take part"), [address])


def _paged(
    kind: str, title: str, rows: Sequence[object], size: int, round_: int = 0
) -> Iterator[WallPage]:
    count = -(-len(rows) // size)
    for number in range(1, count + 1):
        part = rows[(number - 1) * size : number * size]
        yield WallPage(kind, title, part, number, count, round_)


def _table(seen: TournamentContext, round_: RoundState, table: TableState, number: int) -> Context:
    several = rounds.several_of(seen.state, table, is_open=False)
    return {
        "number": number,
        "so_far": "" if several is None else several.score,
        "names": [seen.people[each].name for each in table.seats],
        "done": table.is_over,
        "called": table.is_called,
        "disputed": table.is_disputed,
        "void": table.void,
        "stopped": table.stopped is not None,
        "reported": table.reported is not None,
        "clock": clocks.face(round_, table) if table.is_open and table.extended_s else None,
        "extra_minutes": -(-table.extended_s // 60) if table.is_open else 0,
    }


def _seated(seen: TournamentContext, live: Sequence[RoundState]) -> list[Context]:
    """Return everyone who sits somewhere or has a bye, by name."""
    found = [
        {"name": seen.people[each].name, "table": number, "seat": seat}
        for round_ in live
        for number, table in enumerate(round_.tables, start=1)
        if table.is_open or len(live) == 1
        for seat, each in enumerate(table.seats, start=1)
    ]
    away = _("no board") if stage_plan.has_boards(seen.state) else _("bye")
    found += [
        {"name": seen.people[each].name, "table": None, "seat": None, "away": away}
        for round_ in live
        for each in round_.byes
    ]
    return sorted(found, key=lambda each: sort_key(str(each["name"])))


def _entrants(seen: TournamentContext) -> list[Context]:
    """Return who takes part, by name, with who is there."""
    found = [
        {
            "name": seen.people[each.number].name,
            "is_here": each.presence is EntrantStatus.CHECKED_IN,
            "waits": each.presence is EntrantStatus.WAITING,
        }
        for each in seen.state.entrants.values()
        if each.presence not in lists.OUT
    ]
    return sorted(found, key=lambda each: sort_key(str(each["name"])))


def _side(seen: TournamentContext, live: Sequence[RoundState]) -> Context:
    """Return what stands in big figures: the clock, or else how far things are."""
    timed = clocks.timed_round(seen.state)
    face = None if timed is None else clocks.face(timed)
    if timed is not None and face is not None:
        extra = [
            (number, -(-table.extended_s // 60))
            for number, table in enumerate(timed.tables, start=1)
            if table.extended_s and table.is_open
        ]
        share = 100 * max(0, face.left_ms) / 1000 / face.total_s
        return {"clock": face, "share": round(min(100, share)), "extra": extra[:EXTRA_MAX]}
    if live:
        tables = live[-1].tables
        done = sum(each.is_over for each in tables)
        words = _("of %(all)s tables have reported") % {"all": len(tables)}
        return {"figure": done, "words": words, "share": round(100 * done / len(tables))}
    there = seen.state.present
    here = sum(seen.state.entrants[each].presence is EntrantStatus.CHECKED_IN for each in there)
    if seen.state.calls_roll and not seen.state.stages:
        words = _("of %(all)s are checked in") % {"all": len(there)}
        return {"figure": here, "words": words, "share": round(100 * here / (len(there) or 1))}
    words = ngettext("entrant", "entrants", len(there))
    return {"figure": len(there), "words": words, "share": 100}


def _to_report(live: Sequence[RoundState]) -> Context:
    """Return the tables that have not reported, of the last round that is played."""
    if not live:
        return {}
    tables = live[-1].tables
    return {"to_report": [at for at, each in enumerate(tables, start=1) if not each.is_over]}
