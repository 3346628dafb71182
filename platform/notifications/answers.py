"""What the API answers about notifications, as typed structs."""

from typing import Literal, TypeAlias

from msgspec import Struct

from api.formats import Id, Instant
from notifications.kinds import Kind

Form: TypeAlias = Literal["standard", "discord", "slack", "ntfy"]
Chosen: TypeAlias = Literal["email", "push"]
DeliveryState: TypeAlias = Literal["waiting", "sent", "dropped", "failed"]
DeliveryReason: TypeAlias = Literal[
    "",
    "timeout",
    "unreachable",
    "private_address",
    "redirect",
    "answer",
    "gone",
    "stale",
    "expired",
    "unwanted",
    "error",
]
WebhookOff: TypeAlias = Literal["", "asked", "gone", "failing"]


class QuietHours(Struct, frozen=True):
    """When nothing comes by mail or push."""

    begin: str
    """By the clock, as `22:00`."""
    end: str
    """By the clock, as `07:00`."""


class NotificationSettings(Struct, frozen=True):
    """What reaches an account, how, and when not."""

    choices: dict[Kind, list[Chosen]]
    """By what each kind comes."""
    zone: str
    """The time zone of the quiet hours and the digest, such as `Europe/Amsterdam`."""
    quiet: QuietHours | None
    """The quiet hours; null without."""
    push_key: str
    """The key with which a browser subscribes; empty where the site sends no push messages."""
    calendar: str
    """The address of the account's own calendar; whoever has it can read it.

    Empty for a program of somebody else.
    """


class BrowserShown(Struct, frozen=True):
    """A browser that takes push messages."""

    id: Id
    """The id of the subscription."""
    browser: str
    """What it said it is."""
    made_at: Instant
    """When it subscribed."""
    last_sent_at: Instant | None
    """When it last took something; null if it never did."""
    program: str | None
    """The `client_id` of the program that has subscribed it, and with which it ends; null: you."""


class WebhookShown(Struct, frozen=True):
    """A webhook."""

    id: Id
    """The id of the webhook."""
    url: str
    """Where it is."""
    form: Form
    """What is sent: signed JSON, or what Discord, Slack or ntfy understand."""
    kinds: list[Kind]
    """What it is told of."""
    tournament: str | None
    """The slug of the tournament that it watches; null: whatever concerns the account."""
    is_on: bool
    """Whether it is told of anything."""
    off_because: WebhookOff
    """Why it is off: its owner asked, it is gone (it answered 410) or failing; else empty."""
    made_at: Instant
    """When the webhook was created."""
    program: str | None
    """The `client_id` of the program that has made it, and with which it ends; null: you."""


class SecretShown(Struct, frozen=True):
    """With what a webhook's messages are signed."""

    secret: str
    """As Standard Webhooks writes it: `whsec_` and base64."""


class DeliveryShown(Struct, frozen=True):
    """Something that was sent, or is to be."""

    id: Id
    """The id of the delivery."""
    message: Id
    """The id of the message: `webhook-id`, the same however often it is sent."""
    kind: Kind
    """What it tells of."""
    stream: Id
    """The match or tournament that it is about."""
    version: int
    """The version at which it happened."""
    happened_at: Instant
    """When the event happened."""
    state: DeliveryState
    """Whether it waits, was sent, was dropped as no longer news, or has failed."""
    attempts: int
    """How often it was tried."""
    due_at: Instant
    """When it was, or is, to be sent."""
    done_at: Instant | None
    """When it was sent or given up; null while it waits."""
    reason: DeliveryReason
    """Why it waits or was given up, `error` for a fault of the site itself; else empty."""
    status_code: int | None
    """What was answered at the last attempt."""


class Replayed(Struct, frozen=True):
    """How much is sent again."""

    deliveries: int
    """How many."""


class Followed(Struct, frozen=True):
    """A tournament that the account is told of."""

    tournament: str
    """Its slug."""
    name: str
    """Its name."""
