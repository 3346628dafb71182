"""Note in matches that players are on vacation.

The agenda carries a vacation to the account's slow matches, so it reaches every one whatever dies
in between; a match that starts later learns of it at its start, and one that missed it when a clock
would run out.
"""

from uuid import UUID

from eventstore.canonical import format_timestamp
from matches.actors import SYSTEM
from matches.aggregate import UnitOfWork
from matches.clocks import Span
from matches.command_handler import handle
from matches.commit import CommandContext
from matches.events import SeatOnVacation
from matches.models import Seat, Vacation
from matches.services.answers import version_alone
from matches.state import MatchState, Status
from matches.time_control import SLOW_PER_MOVE


class AlreadyKnownError(Exception):
    """The match has the vacation noted."""


def apply_to_matches(account: UUID, version: int) -> None:
    """Note an account's vacation in all its slow matches; safe late, twice or cut off."""
    row = Vacation.objects.get(account_id=account)
    if row.version != version:
        # What has followed has an errand of its own.
        return
    seats = Seat.objects.filter(
        account=account,
        left=False,
        match__status=Status.LIVE,
        match__clock__per_move__gte=SLOW_PER_MOVE,
    )
    for match_id, seat in seats.values_list("match_id", "seat"):
        _note_in(match_id, seat, row)


def _note_in(match_id: UUID, seat: int, row: Vacation) -> None:
    def decide(state: MatchState, work: UnitOfWork) -> None:
        if state.over or not state.takes_vacations or not _note(state, work, seat, row):
            raise AlreadyKnownError

    command = CommandContext(SYSTEM, f"{match_id}:vacation:{seat}:{row.version}")
    try:
        handle(match_id, command, decide, version_alone)
    except AlreadyKnownError:
        return


def note_all(state: MatchState, work: UnitOfWork, seats: list[int]) -> None:
    """Note in a slow match which of the seats' players are on vacation."""
    if not state.takes_vacations:
        return
    accounts = {
        state.seat_states[seat].account: seat for seat in seats if not state.seat_states[seat].bot
    }
    accounts.pop(None, None)
    away = Vacation.objects.filter(account__in=list(accounts), ends_at__gt=work.at)
    for row in away.order_by("account_id"):
        _note(state, work, accounts[row.account_id], row)


def _note(state: MatchState, work: UnitOfWork, seat: int, row: Vacation) -> bool:
    """Add the vacation of a seat; return whether it was news."""
    span = Span(row.begins_at, row.ends_at)
    timer = state.timer
    if timer is None or timer.holds.get(seat) == span or work.at < span.begin:
        return False
    work.add(SeatOnVacation(seat, format_timestamp(span.begin), format_timestamp(span.end)))
    return True
