"""The table of a game without a drawing of its own: all that the viewer may know, by its name."""

from collections.abc import Sequence
from dataclasses import dataclass

from web.games.core import Fact, Offers, Plate, Scene, View
from web.games.narration import People
from web.games.plain.words import named, words

SCORES = ("totals", "scores", "points")
"""Fields of a view that may hold everybody's score."""


@dataclass(frozen=True, kw_only=True)
class PlainPlate(Plate):
    """What belongs to a seat."""

    facts: Sequence[Fact]


@dataclass(frozen=True)
class PlainTable:
    """What belongs to all."""

    facts: Sequence[Fact]


def scene(view: View, offers: Offers, people: People) -> Scene:  # noqa: ARG001 - Every scene gets them.
    """Return what the table shows: what is everybody's, and what belongs to a seat beside it."""
    seats = people.seats
    by_seat = {name: item for name, item in view.items() if _is_by_seat(item, len(seats))}
    scores = next((view[name] for name in SCORES if name in by_seat), None)
    plates = [
        PlainPlate(
            score="" if scores is None else scores[seat],
            facts=[
                Fact(words(name), named(name, item[seat], people)) for name, item in by_seat.items()
            ],
        )
        for seat in seats
    ]
    facts = [
        Fact(words(name), named(name, item, people))
        for name, item in view.items()
        if name not in by_seat
    ]
    return Scene(plates, PlainTable(facts))


def _is_by_seat(item: object, seats: int) -> bool:
    return isinstance(item, Sequence) and not isinstance(item, str) and len(item) == seats
