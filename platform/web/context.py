"""What the frame of every page needs."""

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext_lazy as _

from accounts import friendships
from matches import lobby
from moderation import notices
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
    """Return the menu, the theme, and how many turns and requests wait for the reader."""
    account_id = requests.account_id(request) if hasattr(request, "user") else None
    theme = request.COOKIES.get(THEME_COOKIE, "")
    return {
        "navigation": NAVIGATION,
        "theme": theme if theme in THEMES else "",
        "turns": SimpleLazyObject(lambda: len(lobby.turns(account_id)) if account_id else 0),
        "friend_requests": SimpleLazyObject(
            lambda: friendships.requests_count(account_id) if account_id else 0
        ),
        "case_news": SimpleLazyObject(lambda: notices.unread(account_id) if account_id else 0),
        "request_id": getattr(request, "request_id", ""),
    }
