"""What happened in a tournament, as an account may see it."""

import json
from collections.abc import Sequence
from uuid import UUID

from eventstore import streams
from eventstore.canonical import format_timestamp
from eventstore.events import StoredEvent
from games.json_types import JsonObject
from tournaments import codes, erased_names
from tournaments.events import KIND
from tournaments.selectors.staff import sees_drafts
from tournaments.services import conditions
from tournaments.state import TournamentState


def audit(state: TournamentState, account: UUID | None) -> list[JsonObject]:
    """Return every event with who, when and why, the undone ones too."""
    return event_lines(state, streams.load(KIND, state.id), account)


def event_lines(
    state: TournamentState, events: Sequence[StoredEvent], account: UUID | None, *, since: int = 0
) -> list[JsonObject]:
    """Return those of all events that come after a version, with who, when and why.

    Before a round is published its pairing is for the staff: such events show no data to others.
    """
    with_drafts = sees_drafts(state, account)
    published = {round_.number for round_ in state.rounds if round_.published}
    clean = erased_names.cleaner(events)
    found = []
    for event in events[since:]:
        data = clean(json.loads(event.body))
        if event.type == "codes_issued":
            data = {
                "entrants": codes.redacted(data["codes"]),
                **({"own": True} if data.get("own") else {}),
                "reason": data.get("reason", ""),
            }
        if event.type == "history_bound":
            # It may be that of a draft, or of a name that was erased: these could be guessed.
            del data["hash"]
        if event.type == "invitation_made":
            del data["digest"]
        if event.type == "conditions_set":
            data = {**data, "conditions": conditions.public(data["conditions"])}
        data.pop("nonce", None)
        hidden = not with_drafts and (
            event.type == "payment_marked" or ("round" in data and data["round"] not in published)
        )
        found.append(
            {
                "version": event.version,
                "type": event.type,
                "actor": event.actor,
                "reason": data.pop("reason", ""),
                "data": None if hidden else data,
                "at": format_timestamp(event.at),
            }
        )
    return found
