"""The table of a game without a drawing of its own: all that the viewer may know, by its name."""

from collections.abc import Mapping, Sequence
from typing import Any

from web.matches.narration.core import People
from web.matches.narration.plain import named, words
from web.matches.scenes.core import Offers, Scene

SCORES = ("totals", "scores", "points")
"""Fields of a view that may hold everybody's score."""


def scene(view: Mapping[str, Any], offers: Offers, people: People) -> Scene:  # noqa: ARG001 - Every scene gets them.
    """Return what the table shows: what is everybody's, and what belongs to a seat beside it."""
    seats = people.seats
    by_seat = {name: item for name, item in view.items() if _is_by_seat(item, len(seats))}
    scores = next((view[name] for name in SCORES if name in by_seat), None)
    return {
        "facts": [
            {"name": words(name), "value": named(name, item, people)}
            for name, item in view.items()
            if name not in by_seat
        ],
        "players": [
            {
                "facts": [
                    {"name": words(name), "value": named(name, item[seat], people)}
                    for name, item in by_seat.items()
                ],
                "score": "" if scores is None else scores[seat],
            }
            for seat in seats
        ],
    }


def _is_by_seat(item: object, seats: int) -> bool:
    return isinstance(item, Sequence) and not isinstance(item, str) and len(item) == seats
