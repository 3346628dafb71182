"""The one way from knowing who somebody is to being signed in: over the second step, if any."""

import time
from ipaddress import ip_address

from allauth.account.internal.flows.login import (
    get_authentication_records,
    perform_login,
    record_authentication,
)
from allauth.account.models import Login
from allauth.core.exceptions import ReauthenticationRequired
from django.conf import settings
from django.http import HttpRequest, HttpResponse

from accounts.models import Account
from web import site
from web.accounts import provider_settings


def record(request: HttpRequest, account: Account, method: str, **about: object) -> None:
    """Note in the session how somebody has shown who they are."""
    record_authentication(request, account, method, **about)


def require_recent(request: HttpRequest) -> None:
    """Have a person show again who they are, unless they did, or signed in, a moment ago.

    Raises ReauthenticationRequired, which leads there and back.
    """
    shown = get_authentication_records(request, request.user)
    if not shown or time.time() - shown[-1]["at"] > settings.ACCOUNT_REAUTHENTICATION_TIMEOUT:
        raise ReauthenticationRequired


def enter(request: HttpRequest, account: Account, *, redirect_url: str = "") -> HttpResponse:
    """Return the page of the second step, or sign somebody in and return where they go."""
    login = Login(user=account, redirect_url=redirect_url or None)
    answer: HttpResponse = perform_login(request, login)
    return answer


def has_name(request: HttpRequest) -> bool:
    """Return whether the site was asked for by a name: passkeys are for names, not for numbers."""
    host = request.get_host().rpartition(":")[0] or request.get_host()
    try:
        ip_address(host.strip("[]"))
    except ValueError:
        return True
    return False


def ways_in_here(request: HttpRequest) -> dict[str, object]:
    """Return for a page what else than a password lets people in here."""
    return {
        "has_passkeys": has_name(request),
        "has_links": site.is_known(),
        "providers": provider_settings.all_of_them(),
    }
