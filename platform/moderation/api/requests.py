"""What the API of reports is asked."""

from typing import Annotated
from uuid import UUID

from msgspec import Meta, Struct

from moderation.answers import Ground
from moderation.models import APPEAL_MAX, MOMENTS_MAX, WORDS_MAX


class NewReport(Struct, frozen=True, forbid_unknown_fields=True):
    """A new report."""

    account: UUID
    """The id of the reported account."""
    ground: Ground
    """The reason."""
    match: UUID | None = None
    """The id of the match in which it happened; attached to the report."""
    remark: Annotated[int, Meta(ge=1, le=2**62)] | None = None
    """The id of the reported remark; attached to the report together with the remarks around it."""
    tournament: UUID | None = None
    """The id of the tournament in whose room the remark was posted, instead of a match."""
    at: Annotated[list[Annotated[int, Meta(ge=1, le=2**31 - 1)]], Meta(max_length=MOMENTS_MAX)] = []
    """The versions of the match of the decisions in question."""
    words: Annotated[str, Meta(max_length=WORDS_MAX)] = ""
    """What happened, in your own words."""


class NewAppeal(Struct, frozen=True, forbid_unknown_fields=True):
    """An appeal against a decision."""

    words: Annotated[str, Meta(min_length=1, max_length=APPEAL_MAX)]
    """The reasons for the appeal, in your own words."""
