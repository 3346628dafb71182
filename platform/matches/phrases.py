"""What people may say at a table: a closed list, so that nobody can be insulted. Pure."""

from typing import Literal, TypeAlias, get_args

Phrase: TypeAlias = Literal[
    "nice",
    "ouch",
    "thinking",
    "moment",
    "well_stolen",
    "thanks",
    "good_game",
    "smile",
    "laugh",
    "wow",
    "sad",
    "clap",
]
"""By key; each reader sees it in their own language."""
Room: TypeAlias = Literal["players", "spectators"]
PHRASES: tuple[Phrase, ...] = get_args(Phrase)
ROOMS: tuple[Room, ...] = get_args(Room)
