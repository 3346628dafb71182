"""Where two who played the same deal went different ways."""

from itertools import takewhile
from typing import NamedTuple
from uuid import UUID

from analyses import recorded
from bots.analysis.recorded import turns
from eventstore import streams
from games.json_types import JsonObject
from matches.events import KIND


class Decision(NamedTuple):
    """What somebody has decided."""

    version: int
    """Of the first event that came of it."""
    move: JsonObject
    """As clients send it. What it brought may be another thing at each table of a round, where
    the others have taken other pieces before."""


class Fork(NamedTuple):
    """The last version up to which two matches went alike, in each of them."""

    mine: int
    theirs: int


def decisions(match: UUID, seat: int, account: UUID | None) -> list[Decision]:
    """Return what was decided on a seat of a match, in order.

    Of an account what it has decided itself, and not what a bot or a clock did for it; of a bot,
    which has no account, everything.
    """
    stored = streams.load(KIND, match)
    _, history = recorded.recorded_of(match, stored)
    own = None if account is None else recorded.decided_by(stored, account)
    return [
        Decision(turn.at, history.rules.move_data(turn.before, seat, turn.move))
        for turn in turns(history)
        if turn.seat == seat and (own is None or turn.at in own)
    ]


def first(mine: list[Decision], theirs: list[Decision]) -> Fork | None:
    """Return where the first decision differs, as the version before it; None where none does."""
    pairs = zip(mine, theirs, strict=False)
    alike = sum(1 for _ in takewhile(lambda pair: pair[0].move == pair[1].move, pairs))
    if alike >= min(len(mine), len(theirs)):
        return None
    return Fork(mine[alike].version - 1, theirs[alike].version - 1)
