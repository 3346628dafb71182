"""The deals of tournaments' rounds: one for all tables of a size. The tournament says when."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from deals import audit, secrets
from deals import events as e
from deals.aggregate import DEAL, Work
from deals.services import closing
from deals.services.opening import OPEN_MAX, schedule_close
from deals.state import DealState
from eventstore.aggregate import CommandContext
from eventstore.canonical import format_timestamp, truncate_to_ms
from eventstore.command_handler import handle
from games import fair_draws
from matches import deals
from matches.actors import SYSTEM
from matches.services import opening

OPEN_FOR: timedelta = OPEN_MAX
"""Then bots play on at tables that still play, so that every deal comes to its end."""


class RoundDeal(NamedTuple):
    """What the tables of a round are to be dealt."""

    id: UUID
    round: e.RoundOf
    request: opening.Request
    """The match of each table."""
    secret: bytes
    bind: bytes
    """The draw that its tables come from."""
    opens_at: datetime


def open_deal(asked: RoundDeal) -> None:
    """Open the deal of a round, in the transaction in which that is published."""
    wanted = opening.complete(asked.request)
    name = fair_draws.deal_of(asked.round.tournament, audit.board_slot(asked.round.board))
    closes_at = truncate_to_ms(asked.opens_at + OPEN_FOR)
    event = e.DealOpened(
        game=wanted.game,
        rules=str(wanted.rules),
        dataset=str(wanted.dataset),
        options=dict(wanted.options),
        seats=wanted.seats,
        deal=name,
        commitment=deals.commitment(asked.secret, name),
        bind=asked.bind.hex(),
        opens_at=format_timestamp(truncate_to_ms(asked.opens_at)),
        closes_at=format_timestamp(closes_at),
        round=asked.round,
        day=None,
        opened_by=None,
    )

    def decide(_state: DealState, work: Work) -> None:
        work.add(event)
        work.also.append(lambda: secrets.keep(asked.id, asked.secret))
        work.also.append(lambda: schedule_close(asked.id, closes_at))

    handle(DEAL, asked.id, CommandContext(SYSTEM, f"{asked.id}:opened"), decide, expected_version=0)


def add_table(*, deal_id: UUID, match: UUID) -> int:
    """Note that a match is played from a deal, if that is not known, and return its number."""

    def decide(state: DealState, work: Work) -> None:
        if match not in state.tables:
            work.add(e.DealTableAdded(match=str(match)))

    found = handle(DEAL, deal_id, CommandContext(SYSTEM, f"{deal_id}:{match}"), decide).state
    assert found.opened.round  # noqa: S101 - It is the deal of a round.
    return found.opened.round.board


def close(
    *, deal_id: UUID, is_withdrawn: bool, by_margin: bool, shadow: Sequence[int] = ()
) -> None:
    """Show a deal that nobody plays any more: its round has played it, or was withdrawn."""
    reason: e.Reason = "called_off" if is_withdrawn else "played"
    closing.reveal(deal_id, reason, regardless=True, by_margin=by_margin, shadow=shadow)
