"""OpenSkill: a rating with its uncertainty, by the library `openskill`.

The model is Bradley-Terry with partial pairs over the whole table (Weng and Lin, A Bayesian
Approximation Method for Online Ranking, JMLR 12, 2011, Algorithm 3 averaged over the opponents).
Of the library's models it is the one that stays monotone with ties; the default, Plackett-Luce,
gives a shared third place more than a shared first.
"""

from collections.abc import Sequence
from math import exp, sqrt
from typing import ClassVar

from openskill.models import BradleyTerryPart

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

STEPS = 1_000_000
WINDOW = 6
"""Opponents on either side that count: all, at the largest table."""


class OpenSkill(RatingSystem):
    """Weng-Lin ratings: mu and sigma."""

    id: ClassVar[str] = "openskill"
    title: ClassVar[str] = "OpenSkill (Weng-Lin)"
    decimals: ClassVar[int] = 6
    spread: ClassVar[int] = 4_000_000
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("mu", 25_000, 0, 10_000_000, "A newcomer's rating, in thousandths."),
        Parameter("sigma", 8333, 1, 10_000_000, "A newcomer's uncertainty, in thousandths."),
        Parameter("beta", 4167, 1, 10_000_000, "The luck of one match, in thousandths."),
        Parameter("tau", 83, 0, 1_000_000, "What a match adds to doubt, in thousandths."),
        PROVISIONAL,
    )

    def __init__(self, parameters: Parameters) -> None:
        super().__init__(parameters)
        self._start = Rating(parameters["mu"] * 1000, parameters["sigma"] * 1000, 0)
        self._beta = parameters["beta"] / 1000
        self._tau = parameters["tau"] / 1000
        self._model = BradleyTerryPart(
            mu=parameters["mu"] / 1000,
            sigma=parameters["sigma"] / 1000,
            beta=self._beta,
            tau=self._tau,
            window_size=WINDOW,
        )

    def initial(self) -> Rating:
        """Return a newcomer's rating and uncertainty."""
        return self._start

    def about_provisional(self) -> Message:
        """Return that steps go by the uncertainty, not by the number of matches."""
        return Message(
            "With fewer than %(games)s matches the rating may be far from the truth. Its steps"
            " become smaller as the uncertainty (±) shrinks.",
            games=self.values["provisional_games"],
        )

    def rate(
        self,
        marks: Sequence[Rating],
        places: Sequence[int],
        terms: Sequence[int],  # noqa: ARG002 - It takes no seats.
        weights: Weights | None = None,
    ) -> list[Rating]:
        """Return the marks after a match; the order of the seats makes no difference.

        The library rates a table as a whole, so of a player's change the mean weight is taken.
        """
        # The library sums in the order it is given, so it is given one order.
        order = sorted(range(len(marks)), key=lambda seat: (places[seat], marks[seat]))
        teams = [
            [self._model.rating(mu=marks[seat][0] / STEPS, sigma=marks[seat][1] / STEPS)]
            for seat in order
        ]
        rated = self._model.rate(teams, ranks=[float(places[seat]) for seat in order])
        after: list[Rating] = list(marks)
        for seat, (player,) in zip(order, rated, strict=True):
            mu, sigma = round(player.mu * STEPS), round(player.sigma * STEPS)
            after[seat] = Rating(mu, sigma, marks[seat][2] + 1)
        if weights is None:
            return after
        return [
            _part(mark, whole, sum(own) // (len(marks) - 1))
            for mark, whole, own in zip(marks, after, weights, strict=True)
        ]

    def explain(
        self,
        marks: Sequence[Rating],
        places: Sequence[int],
        terms: Sequence[int],  # noqa: ARG002 - It takes no seats.
        weights: Weights | None = None,
    ) -> list[list[Pair]]:
        """Return what each opponent contributed to mu (Weng and Lin, equations 22 to 25)."""
        mus = [mark.rating / STEPS for mark in marks]
        variances = [(mark.deviation / STEPS) ** 2 + self._tau**2 for mark in marks]
        others = len(marks) - 1
        rows: list[list[Pair]] = []
        for player in range(len(marks)):
            rows.append([])
            for opponent in range(len(marks)):
                if opponent == player:
                    continue
                spread = sqrt(variances[player] + variances[opponent] + 2 * self._beta**2)
                expected = 1 / (1 + exp((mus[opponent] - mus[player]) / spread))
                behind = places[opponent] - places[player]
                actual = 0.5 if behind == 0 else float(behind > 0)
                weight = variances[player] / spread / others
                if weights is not None:
                    weight *= weights[player][opponent] / PARTS
                change = round(weight * (actual - expected) * STEPS)
                rows[-1].append(Pair(opponent, expected, actual, weight, change))
        return rows


def _part(before: Rating, after: Rating, weight: int) -> Rating:
    """Return the mark after a match of which only a part counts."""
    mu = before[0] + weighed(after[0] - before[0], weight)
    sigma = before[1] + weighed(after[1] - before[1], weight)
    return Rating(mu, sigma, after[2])
