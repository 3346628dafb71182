"""The API of notifications, thin: settings, browsers, webhooks, what an account follows."""

from typing import ClassVar
from uuid import UUID

from django.db import transaction
from msgspec import UNSET
from rest_framework.request import Request
from rest_framework.response import Response

from api import validation
from api.access import Identity, identity
from api.idempotency import idempotent
from api.openapi import documented
from api.pagination import Page, PageQuery, page
from api.views import View
from notifications import calendars, digest, links, preferences, push, subscribing
from notifications.answers import (
    BrowserShown,
    Chosen,
    Followed,
    NotificationSettings,
    QuietHours,
)
from notifications.endpoints import NOTIFY, TAGS
from notifications.kinds import CHOOSABLE, CHOSEN, Kind
from notifications.models import Follow, Preferences, PushSubscription
from notifications.requests import (
    NewBrowser,
    NewQuietHours,
    NewSettings,
    Nothing,
)
from notifications.subscribing import BrowserKeys


class Settings(View):
    """What reaches the account."""

    access: ClassVar = {"GET": NOTIFY, "PATCH": NOTIFY}

    @documented("Get your notification settings.", answers={200: NotificationSettings}, tags=TAGS)
    def get(self, request: Request) -> Response:
        """Return which notifications you get, how they are sent, and your quiet hours."""
        return Response(_settings(identity(request)))

    @documented(
        "Change your notification settings.",
        request=NewSettings,
        answers={200: NotificationSettings},
        tags=TAGS,
    )
    def patch(self, request: Request) -> Response:
        """Change which notifications you get and how; omitted settings stay unchanged."""
        wanted = validation.parse_body(request, NewSettings)
        me = identity(request).account_id
        with transaction.atomic():
            if wanted.choices is not UNSET:
                preferences.choose(account_id=me, choices=wanted.choices)
            known = preferences.of(me)
            zone = known.zone if wanted.zone is UNSET else wanted.zone
            begin, end = known.quiet_from, known.quiet_until
            if wanted.quiet is None:
                begin = end = None
            elif isinstance(wanted.quiet, NewQuietHours):
                begin, end = _minutes(wanted.quiet.begin), _minutes(wanted.quiet.end)
            preferences.set_quiet_hours(account_id=me, zone=zone, begin=begin, end=end)
            digest.plan(me)
        return Response(_settings(identity(request)))


def _minutes(clock: str) -> int:
    hours, _, minutes = clock.partition(":")
    return 60 * int(hours) + int(minutes)


def _clock(minutes: int) -> str:
    return f"{minutes // 60:02}:{minutes % 60:02}"


def _settings(who: Identity) -> NotificationSettings:
    row = preferences.of(who.account_id)
    quiet = None
    if row.quiet_from is not None and row.quiet_until is not None:
        quiet = QuietHours(_clock(row.quiet_from), _clock(row.quiet_until))
    return NotificationSettings(
        choices={kind: chosen(row, kind) for kind in CHOOSABLE},
        zone=row.zone,
        quiet=quiet,
        push_key=push.public_key(),
        # It opens the calendar without a token, and so would outlast what was allowed.
        calendar="" if who.is_program else links.absolute(calendars.path_of(row)),
    )


def chosen(row: Preferences, kind: Kind) -> list[Chosen]:
    """Return by what a kind comes."""
    by = preferences.channels(row, kind)
    return [each for each in CHOSEN if each in by]  # type: ignore[misc] # No webhook is chosen.


class Browsers(View):
    """Browsers that take push messages."""

    access: ClassVar = {"GET": NOTIFY, "POST": NOTIFY}

    @documented(
        "List your browsers.", query=PageQuery, answers={200: Page[BrowserShown]}, tags=TAGS
    )
    def get(self, request: Request) -> Response:
        """Return the browsers that receive push messages for you, newest first.

        A third-party program sees only those that it has subscribed.
        """
        query = validation.parse_query(request, PageQuery)
        who = identity(request)
        found = subscribing.browsers(who.account_id, who.program)
        return Response(page(request, query, found, browser_shown))

    @documented(
        "Subscribe a browser.",
        request=NewBrowser,
        answers={201: BrowserShown},
        problems=["permission_denied"],
        key="accepted",
        tags=TAGS,
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """Subscribe a browser to push messages; repeating it returns the same subscription."""
        wanted = validation.parse_body(request, NewBrowser)
        keys = BrowserKeys(wanted.endpoint, wanted.p256dh, wanted.auth, wanted.browser)
        who = identity(request)
        row = subscribing.subscribe(account_id=who.account_id, keys=keys, program=who.program)
        row.refresh_from_db()
        return Response(browser_shown(row), status=201)


class BrowserDetail(View):
    """One browser."""

    access: ClassVar = {"DELETE": NOTIFY}

    @documented("Unsubscribe a browser.", answers={204: None}, tags=TAGS)
    def delete(self, request: Request, subscription: UUID) -> Response:
        """Stop sending push messages to a browser."""
        who = identity(request)
        subscribing.unsubscribe(
            account_id=who.account_id, subscription_id=subscription, program=who.program
        )
        return Response(status=204)


class FollowedTournaments(View):
    """What the account follows."""

    access: ClassVar = {"GET": NOTIFY}

    @documented("List what you follow.", query=PageQuery, answers={200: Page[Followed]}, tags=TAGS)
    def get(self, request: Request) -> Response:
        """Return the tournaments that you follow, latest first."""
        query = validation.parse_query(request, PageQuery)
        found = subscribing.followed(identity(request).account_id)
        return Response(page(request, query, found, _followed))


class FollowedTournament(View):
    """Following one tournament."""

    access: ClassVar = {"PUT": NOTIFY, "DELETE": NOTIFY}

    @documented(
        "Follow a tournament.",
        request=Nothing,
        answers={200: Followed},
        problems=["permission_denied"],
        tags=TAGS,
    )
    def put(self, request: Request, slug: str) -> Response:
        """Get notified of a tournament's rounds and end without taking part."""
        validation.parse_body(request, Nothing)
        row = subscribing.follow(account_id=identity(request).account_id, slug=slug)
        return Response(Followed(row.slug, row.name))

    @documented("Unfollow a tournament.", answers={204: None}, tags=TAGS)
    def delete(self, request: Request, slug: str) -> Response:
        """Stop getting notifications about a tournament."""
        subscribing.unfollow(account_id=identity(request).account_id, slug=slug)
        return Response(status=204)


def _followed(row: Follow) -> Followed:
    return Followed(row.tournament.slug, row.tournament.name)


def browser_shown(row: PushSubscription) -> BrowserShown:
    """Return a browser as its owner sees it."""
    program = row.program or None
    return BrowserShown(str(row.pk), row.browser, row.made_at, row.last_sent_at, program)
