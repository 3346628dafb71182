"""What the frame of every page needs."""

from collections.abc import Callable
from functools import cache
from uuid import UUID

from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts import friendships
from matches import lobby
from moderation import notices
from tournaments import rolls
from transparency import identity
from web import requests
from web.themes import THEME_COOKIE, THEMES

NAVIGATION = (
    ("web:home", _("Home"), "home"),
    ("web:matches", _("Matches"), "matches"),
    ("web:tournaments", _("Tournaments"), "tournaments"),
    ("web:ladders", _("Ladders"), "ladders"),
    ("web:games", _("Games"), "games"),
)
"""The main menu: a view's name, the word, and the section that pages name by `section`."""


def frame(request: HttpRequest) -> dict[str, object]:
    """Return the menu, the theme, and how many turns, draws and requests wait for the reader.

    And whether there is a public log to watch.
    """
    account_id = requests.account_id(request) if hasattr(request, "user") else None
    theme = request.COOKIES.get(THEME_COOKIE, "")
    return {
        "navigation": NAVIGATION,
        "theme": theme if theme in THEMES else "",
        "turns": _number(lambda account: len(lobby.turns(account)), account_id),
        "draws_ask": _number(lambda account: len(rolls.asks_of([account])), account_id),
        "friend_requests": _number(friendships.requests_count, account_id),
        "case_news": _number(notices.unread, account_id),
        "keeps_log": identity.is_kept(),
        "request_id": getattr(request, "request_id", ""),
    }


def _number(count: Callable[[UUID], int], account: UUID | None) -> Callable[[], int]:
    """Return what counts once, and only for a template that asks.

    A template calls it and so has a plain number, which every language's plural can reckon with.
    """
    return cache(lambda: count(account) if account else 0)
