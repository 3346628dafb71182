"""What the API of reports is asked."""

from typing import Annotated
from uuid import UUID

from msgspec import Meta, Struct

from moderation.answers import Ground
from moderation.models import APPEAL_MAX, MOMENTS_MAX, WORDS_MAX


class NewReport(Struct, frozen=True, forbid_unknown_fields=True):
    """Whom somebody reports, and for what."""

    account: UUID
    """The id of the account that is reported."""
    ground: Ground
    """Why."""
    match: UUID | None = None
    """The match at which it happened; it is kept with the report."""
    remark: Annotated[int, Meta(ge=1, le=2**62)] | None = None
    """The id of what they said there; it is kept with the report, with the lines around it."""
    tournament: UUID | None = None
    """The tournament in whose room they said it, instead of a match."""
    at: Annotated[list[Annotated[int, Meta(ge=1, le=2**31 - 1)]], Meta(max_length=MOMENTS_MAX)] = []
    """Versions of the match at which decisions were made that you mean."""
    words: Annotated[str, Meta(max_length=WORDS_MAX)] = ""
    """What happened."""


class NewAppeal(Struct, frozen=True, forbid_unknown_fields=True):
    """Why somebody else should look at a decision again."""

    words: Annotated[str, Meta(min_length=1, max_length=APPEAL_MAX)]
    """In your own words."""
