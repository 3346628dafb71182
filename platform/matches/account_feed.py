"""What an account's own stream tells: its turns, and which of its matches begin and end.

There is no order across matches and no position in it (docs/decisions/0002), so the stream tells
how things stand: whoever comes back is told every turn that waits, and what has begun or ended
since a moment a little before the one it names.

What was told is known by its version and the hash of the last event: in a database that has gone
back in time the same version may be another turn, and a match that has ended may run again.
"""

from collections import OrderedDict
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple, cast
from uuid import UUID

from msgspec import structs

from eventstore.events import Point
from eventstore.streams import raw_cursor
from matches import selectors
from matches.answers import MatchShown, MatchStatus, ResultListed
from matches.models import Match, Seat
from matches.news_answers import Chance, MatchFinished, MatchStarted, News, YourTurn
from matches.state import OVER

OVERLAP = timedelta(seconds=60)
"""How long before its commit a change may have been dated, clocks that differ included: statements
of the application end after 15 s."""

ENDED_PAGE = 200
ENDED_KEPT = 1000
"""Ended matches that a stream remembers having told."""

LIVE = """
    SELECT s.account_id, m.id, m.version, m.head_hash, s.seat = ANY(m.to_act), m.started_at
    FROM matches_match m JOIN matches_seat s ON s.match_id = m.id
    WHERE m.status = 'live' AND s.account_id = ANY($1) AND NOT s."left"
    UNION ALL
    SELECT s.account_id, m.id, m.version, m.head_hash, true, NULL
    FROM matches_match m JOIN matches_seat s ON s.match_id = m.id
    WHERE m.status = 'open' AND s.account_id = ANY($1) AND s.shares """


class LiveMatch(NamedTuple):
    """A running match of an account, or one whose deal may ask for its share, as its row has it."""

    account: UUID
    match_id: UUID
    point: Point
    is_to_act: bool
    started_at: datetime | None
    """None before the deal."""


def live_matches(accounts: Sequence[UUID]) -> list[LiveMatch]:
    """Return the running matches of some accounts, by one query."""
    with raw_cursor() as cursor:
        cursor.execute(LIVE, (list(accounts),), prepare=True)
        rows = cursor.fetchall()
    return [LiveMatch(row[0], row[1], Point(row[2], row[3]), *row[4:]) for row in rows]


class Ended(NamedTuple):
    """A match that has ended, and the line that tells so."""

    match_id: UUID
    point: Point
    line: MatchFinished


def ended_since(account: UUID, moment: datetime, after: UUID | None) -> list[Ended]:
    """Return up to 200 of an account's matches that ended since a moment, by id."""
    seats = Seat.objects.filter(account=account, left=False, match__ended_at__gte=moment)
    if after is not None:
        seats = seats.filter(match_id__gt=after)
    return [
        Ended(seat.match_id, _point(seat.match), finished(seat.match, seat.seat))
        for seat in seats.select_related("match").order_by("match_id")[:ENDED_PAGE]
    ]


def _point(match: Match) -> Point:
    return Point(match.version, bytes(match.head_hash))


def finished(match: Match, seat: int) -> MatchFinished:
    """Return the line of a match that has ended."""
    return MatchFinished(
        match=str(match.id),
        version=match.version,
        game=match.game,
        status=cast("MatchStatus", match.status),
        my_seat=seat,
        result=ResultListed(**(match.result or {})),
    )


class MatchForAccount(NamedTuple):
    """How a match stands for one account."""

    page: MatchShown
    """The match as GET answers it."""
    seat: int
    is_awaited: bool
    point: Point


def match_for_account(match_id: UUID, account: UUID) -> MatchForAccount | None:
    """Return how a match stands for an account, None when it plays there no more.

    Raises Problem when the account may not know of the match.
    """
    with selectors.current_state(match_id, account) as state:
        seat = state.seat_of(account)
        if seat is None:
            return None
        point = Point(state.version, state.hash)
        return MatchForAccount(
            selectors.match_page_of(state, account), seat, state.is_awaited(seat), point
        )


class AccountFeed:
    """Makes the lines of one stream from how matches stand, and each line once. Pure."""

    def __init__(self) -> None:
        self._live: dict[UUID, Point] = {}
        """Running matches that were told, and where each stood at the last turn told."""
        self._asked: dict[UUID, Point] = {}
        """Matches before their deal, and where each stood when it was last looked at."""
        self._ended: OrderedDict[UUID, Point] = OrderedDict()
        """Matches whose end was told, and where they stood then."""

    def know(self, match_id: UUID) -> None:
        """Take it that the client knows of a running match."""
        self._live.setdefault(match_id, Point(0))

    def is_stale(self, live: LiveMatch) -> bool:
        """Return whether a running match has something that was not told."""
        if live.started_at is None:
            return self._asked.get(live.match_id) != live.point
        sent = self._live.get(live.match_id)
        return sent is None or (live.is_to_act and live.point != sent)

    def gone(self, live: Sequence[LiveMatch]) -> list[UUID]:
        """Return the matches that were running and are not among those that run."""
        return list(self._live.keys() - {each.match_id for each in live})

    def ended(self, match_id: UUID, point: Point) -> None:
        """Note that the end of a match was told, and where it stood then."""
        self._live.pop(match_id, None)
        self._ended[match_id] = point
        if len(self._ended) > ENDED_KEPT:
            self._ended.popitem(last=False)

    def tell(self, match_id: UUID, standing: MatchForAccount | None) -> list[News]:
        """Return the lines that follow from how a match stands now."""
        if standing is None:
            self._live.pop(match_id, None)
            self._asked.pop(match_id, None)
            return []
        page, point = standing.page, standing.point
        lines: list[News] = []
        if page.status in OVER:
            self._asked.pop(match_id, None)
            if self._ended.get(match_id) == point:
                return []
            self.ended(match_id, point)
            return [_finished(standing)]
        # Only a history that has gone back in time brings a match from its end or begin back.
        self._ended.pop(match_id, None)
        if page.status == "open":
            self._live.pop(match_id, None)
            is_told = self._asked.get(match_id) == point
            self._asked[match_id] = point
            return [] if is_told else _asked(standing)
        self._asked.pop(match_id, None)
        if match_id not in self._live:
            self.know(match_id)
            lines.append(_started(standing))
        if standing.is_awaited and self._live[match_id] != point:
            self._live[match_id] = point
            lines.append(_turn(standing))
        return lines


def _asked(standing: MatchForAccount) -> list[News]:
    """Return the line for a deal that waits for the account, if it does."""
    page, seat, asked = standing.page, standing.seat, standing.page.chance
    if not asked or seat not in asked.expected:
        return []
    return [
        Chance(
            match=page.id,
            version=page.version,
            game=page.game,
            my_seat=seat,
            commitment=page.commitment,
            chance=asked,
        )
    ]


def _started(standing: MatchForAccount) -> MatchStarted:
    page = standing.page
    return MatchStarted(
        match=page.id,
        version=page.version,
        game=page.game,
        my_seat=standing.seat,
        rules=page.rules,
        options=page.options,
        seats=page.seats,
        clock=page.clock,
        on_timeout=page.on_timeout,
    )


def _turn(standing: MatchForAccount) -> YourTurn:
    page = standing.page
    return YourTurn(
        match=page.id,
        version=page.version,
        game=page.game,
        my_seat=standing.seat,
        rules=page.rules,
        to_act=page.to_act,
        deadline=page.deadline,
        view=page.view,
        legal_moves=page.legal_moves,
    )


def _finished(standing: MatchForAccount) -> MatchFinished:
    page, result = standing.page, standing.page.result
    return MatchFinished(
        match=page.id,
        version=page.version,
        game=page.game,
        my_seat=standing.seat,
        status=page.status,
        result=ResultListed(**({} if result is None else structs.asdict(result))),
    )
