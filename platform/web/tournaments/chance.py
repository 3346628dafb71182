"""What browsers do for the chance of draws: they promise shares, and show them, by a script."""

from uuid import UUID

import msgspec
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, JsonResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from api import limits
from api.problems import Problem
from eventstore.canonical import parse_timestamp
from tournaments import rolls, selectors
from tournaments.services import draw_shares
from tournaments.unit_of_work import Principal
from web import requests
from web.matches.chance import ATTEMPT, DIGEST
from web.tournaments.page_context import tournament_context


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
@require_http_methods(["GET", "POST"])
def chance(request: HttpRequest, slug: str, number: int) -> JsonResponse:
    """Take what a script adds to a draw, or tell it who has added to one that is made."""
    if request.method == "POST":
        return _take_part(request, slug, number)
    return _roll(request, slug, number)


def _roll(request: HttpRequest, slug: str, number: int) -> JsonResponse:
    """Return who was on the roll of a draw as the site lists it; null until it does so.

    `ago` is how long it is sealed, in milliseconds, and `present` whether the reader takes part;
    `comes` tells of one that is not listed whether it was made, of a draft, or is being made.
    """
    seen = tournament_context(request, slug)
    draws = selectors.draws(seen.state, seen.account).draws
    drawn = next((each for each in draws if each.draw == number), None)
    if drawn is None:
        made = seen.state.draws
        comes = made.running is not None or number <= made.count
        return JsonResponse({"draw": None, "comes": comes})
    own = None if seen.account is None else seen.state.entrant_of(seen.account)
    sealed_at = parse_timestamp(drawn.sealed_at or drawn.at)
    found = {
        "at": drawn.at,
        "ago": round((timezone.now() - sealed_at).total_seconds() * 1000),
        "added": drawn.added or [],
        "withheld": drawn.withheld or [],
        "present": own is not None and own.number in seen.state.present,
    }
    return JsonResponse({"draw": found})


def _take_part(request: HttpRequest, slug: str, number: int) -> JsonResponse:
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
