"""The first page, the lists of matches, and how many turns are one's own."""

from typing import NamedTuple

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from accounts import guests
from accounts.models import Account
from games import registry
from matches import lobby, sharing
from matches.services import personal_invitations
from matches.state import Status
from transparency import site_stream
from web import bot_names, requests
from web.deals import daily_page
from web.matches import chance
from web.matches.match_forms import QuickStartForm
from web.matches.seal_words import seal_words
from web.ratings import home as home_of_ladders
from web.ratings.notices import notices
from web.tournaments import chance as draw_chance
from web.tournaments import lists
from web.words import turns_wording

HOME_MAX = 6
"""Open or running matches that the first page shows."""
FIRST_SEATS = 4
"""How many sit at the table of somebody who has just come."""
STATUSES = (Status.OPEN, Status.LIVE, Status.FINISHED)


def home(request: HttpRequest) -> HttpResponse:
    """Show what is the reader's to do first, then what else there is to play."""
    me = requests.account_id(request)
    tables = lobby.tables(me) if me else []
    context = {
        "section": "home",
        "my_turns": [seat for seat in tables if lobby.is_turn(seat)],
        "others_turns": [seat for seat in tables if not lobby.is_turn(seat)],
        "tables": lists.tables(me),
        "tournaments": lists.of_account(me, reader=me, over=False) if me else [],
        "invitations": personal_invitations.received(me) if me else [],
        "waiting": lobby.waiting(me)[: lobby.LISTED_MAX] if me else [],
        "joinable": lobby.joinable(me)[:HOME_MAX],
        "live": lobby.listed(None, status=Status.LIVE.value)[:HOME_MAX],
        **home_of_ladders.block(requests.account(request)),
        "games": [(rules, QuickStartForm(rules)) for rules in registry.current_games()],
        "guests": guests.are_welcome(),
        "first": first_match(),
        "cards": daily_page.cards(me),
        "rewinds": site_stream.recent(),
    }
    return render(request, "web/home.html", context)


class FirstMatch(NamedTuple):
    """The match that one button deals to somebody who has just come."""

    game: str
    seats: int
    bot: str
    faces: list[bot_names.Face]


def first_match() -> FirstMatch:
    """Return a match of the first game against the gentlest bots there are."""
    rules = registry.current_games()[0]
    seats = min(FIRST_SEATS, rules.seats_max)
    bot = bot_names.opponents(rules.game)[0].id
    return FirstMatch(rules.game, seats, bot, bot_names.faces(bot, seats))


def matches(request: HttpRequest) -> HttpResponse:
    """List the matches with a status, of one game or all."""
    me = requests.account_id(request)
    status = request.GET.get("status", "")
    if status not in STATUSES:
        status = Status.OPEN
    games = {rules.game for rules in registry.current_games()}
    game = request.GET.get("game", "")
    found = lobby.listed(me, game=game if game in games else None, status=status)
    context = {
        "section": "matches",
        "status": str(status),
        "statuses": [status.value for status in STATUSES],
        "game": game if game in games else "",
        "games": registry.current_games(),
        "matches": found[: lobby.LISTED_MAX],
    }
    return render(request, "web/matches.html", context)


@never_cache
def next_turn(request: HttpRequest) -> HttpResponse:
    """Lead to the table that waits for the reader most urgently, or from one to the next."""
    me = requests.account_id(request)
    waiting = [str(seat.match_id) for seat in lobby.turns(me)] if me else []
    after = request.GET.get("after")
    following = waiting[waiting.index(after) + 1 :] if after in waiting else []
    if not waiting:
        return redirect("web:home")
    return redirect("web:match", (following or waiting)[0])


@never_cache
def turns(request: HttpRequest) -> JsonResponse:
    """Return how many turns are the reader's, the words for it, and what else is new."""
    me = requests.account(request)
    here = request.GET.get("elsewhere")
    waiting = lobby.turns(me.pk) if me else []
    count = sum(str(seat.match_id) != here for seat in waiting)
    words = turns_wording(count, is_elsewhere=here is not None)
    news = [*_invitations(me), *notices(me)] if me else []
    asked = [*chance.asked_of(me.pk), *draw_chance.asked_of(me.pk)] if me else []
    if me and "shares" in request.GET:
        sharing.mark(me.pk)
    answer = {"count": count, "words": words, "news": news, "chance": asked}
    return JsonResponse({**answer, "seal_words": seal_words() if asked else None})


def _invitations(me: Account) -> list[dict[str, str]]:
    return [
        {
            "key": f"invitation-{each.pk}",
            "words": _("%(name)s invites you to %(game)s.")
            % {"name": each.invited_by.username, "game": each.match.game.title()},
            "address": reverse("web:join", args=[each.match.invitation.code]),
        }
        for each in personal_invitations.received(me.pk)
    ]
