"""What the players of a table say against each other, side by side, for whoever decides."""

from typing import NamedTuple

from tournaments.state import TableState, TournamentState


class Version(NamedTuple):
    """How a table ended, as one of its players says."""

    by: str
    rows: list[tuple[str, int, int | None, bool]]
    """By seat: name, place, score, and whether this is where the versions differ."""
    fields: list[tuple[str, int]]
    """The form that makes it the result."""
    words: str
    """The scores by seat, or the places where there are none."""


def versions(state: TournamentState, table: TableState) -> list[Version]:
    """Return what players say of a table whose result nobody has confirmed."""
    told = table.versions
    pairs = [
        [
            (place, None if each.scores is None else each.scores[seat])
            for seat, place in enumerate(each.places)
        ]
        for each in told.values()
    ]
    differs = [len(set(seat)) > 1 for seat in zip(*pairs, strict=True)]
    found = []
    for by, said in told.items():
        scores = said.scores or []
        rows = [
            (state.name(each), place, scores[seat] if scores else None, differs[seat])
            for seat, (each, place) in enumerate(zip(table.seats, said.places, strict=True))
        ]
        fields = [(f"place_{seat}", place) for seat, place in enumerate(said.places)]
        fields += [(f"score_{seat}", score) for seat, score in enumerate(scores)]
        words = ", ".join(map(str, scores or said.places)).replace("-", "\N{MINUS SIGN}")
        found.append(Version(state.name(by), rows, fields, words))
    return found


def disputed(state: TournamentState) -> list[tuple[int, TableState, list[Version]]]:
    """Return the tables whose players say different things, with their numbers."""
    return [
        (number, table, versions(state, table))
        for round_ in state.rounds
        for number, table in enumerate(round_.tables, start=1)
        if table.is_disputed
    ]
