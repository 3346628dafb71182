"""Standings: tiers, points, then tie-breaks in the organiser's order, every step shown. Pure."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from tournaments.record import Entrant, Record
from tournaments.tiebreaks.core import Value
from tournaments.tiebreaks.registry import find


class Line(NamedTuple):
    """An entrant in the standings."""

    entrant: Entrant
    rank: int
    """From 1; who cannot be told apart share a rank (1, 2, 2, 4)."""
    tier: tuple[int, ...]
    """What ranks above points: a round reached, a final's place."""
    points: int
    """Units, penalties taken off."""
    penalty: int
    played: int
    values: Mapping[str, Value]
    """By tie-break: only those that were needed to tell the entrant from somebody."""


def standings(  # noqa: PLR0913 - what a stage knows of its entrants
    record: Record,
    tiebreaks: Sequence[str],
    *,
    tiers: Mapping[Entrant, tuple[int, ...]] | None = None,
    entrants: Sequence[Entrant] | None = None,
    points: Mapping[Entrant, int] | None = None,
    void: frozenset[Entrant] = frozenset(),
) -> list[Line]:
    """Return the lines of all entrants, best first; a tie-break is applied only where needed.

    `points` are what the format counts, where that is not the sum of the tables' points. The
    results of those in `void` are: all their points are taken away, and no win breaks a tie.
    """
    everybody = record.entrants if entrants is None else tuple(entrants)
    heights = tiers or {}
    values: dict[Entrant, dict[str, Value]] = {entrant: {} for entrant in everybody}
    groups: dict[tuple[tuple[int, ...], int], list[Entrant]] = {}
    counted = record.points if points is None else points
    taken = {each: record.penalties.get(each, 0) for each in everybody}
    taken |= {each: max(taken[each], counted.get(each, 0)) for each in everybody if each in void}
    for entrant in everybody:
        left = counted.get(entrant, 0) - taken[entrant]
        groups.setdefault((heights.get(entrant, ()), left), []).append(entrant)
    lines: list[Line] = []
    for (tier, total), level in sorted(groups.items(), reverse=True):
        out = [each for each in level if each in void]
        kept = [each for each in level if each not in void]
        tied_groups = _separated(record, kept, tuple(tiebreaks), values) if kept else []
        for tied in [*tied_groups, *([sorted(out)] if out else [])]:
            rank = len(lines) + 1
            lines += [
                Line(
                    entrant,
                    rank,
                    tier,
                    total,
                    taken[entrant],
                    sum(1 for _ in record.results(entrant)) if entrant in record.seatings else 0,
                    values[entrant],
                )
                for entrant in tied
            ]
    return lines


def _separated(
    record: Record,
    level: list[Entrant],
    tiebreaks: tuple[str, ...],
    values: dict[Entrant, dict[str, Value]],
) -> list[list[Entrant]]:
    """Return those who are level in order, in groups that no tie-break tells apart."""
    if len(level) < 2 or not tiebreaks:
        return [sorted(level)]
    first, rest = tiebreaks[0], tiebreaks[1:]
    found = find(first).values(record, level)
    by_value: dict[Fraction, list[Entrant]] = {}
    for entrant in level:
        values[entrant][first] = found[entrant]
        by_value.setdefault(found[entrant].value, []).append(entrant)
    # A group that has become smaller may have met where the larger one had not.
    again = tiebreaks if first == "direct_encounter" and len(by_value) > 1 else rest
    return [
        tied
        for value in sorted(by_value, reverse=True)
        for tied in _separated(record, by_value[value], again, values)
    ]


def format_value(value: Fraction) -> str:
    """Return a tie-break's value for people: whole, with up to four decimals, or as it is."""
    if value.denominator == 1:
        return str(value.numerator)
    return f"{float(value):.4f}".rstrip("0")
