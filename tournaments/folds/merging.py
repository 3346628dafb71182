"""One entrant in the place of another, in everything that has been. Pure."""

from collections.abc import Iterable, Sequence

from msgspec import structs

from tournaments.record import Entrant
from tournaments.state import RoundState, TableState, TournamentState


def substitute(state: TournamentState, gone: Entrant, *, by: Entrant) -> None:
    """Let `by` be wherever `gone` was: at tables, with byes, in stages and rankings."""
    for round_ in state.rounds:
        _in_round(round_, gone, by)
    for stage in state.stages:
        stage.entrants = list(_once(stage.entrants, gone, by))
        stage.began = tuple(_once(stage.began, gone, by))
        if stage.ranking is not None:
            stage.ranking = tuple(_once(stage.ranking, gone, by))
    if state.final_ranking is not None:
        state.final_ranking = tuple(_once(state.final_ranking, gone, by))
    for number, board in state.boards.items():
        seated = {
            match: tuple(_named(each, gone, by) for each in seats)
            for match, seats in board.seated.items()
        }
        state.boards[number] = board._replace(seated=seated)
    state.lots = tuple(_once(state.lots, gone, by))
    for booked in state.booked.values():
        if gone in booked:
            booked.setdefault(by, booked.pop(gone))
    if state.teams is not None:
        teams = [
            structs.replace(team, entrants=list(_once(team.entrants, gone, by)))
            for team in state.teams.teams
        ]
        state.teams = structs.replace(state.teams, teams=teams)
    pairs = {(_named(one, gone, by), _named(two, gone, by)) for one, two in state.apart}
    state.apart = {(min(pair), max(pair)) for pair in pairs if pair[0] != pair[1]}


def _in_round(round_: RoundState, gone: Entrant, by: Entrant) -> None:
    sits = any(gone in table.seats or by in table.seats for table in round_.tables)
    for table in round_.tables:
        _at_table(table, gone, by)
    round_.byes = tuple(_once(round_.byes, gone, by))
    round_.sitting_out = set(_once(sorted(round_.sitting_out), gone, by))
    if sits:
        # Who sat at a table of the round had no bye beside it.
        round_.byes = tuple(each for each in round_.byes if each != by)
        round_.sitting_out.discard(by)
    if gone in round_.granted:
        round_.granted.setdefault(by, round_.granted.pop(gone))
    if gone in round_.calls:
        round_.calls[by] = round_.calls.get(by, 0) + round_.calls.pop(gone)
    round_.walkovers = {
        key: each if each is None else _named(each, gone, by)
        for key, each in round_.walkovers.items()
    }


def _at_table(table: TableState, gone: Entrant, by: Entrant) -> None:
    table.seats = tuple(_named(each, gone, by) for each in table.seats)
    table.decided = tuple(_named(each, gone, by) for each in table.decided)
    table.agreed = tuple(_named(each, gone, by) for each in table.agreed)
    table.absent = tuple(_named(each, gone, by) for each in table.absent)
    table.gone = tuple(_named(each, gone, by) for each in table.gone)
    table.penalties = [
        each._replace(entrant=_named(each.entrant, gone, by)) for each in table.penalties
    ]
    if table.choosing is not None:
        table.choosing.rename(gone, by)
    if table.stopped is not None:
        awaited = [_named(each, gone, by) for each in table.stopped["awaited"]]
        table.stopped = {**table.stopped, "awaited": awaited}
    if table.reported is not None and table.reported.by == gone:
        table.reported = structs.replace(table.reported, by=by)


def _named(each: Entrant, gone: Entrant, by: Entrant) -> Entrant:
    return by if each == gone else each


def _once(entrants: Sequence[Entrant], gone: Entrant, by: Entrant) -> Iterable[Entrant]:
    """Return entrants in their order, with one in the place of the other and no one twice."""
    return dict.fromkeys(_named(each, gone, by) for each in entrants)
