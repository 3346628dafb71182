"""Who a browser's session belongs to, outside of Django's own requests: for streams of pages.

A session lets its person read. What changes something over the API needs a token.
"""

from importlib import import_module
from uuid import UUID

from django.conf import settings
from django.contrib.auth import get_user
from django.db.models import QuerySet
from django.dispatch import Signal
from django.http import HttpRequest
from django.http.cookie import parse_cookie

from accounts import presence
from accounts.models import Session

ended = Signal()
"""Sent with `data`, what a session held that was ended from elsewhere; not when one lapses."""


def end(rows: QuerySet[Session]) -> int:
    """Sign browsers out; return how many."""
    store = import_module(settings.SESSION_ENGINE).SessionStore()
    for each in rows:
        ended.send(Session, data=store.decode(each.session_data))
    return rows.delete()[0]


def account_of(cookies: str) -> UUID | None:
    """Return the account that is signed in by a Cookie header; None for a stranger.

    A session that has ended, or whose password has changed, is a stranger's.
    """
    request = HttpRequest()
    request.COOKIES = parse_cookie(cookies)
    store = import_module(settings.SESSION_ENGINE).SessionStore
    request.session = store(request.COOKIES.get(settings.SESSION_COOKIE_NAME))
    user = get_user(request)
    if not user.is_authenticated:
        return None
    presence.mark_seen(user.pk)
    return user.pk
