"""What browsers do for the chance of draws: they promise shares, and show them, by a script."""

from uuid import UUID

import msgspec
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, JsonResponse
from django.urls import reverse
from django.views.decorators.http import require_POST

from api import limits
from api.problems import Problem
from tournaments import rolls
from tournaments.services import draw_shares
from tournaments.unit_of_work import Principal
from web import requests
from web.matches.chance import ATTEMPT, DIGEST


def asked_of(account: UUID) -> list[dict[str, object]]:
    """Return what draws ask of an account, as its script takes it."""
    return [
        {
            **msgspec.to_builtins(each.chance),
            "of": each.deal,
            "seat": each.entrant,
            "commitment": each.commitment,
            "promised": each.promised,
            "shown": each.is_shown,
            "soon": each.is_soon,
            "address": reverse("web:draw-chance", args=[each.slug, each.draw]),
            "page": reverse("web:tournament-draws", args=[each.slug]),
        }
        for each in rolls.asks_of([account])
    ]


@login_required
@require_POST
def take_part(request: HttpRequest, slug: str, number: int) -> JsonResponse:
    """Note a promise or a share, and return what is asked for now; what comes too late is nothing.

    Nobody reads an answer here: the page shows how the tournament stands.
    """
    player = requests.player(request)
    who = Principal(player.account, player.username)
    attempt = request.POST.get("attempt", "")
    promise, share = request.POST.get("promise", ""), request.POST.get("share", "")
    asked = int(attempt) if ATTEMPT.fullmatch(attempt) else 0
    try:
        limits.spend_leased("play", f"account:{player.account}")
        if DIGEST.fullmatch(promise):
            draw_shares.promise(
                slug=slug, who=who, draw=number, attempt=asked, promise=bytes.fromhex(promise)
            )
        elif DIGEST.fullmatch(share):
            draw_shares.show(
                slug=slug, who=who, draw=number, attempt=asked, share=bytes.fromhex(share)
            )
    except Problem as problem:
        if problem.code == "rate_limited":
            raise
    return JsonResponse({"chance": asked_of(player.account)})
