"""What an author does in a study, by forms."""

from collections.abc import Callable
from functools import wraps
from uuid import UUID

import msgspec
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from api import limits
from api.problems import Problem, invalid
from games.json_types import JsonObject
from games.messages import Message
from studies import selectors, services
from studies.boards import Moment
from studies.models import Study
from web import requests
from web.matches import talk
from web.studies.views import number, render_study

Act = Callable[[HttpRequest, UUID], HttpResponse]


def act(view: Act) -> Act:
    """Have a form of a study carried out for who is signed in, and a refusal shown on its page."""

    @login_required
    @wraps(view)
    def acted(request: HttpRequest, study_id: UUID) -> HttpResponse:
        if request.method != "POST":
            return redirect("web:study", study_id)
        try:
            limits.spend_leased("write", f"account:{requests.member(request).pk}")
            return view(request, study_id)
        except Problem as problem:
            return render_study(request, study_id, problem)

    return acted


@login_required
def open_study(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Open the reader's study of a match at the moment that the button stood at."""
    if request.method != "POST":
        return redirect("web:replay", match_id)
    limits.spend_leased("write", f"account:{requests.member(request).pk}")
    at = number(request.POST.get("at")) or 0
    me = requests.member(request).pk
    others = set(selectors.of_author(me).filter(match=match_id).values_list("pk", flat=True))
    study_id, begun = services.resume(account_id=me, match_id=match_id, at=at)
    if others and study_id not in others:
        messages.info(
            request,
            _(
                "This is a new study, which only you can read. Your earlier study of this match "
                "stays as it is."
            ),
        )
    return _at(study_id, Moment(begun, 0))


@act
def move(request: HttpRequest, study_id: UUID) -> HttpResponse:
    """Make the move of the pressed button, or have a bot choose one."""
    came_to = services.make_move(
        account_id=requests.member(request).pk,
        study_id=study_id,
        moment=_moment(request),
        seat=number(request.POST.get("seat")),
        move=None if "bot" in request.POST else _move(request.POST.get("move", "")),
    )
    return _at(study_id, came_to)


@act
def line(request: HttpRequest, study_id: UUID) -> HttpResponse:
    """Begin another line here: by hand for all seats, or with bots on all but one."""
    hand = number(request.POST.get("hand"))
    seats = [found for each in request.POST.getlist("seats") if (found := number(each)) is not None]
    bots = [] if hand is None else [seat for seat in seats if seat != hand]
    begun = services.begin_line(
        account_id=requests.member(request).pk,
        study_id=study_id,
        moment=_moment(request),
        bots=bots,
    )
    return redirect(f"{reverse('web:study', args=[study_id])}?line={begun}")


@act
def comment(request: HttpRequest, study_id: UUID) -> HttpResponse:
    """Comment on the moment, or remove a comment."""
    me = requests.member(request).pk
    may_remove = talk.may_remove(me)
    gone = request.POST.get("remove")
    moment = _moment(request)
    if gone is None:
        limits.spend("remark", f"account:{me}")
        words = request.POST.get("words", "")
        services.comment(account_id=me, study_id=study_id, moment=moment, words=words)
    else:
        services.remove_comment(
            account_id=me, study_id=study_id, comment_id=_id(gone), may_remove=may_remove
        )
    return _at(study_id, moment, "#comments")


@act
def share(request: HttpRequest, study_id: UUID) -> HttpResponse:
    """Share the study with whoever may see the match, or stop it; the staff may stop it, too."""
    shared = request.POST.get("shared") == "yes"
    me = requests.member(request).pk
    may_remove = talk.may_remove(me)
    services.share(account_id=me, study_id=study_id, shared=shared, may_remove=may_remove)
    if not Study.objects.filter(pk=study_id, author=me).exists():
        messages.success(
            request, _("The study has been withdrawn: only its author can read it now.")
        )
        return redirect("web:home")
    return _at(study_id, _moment(request), "#share")


@act
def delete(request: HttpRequest, study_id: UUID) -> HttpResponse:
    """Delete the study."""
    services.delete(account_id=requests.member(request).pk, study_id=study_id)
    return redirect("web:studies")


def _moment(request: HttpRequest) -> Moment:
    said = request.POST
    return Moment(number(said.get("line")) or 0, number(said.get("ply")) or 0)


def _at(study_id: UUID, moment: Moment, anchor: str = "") -> HttpResponse:
    said = QueryDict(mutable=True)
    said.update({"line": str(moment.line), "ply": str(moment.ply)})
    return redirect(f"{reverse('web:study', args=[study_id])}?{said.urlencode()}{anchor}")


def _move(text: str) -> JsonObject:
    try:
        return msgspec.json.decode(text.encode(), type=JsonObject)
    except (msgspec.MsgspecError, UnicodeEncodeError, RecursionError) as error:
        raise Problem("parse_error", Message("The move is not a JSON object.")) from error


def _id(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError as error:
        raise invalid("comment", Message("is not a comment")) from error
