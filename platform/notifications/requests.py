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
    """When nothing comes by mail or push."""

    begin: Clock
    """By the clock, as `22:00`."""
    end: Clock
    """By the clock, as `07:00`."""


class NewSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """What is to reach the account; what is left out stays as it is."""

    choices: dict[Kind, list[Chosen]] | UnsetType = UNSET
    """By what each kind comes; kinds that are left out stay as they are."""
    zone: Annotated[str, Meta(max_length=64)] | UnsetType = UNSET
    """The time zone, such as `Europe/Amsterdam`."""
    quiet: NewQuietHours | UnsetType | None = UNSET
    """The quiet hours; null: none."""


class NewBrowser(Struct, frozen=True, forbid_unknown_fields=True):
    """A browser's push subscription, as `PushSubscription.toJSON()` gives it."""

    endpoint: Url
    """Where its push service takes messages."""
    p256dh: Annotated[str, Meta(max_length=100)]
    """Its public key, base64url."""
    auth: Annotated[str, Meta(max_length=40)]
    """Its secret, base64url."""
    browser: Annotated[str, Meta(max_length=200)] = ""
    """For your own list of browsers."""


class NewWebhook(Struct, frozen=True, forbid_unknown_fields=True):
    """A webhook as it is to be."""

    url: Url
    """An address of the public internet, with https."""
    kinds: Annotated[list[Kind], Meta(min_length=1, max_length=20)]
    """What it is to be told of."""
    form: Form = "standard"
    """What is sent: signed JSON, or what Discord, Slack or ntfy understand."""
    tournament: Annotated[str, Meta(max_length=60)] | None = None
    """The slug of a tournament that it watches; null: whatever concerns the account."""


class Replay(Struct, frozen=True, forbid_unknown_fields=True):
    """What is to be sent again: all of the log, or of one stream what came after a version."""

    stream: UUID | None = None
    """The id of a match or tournament; null: all."""
    after_version: Annotated[int, Meta(ge=0)] = 0
    """Of that stream, only what happened after this version."""
    since: Annotated[datetime, Meta(tz=True)] | None = None
    """Only what happened since this moment; the log goes back 30 days."""


class Nothing(Struct, frozen=True, forbid_unknown_fields=True):
    """Nothing more to say than the address does."""
