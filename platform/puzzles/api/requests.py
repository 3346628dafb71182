"""What the API of puzzles is asked."""

from typing import Annotated

from msgspec import Meta

from api.formats import Object, RequestModel
from api.pagination import PageQuery


class PuzzlesQuery(PageQuery, frozen=True, kw_only=True):
    """Which puzzles."""

    game: Annotated[
        str, Meta(description="Only puzzles of the game with this id; all games by default.")
    ] = ""


class NewAnswer(RequestModel, frozen=True, kw_only=True):
    """The answer to a puzzle."""

    move: Annotated[Object, Meta(description="The move: one of the `legal_moves`.")]
