"""What the live stream of a tournament tells: every event, and whose standing moved."""

from collections.abc import Sequence
from typing import Any, NamedTuple
from uuid import UUID

from accounts.problems import Problem, invalid
from eventstore import streams
from tournaments import door, folds, selectors
from tournaments.models import Tournament
from tournaments.state import KIND, OVER, TournamentState

Data = dict[str, Any]
SHOWS_ROUND = frozenset({"round_published", "round_repaired", "seats_swapped", "round_unpublished"})
"""After these events a round looks other than before, to whoever may see it."""


class History(NamedTuple):
    """What has happened since a version, for one viewer."""

    is_over: bool
    is_staff: bool
    """Whether the viewer sees more than everybody does."""
    events: list[Data]


def id_of(slug: str) -> UUID:
    """Return the id of a tournament; raises not_found."""
    return door.find(slug).id


def version_of(tournament_id: UUID) -> int | None:
    """Return the version of a tournament; None when there is none."""
    rows = Tournament.objects.filter(id=tournament_id)
    return rows.values_list("version", flat=True).first()


def snapshot(tournament_id: UUID, account: UUID | None) -> Data:
    """Return a tournament with its standings and the last round that the account may see."""
    state = door.load(tournament_id)
    page = selectors.page(state, account)
    seen = [each["round"] for each in page["rounds"]]
    last = selectors.round_page(state, seen[-1], account) if seen else None
    lines = selectors.standings(state)["results"]
    return {**page, "round": last, "standings": lines}


def history(tournament_id: UUID, account: UUID | None, *, since: int) -> History:
    """Return the events after a version; the last one has the lines of the standings that moved.

    So whoever is cut off before it has arrived and resumes gets those lines again, and nobody
    misses one. Raises invalid for a version that is yet to come.
    """
    events = streams.load(KIND, tournament_id)
    if since > len(events):
        raise invalid("since", f"must be at most {len(events)}, not {since}")
    state = folds.fold(tournament_id, events)
    told = selectors.event_lines(state, events[since:], account)
    for line in told:
        if line["type"] in SHOWS_ROUND and line["data"] is not None:
            line["round"] = _round(state, line["data"]["round"], account)
    if told:
        before = folds.fold(tournament_id, events[:since])
        told[-1]["standings"] = moved(before, state)
    return History(state.status in OVER, selectors.sees_drafts(state, account), told)


def _round(state: TournamentState, number: int, account: UUID | None) -> Data | None:
    """Return a round as it stands now; None when it is gone or hidden again."""
    try:
        return selectors.round_page(state, number, account)
    except Problem:
        return None


def moved(before: TournamentState, after: TournamentState) -> Sequence[Data]:
    """Return the lines of the standings that are not what they were."""
    old = {line["entrant"]: line for line in selectors.standings(before)["results"]}
    new = selectors.standings(after)["results"]
    return [line for line in new if old.get(line["entrant"]) != line]
