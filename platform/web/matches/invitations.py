"""Invitations on pages: made and replaced at the table, taken up by whoever has the link."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts import guests
from api import limits
from api.problems import Problem
from matches.models import Match
from matches.services import invitations, personal_invitations
from ratings.services import seats
from web import guest_sessions, requests
from web.matches import chance, refusals
from web.matches.views import render_match


def join(request: HttpRequest, code: str) -> HttpResponse:
    """Show a stranger or a member what they are invited to, and seat them when they say so."""
    try:
        match = invitations.match_of(code, requests.account_id(request))
    except Problem as problem:
        return render(request, "web/matches/invitation_over.html", status=problem.status)
    if _sits_there(request, match):
        return redirect("web:match", match.pk)
    if request.method != "POST":
        seat_rows = match.chairs.select_related("account")
        context = {"match": match, "seats": seat_rows, "guests": guests.are_welcome()}
        return render(request, "web/matches/join.html", context)
    if (answer := guest_sessions.turn_away(request, request.path)) is not None:
        return answer
    guest_sessions.enter(request)
    limits.spend_leased("write", f"account:{requests.member(request).pk}")
    try:
        command = requests.command(request)
        seats.take_seat(
            match_id=match.pk, is_invited=True, shares=chance.says_shares(request), **command
        )
    except Problem as problem:
        return render_match(request, match.pk, problem)
    return redirect("web:match", match.pk)


def _sits_there(request: HttpRequest, match: Match) -> bool:
    account = requests.account_id(request)
    return account is not None and match.chairs.filter(account=account).exists()


@require_POST
@login_required
def renew(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Make an invitation to a match, or another one in its place."""
    me = requests.member(request)
    limits.spend_leased("write", f"account:{me.pk}")
    invitations.renew(match_id=match_id, account=me.pk)
    return redirect("web:match", match_id)


@require_POST
@login_required
def invite_friend(request: HttpRequest, match_id: UUID, account_id: UUID) -> HttpResponse:
    """Show an invitation to a friend on their home page."""
    me = requests.member(request)
    limits.spend_leased("write", f"account:{me.pk}")
    try:
        personal_invitations.invite(match_id=match_id, account_id=me.pk, friend_id=account_id)
    except Problem as problem:
        messages.error(request, refusals.words(problem))
    else:
        messages.success(request, _("Invited. Your friend sees it on the home page."))
    return redirect(requests.address_to_return_to(request))


@require_POST
@login_required
def turn_down(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Say no to a friend's invitation; they are not told."""
    personal_invitations.decline(match_id=match_id, account_id=requests.member(request).pk)
    return redirect("web:home")
