"""A tournament's tables and rounds as formats and tie-breaks see them: with points. Pure."""

from collections.abc import Sequence

from tournaments import shared_deals, team_matches
from tournaments.formats.pods import FINAL
from tournaments.points import registry as points
from tournaments.record import Record, Round, Table
from tournaments.scores import with_last
from tournaments.stage_plan import format_of, members_of, options_of, sizes_of, sum_of
from tournaments.state import CountedMatch, RoundState, TableState, TournamentState


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
    if shared_deals.by_margin(state.settings):
        return shared_deals.units(state, table)
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
