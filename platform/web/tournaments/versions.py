"""What the players of a table say against each other, side by side."""

from collections.abc import Sequence
from typing import NamedTuple

from tournaments.record import Entrant
from tournaments.services import result_checks
from tournaments.state import TableState, TournamentState


class Version(NamedTuple):
    """How a table ended, as one of its players says."""

    entrant: Entrant
    by: str
    rows: list[tuple[str, int, int | None, bool]]
    """By seat: name, place, score, and whether this is where the versions differ."""
    fields: list[tuple[str, int]]
    """The form that makes it the result."""
    words: str
    """The scores by seat, or the places where there are none."""


def versions(state: TournamentState, table: TableState) -> list[Version]:
    """Return what players say of a table whose result nobody has confirmed."""
    reports = table.versions
    pairs = [
        [
            (place, None if each.scores is None else each.scores[seat])
            for seat, place in enumerate(each.places)
        ]
        for each in reports.values()
    ]
    differs = [len(set(seat)) > 1 for seat in zip(*pairs, strict=True)]
    found = []
    for by, said in reports.items():
        scores = said.scores or []
        rows = [
            (state.name(each), place, scores[seat] if scores else None, differs[seat])
            for seat, (each, place) in enumerate(zip(table.seats, said.places, strict=True))
        ]
        fields = [(f"place_{seat}", place) for seat, place in enumerate(said.places)]
        fields += [(f"score_{seat}", score) for seat, score in enumerate(scores)]
        fields += _of_several(state, table, scores)
        words = ", ".join(map(str, scores or said.places)).replace("-", "\N{MINUS SIGN}")
        found.append(Version(by, state.name(by), rows, fields, words))
    return found


def _of_several(
    state: TournamentState, table: TableState, scores: Sequence[int]
) -> list[tuple[str, int]]:
    """Return what a form says besides, where a table has several matches."""
    if result_checks.sum_of_table(state, table) > 1:
        return [("match", len(table.counted) + 1)]
    length = result_checks.best_of_table(state, table)
    drawn = (
        number
        for number in range(2 * length + 1)
        if length > 1 and result_checks.is_decided(state, table, scores, drawn=number)
    )
    return [("drawn", number) for number in drawn][:1]
