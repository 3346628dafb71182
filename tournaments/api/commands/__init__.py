"""Everything that can be done to a tournament, declared once.

The API and its description, what-if, the organiser's console and the admin read this table; its
texts are translated like those of pages. Paths are below `/api/v1/tournaments/{slug}`.
"""

from collections.abc import Mapping
from types import MappingProxyType

from tournaments.api.commands.entrants import ENTRANTS
from tournaments.api.commands.rounds import ROUNDS
from tournaments.api.commands.tables import TABLES
from tournaments.api.commands.whole import WHOLE
from tournaments.api.endpoints import CommandEndpoint

__all__ = ["COMMANDS", "at"]

COMMANDS: Mapping[str, CommandEndpoint] = MappingProxyType(
    {each.id: each for each in (*WHOLE, *ENTRANTS, *ROUNDS, *TABLES)}
)
"""By id, which is also the command's page in the console."""


def at() -> Mapping[str, Mapping[str, CommandEndpoint]]:
    """Return the commands by their path and method."""
    found: dict[str, dict[str, CommandEndpoint]] = {}
    for each in COMMANDS.values():
        found.setdefault(each.path, {})[each.method] = each
    return found
