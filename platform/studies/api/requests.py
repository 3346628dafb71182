"""What the API of studies is asked."""

from typing import Annotated

from msgspec import Meta

from api.formats import Object, RequestModel
from studies.models import WORDS_MAX
from studies.services import LINES_MAX, MOVES_MAX

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


class NewLine(RequestModel, frozen=True, kw_only=True):
    """From where another line goes: a version of the match, or a moment of a line."""

    at: Annotated[
        Version | None, Meta(description="A version of the match; null for a line of the study.")
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
