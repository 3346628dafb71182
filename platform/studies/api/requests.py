"""What the API of studies is asked."""

from typing import Annotated

from msgspec import Meta

from api.formats import Object, RequestModel
from studies.models import WORDS_MAX
from studies.services import LINES_MAX, MOVES_MAX
from studies.setting import SEED_MAX

Number = Annotated[int, Meta(ge=1, le=LINES_MAX)]
Ply = Annotated[int, Meta(ge=0, le=MOVES_MAX)]
Version = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Seats = Annotated[
    list[Annotated[int, Meta(ge=0, le=5)]],
    Meta(max_length=6, description="The bots by seat; at least one seat must be left to you."),
]


class NewStudy(RequestModel, frozen=True, kw_only=True):
    """A new study of a match."""

    at: Annotated[
        Version,
        Meta(description="A version of the match; the last decision up to that version is used."),
    ]
    bots: Seats = []  # noqa: RUF012 - msgspec copies it.


class NewPosition(RequestModel, frozen=True, kw_only=True):
    """A custom position."""

    game: Annotated[str, Meta(min_length=1, max_length=60, description="The id of the game.")]
    rules: Annotated[
        Annotated[str, Meta(max_length=64)] | None,
        Meta(description="The id of the rules; by default the current rules of the game."),
    ] = None
    seats: Annotated[int, Meta(ge=1, le=64, description="The number of players.")]
    options: Annotated[
        Object, Meta(description="The options of the game; omitted ones have their default.")
    ] = {}  # noqa: RUF012 - msgspec copies it.
    dataset: Annotated[
        Annotated[str, Meta(max_length=100)] | None,
        Meta(
            description="The id of the dataset (component data); by default the first of the game."
        ),
    ] = None
    position: Annotated[
        Object,
        Meta(description="The position, with the fields described by `position` of `GET /games`."),
    ] = {}  # noqa: RUF012 - msgspec copies it.
    seed: Annotated[
        Annotated[str, Meta(min_length=1, max_length=SEED_MAX)] | None,
        Meta(description="The random seed from which the rest is dealt; by default a new one."),
    ] = None
    bots: Seats = []  # noqa: RUF012 - msgspec copies it.


class PositionQuery(RequestModel, frozen=True, kw_only=True):
    """Which moment of a match."""

    at: Annotated[
        Version,
        Meta(description="A version of the match; the last decision up to that version is used."),
    ]


class NewLine(RequestModel, frozen=True, kw_only=True):
    """The start of a new line: a version of the match or a position of a line."""

    at: Annotated[
        Version | None,
        Meta(
            description="A version of the match, or 0 for the custom position; null to branch off "
            "a line."
        ),
    ] = None
    line: Annotated[
        Number | None, Meta(description="The number of the line to branch off; null otherwise.")
    ] = None
    ply: Annotated[Ply, Meta(description="The number of moves of that line before the branch.")] = 0
    bots: Seats = []  # noqa: RUF012 - msgspec copies it.


class NewMove(RequestModel, frozen=True, kw_only=True):
    """A move in a line."""

    ply: Annotated[
        Ply,
        Meta(
            description="The number of moves of the line before this one; before the end of the "
            "line, a new line is started."
        ),
    ]
    move: Annotated[
        Object | None, Meta(description="One of the `legal_moves`; null to let a bot choose.")
    ] = None
    seat: Annotated[
        Annotated[int, Meta(ge=0, le=5)] | None,
        Meta(description="The seat that moves; by default the first one that has to decide."),
    ] = None


class NewComment(RequestModel, frozen=True, kw_only=True):
    """A comment on a position of a line."""

    line: Annotated[Number, Meta(description="The number of the line, starting at 1.")]
    ply: Annotated[Ply, Meta(description="The number of moves of the line before the position.")]
    words: Annotated[
        str, Meta(min_length=1, max_length=WORDS_MAX, description="The text of the comment.")
    ]


class Sharing(RequestModel, frozen=True, kw_only=True):
    """Whether others may read the study."""

    shared: Annotated[
        bool, Meta(description="Whether everyone who may see the match may read the study.")
    ]


class MomentQuery(RequestModel, frozen=True, kw_only=True):
    """Which moment of a line, and as whom."""

    ply: Annotated[
        Ply | None,
        Meta(
            description="The number of moves after which to show the "
            "position; by default all moves."
        ),
    ] = None
    viewer: Annotated[
        str | None,
        Meta(
            description="The viewer: `public`, `all` or a seat number; by default the seat that "
            "has to decide."
        ),
    ] = None
