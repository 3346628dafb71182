"""What is asked of a tournament as a whole, beside its settings."""

from typing import Annotated, Literal

from django.utils.translation import gettext_lazy as _
from msgspec import Meta

from api.formats import Instant
from tournaments.api.requests.base import Command, Slug
from tournaments.api.requests.settings import EventDetails


class Notice(Command, frozen=True, kw_only=True):
    """A notice for everyone."""

    text: Annotated[
        str,
        Meta(
            max_length=200,
            description="The text; empty to remove the notice.",
            extra={"label": _("Notice"), "help": _("Leave it empty to take the notice down.")},
        ),
    ] = ""


class Details(Command, frozen=True, kw_only=True):
    """New event details."""

    about: EventDetails
    """The complete details; omitted ones become empty."""


class PictureAsked(Command, frozen=True, kw_only=True):
    """A picture to upload."""

    picture: Annotated[
        Annotated[str, Meta(max_length=240_000)] | None,
        Meta(
            description="A PNG, JPEG or WebP image in Base64; null for none. It is re-encoded, "
            "which removes metadata such as location, camera and time."
        ),
    ]


class RoleAsked(Command, frozen=True, kw_only=True):
    """A role to grant or revoke."""

    account: Annotated[str, Meta(max_length=30, description="A user name.")]
    role: Literal["organiser", "judge", "scorekeeper", "doorkeeper"] | None
    """The new role; null to revoke the role."""


class Repetition(Command, frozen=True, kw_only=True):
    """The repetition of an event."""

    every: Literal["", "weekly", "fortnightly", "monthly"]
    """How often to repeat the event; empty to stop."""
    zone: Annotated[
        str,
        Meta(
            max_length=60,
            description="The time zone in which the event always starts at the same local time.",
            extra={
                "label": _("Time zone"),
                "help": _("For example Europe/Amsterdam: it begins at the same time all year."),
            },
        ),
    ] = "UTC"


class Another(Command, frozen=True, kw_only=True):
    """A copy of a tournament."""

    slug: Slug
    """The slug of the new tournament."""
    name: Annotated[str, Meta(min_length=1, max_length=120)] | None = None
    """The name; by default that of the original."""
    starts_at: Annotated[
        Instant | None, Meta(description="When the event begins; null if not set.")
    ] = None


class NextSeason(Command, frozen=True, kw_only=True):
    """The next season of a league."""

    slug: Annotated[
        Slug,
        Meta(
            extra={"label": _("Slug"), "help": _("Lower-case letters, digits and hyphens.")},
        ),
    ]
    """The slug of the new tournament."""
    name: Annotated[
        Annotated[str, Meta(min_length=1, max_length=120)] | None,
        Meta(extra={"label": _("Name")}),
    ] = None
    """The name; by default that of this season with a number."""
