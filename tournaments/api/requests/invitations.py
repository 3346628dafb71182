"""What invitations are made with, and used."""

from typing import Annotated

import msgspec
from django.utils.translation import gettext_lazy as _
from msgspec import Meta

from api.formats import Instant
from tournaments.api.requests.base import Command
from tournaments.invitations import Grants


class Invitation(Command, frozen=True, kw_only=True):
    """What a link is for."""

    grants: Grants
    """`entry` for people to take part, or the role that it gives."""
    uses_max: Annotated[int, Meta(ge=1, le=2000, description="How often it can be used.")] = 1
    until: Annotated[Instant | None, Meta(description="When it ends by itself.")] = None
    on_wall: Annotated[
        bool, Meta(description="Whether the wall shows it, for people to sign up in the room.")
    ] = False


class Conditions(Command, frozen=True, kw_only=True):
    """Who may enter by their own hand; what is left out is no condition."""

    ladder: Annotated[str, Meta(max_length=60)] | None = None
    """The slug of the ladder whose ratings and games count."""
    rating_min: Annotated[
        Annotated[int, Meta(ge=0, le=10_000)] | None, Meta(extra={"label": _("Rating, at least")})
    ] = None
    """The least rating."""
    rating_max: Annotated[
        Annotated[int, Meta(ge=0, le=10_000)] | None, Meta(extra={"label": _("Rating, at most")})
    ] = None
    """The highest rating; who has none may enter."""
    games_min: Annotated[
        Annotated[int, Meta(ge=1, le=10_000)] | None,
        Meta(extra={"label": _("Rated matches, at least")}),
    ] = None
    """The fewest rated games."""
    accounts: Annotated[
        list[Annotated[str, Meta(max_length=30)]],
        Meta(max_length=2000, description="User names, of which one has to be; empty for all."),
    ] = msgspec.field(default_factory=list)
    invitation: Annotated[
        bool,
        Meta(
            description="Whether it takes an invitation.",
            extra={"label": _("Only by an invitation link"), "help": ""},
        ),
    ] = False


class Joining(Command, frozen=True, kw_only=True):
    """The code of an invitation."""

    code: Annotated[str, Meta(min_length=1, max_length=60)]
    """What the link ends with."""
    shares: Annotated[
        bool,
        Meta(description="Whether your client adds chance to deals; see `chance` of the plan."),
    ] = False
