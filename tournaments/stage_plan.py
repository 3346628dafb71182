"""What the plan says of a tournament's stages: format, sizes, options, how long they take. Pure."""

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import NamedTuple

from games.json_types import JsonMapping
from tournaments.formats import registry
from tournaments.formats.core import Format, InfeasibleError, Options, Sizes
from tournaments.record import Entrant
from tournaments.state import TournamentState


def format_of(state: TournamentState, stage: int) -> Format:
    """Return the format of a stage, from 0."""
    return registry.find(state.stage_settings(stage)["format"])


def sizes_of(state: TournamentState, stage: int) -> Sizes:
    """Return the sizes of tables of a stage."""
    table: Mapping[str, int] = state.stage_settings(stage).get("table") or state.settings["table"]
    return Sizes(table["min"], table["target"], table["max"])


def options_of(state: TournamentState, stage: int) -> Options:
    """Return the checked options of a stage's format."""
    given: JsonMapping = state.stage_settings(stage)["options"]
    return format_of(state, stage).check_options(given)


def best_of(state: TournamentState, stage: int) -> int:
    """Return how many matches a table of a stage has at most; 1 where the one match decides."""
    found: int = state.stage_settings(stage).get("best_of", 1)
    return found


def sum_of(state: TournamentState, stage: int) -> int:
    """Return how many matches each table of a stage has, whose points are added up; mostly 1."""
    found: int = state.stage_settings(stage).get("sum_of", 1)
    return found


def has_several(state: TournamentState, stage: int) -> bool:
    """Tell whether a table of a stage may have more than one match."""
    return best_of(state, stage) > 1 or sum_of(state, stage) > 1


class Length(NamedTuple):
    """How many rounds a stage of the plan takes."""

    rounds: int | None
    """If all stay and nobody ties; None where it hangs on who wins, or on a clock."""
    most: int | None
    """After which it is over, whatever happens; None where a clock ends it."""


UNKNOWN = Length(None, None)


def length_of(state: TournamentState, number: int) -> Length:
    """Return how long a stage, from 0, takes with whoever began it, or would begin it now.

    UNKNOWN where the stage cannot take so many.
    """
    form, sizes, options = (
        format_of(state, number),
        sizes_of(state, number),
        options_of(state, number),
    )
    if form.of_teams:
        entrants = len(members_of(state))
    elif number < len(state.stages):
        entrants = len(state.stages[number].entrants)
    else:
        entrants = state.stage_settings(number)["take"] or len(state.present)
    try:
        form.check(entrants, sizes, options)
    except InfeasibleError:
        return UNKNOWN
    return Length(form.rounds(entrants, sizes, options), form.rounds_max(entrants, sizes, options))


def members_of(state: TournamentState) -> tuple[tuple[Entrant, ...], ...]:
    """Return the members of each team, in the order of their boards; none without teams."""
    return () if state.teams is None else tuple(tuple(each.entrants) for each in state.teams.teams)


def teammates(state: TournamentState) -> Iterator[tuple[Entrant, Entrant]]:
    """Yield the pairs of teammates who are not to meet while that is possible."""
    if state.teams is not None and state.teams.apart:
        for team in state.teams.teams:
            yield from combinations(sorted(team.entrants), 2)


def has_boards(state: TournamentState) -> bool:
    """Tell whether teams meet on boards."""
    return format_of(state, 0).of_teams
