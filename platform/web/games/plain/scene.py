"""The table of a game without a drawing of its own: all that the viewer may know, by its name."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from web.games.core import Draw, Fact, Offers, Plate, Scene, View
from web.games.narration import People
from web.games.plain.fields import fields_by_seat, is_list
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


def scene_of(game: str) -> Draw:
    """Return how the table of a game is drawn."""
    return partial(scene, game=game)


def scene(view: View, offers: Offers, people: People, *, game: str) -> Scene:  # noqa: ARG001 - Every scene gets them.
    """Return what the table shows: what is everybody's, and what belongs to a seat beside it."""
    owned = fields_by_seat(game)
    by_seat = {name: item for name, item in view.items() if name in owned and is_list(item)}
    scores = next((view[name] for name in SCORES if name in by_seat), None)
    plates = [
        PlainPlate(
            score="" if scores is None else scores[seat],
            facts=[
                Fact(words(name), named(name, item[seat], people)) for name, item in by_seat.items()
            ],
        )
        for seat in people.seats
    ]
    facts = [
        Fact(words(name), named(name, item, people))
        for name, item in view.items()
        if name not in by_seat
    ]
    return Scene(plates, PlainTable(facts))
