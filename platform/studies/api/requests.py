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
    Meta(max_length=6, description="Seats that a bot plays; at least one is left to you."),
]


class NewStudy(RequestModel, frozen=True, kw_only=True):
    """From where a match is played on."""

    at: Annotated[
        Version, Meta(description="A version of the match: its last decision up to there.")
    ]
    bots: Seats = []  # noqa: RUF012 - msgspec copies it.


class NewPosition(RequestModel, frozen=True, kw_only=True):
    """A position to be set up."""

    game: Annotated[str, Meta(min_length=1, max_length=60, description="The id of a game.")]
    rules: Annotated[
        Annotated[str, Meta(max_length=64)] | None,
        Meta(description="Its rules by their id; by default the usual."),
    ] = None
    seats: Annotated[int, Meta(ge=1, le=64, description="How many sit at the table.")]
    options: Annotated[Object, Meta(description="Options of the game; by default the usual.")] = {}  # noqa: RUF012 - msgspec copies it.
    dataset: Annotated[
        Annotated[str, Meta(max_length=100)] | None,
        Meta(description="The component data; by default the usual."),
    ] = None
    position: Annotated[
        Object, Meta(description="What is set, by the fields in `position` of `GET /games`.")
    ] = {}  # noqa: RUF012 - msgspec copies it.
    seed: Annotated[
        Annotated[str, Meta(min_length=1, max_length=SEED_MAX)] | None,
        Meta(description="From which the rest is dealt, the same each time; by default a new one."),
    ] = None
    bots: Seats = []  # noqa: RUF012 - msgspec copies it.


class PositionQuery(RequestModel, frozen=True, kw_only=True):
    """Which moment of a match."""

    at: Annotated[
        Version, Meta(description="A version of the match: its last decision up to there.")
    ]


class NewLine(RequestModel, frozen=True, kw_only=True):
    """From where another line goes: a version of the match, or a moment of a line."""

    at: Annotated[
        Version | None,
        Meta(description="A version of the match, 0 of a position; null for a line of the study."),
    ] = None
    line: Annotated[Number | None, Meta(description="The line that it leaves.")] = None
    ply: Annotated[Ply, Meta(description="After how many of that line's moves.")] = 0
    bots: Seats = []  # noqa: RUF012 - msgspec copies it.


class NewMove(RequestModel, frozen=True, kw_only=True):
    """A move in a line."""

    ply: Annotated[
        Ply,
        Meta(description="After how many moves of the line; before its end another line begins."),
    ]
    move: Annotated[
        Object | None, Meta(description="One of the `legal_moves`; null to have a bot choose.")
    ] = None
    seat: Annotated[
        Annotated[int, Meta(ge=0, le=5)] | None,
        Meta(description="Whose move it is; by default the first seat that is to decide."),
    ] = None


class NewComment(RequestModel, frozen=True, kw_only=True):
    """A comment on a moment of a line."""

    line: Annotated[Number, Meta(description="The line.")]
    ply: Annotated[Ply, Meta(description="After how many of its moves.")]
    words: Annotated[str, Meta(min_length=1, max_length=WORDS_MAX, description="What you say.")]


class Sharing(RequestModel, frozen=True, kw_only=True):
    """Whether others may read."""

    shared: Annotated[
        bool, Meta(description="Whether whoever may see the match may read the study.")
    ]


class MomentQuery(RequestModel, frozen=True, kw_only=True):
    """Which moment of a line, and as whom."""

    ply: Annotated[Ply | None, Meta(description="After how many moves; by default at the end.")] = (
        None
    )
    viewer: Annotated[
        str | None,
        Meta(description="`public`, `all` or a seat; by default the seat that is to decide."),
    ] = None
