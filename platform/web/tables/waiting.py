"""Before a match starts: sit down, fill up with bots, get up, start, call off."""

from typing import Any
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.problems import invalid
from bots import registry as bots
from matches import selectors
from matches.models import Match, Seat
from matches.services import leaving, seating
from matches.state import Status
from web import requests


def choices(request: HttpRequest, match_id: UUID, page: dict[str, Any]) -> dict[str, Any]:
    """Return what a reader may do about a match, and who sits where."""
    row = Match.objects.only("opened_by", "start", "visibility").get(id=match_id)
    account_id = requests.account_id(request)
    chairs = {seat.seat: seat for seat in chairs_of(match_id)}
    is_open = page["status"] == Status.OPEN.value
    has_room = len(chairs) < page["seats_max"]
    is_opener = account_id is not None and row.opened_by_id == account_id
    return {
        "chairs": [chairs.get(number) for number in range(page["seats_max"])],
        "free": page["seats_max"] - len(chairs),
        "is_private": row.visibility == Match.Visibility.PRIVATE,
        "may_sit": is_open and has_room and page["my_seat"] is None,
        "may_fill": is_open and has_room and is_opener,
        "may_rise": is_open and page["my_seat"] is not None,
        "may_start": is_open and not has_room and is_opener,
        "may_call_off": is_open and is_opener,
        "bots": bots.bots_for(page["game"]),
        "invitation": request.build_absolute_uri(request.path),
    }


def chairs_of(match_id: UUID) -> list[Seat]:
    """Return the taken seats of a match, with the accounts that sit there."""
    return list(Seat.objects.filter(match=match_id).select_related("account"))


@require_POST
@login_required
def sit(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Take the first free seat."""
    seating.take_seat(match_id=match_id, **requests.command(request))
    return redirect("web:match", match_id)


@require_POST
@login_required
def fill(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Put bots on all free seats."""
    bot = request.POST.get("bot", "")
    if not bot:
        raise invalid("bot", _("Choose a bot."))
    page = selectors.match_page(match_id, requests.account_id(request))
    for seat in range(page["seats_max"] - len(page["seats"])):
        seating.seat_bot(match_id=match_id, bot=bot, **requests.command(request, f"bot {seat}"))
    return redirect("web:match", match_id)


@require_POST
@login_required
def rise(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Give one's seat back."""
    seating.give_seat_back(match_id=match_id, **requests.command(request))
    return redirect("web:matches")


@require_POST
@login_required
def start(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Start a match whose seats are all taken."""
    seating.start(match_id=match_id, **requests.command(request))
    return redirect("web:match", match_id)


@require_POST
@login_required
def call_off(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Call a match off before its start."""
    leaving.abort_vote(match_id=match_id, **requests.command(request))
    return redirect("web:matches")
