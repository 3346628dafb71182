"""What a draw of a tournament hangs on, and what calls for another one. Pure.

Every draw binds its facts: who plays, what was played, how it is to be paired. Whoever wants
another result has to change one of them, where everybody sees it.
"""

from typing import NamedTuple

from eventstore.canonical import encode
from games import fair_draws
from games.json_types import JsonObject
from tournaments import stage_plan
from tournaments.events import DrawKind
from tournaments.record import Entrant
from tournaments.state import RoundState, TournamentState


class Occasion(NamedTuple):
    """What is drawn."""

    kind: DrawKind
    round: int = 0
    """Of seeds and lots there is none."""
    pinned: tuple[tuple[Entrant, ...], ...] = ()
    """The seats of tables that stay."""
    places: tuple[int, ...] = ()
    """Of the tables to be dealt."""
    method: str = ""
    """How seeds are assigned."""
    format: str = ""
    """The format and its version that a recorded draw names; by default those of this program."""
    series: str = ""
    """The series by whose standings seeds are assigned."""
    publishes: bool = False
    """Whether the round is published at once, and the tournament goes on by itself."""


def facts(state: TournamentState, occasion: Occasion) -> JsonObject:
    """Return what a draw hangs on, as `docs/fair-draws.md` names it; no times and no ids."""
    round_ = _round_of(state, occasion)
    number = stage_number(state, occasion)
    sizes = stage_plan.sizes_of(state, number)
    # Where seeds are drawn, those from before are no ground.
    seeds = sorted(state.present) if occasion.kind == "seeds" else _seeds(state, number)
    present = {*state.present}
    said: JsonObject = {
        "active": [each for each in seeds if each in present],
        "apart": sorted(map(list, {*state.apart, *stage_plan.teammates(state)})),
        "byes": _byes(state, occasion.round),
        "decided": _decided(state),
        "format": occasion.format or format_now(state, number),
        "kind": occasion.kind,
        "options": {"method": occasion.method}
        if occasion.kind == "seeds"
        else dict(state.stage_settings(number)["options"]),
        "out": sorted(each for each in seeds if each not in present),
        "penalties": _penalties(state),
        "pinned": sorted(map(list, occasion.pinned)),
        "results": _results(state),
        "round": occasion.round,
        "seeds": seeds,
        "sizes": [sizes.least, sizes.target, sizes.most],
        "stage": number,
        "teams": _teams(state),
    }
    if occasion.kind == "deal" and round_ is not None:
        said["tables"] = [list(round_.tables[place - 1].seats) for place in occasion.places]
    return said


def stage_number(state: TournamentState, occasion: Occasion) -> int:
    """Return the stage that is drawn for, from 0."""
    round_ = _round_of(state, occasion)
    return round_.stage if round_ is not None else max(len(state.stages) - 1, 0)


def format_now(state: TournamentState, number: int) -> str:
    """Return the format of a stage, and which version of it this program has."""
    form = stage_plan.format_of(state, number)
    return f"{form.id}@{form.version}"


def _round_of(state: TournamentState, occasion: Occasion) -> RoundState | None:
    """Return the round that a draw repairs or deals; None where it is still to be made."""
    if occasion.kind not in {"repair", "deal"}:
        return None
    return state.rounds[occasion.round - 1]


def _seeds(state: TournamentState, number: int) -> list[Entrant]:
    """Return the entrants of a stage by seed; before the start those who are there."""
    if state.stages:
        return list(state.stages[number].entrants)
    last = len(state.entrants) + 1
    return sorted(state.present, key=lambda each: (state.entrants[each].seed or last, each))


def _byes(state: TournamentState, number: int) -> list[list[int | None]]:
    """Return who has had byes, or has booked one for the round that is drawn, with its units."""
    asked: dict[tuple[int, int], int | None] = {}
    if 0 < number <= len(state.rounds):
        asked = {(number, each): None for each in state.rounds[number - 1].sitting_out}
    asked |= {(number, each): units for each, units in state.booked.get(number, {}).items()}
    found = {(row[0], row[1]): row[2] for row in _byes_had(state)}
    return [[*each, units] for each, units in sorted((asked | found).items())]


def _byes_had(state: TournamentState) -> list[tuple[int, int, int | None]]:
    """Return a row for each bye of a published round; units where it brings its own."""
    return sorted(
        (each.number, entrant, each.granted.get(entrant))
        for each in state.rounds
        if each.published
        for entrant in each.byes
    )


def _teams(state: TournamentState) -> JsonObject | None:
    """Return who plays for which team, in the order of their boards, without names."""
    if state.teams is None:
        return None
    return {
        "apart": state.teams.apart,
        "best": state.teams.best,
        "members": [list(each.entrants) for each in state.teams.teams],
        "tiebreaks": list(state.teams.tiebreaks),
    }


def _decided(state: TournamentState) -> list[list[object]]:
    """Return a row for each tie that was decided."""
    return [
        [each.number, place, list(table.decided)]
        for each in state.rounds
        for place, table in enumerate(each.tables, start=1)
        if table.decided
    ]


def _penalties(state: TournamentState) -> list[list[int]]:
    at_tables = [
        [each.entrant, each.units] for _, table in state.tables() for each in table.penalties
    ]
    given = [[each.number, each.penalty] for each in state.entrants.values() if each.penalty]
    return sorted(given + at_tables)


def _results(state: TournamentState) -> list[list[object]]:
    """Return a row for every published table, in order."""
    return [
        [
            each.number,
            place,
            list(table.seats),
            None if table.places is None else list(table.places),
            None if table.scores is None else list(table.scores),
            ("none" if table.unpaid else "bye") if table.void else "",
            sorted(table.absent),
        ]
        for each in state.rounds
        if each.published
        for place, table in enumerate(each.tables, start=1)
    ]


def grounds_of(state: TournamentState, occasion: Occasion) -> str:
    """Return the hash of what calls for another draw: who is there, and what was played.

    What the staff sets as it likes is not among it, else nothing would limit redraws: who is kept
    apart, byes that are booked, penalties, sizes, options, the order before the start.
    """
    number = stage_number(state, occasion)
    seeds = _seeds(state, number)
    present = {*state.present}
    said: JsonObject = {
        "active": sorted({*seeds} & present),
        "byes": [list(each) for each in _byes_had(state)],
        "decided": _decided(state),
        "out": sorted({*seeds} - present),
        "results": _results(state),
        "round": occasion.round,
        "seeds": len(seeds),
        "stage": number,
    }
    return fair_draws.facts_bind(encode(said)).hex()
