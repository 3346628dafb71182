"""What a tournament's state means to formats and tie-breaks: records, stages, standings. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import combinations
from typing import NamedTuple

from games.json_types import JsonMapping
from tournaments import foot, sources, team_matches
from tournaments.events import ReportImported
from tournaments.formats import registry
from tournaments.formats.core import Format, InfeasibleError, Options, Sizes, Stage
from tournaments.formats.pods import FINAL
from tournaments.points import registry as points
from tournaments.record import UNITS, Entrant, Record, Round, Table
from tournaments.scores import with_last
from tournaments.sources import Source
from tournaments.standings import Line, standings
from tournaments.state import CountedMatch, RoundState, TableState, TournamentState
from tournaments.trf import reading
from tournaments.trf.report import Virtual


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


def table_of(state: TournamentState, table: TableState) -> Table:
    """Return a table as formats see it, with the points of its result."""
    earned = None
    if table.places is not None:
        by_seat = zip(table.seats, _units(state, table, table.places), strict=True)
        earned = tuple(
            (0 if each in table.absent else units) - table.taken.get(each, 0)
            for each, units in by_seat
        )
    return Table(
        seats=table.seats,
        places=table.places,
        scores=table.scores,
        points=earned,
        counts=not table.void,
        decided=table.decided,
        stopped=table.stopped is not None,
        key=table.key,
        absent=table.absent,
        agreed=table.ended == "agreed",
        taken=tuple(sorted(table.taken.items())),
    )


def _units(state: TournamentState, table: TableState, places: Sequence[int]) -> Sequence[int]:
    """Return what the result of a table brings each seat."""
    scheme = points.find(state.settings["points"])
    if table.summed:
        return summed(state, table)
    units = scheme.points(places, table.scores)
    # Where scores are the points, those of a whole series were told at once.
    return units if scheme.needs_scores else [each * table.times for each in units]


def summed(state: TournamentState, table: TableState) -> tuple[int, ...]:
    """Return the units that the matches of a table which are over have brought, by seat."""
    last = [table.seats.index(each) for each in table.last]
    of_each = [units_of_match(state, each, last) for each in table.counted]
    return tuple(sum(units) for units in zip(*of_each, strict=True)) or (0,) * len(table.seats)


def units_of_match(
    state: TournamentState, ended: CountedMatch, last: Sequence[int] = ()
) -> tuple[int, ...]:
    """Return the units that one match of several brings, by seat of the table."""
    scheme = points.find(state.settings["points"])
    return scheme.points(with_last(ended.places, last), ended.scores)


def record_of(
    state: TournamentState, *, stage: int | None = None, until: int | None = None
) -> Record:
    """Return what was played, in one stage or in all, up to a round if one is named.

    A void table's players get what a bye brings, once its round is published, and count as having
    a bye; nothing where the staff has said so. A table that came to nothing brings nothing before
    the staff has decided: its players have met, and have no result.
    """
    chosen = [
        round_
        for round_ in state.rounds
        if round_.published
        and (stage is None or round_.stage == stage)
        and (until is None or round_.number <= until)
    ]
    number = 0 if stage is None else stage
    everybody = list(state.entrants) if stage is None else state.stages[number].entrants
    scheme = points.find(state.settings["points"])
    target, matches = sizes_of(state, number).target, sum_of(state, number)
    return Record(
        everybody,
        [round_of(state, each) for each in chosen],
        bye_points=_units_of_bye(state, number),
        penalties={each.number: each.penalty for each in state.entrants.values() if each.penalty},
        ratings={each.number: each.rating for each in state.entrants.values()},
        lots={entrant: place for place, entrant in enumerate(state.lots, start=1)},
        edition=state.edition,
        win=scheme.most(target) * matches,
        draw=_units_of_draw(state, number),
        due=_due(state, chosen, number),
    )


def _due(state: TournamentState, rounds: Sequence[RoundState], stage: int) -> frozenset[int]:
    """Return the numbers of those rounds in which everybody plays or has a bye."""
    count = format_of(state, stage).rounds_of_all(options_of(state, stage))
    return frozenset(
        each.number
        for each in rounds[:count]
        if not any(table.key == FINAL for table in each.tables)
    )


def round_of(state: TournamentState, round_: RoundState) -> Round:
    """Return a round as formats see it."""
    void = [each for table in round_.tables if _is_paid(table) for each in table.seats]
    form, options = format_of(state, round_.stage), options_of(state, round_.stage)
    resting = set(round_.byes) - round_.sitting_out if form.rests(options) else set()
    units = _units_of_draw(state, round_.stage)
    plain = Round(
        round_.number,
        tuple(table_of(state, table) for table in round_.tables),
        (*round_.byes, *void),
        round_.walkovers,
        tuple(sorted(round_.sitting_out)),
    )
    if form.of_teams:
        return _with_boards(state, plain, round_)
    # A stage of one match a table has the tournament's byes; others say what theirs bring.
    bye = _units_of_bye(state, round_.stage)
    byes = dict.fromkeys((*round_.byes, *void), bye) if sum_of(state, round_.stage) > 1 else {}
    return plain._replace(granted=byes | dict.fromkeys(resting, units) | round_.granted)


def _with_boards(state: TournamentState, round_: Round, now: RoundState) -> Round:
    """Return a round of teams: a reserve has nothing of it, who is left alone has won a board."""
    spare = list(team_matches.reserves(round_, members_of(state)))
    win = points.find(state.settings["points"]).most(2) * sum_of(state, now.stage)
    bye = _units_of_bye(state, now.stage)
    alone = [each for each in round_.walkovers.values() if each is not None]
    granted = dict.fromkeys(round_.byes, bye) | dict.fromkeys(spare, 0)
    return round_._replace(
        asked=tuple(sorted({*round_.asked, *spare})),
        granted=granted | dict.fromkeys(alone, win) | now.granted,
    )


def members_of(state: TournamentState) -> tuple[tuple[Entrant, ...], ...]:
    """Return the members of each team, in the order of their boards; none without teams."""
    return () if state.teams is None else tuple(tuple(each.entrants) for each in state.teams.teams)


def has_boards(state: TournamentState) -> bool:
    """Tell whether teams meet on boards."""
    return format_of(state, 0).of_teams


def _units_of_draw(state: TournamentState, stage: int) -> int:
    """Return what each gets at a table of the wanted size that ends level; 0 for scores alone."""
    scheme = points.find(state.settings["points"])
    if scheme.needs_scores:
        return 0
    return scheme.points((1,) * sizes_of(state, stage).target, None)[0] * sum_of(state, stage)


def _units_of_bye(state: TournamentState, stage: int) -> int:
    """Return what a bye of a stage brings: as the plan says, or for each match of a table."""
    said: int | None = state.settings.get("bye_points")
    scheme = points.find(state.settings["points"])
    return (
        scheme.bye(sizes_of(state, stage).target) * sum_of(state, stage) if said is None else said
    )


def _is_paid(table: TableState) -> bool:
    return table.void and not table.unpaid


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


def teammates(state: TournamentState) -> Iterator[tuple[Entrant, Entrant]]:
    """Yield the pairs of teammates who are not to meet while that is possible."""
    if state.teams is not None and state.teams.apart:
        for team in state.teams.teams:
            yield from combinations(sorted(team.entrants), 2)


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
