"""Take matches out of this installation as files, and bring them in from others."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

import psycopg
from django.db import DataError, IntegrityError, transaction
from psycopg.errors import UniqueViolation

from eventstore import streams, verification
from eventstore.events import StoredEvent
from matches import audit, logs, redaction, selectors, withholding
from matches.aggregate import MATCH
from matches.events import KIND
from matches.folds import fold
from matches.logs import LogError
from matches.models import DealSeed, Match, Seat
from matches.state import OVER, Data, MatchState
from matches.verification import columns


def log_lines(match_id: UUID, viewer: int) -> Iterator[str]:
    """Yield the log of a match as a viewer may see it, whoever asks: for operators."""
    events = streams.load(KIND, match_id)
    state = MATCH.fold(match_id, events)
    withholding.refresh(state)
    header = redaction.log_header(state, viewer) | selectors.logged(state, viewer)
    yield from logs.text([header, *redaction.event_lines(state, events, viewer)])


def ended_matches() -> list[UUID]:
    """Return the matches that are over, oldest first; those withheld count as running."""
    ended = Match.objects.filter(status__in=[status.value for status in OVER], withheld=False)
    return list(ended.order_by("id").values_list("id", flat=True))


class AlreadyHereError(ValueError):
    """There is a match with that id, or was one."""


def import_file(path: Path) -> UUID:
    """Bring in the match of a complete log, and return its id.

    Raises LogError when the log does not prove itself, AlreadyHereError, and OSError.
    """
    return _import(*logs.read(path))


def import_log(lines: Iterable[str]) -> UUID:
    """Bring in the match of a complete log that is at hand as text; raises like import_file."""
    return _import(*logs.parse(lines))


def _import(header: Data, events: Sequence[StoredEvent]) -> UUID:
    """Write a match with all its rows, or nothing: what would not verify here is not written."""
    found = logs.findings(header, events)
    if found:
        raise LogError(_at_event(*found[0]))
    match_id = UUID(header["match"])
    with transaction.atomic():
        try:
            with transaction.atomic():
                streams.adopt(KIND, match_id, events)
                _insert(fold(MatchState(match_id), events), events)
        except (IntegrityError, UniqueViolation) as error:
            message = f"match {match_id} is here already"
            raise AlreadyHereError(message) from error
        except (DataError, psycopg.DataError) as error:
            message = "the log holds what no database keeps"
            raise LogError(message) from error
        for fault in verification.check(KIND, match_id):
            raise LogError(_at_event(fault.version, fault.text))
    return match_id


def _at_event(version: int, text: str) -> str:
    return f"event {version}: {text}" if version else text


def _insert(state: MatchState, events: Sequence[StoredEvent]) -> None:
    started = [event.at for event in events if event.type == "match_started"]
    row = Match.objects.create(
        id=state.id,
        opened_at=events[0].at,
        started_at=started[0] if started else None,
        ended_at=events[-1].at,
        imported_at=datetime.now(UTC),
        **columns(state),
    )
    for number, seat_state in state.seat_states.items():
        Seat.objects.create(
            match=row,
            seat=number,
            player=seat_state.player,
            bot=seat_state.bot or "",
            client_seed=seat_state.client_seed,
            shares=seat_state.shares,
            left=seat_state.left,
        )
    DealSeed.objects.create(match=row, seed=audit.revealed_seed(events) or b"")
