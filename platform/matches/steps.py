"""What has happened in a match since a version, as a series of moments that an account saw.

Pages show it move by move. A moment holds what the page of its version held for the account, so
the series tells nothing that was not known then.
"""

from collections.abc import Callable, Container, Sequence
from typing import NamedTuple
from uuid import UUID

from eventstore import streams
from eventstore.events import StoredEvent
from matches import redaction, selectors
from matches.answers import MatchShown
from matches.events import CATALOGUE, KIND
from matches.folds import decode, fold
from matches.state import Data, MatchState

Silent = Callable[[str, str], Container[str]]
"""Returns for a game and its dataset the types of events that are not worth a moment."""


class Moment(NamedTuple):
    """A match at a version, as an account knew it then."""

    page: MatchShown
    events: list[Data]
    """The newest events up to the version, oldest first."""
    after: int
    """The version of the moment before: events above it are news."""
    mover: int | None
    """The seat that decided something; None for what an earlier move set off."""
    type: str
    """The type of the event that the moment is of; empty where nothing is news."""
    seat: int | None
    """The seat that the event is about."""


class Steps(NamedTuple):
    """What has happened since a version."""

    moments: list[Moment]
    """In order; the last one is the match as it is now, and there is always that one."""
    moves: int
    """How many decisions were made since, whether the moments show them or not."""


def steps_since(  # noqa: PLR0913 - What makes a series.
    match_id: UUID,
    account: UUID | None,
    since: int,
    *,
    moments_max: int,
    events_max: int,
    silent: Silent,
) -> Steps:
    """Return what has happened since a version; raises not_found.

    There is but the last moment when there are more than moments_max, when the match never had
    that version, and when the account may have been shown something that is hidden again. Events
    that are silent belong to the moment of the event before them.
    """
    with selectors.current_state(match_id, account) as state:
        events = streams.load(KIND, match_id, until=state.version)
        is_hidden = state.begun and not state.is_revealed
        forgets = is_hidden and state.rules.rehides_information(state.game)
        withheld = state.withheld
    last = len(events)
    known = since if 0 < since <= last else last
    stops = _stops(events, known, silent(state.rules.game, state.dataset))
    if forgets or len(stops) > moments_max:
        stops = [last]
    then = fold(MatchState(match_id), events[:known])
    then.withheld = withheld
    if not stops:
        seen = _seen(then, account, events, events_max)
        return Steps([Moment(*seen, last, None, "", None)], 0)
    moments = []
    moves = 0
    after = known
    first, mover = None, None
    for event in events[known:]:
        is_move = bool(then.acting) and event.type not in CATALOGUE
        fold(then, [event])
        seat = _seat(then, event)
        moves += is_move
        if first is None:
            first, mover = (event.type, seat), seat if is_move else None
        if event.version in stops:
            seen = _seen(then, account, events, events_max)
            moments.append(Moment(*seen, after, mover, *first))
            after, first = event.version, None
    return Steps(moments, moves)


def _stops(events: Sequence[StoredEvent], known: int, silent: Container[str]) -> list[int]:
    """Return the versions after a known one at which there is a moment, ascending."""
    quiet = [*(event.type in silent for event in events[known + 1 :]), False]
    return [
        event.version
        for event, is_joined in zip(events[known:], quiet, strict=False)
        if not is_joined
    ]


def _seat(then: MatchState, event: StoredEvent) -> int | None:
    """Return the seat that an event is about, which everybody knows of every event."""
    seat = getattr(decode(then, event), "seat", None)
    return seat if isinstance(seat, int) else None


def _seen(
    then: MatchState, account: UUID | None, events: Sequence[StoredEvent], events_max: int
) -> tuple[MatchShown, list[Data]]:
    """Return the match as it stands in a state, and the events that led there."""
    page = selectors.match_page_of(then, account)
    recent = events[max(0, then.version - events_max) : then.version]
    lines = redaction.event_lines(then, recent, redaction.viewer_of(then, account))
    return page, lines
