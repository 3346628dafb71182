"""End a match at its time limit, as it stands, for the staff of its tournament."""

from uuid import UUID

from matches import refusals, sequel
from matches.actors import SYSTEM
from matches.aggregate import UnitOfWork
from matches.command_handler import handle
from matches.commit import CommandContext
from matches.services.answers import version_alone
from matches.state import MatchState, Status


def end(*, match_id: UUID, key: str) -> None:
    """Finish a match: whoever left comes last, the others as the scores are now.

    Raises Problem unless it is being played. Safe twice with the same key.
    """

    def decide(state: MatchState, work: UnitOfWork) -> None:
        if state.over:
            raise refusals.match_over()
        if state.status is not Status.LIVE:
            raise refusals.match_not_started()
        work.finish(sequel.TIME_LIMIT)

    handle(match_id, CommandContext(SYSTEM, key), decide, version_alone)
