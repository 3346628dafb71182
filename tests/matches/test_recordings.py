"""Any moment of a match, by what a process keeps of it."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from eventstore import streams
from games.core import ALL, PUBLIC
from matches import logs, redaction, selectors
from matches.aggregate import MATCH
from matches.events import KIND
from matches.folds import fold
from matches.recordings import EVERY, Recording, Recordings
from matches.state import MatchState
from tests.matches import tables

LOGS = Path(__file__).parent / "recorded"


def told(state: MatchState) -> list[Any]:
    """Return all that a state says, its clocks excepted, and what everybody may see of it."""
    plain = ("version", "hash", "at", "status", "pause", "finish", "acting", "left", "common")
    seats = [
        [getattr(seat_state, name) for name in seat_state.__slots__]
        for seat_state in state.seat_states.values()
    ]
    views = [redaction.game_view(state, viewer) for viewer in (ALL, PUBLIC, 0, 1)]
    return [*(getattr(state, name) for name in plain), state.votes, state.got_up, seats, views]


@pytest.mark.parametrize("log", sorted(LOGS.glob("*-chain-2-1.ndjson")), ids=lambda log: log.stem)
def test_every_step_of_a_recording_in_any_order_is_what_a_fold_from_the_start_leads_to(
    log: Path,
) -> None:
    header, events = logs.read(log)
    recording = Recording(header["match"], events)
    assert len(events) > EVERY
    orders = [list(range(len(events), 0, -1)), list(range(1, len(events) + 1))]
    Random(1).shuffle(orders[0])

    for order in orders:
        shown = {at: told(recording.at(at)) for at in order}
        state = MatchState(header["match"])
        for event in events:
            assert shown[event.version] == told(fold(state, [event]))


def test_lines_that_are_made_when_looked_at_are_those_of_the_log() -> None:
    header, events = logs.read(LOGS / "sticky-fingers-chain-2-1.ndjson")
    head = Recording(header["match"], events).head

    for viewer in (ALL, PUBLIC, 2):
        lines = redaction.EventLines(head, events, viewer)
        log = redaction.event_lines(head, events, viewer)
        assert list(lines) == log
        assert list(reversed(lines[10:30])) == log[10:30][::-1]


@pytest.mark.django_db
def test_a_match_that_has_gone_on_is_recorded_again() -> None:
    players = tables.people(3)
    match = tables.begun(players, options={"rounds": 1})
    kept = Recordings(events_max=1_000)

    before = kept.of(_head(match))
    again = kept.of(_head(match))
    tables.next_move(match, players, Random(1))
    after = kept.of(_head(match))

    assert again is before
    assert before.head.version < after.head.version
    assert after.events == streams.load(KIND, match)


@pytest.mark.django_db
def test_a_history_that_is_no_more_is_not_shown_though_its_versions_are() -> None:
    players = tables.people(3)
    match = tables.begun(players, options={"rounds": 1})
    kept = Recordings(events_max=1_000)
    lost = kept.of(_head(match))
    lost.head.hash = b"of a server that is no more"

    assert kept.of(_head(match)) is not lost


@pytest.mark.django_db
def test_no_more_is_kept_than_there_is_room_for() -> None:
    players = tables.people(3)
    matches = [tables.begun(players, options={"rounds": 1}) for _ in range(3)]
    first, second, third = map(_head, matches)
    kept = Recordings(events_max=first.version + second.version)

    oldest, used = kept.of(first), kept.of(second)
    assert kept.of(first) is oldest
    kept.of(third)

    assert kept.of(first) is oldest
    assert kept.of(second) is not used


@pytest.mark.django_db
def test_who_may_look_as_whom_is_asked_of_a_match_that_is_kept_as_well() -> None:
    players = tables.people(3)
    match = tables.begun(players)
    at = tables.page(match)["version"]

    own = selectors.replay(match, players[1].account, at=at, viewer=None)
    public = selectors.replay(match, None, at=at, viewer=None)

    assert own.view != public.view
    for account, asked in ((players[1].account, "0"), (None, "1"), (None, "all")):
        with tables.refused("permission_denied"):
            selectors.replay(match, account, at=at, viewer=asked)


def _head(match: Any) -> MatchState:
    return MATCH.fold(match, streams.load(KIND, match))
