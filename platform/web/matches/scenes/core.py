"""What all scenes are made from: the moves that a viewer may make, and who sits where."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from web.matches.narration.core import Data, GameText, People

Scene = dict[str, Any]


NOTHING_TO_SAY = GameText(sentences={}, readers={}, moves={}, prompts={})


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

    @classmethod
    def none(cls) -> "Offers":
        """Return no moves at all."""
        return cls((), NOTHING_TO_SAY, People({}))

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


Draw = Callable[[Mapping[str, Any], Offers, People], Scene]
"""Makes a game's scene from the view, the offers and the names."""
