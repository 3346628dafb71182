"""The luck of a player over many matches: its mean, which should and does come close to nothing."""

from collections import defaultdict
from collections.abc import Sequence
from math import sqrt
from statistics import NormalDist, fmean, stdev
from uuid import UUID

import msgspec
from django.db.models import F, Q

from analyses.answers import LuckOfGame, LuckOfPlayer, LuckOfSeat
from analyses.models import Analysis
from bots.analysis.luck import VERSION
from matches.models import Match

LEAST = 20
"""Of how many matches of a game a mean is told at least; of fewer it would tell next to nothing."""
LATEST = 500
"""How many analysed matches of a player count, the latest of all games."""
CERTAINTY = 0.95
"""How often the interval contains what the mean would be over endless matches."""
DIGITS = 4


class _Seats(msgspec.Struct):
    """What is read of the body of an analysis."""

    seats: list[LuckOfSeat]


def of_player(account: UUID, viewer: UUID | None) -> LuckOfPlayer:
    """Return the mean luck of an account by game, over its latest matches that are analysed.

    Private matches count for the player alone: others could learn from the mean how one went.
    Which matches count does not depend on how they ended, or the mean would be biased.
    """
    rows = Analysis.objects.filter(
        kind=Analysis.Kind.LUCK,
        version=VERSION,
        done_at__isnull=False,
        match__withheld=False,
        match__chairs__account=account,
    )
    if viewer != account:
        rows = rows.filter(Q(match__visibility=Match.Visibility.PUBLIC))
    latest = rows.order_by("-match__ended_at", "-match").values_list(
        "match__game", F("match__chairs__seat"), "body"
    )[:LATEST]
    worths = defaultdict[str, list[float]](list)
    for game, seat, body in latest:
        worths[game].append(msgspec.json.decode(body, type=_Seats).seats[seat].luck)
    return LuckOfPlayer(
        version=VERSION,
        unit="places",
        least=LEAST,
        games=[
            _of_game(game, worths[game]) for game in sorted(worths) if len(worths[game]) >= LEAST
        ],
    )


def _of_game(game: str, worths: Sequence[float]) -> LuckOfGame:
    mean, margin = fmean(worths), margin_of(worths)
    return LuckOfGame(
        game=game,
        matches=len(worths),
        mean=round(mean, DIGITS),
        low=round(mean - margin, DIGITS),
        high=round(mean + margin, DIGITS),
    )


def margin_of(worths: Sequence[float]) -> float:
    """Return how far the mean of twenty values or more may be off, to either side."""
    return _student(len(worths) - 1) * stdev(worths) / sqrt(len(worths))


def _student(freedom: int) -> float:
    """Return the quantile of Student's t for the interval; from 19 degrees on exact to 0.0001.

    Fisher and Cornish's expansion about the normal quantile (Abramowitz and Stegun, 26.7.5).
    """
    z = NormalDist().inv_cdf((1 + CERTAINTY) / 2)
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
    )
