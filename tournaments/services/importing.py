"""Take over a tournament of duels that was played elsewhere: who played, and every result."""

from typing import Unpack

from msgspec import UNSET

from accounts import names
from api.ids import uuid7
from api.problems import Problem
from games.messages import Message
from tournaments import events as e
from tournaments import plans, stage_plan
from tournaments.command_handler import CommandOptions, CommandResult, handle
from tournaments.draw_facts import Occasion
from tournaments.events import Data
from tournaments.formats import registry as formats
from tournaments.formats.core import InfeasibleError
from tournaments.points import registry as points
from tournaments.points.core import PointsScheme
from tournaments.points.duels import worth
from tournaments.record import UNITS, Round
from tournaments.services import entry, guards, lifecycle, teams
from tournaments.services.entry import Newcomer
from tournaments.trf import reading
from tournaments.trf.report import Player, Report, TrfError
from tournaments.unit_of_work import Principal, UnitOfWork

ELSEWHERE = "Paired elsewhere."
ALGORITHM = "trf@1"
"""Stands in the events of rounds that were paired elsewhere."""


def take_over(
    *,
    slug: str,
    who: Principal,
    text: str,
    encoding: str | None = None,
    **command: Unpack[CommandOptions],
) -> CommandResult:
    """Enter the players of a TRF file, start, and record its rounds; all of it or nothing.

    For a tournament over the board, of duels, that nobody has entered yet. It goes on from there.
    `encoding` is what the file was written in, where that was not UTF-8.
    """

    def decide(work: UnitOfWork) -> None:
        guards.require_not_started(work.state)
        report = _read(text)
        _require_empty(work)
        players = _in_order(report)
        newcomers = [Newcomer(each.name, None, None, each.rating) for each in players]
        for newcomer in entry.named(newcomers):
            entry.enter(work, newcomer, is_self=False)
        number = {each.number: place for place, each in enumerate(players, start=1)}
        work.add(
            e.ReportImported(
                text=text,
                numbers=list(number),
                first=report.first or "",
                encoding=encoding or UNSET,
            )
        )
        _plan_rounds(work, report)
        _add_teams(work, report, number)
        _start(work, list(number.values()))
        for first, second in report.apart:
            pair = sorted((number[first], number[second]))
            work.add(e.PairKeptApart(first=pair[0], second=pair[1], lifted=False))
        scheme = points.find(work.state.settings["points"])
        for player, units in sorted(report.penalties.items()):
            work.add(e.PenaltyGiven(entrant=number[player], units=_scaled(scheme, units)))
        for round_ in report.rounds:
            _record(work, round_, number, is_last=round_ is report.rounds[-1])
        for away in report.away:
            work.add(e.EntrantAbsent(entrant=number[away]))

    return handle(slug=slug, who=who, decide=decide, **command)


def _add_teams(work: UnitOfWork, report: Report, number: dict[int, int]) -> None:
    """Take over who plays for which team; it changes no pairing, which the file has by players."""
    if not report.teams:
        return
    named = [
        (names.canonical(team.name), [number[each] for each in team.players])
        for team in report.teams
    ]
    teams.require_valid(named)
    made = [e.Team(name=name, entrants=members) for name, members in named]
    tiebreaks = list(teams.SINGLE)
    work.add(e.TeamsAssigned(teams=made, best=None, apart=False, tiebreaks=tiebreaks))


def _in_order(report: Report) -> list[Player]:
    """Return the players in the order of their seeds: by start number, or by rank."""
    last = len(report.players) + 1
    return sorted(
        report.players,
        key=lambda each: ((each.rank or last) if report.by_rank else 0, each.number),
    )


def _plan_rounds(work: UnitOfWork, report: Report) -> None:
    """Take over how many rounds the tournament has, where the format has an option for it."""
    settings = work.state.settings
    first, *others = settings["stages"]
    if first["format"] != "swiss" or report.planned in {None, first["options"]["rounds"]}:
        return
    options = {**first["options"], "rounds": report.planned}
    try:
        formats.find("swiss").check_options(options)
    except InfeasibleError as error:
        raise plans.infeasible(error) from error
    planned = {**first, "options": options}
    work.add(e.SettingsChanged(settings={**settings, "stages": [planned, *others]}))


def _read(text: str) -> Report:
    try:
        return reading.read(text)
    except TrfError as error:
        raise Problem(
            "invalid",
            Message("The file is not a valid TRF of duels: %(fault)s.", fault=error.message),
        ) from error


def takes_reports(settings: Data) -> bool:
    """Tell whether a plan has results reported, and its first tables may be duels."""
    first = settings["stages"][0]
    table = first.get("table") or settings["table"]
    is_one_match = first.get("sum_of", 1) == 1
    may_be_duels = bool(table["min"] <= 2 <= table["max"])
    return settings["play"] == "reported" and is_one_match and may_be_duels


def _require_empty(work: UnitOfWork) -> None:
    if stage_plan.has_boards(work.state):
        text = Message(
            "Where teams meet on boards no report can be imported; choose settings with single "
            "duels."
        )
        raise Problem("invalid_options", text)
    if not takes_reports(work.state.settings):
        text = Message(
            "A report can be imported where results are reported and tables may be duels."
        )
        raise Problem("invalid_options", text)
    if work.state.entrants:
        text = Message(
            "The tournament already has entrants; import a report into a new tournament."
        )
        raise Problem("entry_not_eligible", text)


def _start(work: UnitOfWork, order: list[int]) -> None:
    work.add(e.SeedsAssigned(method="manual", order=order, random_seed=""))
    lot = work.draw_alone(Occasion("lots"))
    work.add(lifecycle.started(work.state, lot, sorted(order)))
    work.add(e.StageStarted(stage=0, entrants=order))


def _scaled(scheme: PointsScheme, units: int) -> int:
    """Return units of a file's points by the plan's scheme."""
    return units * scheme.most(2) // UNITS


def _record(work: UnitOfWork, round_: Round, number: dict[int, int], *, is_last: bool) -> None:
    """Add a round with its results; the last one stays open where a result lacks."""
    tables = [
        e.PairedTable(id=str(uuid7()), seats=[number[each] for each in table.seats])
        for table in round_.tables
    ]
    scheme = points.find(work.state.settings["points"])
    granted = {
        str(number[each]): worth(scheme, units) for each, units in sorted(round_.granted.items())
    }
    work.add(
        e.RoundPaired(
            round=round_.number,
            stage=0,
            algorithm=ALGORITHM,
            seed="",
            tables=tables,
            byes=sorted(number[each] for each in round_.byes),
            granted=granted or UNSET,
            explanation=[{"repeats": 0, "terms": {}, "text": ELSEWHERE} for _ in tables],
            alternatives=[],
            notes=[],
            messages=e.PairingMessages(
                notes=[], alternatives=[], tables=[[e.NoteMessage(id="elsewhere")] for _ in tables]
            ),
        )
    )
    for asked in round_.asked:
        work.add(e.EntrantSatOut(round=round_.number, entrant=number[asked]))
    work.add(e.RoundPublished(round=round_.number))
    for made, table in zip(tables, round_.tables, strict=True):
        if table.places is not None:
            absent = [number[each] for each in table.absent]
            work.add(
                e.ResultRecorded(
                    table=made.id,
                    places=list(table.places),
                    scores=None,
                    source="import",
                    absent=absent or UNSET,
                    ended="agreed" if table.agreed else UNSET,
                )
            )
        for player, units in table.taken:
            taken = _scaled(scheme, units)
            work.add(e.PenaltyGiven(entrant=number[player], units=taken, table=made.id))
    if not is_last or work.state.rounds[-1].done:
        work.add(e.RoundClosed(round=round_.number))
