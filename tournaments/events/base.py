"""What the events of a tournament have in common. Pure."""

import msgspec

from games.json_types import JsonObject

KIND = "tournament"
"""The kind of the streams of tournaments."""

Data = JsonObject
Terms = list[Data]
"""Why each table of a pairing is as it is: `repeats`, `terms`, `text`."""


class TournamentEvent(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """An event of a tournament."""

    reason: str = ""
    """Why, in the words of whoever gave the command."""


class OfEntrant(TournamentEvent, frozen=True, kw_only=True, gc=False):
    """Something happened to an entrant, and there is no more to tell."""

    entrant: int


class OfRound(TournamentEvent, frozen=True, kw_only=True, gc=False):
    """Something happened to a round, and there is no more to tell."""

    round: int


class OfTable(TournamentEvent, frozen=True, kw_only=True, gc=False):
    """Something happened to a table."""

    table: str
