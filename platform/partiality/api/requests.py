"""What the API of pairs is asked."""

from typing import Annotated

from msgspec import Meta

from api.formats import RequestModel


class PairQuery(RequestModel, frozen=True, kw_only=True):
    """Which pair."""

    pair: Annotated[
        str, Meta(max_length=100, description="The names of two players, separated by a comma.")
    ]
