"""Saying something at a table, by a form, hearing what was said, and taking it back."""

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from api import limits
from api.problems import Problem, invalid
from games.messages import Message
from matches import remarks
from matches.phrases import PHRASES
from matches.services import talking
from matches.services.talking import Saying
from web import requests
from web.matches import refusals, talk
from web.matches.views import PART, render_match
from web.messages import localise

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
        if "remove" in request.POST:
            talking.remove(
                match_id=match_id,
                remark_id=number(request),
                account_id=account,
                may_remove=talk.may_remove(account),
            )
        else:
            limits.spend("remark", f"account:{account}")
            talking.say(match_id=match_id, account_id=account, saying=saying(request))
    except Problem as problem:
        if problem.code == "not_found" and "remove" not in request.POST:
            raise
        show = _part if is_part else render_match
        return show(request, match_id, problem)
    return _part(request, match_id, None) if is_part else redirect("web:match", match_id)


def saying(request: HttpRequest) -> Saying:
    """Return the phrase of the pressed button, or what was typed; raises invalid."""
    given = request.POST.get("phrase", "")
    if not given and "words" in request.POST:
        return Saying(words=request.POST["words"])
    for each in PHRASES:
        if each == given:
            return Saying(each)
    raise invalid("phrase", Message("must be one of %(known)s", known=list(PHRASES)))


def number(request: HttpRequest) -> int:
    """Return which remark a form is about; 0, which is none, for what is no number."""
    given = request.POST.get("remove", "")
    return int(given) if given.isascii() and given.isdigit() and len(given) < 19 else 0


def why_refused(problem: Problem) -> str:
    """Return why nothing was said, in the reader's language."""
    if problem.errors:
        return str(localise(problem.errors[0].message))
    return refusals.words(problem)


def _part(request: HttpRequest, match_id: UUID, problem: Problem | None) -> HttpResponse:
    account = requests.account_id(request)
    match = remarks.match_row(match_id, account)
    context = {
        "match": match,
        "talk": talk.talk(match, account),
        "talk_problem": None if problem is None else why_refused(problem),
    }
    status = 200 if problem is None else problem.status
    response = render(request, "web/matches/said.html", context, status=status)
    response["Cache-Control"] = "no-store"
    return response
