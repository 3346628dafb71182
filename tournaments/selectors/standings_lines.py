"""The standings of a tournament."""

from msgspec import UNSET

from api.problems import Problem
from games.messages import Message
from tournaments import bounds, stage_queries
from tournaments.answers import AddendShown, Standings, StandingsLine, TieBreakExplained
from tournaments.points.core import in_points
from tournaments.standings import Line, format_value
from tournaments.state import TournamentState


def standings(
    state: TournamentState, *, until: int | None = None, explain: bool = False
) -> Standings:
    """Return the standings, after a round if one is named, with the tie-breaks' sums if asked."""
    if until is not None:
        state = after_round(state, until)
    # What could still happen after a round of the past is known.
    ranges = bounds.ranks(state) if until is None else {}
    return Standings(
        version=state.version,
        tiebreaks=state.settings["tiebreaks"],
        results=[
            _line(state, line, ranges.get(line.entrant), explain=explain)
            for line in stage_queries.lines_of(state)
        ],
    )


def after_round(state: TournamentState, number: int) -> TournamentState:
    """Return the tournament as if no later round had been paired; raises not_found."""
    if not 1 <= number <= len(state.rounds):
        raise Problem("not_found", Message("There is no round %(round)s yet.", round=number))
    del state.rounds[number:]
    del state.stages[state.rounds[-1].stage + 1 :]
    return state


def _line(
    state: TournamentState, line: Line, within: bounds.Range | None, *, explain: bool
) -> StandingsLine:
    entrant = state.entrants[line.entrant]
    explained = {
        name: TieBreakExplained(
            value=str(value.value),
            addends=[
                AddendShown(
                    text=addend.text,
                    value=str(addend.value),
                    kind=addend.kind,
                    round=addend.round,
                    opponents=list(addend.opponents),
                )
                for addend in value.addends
            ],
            text=value.remark or "",
        )
        for name, value in (line.values.items() if explain else ())
    }
    return StandingsLine(
        rank=line.rank,
        best_rank=None if within is None else within.best,
        worst_rank=None if within is None else within.worst,
        entrant=line.entrant,
        name=entrant.name,
        presence=entrant.presence,
        no_shows=entrant.no_shows,
        left_why=entrant.left_why,
        points=in_points(line.points),
        points_units=line.points,
        penalty=in_points(line.penalty),
        played=line.played,
        tiebreaks={name: format_value(value.value) for name, value in line.values.items()},
        explained=explained if explain else UNSET,
    )
