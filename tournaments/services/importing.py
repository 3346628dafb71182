"""Take over a tournament of duels that was played elsewhere: who played, and every result."""

import secrets
from typing import Unpack

from api.ids import uuid7
from api.problems import Problem
from games import registry as games
from games.chance import FairChance
from games.messages import Message
from tournaments import events as e
from tournaments import trf
from tournaments.command_handler import CommandOptions, CommandResult, handle
from tournaments.record import Round
from tournaments.services import entry, guards
from tournaments.services.entry import Newcomer
from tournaments.state import Data
from tournaments.unit_of_work import Principal, UnitOfWork

ALGORITHM = "trf@1"
"""Stands in the events of rounds that were paired elsewhere."""


def take_over(
    *, slug: str, who: Principal, text: str, **command: Unpack[CommandOptions]
) -> CommandResult:
    """Enter the players of a TRF file, start, and record its rounds; all of it or nothing.

    For a tournament over the board, of duels, that nobody has entered yet. It goes on from there.
    """

    def decide(work: UnitOfWork) -> None:
        guards.require_not_started(work.state)
        report = _read(text)
        _require_empty(work)
        number = {}
        newcomers = [Newcomer(each.name, None, None, each.rating) for each in report.players]
        for player, newcomer in zip(report.players, entry.named(newcomers), strict=True):
            entry.enter(work, newcomer, is_self=False)
            number[player.number] = len(work.state.entrants)
        _start(work, list(number.values()))
        for round_ in report.rounds:
            _record(work, round_, number)

    return handle(slug=slug, who=who, decide=decide, **command)


def _read(text: str) -> trf.Report:
    try:
        return trf.read(text)
    except trf.TrfError as error:
        raise Problem(
            "invalid",
            Message("The file is not a valid TRF of duels: %(fault)s.", fault=error.args[0]),
        ) from error


def takes_reports(settings: Data) -> bool:
    """Tell whether a plan has results reported, and its first tables may be duels."""
    table = settings["stages"][0].get("table") or settings["table"]
    return settings["play"] == "reported" and bool(table["min"] <= 2 <= table["max"])


def _require_empty(work: UnitOfWork) -> None:
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
    drawn = secrets.token_bytes(32)
    work.add(e.SeedsAssigned(method="manual", order=order, random_seed=drawn.hex()))
    lots = FairChance(drawn).shuffle("lots", sorted(order))
    rules = games.current_rules(work.state.settings["game"]).id
    work.add(e.TournamentStarted(lots=lots, random_seed=drawn.hex(), rules=rules))
    work.add(e.StageStarted(stage=0, entrants=order))


def _record(work: UnitOfWork, round_: Round, number: dict[int, int]) -> None:
    tables = [
        e.PairedTable(id=str(uuid7()), seats=[number[each] for each in table.seats])
        for table in round_.tables
    ]
    work.add(
        e.RoundPaired(
            round=round_.number,
            stage=0,
            algorithm=ALGORITHM,
            seed="",
            tables=tables,
            byes=sorted(number[each] for each in round_.byes),
            explanation=[{"repeats": 0, "terms": {}, "text": "Paired elsewhere."} for _ in tables],
            alternatives=[],
            notes=[],
        )
    )
    work.add(e.RoundPublished(round=round_.number))
    for made, table in zip(tables, round_.tables, strict=True):
        places = list(table.places or ())
        work.add(e.ResultRecorded(table=made.id, places=places, scores=None, source="import"))
    work.add(e.RoundClosed(round=round_.number))
