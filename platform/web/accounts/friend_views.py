"""Friends, recent players, blocks and mutes on pages."""

from collections.abc import Callable, Mapping
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts import blocks, friendships, mutes, selectors, services
from accounts.relation_commands import BUCKET
from api import limits
from api.problems import Problem, invalid
from games.messages import Message
from matches import friends as friends_of
from matches import lobby
from matches.services import invitations
from web import requests
from web.matches import refusals
from web.matches.talk_views import MUTING


@never_cache
@login_required
def friends(request: HttpRequest) -> HttpResponse:
    """Show friends, requests, recent players, and whom one has blocked or muted."""
    me = requests.member(request)
    met = [each.account for each in friends_of.recent_players(me.pk)]
    open_matches = [row for row in lobby.waiting(me.pk) if invitations.may_invite(row, me.pk)]
    context = {
        "section": "account",
        "friends": friends_of.friends(me.pk),
        "requests": friendships.relations(me.pk, friendships.requests(me.pk)),
        "asked": friendships.relations(me.pk, friendships.asked(me.pk)),
        "recent": [each for each in friendships.relations(me.pk, met) if each.standing == "none"],
        "blocked": [
            friendships.Relation(row.blocked, "none", blocked=True) for row in blocks.made_by(me.pk)
        ],
        "muted": [row.muted for row in mutes.made_by(me.pk)],
        "open_match": open_matches[0] if open_matches else None,
    }
    return render(request, "web/friends/friends.html", context)


Change = Callable[..., object]

CHANGES: Mapping[str, tuple[Change, Promise]] = {
    "ask": (friendships.ask, _("You have asked %(name)s to be your friend.")),
    "accept": (friendships.accept, _("You and %(name)s are friends.")),
    "decline": (friendships.decline, _("Declined. %(name)s is not told.")),
    "remove": (friendships.remove, _("Removed: %(name)s.")),
    "block": (
        blocks.block,
        _("You have blocked %(name)s. They are not told. You can unblock them under Friends."),
    ),
    "unblock": (blocks.unblock, _("You have unblocked %(name)s.")),
    **MUTING,
}
"""What a button does, and what is said then."""


@require_POST
@login_required
def change(request: HttpRequest, account_id: UUID) -> HttpResponse:
    """Do what the pressed button says about another account, and go back to its page."""
    me = requests.member(request).pk
    act = request.POST.get("act", "")
    try:
        limits.spend_leased("write", f"account:{me}")
        if act not in CHANGES:
            raise invalid("act", Message("must be one of %(known)s", known=list(CHANGES)))
        if act == "ask":
            limits.spend(BUCKET, f"account:{me}")
        service, words = CHANGES[act]
        service(account_id=me, other_id=account_id)
    except Problem as problem:
        messages.error(request, refusals.words(problem))
    else:
        name = selectors.account(account_id=account_id).username
        messages.success(request, words % {"name": name})
    return redirect(requests.address_to_return_to(request))


@require_POST
@login_required
def visibility(request: HttpRequest) -> HttpResponse:
    """Keep whether friends see when one is here."""
    shows = request.POST.get("shows") == "on"
    services.set_visibility(account_id=requests.member(request).pk, shows_presence=shows)
    messages.success(request, _("Saved."))
    return redirect("web:friends")
