"""Elo for tables: every pair at the table is a game, and a match weighs the same at any size.

The change of player i is K / (n - 1) times the sum over opponents j of S_ij - E_ij, with S 1, 0.5
or 0 and E_ij = 1 / (1 + 10 ** ((R_j - R_i) / scale)) (Elo, The Rating of Chessplayers, 1978, for
two; the sum over pairs is Board Game Arena's and multielo's, with K / (n - 1) in place of their
2K / n, so that a win among equals gains as much at a table of six as at one of two).

Each pair's change is rounded to a thousandth by itself, so the rows of an explanation add up to the
change exactly, and while K is equal what one gains the other loses, to the last digit.
"""

from collections.abc import Sequence
from typing import ClassVar

from ratings.systems.core import PROVISIONAL, Mark, Pair, Parameter, Parameters, RatingSystem
from ratings.systems.strength import DECADE, STEPS, strength

make = tuple.__new__
"""Makes a Mark in half the time of calling it."""


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
        Parameter("scale", DECADE, 50, 2000, "Points of lead that expect 10 of 11 wins."),
        Parameter("seat_term", 0, 0, 1, "1: learn what each seat is worth, and expect it."),
        Parameter("seat_prior", 100, 1, 10_000, "Matches after which half of it is believed."),
    )

    def __init__(self, parameters: Parameters) -> None:
        super().__init__(parameters)
        self._start = Mark(parameters["start"] * STEPS, 0, 0)
        self._k = parameters["k"] * STEPS
        self._k_provisional = parameters["k_provisional"] * STEPS
        self._provisional_games = parameters["provisional_games"]
        self._scale = parameters["scale"]

    def start(self) -> Mark:
        """Return a newcomer's rating."""
        return self._start

    def strengths(self, marks: Sequence[Mark], terms: Sequence[int]) -> list[float]:
        """Return the strength of each player on its seat."""
        scale = self._scale
        if scale == DECADE:
            return [strength(mark[0] + terms[seat]) for seat, mark in enumerate(marks)]
        return [
            strength((mark[0] + term) * DECADE // scale)
            for mark, term in zip(marks, terms, strict=True)
        ]

    def rate(
        self, marks: Sequence[Mark], places: Sequence[int], terms: Sequence[int]
    ) -> list[Mark]:
        """Return the marks after a match."""
        # A rebuild spends its time here, so the loop is written out.
        strengths = self.strengths(marks, terms)
        others = len(marks) - 1
        established, newcomer = self._k / others, self._k_provisional / others
        known = self._provisional_games
        weights = [established if mark[2] >= known else newcomer for mark in marks]
        ratings = [mark[0] for mark in marks]
        for first in range(others):
            place, mine, weight = places[first], strengths[first], weights[first]
            for second in range(first + 1, others + 1):
                theirs, behind = strengths[second], places[second] - place
                if behind > 0:
                    upset = theirs / (mine + theirs)
                elif behind < 0:
                    upset = -mine / (mine + theirs)
                else:
                    upset = (theirs - mine) / (2 * (mine + theirs))
                change = round(weight * upset)
                ratings[first] += change
                if weights[second] != weight:
                    change = round(weights[second] * upset)
                ratings[second] -= change
        return [make(Mark, (ratings[player], 0, mark[2] + 1)) for player, mark in enumerate(marks)]

    def explain(
        self, marks: Sequence[Mark], places: Sequence[int], terms: Sequence[int]
    ) -> list[list[Pair]]:
        """Return what each opponent contributed."""
        strengths = self.strengths(marks, terms)
        others = len(marks) - 1
        rows: list[list[Pair]] = []
        for player, mark in enumerate(marks):
            k = self._k_provisional if self.is_provisional(mark) else self._k
            weight = k / others
            rows.append([])
            for opponent in range(len(marks)):
                if opponent == player:
                    continue
                behind = places[opponent] - places[player]
                upset = surprise(strengths[player], strengths[opponent], behind)
                actual = 0.5 if behind == 0 else float(behind > 0)
                change = round(weight * upset)
                pair = Pair(opponent, actual - upset, actual, weight / STEPS, change)
                rows[-1].append(pair)
        return rows

    def expected(self, marks: Sequence[Mark]) -> list[float]:
        """Return the mean share that each player is expected to take, whatever the seats."""
        strengths = self.strengths(marks, [0] * len(marks))
        others = len(marks) - 1
        return [
            sum(sorted(mine / (mine + each) for each in strengths[:seat] + strengths[seat + 1 :]))
            / others
            for seat, mine in enumerate(strengths)
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
