"""What browsers do for the chance of deals: they promise shares, and show them, by a script."""

import re
from uuid import UUID

import msgspec
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, JsonResponse
from django.urls import reverse
from django.views.decorators.http import require_POST

from api import limits
from api.problems import Problem
from matches import selectors
from matches.models import ChancePending, Seat
from matches.services import chance
from matches.state import Status
from web import requests

DIGEST = re.compile(r"[0-9a-f]{64}")
ATTEMPT = re.compile(r"[1-9][0-9]{0,3}")


def says_shares(request: HttpRequest) -> bool:
    """Return whether the page that a form comes from takes part in the chance."""
    return request.POST.get("shares") == "yes"


def asked_of(account: UUID) -> list[dict[str, object]]:
    """Return what the deals of an account's matches ask for, as its script takes it."""
    seats = Seat.objects.filter(account=account, shares=True, match__status=Status.OPEN.value)
    return [
        found
        for match_id in seats.values_list("match", flat=True)
        if (found := _asked(match_id, account)) is not None
    ]


def _asked(match_id: UUID, account: UUID) -> dict[str, object] | None:
    try:
        page = selectors.match_page(match_id, account)
    except Problem:
        return None
    if not page.chance or page.my_seat is None:
        return None
    asked: dict[str, object] = msgspec.to_builtins(page.chance)
    kept = ChancePending.objects.filter(
        match=match_id, seat=page.my_seat, attempt=page.chance.attempt
    ).first()
    return asked | {
        "of": page.id,
        "seat": page.my_seat,
        "commitment": page.commitment,
        "promised": "" if kept is None else bytes(kept.promise).hex(),
        "shown": kept is not None and kept.share is not None,
        "address": reverse("web:chance", args=[match_id]),
        "page": reverse("web:match", args=[match_id]),
    }


@login_required
@require_POST
def take_part(request: HttpRequest, match_id: UUID) -> JsonResponse:
    """Note a promise or a share, and return what is asked for now; what comes too late is nothing.

    Nobody reads an answer here: the page shows how the match stands.
    """
    player = requests.player(request)
    attempt = request.POST.get("attempt", "")
    promise, share = request.POST.get("promise", ""), request.POST.get("share", "")
    try:
        limits.spend_leased("play", f"account:{player.account}")
        number = int(attempt) if ATTEMPT.fullmatch(attempt) else 0
        if DIGEST.fullmatch(promise):
            chance.promise(
                match_id=match_id, player=player, attempt=number, promise=bytes.fromhex(promise)
            )
        elif DIGEST.fullmatch(share):
            chance.show(
                match_id=match_id, player=player, attempt=number, share=bytes.fromhex(share)
            )
    except Problem as problem:
        if problem.code == "rate_limited":
            raise
    return JsonResponse({"chance": asked_of(player.account)})
