"""What the API of analyses is asked."""

from typing import Annotated

from msgspec import Meta

from api.formats import RequestModel


class NewReview(RequestModel, frozen=True, kw_only=True):
    """Whose decisions are to be reviewed."""

    seat: Annotated[int, Meta(ge=0, le=5, description="Your own seat.")]


class Publishing(RequestModel, frozen=True, kw_only=True):
    """Whether others may read."""

    published: Annotated[
        bool, Meta(description="Whether everybody who may see the match may read the review.")
    ]
