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
    """The hours in which no e-mails and push messages are sent."""

    begin: str
    """The start, such as `22:00`."""
    end: str
    """The end, such as `07:00`."""


class NotificationSettings(Struct, frozen=True):
    """The notification settings of an account."""

    choices: dict[Kind, list[Chosen]]
    """The channels by kind of notification."""
    zone: str
    """The time zone of the quiet hours and the digest, such as `Europe/Amsterdam`."""
    quiet: QuietHours | None
    """The quiet hours; null for none."""
    push_key: str
    """The public key for subscribing a browser; empty if the site sends no push messages."""
    calendar: str
    """The secret URL of your calendar: anyone who has it can read the calendar. Empty for
    third-party programs."""


class BrowserShown(Struct, frozen=True):
    """A browser that receives push messages."""

    id: Id
    """The id of the subscription."""
    browser: str
    """The name that the browser gave when it subscribed."""
    made_at: Instant
    """When the browser subscribed."""
    last_sent_at: Instant | None
    """When a push message was last delivered; null if never."""
    program: str | None
    """The `client_id` of the program that subscribed the browser and with which the subscription
    ends; null if you did."""


class WebhookShown(Struct, frozen=True):
    """A webhook."""

    id: Id
    """The id of the webhook."""
    url: str
    """The target URL."""
    form: Form
    """The payload format: signed JSON, or that of Discord, Slack or ntfy."""
    kinds: list[Kind]
    """The kinds of events that are sent."""
    tournament: str | None
    """The slug of the tournament whose events are sent; null for events that concern the
    account."""
    is_on: bool
    """Whether the webhook is on."""
    off_because: WebhookOff
    """Why the webhook is off: turned off by its owner, gone (the URL answered 410) or failing;
    empty if it is on."""
    made_at: Instant
    """When the webhook was created."""
    program: str | None
    """The `client_id` of the program that created the webhook and with which it ends; null if
    you did."""


class SecretShown(Struct, frozen=True):
    """The signing secret of a webhook."""

    secret: str
    """The secret as defined by Standard Webhooks: `whsec_` followed by base64."""


class DeliveryShown(Struct, frozen=True):
    """A delivery to a webhook."""

    id: Id
    """The id of the delivery."""
    message: Id
    """The id of the message (`webhook-id`), the same for every attempt."""
    kind: Kind
    """The kind of event."""
    stream: Id
    """The id of the match or tournament."""
    version: int
    """The version of the match or tournament after the event."""
    happened_at: Instant
    """When the event happened."""
    state: DeliveryState
    """The state of the delivery: waiting, sent, dropped because it was out of date, or failed."""
    attempts: int
    """The number of attempts."""
    due_at: Instant
    """When the delivery was or is due."""
    done_at: Instant | None
    """When the delivery was sent or given up; null while it is waiting."""
    reason: DeliveryReason
    """Why the delivery is waiting or was given up; `error` for an error of this site; empty
    otherwise."""
    status_code: int | None
    """The HTTP status code of the last response; null if there was none."""


class Replayed(Struct, frozen=True):
    """The result of a replay."""

    deliveries: int
    """The number of deliveries to be sent again."""


class Followed(Struct, frozen=True):
    """A tournament that you follow."""

    tournament: str
    """The slug of the tournament."""
    name: str
    """The name of the tournament."""
