"""How long an account takes to decide: worked out from the history when somebody asks.

Nothing is measured while matches are played. A decision is there to be made from the event that
asks for it until the event that makes it.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from uuid import UUID

from accounts.tokens import actor_of
from api.problems import Problem
from eventstore import streams
from eventstore.canonical import format_timestamp
from eventstore.events import StoredEvent
from matches import refusals
from matches.aggregate import MATCH
from matches.diagnostic_answers import DecisionShown
from matches.events import CATALOGUE, KIND, SeatTimedOut
from matches.folds import fold
from matches.models import Seat
from matches.state import MatchState


def latest(account: UUID, *, match_id: UUID | None, count: int) -> list[DecisionShown]:
    """Return an account's decisions in a match, or in its latest ones, the newest match first.

    Raises not_found for a match at which it has no seat.
    """
    seats = Seat.objects.filter(account=account).order_by("-match_id")
    if match_id is not None:
        seats = seats.filter(match=match_id)
    matches = list(seats.values_list("match_id", flat=True)[:count])
    if match_id is not None and not matches:
        raise refusals.not_found()
    if match_id is not None:
        return list(decisions(match_id, account))
    found: list[DecisionShown] = []
    for each in matches:
        # What a newer release has opened does not hide the others.
        try:
            found += decisions(each, account)
        except Problem as problem:
            if problem.code != "rules_unknown":
                raise
    return found


def decisions(match_id: UUID, account: UUID) -> Iterator[DecisionShown]:
    """Yield an account's decisions in a match, in their order."""
    stored = streams.load(KIND, match_id)
    MATCH.fold(match_id, stored[:1])
    state = MatchState(match_id)
    since: datetime | None = None
    for event in stored:
        is_decided = since is not None and _decides(event, state.seat_of(account), account)
        if since is not None and is_decided:
            yield DecisionShown(
                match=str(match_id),
                version=event.version,
                type=event.type,
                at=format_timestamp(event.at),
                milliseconds=round((event.at - since).total_seconds() * 1000),
            )
        fold(state, [event])
        if not state.is_awaited(state.seat_of(account)):
            since = None
        elif since is None or is_decided:
            since = event.at


def _decides(event: StoredEvent, seat: int | None, account: UUID) -> bool:
    """Return whether an event is a decision of the account, or its failing to make one."""
    if event.type in CATALOGUE:
        shared = CATALOGUE.decode(event.type, event.schema, event.body)
        return isinstance(shared, SeatTimedOut) and shared.seat == seat
    # The events that follow the first of a command have no key: they decide nothing.
    return event.actor == actor_of(account) and event.key is not None


def quantile(ascending: Sequence[int], share: float) -> int | None:
    """Return the value below which a share of the values lies; None of none."""
    return ascending[min(len(ascending) - 1, int(len(ascending) * share))] if ascending else None
