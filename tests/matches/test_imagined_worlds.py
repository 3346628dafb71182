"""Every game: histories that a viewer cannot tell apart answer the same bytes over the API.

A match is played by the engine alone. Its history, and others that differ from it in nothing that
the viewer was ever shown, are stored as matches of the same people; then all that the API has to
say about each is read and compared.
"""

import random
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

import pytest
from pytest_django import Settings

from accounts import limits
from eventstore import streams
from eventstore.events import NewEvent
from games import registry
from games.core import PUBLIC, Event
from matches.actors import Player
from matches.models import Match
from matches.services import opening
from matches.services.opening import Request
from matches.state import KIND, MatchState
from matches.verification import columns
from tests.games import tables as games
from tests.games.material import MATERIAL
from tests.matches import tables
from tests.matches.observers import Caller

pytestmark = pytest.mark.django_db

MOMENTS = 2
"""At how many moments of each match the viewers look."""
WORLDS = 2
"""How many other histories each moment is compared with."""
BAD_MOVES: Sequence[dict[str, object]] = ({}, {"type": "steal"}, {"type": "play_card", "card": 1})


def sampled() -> list[games.Table]:
    """Return, of each game, the smallest and the largest table and one with other options."""
    chosen = []
    for rules in registry.games():
        every = list(games.tables(rules))
        plain = [table for table in games.plain_tables() if table.rules is rules]
        chosen += [plain[0], plain[-1], every[-1]]
    return list(dict.fromkeys(chosen))


@pytest.fixture(autouse=True)
def no_limits(settings: Settings) -> Iterator[None]:
    """Let the tests ask as often as they like."""
    settings.LIMITS = dict.fromkeys(("read", "play", "write"), "100000/second burst 100000")
    limits.reset()
    yield
    limits.reset()


def stored(table: games.Table, events: Sequence[Event], players: Sequence[Player]) -> UUID:
    """Store a history of the game as a match of these players, and return its id."""
    rules = table.rules
    wanted = Request(
        game=rules.game, seats=table.seats, options=dict(table.given), start=Match.Start.MANUAL
    )
    match_id, _ = opening.open_match(
        player=players[0], request=wanted, key=tables.new_key(), fingerprint=b""
    )
    for number, player in enumerate(players):
        tables.seat(match_id, player, client_seed=f"seed-{number}")
    row = Match.objects.get(id=match_id)
    history = [NewEvent("match_started", "{}")]
    history += [
        NewEvent(rules.event_type(event), rules.encode_body(event), event.schema)
        for event in events
    ]
    streams.append(
        KIND,
        match_id,
        row.version,
        history,
        actor="system",
        key=tables.new_key(),
        at=datetime.now(tz=row.updated_at.tzinfo),
    )
    state = MatchState(match_id).fold(streams.load(KIND, match_id))
    Match.objects.filter(id=match_id).update(**columns(state))
    return match_id


def observations(viewer: Caller, match: UUID) -> Iterator[bytes]:
    """Yield what a viewer reads of a match, and what its bad moves are answered."""
    yield from viewer.readings(match)
    version = Match.objects.get(id=match).version
    for move in BAD_MOVES:
        yield viewer.move(match, move, version)
        yield viewer.move(match, move, version - 1)


@pytest.mark.parametrize("table", sampled(), ids=str)
def test_histories_that_a_viewer_cannot_tell_apart_answer_the_same_bytes(
    table: games.Table,
) -> None:
    players = tables.people(table.seats)
    callers = {0: Caller(players[0]), PUBLIC: Caller(None)}
    played = games.play(table, seed=11)
    rng = random.Random(12)
    compared = differing = 0
    for count, state in moments(played):
        events = played.events[:count]
        for viewer, caller in callers.items():
            one = stored(table, events, players)
            seen = list(observations(caller, one))
            others = MATERIAL[table.rules.game].other_worlds(events, state, viewer, rng)
            for _, other_events in zip(range(WORLDS), others, strict=False):
                other = stored(table, other_events, players)
                for mine, theirs in zip(seen, observations(caller, other), strict=True):
                    assert mine == theirs
                    compared += 1
                differing += other_events != events

    assert compared > 60
    assert differing


def moments(played: games.Match) -> list[tuple[int, Any]]:
    """Return some moments of a match before its end, early ones first."""
    running = [moment for moment in played.states if played.rules.to_act(moment[1])]
    early = running[: len(running) // 3]
    step = max(1, len(early) // MOMENTS)
    return early[::step][:MOMENTS]
