"""How a whole stream of a tournament is folded, with what its rollbacks leave of it. Pure."""

from collections.abc import Sequence
from uuid import UUID

from eventstore.events import StoredEvent
from tournaments import events as e
from tournaments.folds.tables import note_slot
from tournaments.state import TournamentState, without_rolled_back

DRAWN = frozenset({"round_paired", "round_repaired", "seeds_assigned", "tournament_started"})
"""The events that use up a draw where there is no chain, also where a rollback has undone them."""
KEPT_CLOSE = frozenset(map(e.CATALOGUE.name, e.KEPT_CLOSE))


def begun(
    tournament: UUID, events: Sequence[StoredEvent]
) -> tuple[TournamentState, list[StoredEvent]]:
    """Return the state before the first event, and the events that count.

    What no rollback gives back is counted already: draws without a chain, the slots of deals, and
    the gaps in the public log, which shows what was rolled back too.
    """
    state, kept = TournamentState(tournament), without_rolled_back(events)
    if len(kept) == len(events):
        return state, kept
    _note_gaps(state, events)
    counted = {each.version for each in kept}
    created = e.CATALOGUE.decode(events[0].type, events[0].schema, events[0].body)
    has_chain = isinstance(created, e.TournamentCreated) and bool(created.anchor)
    for each in events:
        if each.version in counted:
            continue
        if each.type == "table_opened":
            opened = e.CATALOGUE.decode(each.type, each.schema, each.body)
            if isinstance(opened, e.TableOpened):
                note_slot(state, opened)
        elif each.type in DRAWN and not has_chain:
            # With a chain its draws are events that last.
            state.draws.count += 1
    return state, kept


def _note_gaps(state: TournamentState, events: Sequence[StoredEvent]) -> None:
    for each in events:
        if each.type in KEPT_CLOSE:
            state.gaps.keep(each.version)
        elif each.type == "history_bound":
            bound = e.CATALOGUE.decode(each.type, each.schema, each.body)
            if isinstance(bound, e.HistoryBound):
                state.gaps.bind(bound.version)
    state.gaps.counted = events[-1].version
