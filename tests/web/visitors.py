"""People who come with a browser, for tests: `visitor().get("/")`."""

from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.test import Client

from accounts import services
from accounts.models import Account
from accounts.session_store import SessionStore
from notifications import subscribing
from notifications.models import PushSubscription
from tests.callers import PASSWORD, new_name

BACKEND = "django.contrib.auth.backends.ModelBackend"


def member(name: str = "", **fields: str) -> tuple[Client, Account]:
    """Return a browser in which a new account is signed in, and the account."""
    account = services.register(username=name or new_name(), password=PASSWORD, **fields)
    return signed_in(account), account


def signed_in(account: Account) -> Client:
    """Return a browser in which an account is signed in, as by a sign-in of some time ago.

    To sign in by Django's own `force_login` takes longer than most of the pages.
    """
    client, session = Client(), SessionStore()
    session[SESSION_KEY] = str(account.pk)
    session[BACKEND_SESSION_KEY] = BACKEND
    session[HASH_SESSION_KEY] = account.get_session_auth_hash()
    session.create()
    client.cookies[settings.SESSION_COOKIE_NAME] = str(session.session_key)
    return client


def push_to(browser: Client, account: Account) -> UUID:
    """Have a browser take push messages, and return the id of its subscription."""
    row = PushSubscription.objects.create(
        account=account, endpoint=f"https://push.example/{new_name()}", p256dh="x", auth="x"
    )
    session = browser.session
    session[subscribing.IN_SESSION] = str(row.pk)
    session.save()
    return row.pk


def text(response: Any) -> str:
    """Return a page's HTML."""
    assert response["Content-Type"] == "text/html; charset=utf-8"
    return str(response.content.decode())


def open_match(browser: Client, game: str, **said: object) -> UUID:
    """Open a match for people by the form, and return its id."""
    form = {
        "seats": 2,
        "opponents": "people",
        "visibility": "public",
        "start": "full",
        "on_timeout": "auto",
    }
    answer = browser.post(f"/games/{game}/new", {**form, **said})
    assert answer.status_code == 302, text(answer)
    return UUID(answer["Location"].removeprefix("/matches/"))


def start_match(browser: Client, game: str, seats: int = 3) -> UUID:
    """Start a match against bots at once, and return its id."""
    answer = browser.post(f"/games/{game}/start", {"seats": seats, "bot": "greedy"})
    return UUID(answer["Location"].removeprefix("/matches/"))
