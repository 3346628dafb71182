"""What the API of analyses is asked."""

from typing import Annotated

from msgspec import Meta

from api.formats import RequestModel


class NewReview(RequestModel, frozen=True, kw_only=True):
    """A request to review decisions."""

    seat: Annotated[int, Meta(ge=0, le=5, description="The number of your own seat.")]


class Publishing(RequestModel, frozen=True, kw_only=True):
    """Whether others may read the review."""

    published: Annotated[
        bool, Meta(description="Whether everyone who may see the match may read the review.")
    ]
