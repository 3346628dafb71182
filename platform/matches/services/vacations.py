"""Take a vacation and come back from it; meanwhile no clock of a slow match runs for the player.

But for matches that were opened without vacations, since others wait for them by a deadline.

A vacation is an event in the account's own stream, and one in each slow match in which the account
plays. The agenda carries it there, so it reaches every match whatever dies in between; a match that
starts later learns of it at its start, and one that missed it when a clock would run out.
"""

from datetime import UTC, datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from django.db import transaction

from agenda import sql
from api.problems import Problem
from eventstore import streams
from eventstore.canonical import encode, format_timestamp, truncate_to_ms
from eventstore.errors import ConcurrencyError
from eventstore.events import NewEvent
from games.messages import Message
from matches import refusals
from matches.actors import SYSTEM, Player
from matches.aggregate import UnitOfWork
from matches.clocks import Span
from matches.command_handler import handle
from matches.commit import CommandContext
from matches.models import Seat, Vacation
from matches.services.answers import version_alone
from matches.services.opening import new_key
from matches.state import MatchState, Status
from matches.time_control import SLOW_PER_MOVE
from matches.vacations import DAYS_A_YEAR, KIND, Vacations

AGENDA = "vacation"
"""The agenda's kind for carrying a vacation to its matches; the subject is the account."""


class VacationStatus(NamedTuple):
    """What an account has to know of its vacations."""

    present: Span | None
    left: timedelta
    """Of this year's allowance."""


class AlreadyKnownError(Exception):
    """The match has the vacation noted."""


def vacation_status(account: UUID) -> VacationStatus:
    """Return the vacation that an account is on, and what is left to take this year."""
    now = _now()
    taken = _load(account)
    return VacationStatus(taken.present(now), taken.left(now))


def take(*, player: Player, days: int) -> VacationStatus:
    """Begin a vacation of whole days now; raises Problem: on one already, or not enough left."""
    now = _now()
    taken = _load(player.account)
    present = taken.present(now)
    if present is not None:
        text = Message(
            "you are on vacation until %(end)s; end that one first",
            end=format_timestamp(present.end),
        )
        raise refusals.invalid("days", text)
    if timedelta(days=days) > taken.left(now):
        rest = taken.left(now) / timedelta(days=1)
        text = Message(
            "must be at most %(rest)s, what is left of %(days)s for %(year)s",
            rest=f"{rest:.1f}",
            days=DAYS_A_YEAR,
            year=now.year,
        )
        raise refusals.invalid("days", text)
    span = Span(now, now + timedelta(days=days))
    data = {"from": format_timestamp(span.begin), "until": format_timestamp(span.end)}
    _append(player, taken, "vacation_taken", data, now)
    return vacation_status(player.account)


def end(*, player: Player) -> VacationStatus:
    """Come back before the time; raises not_found when there is no vacation."""
    now = _now()
    taken = _load(player.account)
    if taken.present(now) is None:
        raise Problem("not_found", "You are not on vacation.")
    _append(player, taken, "vacation_ended", {"at": format_timestamp(now)}, now)
    return vacation_status(player.account)


def _append(
    player: Player, taken: Vacations, event_type: str, data: dict[str, str], now: datetime
) -> None:
    """Write an event, the row that follows from it, and the errand to the matches."""
    try:
        with transaction.atomic():
            stored = streams.append(
                KIND,
                player.account,
                taken.version,
                [NewEvent(event_type, encode(data))],
                actor=player.actor,
                key=new_key(),
                at=now,
            )
            span = taken.fold(stored).last
            assert span is not None  # noqa: S101 - Both kinds of events leave one.
            Vacation.objects.update_or_create(
                account_id=player.account,
                defaults={"begins_at": span.begin, "ends_at": span.end, "version": taken.version},
            )
            sql.schedule(kind=AGENDA, subject=player.account, version=taken.version)
    except ConcurrencyError as error:
        raise refusals.version_conflict(error.expected, error.current) from error


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
    def judge(state: MatchState, work: UnitOfWork) -> None:
        if state.over or not state.takes_vacations or not _note(state, work, seat, row):
            raise AlreadyKnownError

    command = CommandContext(SYSTEM, f"{match_id}:vacation:{seat}:{row.version}")
    try:
        handle(match_id, command, judge, version_alone)
    except AlreadyKnownError:
        return


def note_all(state: MatchState, work: UnitOfWork, seats: list[int]) -> None:
    """Note in a slow match which of the seats' players are on vacation."""
    if not state.takes_vacations:
        return
    accounts = {state.chairs[seat].account: seat for seat in seats if not state.chairs[seat].bot}
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
    data = {"seat": seat, "from": format_timestamp(span.begin), "until": format_timestamp(span.end)}
    work.record("seat_on_vacation", data, SYSTEM)
    return True


def _load(account: UUID) -> Vacations:
    return Vacations().fold(streams.load(KIND, account))


def _now() -> datetime:
    return truncate_to_ms(datetime.now(UTC))
