"""Looking for a rated match: the form, the page that waits, and what it leads to."""

from datetime import UTC, datetime
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts.models import Account
from api import limits
from api.problems import Problem
from games.json_types import JsonObject
from matches.models import Match
from matches.state import Status
from ratings import match_groups, players, visibility
from ratings.ladder.settings import parsed
from ratings.models import Call, Ladder, Seek
from ratings.services import matchmaking
from web import requests
from web.matches import chance
from web.ratings import playing, standings
from web.ratings.playing import SearchForm
from web.templatetags.web_ratings import figure

LOOK_S = 2
"""How often the page that waits asks, as often as the platform looks who fits."""


@login_required
def search(request: HttpRequest, slug: str) -> HttpResponse:
    """Begin to wait, and lead to the page that does; a table found meanwhile is led to."""
    ladder = visibility.by_slug(slug, requests.account_id(request))
    if request.method != "POST":
        return redirect("web:ladder", slug)
    me = requests.member(request)
    table = _table_since(ladder, me, _id(request.POST.get("after", "")))
    if table is not None and table.match is not None:
        # The form was sent twice, or from a page older than the match.
        return redirect("web:match", table.match)
    form = SearchForm(parsed(ladder.settings), request.POST)
    if not form.is_valid():
        return _again(request, ladder, form, "", 400)
    try:
        limits.spend_leased("write", f"account:{me.pk}")
        row, _is_new = matchmaking.start_search(
            ladder_id=ladder.id, account=me, shares=chance.says_shares(request), **form.cleaned_data
        )
        playing.seen(request, ladder)
    except Problem as problem:
        return _again(request, ladder, form, playing.refused(problem), problem.status)
    return redirect("web:ladder-search", slug, row.id)


def _again(
    request: HttpRequest, ladder: Ladder, form: SearchForm, refusal: str, status: int
) -> HttpResponse:
    context = {**standings.frame(ladder), "form": form, "refusal": refusal}
    return render(request, "web/ratings/search.html", context, status=status)


@login_required
@never_cache
def waiting_page(request: HttpRequest, slug: str, seek_id: UUID) -> HttpResponse:
    """Show how a search goes, or lead to its match; the page's script asks for it as JSON."""
    ladder = visibility.by_slug(slug, requests.account_id(request))
    state = state_of(ladder, requests.member(request), seek_id)
    if request.headers.get("Accept") == "application/json":
        return JsonResponse(state)
    if state["state"] == "found":
        return redirect(str(state["address"]))
    context = {**standings.frame(ladder), "seek_id": seek_id, "search": state, "look_s": LOOK_S}
    return render(request, "web/ratings/waiting.html", context)


@require_POST
@login_required
def cancel(request: HttpRequest, slug: str) -> HttpResponse:
    """Stop waiting; who waits no more is led on as well, to the match if there is one."""
    ladder = visibility.by_slug(slug, requests.account_id(request))
    me = requests.member(request)
    try:
        matchmaking.cancel_search(ladder_id=ladder.id, account=me)
    except Problem as problem:
        if problem.code != "not_found":
            raise
        table = _table_since(ladder, me, _id(request.POST.get("search", "")))
        if table is not None and table.match is not None:
            return redirect("web:match", table.match)
    return redirect("web:ladder", slug)


def state_of(ladder: Ladder, me: Account, seek_id: UUID) -> JsonObject:
    """Return how a search of an account stands: waiting, laying the table, found, or over."""
    row = Seek.objects.filter(id=seek_id, account=me).first()
    if row is not None:
        return {"state": "waiting", **_waiting(ladder, row)}
    call = _call_since(ladder, me, seek_id)
    if call is None:
        return {"state": "over", "words": _("This search is over."), "address": _page(ladder)}
    if call.match is None:
        return {"state": "table", "words": _("Players found. Setting up the match…")}
    words = _("Your match has been found.")
    return {"state": "found", "words": words, "address": reverse("web:match", args=[call.match])}


def _waiting(ladder: Ladder, row: Seek) -> JsonObject:
    waited_s = (datetime.now(UTC) - row.made_at).total_seconds()
    settings = parsed(ladder.settings)
    system = settings.rating_system()
    window = match_groups.rating_window(waited_s, system.spread) / 10**system.decimals
    others = ladder.seeks.filter(seats=row.seats).count() - 1
    said = {"points": figure(window, standings.digits(settings))}
    words = _("Opponents may now be up to %(points)s points away from you.") % said
    if waited_s >= match_groups.WIDE_AFTER_S:
        words = (
            _("Opponents may be up to %(points)s points away; the range does not widen further.")
            % said
        )
    return {
        "words": words,
        "since": row.made_at.isoformat(),
        "waited_s": int(waited_s),
        "seats": row.seats,
        "others": others,
        "part": round(min(1.0, waited_s / match_groups.WIDE_AFTER_S), 3),
    }


def _call_since(ladder: Ladder, me: Account, since: UUID) -> Call | None:
    """Return the first table with an account that was put together after an id was made."""
    key = players.of_account(me.pk, me.username).key
    calls = ladder.calls.filter(id__gt=since, players__contains=[key])
    found: Call | None = calls.order_by("id").first()
    return found


def _table_since(ladder: Ladder, me: Account, since: UUID | None) -> Call | None:
    """Return a table as above whose match runs."""
    call = None if since is None else _call_since(ladder, me, since)
    if call is None or call.match is None:
        return None
    running = Match.objects.filter(status=Status.LIVE.value, id=call.match)
    return call if running.exists() else None


def _id(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None


def _page(ladder: Ladder) -> str:
    return reverse("web:ladder", args=[ladder.slug])
