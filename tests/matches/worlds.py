"""Histories that a viewer cannot tell apart, stored as matches of the same people.

A match is played by the engine alone. Its history, and others that differ from it in nothing that
the viewer was ever shown, are stored; whatever a reader asks about each can then be compared.
"""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import islice, zip_longest
from typing import Any
from uuid import UUID

from eventstore import streams
from eventstore.events import NewEvent
from games.core import Event, Viewer
from matches.actors import Player
from matches.events import KIND
from matches.folds import fold
from matches.models import Match
from matches.services import opening
from matches.services.opening import Request
from matches.state import MatchState
from matches.verification import columns
from tests.eventstore import appending
from tests.games import tables as games
from tests.games.material import required_material
from tests.matches import tables

Reader = Callable[[UUID], Iterator[bytes]]
"""From a match to all that somebody reads of it, with what is volatile wiped out."""

MOMENTS = 2
"""At how many moments of each match the viewers look."""
WORLDS = 2
"""How many other histories each moment is compared with."""


@dataclass
class Figures:
    """What was compared."""

    pairs: int = 0
    """Pairs of worlds that differ in something hidden, each as one viewer saw it."""
    answers: int = 0
    """Answers of which both were read."""
    size: int = 0
    """Bytes of the first of the two."""
    differing: list[tuple[bytes, bytes]] = field(default_factory=list)
    """Answers that were not the same."""

    def __add__(self, other: "Figures") -> "Figures":
        return Figures(
            self.pairs + other.pairs,
            self.answers + other.answers,
            self.size + other.size,
            self.differing + other.differing,
        )


def compared(
    table: games.Table,
    players: Sequence[Player],
    readers: Mapping[Viewer, Reader],
    moments: int = MOMENTS,
) -> Figures:
    """Compare what each viewer reads of a match at the table with what it reads of others."""
    played = games.play(table, seed=11)
    rng = random.Random(12)
    figures = Figures()
    for count, state in early(played, moments):
        events = played.events[:count]
        for viewer, reader in readers.items():
            others = required_material(table.rules.game).other_worlds(events, state, viewer, rng)
            different = [other for other in islice(others, WORLDS) if other != events]
            seen = list(reader(stored(table, events, players))) if different else []
            for other in different:
                figures += difference(seen, list(reader(stored(table, other, players))))
    return figures


def difference(one: Sequence[bytes], other: Sequence[bytes]) -> Figures:
    """Compare what was read of two worlds."""
    answers = list(zip_longest(one, other, fillvalue=b""))
    differing = [(mine, theirs) for mine, theirs in answers if mine != theirs]
    return Figures(1, len(answers), sum(map(len, one)), differing)


def early(played: games.Match, count: int) -> list[tuple[int, Any]]:
    """Return some moments of the first third of a match, evenly spread."""
    running = [moment for moment in played.states if played.rules.to_act(moment[1])]
    first = running[: max(1, len(running) // 3)]
    return [first[len(first) * at // (count + 1)] for at in range(1, count + 1)]


def stored(table: games.Table, events: Sequence[Event], players: Sequence[Player]) -> UUID:
    """Store a history of the game as a match of these players, and return its id."""
    rules = table.rules
    wanted = Request(
        game=rules.game,
        rules=rules.id,
        seats=table.seats,
        options=dict(table.given),
        start=Match.Start.MANUAL,
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
    appending.append(
        KIND,
        match_id,
        row.version,
        history,
        actor="system",
        key=tables.new_key(),
        at=datetime.now(tz=row.updated_at.tzinfo),
    )
    state = fold(MatchState(match_id), streams.load(KIND, match_id))
    Match.objects.filter(id=match_id).update(**columns(state))
    return match_id
