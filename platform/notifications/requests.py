"""What the API of notifications is asked."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from msgspec import UNSET, Meta, Struct, UnsetType

from notifications.answers import Chosen, Form
from notifications.kinds import Kind

Clock = Annotated[str, Meta(pattern="^([01][0-9]|2[0-3]):[0-5][0-9]$")]
Url = Annotated[str, Meta(max_length=500)]


class NewQuietHours(Struct, frozen=True, forbid_unknown_fields=True):
    """The hours in which no e-mails and push messages are sent."""

    begin: Clock
    """The start, such as `22:00`."""
    end: Clock
    """The end, such as `07:00`."""


class NewSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The notification settings to change; omitted ones stay unchanged."""

    choices: dict[Kind, list[Chosen]] | UnsetType = UNSET
    """The channels by kind of notification; omitted kinds stay unchanged."""
    zone: Annotated[str, Meta(max_length=64)] | UnsetType = UNSET
    """The time zone, such as `Europe/Amsterdam`."""
    quiet: NewQuietHours | UnsetType | None = UNSET
    """The quiet hours; null for none."""


class NewBrowser(Struct, frozen=True, forbid_unknown_fields=True):
    """The push subscription of a browser, as in `PushSubscription.toJSON()`."""

    endpoint: Url
    """The URL of the push service."""
    p256dh: Annotated[str, Meta(max_length=100)]
    """The public key of the browser, in base64url."""
    auth: Annotated[str, Meta(max_length=40)]
    """The authentication secret of the browser, in base64url."""
    browser: Annotated[str, Meta(max_length=200)] = ""
    """A name to recognise the browser by."""


class NewWebhook(Struct, frozen=True, forbid_unknown_fields=True):
    """The properties of a webhook."""

    url: Url
    """The target: a public https URL."""
    kinds: Annotated[list[Kind], Meta(min_length=1, max_length=20)]
    """The kinds of events to send."""
    form: Form = "standard"
    """The payload format: signed JSON, or that of Discord, Slack or ntfy."""
    tournament: Annotated[str, Meta(max_length=60)] | None = None
    """The slug of a tournament whose events to send; null for events that concern your account."""


class Replay(Struct, frozen=True, forbid_unknown_fields=True):
    """What to send again: the whole log, or the events of one stream after a version."""

    stream: UUID | None = None
    """The id of a match or tournament; null for all."""
    after_version: Annotated[int, Meta(ge=0)] = 0
    """Only events of that stream after this version."""
    since: Annotated[datetime, Meta(tz=True)] | None = None
    """Only events at this time or later; the log goes back 30 days."""


class Nothing(Struct, frozen=True, forbid_unknown_fields=True):
    """An empty body: the path says it all."""
