"""What commands are answered: made from the state and the command's events alone.

So the answer of a command that was carried out long ago can be given again, whatever has happened
since.
"""

from collections.abc import Sequence
from uuid import UUID

from eventstore.events import StoredEvent
from matches import redaction
from matches.actors import Player
from matches.command_handler import CommandResult, Decide, MakeResult, handle
from matches.commit import CommandContext
from matches.state import Data, MatchState


def seated_view(account: UUID | None) -> MakeResult:
    """Return what an account's command is answered: its events, the table, its legal moves."""

    def render(state: MatchState, events: Sequence[StoredEvent]) -> Data:
        seat = state.seat_of(account)
        viewer = redaction.viewer_at(state, seat)
        return {
            **redaction.live_fields(state, seat=seat, viewer=viewer),
            "my_seat": seat,
            "events": redaction.event_lines(state, events, viewer),
        }

    return render


def handle_for_player(
    match_id: UUID, player: Player, key: str, fingerprint: bytes, judge: Decide
) -> CommandResult:
    """Carry a player's command out, once, and return how the match stands for them then."""
    context = CommandContext.of(player, key, fingerprint)
    return handle(match_id, context, judge, seated_view(player.account))


def version_alone(state: MatchState, _events: Sequence[StoredEvent]) -> Data:
    """Answer the platform's own commands, which look at nothing."""
    return {"version": state.version}
