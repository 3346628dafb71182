"""What a rollback leaves of a tournament's history. Pure."""

import json
from collections.abc import Sequence

from eventstore.events import StoredEvent

LASTING = frozenset(
    {
        "draw_sealed",
        "draw_refused",
        "draw_shown",
        "round_dealt",
        "anchor_added",
        "well_revealed",
        "history_bound",
        "codes_issued",
        "invitation_made",
        "invitation_ended",
        "invitation_used",
        "picture_set",
        "repetition_set",
        "next_event_made",
    }
)
"""What no rollback undoes: a code that was replaced since somebody else had it stays replaced."""


def without_rolled_back(events: Sequence[StoredEvent]) -> list[StoredEvent]:
    """Return the events that count: without those that a later rollback has undone.

    They stay in the stream; a rollback names the version to which it returns.
    """
    kept: list[StoredEvent] = []
    for event in events:
        if event.type == "rolled_back":
            target = json.loads(event.body)["to_version"]
            kept = [each for each in kept if each.version <= target or each.type in LASTING]
        kept.append(event)
    return kept
