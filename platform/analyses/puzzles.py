"""The puzzles of a match, in places, from its stream, some decisions at a time."""

from collections.abc import Callable, Container, Mapping, Sequence
from uuid import UUID

import msgspec
from msgspec import Struct

from analyses.recorded import decided_by, recorded_of
from analyses.review import DIGITS
from bots.analysis import puzzle
from bots.analysis.puzzle import Position
from eventstore import streams
from eventstore.events import StoredEvent
from games.json_types import JsonObject
from matches.events import KIND
from matches.state import MatchState

PUZZLES_MAX = 1
"""Of a match: the answer to one names the match, and so would tell where the others are from."""


class FoundChoice(Struct):
    """A legal move, and by how many places it is worse than the best one."""

    move: JsonObject
    behind: float
    se: float


class FoundPuzzle(Struct):
    """A decision that makes a puzzle, with its answer."""

    at: int
    seat: int
    best: JsonObject
    made: JsonObject
    worlds: int
    choices: list[FoundChoice]


class Mined(Struct):
    """What a match has given."""

    version: str = puzzle.VERSION
    unit: str = "places"
    next: int = 0
    """The version of the first decision that is still to be looked at."""
    found: list[FoundPuzzle] = []


def proceed(match_id: UUID, progress: str, is_over: Callable[[], bool]) -> tuple[str, str]:
    """Look at decisions until a run is over; return the progress, and the body once it is whole."""
    stored = streams.load(KIND, match_id)
    state, match = recorded_of(match_id, stored)
    done = msgspec.json.decode(progress, type=Mined) if progress else Mined()
    begun, decided = done.next, _decided(state, stored)
    for turn in puzzle.looked_at(match, str(match_id)):
        if len(done.found) == PUZZLES_MAX:
            break
        if turn.at < done.next or turn.at not in decided[turn.seat]:
            continue
        # Each run looks at one decision at least, so that it ends however busy the site is.
        if done.next > begun and is_over():
            return encoded(done), ""
        found = puzzle.position(match.rules, turn, str(match_id))
        if found is not None:
            done.found.append(_in_places(found, match.seats - 1))
        done.next = turn.at + 1
    return "", encoded(done)


def read(body: str) -> list[FoundPuzzle]:
    """Return the puzzles of a body."""
    return msgspec.json.decode(body, type=Mined).found


def _decided(
    state: MatchState, stored: Sequence[StoredEvent]
) -> Mapping[int | None, Container[int]]:
    """Return by seat what whoever sat there decided, and no clock or bot in their place."""
    every = range(state.version + 1)
    return {
        seat: every if seat_state.account is None else decided_by(stored, seat_state.account)
        for seat, seat_state in state.seat_states.items()
    }


def _in_places(found: Position, others: int) -> FoundPuzzle:
    choices = [
        FoundChoice(
            each.move,
            round(others * each.behind.value, DIGITS) + 0.0,
            round(others * each.behind.error, DIGITS) + 0.0,
        )
        for each in found.choices
    ]
    best = min(choices, key=lambda each: each.behind)
    worlds = max(each.behind.worlds for each in found.choices)
    return FoundPuzzle(found.at, found.seat, best.move, found.made, worlds, choices)


def encoded(found: Mined | FoundPuzzle) -> str:
    """Return what was found as canonical JSON."""
    return msgspec.json.encode(found, order="sorted").decode()
