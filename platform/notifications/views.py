"""The API of notifications, thin: settings, browsers, webhooks, what an account follows."""

from datetime import UTC, datetime
from typing import ClassVar
from uuid import UUID

from django.db import transaction
from msgspec import UNSET
from rest_framework.request import Request
from rest_framework.response import Response

from api import validation
from api.access import identity, needs
from api.idempotency import idempotent
from api.openapi import documented
from api.pagination import Page, PageQuery, page
from api.views import View
from notifications import calendars, digest, links, preferences, push, subscribing, webhooks
from notifications.answers import (
    BrowserShown,
    Chosen,
    DeliveryShown,
    Followed,
    NotificationSettings,
    QuietHours,
    Replayed,
    SecretShown,
    WebhookShown,
)
from notifications.kinds import CHOOSABLE, CHOSEN, Kind
from notifications.models import Delivery, Follow, Preferences, PushSubscription, Webhook
from notifications.requests import (
    NewBrowser,
    NewQuietHours,
    NewSettings,
    NewWebhook,
    Nothing,
    Replay,
)
from notifications.subscribing import BrowserKeys
from notifications.webhooks import WebhookFields

TAGS = ("notifications",)
NOTIFY = needs("notify")
FIRST = datetime(2000, 1, 1, tzinfo=UTC)


class Settings(View):
    """What reaches the account."""

    access: ClassVar = {"GET": NOTIFY, "PATCH": NOTIFY}

    @documented("Read your notifications.", answers={200: NotificationSettings}, tags=TAGS)
    def get(self, request: Request) -> Response:
        """Return what reaches you, how, and when not."""
        return Response(_settings(identity(request).account_id))

    @documented(
        "Choose your notifications.",
        request=NewSettings,
        answers={200: NotificationSettings},
        tags=TAGS,
    )
    def patch(self, request: Request) -> Response:
        """Say what is to reach you, how, and when not; what is left out stays as it is."""
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
        return Response(_settings(me))


def _minutes(clock: str) -> int:
    hours, _, minutes = clock.partition(":")
    return 60 * int(hours) + int(minutes)


def _clock(minutes: int) -> str:
    return f"{minutes // 60:02}:{minutes % 60:02}"


def _settings(account: UUID) -> NotificationSettings:
    row = preferences.of(account)
    quiet = None
    if row.quiet_from is not None and row.quiet_until is not None:
        quiet = QuietHours(_clock(row.quiet_from), _clock(row.quiet_until))
    return NotificationSettings(
        choices={kind: chosen(row, kind) for kind in CHOOSABLE},
        zone=row.zone,
        quiet=quiet,
        push_key=push.public_key(),
        calendar=links.absolute(calendars.path_of(row)),
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
        """List the browsers that take push messages for you, the newest first."""
        query = validation.parse_query(request, PageQuery)
        found = subscribing.browsers(identity(request).account_id)
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
        """Have push messages sent to a browser; the same one again is the same subscription."""
        wanted = validation.parse_body(request, NewBrowser)
        keys = BrowserKeys(wanted.endpoint, wanted.p256dh, wanted.auth, wanted.browser)
        row = subscribing.subscribe(account_id=identity(request).account_id, keys=keys)
        row.refresh_from_db()
        return Response(browser_shown(row), status=201)


class BrowserDetail(View):
    """One browser."""

    access: ClassVar = {"DELETE": NOTIFY}

    @documented("Unsubscribe a browser.", answers={204: None}, tags=TAGS)
    def delete(self, request: Request, subscription: UUID) -> Response:
        """Send a browser nothing more."""
        me = identity(request).account_id
        subscribing.unsubscribe(account_id=me, subscription_id=subscription)
        return Response(status=204)


class Webhooks(View):
    """The webhooks of an account."""

    access: ClassVar = {"GET": NOTIFY, "POST": NOTIFY}

    @documented(
        "List your webhooks.", query=PageQuery, answers={200: Page[WebhookShown]}, tags=TAGS
    )
    def get(self, request: Request) -> Response:
        """List your webhooks, the newest first."""
        query = validation.parse_query(request, PageQuery)
        found = webhooks.of_account(identity(request).account_id)
        return Response(page(request, query, found, webhook_shown))

    @documented(
        "Make a webhook.",
        request=NewWebhook,
        answers={201: WebhookShown},
        problems=["permission_denied", "guests_not_allowed", "not_found"],
        key="accepted",
        tags=TAGS,
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """Have an address told of what concerns you, or of one tournament."""
        fields = _fields(validation.parse_body(request, NewWebhook))
        row = webhooks.create(account_id=identity(request).account_id, fields=fields)
        row.refresh_from_db()
        return Response(webhook_shown(row), status=201)


def _fields(wanted: NewWebhook) -> WebhookFields:
    return WebhookFields(wanted.url, wanted.form, wanted.kinds, wanted.tournament or "")


class WebhookDetail(View):
    """One webhook."""

    access: ClassVar = {"GET": NOTIFY, "PUT": NOTIFY, "DELETE": NOTIFY}

    @documented("Read a webhook.", answers={200: WebhookShown}, tags=TAGS)
    def get(self, request: Request, webhook: UUID) -> Response:
        """Return one of your webhooks."""
        return Response(webhook_shown(webhooks.find(identity(request).account_id, webhook)))

    @documented("Change a webhook.", request=NewWebhook, answers={200: WebhookShown}, tags=TAGS)
    def put(self, request: Request, webhook: UUID) -> Response:
        """Change a webhook; one that is off is on again."""
        fields = _fields(validation.parse_body(request, NewWebhook))
        me = identity(request).account_id
        return Response(
            webhook_shown(webhooks.change(account_id=me, webhook_id=webhook, fields=fields))
        )

    @documented("Remove a webhook.", answers={204: None}, tags=TAGS)
    def delete(self, request: Request, webhook: UUID) -> Response:
        """Remove a webhook and its log; what waits to be sent is not sent."""
        webhooks.delete(account_id=identity(request).account_id, webhook_id=webhook)
        return Response(status=204)


class WebhookSecret(View):
    """The secret of a webhook."""

    access: ClassVar = {"GET": NOTIFY, "POST": NOTIFY}

    @documented("Read a webhook's secret.", answers={200: SecretShown}, tags=TAGS)
    def get(self, request: Request, webhook: UUID) -> Response:
        """Return with what messages are signed; it is made from the site's key and kept nowhere."""
        row = webhooks.find(identity(request).account_id, webhook)
        return Response(SecretShown(webhooks.secret(row)))

    @documented(
        "Replace a webhook's secret.",
        request=Nothing,
        answers={200: WebhookShown},
        key="accepted",
        tags=TAGS,
    )
    @idempotent
    def post(self, request: Request, webhook: UUID) -> Response:
        """Sign with another secret from now on; the one before counts no more."""
        validation.parse_body(request, Nothing)
        me = identity(request).account_id
        return Response(webhook_shown(webhooks.rotate(account_id=me, webhook_id=webhook)))


class WebhookTests(View):
    """Trying a webhook."""

    access: ClassVar = {"POST": NOTIFY}

    @documented(
        "Test a webhook.",
        request=Nothing,
        answers={202: DeliveryShown},
        problems=["permission_denied"],
        key="accepted",
        tags=TAGS,
    )
    @idempotent
    def post(self, request: Request, webhook: UUID) -> Response:
        """Send a message of the kind `test`; what became of it stands in the log."""
        validation.parse_body(request, Nothing)
        me = identity(request).account_id
        return Response(
            delivery_shown(webhooks.test(account_id=me, webhook_id=webhook)), status=202
        )


class Deliveries(View):
    """The log of a webhook."""

    access: ClassVar = {"GET": NOTIFY}

    @documented(
        "Read a webhook's log.", query=PageQuery, answers={200: Page[DeliveryShown]}, tags=TAGS
    )
    def get(self, request: Request, webhook: UUID) -> Response:
        """List what a webhook was sent in the last 30 days, or is to be, the latest first."""
        query = validation.parse_query(request, PageQuery)
        found = webhooks.log(identity(request).account_id, webhook)
        return Response(page(request, query, found, delivery_shown))


class Replays(View):
    """Telling a webhook again."""

    access: ClassVar = {"POST": NOTIFY}

    @documented(
        "Replay a webhook's log.",
        request=Replay,
        answers={202: Replayed},
        problems=["permission_denied"],
        key="accepted",
        tags=TAGS,
    )
    @idempotent
    def post(self, request: Request, webhook: UUID) -> Response:
        """Send again what the log has: all, or of one stream what came after a version."""
        wanted = validation.parse_body(request, Replay)
        count = webhooks.replay(
            account_id=identity(request).account_id,
            webhook_id=webhook,
            stream=wanted.stream,
            after_version=wanted.after_version,
            since=wanted.since or FIRST,
        )
        return Response(Replayed(count), status=202)


class DeliveryReplay(View):
    """One delivery again."""

    access: ClassVar = {"POST": NOTIFY}

    @documented(
        "Send a delivery again.",
        request=Nothing,
        answers={202: DeliveryShown},
        key="accepted",
        tags=TAGS,
    )
    @idempotent
    def post(self, request: Request, webhook: UUID, delivery: UUID) -> Response:
        """Send one message again, under the id that it had."""
        validation.parse_body(request, Nothing)
        me = identity(request).account_id
        row = webhooks.resend(account_id=me, webhook_id=webhook, delivery_id=delivery)
        return Response(delivery_shown(row), status=202)


class FollowedTournaments(View):
    """What the account follows."""

    access: ClassVar = {"GET": NOTIFY}

    @documented("List what you follow.", query=PageQuery, answers={200: Page[Followed]}, tags=TAGS)
    def get(self, request: Request) -> Response:
        """List the tournaments that you follow, the latest first."""
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
        """Be told of a tournament's rounds and of its end without taking part."""
        validation.parse_body(request, Nothing)
        row = subscribing.follow(account_id=identity(request).account_id, slug=slug)
        return Response(Followed(row.slug, row.name))

    @documented("Unfollow a tournament.", answers={204: None}, tags=TAGS)
    def delete(self, request: Request, slug: str) -> Response:
        """Be told of it no more."""
        subscribing.unfollow(account_id=identity(request).account_id, slug=slug)
        return Response(status=204)


def _followed(row: Follow) -> Followed:
    return Followed(row.tournament.slug, row.tournament.name)


def browser_shown(row: PushSubscription) -> BrowserShown:
    """Return a browser as its owner sees it."""
    return BrowserShown(str(row.pk), row.browser, row.made_at, row.last_sent_at)


def webhook_shown(row: Webhook) -> WebhookShown:
    """Return a webhook as its owner sees it."""
    return WebhookShown(
        id=str(row.pk),
        url=row.url,
        form=row.form,  # type: ignore[arg-type] # The column's choices.
        kinds=row.kinds,  # type: ignore[arg-type] # Checked as they are written.
        tournament=None if row.tournament is None else row.tournament.slug,
        is_on=not row.off_because,
        off_because=row.off_because,
        made_at=row.made_at,
    )


def delivery_shown(row: Delivery) -> DeliveryShown:
    """Return a delivery as the webhook's owner sees it."""
    return DeliveryShown(
        id=str(row.pk),
        message=str(row.notification_id),
        kind=row.notification.kind,  # type: ignore[arg-type] # Written by `noting`.
        stream=str(row.notification.stream),
        version=row.notification.version,
        happened_at=row.notification.happened_at,
        state=row.state,  # type: ignore[arg-type] # The column's choices.
        attempts=row.attempts,
        due_at=row.due_at,
        done_at=row.done_at,
        reason=row.reason,
        status_code=row.status_code,
    )
