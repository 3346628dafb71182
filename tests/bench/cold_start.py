"""A web process that starts while many matches are being played: how soon it has them all.

Each match is in its midst, and each of its players asks this process for the first time. The first
move of every match costs what the process lacks: the players' tokens and permits, and the history
that leads to the state. The anchors are the third move of each, by when it has everything; and the
first one where the process has read the matches before (`READ_AHEAD_SECONDS`).
"""

import math
import os
import secrets
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from hashlib import sha256
from itertools import islice
from statistics import median, quantiles
from time import perf_counter
from typing import NamedTuple
from uuid import UUID

from cutpurse.up.child import Child
from eventstore import prepared
from eventstore.memory import Entry
from games import registry
from matches.aggregate import MATCH
from matches.commit import CommandContext
from tests.bench.context import Context
from tests.bench.figures import Figure, Figures
from tests.bench.randomness import seats_of
from tests.bench.rest import moves, plays, tables
from tests.bench.rest.load import Outcome, generator
from tests.bench.rest.plays import Step, Table, Turn
from tests.bench.rest.served import served

GAME = "stick-em"
MATCHES = int(os.environ.get("COLD_START") or 480)
"""Matches that are being played (`COLD_START=5000` for more)."""
LANES = 32
TURNS_BEFORE = 120
"""Decisions of each match that were made before, of some 240."""
STARTS = 2
"""Of each kind, by turns."""
READ_AHEAD_S = 120
ROUNDS = 3
"""Moves of each match in one start; the second is on the way to having everything."""

Lanes = list[list[Step]]


class Start(NamedTuple):
    """One start of a process."""

    ready_in: float
    """Seconds until it answers."""
    cold: Outcome
    warm: Outcome


def measure(context: Context, *, matches: int = MATCHES, starts: int = STARTS) -> Figures:
    """Return how soon a process answers, and its moves a second while it lacks everything."""
    lanes = min(LANES, matches)
    needed = ROUNDS * 2 * starts
    rounds: list[Lanes] = [[[] for _ in range(lanes)] for _ in range(needed)]
    for number in range(matches):
        if number % 100 == 0:
            context.advance(f"{number} of {matches} matches are being played")
        seated = tables.people(seats_of(registry.current_rules(GAME)))
        for each, step in zip(rounds, _in_its_midst(seated, number, needed), strict=True):
            each[number % lanes].append(step)
    tables.free_states()
    measured: dict[int, list[Start]] = {0: [], READ_AHEAD_S: []}
    for number in range(2 * starts):
        context.advance(f"start {number + 1} of {2 * starts}")
        seconds = READ_AHEAD_S * (number % 2)
        begin_at = ROUNDS * number
        measured[seconds].append(_started(rounds[begin_at : begin_at + ROUNDS], lanes, seconds))
    plain, ahead = measured.values()
    rates = {
        "own": median(each.cold.rate for each in plain),
        "warm": median(each.warm.rate for each in plain),
        "read_ahead": median(each.cold.rate for each in ahead),
    }
    ready = {"own": _ready(ahead), "plain": _ready(plain)}
    late = {"own": _late(plain), "read_ahead": _late(ahead)}
    return {
        "cold_start_moves": Figure.of("moves/s", rates, "own"),
        "cold_start_p99": Figure.of("ms", late, "own"),
        "cold_start_read_ahead": Figure.of("s", ready, "own"),
    }


def _ready(starts: Sequence[Start]) -> float:
    """Return after how many seconds a process answers."""
    return median(each.ready_in for each in starts)


def _late(starts: Sequence[Start]) -> float:
    """Return within how many milliseconds 99 of 100 first moves are answered."""
    return median(1000 * quantiles(each.cold.latencies, n=100)[98] for each in starts)


def _in_its_midst(seated: list[tables.Person], number: int, needed: int) -> list[Step]:
    """Begin a match, and return the moves that come next."""
    table = tables.table(GAME, seated)
    turns = list(islice(plays.turns(table, number), TURNS_BEFORE + needed))
    begin(table, turns[:-needed])
    return [plays.step(table, turn) for turn in turns[-needed:]]


def begin(table: Table, turns: Sequence[Turn]) -> None:
    """Make the first decisions of a match, all in one command: only their number matters here."""
    key = secrets.token_urlsafe(24)
    context = CommandContext("bench", key, sha256(key.encode()).digest())
    state = Entry(MATCH, UUID(table.match_id)).caught_up()
    work = MATCH.begin(state, context, datetime.now(UTC))
    for turn in turns:
        work.play(turn.events)
    writing, _ = work.build_write()
    if not prepared.answers_row(*writing.statement()):
        message = f"the beginning of match {table.match_id} was not written"
        raise AssertionError(message)


def _web(seconds: int, host: str, port: int) -> Child:
    """Return the web server of `make up`, which reads ahead for so many seconds at the most."""
    web = moves.web(host, port)
    return replace(web, environment={**web.environment, "READ_AHEAD_SECONDS": str(seconds)})


def _started(rounds: Sequence[Lanes], lanes: int, seconds: int) -> Start:
    """Start a process, and give it three moves of each match."""
    begun = perf_counter()
    outcomes = []
    with served(partial(_web, seconds)) as address:
        ready_in = perf_counter() - begun
        with generator(address, lanes) as load:
            for steps in rounds:
                load.give(steps)
                outcomes.append(load.run(math.inf))
    cold, _, warm = outcomes
    return Start(ready_in, cold, warm)
