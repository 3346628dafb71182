"""The pages of tournaments: the list, and each tournament by its parts."""

from dataclasses import replace
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import organisers
from accounts import selectors as accounts
from accounts.models import Account
from api.problems import Problem
from games import registry
from games.messages import Message
from notifications import subscribing
from tournaments import rolls, selectors, site_staff
from tournaments.series import selectors as series
from tournaments.state import Role, RoundState
from web import requests, sharing
from web.collation import sort_key
from web.tournaments import (
    brackets,
    clocks,
    draw_waiting,
    draws,
    history,
    labels,
    lines,
    lists,
    people,
    pictures,
    plan,
    prizes,
    round_deals,
    rounds,
    svg,
    tables,
    teams,
)
from web.tournaments.page_context import TournamentContext, tournament_context
from web.tournaments.steps import next_step, waiting

PART = "X-Part"
"""The header by which the script asks for the changing part of a page alone."""
TOP = 5
"""Lines of the standings on the first page."""
SOCIAL_MAX = 200
"""Characters of the words that a shared link shows."""

Context = dict[str, object]


PRINTS = {"slips": gettext_lazy("Result slips"), "cards": gettext_lazy("Place cards")}
"""What can be printed beside pairings and standings."""


def tournaments(request: HttpRequest) -> HttpResponse:
    """List the tournaments: running, before their start, over."""
    me = requests.account(request)
    games = registry.current_games()
    game = lists.chosen([rules.game for rules in games], request.GET.get("game", ""))
    context = {
        "section": "tournaments",
        "games": games,
        "game": game,
        "tables": lists.tables(None if me is None else me.pk),
        "organises": me is not None and _organises(me),
        **lists.groups(game or None, None if me is None else me.pk),
    }
    return render(request, "web/tournaments/list.html", context)


def _organises(me: Account) -> bool:
    """Return whether somebody may make tournaments, or has a role in one."""
    return organisers.may_organise(me) or selectors.run_by(me.pk).exists()


def of_player(request: HttpRequest, name: str) -> HttpResponse:
    """List the tournaments that somebody has entered."""
    found = accounts.player(name)
    if found is None:
        raise Http404
    context = {
        "player": found,
        "tournaments": lists.of_account(found.pk, reader=requests.account_id(request)),
    }
    return render(request, "web/tournaments/of_player.html", context)


def _is_followed(request: HttpRequest, tournament: UUID) -> bool:
    me = requests.account_id(request)
    return me is not None and subscribing.is_followed(me, tournament)


def overview(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a tournament in short: its plan, its round, who leads."""
    seen = tournament_context(request, slug)
    context: Context = {
        "about": plan.about(seen.state.settings),
        "stages": plan.stages(seen),
        "facts": plan.facts(seen),
        **prizes.shown(seen.state.settings),
        "series": series.of_tournament(seen.row.pk),
        "is_followed": _is_followed(request, seen.row.pk),
    }
    if seen.published:
        context["round"] = rounds.round_of(seen, seen.published[-1])
        context["matches"] = teams.match_rows(seen, seen.published[-1])
        context["top"] = lines.standings(seen).lines[:TOP]
        context["podium"] = lines.podium(seen)
        context["teams"] = teams.team_rows(seen.state, seen.people)[:TOP]
    return render_tournament(request, seen, "overview", context)


def entrants(request: HttpRequest, slug: str) -> HttpResponse:
    """Show who has entered."""
    seen = tournament_context(request, slug)
    team = seen.state.team_of
    found = [
        {
            "person": seen.people[each.number],
            "presence": labels.presence_words(each),
            "left_why": each.left_why,
            "is_out": each.presence in lists.OUT,
            "seed": each.seed,
            "rating": each.rating,
            "club": each.club,
            "mine": seen.own is each,
            "team": team.get(each.number, ""),
        }
        for each in seen.state.entrants.values()
        if each.presence != "withdrawn"
    ]
    found.sort(key=lambda each: (not each["seed"], each["seed"]))
    context = {
        "entrants": found,
        "seeded": any(each["seed"] for each in found),
        "rated": any(each["rating"] for each in found),
        "teams": bool(team),
        "clubs": any(each["club"] for each in found),
    }
    return render_tournament(request, seen, "entrants", context)


def rounds_page(request: HttpRequest, slug: str, number: int | None = None) -> HttpResponse:
    """Show a round, the last one by default, and why it is paired so."""
    seen = tournament_context(request, slug)
    chosen = _round(seen, number)
    context: Context = {"numbers": [each.number for each in seen.visible]}
    if chosen is not None:
        context["round"] = rounds.round_of(seen, chosen)
        context["deals"] = round_deals.rows(seen.state, [chosen])
        context["matches"] = teams.match_rows(seen, chosen)
        if "why" in request.GET:
            context["why"] = rounds.reasons(seen, chosen)
    return render_tournament(request, seen, "rounds", context)


def _round(seen: TournamentContext, number: int | None) -> RoundState | None:
    """Return a round that the reader may see; raises not_found."""
    if number is None:
        return seen.visible[-1] if seen.visible else None
    for each in seen.visible:
        if each.number == number:
            return each
    raise Problem(
        "not_found",
        Message("Round %(number)s does not exist, or it is not published yet.", number=number),
    )


def bracket(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the bracket of every stage where one can be out."""
    seen = tournament_context(request, slug)
    drawn = [(each, svg.bracket(each, each.title)) for each in brackets.brackets(seen)]
    plans = (seen.state.stage_settings(stage.number) for stage in seen.state.stages)
    has_lives = any(each["format"] == brackets.LIVES for each in plans)
    return render_tournament(request, seen, "bracket", {"brackets": drawn, "has_lives": has_lives})


def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the standings, after a round if one is named; `why` unfolds an entrant's tie-breaks."""
    seen = tournament_context(request, slug)
    numbers = [each.number for each in seen.published]
    until = _number(request, "round")
    until = until if until in numbers else None
    context = {
        "numbers": numbers,
        "until": until,
        "deals": [each for each in round_deals.rows(seen.state, seen.published) if each.link],
        "teams": [] if until is not None else teams.team_rows(seen.state, seen.people),
        **vars(lines.standings(seen, until=until, why=_number(request, "why"))),
    }
    return render_tournament(request, seen, "standings", context)


def _number(request: HttpRequest, name: str) -> int | None:
    given = request.GET.get(name, "")
    return int(given) if given.isascii() and given.isdigit() and len(given) < 6 else None


def log(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what was done, by whom and why, the latest first."""
    seen = tournament_context(request, slug)
    found = history.lines(seen)
    page = _number(request, "page") or 1
    context = {
        "lines": found[(page - 1) * history.PAGE : page * history.PAGE],
        "page": page,
        "has_later": page > 1,
        "has_earlier": len(found) > page * history.PAGE,
    }
    return render_tournament(request, seen, "log", context)


def draws_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what was drawn, what was drawn again or changed by hand, and what that proves."""
    seen = tournament_context(request, slug)
    return render_tournament(request, seen, "draws", {"draws": draws.page(seen)})


def log_file(request: HttpRequest, slug: str) -> StreamingHttpResponse:
    """Send the log of a tournament as a file."""
    seen = tournament_context(request, slug)
    lines = selectors.log(seen.state)
    response = StreamingHttpResponse(lines, content_type="application/x-ndjson")
    response["Content-Disposition"] = f'attachment; filename="{seen.row.slug}.ndjson"'
    return response


def _table_address(slug: str, table_id: UUID) -> str:
    return reverse("web:tournament-table", args=[slug, table_id])


def for_print(request: HttpRequest, slug: str) -> HttpResponse:
    """Show pairings and standings on paper; `what` names slips for results, or place cards."""
    seen = tournament_context(request, slug)
    what = request.GET.get("what", "")
    context: Context = {
        "tournament": seen.row,
        "section": "tournaments",
        "what": what if what in PRINTS else "",
        "prints": [("", _("Pairings and standings")), *PRINTS.items()],
    }
    if what == "cards":
        there = [seen.people[each].name for each in seen.state.present]
        context["cards"] = sorted(there, key=sort_key)
    if seen.published:
        round_ = rounds.round_of(seen, seen.published[-1])
        tables = sorted(round_.tables, key=lambda table: table.number)
        seats = [
            (seat.person.name, table.number, seat.number)
            for table in tables
            for seat in table.seats
        ]
        context |= {
            "round": replace(round_, tables=tables),
            "matches": teams.match_rows(seen, seen.published[-1]),
            "teams": teams.team_rows(seen.state, seen.people),
            "by_name": sorted(seats, key=lambda each: sort_key(each[0])),
            "slips": [
                (table, request.build_absolute_uri(_table_address(seen.row.slug, table.id)))
                for table in tables
                if not table.done and seen.state.settings["play"] == "reported"
            ],
        }
        context |= vars(lines.standings(seen))
    return render(request, "web/tournaments/print.html", context)


def live(request: HttpRequest, slug: str) -> HttpResponse:  # noqa: ARG001 - Its form.
    """Lead to the tournament: the stream of its versions is served by `cutpurse.asgi` alone."""
    return redirect("web:tournament", slug)


def render_tournament(
    request: HttpRequest, seen: TournamentContext, tab: str, context: Context, *, status: int = 200
) -> HttpResponse:
    """Return a page of a tournament: its head, and the part that the tab names."""
    is_part = request.headers.get(PART) == "tournament"
    frame = "web/tournaments/part.html" if is_part else "web/tournaments/page.html"
    whole = {
        **head(seen, tab),
        "shared": None if is_part else shared(request, seen),
        **context,
        "page": f"web/tournaments/{tab}.html",
        "frame": frame,
    }
    response = render(request, frame, whole, status=status)
    response["Cache-Control"] = "no-store"
    patch_vary_headers(response, [PART])
    return response


def shared(request: HttpRequest, seen: TournamentContext) -> sharing.Social | None:
    """Return what a link to a tournament shows elsewhere: its own words and picture, if it has."""
    page = reverse("web:tournament", args=[seen.row.slug])
    found = sharing.social_of(request, "tournament", seen.row.slug, page)
    if found is None:
        return None
    about, picture = plan.about(seen.state.settings), pictures.of(seen.state)
    summary = " · ".join(
        " ".join(each.split()) for each in (about.place, about.description) if each
    )
    own: Context = {"words": Truncator(summary or found["words"]).chars(SOCIAL_MAX)}
    if picture is not None:
        address = request.build_absolute_uri(picture.address)
        own |= {"picture": address, "width": picture.width, "height": picture.height}
    return {**found, **own}


def head(seen: TournamentContext, tab: str) -> Context:
    """Return what every page of a tournament shows."""
    state = seen.state
    staff = [each for each, role in state.roles.items() if role is Role.ORGANISER]
    timed = clocks.timed_round(state)
    return {
        "section": "tournaments",
        "tournament": seen.row,
        "tab": tab,
        "tabs": _tabs(seen),
        "status_word": labels.STATUSES[state.status],
        "badge": labels.BADGES.get(state.status, ""),
        "organisers": sorted(people.accounts(staff).values()),
        "role": None if seen.role is None else labels.ROLES[seen.role],
        "may_run": seen.role is not None or site_staff.may_run_all(seen.account),
        "step": next_step(seen),
        "notice": state.notice,
        "picture": pictures.of(state),
        "drawing": draw_waiting.words(state),
        "drawing_clock": draw_waiting.face(state),
        "asks_me": seen.own is not None and seen.own.number in rolls.expected(state),
        "timed": timed,
        "clock": None if timed is None else clocks.face(timed),
        "my_tables": own_tables(seen),
        "present": len(state.present),
        "waiting": waiting(seen),
    }


def own_tables(seen: TournamentContext) -> list[Context]:
    """Return the tables at which the reader is waited for, with the way there."""
    return [
        {
            "round": round_.number,
            "number": number,
            "others": people.names(
                seen.people, [each for each in table.seats if seen.own and each != seen.own.number]
            ),
            "link": tables.link_of(seen, table),
            "reported": seen.state.settings["play"] == "reported",
            "clock": clocks.face(round_, table),
        }
        for round_, table, number in seen.own_tables()
    ]


def _tabs(seen: TournamentContext) -> list[tuple[str, str, str]]:
    """Return the tabs: the tab, its view, its word."""
    has_bracket = any(stage["format"] in brackets.DRAWN for stage in seen.state.settings["stages"])
    found = [
        ("overview", "web:tournament", _("Overview")),
        ("entrants", "web:tournament-entrants", _("Entrants")),
        ("rounds", "web:tournament-rounds", _("Rounds")),
        ("bracket", "web:tournament-bracket", _("Bracket")),
        ("standings", "web:tournament-standings", _("Standings")),
        ("talk", "web:tournament-talk", _("Talk")),
        ("log", "web:tournament-log", _("Log")),
    ]
    return [each for each in found if has_bracket or each[0] != "bracket"]
