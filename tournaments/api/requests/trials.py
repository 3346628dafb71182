"""What is tried before it is done, and what is taken back."""

from typing import Annotated, Literal

import msgspec
from django.utils.translation import gettext_lazy as _
from msgspec import Meta

from api.formats import Object, RequestModel
from tournaments.api.requests.base import Command, Version


class TakingBack(Command, frozen=True, kw_only=True):
    """A bulk command to undo."""

    version: Annotated[
        int,
        Meta(ge=1, le=2**31 - 1, description="The version of its first event in the audit log."),
    ]


class Rollback(Command, frozen=True, kw_only=True):
    """A version to return to."""

    to_version: Annotated[
        int,
        Meta(
            ge=1,
            le=2**31 - 1,
            description="The version to return to; later events stay in the audit log but no "
            "longer count.",
            extra={"label": _("Version to return to"), "help": ""},
        ),
    ]


class Trial(RequestModel, frozen=True, kw_only=True):
    """A command to preview."""

    at: Annotated[
        str,
        Meta(
            min_length=4,
            max_length=100,
            description="The path below that of the tournament.",
            examples=["rounds/2/publish"],
        ),
    ]
    method: Literal["POST", "PUT", "DELETE"] = "POST"
    """The method of the command."""
    body: Annotated[Object, Meta(description="The body; for DELETE, the query parameters.")] = (
        msgspec.field(default_factory=dict)
    )


class WhatIf(RequestModel, frozen=True, kw_only=True):
    """Commands to preview one after another."""

    commands: Annotated[list[Trial], Meta(min_length=1, max_length=50)]
    """The commands; each is applied after those before it."""
    expected_version: Version | None = None
    """The version that you have seen; the command is refused if the tournament has changed since
    then."""
