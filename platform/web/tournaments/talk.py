"""A tournament's room on its page: what is said there, and saying something by a form."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from api import limits
from api.problems import Problem
from tournaments import room
from tournaments.services import room_talk
from web import requests
from web.matches import talk as talking
from web.matches.talk import Talk
from web.matches.talk_views import (
    SAID,
    Changed,
    muting,
    number,
    saying,
    why_refused,
    with_message,
)
from web.tournaments.page_context import TournamentContext, tournament_context
from web.tournaments.views import PART, Context, render_tournament

SHOWN_MAX = 50


def talk_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what is said in a tournament's room, or say something; raises not_found."""
    if request.method == "POST":
        return _say(request, slug)
    return _shown(request, tournament_context(request, slug), None)


@login_required
def _say(request: HttpRequest, slug: str) -> HttpResponse:
    seen = tournament_context(request, slug)
    me = requests.member(request).pk
    slug = seen.row.slug
    try:
        if changed := muting(request, me):
            return _answered(request, seen, changed)
        if "remove" in request.POST:
            room_talk.remove(
                slug=slug,
                remark_id=number(request),
                account_id=me,
                may_remove=_may_remove(slug, seen),
            )
        else:
            limits.spend("remark", f"account:{me}")
            room_talk.say(slug=slug, account_id=me, saying=saying(request))
    except Problem as problem:
        return _shown(request, seen, problem)
    return _answered(request, seen, None)


def _answered(
    request: HttpRequest, seen: TournamentContext, changed: Changed | None
) -> HttpResponse:
    if request.headers.get(PART) == SAID:
        return _shown(request, seen, None, changed)
    page = redirect("web:tournament-talk", seen.row.slug)
    return with_message(request, changed, page) if changed else page


def _may_remove(slug: str, seen: TournamentContext) -> bool:
    if seen.account is None:
        return False
    return room_talk.may_remove(slug, seen.account) or talking.may_remove(seen.account)


def _shown(
    request: HttpRequest,
    seen: TournamentContext,
    problem: Problem | None,
    changed: Changed | None = None,
) -> HttpResponse:
    """Return the page, or to its script the lines alone."""
    context: Context = {
        "talk": _talk(seen),
        "talk_problem": None if problem is None else why_refused(problem),
        "whom": _whom(seen),
        "muted_now": changed,
    }
    status = 200 if problem is None else problem.status
    if request.headers.get(PART) == SAID:
        lines = {**context, "tournament": seen.row}
        response = render(request, "web/tournaments/said.html", lines, status=status)
        response["Cache-Control"] = "no-store"
        return response
    return render_tournament(request, seen, "talk", context, status=status)


def _talk(seen: TournamentContext) -> Talk:
    row, me = seen.row, seen.account
    may_remove = _may_remove(row.slug, seen)
    latest = room.latest(row, seen.state, me, hears_muted=may_remove)[:SHOWN_MAX]
    shown = talking.said(latest, me, may_remove=may_remove)
    may_say = me is not None and room.may_say(row, me)
    return talking.made(shown, me, may_say=may_say, is_open=room.is_open(row))


def _whom(seen: TournamentContext) -> str:
    """Return who hears the reader, in words."""
    if seen.account is None:
        return ""
    if room.room_of(seen.state, seen.account) == "players":
        return _("Everyone can read what you say here.")
    return _(
        "Other spectators can read what you say; the players can read it once the "
        "tournament is over."
    )
