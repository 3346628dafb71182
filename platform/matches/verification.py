"""Check a match in the database: its history, and its rows against a fold of it."""

from collections.abc import Iterator, Sequence
from uuid import UUID

from eventstore.events import StoredEvent
from eventstore.projections import Projection, Row
from eventstore.verification import Fault, column_faults, row_faults
from matches import vacations
from matches.audit import Audit
from matches.clocks import Span
from matches.commit import result
from matches.events import KIND
from matches.folds import fold
from matches.models import DealSeed, Match, Seat, Vacation
from matches.state import MatchState
from matches.vacation_aggregate import VACATION


def verify_match(match_id: UUID, events: Sequence[StoredEvent]) -> Iterator[Fault]:
    """Yield what is wrong with a match beyond its chain."""
    sealed = DealSeed.objects.filter(match=match_id).first()
    audit = Audit(match_id, None if sealed is None else bytes(sealed.seed)).run(events)
    if audit.findings:
        for finding in audit.findings:
            yield Fault(KIND, match_id, finding.version, finding.text)
        return
    state = fold(MatchState(match_id), events)
    row = Match.objects.filter(id=match_id).first()
    if row is None:
        yield Fault(KIND, match_id, 0, "has no row")
        return
    yield from column_faults(KIND, row, columns(state))
    if (row.imported_at is not None) != state.imported:
        yield Fault(KIND, match_id, 0, "the row does not say rightly whether it was imported")
    yield from row_faults(KIND, match_id, SEATS, state)


def verify_vacations(account: UUID, events: Sequence[StoredEvent]) -> Iterator[Fault]:
    """Yield what is wrong with the row of an account's vacations."""
    taken = VACATION.fold(account, events)
    row = Vacation.objects.filter(account_id=account).first()
    stored = None if row is None else (Span(row.begins_at, row.ends_at), row.version)
    if stored != (taken.last, taken.version):
        yield Fault(vacations.KIND, account, 0, "the row of the vacation is not that of a rebuild")


def columns(state: MatchState) -> dict[str, object]:
    """Return the columns of the match's row that follow from its events.

    An imported match belongs to nothing here, whatever its file says.
    """
    followers = {} if state.imported else state.belongs_to
    return {
        "game": state.rules.game,
        "rules": state.rules.id,
        "dataset": state.dataset,
        "options": state.options,
        "seats_max": state.seats,
        "clock": None if state.clock is None else state.clock.as_data(),
        "on_timeout": state.on_timeout,
        "commitment": state.commitment,
        "ladder_id": followers.get("ladder"),
        "table_id": followers.get("table"),
        "deal_id": followers.get("deal"),
        "status": state.status.value,
        "version": state.version,
        "head_hash": state.hash,
        "to_act": list(state.acting),
        "deadline": state.deadline,
        "updated_at": state.at,
        "result": None if state.finish is None else result(state),
    }


def _seats(state: MatchState) -> Iterator[Row]:
    for seat, seat_state in state.seat_states.items():
        bot = seat_state.bot or ""
        yield (
            seat,
            seat_state.player,
            seat_state.account,
            bot,
            seat_state.client_seed,
            seat_state.shares,
            seat_state.left,
        )


SEATS = Projection(
    Seat,
    "match_id",
    ("seat",),
    ("player", "account_id", "bot", "client_seed", "shares", "left"),
    _seats,
)
"""Compared only: a command writes its own in the statement that appends its events."""
