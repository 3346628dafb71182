"""What simulated tournaments say of a plan: who wins it, and from where. Pure."""

from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import mean
from typing import NamedTuple

from tournaments.formats.core import Stage

QUARTERS = 4


class Share(NamedTuple):
    """How often winners come from somewhere, and how often they would if that did not matter."""

    winners: float
    seats: float


class Fairness(NamedTuple):
    """The shares of winners, by where they sat in the first round and how they were seeded."""

    by_size: dict[int, Share]
    """By the size of the table."""
    by_seat: dict[int, Share]
    """By the seat there, from 1, who leads first."""
    by_seed: dict[int, Share]
    """By the quarter of the seeding, from 1, the best seeds."""
    repeats: float
    """Meetings beyond each pair's first, a tournament."""
    agreement: float
    """Spearman's correlation of strength and final rank."""


def of(stages: Sequence[Stage]) -> Fairness:
    """Return what tournaments that are over say together; everybody counts as seeded by number."""
    seats = [
        (entrant == stage.standings[0], len(table.seats), seat)
        for stage in stages
        for table in stage.record.rounds[0].tables
        for seat, entrant in enumerate(table.seats, start=1)
    ]
    quarters = [
        (entrant == stage.standings[0], place * QUARTERS // len(stage.seeds) + 1)
        for stage in stages
        for place, entrant in enumerate(stage.seeds)
    ]
    return Fairness(
        _shares((won, size) for won, size, _ in seats),
        _shares((won, seat) for won, _, seat in seats),
        _shares(quarters),
        mean(sum(each - 1 for each in stage.record.meetings.values()) for stage in stages),
        mean(agreement(stage.standings) for stage in stages),
    )


def _shares(found: Iterable[tuple[bool, int]]) -> dict[int, Share]:
    sat, won = Counter[int](), Counter[int]()
    for is_winner, where in found:
        sat[where] += 1
        won[where] += is_winner
    return {
        where: Share(won[where] / max(won.total(), 1), sat[where] / sat.total())
        for where in sorted(sat)
    }


def agreement(ranking: Sequence[int]) -> float:
    """Return Spearman's correlation of a ranking with the numbers of the entrants from 1.

    >>> agreement([1, 2, 3]), agreement([3, 2, 1])
    (1.0, -1.0)
    """
    size = len(ranking)
    squares = sum((entrant - rank) ** 2 for rank, entrant in enumerate(ranking, start=1))
    return 1 - 6 * squares / (size * (size * size - 1)) if size > 1 else 1.0
