"""Take a vacation and come back from it; meanwhile no clock of a slow match runs for the player.

But for matches that were opened without vacations, since others wait for them by a deadline.

A vacation is an event in the account's own stream, and one in each slow match in which the account
plays (`matches.services.vacation_notes`).
"""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from api.idempotency import new_key
from api.problems import Problem
from eventstore import streams
from eventstore.aggregate import CommandContext, UnitOfWork
from eventstore.canonical import format_timestamp, truncate_to_ms
from eventstore.command_handler import handle
from games.messages import Message
from matches import refusals
from matches.actors import Player
from matches.clocks import Span
from matches.vacation_aggregate import VACATION
from matches.vacations import DAYS_A_YEAR, KIND, VacationEnded, Vacations, VacationTaken


class VacationStatus(NamedTuple):
    """What an account has to know of its vacations."""

    present: Span | None
    left: timedelta
    """Of this year's allowance."""


def vacation_status(account: UUID) -> VacationStatus:
    """Return the vacation that an account is on, and what is left to take this year."""
    now = _now()
    taken = VACATION.fold(account, streams.load(KIND, account))
    return VacationStatus(taken.present(now), taken.left(now))


def take(*, player: Player, days: int) -> VacationStatus:
    """Begin a vacation of whole days now; raises Problem: on one already, or not enough left."""

    def decide(taken: Vacations, work: UnitOfWork[Vacations]) -> None:
        _require_allowance(taken, work.at, days)
        until = work.at + timedelta(days=days)
        work.add(VacationTaken(format_timestamp(work.at), format_timestamp(until)))

    return _carried_out(player, decide)


def _require_allowance(taken: Vacations, now: datetime, days: int) -> None:
    present = taken.present(now)
    if present is not None:
        text = Message(
            "you are on vacation until %(end)s; end that vacation first",
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


def end(*, player: Player) -> VacationStatus:
    """Come back before the time; raises not_found when there is no vacation."""

    def decide(taken: Vacations, work: UnitOfWork[Vacations]) -> None:
        if taken.present(work.at) is None:
            raise Problem("not_found", Message("You are not on vacation."))
        work.add(VacationEnded(format_timestamp(work.at)))

    return _carried_out(player, decide)


def _carried_out(
    player: Player, decide: Callable[[Vacations, UnitOfWork[Vacations]], None]
) -> VacationStatus:
    """Carry a command out, which opens the stream of whoever never had a vacation."""
    head = streams.head(KIND, player.account)
    context = CommandContext(player.actor, new_key())
    handle(VACATION, player.account, context, decide, expected_version=0 if head is None else None)
    return vacation_status(player.account)


def _now() -> datetime:
    return truncate_to_ms(datetime.now(UTC))
