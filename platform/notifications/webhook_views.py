"""Requests about webhooks, what they were sent, and how that is sent again."""

from datetime import UTC, datetime
from typing import ClassVar
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from api import validation
from api.access import identity
from api.idempotency import idempotent
from api.openapi import documented
from api.pagination import Page, PageQuery, page
from api.views import View
from notifications import webhooks
from notifications.answers import (
    DeliveryShown,
    Replayed,
    SecretShown,
    WebhookShown,
)
from notifications.endpoints import NOTIFY, TAGS
from notifications.models import Delivery, Webhook
from notifications.requests import (
    NewWebhook,
    Nothing,
    Replay,
)
from notifications.webhooks import WebhookFields

FIRST = datetime(2000, 1, 1, tzinfo=UTC)


class Webhooks(View):
    """The webhooks of an account."""

    access: ClassVar = {"GET": NOTIFY, "POST": NOTIFY}

    @documented(
        "List your webhooks.", query=PageQuery, answers={200: Page[WebhookShown]}, tags=TAGS
    )
    def get(self, request: Request) -> Response:
        """Return your webhooks, newest first.

        A third-party program sees and changes only those that it has created.
        """
        query = validation.parse_query(request, PageQuery)
        who = identity(request)
        found = webhooks.of_account(who.account_id, who.program)
        return Response(page(request, query, found, webhook_shown))

    @documented(
        "Create a webhook.",
        request=NewWebhook,
        answers={201: WebhookShown},
        problems=["permission_denied", "guests_not_allowed", "not_found"],
        key="accepted",
        tags=TAGS,
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """Send events that concern you, or one tournament, to a URL.

        A webhook created by a third-party program ends when the program's authorisation ends.
        """
        fields = _fields(validation.parse_body(request, NewWebhook))
        who = identity(request)
        row = webhooks.create(account_id=who.account_id, fields=fields, program=who.program)
        row.refresh_from_db()
        return Response(webhook_shown(row), status=201)


def _fields(wanted: NewWebhook) -> WebhookFields:
    return WebhookFields(wanted.url, wanted.form, wanted.kinds, wanted.tournament or "")


def _own(request: Request, webhook: UUID) -> Webhook:
    """Return a webhook of the caller, of a program one that it has made; raises not_found."""
    who = identity(request)
    return webhooks.find(who.account_id, webhook, who.program)


class WebhookDetail(View):
    """One webhook."""

    access: ClassVar = {"GET": NOTIFY, "PUT": NOTIFY, "DELETE": NOTIFY}

    @documented("Get a webhook.", answers={200: WebhookShown}, tags=TAGS)
    def get(self, request: Request, webhook: UUID) -> Response:
        """Return one of your webhooks."""
        return Response(webhook_shown(_own(request, webhook)))

    @documented("Change a webhook.", request=NewWebhook, answers={200: WebhookShown}, tags=TAGS)
    def put(self, request: Request, webhook: UUID) -> Response:
        """Change a webhook; one that is off is turned on again."""
        fields = _fields(validation.parse_body(request, NewWebhook))
        me = _own(request, webhook).account_id
        return Response(
            webhook_shown(webhooks.change(account_id=me, webhook_id=webhook, fields=fields))
        )

    @documented("Delete a webhook.", answers={204: None}, tags=TAGS)
    def delete(self, request: Request, webhook: UUID) -> Response:
        """Delete a webhook and its log; pending deliveries are not sent."""
        webhooks.delete(account_id=_own(request, webhook).account_id, webhook_id=webhook)
        return Response(status=204)


class WebhookSecret(View):
    """The secret of a webhook."""

    access: ClassVar = {"GET": NOTIFY, "POST": NOTIFY}

    @documented("Get the secret of a webhook.", answers={200: SecretShown}, tags=TAGS)
    def get(self, request: Request, webhook: UUID) -> Response:
        """Return the signing secret, which is derived from the site's key and not stored."""
        return Response(SecretShown(webhooks.secret(_own(request, webhook))))

    @documented(
        "Replace the secret of a webhook.",
        request=Nothing,
        answers={200: WebhookShown},
        key="accepted",
        tags=TAGS,
    )
    @idempotent
    def post(self, request: Request, webhook: UUID) -> Response:
        """Create a new signing secret; the previous one is no longer used."""
        validation.parse_body(request, Nothing)
        me = _own(request, webhook).account_id
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
        """Send a message of the kind `test`; its outcome appears in the log."""
        validation.parse_body(request, Nothing)
        me = _own(request, webhook).account_id
        return Response(
            delivery_shown(webhooks.test(account_id=me, webhook_id=webhook)), status=202
        )


class Deliveries(View):
    """The log of a webhook."""

    access: ClassVar = {"GET": NOTIFY}

    @documented("List deliveries.", query=PageQuery, answers={200: Page[DeliveryShown]}, tags=TAGS)
    def get(self, request: Request, webhook: UUID) -> Response:
        """Return the deliveries of the last 30 days and pending ones, latest first."""
        query = validation.parse_query(request, PageQuery)
        found = webhooks.log(_own(request, webhook).account_id, webhook)
        return Response(page(request, query, found, delivery_shown))


class Replays(View):
    """Telling a webhook again."""

    access: ClassVar = {"POST": NOTIFY}

    @documented(
        "Replay deliveries.",
        request=Replay,
        answers={202: Replayed},
        problems=["permission_denied"],
        key="accepted",
        tags=TAGS,
    )
    @idempotent
    def post(self, request: Request, webhook: UUID) -> Response:
        """Send the logged messages again: all, or those of one stream after a version."""
        wanted = validation.parse_body(request, Replay)
        count = webhooks.replay(
            account_id=_own(request, webhook).account_id,
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
        "Repeat a delivery.",
        request=Nothing,
        answers={202: DeliveryShown},
        key="accepted",
        tags=TAGS,
    )
    @idempotent
    def post(self, request: Request, webhook: UUID, delivery: UUID) -> Response:
        """Send one message again, with the same message id."""
        validation.parse_body(request, Nothing)
        me = _own(request, webhook).account_id
        row = webhooks.resend(account_id=me, webhook_id=webhook, delivery_id=delivery)
        return Response(delivery_shown(row), status=202)


def webhook_shown(row: Webhook) -> WebhookShown:
    """Return a webhook as its owner sees it."""
    return WebhookShown(
        id=str(row.pk),
        url=row.url,
        form=row.form,  # type: ignore[arg-type] # The column's choices.
        kinds=row.kinds,  # type: ignore[arg-type] # Checked as they are written.
        tournament=None if row.tournament is None else row.tournament.slug,
        is_on=not row.off_because,
        off_because=row.off_because,  # type: ignore[arg-type] # Written by `webhooks` and `settling`.
        made_at=row.made_at,
        program=row.program or None,
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
        reason=row.reason,  # type: ignore[arg-type] # Those of `Outcome`.
        status_code=row.status_code,
    )
