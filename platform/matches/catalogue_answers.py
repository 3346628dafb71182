"""What the API answers about games and bots, as typed structs.

No framework is imported here, as in `matches.answers`.
"""

from typing import Literal

import msgspec

from api.formats import Object
from matches.answers import Players


class RulesShown(msgspec.Struct, frozen=True):
    """Rules of a game that a match is played by if it is opened with them."""

    rules: str
    """The id of the rules."""
    about: str
    """In a few words, what tells them from the others."""
    options: Object
    """The JSON schema of the options."""
    move: Object
    """The JSON schema of a move."""
    view: Object
    """The JSON schema of a view."""


class GameShown(msgspec.Struct, frozen=True):
    """A game as it can be played here."""

    id: str
    """The id of the game."""
    name: str
    """The name of the game."""
    rules: str
    """The id of the current version of its rules."""
    players: Players
    """How many may play."""
    datasets: list[str]
    """The ids of the component data that it can be played with, the default first."""
    options: Object
    """The JSON schema of the options."""
    move: Object
    """The JSON schema of a move."""
    view: Object
    """The JSON schema of a view."""
    position: Object | None
    """The JSON schema of a position that `POST /studies` sets up; null where none can be."""
    other_rules: list[RulesShown] = msgspec.field(default_factory=list)
    """Other rules that it can be played by: a match or tournament names them."""


class Games(msgspec.Struct, frozen=True):
    """All games."""

    results: list[GameShown]
    """The games."""


class BotShown(msgspec.Struct, frozen=True):
    """A built-in bot."""

    id: str
    """The id of the bot."""
    about: str
    """A sentence for the person who seats it."""
    games: list[str]
    """The ids of the games in which it is offered, as a level of its own."""
    level: Literal["gentle", "steady", "crafty"] | None = None
    """How hard it is to play against; null for one that is there to try programs on."""


class Bots(msgspec.Struct, frozen=True):
    """All built-in bots."""

    results: list[BotShown]
    """The bots."""
