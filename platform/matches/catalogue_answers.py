"""What the API answers about games and bots, as typed structs.

No framework is imported here, as in `matches.answers`.
"""

from typing import Literal

import msgspec

from api.formats import Object
from matches.answers import Players


class RulesShown(msgspec.Struct, frozen=True):
    """Alternative rules of a game."""

    rules: str
    """The id of the rules."""
    about: str
    """A short description of how these rules differ from the others."""
    options: Object
    """The JSON schema of the options."""
    move: Object
    """The JSON schema of a move."""
    view: Object
    """The JSON schema of a view."""


class GameShown(msgspec.Struct, frozen=True):
    """A game that can be played on this site."""

    id: str
    """The id of the game."""
    name: str
    """The name of the game."""
    rules: str
    """The id of the current version of its rules."""
    players: Players
    """The allowed numbers of players."""
    datasets: list[str]
    """The ids of the available datasets (component data), the default first."""
    options: Object
    """The JSON schema of the options."""
    move: Object
    """The JSON schema of a move."""
    view: Object
    """The JSON schema of a view."""
    position: Object | None
    """The JSON schema of a position for `POST /studies`; null if positions cannot be set up."""
    other_rules: list[RulesShown] = msgspec.field(default_factory=list)
    """Alternative rules that a match or tournament can use."""


class Games(msgspec.Struct, frozen=True):
    """All games."""

    results: list[GameShown]
    """The games."""


class BotShown(msgspec.Struct, frozen=True):
    """A built-in bot."""

    id: str
    """The id of the bot."""
    about: str
    """A one-sentence description."""
    games: list[str]
    """The ids of the games in which the bot is offered as a difficulty level."""
    level: Literal["gentle", "steady", "crafty"] | None = None
    """The difficulty level; null for a bot that only serves for testing programs."""


class Bots(msgspec.Struct, frozen=True):
    """All built-in bots."""

    results: list[BotShown]
    """The bots."""
