"""How a match of a game without pages of its own ended: by its scores."""

from web.games.endings import Ending, GameEnds, by_points
from web.games.narration import People
from web.games.sheets import Segment, Sheet


def _no_sheet(segment: Segment, _people: People) -> Sheet:
    """Nothing closes a part of such a game, so that nobody asks."""
    message = f"a plain game has no parts, but {len(segment.events)} events closed one"
    raise AssertionError(message)


def _came(ending: Ending, people: People, seat: int, other: int) -> str:
    return by_points(ending.scores, people, seat, other)


ENDS = GameEnds(
    headings={},
    opens="",
    closes=frozenset(),
    decisions=frozenset(),
    sheet=_no_sheet,
    came=_came,
    made_of=lambda _ending, _seat: "",
    way=lambda _ending: [],
)
