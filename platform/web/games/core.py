"""What all scenes are made from: the moves that a viewer may make, plates, and the middle.

A scene is all that a game tells the frame of a table (`web/matches/part.html`) and its own
template (`web/games/<game>/table.html`). It is made from one viewer's view, and from nothing else.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from games.json_types import JsonMapping
from web.games.narration import Data, GameText, People
from web.games.sheets import plain

View = JsonMapping
"""A view as the API answers it."""


class Offer(NamedTuple):
    """A legal move as a button: what it sends and what it says."""

    value: str
    """The move as JSON, the value of the button."""
    words: str
    move: Data

    @property
    def kind(self) -> str:
        """The move's type."""
        return str(self.move["type"])


class Offers:
    """The legal moves of the viewer, in the order of the rules."""

    def __init__(self, moves: Sequence[Data], language: GameText, people: People) -> None:
        self.every = [
            Offer(
                json.dumps(move, separators=(",", ":")), language.describe_move(move, people), move
            )
            for move in moves
        ]
        self.prompt = language.prompt([offer.kind for offer in self.every]) if moves else ""

    def __iter__(self) -> Iterator[Offer]:
        return iter(self.every)

    def __bool__(self) -> bool:
        return bool(self.every)

    def where(self, kind: str, **fields: object) -> list[Offer]:
        """Return the moves of a type whose fields have these values."""
        return [
            offer
            for offer in self.every
            if offer.kind == kind
            and all(offer.move.get(name) == value for name, value in fields.items())
        ]

    def one(self, kind: str, **fields: object) -> Offer | None:
        """Return the first of such moves, None without."""
        return next(iter(self.where(kind, **fields)), None)


class Material(NamedTuple):
    """Something on the table: how it looks, what it is, and the move that it stands for."""

    drawing: str
    words: str
    offer: Offer | None = None


class Fact(NamedTuple):
    """What the bar says of the match: "Round 2/6" is the word and what follows it."""

    words: str
    value: str


@dataclass(frozen=True, kw_only=True)
class Plate:
    """What the frame shows of a seat besides name and clock; a game adds its own fields."""

    score: int | str
    """A number, or what stands in place of one."""
    note: str = ""
    """What the seat is in this game for now, after the level: "leads"."""
    is_out: bool = False
    """Whether the seat has nothing more to do for a while, as a thief who was caught."""

    @property
    def score_words(self) -> str:
        """Return the score, with a real minus where it is below zero."""
        return self.score if isinstance(self.score, str) else plain(self.score)


class Scene(NamedTuple):
    """What a game puts on the table."""

    plates: Sequence[Plate]
    """By number of seat."""
    table: object
    """What the game's own template shows: a struct of the game's."""
    facts: Sequence[Fact] = ()
    """Where the match is, for the bar; the weightiest first, as a phone shows but two."""
    advice: str = ""
    """What there is to know before one moves: "Basil's 5 takes it so far."."""


Draw = Callable[[View, Offers, People], Scene]
"""Makes a game's scene from the view, the offers and the names."""
