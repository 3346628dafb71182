"""The page of a player."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from accounts import friendships, selectors
from matches import lobby
from web import requests
from web.ratings import players as players_of_ladders


def player(request: HttpRequest, name: str) -> HttpResponse:
    """Show who somebody is here, and the matches that the reader may see."""
    found = selectors.player(name)
    if found is None:
        raise Http404
    me = requests.account_id(request)
    played = lobby.played(by=found.pk, viewer=me)
    context = {
        "player": found,
        "ladders": players_of_ladders.of_account(found, me),
        "relation": friendships.relation(me, found) if me and me != found.pk else None,
        "played": [(seat, lobby.place(seat)) for seat in played[: lobby.LISTED_MAX]],
        "games": lobby.by_game(found.pk),
    }
    return render(request, "web/player.html", context)
