"""People who come with a browser, for tests: `visitor().get("/")`."""

from typing import Any

from django.test import Client

from accounts import services
from accounts.models import Account
from tests.callers import PASSWORD, new_name

BACKEND = "django.contrib.auth.backends.ModelBackend"


def member(name: str = "", **fields: str) -> tuple[Client, Account]:
    """Return a browser in which a new account is signed in, and the account."""
    account = services.register(username=name or new_name(), password=PASSWORD, **fields)
    client = Client()
    client.force_login(account, backend=BACKEND)
    return client, account


def text(response: Any) -> str:
    """Return a page's HTML."""
    assert response["Content-Type"] == "text/html; charset=utf-8"
    return str(response.content.decode())
