"""What has been done in a match so far, and whose turn it is or was."""

from uuid import UUID

from eventstore import streams
from matches.events import KIND
from matches.folds import fold
from matches.models import Match
from matches.state import MatchState, Status

STARTED, VOIDED = "match_started", "match_voided"


def is_untouched(match_id: UUID) -> bool:
    """Return whether nobody has done anything in a match since it began.

    What a command adds after its first event carries no key, so a key is a later command's.
    """
    events = streams.load(KIND, match_id)
    begun = next((event.version for event in events if event.type == STARTED), len(events))
    return not any(event.key for event in events[begun:])


def hold(match_id: UUID) -> None:
    """Let nobody change a match before the transaction ends: what is found of it stays true."""
    Match.objects.select_for_update().filter(id=match_id).first()


def awaited_seats(match_id: UUID) -> list[int]:
    """Return the seats whose people are to decide, or were when the match was called off."""
    events = streams.load(KIND, match_id)
    end = next((at for at, event in enumerate(events) if event.type == VOIDED), len(events))
    state = fold(MatchState(match_id), events[:end])
    return [seat for seat in state.acting if state.is_awaited(seat)]


def is_live(match_id: UUID) -> bool:
    """Return whether a match is being played, or paused."""
    return Match.objects.filter(id=match_id, status=Status.LIVE).exists()
