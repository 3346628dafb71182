"""Everything that can be done to a tournament, declared once.

The API and its description, what-if, the organiser's console and the admin read this table; its
texts are translated like those of pages. Paths are below `/api/v1/tournaments/{slug}`.

Not in it, since no role gives them: shares of draws, which only programs send
(`draw_views.SHARES`); coming in by a code, which may be guessed and so has a limit of its own
(`invitations`). What opens a stream has no state to decide on (`views`: new tournaments and
copies), and remarks of the room are rows without events (`room_views`).
"""

from collections.abc import Mapping
from types import MappingProxyType

from tournaments.api.commands.entrants import ENTRANTS
from tournaments.api.commands.invitations import INVITATIONS
from tournaments.api.commands.rounds import ROUNDS
from tournaments.api.commands.tables import TABLES
from tournaments.api.commands.whole import WHOLE
from tournaments.api.endpoints import TournamentEndpoint

COMMANDS: Mapping[str, TournamentEndpoint] = MappingProxyType(
    {each.id: each for each in (*WHOLE, *ENTRANTS, *INVITATIONS, *ROUNDS, *TABLES)}
)
"""By id, which is also the command's page in the console."""
