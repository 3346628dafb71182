"""The tables of a round as cards: who sits where, what it costs, and why it is so."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from eventstore import streams
from games.json_types import JsonMapping
from tournaments import pairing_notes, stage_queries, stage_records
from tournaments.events import CATALOGUE, KIND, Paired
from tournaments.formats.core import Stage
from tournaments.points.core import in_points
from tournaments.record import Entrant, pairs
from tournaments.state import (
    PRESENT,
    RoundState,
    TableState,
    TournamentState,
    without_rolled_back,
)
from web.tournaments import labels, notes, teams
from web.tournaments.console.labels import TERMS
from web.tournaments.tables import is_open_to_all
from web.words import label

Reasons = Mapping[frozenset[Entrant], tuple[JsonMapping, str]]
"""The cost of a table and what is said of it, by who sits at it."""


class Seat(NamedTuple):
    """Somebody at a table."""

    entrant: Entrant
    name: str
    team: str
    seed: int
    is_there: bool
    """False when they have left since the round was paired."""
    place: int | None
    score: int | None
    said_place: int | None
    """What a player has reported and nobody has confirmed or disputed yet."""
    said_score: int | None
    points: str | None
    gone: bool
    """Whether they had given up, forfeited, or left the seat to a bot when the match ended."""
    absent: bool
    """Whether they forfeited by not coming."""


class Card(NamedTuple):
    """A table of a round."""

    number: int
    board: str
    """Which board of whose match it is, where teams meet on boards."""
    table: TableState
    seats: list[Seat]
    again: list[str]
    """Who have met before, in words."""
    held: str
    """Who has sat on the same seat before."""
    costs: list[tuple[str, int]]
    """The terms of the table's cost that are not nothing."""
    text: str
    is_by_hand: bool
    """Whether somebody has changed it since it was paired."""
    match: UUID | None
    """Its match, where the staff may look at that as everyone may."""

    @property
    def extra_minutes(self) -> int:
        """What the table has beyond the others, rounded up."""
        return -(-self.table.extended_s // 60)


def cards(state: TournamentState, round_: RoundState) -> list[Card]:
    """Return the tables of a round."""
    stage = _stage_before(state, round_)
    reasons = _reasons(state, round_)
    return [
        _card(state, stage, number, table, reasons)
        for number, table in enumerate(round_.tables, start=1)
    ]


def _stage_before(state: TournamentState, round_: RoundState) -> Stage | None:
    """Return the stage as it was paired; None when it has other rounds by now."""
    return stage_queries.stage_of(state, number=round_.stage) if not round_.published else None


def _reasons(state: TournamentState, round_: RoundState) -> Reasons:
    """Return what the format has said of each table of a round, by who sits at it."""
    found: dict[frozenset[Entrant], tuple[JsonMapping, str]] = {}
    called = notes.names_in(state, round_)
    for event in without_rolled_back(streams.load(KIND, state.id)):
        if event.type in {"round_paired", "round_repaired"}:
            paired = CATALOGUE.decode(event.type, event.schema, event.body)
            if isinstance(paired, Paired) and paired.round == round_.number:
                said = pairing_notes.notes_of(paired).tables
                for table, reason, each in zip(
                    paired.tables, paired.explanation, said, strict=False
                ):
                    found[frozenset(table.seats)] = reason["terms"], notes.joined(called, each)
    return found


def _card(
    state: TournamentState,
    stage: Stage | None,
    number: int,
    table: TableState,
    reasons: Reasons,
) -> Card:
    terms, text = reasons.get(frozenset(table.seats), ({}, None))
    team = state.team_of
    return Card(
        number,
        teams.board_of(state, table),
        table,
        [_seat(state, table, seat, team) for seat in range(len(table.seats))],
        [] if stage is None else list(_again(state, stage, table.seats)),
        "" if stage is None else ", ".join(_held(state, stage, table.seats)),
        [(label(TERMS, name), terms[name]) for name in TERMS if terms.get(name)],
        "" if text is None or terms.get("repeats") else text,
        text is None,
        table.match if is_open_to_all(state, table) else None,
    )


def _again(state: TournamentState, stage: Stage, seats: Sequence[Entrant]) -> Iterator[str]:
    for first, second in pairs(seats):
        times = stage.met(first, second)
        if times:
            words = ngettext(
                "%(first)s and %(second)s have met %(n)s time",
                "%(first)s and %(second)s have met %(n)s times",
                times,
            )
            names = {"first": state.name(first), "second": state.name(second), "n": times}
            yield words % names
        if (first, second) in stage.apart:
            names = {"first": state.name(first), "second": state.name(second)}
            yield _("%(first)s and %(second)s are to be kept apart") % names


def _held(state: TournamentState, stage: Stage, seats: Sequence[Entrant]) -> Iterator[str]:
    """Yield the names of those who have sat on their seat at an earlier table."""
    for seat, entrant in enumerate(seats):
        if any(sat.seat == seat for sat in stage.record.seatings.get(entrant, ())):
            yield state.name(entrant)


def _seat(
    state: TournamentState, table: TableState, seat: int, team: Mapping[Entrant, str]
) -> Seat:
    entrant = state.entrants[table.seats[seat]]
    earned = stage_records.table_of(state, table).points
    told = None if table.is_disputed else table.reported
    return Seat(
        entrant.number,
        entrant.name,
        team.get(entrant.number, ""),
        entrant.seed,
        entrant.presence in PRESENT,
        None if table.places is None else table.places[seat],
        None if table.scores is None or entrant.number in table.absent else table.scores[seat],
        None if told is None else told.places[seat],
        None if told is None or told.scores is None else told.scores[seat],
        None if earned is None else labels.points(in_points(earned[seat])),
        entrant.number in table.gone,
        entrant.number in table.absent,
    )
