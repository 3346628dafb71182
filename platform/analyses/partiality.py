"""What a seat's moves gave to each other one, from the stream of a match, some at a time."""

from collections.abc import Callable
from uuid import UUID

import msgspec
from msgspec import Struct

from analyses.recorded import decided_by, recorded_of
from analyses.review import DIGITS
from bots.analysis import partiality, review
from bots.analysis.partiality import Decision
from bots.analysis.recorded import turns
from eventstore import streams
from matches.events import KIND

DECISIONS_MAX = 5
"""Of a match, towards one opponent, that are kept to be looked at."""


class Given(Struct):
    """What a decision gave to an opponent, in parts of the others left behind."""

    at: int
    given: float


class Towards(Struct):
    """What a seat's moves gave to an opponent."""

    seat: int
    given: float
    variance: float
    decisions: list[Given]
    """Those that gave most."""


class Found(Struct):
    """What a seat's moves gave to everybody else."""

    version: str
    seat: int
    towards: list[Towards]


class Progress(Struct):
    """How far it has come."""

    next: int = 0
    """The version of the first decision that is still to be looked at."""
    decisions: list[Decision] = []


def proceed(
    match_id: UUID, seat: int, progress: str, is_over: Callable[[], bool]
) -> tuple[str, str]:
    """Look at decisions until a run is over; return the progress, and the body once it is whole."""
    stored = streams.load(KIND, match_id)
    state, match = recorded_of(match_id, stored)
    account = state.seat_states[seat].account
    mine = frozenset() if account is None else decided_by(stored, account)
    done = msgspec.json.decode(progress, type=Progress) if progress else Progress()
    begun = done.next
    for turn in turns(match):
        if turn.seat != seat or turn.at < done.next or turn.at not in mine:
            continue
        # Each run looks at one decision at least, so that it ends however busy the site is.
        if done.next > begun and is_over():
            return encoded(done), ""
        if review.has_choice(match.rules, turn):
            done.decisions.append(partiality.decision(match.rules, turn, str(match_id)))
        done.next = turn.at + 1
    return "", encoded(_found(seat, match.seats, done.decisions))


def _found(seat: int, seats: int, decisions: list[Decision]) -> Found:
    tau = partiality.sharpness(decisions, seat)
    towards = []
    for other in range(seats):
        if other == seat:
            continue
        figure = partiality.figure(decisions, seat, other, tau)
        each = [
            Given(found.at, round(partiality.given(found, seat, other, tau).given, DIGITS))
            for found in decisions
        ]
        most = sorted(each, key=lambda found: -found.given)[:DECISIONS_MAX]
        towards.append(
            Towards(other, round(figure.given, DIGITS), round(figure.variance, DIGITS), most)
        )
    return Found(partiality.MEASURED, seat, towards)


def read(body: str) -> Found:
    """Return what a body holds."""
    return msgspec.json.decode(body, type=Found)


def encoded(value: Progress | Found) -> str:
    """Return what was found as canonical JSON."""
    return msgspec.json.encode(value, order="sorted").decode()
