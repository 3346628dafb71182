"""What invitations are made with, and used."""

from typing import Annotated

import msgspec
from django.utils.translation import gettext_lazy as _
from msgspec import Meta

from api.formats import Instant
from tournaments.api.requests.base import Command
from tournaments.invitations import Grants


class Invitation(Command, frozen=True, kw_only=True):
    """An invitation to create."""

    grants: Grants
    """What the link grants: `entry` to take part, or a role."""
    uses_max: Annotated[int, Meta(ge=1, le=2000, description="The maximum number of uses.")] = 1
    until: Annotated[
        Instant | None, Meta(description="When the invitation expires; null for never.")
    ] = None
    on_wall: Annotated[
        bool,
        Meta(description="Whether the wall display shows the link, for people to sign up on site."),
    ] = False


class Conditions(Command, frozen=True, kw_only=True):
    """The conditions for people who enter themselves; omitted ones do not apply."""

    ladder: Annotated[str, Meta(max_length=60)] | None = None
    """The slug of the ladder whose ratings and rated matches count."""
    rating_min: Annotated[
        Annotated[int, Meta(ge=0, le=10_000)] | None, Meta(extra={"label": _("Rating, at least")})
    ] = None
    """The minimum rating."""
    rating_max: Annotated[
        Annotated[int, Meta(ge=0, le=10_000)] | None, Meta(extra={"label": _("Rating, at most")})
    ] = None
    """The maximum rating; players without a rating may enter."""
    games_min: Annotated[
        Annotated[int, Meta(ge=1, le=10_000)] | None,
        Meta(extra={"label": _("Rated matches, at least")}),
    ] = None
    """The minimum number of rated matches."""
    accounts: Annotated[
        list[Annotated[str, Meta(max_length=30)]],
        Meta(
            max_length=2000,
            description="The user names of the accounts that may enter; empty for everyone.",
        ),
    ] = msgspec.field(default_factory=list)
    invitation: Annotated[
        bool,
        Meta(
            description="Whether an invitation is required.",
            extra={"label": _("Only by an invitation link"), "help": ""},
        ),
    ] = False


class Joining(Command, frozen=True, kw_only=True):
    """The code of an invitation."""

    code: Annotated[str, Meta(min_length=1, max_length=60)]
    """The code at the end of the link."""
    shares: Annotated[
        bool,
        Meta(
            description="Whether your client will add randomness to deals; see `chance` of the "
            "settings."
        ),
    ] = False
