"""The games: what there is, and the rules of each."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from games import registry
from games.core import UnknownGameError
from matches import lobby
from matches.state import Status
from web import requests, rulebooks
from web.matches.match_forms import QuickStartForm

SHOWN_MAX = 5


def games(request: HttpRequest) -> HttpResponse:
    """List the games."""
    context = {"section": "games", "games": registry.current_games()}
    return render(request, "web/games.html", context)


def game(request: HttpRequest, game: str) -> HttpResponse:
    """Show a game: a way to start, who plays it now, its rules."""
    try:
        rules = registry.current_rules(game)
    except UnknownGameError:
        raise Http404 from None
    me = requests.account_id(request)
    context = {
        "section": "games",
        "rules": rules,
        "form": QuickStartForm(rules),
        "joinable": lobby.joinable(me).filter(game=game)[:SHOWN_MAX],
        "live": lobby.listed(None, game=game, status=Status.LIVE.value)[:SHOWN_MAX],
        "rulebook": rulebooks.rulebook(game),
    }
    return render(request, "web/game.html", context)
