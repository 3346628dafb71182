"""Ways to score the tables of a deal against one another, and what each tells of the players."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from statistics import fmean, pstdev, pvariance
from typing import NamedTuple

CUT = 1.5
"""Standard deviations beyond which a difference counts as that."""


class Seated(NamedTuple):
    """What a player has made of a seat of a deal at one of its tables."""

    deal: int
    table: int
    seat: int
    level: int
    share: float
    """The part of the others left behind."""
    margin: float
    """The score less the mean of the others'."""


Group = list[tuple[Seated, float]]
"""Those who had the same seat of a deal, with a value each."""


def grouped(
    results: Sequence[Seated], values: Iterable[float], by: Callable[[Seated], Hashable]
) -> Mapping[Hashable, Group]:
    """Return results with their values, in groups."""
    groups: dict[Hashable, Group] = defaultdict(list)
    for result, value in zip(results, values, strict=True):
        groups[by(result)].append((result, value))
    return groups


def without(
    results: Sequence[Seated], values: Sequence[float], by: Callable[[Seated], Hashable]
) -> list[float]:
    """Return the values less the mean of each one's group."""
    groups = grouped(results, values, by)
    means = {key: fmean(value for _, value in group) for key, group in groups.items()}
    return [value - means[by(result)] for result, value in zip(results, values, strict=True)]


def levelled(results: Sequence[Seated], values: Sequence[float]) -> list[list[float]]:
    """Return the values by seat of a deal, less what the seat and the player's level bring."""
    rest = without(results, without(results, values, lambda r: r.seat), lambda r: r.level)
    groups = grouped(results, rest, lambda r: (r.deal, r.seat))
    return [[value for _, value in group] for group in groups.values()]


def intraclass(groups: Sequence[Sequence[float]]) -> float:
    """Return the part of the variance that lies between groups of one size (one-way ANOVA)."""
    size = len(groups[0])
    whole = fmean(value for group in groups for value in group)
    means = [fmean(group) for group in groups]
    between = size * sum((mean - whole) ** 2 for mean in means) / (len(groups) - 1)
    within = sum(
        (value - mean) ** 2 for group, mean in zip(groups, means, strict=True) for value in group
    ) / (len(groups) * (size - 1))
    return (between - within) / (between + (size - 1) * within)


def plain(group: Sequence[float]) -> list[float]:
    """Return the values as they are."""
    return list(group)


def matchpoints(group: Sequence[float]) -> list[float]:
    """Return the part of the others that each is above; half for a tie."""
    return [
        (sum(value > other for other in group) + (sum(value == other for other in group) - 1) / 2)
        / (len(group) - 1)
        for value in group
    ]


def less_mean(group: Sequence[float], part: float = 1.0) -> list[float]:
    """Return each value less so much of the others' mean."""
    total, others = sum(group), len(group) - 1
    return [value - part * (total - value) / others for value in group]


def best_part(groups: Sequence[Sequence[float]]) -> float:
    """Return how much of the others' mean is best taken off: rho / (rho + (1 - rho) / others)."""
    rho = max(0.0, intraclass(groups))
    return rho / (rho + (1 - rho) / (len(groups[0]) - 1))


SCORINGS = (
    "placing",
    "matchpoints on placing",
    "matchpoints, placing then margin",
    "matchpoints on margin",
    "difference of placing",
    "difference of margin",
    "the same, cut",
    "the same, signed root",
    "margin, no comparison",
    "margin less the best part of the mean",
    "the same of placing",
)


def scored(results: Sequence[Seated]) -> dict[str, list[tuple[Seated, float]]]:
    """Return what each result scores, each way."""
    margins = [result.margin for result in results]
    shares = [result.share for result in results]
    spread = pstdev(margins)
    of_margin, of_share = (best_part(levelled(results, values)) for values in (margins, shares))
    both = [share + margin / 1000 for share, margin in zip(shares, margins, strict=True)]

    def by_seat(values: Sequence[float], how: Callable[[list[float]], list[float]]) -> Group:
        groups = grouped(results, values, lambda r: (r.deal, r.seat)).values()
        return [
            (result, value)
            for group in groups
            for (result, _), value in zip(group, how([each for _, each in group]), strict=True)
        ]

    differences = by_seat(margins, less_mean)
    return {
        "placing": by_seat(shares, plain),
        "matchpoints on placing": by_seat(shares, matchpoints),
        "matchpoints, placing then margin": by_seat(both, matchpoints),
        "matchpoints on margin": by_seat(margins, matchpoints),
        "difference of placing": by_seat(shares, less_mean),
        "difference of margin": differences,
        "the same, cut": [(r, max(-CUT * spread, min(CUT * spread, x))) for r, x in differences],
        "the same, signed root": [
            (r, abs(x) ** 0.5 * (1 if x > 0 else -1)) for r, x in differences
        ],
        "margin, no comparison": by_seat(margins, plain),
        "margin less the best part of the mean": by_seat(
            margins, lambda group: less_mean(group, of_margin)
        ),
        "the same of placing": by_seat(shares, lambda group: less_mean(group, of_share)),
    }


def information(results: Sequence[Seated]) -> dict[str, float]:
    """Return how much a match tells of its players, each way, in parts of the first.

    That is the variance between levels over that within, the seats' effects taken out: as many
    matches fewer tell two players apart as surely.
    """
    told = {}
    for name, group in scored(results).items():
        seats, values = [result for result, _ in group], [value for _, value in group]
        rest = without(seats, values, lambda r: r.seat)
        by_level = grouped(seats, rest, lambda r: r.level)
        means = {level: fmean(value for _, value in each) for level, each in by_level.items()}
        within = pvariance([x - means[r.level] for r, x in zip(seats, rest, strict=True)])
        told[name] = pvariance(means.values()) / within
    first = told[SCORINGS[0]]
    return {name: value / first for name, value in told.items()}
