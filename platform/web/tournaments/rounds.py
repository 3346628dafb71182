"""Rounds as pages show them: tables with their seats, results, links, and why they are so."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypedDict
from uuid import UUID

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

from tournaments import best_of, pairing_notes, selectors, stage_records
from tournaments.points.core import in_points
from tournaments.services import agreed_draws, result_checks
from tournaments.state import RoundState, TableState, TournamentState
from web.tournaments import labels, notes, teams
from web.tournaments.page_context import TournamentContext
from web.tournaments.people import Person, names
from web.tournaments.svg import round_table
from web.tournaments.tables import link_of

Context = dict[str, object]

STATES: Mapping[str, Promise] = {
    "draft": gettext_lazy("draft"),
    "live": gettext_lazy("in progress"),
    "closed": gettext_lazy("finished"),
}
TERMS: Mapping[str, Promise] = {
    "repeats": gettext_lazy("repeated meetings"),
    "seats": gettext_lazy("seats"),
    "kept_apart": gettext_lazy("to be kept apart, but at one table"),
    "points_apart": gettext_lazy("difference of points"),
    "off_bracket": gettext_lazy("tables other than drawn"),
}
"""What a table's cost is made of; less is better."""


@dataclass(frozen=True, kw_only=True)
class SeatRow:
    """A seat of a table, from 1."""

    number: int
    person: Person
    mine: bool
    gone: bool
    absent: bool
    """Whether they forfeited by not coming."""
    place: int | None
    score: str | None
    points: str | None


@dataclass(frozen=True, kw_only=True)
class Choice:
    """Whose choice of a seat it is, and what is left."""

    person: Person
    free: Sequence[int]
    until: datetime
    mine: bool


@dataclass(frozen=True, kw_only=True)
class Several:
    """How a table of several matches stands: as the best of them, or as the sum of all."""

    best_of: int
    sum_of: int
    over: int
    """How many matches are over."""
    score: str
    """Matches won by seat, or points so far; empty before the first is over."""
    matches: Sequence[tuple[int, str]]
    """Those that were played here, by number from 1, each with where it can be replayed."""


class Asked(TypedDict):
    """What the form of a result asks for."""

    needs_scores: bool
    best_of: int
    match: int | None
    """The number of the match that is reported next, where several are added up."""


@dataclass(frozen=True, kw_only=True)
class TableRow:
    """A table of a round, from 1, and how it ended."""

    id: UUID
    number: int
    board: str
    """Which board of whose match it is, where teams meet on boards."""
    seats: Sequence[SeatRow]
    drawing: SafeString
    link: str
    """Where it is played; empty for whoever may not see that."""
    mine: bool
    done: bool
    called: bool
    void: bool
    stopped: bool
    waits: bool
    """Whether its match is over, and its result waits for the other tables of its deal."""
    played: bool
    overridden: bool
    reported: str | None
    """Who has reported a result that nobody has confirmed yet."""
    disputed: bool
    """Whether its players say different things."""
    decision: str
    """Why the staff decided as it did."""
    ended: str
    """How it ended without being played out."""
    unrated: bool
    draw_link: str
    """Where its players agree to a draw, when its link leads to a match; else empty."""
    penalties: list[tuple[str, str, str]]
    """From whom points were taken here, how many, and why."""
    choosing: Choice | None
    match: UUID | None
    several: "Several | None"
    """How it stands, where it has several matches."""
    leads: int
    """The seat that leads first in the match that is played, or comes next."""
    extra_minutes: int


@dataclass(frozen=True, kw_only=True)
class RoundRow:
    """A round with its tables."""

    number: int
    stage: int
    """From 1."""
    status: str
    status_word: Promise
    tables: Sequence[TableRow]
    """The reader's own first."""
    byes: Sequence[Person]
    done: int
    """How many tables are over."""


def round_of(visit: TournamentContext, round_: RoundState) -> RoundRow:
    """Return a round: its tables, the reader's own first, and its byes."""
    tables = [table_of(visit, table, place) for place, table in enumerate(round_.tables, start=1)]
    return RoundRow(
        number=round_.number,
        stage=round_.stage + 1,
        status=round_.status,
        status_word=STATES[round_.status],
        tables=sorted(tables, key=lambda each: not each.mine),
        byes=[visit.people[each] for each in round_.byes],
        done=sum(each.done or each.waits for each in tables),
    )


def table_of(visit: TournamentContext, table: TableState, number: int) -> TableRow:
    """Return a table with who sits where, and how it ended."""
    own = visit.own
    mine = None if own is None else own.number
    seen = stage_records.table_of(visit.state, table)
    own_seat = table.seats.index(mine) if mine in table.seats else None
    seats = [
        SeatRow(
            number=seat + 1,
            person=visit.people[each],
            mine=seat == own_seat,
            gone=each in table.gone,
            absent=each in table.absent,
            place=None if table.places is None else table.places[seat],
            score=None
            if table.scores is None or each in table.absent
            else labels.number(str(table.scores[seat])),
            points=None if seen.points is None else labels.points(in_points(seen.points[seat])),
        )
        for seat, each in enumerate(table.seats)
    ]
    return TableRow(
        id=table.id,
        number=number,
        board=teams.board_of(visit.state, table),
        seats=seats,
        drawing=round_table(len(seats), own_seat),
        link=link_of(visit, table),
        mine=own_seat is not None,
        done=table.done,
        called=table.is_called,
        void=table.void,
        stopped=table.stopped is not None,
        waits=table.is_played,
        played=table.places is not None,
        overridden=table.source == "override",
        reported=None if table.reported is None else _reporter(visit, table.reported.by),
        disputed=table.is_disputed,
        decision=table.decision,
        ended=table.ended,
        unrated=table.unrated,
        draw_link=_draw_link(visit, table) if own_seat is not None else "",
        penalties=[
            (visit.people[each.entrant].name, labels.points(in_points(each.units)), each.reason)
            for each in table.penalties
        ],
        choosing=_choice(visit, table),
        match=table.match,
        several=several_of(visit.state, table, is_open=bool(link_of(visit, table))),
        leads=1 + len(table.counted) % len(table.seats),
        extra_minutes=-(-table.extended_s // 60),
    )


def asked_of(visit: TournamentContext, table: TableState) -> Asked:
    """Return what the form of a table's result asks for."""
    is_sum = result_checks.sum_of_table(visit.state, table) > 1
    return {
        "needs_scores": result_checks.needs_scores(visit.state, table),
        "best_of": result_checks.best_of_table(visit.state, table),
        "match": len(table.counted) + 1 if is_sum else None,
    }


def several_of(state: TournamentState, table: TableState, *, is_open: bool) -> Several | None:
    """Return how a table of several matches stands, linked where the reader may open them."""
    length = result_checks.best_of_table(state, table)
    added_up = result_checks.sum_of_table(state, table)
    if length == added_up == 1:
        return None
    shown = enumerate(table.counted if is_open else (), start=1)
    return Several(
        best_of=length,
        sum_of=added_up,
        over=len(table.counted),
        score=_so_far(state, table, is_sum=added_up > 1),
        matches=[
            (number, reverse("web:replay", args=[each.match]))
            for number, each in shown
            if each.match is not None
        ],
    )


def _so_far(state: TournamentState, table: TableState, *, is_sum: bool) -> str:
    """Return how a table of several matches stands; empty before the first is over."""
    if is_sum:
        units = stage_records.summed(state, table) if table.counted else ()
        return " \N{MIDDLE DOT} ".join(labels.points(in_points(each)) for each in units)
    wins = table.scores if table.scores is not None else table.wins
    return best_of.text(wins) if table.scores is not None or table.counted else ""


def _draw_link(visit: TournamentContext, table: TableState) -> str:
    settings = visit.state.settings
    is_offered = settings.get("agreed_draws") and table.is_open and settings["play"] == "matches"
    return reverse("web:tournament-table", args=[visit.row.slug, table.id]) if is_offered else ""


def _choice(visit: TournamentContext, table: TableState) -> Choice | None:
    choosing, own = table.choosing, visit.own
    if choosing is None:
        return None
    return Choice(
        person=visit.people[choosing.next],
        free=[seat + 1 for seat in choosing.free],
        until=choosing.until,
        mine=own is not None and own.number == choosing.next,
    )


@dataclass(frozen=True, kw_only=True)
class Agreement:
    """Who at a table agrees to a draw, as the reader who sits there sees it."""

    by: Sequence[int]
    names: str
    is_own: bool


def agreement(
    visit: TournamentContext, round_: RoundState, table: TableState, own: int | None
) -> Agreement | None:
    """Return who agrees to a draw at a table; None where the reader cannot agree to one."""
    if own not in table.seats or not agreed_draws.may_agree(visit.state, round_, table):
        return None
    found = names(visit.people, table.agreed)
    return Agreement(by=table.agreed, names=found, is_own=own in table.agreed)


def _reporter(visit: TournamentContext, number: int | None) -> str:
    return "" if number is None else visit.people[number].name


def find_table(
    visit: TournamentContext, table_id: UUID
) -> tuple[RoundState, TableState, int] | None:
    """Return a table of a round that the reader may see, and its number."""
    for round_ in visit.visible:
        for number, table in enumerate(round_.tables, start=1):
            if table.id == table_id:
                return round_, table, number
    return None


def reasons(visit: TournamentContext, round_: RoundState) -> Context:
    """Return why a round was paired so, in words: costs, repeats, alternatives, the seed."""
    told = selectors.explanation(visit.state, round_.number, visit.account)
    said = pairing_notes.notes_of(round_.pairing)
    called = notes.names_in(visit.state, round_)
    at = [table.seats for table in round_.pairing.tables]
    seats = [list(table.seats) for table in round_.tables]
    return {
        "algorithm": labels.format_title(told.algorithm.partition("@")[0]),
        "version": told.algorithm,
        "seed": told.seed,
        "tables": [
            {
                "names": [visit.people[each].name for each in sitting],
                "terms": [
                    (str(TERMS.get(name, name)), value)
                    for name, value in table["terms"].items()
                    if isinstance(value, int)
                ],
                "repeats": table["repeats"],
                "again": notes.meeting_again(called, sentences),
            }
            for sitting, table, sentences in zip(at, told.tables, said.tables, strict=False)
        ],
        "notes": [notes.words(called, each) for each in (*said.notes, *said.alternatives)],
        "changed": at != seats,
    }
