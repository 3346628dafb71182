"""What whoever a match belongs to may learn of it: that it has started, and how it ended.

A subscriber runs in the transaction that removes the agenda's row, and may be told the same again:
after a rebuild, or of a later version. It goes by the match's id and version.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from eventstore import streams
from games.json_types import JsonMapping
from matches.events import KIND
from matches.folds import fold
from matches.models import Match
from matches.state import MatchState, Status


class SeatedPlayer(NamedTuple):
    """Who sat down on a seat, also when a bot plays on for them."""

    name: str
    """The player's name, or the id of a built-in bot."""
    account: UUID | None
    """None for a built-in bot."""
    is_gone: bool = False
    """Whether they have left for good, or a bot plays for them; not who only waited for others
    when the time of all seats was up."""


class MatchNotice(NamedTuple):
    """How a match stands."""

    match: UUID
    version: int
    status: Status
    belongs_to: Mapping[str, UUID]
    """By `table`, `ladder` and `deal`, told in this order."""
    game: str
    sitting: Sequence[SeatedPlayer]
    """By seat."""
    result: JsonMapping
    """`placings` and `scores` by seat, and `reason`; of a void match `reason` alone."""
    at: datetime


Subscriber = Callable[[MatchNotice], None]
_subscribers: defaultdict[str, list[Subscriber]] = defaultdict(list)


def subscribe(owner: str, subscriber: Subscriber) -> None:
    """Have a function told of the matches that belong to a `ladder`, a `table` or a `deal`."""
    if subscriber not in _subscribers[owner]:
        _subscribers[owner].append(subscriber)


def publish(match_id: UUID) -> None:
    """Tell all that a match belongs to how it stands now."""
    notice = load_notice(match_id)
    for owner in notice.belongs_to:
        for subscriber in _subscribers[owner]:
            subscriber(notice)


def load_notice(match_id: UUID) -> MatchNotice:
    """Return how a match stands now."""
    match = Match.objects.get(id=match_id)
    seat_rows = match.chairs.order_by("seat")
    away = {
        seat_row.seat for seat_row in seat_rows if seat_row.account_id is not None and seat_row.bot
    }
    # Only the deal of many tables ends everybody's time; its other matches are not read.
    excused = _waited(match.id) if away and match.deal_id is not None else frozenset[int]()
    # In this order, in which tournaments lock as well: a table's row first, its ladder then. So
    # whoever decides a table either finds its match rated, or is found by the rating.
    owners = {"table": match.table_id, "ladder": match.ladder_id, "deal": match.deal_id}
    return MatchNotice(
        match=match.id,
        version=match.version,
        status=Status(match.status),
        belongs_to={who: owner for who, owner in owners.items() if owner is not None},
        game=match.game,
        sitting=[
            SeatedPlayer(
                seat_row.player,
                seat_row.account_id,
                is_gone=seat_row.left or seat_row.seat in away - excused,
            )
            for seat_row in seat_rows
        ],
        result=match.result or {},
        at=match.updated_at,
    )


def _waited(match_id: UUID) -> frozenset[int]:
    """Return the seats whose players waited for others when the time of all seats was up."""
    state = fold(MatchState(match_id), streams.load(KIND, match_id))
    return frozenset(seat for seat, seat_row in state.seat_states.items() if seat_row.waited)
