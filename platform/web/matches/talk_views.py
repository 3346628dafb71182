"""Saying something at a table, by a form, hearing what was said, and taking it back."""

from collections.abc import Callable, Mapping
from typing import NamedTuple
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts import mutes, selectors
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
MUTING: Mapping[str, tuple[Callable[..., object], Promise]] = {
    "mute": (
        mutes.mute,
        _("You will no longer see what %(name)s says. You can unmute them under Friends."),
    ),
    "unmute": (mutes.hear, _("You can see what %(name)s says again.")),
}
"""What a button about somebody's words does, and what is said then."""


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
        if changed := muting(request, account):
            return (
                _part(request, match_id, None, changed)
                if is_part
                else with_message(request, changed, redirect("web:match", match_id))
            )
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


class Changed(NamedTuple):
    """Whose words are hidden now, or shown again."""

    account: UUID
    is_muted: bool
    words: str
    """What is said of it."""


def muting(request: HttpRequest, reader: UUID) -> Changed | None:
    """Mute or unmute whom a pressed button names; None for another button. Raises not_found."""
    act = next((each for each in MUTING if each in request.POST), None)
    if act is None:
        return None
    try:
        other = UUID(request.POST[act])
    except ValueError as error:
        raise Problem("not_found", Message("There is no such player.")) from error
    limits.spend_leased("write", f"account:{reader}")
    service, words = MUTING[act]
    service(account_id=reader, other_id=other)
    name = selectors.account(account_id=other).username
    return Changed(other, act == "mute", str(words) % {"name": name})


def why_refused(problem: Problem) -> str:
    """Return why nothing was said, in the reader's language."""
    if problem.errors:
        return str(localise(problem.errors[0].message))
    return refusals.words(problem)


def with_message(request: HttpRequest, changed: Changed, answer: HttpResponse) -> HttpResponse:
    """Return an answer, on whose page is said what has changed."""
    messages.success(request, changed.words)
    return answer


def _part(
    request: HttpRequest, match_id: UUID, problem: Problem | None, changed: Changed | None = None
) -> HttpResponse:
    account = requests.account_id(request)
    match = remarks.match_row(match_id, account)
    context = {
        "match": match,
        "talk": talk.talk(match, account),
        "talk_problem": None if problem is None else why_refused(problem),
        "muted_now": changed,
    }
    status = 200 if problem is None else problem.status
    response = render(request, "web/matches/said.html", context, status=status)
    response["Cache-Control"] = "no-store"
    return response
