"""The standings as pages show them: ranks, points, tie-breaks, who is in a place to go on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from tournaments import prizes, selectors, stage_queries
from tournaments.answers import StandingsLine
from tournaments.formats.group_plans import letter
from tournaments.state import Status
from web.tournaments import labels
from web.tournaments import prizes as prize_words
from web.tournaments.page_context import TournamentContext
from web.tournaments.people import Person

Context = dict[str, object]
MEDALS = 3


@dataclass(frozen=True, kw_only=True)
class StandingsRow:
    """An entrant's line of the standings."""

    rank: int
    entrant: int
    person: Person
    gone: bool
    presence: str
    left_why: str
    """Why the entrant has left, in the words of whoever said so; empty for most."""
    points: str
    penalty: str
    """Empty without one."""
    played: int
    values: Sequence[str]
    """Of the tie-breaks that are shown; empty where none was needed."""
    has_tiebreaks: bool
    mine: bool
    goes_on: bool
    """Whether the entrant would advance as it stands now."""
    right: str
    """By what right, where the rank alone does not decide."""
    group: str
    why: Sequence[Context] | None
    """The sums behind the tie-breaks, if they are unfolded."""
    cut: bool = False
    """Whether the line is the last of those who advance."""


@dataclass(frozen=True, kw_only=True)
class StandingsPage:
    """The standings, and what their tie-breaks mean."""

    lines: Sequence[StandingsRow]
    tiebreaks: Sequence[tuple[str, str]]
    abouts: Sequence[tuple[str, str]]
    going: int
    """How many advance."""
    grouped: bool
    staged: bool
    columns: int


def standings(
    visit: TournamentContext, *, until: int | None = None, why: int | None = None
) -> StandingsPage:
    """Return the standings, after a round if one is named; `why` unfolds one entrant's sums."""
    going = {} if until is not None else going_on(visit)
    state = visit.state
    if until is not None:
        state = selectors.state_of(visit.row.slug, visit.account)
    told = selectors.standings(state, until=until, explain=why is not None)
    used = [each for each in told.tiebreaks if any(each in line.tiebreaks for line in told.results)]
    grouped = groups(visit)
    lines = [_line(visit, line, used, going, grouped, why) for line in told.results]
    cut = max((place for place, line in enumerate(lines) if line.goes_on), default=-1)
    if going and cut + 1 == len(going):
        lines[cut] = replace(lines[cut], cut=True)
    return StandingsPage(
        lines=lines,
        tiebreaks=[(each, labels.tiebreak_title(each)) for each in used],
        abouts=[
            (labels.tiebreak_title(each), labels.tiebreak_about(each)) for each in told.tiebreaks
        ],
        going=len(going),
        grouped=bool(grouped),
        staged=len(visit.state.stages) > 1,
        columns=5 + len(used) + bool(grouped),
    )


def _line(  # noqa: PLR0913, PLR0917 - A line is put together from all of these.
    visit: TournamentContext,
    line: StandingsLine,
    used: Sequence[str],
    going: Mapping[int, str],
    grouped: Mapping[int, str],
    why: int | None,
) -> StandingsRow:
    own = visit.own
    return StandingsRow(
        rank=line.rank,
        entrant=line.entrant,
        person=visit.people[line.entrant],
        gone=line.presence in {"dropped", "disqualified", "withdrawn", "absent"},
        presence=labels.presence_words(line),
        left_why=line.left_why,
        points=labels.points(line.points),
        penalty="" if line.penalty == "0" else labels.points(line.penalty),
        played=line.played,
        values=[
            labels.number(line.tiebreaks[each]) if each in line.tiebreaks else "" for each in used
        ],
        has_tiebreaks=bool(line.tiebreaks),
        mine=own is not None and line.entrant == own.number,
        goes_on=line.entrant in going,
        right=going.get(line.entrant, ""),
        group=grouped.get(line.entrant, ""),
        why=explained(visit, line) if line.entrant == why else None,
    )


def explained(visit: TournamentContext, line: StandingsLine) -> list[Context]:
    """Return the sum behind each tie-break of a line that was needed."""
    return [
        {
            "title": labels.tiebreak_title(name),
            "about": labels.tiebreak_about(name),
            "value": labels.number(line.tiebreaks[name]),
            "exact": _exact(told.value),
            "addends": [
                (labels.addend(each, visit.people), labels.number(each.value))
                for each in told.addends
            ],
            "remark": labels.remark(told.text),
        }
        for name, told in (line.explained or {}).items()
    ]


def _exact(value: str) -> str:
    """Return a fraction that its decimals do not tell whole; else nothing."""
    return labels.number(value) if 10**4 % Fraction(value).denominator else ""


def going_on(visit: TournamentContext) -> dict[int, str]:
    """Return who would go on to the next stage or the final as it stands, and by what right.

    The right is empty where the rank alone decides. Nobody is, before the stage has a result.
    """
    state = visit.state
    if state.status is not Status.RUNNING or not state.stages:
        return {}
    number = len(state.stages) - 1
    rounds = [each for each in visit.published if each.stage == number]
    if not any(table.done for each in rounds for table in each.tables):
        return {}
    if number + 1 < len(state.settings["stages"]):
        rights = stage_queries.advancing(state, number)
        return {each.entrant: "" if each.code.isdigit() else each.code for each in rights}
    stage = stage_queries.stage_of(state, number=number)
    final = int(stage.options.get("final", 0))
    if final and len(stage.record.rounds) <= int(stage.options.get("rounds", 0)):
        best = [each for each in stage.standings if each in stage.active]
        return dict.fromkeys(best[:final], "")
    return {}


def groups(visit: TournamentContext) -> dict[int, str]:
    """Return the group of each entrant of the last stage that has begun; empty without groups."""
    stages = visit.state.stages
    if not stages or not visit.published:
        return {}
    found = stage_queries.groups_of(visit.state, len(stages) - 1)
    return {each: letter(number) for number, group in enumerate(found) for each in group}


def podium(visit: TournamentContext) -> list[Context]:
    """Return the first three of a tournament that is over, and whoever else has won a prize."""
    if visit.state.status is not Status.FINISHED:
        return []
    lines = stage_queries.lines_of(visit.state)
    won = prizes.won(visit.state, lines)
    return [
        {
            "rank": line.rank,
            "person": visit.people[line.entrant],
            "prize": prize_words.won_words(won[line.entrant]) if line.entrant in won else "",
        }
        for line in lines
        if line.rank <= MEDALS or line.entrant in won
    ]
