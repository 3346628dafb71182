"""Pairings, standings and whole tournaments as files: for a printer, a spreadsheet, a program."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

import msgspec
from django.http import HttpResponse
from msgspec import UNSET

from accounts import names
from api import spreadsheets
from api.problems import Problem
from games.messages import Message
from tournaments import selectors, stage_plan, stage_queries, stage_records, teams
from tournaments.answers import RoundShown, SeatShown, Standings, StandingsLine
from tournaments.points import registry as points
from tournaments.points.core import PointsScheme
from tournaments.points.duels import chess_units
from tournaments.record import UNITS, Entrant, Round
from tournaments.state import EntrantStatus, TournamentState
from tournaments.trf import reading, writing
from tournaments.trf import report as trf

Form = Literal["csv", "json", "txt", "trf"]
MEDIA: Mapping[Form, str] = {
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
    "txt": "text/plain; charset=utf-8",
    "trf": "text/plain; charset=utf-8",
}
WESTERN = "windows-1252"
"""What reports of duels are in that are not UTF-8: the letters of Windows in the West."""
COLUMNS = ("rank", "entrant", "name", "points", "played")


def file_response(body: bytes, name: str, form: Form) -> HttpResponse:
    """Return an answer that is saved under a name."""
    try:
        body.decode()
        media = MEDIA[form]
    except UnicodeDecodeError:
        media = f"text/plain; charset={WESTERN}"
    response = HttpResponse(body, content_type=media)
    response["Content-Disposition"] = f'attachment; filename="{name}.{form}"'
    return response


def export(state: TournamentState, form: Form) -> bytes:
    """Return a tournament in a form; raises invalid_options for a TRF of other than duels."""
    if form == "json":
        return msgspec.json.encode(selectors.export(state))
    if form == "trf":
        return _encoded(state, trf_report(state))
    return standings(selectors.standings(state), state.settings["name"], form, state.team_of)


def _encoded(state: TournamentState, report: str) -> bytes:
    """Return a report in what it came in, unless a name has come that this cannot write."""
    encoding = state.imported.encoding if state.imported is not None else UNSET
    try:
        return report.encode(encoding or "utf-8")
    except UnicodeEncodeError:
        return report.encode()


def standings(table: Standings, title: str, form: Form, team: Mapping[int, str]) -> bytes:
    """Return rank, name, points, games played, the tie-breaks that were needed, who has left.

    And the team of each, where there are teams.
    """
    header = (*COLUMNS, *table.tiebreaks, "presence", *(["team"] if team else []), "left_why")
    rows = [
        [
            *(getattr(line, name) for name in COLUMNS),
            *(line.tiebreaks.get(name, "") for name in table.tiebreaks),
            _presence(line),
            *([team.get(line.entrant, "")] if team else []),
            line.left_why,
        ]
        for line in table.results
    ]
    return written(title, header, rows, form)


def of_teams(state: TournamentState, form: Form) -> bytes:
    """Return rank, name and points of the teams, what they have played on boards, and members."""
    on_boards = ("match_points", "board_points", "won", "drawn", "lost")
    columns = ("rank", "name", "points", *(on_boards if stage_plan.has_boards(state) else ()))
    rows = [
        [
            *(getattr(team, name) for name in columns),
            ", ".join(each.name for each in team.members),
        ]
        for team in selectors.team_standings(state).results
    ]
    return written(state.settings["name"], (*columns, "members"), rows, form)


def _presence(line: StandingsLine) -> str:
    """Return whether somebody is there; who dropped out by not coming is a no-show."""
    is_no_show = line.presence is EntrantStatus.DROPPED and line.no_shows
    return "no_show" if is_no_show else line.presence.value


def pairings(page: RoundShown, title: str, form: Form) -> bytes:
    """Return the tables of a round, their players in the order of the seats, then the byes."""
    most = max((len(table.seats) for table in page.tables), default=1)
    rows = [
        [str(table.table), *_seated(table.seats, most, table.absent)] for table in page.tables
    ] + [["bye", *_seated([each], most)] for each in page.byes]
    header = ["table", *(f"seat {seat + 1}" for seat in range(most))]
    ended = [table.ended for table in page.tables]
    if any(ended):
        header.append("ended")
        rows = [
            [*row, how] for row, how in zip(rows, [*ended, *[""] * len(page.byes)], strict=True)
        ]
    return written(title, header, rows, form)


def _seated(seats: Sequence[SeatShown], most: int, absent: Sequence[Entrant] = ()) -> list[str]:
    names = [f"{each.name} (absent)" if each.entrant in absent else each.name for each in seats]
    return names + [""] * (most - len(names))


def written(
    title: str, header: Sequence[str], rows: Sequence[Sequence[object]], form: Form
) -> bytes:
    """Return rows as CSV, or as text in columns of even width below a title."""
    return (_csv if form == "csv" else _text)(title, header, rows).encode()


def _csv(_title: str, header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    return spreadsheets.written([header, *rows])


def _text(title: str, header: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Return columns of even width, the title above them; spreadsheets open such files too."""
    title = spreadsheets.text(title)
    lines = [[str(spreadsheets.cell(value)) for value in row] for row in (header, *rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    body = [
        "  ".join(value.ljust(width) for value, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    ]
    return "\n".join([title, "=" * len(title), "", *body, ""])


def trf_report(state: TournamentState) -> str:
    """Return a tournament of duels as a TRF file; raises invalid_options.

    One that was imported is that file, with what has changed since.
    """
    if any(stage_plan.sum_of(state, each.number) > 1 for each in state.stages):
        text = Message(
            "TRF has one game a round, and these tables add up several; take json or csv."
        )
        raise Problem("invalid_options", text)
    came = state.imported
    file_number = dict(enumerate(came.numbers, start=1)) if came else {}
    last = max(file_number.values(), default=0) - len(file_number)
    number = {each: file_number.get(each, each + last) for each in state.entrants}
    lines = {line.entrant: line for line in stage_queries.lines_of(state)}
    players = tuple(
        trf.Player(
            number[each.number],
            each.name,
            each.rating,
            lines[each.number].points if each.number in lines else 0,
            lines[each.number].rank if each.number in lines else 0,
        )
        for each in state.entrants.values()
    )
    record = stage_records.record_of(state)
    rounds = tuple(_numbered(state, each, number) for each in record.rounds)
    bye = chess_units(points.find(state.settings["points"]), record.bye_points)
    scheme = points.find(state.settings["points"])
    penalties = {number[each]: _scaled(scheme, taken) for each, taken in record.penalties.items()}
    now = trf.Report(
        state.settings["name"],
        players,
        rounds,
        bye,
        penalties=penalties,
        teams=_teams(state, number),
    )
    try:
        if came is None:
            return writing.written(now)
        before = reading.read(came.text)
        called = {names.canonical(each.name): each.name for each in before.teams}
        same = [each._replace(name=called.get(each.name, each.name)) for each in now.teams]
        return writing.rewritten(came.text, before, now._replace(teams=tuple(same)))
    except trf.TrfError as error:
        raise Problem(
            "invalid_options", Message("%(fault)s; take json or csv.", fault=error.message)
        ) from error


def _teams(state: TournamentState, number: Mapping[Entrant, int]) -> tuple[trf.Team, ...]:
    """Return the teams as a file has them, with their points where they meet."""
    lines = {line.name: line for line in teams.standings(state)}
    return tuple(
        trf.Team(
            each.name,
            tuple(number[member] for member in each.entrants),
            None if line.on_boards is None else line.on_boards.match_points,
            None if line.on_boards is None else int(line.on_boards.board_points * UNITS),
            line.rank,
        )
        for each in (() if state.teams is None else state.teams.teams)
        for line in [lines[each.name]]
    )


def _scaled(scheme: PointsScheme, units: int) -> int:
    """Return units of the plan's scheme as a file has them, a win being one point."""
    return units * UNITS // (scheme.most(2) or UNITS)


def _numbered(state: TournamentState, round_: Round, number: Mapping[Entrant, int]) -> Round:
    """Return a round with the start numbers of a file, byes in units of a win of UNITS."""
    scheme = points.find(state.settings["points"])
    return round_._replace(
        tables=tuple(
            table._replace(
                seats=tuple(number[each] for each in table.seats),
                absent=tuple(number[each] for each in table.absent),
                taken=tuple((number[each], _scaled(scheme, units)) for each, units in table.taken),
            )
            for table in round_.tables
        ),
        byes=tuple(number[each] for each in round_.byes),
        asked=tuple(number[each] for each in round_.asked),
        granted={
            number[each]: chess_units(scheme, units) for each, units in round_.granted.items()
        },
    )
