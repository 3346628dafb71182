"""Note in a match that a player is cut off, and that the player is back.

Only where it matters: in matches whose clock has a `disconnect`, and while the clock of the
player's seat runs. Nobody polls for it. That a player is gone is noted when the clock would run
out; that one was gone and is back, when the player is heard of again, or then too. Until it is
noted nothing is lost: the moments come from the presence of the account (`matches.presence`).
"""

from datetime import datetime
from uuid import UUID

from agenda import heartbeat
from api.problems import Problem
from eventstore.canonical import format_timestamp, truncate_to_ms
from matches.actors import SYSTEM
from matches.aggregate import UnitOfWork
from matches.command_handler import handle
from matches.commit import CommandContext
from matches.events import SeatDisconnected, SeatReconnected
from matches.models import Presence, Seat
from matches.presence import CONNECTED
from matches.services.answers import version_alone
from matches.state import MatchState, Status


class NothingToNoteError(Exception):
    """The match knows, or it does not matter there."""


def carry(account: UUID) -> None:
    """Note in an account's matches that it is back; safe late, twice or cut off."""
    row = Presence.objects.filter(account_id=account).first()
    if row is None:
        return
    seats = Seat.objects.filter(
        account=account,
        left=False,
        match__status=Status.LIVE,
        match__clock__has_key="disconnect",
    )
    for match_id, seat in seats.values_list("match_id", "seat"):
        _note_in(match_id, seat, row)


def _note_in(match_id: UUID, seat: int, row: Presence) -> None:
    def decide(state: MatchState, work: UnitOfWork) -> None:
        if state.over or not _note(state, work, seat, row):
            raise NothingToNoteError

    command = CommandContext(SYSTEM, f"{match_id}:back:{seat}:{row.seen_at.isoformat()}")
    try:
        handle(match_id, command, decide, version_alone)
    except NothingToNoteError:
        return
    except Problem as problem:
        if problem.code != "version_conflict":
            raise


def note_all(state: MatchState, work: UnitOfWork, seats: list[int]) -> None:
    """Note of seats whose time is about to run out who was cut off, and who is."""
    if state.clock is None or not state.clock.disconnect:
        return
    accounts = {
        state.seat_states[seat].account: seat for seat in seats if not state.seat_states[seat].bot
    }
    accounts.pop(None, None)
    for row in Presence.objects.filter(account__in=list(accounts)).order_by("account_id"):
        _note(state, work, accounts[row.account_id], row)


def _note(state: MatchState, work: UnitOfWork, seat: int, row: Presence) -> bool:
    """Add what is news of a seat's connection; return whether anything was."""
    timer = state.timer
    if timer is None or state.pause is not None or seat not in timer.turns:
        return False
    before = len(work.events)
    now = work.at
    if row.gone_at is not None and row.back_at is not None:
        _was_gone(state, work, seat, (_last_sign(row.gone_at), min(row.back_at, now)))
    seen_at = _last_sign(row.seen_at)
    if now - seen_at > CONNECTED and seat not in timer.gone and timer.allowances[seat]:
        _add_gone(work, seat, seen_at)
    return len(work.events) > before


def _last_sign(seen_at: datetime) -> datetime:
    """Return when an account was last there; through an outage, in which nobody is heard of, too.

    Its clocks have that time back, so the allowance pays for none of it.
    """
    for outage in heartbeat.outages_since(seen_at):
        if outage.began_at - seen_at <= CONNECTED:
            seen_at = outage.ended_at
    return seen_at


def _was_gone(
    state: MatchState, work: UnitOfWork, seat: int, absence: tuple[datetime, datetime]
) -> None:
    """Add that a seat is back, and first that it was gone where the match does not know."""
    timer = state.timer
    assert timer is not None  # noqa: S101 - The caller has looked.
    gone_at, back_at = map(truncate_to_ms, absence)
    if seat not in timer.gone:
        known = max(timer.turns[seat].since, timer.back.get(seat, gone_at))
        if back_at - gone_at <= CONNECTED or back_at <= known or not timer.allowances[seat]:
            return
        _add_gone(work, seat, gone_at)
    elif back_at <= timer.gone[seat]:
        return
    work.add(SeatReconnected(seat, format_timestamp(back_at)))


def _add_gone(work: UnitOfWork, seat: int, since: datetime) -> None:
    work.add(SeatDisconnected(seat, format_timestamp(truncate_to_ms(since))))
