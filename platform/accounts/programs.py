"""Programs of other people that act for a person who has allowed it (OAuth 2, RFC 6749).

The protocol is that of `allauth.idp.oidc`. An access token counts in the API as a token of the
account's own: the database writes its row among them (migration 0019), with no scope but those of
`SCOPES`.
"""

import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit
from uuid import UUID

from allauth.idp.oidc.models import Client
from allauth.idp.oidc.models import Token as Grant
from django.db import transaction
from django.db.models import Max, Min, OuterRef, QuerySet, Subquery
from django.dispatch import Signal
from django.utils import timezone

from accounts import characters, tokens
from accounts.models import Account, Token
from api.problems import Problem, invalid
from api.scopes import PROGRAM_SCOPES
from games.messages import Message

SCOPES = PROGRAM_SCOPES
"""What a program may be allowed in the API."""
IDENTITY = ("openid", "profile", "email")
"""What a program may be told of a person by OpenID Connect."""
PER_ACCOUNT_MAX = 20
REDIRECTS_MAX = 10
REDIRECT_LENGTH_MAX = 500
NAME_LENGTH_MAX = 60
LOOPBACK = ("127.0.0.1", "::1")
"""Where a program on the person's own machine listens (RFC 8252, 7.3)."""
HOLDS = (Grant.Type.ACCESS_TOKEN, Grant.Type.REFRESH_TOKEN)

ended = Signal()
"""Sent with `account_id` and `client_id` after something that was allowed has ended.

None and an empty text stand for all accounts and all programs. What is left, `allowing` says.
"""


class Connected(NamedTuple):
    """A program that may act for a person."""

    client: Client
    scopes: list[str]
    since: datetime
    last_used_at: datetime | None


class Wanted(NamedTuple):
    """What somebody says of a program of theirs."""

    name: str
    homepage: str
    redirects: tuple[str, ...]
    scopes: tuple[str, ...]
    is_public: bool
    """Whether it runs where it can keep no secret: on people's devices, in their browsers."""


def connected(account_id: UUID) -> list[Connected]:
    """Return the programs that may act for an account, by name."""
    held = Grant.objects.valid().filter(user=account_id, type__in=HOLDS)
    used = dict(
        Token.objects.filter(account=account_id)
        .exclude(program="")
        .values_list("program")
        .annotate(Max("last_used_at"))
    )
    since = dict(held.values_list("client").annotate(Min("created_at")))
    scopes: dict[str, set[str]] = {}
    for client_id, grant in ((each.client_id, each.get_scopes()) for each in held):
        scopes.setdefault(client_id, set()).update(grant)
    found = Client.objects.filter(pk__in=scopes).select_related("owner").order_by("name")
    return [
        Connected(each, sorted(scopes[each.pk]), since[each.pk], used.get(each.pk))
        for each in found
    ]


def allowing(scope: str) -> QuerySet[Grant]:
    """Return the grants by which programs have a scope now."""
    held = Grant.objects.valid().filter(type__in=HOLDS)
    found: QuerySet[Grant] = held.filter(scopes__regex=rf"(^|\n){scope}(\n|$)")
    return found


def name_by(column: str) -> Subquery:
    """Return, for a query, the name of the program whose id a column has; null for none."""
    return Subquery(Client.objects.filter(pk=OuterRef(column)).values("name"))


@transaction.atomic
def disconnect(*, account_id: UUID, client_id: str) -> None:
    """Let a program act for an account no more; raises not_found."""
    held = Grant.objects.filter(user=account_id, client=client_id)
    _forget(Token.objects.filter(account=account_id, program=client_id))
    if not held.delete()[0]:
        raise Problem("not_found", Message("No such program may act for you."))
    ended.send(Grant, account_id=account_id, client_id=client_id)


def disconnect_all(account_id: UUID) -> None:
    """Let no program act for an account any more."""
    _forget(Token.objects.filter(account=account_id).exclude(program=""))
    Grant.objects.filter(user=account_id).delete()
    ended.send(Grant, account_id=account_id, client_id="")


def end_token(digest: bytes) -> None:
    """End the grant behind a program's token, with what would refresh it."""
    held = Grant.objects.filter(type=Grant.Type.ACCESS_TOKEN, hash=digest.hex()).first()
    if held is None:
        return
    same = Grant.objects.filter(user=held.user_id, client=held.client_id, type__in=HOLDS)
    if grant := held.get_grant_id():
        same.filter(data__grant_id=grant).delete()
    Grant.objects.filter(pk=held.pk).delete()
    ended.send(Grant, account_id=held.user_id, client_id=held.client_id)


def _forget(found: Iterable[Token]) -> None:
    for token in found:
        tokens.forget(bytes(token.digest))


def own(account_id: UUID) -> list[Client]:
    """Return the programs that an account has registered, by name."""
    return list(Client.objects.filter(owner=account_id).order_by("name", "pk"))


def owned(*, account_id: UUID, client_id: str) -> Client:
    """Return a program that an account has registered; raises not_found."""
    found = Client.objects.filter(owner=account_id, pk=client_id).first()
    if found is None:
        raise Problem("not_found", Message("You have not registered a program with this id."))
    return found


class Registered(NamedTuple):
    """A program, and its secret for the only time; empty for one that can keep none."""

    client: Client
    secret: str


@transaction.atomic
def register(*, account: Account, wanted: Wanted) -> Registered:
    """Register a program; raises `invalid`, and permission_denied for one too many."""
    Account.objects.select_for_update().get(pk=account.pk)
    if Client.objects.filter(owner=account.pk).count() >= PER_ACCOUNT_MAX:
        text = Message(
            "You have registered %(most)s programs, which is the limit.", most=PER_ACCOUNT_MAX
        )
        raise Problem("permission_denied", text, params={"limit": PER_ACCOUNT_MAX})
    client = Client(owner=account)
    _fill(client, wanted)
    secret = "" if wanted.is_public else _new_secret(client)
    client.save()
    return Registered(client, secret)


@transaction.atomic
def change(*, account_id: UUID, client_id: str, wanted: Wanted) -> None:
    """Change what is said of a program; raises not_found and `invalid`.

    Who has allowed it something goes on allowing that and no more.
    """
    client = owned(account_id=account_id, client_id=client_id)
    _fill(client, wanted._replace(is_public=client.type == Client.Type.PUBLIC))
    client.save()


@transaction.atomic
def renew_secret(*, account_id: UUID, client_id: str) -> str:
    """Give a program another secret, and return it for the only time; raises not_found."""
    client = owned(account_id=account_id, client_id=client_id)
    if client.type == Client.Type.PUBLIC:
        raise Problem("not_found", Message("This program has no secret."))
    secret = _new_secret(client)
    client.save(update_fields=["secret"])
    return secret


@transaction.atomic
def remove(*, account_id: UUID, client_id: str) -> None:
    """End a program, and with it all that people have allowed it; raises not_found."""
    delete(owned(account_id=account_id, client_id=client_id))


def delete(client: Client) -> None:
    """End a program, and with it all that people have allowed it."""
    _forget(Token.objects.filter(program=client.pk))
    Grant.objects.filter(client=client.pk).delete()
    ended.send(Grant, account_id=None, client_id=client.pk)
    client.delete()


def erase(account_id: UUID) -> None:
    """Forget what an account has allowed, and the programs that it has registered."""
    disconnect_all(account_id)
    for client in own(account_id):
        delete(client)


def purge() -> None:
    """Delete what has lapsed."""
    Grant.objects.filter(expires_at__lt=timezone.now()).delete()
    ended.send(Grant, account_id=None, client_id="")


def _new_secret(client: Client) -> str:
    from allauth.idp.oidc.adapter import get_adapter  # noqa: PLC0415 - It imports models.

    secret = str(get_adapter().generate_client_secret())
    client.set_secret(secret)
    return secret


def _fill(client: Client, wanted: Wanted) -> None:
    client.name = require_name(wanted.name)
    homepage = require_homepage(wanted.homepage)
    redirects = [require_redirect(each) for each in wanted.redirects]
    if not 0 < len(redirects) <= REDIRECTS_MAX:
        raise invalid("redirects", Message("takes 1 to %(most)s addresses", most=REDIRECTS_MAX))
    foreign = sorted(set(wanted.scopes) - {*SCOPES, *IDENTITY})
    if foreign or not wanted.scopes:
        raise invalid("scopes", Message("takes scopes that a program may have"))
    client.type = Client.Type.PUBLIC if wanted.is_public else Client.Type.CONFIDENTIAL
    client.data = {"homepage": homepage}
    client.set_redirect_uris(redirects)
    client.set_cors_origins(sorted({_origin(each) for each in redirects} - {""}))
    client.set_scopes(sorted({*wanted.scopes}))
    client.set_default_scopes([each for each in ("read",) if each in wanted.scopes])
    client.set_grant_types([Client.GrantType.AUTHORIZATION_CODE, Client.GrantType.REFRESH_TOKEN])
    client.set_response_types([Client.ResponseType.CODE])


def require_name(given: str) -> str:
    """Return a program's name as it is kept; raises `invalid`."""
    name = characters.canonical(given)
    if not 2 <= len(name) <= NAME_LENGTH_MAX:
        raise invalid("name", Message("must have 2 to %(most)s characters", most=NAME_LENGTH_MAX))
    if fault := characters.fault(name):
        raise invalid("name", fault)
    return name


def require_homepage(given: str) -> str:
    """Return the address of a program's own page, or none; raises `invalid`."""
    parts = _split(given) if given else None
    if parts is not None and (parts.scheme != "https" or not parts.hostname):
        raise invalid("homepage", Message("must begin with https://"))
    return given


def require_redirect(given: str) -> str:
    """Return an address to which a person may be led back; raises `invalid`.

    It is compared letter by letter, so it has no wildcard; and nobody may listen on its way.
    """
    parts = _split(given)
    if parts is None or parts.fragment or "*" in given or parts.username or parts.password:
        raise invalid("redirects", Message("must be an address without a # or a *"))
    is_web = parts.scheme == "https" and bool(parts.hostname)
    is_here = parts.scheme == "http" and parts.hostname in LOOPBACK
    # The name of a domain, backwards (RFC 8252, 7.1): nothing that a browser knows already.
    is_apps = "." in parts.scheme and not parts.netloc
    if not (is_web or is_here or is_apps):
        raise invalid(
            "redirects",
            Message(
                "must begin with https://, http://127.0.0.1 or a name such as org.example.app:"
            ),
        )
    return given


def may_lead_to(client: Client, address: str) -> bool:
    """Return whether a program registered an address to which people may be led back.

    Letter by letter (RFC 9700, 2.1), but for the port on the person's own machine.
    """
    return _portless(address) in map(_portless, client.get_redirect_uris())


def _portless(address: str) -> str:
    return re.sub(r"\A(http://(?:127\.0\.0\.1|\[::1\])):\d{1,5}(?=[/?]|\Z)", r"\1", address)


def _split(given: str) -> SplitResult | None:
    has_blanks = any(each.isspace() or not each.isprintable() for each in given)
    if not given or len(given) > REDIRECT_LENGTH_MAX or has_blanks:
        return None
    try:
        parts = urlsplit(given)
        _ = parts.port
    except ValueError:
        return None
    return parts


def _origin(address: str) -> str:
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}" if parts.scheme in {"https", "http"} else ""


def homepage_of(client: Client) -> str:
    """Return the address of a program's own page; empty for none."""
    said: Mapping[str, str] = client.data if isinstance(client.data, dict) else {}
    return str(said.get("homepage", ""))
