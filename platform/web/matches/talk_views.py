"""Saying something at a table, by a form, and hearing what was said."""

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from api import limits
from api.problems import Problem, invalid
from games.messages import Message
from matches import remarks
from matches.phrases import PHRASES, Phrase
from matches.services import talking
from web import requests
from web.matches import refusals, talk
from web.matches.views import PART, render_match

SAID = "said"
"""The part of the page that the script asks for: see `views.PART`."""


def hear(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Show what was said, or say something; raises not_found."""
    if request.method == "POST":
        return _say(request, match_id)
    if request.headers.get(PART) != SAID:
        return redirect("web:match", match_id)
    return _part(request, match_id, None)


@login_required
def _say(request: HttpRequest, match_id: UUID) -> HttpResponse:
    account = requests.member(request).pk
    is_part = request.headers.get(PART) == SAID
    try:
        limits.spend("remark", f"account:{account}")
        talking.say(match_id=match_id, account_id=account, phrase=_phrase(request))
    except Problem as problem:
        if problem.code == "not_found":
            raise
        show = _part if is_part else render_match
        return show(request, match_id, problem)
    return _part(request, match_id, None) if is_part else redirect("web:match", match_id)


def _phrase(request: HttpRequest) -> Phrase:
    """Return the phrase of the pressed button; raises invalid."""
    given = request.POST.get("phrase", "")
    for each in PHRASES:
        if each == given:
            return each
    raise invalid("phrase", Message("must be one of %(known)s", known=list(PHRASES)))


def _part(request: HttpRequest, match_id: UUID, problem: Problem | None) -> HttpResponse:
    account = requests.account_id(request)
    match = remarks.match_row(match_id, account)
    context = {
        "match": match,
        "talk": talk.talk(match, account),
        "talk_problem": None if problem is None else refusals.words(problem),
    }
    status = 200 if problem is None else problem.status
    response = render(request, "web/matches/said.html", context, status=status)
    response["Cache-Control"] = "no-store"
    return response
