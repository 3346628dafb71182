"""What commands are answered: made from the state and the command's events alone.

So the answer of a command that was carried out long ago can be given again, whatever has happened
since.
"""

from collections.abc import Sequence
from uuid import UUID

import msgspec

from eventstore.events import StoredEvent
from matches import redaction
from matches.actors import Player
from matches.answers import Moved
from matches.command_handler import CommandResult, Decide, MakeResult, handle
from matches.commit import CommandContext
from matches.state import MatchState


def seated_view(account: UUID | None) -> MakeResult:
    """Return what an account's command is answered: its events, the table, its legal moves."""

    def render(state: MatchState, events: Sequence[StoredEvent]) -> Moved:
        seat = state.seat_of(account)
        viewer = redaction.viewer_at(state, seat)
        return Moved(
            my_seat=seat,
            events=redaction.events_shown(state, events, viewer),
            chance=redaction.chance_asked(state),
            **redaction.live_fields(state, seat=seat, viewer=viewer),
        )

    return render


def handle_for_player(
    match_id: UUID, player: Player, key: str, fingerprint: bytes, decide: Decide
) -> CommandResult:
    """Carry a player's command out, once, and return how the match stands for them then."""
    context = CommandContext.of(player, key, fingerprint)
    return handle(match_id, context, decide, seated_view(player.account))


class VersionReached(msgspec.Struct, frozen=True):
    """What the platform's own commands are answered, which look at nothing else."""

    version: int


def version_alone(state: MatchState, _events: Sequence[StoredEvent]) -> VersionReached:
    """Answer the platform's own commands."""
    return VersionReached(state.version)
