"""What is tried before it is done, and what is taken back."""

from typing import Annotated, Literal

import msgspec
from django.utils.translation import gettext_lazy as _
from msgspec import Meta

from api.formats import Object, RequestModel
from tournaments.api.requests.base import Command, Version


class TakingBack(Command, frozen=True, kw_only=True):
    """Which command."""

    version: Annotated[
        int,
        Meta(ge=1, le=2**31 - 1, description="The version of its first event in the audit."),
    ]


class Rollback(Command, frozen=True, kw_only=True):
    """Where to return."""

    to_version: Annotated[
        int,
        Meta(
            ge=1,
            le=2**31 - 1,
            description="What came after this version stays in the history and no longer counts.",
            extra={"label": _("Version to return to"), "help": ""},
        ),
    ]


class Trial(RequestModel, frozen=True, kw_only=True):
    """A command to be tried."""

    at: Annotated[
        str,
        Meta(
            min_length=4,
            max_length=100,
            description="Its address below the tournament's.",
            examples=["rounds/2/publish"],
        ),
    ]
    method: Literal["POST", "PUT", "DELETE"] = "POST"
    """The method of the command."""
    body: Annotated[Object, Meta(description="Its body; for DELETE its query.")] = msgspec.field(
        default_factory=dict
    )


class WhatIf(RequestModel, frozen=True, kw_only=True):
    """Commands, to be tried one after another."""

    commands: Annotated[list[Trial], Meta(min_length=1, max_length=50)]
    """The commands, each on top of those before it."""
    expected_version: Version | None = None
    """Refuse when the tournament has moved on from it."""
