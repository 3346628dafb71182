"""One whole match as the platform would have stored it, played at random from a known seed. Pure.

The benchmarks fold, load and verify it; the audit of `verify` says whether it is a match at all.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any, NamedTuple
from uuid import UUID

from eventstore import chain
from eventstore.canonical import encode
from eventstore.events import NewEvent, StoredEvent
from games import chance
from games.chance import FairChance
from games.core import AnyRules, placings
from matches.events import KIND
from tests.bench.randomness import seats_of
from tests.matches import ids

BEGAN_AT = datetime(2026, 11, 21, 10, tzinfo=UTC)
PACE = timedelta(seconds=1)
"""Between one command and the next."""


class Recording(NamedTuple):
    """A finished match."""

    match_id: UUID
    seats: int
    options: dict[str, object]
    game_events: list[Any]
    """The game's own events, as its engine made them."""
    events: list[NewEvent]
    """All events, as the store takes them."""
    stored: list[StoredEvent]
    """All events, as the store gives them back."""


def record(rules: AnyRules, number: int) -> Recording:
    """Return the match of a game with that number, always the same one."""
    random = Random(f"{rules.id} {number}")
    match_id = ids.made_at(BEGAN_AT, random.getrandbits(61))
    seed = random.randbytes(32)
    seats = seats_of(rules)
    options = rules.check_options(seats, {})
    client_seeds = {seat: f"seed-{number}-{seat}" for seat in range(seats)}
    root = chance.root(seed, str(match_id), client_seeds)
    state = rules.new_state(seats, options)
    decided = list(_decided(rules, state, FairChance(root), random))
    opening, *moves = [[_new(rules, event) for event in events] for events in decided]
    finish = {
        "placings": list(placings(rules.rank_keys(state))),
        "scores": list(rules.current_scores(state)),
        "reason": "played_out",
        "seed": seed.hex(),
    }
    commitment = chance.commitment(seed, str(match_id)).hex()
    moves[-1].append(NewEvent("match_finished", encode(finish)))
    commands = [
        [NewEvent("match_opened", encode(_opening(rules, seats, options, commitment)))],
        *([_seating(seat, client_seed)] for seat, client_seed in client_seeds.items()),
        [NewEvent("match_started", "{}"), *opening],
        *moves,
    ]
    game_events = [event for events in decided for event in events]
    events = [event for command in commands for event in command]
    stored = list(_stored(match_id, commands))
    return Recording(match_id, seats, options, game_events, events, stored)


def _new(rules: AnyRules, event: Any) -> NewEvent:
    return NewEvent(rules.event_type(event), rules.encode_body(event), event.schema)


def _decided(rules: AnyRules, state: Any, fair: FairChance, random: Random) -> Iterator[list[Any]]:
    """Yield the events of the opening, and of each decision."""
    events = rules.opening_events(state, fair)
    while True:
        for event in events:
            rules.evolve(state, event)
        yield list(events)
        acting = rules.to_act(state)
        if not acting:
            return
        move = random.choice(rules.legal_moves(state, acting[0]))
        events = rules.decide(state, acting[0], move, fair)


def _opening(
    rules: AnyRules, seats: int, options: dict[str, object], commitment: str
) -> dict[str, object]:
    return {
        "game": rules.game,
        "rules": rules.id,
        "dataset": rules.datasets[0],
        "options": options,
        "seats": seats,
        "clock": None,
        "on_timeout": "auto",
        "commitment": commitment,
        "ladder": None,
        "tournament_table": None,
    }


def _seating(seat: int, client_seed: str) -> NewEvent:
    data = {"seat": seat, "player": f"player-{seat}", "bot": None, "client_seed": client_seed}
    return NewEvent("seat_taken", encode(data))


def _stored(match_id: UUID, commands: list[list[NewEvent]]) -> Iterator[StoredEvent]:
    """Yield the events with their versions, times and hashes."""
    previous = chain.genesis(KIND, match_id)
    actor = f"account:{UUID(int=match_id.int ^ 1)}"
    timed = [
        (BEGAN_AT + number * PACE, event)
        for number, command in enumerate(commands)
        for event in command
    ]
    for version, (at, event) in enumerate(timed, start=1):
        previous = chain.link(previous, chain.line(version, event.type, event.body, at))
        yield StoredEvent(
            version, event.type, event.schema, event.body, actor, None, None, at, previous
        )
