"""What the live stream of a tournament tells: every event, and whose standing moved."""

from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID

from msgspec import to_builtins

from api.problems import Problem
from eventstore import streams
from eventstore.errors import RewoundError
from eventstore.events import Point, StoredEvent
from games.json_types import JsonObject
from games.messages import Message
from tournaments import erased_names, selectors, visibility
from tournaments.aggregate import TOURNAMENT
from tournaments.events import KIND
from tournaments.state import OVER, TournamentState

Data = JsonObject
SHOWS_ROUND = frozenset(
    {
        "round_published",
        "round_repaired",
        "seats_swapped",
        "round_unpublished",
        "round_clock_started",
        "round_clock_stopped",
        "time_extended",
    }
)
"""After these events a round looks other than before, to whoever may see it."""


class History(NamedTuple):
    """What has happened since a version, for one viewer."""

    is_over: bool
    is_staff: bool
    """Whether the viewer sees more than everybody does."""
    events: list[Data]
    point: Point
    """Up to where the viewer knows the tournament by them."""


def id_of(slug: str, account: UUID | None) -> UUID:
    """Return the id of a tournament that an account may know of; raises not_found."""
    return visibility.find(slug, account).id


def snapshot(tournament_id: UUID, account: UUID | None) -> tuple[Data, Point]:
    """Return a tournament with its standings and the last round that the account may see.

    And the point at which it stands. Raises not_found.
    """
    events = streams.load(KIND, tournament_id)
    if not events:
        raise Problem("not_found", Message("This tournament does not exist."))
    state = erased_names.hide(TOURNAMENT.fold(tournament_id, events), events)
    page = selectors.page(state, account)
    seen = [each.round for each in page.rounds]
    last = selectors.round_page(state, seen[-1], account) if seen else None
    lines = selectors.standings(state).results
    sent = {**to_builtins(page), "round": last, "standings": lines}
    return to_builtins(sent), _point(events)


def _point(events: Sequence[StoredEvent]) -> Point:
    return Point(events[-1].version, events[-1].hash)


def history(tournament_id: UUID, account: UUID | None, known: Point) -> History:
    """Return the events after a point; the last one has the lines of the standings that moved.

    So whoever is cut off before it has arrived and resumes gets those lines again, and nobody
    misses one. Raises RewoundError when the tournament does not have that point.
    """
    events = streams.load(KIND, tournament_id)
    since = known.version
    if (
        not events
        or since > len(events)
        or (since and known.hash not in {None, events[since - 1].hash})
    ):
        raise RewoundError(since, len(events))
    state = erased_names.hide(TOURNAMENT.fold(tournament_id, events), events)
    sent = selectors.event_lines(state, events, account, since=since)
    for line in sent:
        if line["type"] in SHOWS_ROUND and line["data"] is not None:
            line["round"] = _round(state, line["data"]["round"], account)
    if sent:
        before = erased_names.hide(TOURNAMENT.fold(tournament_id, events[:since]), events)
        sent[-1]["standings"] = changed_lines(before, state)
    is_staff = selectors.sees_drafts(state, account)
    return History(state.status in OVER, is_staff, sent, _point(events))


def _round(state: TournamentState, number: int, account: UUID | None) -> Data | None:
    """Return a round as it stands now; None when it is gone or hidden again."""
    try:
        shown: Data = to_builtins(selectors.round_page(state, number, account))
    except Problem:
        return None
    return shown


def changed_lines(before: TournamentState, after: TournamentState) -> Sequence[Data]:
    """Return the lines of the standings that are not what they were."""
    old = {line.entrant: line for line in selectors.standings(before).results}
    new = selectors.standings(after).results
    return [to_builtins(line) for line in new if old.get(line.entrant) != line]
