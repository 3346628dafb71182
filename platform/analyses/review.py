"""The review of a seat's decisions, in places, from the stream of a match, some at a time."""

from collections.abc import Callable
from uuid import UUID

import msgspec
from msgspec import Struct

from analyses.recorded import decided_by, recorded_of
from bots.analysis import review
from bots.analysis.recorded import turns
from bots.analysis.review import Verdict
from eventstore import streams
from games.json_types import JsonObject
from matches.events import KIND

SHOWN_MAX = 5
"""How many mistakes are named, and how many good moves; of the others their number is told."""
DIGITS = 4


class Found(Struct):
    """What is found of a decision that was confirmed, in places."""

    at: int
    made: JsonObject
    other: JsonObject
    is_good: bool
    worth: float
    se: float
    worlds: int


class Progress(Struct):
    """How far a review has come."""

    next: int = 0
    """The version of the first decision that is still to be looked at."""
    decisions: int = 0
    judged: int = 0
    candidates: int = 0
    found: list[Found] = []


def proceed(
    match_id: UUID, seat: int, progress: str, is_over: Callable[[], bool]
) -> tuple[str, str]:
    """Look at decisions until a run is over; return the progress, and the body once it is whole."""
    stored = streams.load(KIND, match_id)
    state, match = recorded_of(match_id, stored)
    account = state.seat_states[seat].account
    mine = frozenset() if account is None else decided_by(stored, account)
    done = msgspec.json.decode(progress, type=Progress) if progress else Progress()
    others, begun = match.seats - 1, done.next
    for turn in turns(match):
        if turn.seat != seat or turn.at < done.next or turn.at not in mine:
            continue
        # Each run looks at one decision at least, so that a review ends however busy the site is.
        if done.next > begun and is_over():
            return _encoded(done), ""
        done.decisions += 1
        if review.has_choice(match.rules, turn):
            judged = review.judge(match.rules, turn, str(match_id))
            done.judged += 1
            done.candidates += judged.is_candidate
            if judged.verdict is not None:
                done.found.append(_in_places(judged.verdict, others))
        done.next = turn.at + 1
    return "", _body(seat, done)


def _in_places(verdict: Verdict, others: int) -> Found:
    found = verdict.difference
    return Found(
        at=verdict.at,
        made=verdict.made,
        other=verdict.other,
        is_good=verdict.is_good,
        worth=round(others * found.value, DIGITS),
        se=round(others * found.error, DIGITS),
        worlds=found.worlds,
    )


def _body(seat: int, done: Progress) -> str:
    mistakes = [found for found in done.found if not found.is_good]
    good = [found for found in done.found if found.is_good]
    errors = sum([found.se**2 for found in mistakes])
    return _encoded(
        {
            "version": review.VERSION,
            "unit": "places",
            "seat": seat,
            "decisions": done.decisions,
            "judged": done.judged,
            "candidates": done.candidates,
            "shown": _largest(mistakes),
            "more": max(0, len(mistakes) - SHOWN_MAX),
            "good": _largest(good),
            "total": round(sum([found.worth for found in mistakes]), DIGITS),
            "total_se": round(errors**0.5, DIGITS),
        }
    )


def _largest(found: list[Found]) -> list[Found]:
    """Return the largest ones, in the order of the match."""
    most = sorted(found, key=lambda each: -each.worth)[:SHOWN_MAX]
    return sorted(most, key=lambda each: each.at)


def _encoded(value: object) -> str:
    return msgspec.json.encode(value, order="sorted").decode()
