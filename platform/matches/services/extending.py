"""Give all players of a match more time, for an organiser who says why."""

from uuid import UUID

from api.problems import Problem
from matches.actors import SYSTEM
from matches.aggregate import UnitOfWork
from matches.command_handler import handle
from matches.commit import CommandContext
from matches.events import TimeExtended
from matches.services.answers import version_alone
from matches.state import MatchState


class NothingToExtendError(Exception):
    """The match has no clock, or is not being played."""


def extend(*, match_id: UUID, seconds: int, reason: str, key: str) -> None:
    """Add seconds to what every player has left; nothing where no clock can run.

    Safe twice with the same key.
    """

    def decide(state: MatchState, work: UnitOfWork) -> None:
        if state.timer is None or state.over or not state.begun:
            raise NothingToExtendError
        work.add(TimeExtended(seconds, reason))

    try:
        handle(match_id, CommandContext(SYSTEM, key), decide, version_alone)
    except NothingToExtendError:
        return
    except Problem as problem:
        if problem.code != "match_over":
            raise
