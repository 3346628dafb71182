"""Whole matches as lists of requests, prepared before anything is measured. Pure.

The benchmark holds the seeds of its matches, so it can play them to the end beforehand: every draw
and every version is known. The load generator then only has to send bytes and look at answers.
"""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

import msgspec

from games import registry
from tests.bench.rest.deals import chance_of


class Table(msgspec.Struct, frozen=True):
    """A match that waits for its first move."""

    path: str
    """Where its moves are posted."""
    match_id: str
    rules: str
    options: dict[str, Any]
    version: int
    """How many events stand before the opening of the game."""
    seed: bytes
    client_seeds: dict[int, str]
    authorizations: list[str]
    """The header of each seat."""


class Step(NamedTuple):
    """One move."""

    seat: int
    request: bytes
    proof: bytes
    """Bytes that the answer to the move holds: the version that it leads to."""


class Turn(NamedTuple):
    """One decision of a match that was played beforehand."""

    seat: int
    move: dict[str, Any]
    """As a client sends it."""
    version: int
    """How many events stand before it."""
    events: Sequence[Any]
    """The game's own events that it brings."""


def turns(table: Table, number: int) -> Iterator[Turn]:
    """Yield the decisions of the match in order, chosen at random; the number makes them differ."""
    rules = registry.rules(table.rules)
    choose = Random(number).choice
    fair = chance_of(table.seed, table.match_id, table.client_seeds)
    state = rules.new_state(len(table.client_seeds), table.options)
    version = table.version
    events = rules.opening_events(state, fair)
    while True:
        for event in events:
            rules.evolve(state, event)
        version += len(events)
        acting = rules.to_act(state)
        if not acting:
            return
        seat = acting[0]
        move = choose(rules.legal_moves(state, seat))
        data = rules.move_data(state, seat, move)
        events = rules.decide(state, seat, move, fair)
        yield Turn(seat, data, version, events)


def steps(table: Table, number: int) -> Iterator[Step]:
    """Yield the moves of the match in order, chosen at random; the number makes them differ."""
    for turn in turns(table, number):
        yield step(table, turn)


def step(table: Table, turn: Turn) -> Step:
    """Return the request of a decision, and how its answer is known."""
    asked = {"expected_version": turn.version, "move": turn.move}
    return Step(
        turn.seat,
        _request(table, turn.seat, asked, f"{table.match_id}-{turn.version}"),
        b'"version":%d,' % (turn.version + len(turn.events)),
    )


def _request(table: Table, seat: int, asked: Mapping[str, Any], key: str) -> bytes:
    body = msgspec.json.encode(asked)
    head = (
        f"POST {table.path} HTTP/1.1\r\n"
        "Host: 127.0.0.1\r\n"
        f"Authorization: {table.authorizations[seat]}\r\n"
        f"Idempotency-Key: {key}\r\n"
        "Content-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


def lane(tables: list[Table], first: int) -> list[Step]:
    """Return the moves of several matches that are played side by side, one move at a time."""
    plays = [list(steps(table, first + number)) for number, table in enumerate(tables)]
    return [step for turn in _by_turns(plays) for step in turn]


def _by_turns(plays: list[list[Step]]) -> Iterator[list[Step]]:
    longest = max(map(len, plays), default=0)
    for index in range(longest):
        yield [play[index] for play in plays if index < len(play)]
