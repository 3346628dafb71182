"""A report of duels as a TRF file, and one that came in as a file with what has changed. Pure.

A line 001 a player: start number, name, rating, points, rank, then ten columns a round: opponent,
`w` for who leads, the result. A bye that the pairing gave is `0000 - U`, one by request `F` or `H`
where it brings a win's points or a draw's; whoever is not there is `0000 - Z`.
"""

from collections.abc import Mapping, Sequence

from games.messages import Message
from tournaments.record import UNITS, Entrant, Round, Table
from tournaments.trf import adjustments, cells, team_lines
from tournaments.trf.report import HALF, Player, Report, TrfError

NAME_MAX = 33
RESULTS: Mapping[int, str] = {-1: "1", 0: "=", 1: "0"}
"""By the sign of the own place less the other's."""
REQUESTED: Mapping[int, str] = {UNITS: "F", HALF: "H", 0: "Z"}
POINTS = slice(80, 89)
"""Points and rank in a line 001."""


def written(report: Report) -> str:
    """Return the text of a file; raises TrfError where a table is no duel."""
    lines = [f"012 {_plain(report.name, 100)}", f"062 {len(report.players)}"]
    if report.planned is not None:
        lines.append(f"142 {report.planned}")
    if report.bye != UNITS and any(each.byes for each in report.rounds):
        lines.append(f"162  W 1.0    D 0.5    L 0.0    P{report.bye / UNITS:4.2f}")
    lines += adjustments.written(None, report)
    lines += [_player(each, report.rounds) for each in report.players]
    lines += team_lines.written(report.teams)
    return "".join(f"{line.rstrip()}\n" for line in lines)


def rewritten(text: str, before: Report, now: Report) -> str:
    """Return a file that came in with what has changed since; the same text where nothing has.

    Every other line stays as it is; of a line 001 points, rank and changed rounds are new.
    """
    players = {each.number: each for each in now.players}
    lines = text.splitlines(keepends=True)
    taken = adjustments.written(before, now)
    outdated = [line for line in lines if adjustments.is_outdated(line, before, now)]
    same_teams = team_lines.is_same(before.teams, now.teams)
    is_same = players.keys() == {each.number for each in before.players} and all(
        _written_cells(each, before.rounds) == _written_cells(each, now.rounds) for each in players
    )
    if is_same and same_teams and not taken and not outdated:
        return text
    end = "\r\n" if "\r\n" in text else "\n"
    found: list[str] = []
    last = 0
    for line in lines:
        body = line.rstrip("\r\n")
        player = None
        if body.removeprefix("\ufeff")[:3] == "001":
            player = players.pop(int(body.removeprefix("\ufeff")[4:8]), None)
        if line in outdated:
            continue
        if body[:3] in team_lines.FORMS:
            if same_teams:
                found.append(team_lines.rewritten(body) + line[len(body) :])
            continue
        if player is not None:
            changed = _rewritten(body, player, before.rounds, now.rounds)
            found.append(changed + (line[len(body) :] or end))
            last = len(found)
        else:
            found.append(line)
    late = [_player(each, now.rounds).rstrip() + end for each in players.values()]
    late += [each + end for each in taken]
    if not same_teams:
        late += [each.rstrip() + end for each in team_lines.written(now.teams)]
    return "".join([*found[:last], *late, *found[last:]])


def _rewritten(line: str, player: Player, before: Sequence[Round], now: Sequence[Round]) -> str:
    head = line[: cells.FIRST].ljust(cells.FIRST)
    fresh = _player(player, ())[POINTS].ljust(POINTS.stop - POINTS.start)
    earlier = _written_cells(player.number, before)
    chunks = []
    for place, round_ in enumerate(now):
        start = cells.FIRST + place * cells.WIDTH
        cell = _round(player.number, round_)
        same = place < len(earlier) and earlier[place] == cell
        old = line[start : start + cells.WIDTH].ljust(cells.WIDTH)
        chunks.append(old if same else f"{cell[2:]}  ")
    return f"{head[: POINTS.start]}{fresh}{head[POINTS.stop :]}{''.join(chunks)}".rstrip()


def _player(player: Player, rounds: Sequence[Round]) -> str:
    name = _plain(player.name, NAME_MAX)
    points = f"{player.points / UNITS:.1f}"
    head = f"001 {player.number:>4}      {name:<33} {player.rating or '':>4}"
    line = f"{head}{'':>28}{points:>4} {player.rank or '':>4}"
    return line + "".join(_round(player.number, each) for each in rounds)


def _plain(text: str, most: int) -> str:
    """Return a text in one line."""
    return " ".join(text.split())[:most]


def _written_cells(number: Entrant, rounds: Sequence[Round]) -> list[str]:
    return [_round(number, each) for each in rounds]


def _round(number: Entrant, round_: Round) -> str:
    """Return two blanks, then opponent, colour and result of a player."""
    for table in round_.tables:
        if number not in table.seats or not table.counts:
            continue
        if len(table.seats) != 2:
            message = Message(
                "round %(number)s has a table of %(size)s; TRF is for duels",
                number=round_.number,
                size=len(table.seats),
            )
            raise TrfError(message)
        own = table.seats.index(number)
        return f"  {table.seats[1 - own]:>4} {'wb'[own]} {_result(table, own)}"
    if number in round_.byes:
        asked = number in round_.asked
        sign = REQUESTED.get(round_.granted.get(number, -1), "U") if asked else "U"
        return f"  0000 - {sign}"
    return "  0000 - Z"


def _result(table: Table, own: int) -> str:
    if table.absent:
        return "-" if table.seats[own] in table.absent else "+"
    if table.places is None:
        return " "
    if table.agreed:
        return "D"
    difference = table.places[own] - table.places[1 - own]
    return RESULTS[(difference > 0) - (difference < 0)]
