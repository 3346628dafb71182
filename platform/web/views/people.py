"""The page of a player."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import patch_vary_headers

from accounts import friendships, selectors
from matches import lobby, rolls
from web import requests, sharing
from web.matches import player_luck
from web.matches.views import PART
from web.ratings import players as players_of_ladders

FRIEND = "friend"
"""The part of the page that a table's script asks for: see `PART`."""


def player(request: HttpRequest, name: str) -> HttpResponse:
    """Show who somebody is here, and the matches that the reader may see."""
    found = selectors.player(name)
    if found is None:
        raise Http404
    me = requests.account_id(request)
    relation = friendships.relation(me, found) if me and me != found.pk else None
    if request.headers.get(PART) == FRIEND:
        return _buttons(request, relation)
    played = lobby.played(by=found.pk, viewer=me)
    context = {
        "player": found,
        "ladders": players_of_ladders.of_account(found, me),
        "relation": relation,
        "played": [(seat, lobby.place(seat)) for seat in played[: lobby.LISTED_MAX]],
        "kept_off_until": rolls.kept_off_until(found.pk, timezone.now()),
        "games": lobby.by_game(found.pk),
        "luck": player_luck.rows(found.pk, me),
        "shared": sharing.social_of(request, "player", found.username),
    }
    response = render(request, "web/player.html", context)
    patch_vary_headers(response, [PART])
    return response


def _buttons(request: HttpRequest, relation: friendships.Relation | None) -> HttpResponse:
    """Return what an opened plate shows of the page: whether one is a friend, and the buttons."""
    if relation is None:
        return HttpResponse(status=204)
    context = {"relation": relation, "next": request.path, "may_report": True}
    response = render(request, "web/friends/buttons.html", context)
    response["Cache-Control"] = "no-store"
    patch_vary_headers(response, [PART])
    return response
