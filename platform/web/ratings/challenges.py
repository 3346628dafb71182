"""Challenges by forms: join and leave the rungs, challenge, answer, withdraw."""

from collections.abc import Sequence
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from api import limits
from api.problems import Problem
from eventstore.aggregate import CommandContext
from ratings import players, visibility
from ratings.ladder import rungs
from ratings.ladder.settings import parsed
from ratings.models import Call, Ladder, Standing
from ratings.players import PlayerRef
from ratings.services import challenging
from web import requests
from web.matches import chance
from web.ratings import people, playing, standings, words

CHOICE_MAX = 30
"""Players around the reader that the page of a new challenge offers."""
AT_ONCE_MAX = 5


@require_POST
@login_required
def join(request: HttpRequest, slug: str) -> HttpResponse:
    """Take the lowest rung; who has one already keeps it."""
    ladder = visibility.by_slug(slug, requests.account_id(request))
    try:
        _spend(request)
        challenging.join(
            ladder_id=ladder.id,
            player=_me(request),
            author=_author(request),
            shares=chance.says_shares(request),
        )
        playing.seen(request, ladder)
    except Problem as problem:
        if problem.params.get("reason") != "already_on_ladder":
            return _refused(request, ladder, problem)
    return redirect("web:ladder", slug)


@require_POST
@login_required
def leave(request: HttpRequest, slug: str) -> HttpResponse:
    """Give the rung up; who has none is as good as gone."""
    ladder = visibility.by_slug(slug, requests.account_id(request))
    try:
        _spend(request)
        challenging.leave(ladder_id=ladder.id, player=_me(request), author=_author(request))
    except Problem as problem:
        if problem.code != "not_found":
            return _refused(request, ladder, problem)
    return redirect("web:ladder", slug)


@login_required
def challenge(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose whom to challenge, read what is against it, and do it."""
    ladder = visibility.by_slug(slug, requests.account_id(request))
    if request.method != "POST":
        return _choice(request, ladder, request.GET.getlist("opponent")[:AT_ONCE_MAX])
    names = request.POST.getlist("opponent")[:AT_ONCE_MAX]
    me, author = _me(request), _author(request)
    try:
        _spend(request)
        wanted = [people.standing_called(ladder, name).name for name in names]
        made = challenging.create(ladder_id=ladder.id, player=me, opponents=wanted, author=author)
        playing.seen(request, ladder)
    except Problem as problem:
        if problem.code == "not_found":
            raise
        if "reasons" in problem.params:
            return _choice(request, ladder, names, status=problem.status)
        return _refused(request, ladder, problem)
    return redirect("web:ladder-challenge", slug, made.id)


def _choice(
    request: HttpRequest, ladder: Ladder, names: Sequence[str], status: int = 200
) -> HttpResponse:
    """Return the page of a new challenge; reasons are given once somebody is chosen."""
    me = _me(request)
    mine = standings.my_standing(ladder, requests.account(request))
    chosen = [people.standing_called(ladder, name).player for name in names]
    reasons: list[str] = []
    if chosen or mine is None or mine.position is None:
        found = challenging.reasons_against(ladder, me.key, chosen)
        reasons = _in_words(found, chosen)
    limit = parsed(ladder.settings).players
    context = {
        **standings.frame(ladder),
        **playing.panel(ladder, requests.account(request), mine),
        "choice": _around(ladder, mine, chosen),
        "chosen": chosen,
        "reasons": reasons,
        "most": limit.max - 1,
        "least": limit.min - 1,
    }
    return render(request, "web/ratings/challenging.html", context, status=status)


def _in_words(found: Sequence[challenging.Reason], chosen: Sequence[str]) -> list[str]:
    who = people.people(chosen)
    named = (
        {**each, "player": who[str(each["player"])].name} if "player" in each else each
        for each in found
    )
    return list(dict.fromkeys(words.reason(each) for each in named))


def _around(
    ladder: Ladder, mine: Standing | None, chosen: Sequence[str]
) -> list[dict[str, object]]:
    """Return who may be chosen: players from the top of one's reach downwards, without oneself."""
    if mine is None or mine.position is None:
        return []
    reaches = parsed(ladder.settings).challenges
    top = rungs.reach(mine.position, percent=reaches.reach_percent, places=reaches.reach_places)
    near = ladder.standings.filter(position__gte=top).exclude(pk=mine.pk).order_by("position")
    rows = list(near[:CHOICE_MAX])
    rows += ladder.standings.filter(player__in=chosen).exclude(pk__in=[row.pk for row in rows])
    who = people.people(row.player for row in rows)
    return [
        {
            "position": row.position,
            "person": who[row.player],
            "checked": row.player in chosen,
            "above": (row.position or 0) < mine.position,
        }
        for row in rows
        if row.pk != mine.pk
    ]


def one(request: HttpRequest, slug: str, challenge_id: UUID) -> HttpResponse:
    """Show a challenge, with what the reader may do about it."""
    ladder = visibility.by_slug(slug, requests.account_id(request))
    return _challenge_page(request, ladder, challenge_id)


def _challenge_page(
    request: HttpRequest, ladder: Ladder, challenge_id: UUID, refusal: str = "", status: int = 200
) -> HttpResponse:
    row = challenging.get_challenge(ladder, challenge_id)
    account = requests.account(request)
    key = None if account is None else players.of_account(account.pk, account.username).key
    call = Call.objects.filter(id=row.id).first()
    context = {
        **standings.frame(ladder),
        "challenge": playing.challenge(row, key),
        "match_id": None if call is None else call.match,
        "gives_up": parsed(ladder.settings).challenges.refusal == "forfeit",
        "refusal": refusal,
    }
    return render(request, "web/ratings/challenge.html", context, status=status)


@require_POST
@login_required
def answer(request: HttpRequest, slug: str, challenge_id: UUID) -> HttpResponse:
    """Accept or decline; a second answer changes nothing."""
    ladder = visibility.by_slug(slug, requests.account_id(request))
    row = challenging.get_challenge(ladder, challenge_id)
    accept = request.POST.get("answer") == "accept"
    me, author = _me(request), _author(request)
    try:
        _spend(request)
        challenging.answer(challenge_id=row.id, player=me, accept=accept, author=author)
        playing.seen(request, ladder)
    except Problem as problem:
        return _after(request, ladder, row.id, problem)
    return redirect("web:ladder-challenge", slug, challenge_id)


@require_POST
@login_required
def withdraw(request: HttpRequest, slug: str, challenge_id: UUID) -> HttpResponse:
    """Take a challenge back."""
    ladder = visibility.by_slug(slug, requests.account_id(request))
    row = challenging.get_challenge(ladder, challenge_id)
    author = _author(request)
    try:
        _spend(request)
        challenging.withdraw(challenge_id=row.id, player=_me(request), author=author)
    except Problem as problem:
        return _after(request, ladder, row.id, problem)
    return redirect("web:ladder-challenge", slug, challenge_id)


def _after(
    request: HttpRequest, ladder: Ladder, challenge_id: UUID, problem: Problem
) -> HttpResponse:
    """Show a challenge as it stands, with why the reader's act was refused."""
    reasons = problem.params.get("reasons")
    if not isinstance(reasons, list):
        return _challenge_page(
            request, ladder, challenge_id, playing.refused(problem), problem.status
        )
    said = " ".join(words.reason(each) for each in reasons)
    return _challenge_page(request, ladder, challenge_id, said, problem.status)


def _refused(request: HttpRequest, ladder: Ladder, problem: Problem) -> HttpResponse:
    """Return the page of a refusal that leads back to the ladder."""
    reasons = problem.params.get("reasons")
    said = playing.refused(problem)
    if isinstance(reasons, list):
        said = " ".join(words.reason(each) for each in reasons)
    context = {**standings.frame(ladder), "refusal": said}
    return render(request, "web/ratings/refused.html", context, status=problem.status)


def _me(request: HttpRequest) -> PlayerRef:
    account = requests.member(request)
    return players.of_account(account.pk, account.username)


def _author(request: HttpRequest) -> CommandContext:
    return CommandContext(_me(request).key, requests.form_key(request))


def _spend(request: HttpRequest) -> None:
    limits.spend_leased("write", f"account:{requests.member(request).pk}")
