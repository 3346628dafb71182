"""The luck of a match, in places, from its stream."""

from collections.abc import Sequence
from functools import cache
from uuid import UUID

import msgspec

from analyses.recorded import recorded
from bots.analysis import luck
from bots.analysis.luck import Draw, Reckoning
from bots.analysis.recorded import Recorded
from games import registry as games
from games.rewards import pairwise_scores
from matches.events import MatchFinished

DIGITS = 4
"""Of values in the body, so that it is the same on every machine."""


@cache
def tables_with_luck() -> dict[str, list[int]]:
    """Return the games whose luck is told, with the numbers of seats at which it is."""
    every = {
        rules.game: [n for n in luck.measured(rules.game) if luck.reckoning_of(rules.game, n)]
        for rules in games.current_games()
    }
    return {game: seats for game, seats in every.items() if seats}


def is_offered(game: str, seats: int) -> bool:
    """Tell whether the luck of matches at such tables is told."""
    return seats in tables_with_luck().get(game, ())


def body(match_id: UUID) -> str:
    """Return what the draws of a finished match were worth to each seat, as canonical JSON."""
    state, match = recorded(match_id)
    if not isinstance(state.finish, MatchFinished):
        message = f"match {match_id} was not played to its end"
        raise ValueError(message)  # noqa: TRY004 - It is about the match.
    return body_of(match, str(match_id), state.finish.placings)


def body_of(match: Recorded, match_id: str, placings: Sequence[int]) -> str:
    """Return the same of a match that ended so: the same bytes on every machine."""
    reckoning = luck.reckoning_of(match.rules.game, match.seats)
    if reckoning is None:
        message = f"the luck of match {match_id} is not told"
        raise ValueError(message)
    shown = in_places(luck.draws(match, match_id, reckoning), placings, reckoning)
    return msgspec.json.encode(shown, order="sorted").decode()


def in_places(
    found: Sequence[Draw], placings: Sequence[int], reckoning: Reckoning
) -> dict[str, object]:
    """Return luck and result in places; more luck is a better place, which is a lower number."""
    others = len(placings) - 1
    expected = 1 + others / 2
    shares, totals = pairwise_scores(placings), luck.total(found, len(placings))
    seats = [
        {
            "seat": seat,
            "expected": expected,
            "luck": _rounded(others * totals[seat]),
            "result": _rounded(1 + others * (1 - shares[seat])),
            "rest": _rounded(others * (shares[seat] - totals[seat] - 0.5)),
        }
        for seat in range(len(placings))
    ]
    moved = [(draw.at, [_rounded(others * worth) for worth in draw.worth]) for draw in found]
    return {
        "version": luck.VERSION,
        "unit": "places",
        "seats": seats,
        "steps": [{"at": at, "seats": worths} for at, worths in moved if any(worths)],
        "variance_left": reckoning.variance_left,
    }


def _rounded(value: float) -> float:
    # Nothing is never less than nothing.
    return round(value, DIGITS) + 0.0
