"""Take matches out of this installation as files, and bring them in from others."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from uuid import UUID

from django.db import transaction

from eventstore import streams
from eventstore.events import StoredEvent
from matches import audit, logs, sight
from matches.logs import LogError
from matches.models import DealSeed, Match, Seat
from matches.state import KIND, OVER, MatchState
from matches.verification import columns


def log_lines(match_id: UUID, viewer: int) -> Iterator[str]:
    """Yield the log of a match as a viewer may see it, whoever asks: for operators."""
    events = streams.load(KIND, match_id)
    state = MatchState(match_id).fold(events)
    yield from logs.text([sight.header(state, viewer), *sight.event_lines(state, events, viewer)])


def ended_matches() -> list[UUID]:
    """Return the matches that are over, oldest first."""
    ended = Match.objects.filter(status__in=[status.value for status in OVER])
    return list(ended.order_by("id").values_list("id", flat=True))


def import_file(path: Path) -> UUID:
    """Bring in the match of a complete log, and return its id.

    Raises LogError when the log does not prove itself, and ValueError when the match is here.
    """
    with path.open(encoding="utf-8") as lines:
        return import_log(lines)


def import_log(lines: Iterable[str]) -> UUID:
    """Bring in the match of a complete log; raises like import_file."""
    header, events = logs.parse(lines)
    found = logs.findings(header, events)
    if found:
        message = f"event {found[0].version}: {found[0].text}"
        raise LogError(message)
    match_id = UUID(header["match"])
    if Match.objects.filter(id=match_id).exists():
        message = f"match {match_id} is here already"
        raise ValueError(message)
    with transaction.atomic():
        streams.adopt(KIND, match_id, events)
        _insert(MatchState(match_id).fold(events), events)
    return match_id


def _insert(state: MatchState, events: Sequence[StoredEvent]) -> None:
    started = [event.at for event in events if event.type == "match_started"]
    row = Match.objects.create(
        id=state.id,
        opened_at=events[0].at,
        started_at=started[0] if started else None,
        ended_at=events[-1].at,
        **columns(state),
    )
    for number, chair in state.chairs.items():
        Seat.objects.create(
            match=row,
            seat=number,
            player=chair.player,
            bot=chair.bot or "",
            client_seed=chair.client_seed,
            left=chair.left,
        )
    DealSeed.objects.create(match=row, seed=audit.revealed_seed(events) or b"")
