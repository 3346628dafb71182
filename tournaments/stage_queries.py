"""What a tournament's state means to formats and tie-breaks: records, stages, standings. Pure."""

from dataclasses import replace
from datetime import datetime, timedelta

from tournaments import foot, sources
from tournaments.events import ReportImported
from tournaments.formats.core import Stage
from tournaments.points import registry as points
from tournaments.record import UNITS, Entrant, Record
from tournaments.sources import Source
from tournaments.stage_plan import format_of, length_of, members_of, options_of, sizes_of, teammates
from tournaments.stage_records import record_of, round_of
from tournaments.standings import Line, standings
from tournaments.state import RoundState, TableState, TournamentState
from tournaments.trf import reading
from tournaments.trf.report import Virtual


def stage_of(
    state: TournamentState,
    seed: bytes = b"",
    number: int | None = None,
    at: datetime | None = None,
) -> Stage:
    """Return a stage, the last one by default, as its format is asked about it.

    `at` is the moment, for formats with a clock; by default that of the last event.
    """
    number = len(state.stages) - 1 if number is None else number
    entrants = tuple(state.stages[number].entrants)
    present = set(state.present)
    before = _record_before(state, number)
    plain = Stage(
        seeds=entrants,
        active=tuple(each for each in entrants if each in present),
        record=record_of(state, stage=number),
        standings=entrants,
        sizes=sizes_of(state, number),
        options=options_of(state, number),
        seed=seed,
        earlier=before,
        apart=frozenset({*state.apart, *teammates(state)}),
        began=state.stages[number].began,
        extra=_extra(state, number, at),
    )
    lines = stage_lines(state, plain, number)
    return Stage(**{**vars(plain), "standings": tuple(line.entrant for line in lines)})


def before(stage: Stage, round_: RoundState) -> Stage:
    """Return a stage as it was when a round was paired: its own meetings are none yet."""
    record = stage.record
    rounds = [each for each in record.rounds if each.number < round_.number]
    earlier = type(record)(record.entrants, rounds, bye_points=record.bye_points)
    return replace(stage, record=earlier)


def advancing(state: TournamentState, number: int) -> list[Source]:
    """Return who goes on from a stage, from 0, to the next one, as things stand."""
    ranking = [line.entrant for line in lines_of(state, number)]
    asked = stage_of(state, number=number)
    form = format_of(state, number)
    planned = state.stage_settings(number + 1)
    codes = planned.get("sources")
    going = sources.advancing(form, asked, ranking, take=planned["take"], codes=codes)
    if codes is not None:
        return going
    following = (sizes_of(state, number + 1), options_of(state, number + 1))
    return sources.avoid_group_rematches(
        format_of(state, number + 1), going, form.groups(asked), *following
    )


def groups_of(state: TournamentState, number: int) -> list[list[Entrant]]:
    """Return the groups of a stage, from 0, as they were dealt; none in other formats."""
    form = format_of(state, number)
    if not form.group_sizes(
        len(state.stages[number].began), sizes_of(state, number), options_of(state, number)
    ):
        return []
    return [list(group) for group in form.groups(stage_of(state, number=number))]


def _record_before(state: TournamentState, number: int) -> Record | None:
    if not number:
        return None
    rounds = [round_of(state, each) for each in state.rounds if each.stage < number]
    return Record(list(state.entrants), rounds)


def _extra(state: TournamentState, number: int, at: datetime | None) -> dict[str, object]:
    """Return what only some formats need: the clock of an arena, who led in a report's first."""
    if format_of(state, number).continuous:
        return _clock(state, number, at)
    if format_of(state, number).of_teams:
        return {"teams": members_of(state)}
    if state.imported is None or number:
        return {}
    first = state.imported.first
    return {**({"first": first} if first else {}), "virtual": _virtual(state, state.imported)}


def _virtual(state: TournamentState, came: ReportImported) -> tuple[Virtual, ...]:
    """Return the points of an imported report that count in the pairing alone."""
    number = {each: place for place, each in enumerate(came.numbers, start=1)}
    win = points.find(state.settings["points"]).most(2)
    return tuple(
        each._replace(entrant=number[each.entrant], units=each.units * win // UNITS)
        for each in reading.virtual(came.text)
    )


def _clock(state: TournamentState, number: int, at: datetime | None) -> dict[str, object]:
    """Return what a continuous format needs to know of the time and of who is away."""
    began, now = state.stages[number].began_at, at or state.at
    if began is None or now is None:
        return {}
    entrants = [state.entrants[each] for each in state.stages[number].entrants]
    return {
        "seconds": int((now - began).total_seconds()),
        "waiting": {
            each.number: int((now - (each.free_since or now)).total_seconds()) for each in entrants
        },
        "resting": frozenset(each.number for each in entrants if each.resting),
    }


def has_clock(state: TournamentState) -> bool:
    """Tell whether the stage that is played has a clock, as an arena has."""
    return state.stage is not None and format_of(state, state.stage.number).continuous


def voids_overdue(state: TournamentState) -> bool:
    """Tell whether tables of the stage are called off when the days of their round are over."""
    stage = state.stage
    return stage is not None and options_of(state, stage.number).get("overdue") == "void"


def watches_time(state: TournamentState) -> bool:
    """Tell whether the time asks for something beside an arena: overdue tables, seats to choose."""
    return voids_overdue(state) or any(table.choosing for _, table in state.tables())


def final_of(state: TournamentState, round_: RoundState) -> tuple[TableState, list[Entrant]] | None:
    """Return the final table of a published round, and its players, the better seed first."""
    form, stage = format_of(state, round_.stage), stage_of(state, number=round_.stage)
    known = [each for each in stage.record.rounds if each.number < round_.number]
    before = replace(stage, record=stage.record.with_rounds(known))
    place = form.final_table(before, round_of(state, round_))
    if place is None:
        return None
    lines = stage_lines(state, before, round_.stage)
    ranked = stage.seeds if form.eliminates else [line.entrant for line in lines]
    table = round_.tables[place]
    return table, [each for each in ranked if each in table.seats]


def next_moment(state: TournamentState, now: datetime) -> datetime | None:
    """Return when the time next asks for something; None when only tables or people do."""
    moments = []
    if has_clock(state):
        seconds = format_of(state, len(state.stages) - 1).seconds_until_check(
            stage_of(state, at=now)
        )
        moments += [] if seconds is None else [now + timedelta(seconds=seconds)]
    moments += [table.choosing.until for _, table in state.tables() if table.choosing is not None]
    if voids_overdue(state):
        moments += [
            each.due
            for each in state.rounds
            if each.published and each.due is not None
            if any(table.is_open for table in each.tables)
        ]
    return min(moments, default=None)


def stage_lines(state: TournamentState, stage: Stage, number: int) -> list[Line]:
    """Return the standings of a stage."""
    lines = standings(
        stage.record,
        state.settings["tiebreaks"],
        tiers=format_of(state, number).tiers(stage),
        entrants=stage.seeds,
        points=format_of(state, number).points(stage),
        void=frozenset(each.number for each in state.entrants.values() if each.is_void),
    )
    return _foot_last(state, lines)


def at_foot(state: TournamentState) -> tuple[frozenset[Entrant], frozenset[Entrant]]:
    """Return who left before the end, and who was disqualified: both below all who finished."""
    return foot.at_foot(state, lambda number: length_of(state, number).rounds)


def _foot_last(state: TournamentState, lines: list[Line]) -> list[Line]:
    """Return lines with those who left below all who finished, then the disqualified."""
    early, out = at_foot(state)
    kept = [line for line in lines if line.entrant not in early | out]
    gone = [line for line in lines if line.entrant in early - out]
    last = [line for line in lines if line.entrant in out]
    before = len(kept) + len(gone)
    return [*_ranked(kept, 0), *_ranked(gone, len(kept)), *_ranked(last, before)]


def _ranked(lines: list[Line], before: int) -> list[Line]:
    """Return lines with ranks after so many others; whoever shared a rank still does."""
    ranks = [line.rank for line in lines]
    return [
        line._replace(rank=before + 1 + sum(other < line.rank for other in ranks)) for line in lines
    ]


def lines_of(state: TournamentState, number: int | None = None) -> list[Line]:
    """Return the standings: of one stage, or of the tournament as a whole.

    In the whole, whoever came further ranks higher; within a stage its own standings decide.
    """
    if not state.stages:
        return []
    if number is not None:
        return stage_lines(state, stage_of(state, number=number), number)
    found: list[Line] = []
    placed: set[Entrant] = set()
    for each in reversed(range(len(state.stages))):
        lines = [
            line
            for line in stage_lines(state, stage_of(state, number=each), each)
            if line.entrant not in placed
        ]
        found += _ranked(lines, len(found))
        placed.update(line.entrant for line in lines)
    return _foot_last(state, found)
