"""The games: what there is, and the rules of each."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language

from games import registry
from matches import lobby
from matches.state import Status
from web import requests, rulebooks
from web.games.registry import table_of
from web.matches.match_forms import QuickStartForm
from web.matches.opening_views import rules_of

SHOWN_MAX = 5


def games(request: HttpRequest) -> HttpResponse:
    """List the games."""
    context = {"section": "games", "games": registry.current_games()}
    return render(request, "web/games.html", context)


def game(request: HttpRequest, game: str) -> HttpResponse:
    """Show a game: a way to start, who plays it now, its rules."""
    rules = rules_of(game)
    me = requests.account_id(request)
    context = {
        "section": "games",
        "rules": rules,
        "form": QuickStartForm(rules),
        "joinable": lobby.joinable(me).filter(game=game)[:SHOWN_MAX],
        "live": lobby.listed(None, game=game, status=Status.LIVE.value)[:SHOWN_MAX],
        "rules_page": rulebooks.rules(game, get_language() or "en") or rulebooks.rulebook(game),
        "has_rulebook": rulebooks.rulebook(game) is not None,
        "styles": table_of(game).styles,
    }
    return render(request, "web/game.html", context)


def rulebook(request: HttpRequest, game: str) -> HttpResponse:
    """Show the whole rulebook: every ruling, and every move and event for programs."""
    rules = rules_of(game)
    book = rulebooks.rulebook(game)
    if book is None:
        raise Http404
    context = {"section": "games", "rules": rules, "rulebook": book}
    return render(request, "web/rulebook.html", context)
