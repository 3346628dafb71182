"""Whether a ladder counts a match as it ended, and names who sat there, by both logs. Pure."""

import json
from collections.abc import Sequence

from eventstore.events import StoredEvent
from ratings.ladder.events import MatchRated

FINISHED = "match_finished"


def fault(rated: MatchRated, events: Sequence[StoredEvent], *, has_names: bool) -> str | None:
    """Return what a ladder says of a match that its log does not, when it was rated.

    What the staff corrects later is an event of its own. At a table of a tournament the staff may
    have decided before, so nothing is compared there. `has_names` is whether the log of the ladder
    still has all names as they were.
    """
    if json.loads(events[0].body).get("tournament_table") is not None:
        return None
    ended = json.loads(events[-1].body) if events[-1].type == FINISHED else {}
    if rated.places != ended.get("placings"):
        return "the ladder counts other places than those of the match"
    if rated.scores is not None and rated.scores != ended.get("scores"):
        return "the ladder counts other scores than those of the match"
    if has_names and rated.names != _names_by_seat(events):
        return "the ladder names others than those who sat in the match"
    return None


def _names_by_seat(events: Sequence[StoredEvent]) -> list[str]:
    """Return what those are called who sat down last, by seat."""
    taken = [json.loads(each.body) for each in events if each.type == "seat_taken"]
    names = {
        each["seat"]: f"bot:{each['bot']}" if each["bot"] else each["player"] for each in taken
    }
    return [names[seat] for seat in sorted(names)]
