"""Elo for tables: every pair at the table is a game, and a match weighs the same at any size.

The change of player i is K / (n - 1) times the sum over opponents j of S_ij - E_ij, with S 1, 0.5
or 0 and E_ij = 1 / (1 + 10 ** ((R_j - R_i) / scale)) (Elo, The Rating of Chessplayers, 1978, for
two; the sum over pairs is Board Game Arena's and multielo's, with K / (n - 1) in place of their
2K / n, so that a win among equals gains as much at a table of six as at one of two).

K falls from `k_provisional` to `k` in one step, when the rating is no longer provisional, or by
`k_half` with every match: what is known of a player grows by as much with each result, so each
changes a rating by less than the one before, as in a Kalman filter.

Each pair's change is rounded to a thousandth by itself, so the rows of an explanation add up to the
change exactly, and while K is equal what one gains the other loses, to the last digit.
"""

from collections.abc import Sequence
from functools import cache
from typing import ClassVar

from games.messages import Message
from ratings.systems.core import (
    PARTS,
    PROVISIONAL,
    Pair,
    Parameter,
    Parameters,
    Rating,
    RatingSystem,
    Weights,
    weighed,
)
from ratings.systems.strength import DECADE, STEPS, strengths

make = tuple.__new__
"""Makes a Mark in half the time of calling it."""
WHOLE = 1.5 * 2**52
"""Added and taken away again, it leaves the nearest whole number, of two the even one: what `round`
does, in a fraction of its time. Between 2**52 and 2**53 floats are the whole numbers (IEEE 754)."""


@cache
def pairs_of(count: int) -> tuple[tuple[int, range], ...]:
    """Return every index of a table but the last, each with the indices that come after it."""
    return tuple((first, range(first + 1, count)) for first in range(count - 1))


class Elo(RatingSystem):
    """Pairwise Elo."""

    id: ClassVar[str] = "elo"
    title: ClassVar[str] = "Elo for tables"
    decimals: ClassVar[int] = 3
    spread: ClassVar[int] = 100_000
    takes_seats: ClassVar[bool] = True
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("start", 1500, 0, 5000, "The rating of a newcomer, in points."),
        Parameter("k", 24, 1, 400, "Points at stake in a match, once established."),
        Parameter("k_provisional", 64, 1, 400, "The same while the rating is provisional."),
        PROVISIONAL,
        Parameter(
            "k_half",
            0,
            0,
            1000,
            "Matches until k_provisional has come half way down to k, falling with every match;"
            " 0: it is k once the rating is no longer provisional.",
        ),
        Parameter("scale", DECADE, 50, 2000, "Points of lead that expect 10 of 11 wins."),
        Parameter("seat_term", 0, 0, 1, "1: learn what each seat is worth, and expect it."),
        Parameter("seat_prior", 100, 1, 10_000, "Matches after which half of it is believed."),
    )

    def __init__(self, parameters: Parameters) -> None:
        super().__init__(parameters)
        self._start = Rating(parameters["start"] * STEPS, 0, 0)
        self._k = parameters["k"] * STEPS
        self._k_provisional = parameters["k_provisional"] * STEPS
        self._provisional_games = parameters["provisional_games"]
        self._k_half = parameters["k_half"]
        self._scale = parameters["scale"]

    def initial(self) -> Rating:
        """Return a newcomer's rating."""
        return self._start

    def about_provisional(self) -> Message:
        """Return that more is at stake, where the parameters have it so."""
        if self._k_provisional <= self._k:
            return super().about_provisional()
        return Message(
            "With fewer than %(games)s matches the rating may be far from the truth, so it moves"
            " in larger steps.",
            games=self._provisional_games,
        )

    def stake(self, games: int) -> int:
        """Return K, in steps, of somebody with so many rated matches."""
        if self._k_half:
            return self._k + (self._k_provisional - self._k) * self._k_half // (
                self._k_half + games
            )
        return self._k if games >= self._provisional_games else self._k_provisional

    def strengths(self, marks: Sequence[Rating], terms: Sequence[int]) -> list[float]:
        """Return the strength of each player on its seat."""
        scale = self._scale
        if any(terms):
            ratings = [mark[0] + term for mark, term in zip(marks, terms, strict=True)]
        else:
            ratings = [mark[0] for mark in marks]
        if scale != DECADE:
            ratings = [rating * DECADE // scale for rating in ratings]
        return strengths(ratings)

    def rate(
        self,
        marks: Sequence[Rating],
        places: Sequence[int],
        terms: Sequence[int],
        weights: Weights | None = None,
    ) -> list[Rating]:
        """Return the marks after a match."""
        if weights is not None:
            rows = self.explain(marks, places, terms, weights)
            return [
                make(Rating, (mark[0] + sum(pair.change for pair in row), 0, mark[2] + 1))
                for mark, row in zip(marks, rows, strict=True)
            ]
        # A rebuild spends its time here, so the loop is written out.
        strong = self.strengths(marks, terms)
        count = len(marks)
        established, newcomer = self._k / (count - 1), self._k_provisional / (count - 1)
        known = self._provisional_games
        if self._k_half:
            stakes = [self.stake(mark[2]) / (count - 1) for mark in marks]
        else:
            stakes = [established if mark[2] >= known else newcomer for mark in marks]
        changes = [0.0] * count
        for first, later in pairs_of(count):
            place, mine, weight, gained = places[first], strong[first], stakes[first], 0.0
            for second in later:
                theirs, other = strong[second], places[second]
                if place < other:
                    upset = theirs / (mine + theirs)
                elif place > other:
                    upset = -mine / (mine + theirs)
                else:
                    upset = (theirs - mine) / (2.0 * (mine + theirs))
                change = weight * upset + WHOLE - WHOLE
                gained += change
                if stakes[second] != weight:
                    change = stakes[second] * upset + WHOLE - WHOLE
                changes[second] -= change
            changes[first] += gained
        return [
            make(Rating, (mark[0] + int(change), 0, mark[2] + 1))
            for mark, change in zip(marks, changes, strict=True)
        ]

    def explain(
        self,
        marks: Sequence[Rating],
        places: Sequence[int],
        terms: Sequence[int],
        weights: Weights | None = None,
    ) -> list[list[Pair]]:
        """Return what each opponent contributed."""
        strong = self.strengths(marks, terms)
        others = len(marks) - 1
        rows: list[list[Pair]] = []
        for player, mark in enumerate(marks):
            weight = self.stake(mark.games) / others
            rows.append([])
            for opponent in range(len(marks)):
                if opponent == player:
                    continue
                behind = places[opponent] - places[player]
                upset = surprise(strong[player], strong[opponent], behind)
                actual = 0.5 if behind == 0 else float(behind > 0)
                part = PARTS if weights is None else weights[player][opponent]
                change = weighed(round(weight * upset), part)
                at_stake = weight * part / (STEPS * PARTS)
                pair = Pair(opponent, actual - upset, actual, at_stake, change)
                rows[-1].append(pair)
        return rows

    def expected(self, marks: Sequence[Rating]) -> list[float]:
        """Return the mean share that each player is expected to take, whatever the seats."""
        strong = self.strengths(marks, [0] * len(marks))
        others = len(marks) - 1
        return [
            sum(sorted(mine / (mine + each) for each in strong[:seat] + strong[seat + 1 :]))
            / others
            for seat, mine in enumerate(strong)
        ]


def surprise(mine: float, theirs: float, behind: int) -> float:
    """Return actual minus expected score; `behind` is positive when the opponent came later.

    Seen from the other side it is exactly the negative.
    """
    if behind > 0:
        return theirs / (mine + theirs)
    if behind < 0:
        return -mine / (mine + theirs)
    return (theirs - mine) / (2 * (mine + theirs))
