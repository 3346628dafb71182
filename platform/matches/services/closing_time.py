"""End the time of every player of a match at once: where a deal is closed that others play too."""

from uuid import UUID

from bots import registry as bots
from matches import refusals
from matches.actors import SYSTEM
from matches.aggregate import UnitOfWork
from matches.command_handler import handle
from matches.commit import CommandContext
from matches.events import SeatTimedOut
from matches.services import leaving
from matches.services.answers import version_alone
from matches.state import MatchState, Status


def end(*, match_id: UUID, key: str) -> None:
    """Have bots play the seats of all players on, as `on_timeout: bot` says.

    Raises Problem unless the match is being played, its players have time left, or it is to be
    done otherwise. Safe twice with the same key.
    """

    def decide(state: MatchState, work: UnitOfWork) -> None:
        if state.over:
            raise refusals.match_over()
        if state.status is not Status.LIVE:
            raise refusals.match_not_started()
        assert state.until is not None  # noqa: S101 - Nobody else is asked to end.
        assert work.at >= state.until  # noqa: S101 - Nor before.
        assert state.on_timeout == "bot"  # noqa: S101 - So are such matches opened.
        for seat in state.people():
            work.add(SeatTimedOut(seat, state.on_timeout))
            leaving.replace(work, seat, bots.replacement_bot(state.rules.game).id)

    handle(match_id, CommandContext(SYSTEM, key), decide, version_alone)
