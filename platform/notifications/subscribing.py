"""Browsers that take notifications for an account, and tournaments that it follows."""

from collections.abc import Mapping
from typing import NamedTuple
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from accounts.models import Account
from api.problems import Problem, invalid
from games.messages import Message
from notifications import outgoing, program_addresses, push, turn_watch, webhooks
from notifications.models import Delivery, Follow, PushSubscription
from notifications.preferences import Target
from tournaments import visibility
from tournaments.models import Tournament

BROWSERS_MAX = 20
"""How many browsers of an account are told; one more takes the place of the oldest."""
FOLLOWED_MAX = 500
IN_SESSION = "push"
"""Where a session keeps the id of its browser's subscription, which ends with it."""


class BrowserKeys(NamedTuple):
    """What a browser says of itself when it subscribes."""

    endpoint: str
    p256dh: str
    auth: str
    browser: str = ""


def browsers(account: UUID, program: str = "") -> QuerySet[PushSubscription]:
    """Return the browsers that are told, the newest first; to a program only its own."""
    found = PushSubscription.objects.filter(account=account).order_by("-id")
    return found.filter(program=program) if program else found


@transaction.atomic
def subscribe(*, account_id: UUID, keys: BrowserKeys, program: str = "") -> PushSubscription:
    """Have a browser told; again it does nothing, and from another account it takes it over.

    What a program has subscribed is the program's. One too many takes the place of the oldest of
    the same program, or of the account's own.

    Raises `invalid`, and permission_denied where the site has no key to push with.
    """
    if not push.is_possible():
        raise Problem("permission_denied", Message("This site does not send push messages."))
    outgoing.require_url(keys.endpoint, field="endpoint")
    if not push.is_key(keys.p256dh):
        raise invalid("p256dh", Message("must be the browser's public key"))
    if not push.is_auth(keys.auth):
        raise invalid("auth", Message("must be the browser's secret of 16 bytes"))
    Account.objects.select_for_update().get(pk=account_id)
    program_addresses.require_allowed(account_id, program)
    # Whoever sits at this browser now is told there, and nobody else.
    PushSubscription.objects.filter(endpoint=keys.endpoint).exclude(account=account_id).delete()
    row, _made = PushSubscription.objects.update_or_create(
        endpoint=keys.endpoint,
        defaults={
            "account_id": account_id,
            "p256dh": keys.p256dh,
            "auth": keys.auth,
            "browser": keys.browser[:200],
            "program": program,
        },
    )
    turn_watch.watch()
    same = browsers(account_id).filter(program=program)
    kept = same.values_list("pk", flat=True)[:BROWSERS_MAX]
    same.exclude(pk__in=list(kept)).delete()
    return row


def unsubscribe(*, account_id: UUID, subscription_id: UUID, program: str = "") -> None:
    """Tell a browser nothing more; raises not_found."""
    if not browsers(account_id, program).filter(pk=subscription_id).delete()[0]:
        raise Problem("not_found", Message("You have no browser with this id."))


def is_subscribed(*, account_id: UUID, endpoint: str) -> bool:
    """Return whether an account is told in the browser that knows itself by its endpoint."""
    return PushSubscription.objects.filter(account=account_id, endpoint=endpoint).exists()


def hear_signed_out(request: HttpRequest, **_signal: object) -> None:
    """Tell a browser nothing more in which somebody signs out (`user_logged_out`)."""
    hear_ended(request.session)


def hear_ended(data: Mapping[str, object], **_signal: object) -> None:
    """Tell a browser nothing more whose session was ended (`accounts.sessions.ended`).

    One that has merely lapsed is not: people are called back to a site that they have not visited.
    """
    subscription = data.get(IN_SESSION)
    if isinstance(subscription, str):
        PushSubscription.objects.filter(pk=subscription).delete()


def test(*, account_id: UUID, subscription_id: UUID) -> Delivery:
    """Have a test sent to a browser; raises not_found."""
    row = browsers(account_id).filter(pk=subscription_id).first()
    if row is None:
        raise Problem("not_found", Message("You have no browser with this id."))
    return webhooks.send_test(account_id, Target(account_id, "push", row.pk, timezone.now()))


@transaction.atomic
def follow(*, account_id: UUID, slug: str) -> Tournament:
    """Have an account told of a tournament; raises not_found and permission_denied."""
    tournament = visibility.find(slug, account_id)
    Account.objects.select_for_update().get(pk=account_id)
    own = Follow.objects.filter(account=account_id)
    if own.count() >= FOLLOWED_MAX and not own.filter(tournament=tournament).exists():
        text = Message("You follow %(most)s tournaments, which is the limit.", most=FOLLOWED_MAX)
        raise Problem("permission_denied", text, params={"limit": FOLLOWED_MAX})
    Follow.objects.get_or_create(account_id=account_id, tournament=tournament)
    return tournament


def unfollow(*, account_id: UUID, slug: str) -> None:
    """Tell an account of a tournament no more, if it was told; raises not_found."""
    tournament = visibility.find(slug, account_id)
    Follow.objects.filter(account=account_id, tournament=tournament).delete()


def is_followed(account: UUID, tournament: UUID) -> bool:
    """Return whether an account follows a tournament."""
    return Follow.objects.filter(account=account, tournament=tournament).exists()


def followed(account: UUID) -> QuerySet[Follow]:
    """Return the tournaments that an account follows and may know of, the latest first."""
    seen = Tournament.objects.filter(visibility.seen_by(account))
    found = Follow.objects.filter(account=account, tournament__in=seen)
    return found.select_related("tournament").order_by("-id")
