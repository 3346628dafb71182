"""Who asks for a page, and what services take from a form."""

import hashlib
import re
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme

from accounts import guests, presence
from accounts.models import Account
from api import addresses, idempotency
from matches.actors import Player, PlayerCommand

KEY = "key"
"""The hidden field of a form that makes sending it twice the same as sending it once."""
KEY_FORMAT = re.compile(r"[A-Za-z0-9_-]{16,64}")


def account(request: HttpRequest) -> Account | None:
    """Return the account that is signed in; None for a stranger."""
    if not request.user.is_authenticated:
        return None
    presence.mark_seen(request.user.pk)
    if request.user.is_guest:
        guests.keep_session(request.session)
    return request.user


def account_id(request: HttpRequest) -> UUID | None:
    """Return the id of the account that is signed in; None for a stranger."""
    found = account(request)
    return None if found is None else found.pk


def member(request: HttpRequest) -> Account:
    """Return the account that is signed in, in a view that only members reach."""
    found = account(request)
    if found is None:
        raise PermissionDenied
    return found


def player(request: HttpRequest) -> Player:
    """Return the account that acts, as services know it; for views that only members reach."""
    found = member(request)
    return Player(found.pk, found.username, site=addresses.site(request))


def address_to_return_to(request: HttpRequest) -> str:
    """Return the address of our own that a form wants to lead to, or home."""
    wanted = request.POST.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(
        wanted, {request.get_host()}, require_https=request.is_secure()
    )
    return wanted if is_ours else "/"


def form_key(request: HttpRequest) -> str:
    """Return the key of a form, or a new one where there is none."""
    given = request.POST.get(KEY, "")
    return given if KEY_FORMAT.fullmatch(given) else idempotency.new_key()


def command(request: HttpRequest, *parts: str, path: str = "") -> PlayerCommand:
    """Return who acts, with which key, and what the form says, as services take them.

    Parts name what one form asks for in several commands: each has a key of its own. The path is
    that of the form, where it was sent to another.
    """
    given = form_key(request)
    said = "&".join(
        f"{name}={value}"
        for name, values in sorted(request.POST.lists())
        if name not in {KEY, "csrfmiddlewaretoken"}
        for value in values
    )
    mark = hashlib.sha256("\n".join((path or request.path, said, *parts)).encode()).digest()
    key = hashlib.sha256("\n".join((given, *parts)).encode()).hexdigest() if parts else given
    return {"player": player(request), "key": key, "fingerprint": mark}
