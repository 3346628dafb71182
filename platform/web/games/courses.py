"""What a lesson is made of: a deal, and steps that each teach one thing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from games.core import Seat

Move = Mapping[str, object]
"""A move as clients send it."""

LEARNER: Seat = 0


@dataclass(frozen=True, kw_only=True)
class Step:
    """One thing to learn: what to look at, the move to make if any, and what follows it."""

    points_at: str
    """What the words are about: a `data-zone`, or `seat-n` for a player's plate."""
    move: Move | None = None
    """What the learner is asked to do; None where there is only something to read."""
    replies: Sequence[tuple[Seat, Move]] = field(default=())
    """What the others do before the next step."""


@dataclass(frozen=True, kw_only=True)
class Course:
    """The deal of a lesson and its steps; the words stand in `lesson/<language>.md` beside it."""

    game: str
    players: Sequence[str]
    """Names by seat, the learner's first."""
    deal: int
    """Which deal: the root of all chance is made from the game and this number."""
    steps: Sequence[Step]
