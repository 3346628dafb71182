"""Pair again only what a change touches: who has left leaves a gap, who has come fills one."""

from collections.abc import Sequence
from itertools import zip_longest
from uuid import UUID

from msgspec import UNSET

from api.ids import uuid7
from api.problems import Problem
from games.chance import FairChance
from games.messages import Message
from tournaments import (
    costs,
    pairing_notes,
    stage_plan,
    stage_queries,
    stage_records,
    team_matches,
)
from tournaments import events as e
from tournaments.events import Data
from tournaments.formats import seating
from tournaments.formats.core import InfeasibleError, Pairing, Reason, Stage
from tournaments.formats.notes import Note
from tournaments.formats.pods import APART, REPEAT, choose_byes, explained, seated_pairing
from tournaments.record import Entrant, Round
from tournaments.services import deals, guards
from tournaments.state import RoundState, TableState
from tournaments.team_matches import Board, Team
from tournaments.unit_of_work import UnitOfWork

Seats = list[Entrant]


def as_data(proposed: Pairing, *more: Note) -> Data:
    """Return a pairing as an event keeps it, with a new id for every table, and more notes."""
    proposed = proposed._replace(notes=(*proposed.notes, *more))
    tables = [
        e.PairedTable(
            id=str(uuid7()),
            seats=list(seats),
            key=UNSET if key is None else key,
            sources=UNSET if sources is None else list(sources),
        )
        for seats, key, sources in zip_longest(proposed.tables, proposed.keys, proposed.sources)
    ]
    return {
        "tables": tables,
        "walkovers": dict(proposed.walkovers) or UNSET,
        "byes": list(proposed.byes),
        "explanation": [
            {"repeats": reason.repeats, "terms": dict(reason.terms), "text": reason.text}
            for reason in proposed.reasons
        ],
        "alternatives": [str(each) for each in proposed.alternatives],
        "notes": [str(each) for each in proposed.notes],
        "messages": pairing_notes.messages_of(proposed),
    }


class RepairInProgress:
    """A round in the course of being mended: gaps, who waits, and what has changed."""

    def __init__(self, stage: Stage, alive: Sequence[Entrant], round_: RoundState) -> None:
        self.stage = stage
        there = set(alive) - round_.sitting_out
        placed = {each for table in round_.tables for each in table.seats} | set(round_.byes)
        self.tables: dict[UUID, Seats] = {
            table.id: [each for each in table.seats if each in there] for table in round_.tables
        }
        self.size = {table.id: len(table.seats) for table in round_.tables}
        self.changed = {each for each, seats in self.tables.items() if len(seats) < self.size[each]}
        self.waiting = [each for each in alive if each in there - placed]
        self.byes = [each for each in round_.byes if each in there]
        self.new: list[Seats] = []

    @property
    def is_needed(self) -> bool:
        """Whether anything is to be done."""
        return bool(self.changed or self.waiting)

    def mend(self, fixed: set[UUID]) -> None:
        """Fill gaps, dissolve what is too small, seat who is left; `fixed` tables take nobody in.

        Who finds no seat has a bye.
        """
        gaps = sorted(self.changed, key=lambda each: len(self.tables[each]))
        for table_id in gaps:
            self._fill(self.tables[table_id], self.size[table_id], self.waiting)
        for table_id in gaps:
            self._fill(self.tables[table_id], self.stage.sizes.least, self.byes)
        for table_id in gaps:
            if len(self.tables[table_id]) < self.stage.sizes.least:
                self.waiting += self.tables.pop(table_id)
        self._seat_the_rest(fixed)

    def _fill(self, seats: Seats, size: int, pool: list[Entrant]) -> None:
        while len(seats) < size and pool:
            best = min(pool, key=lambda each: (self._cost(each, seats), each))
            pool.remove(best)
            seats.append(best)

    def _seat_the_rest(self, fixed: set[UUID]) -> None:
        """Seat who waits at a table of their own, or where there is room, or give them a bye."""
        sizes = self.stage.sizes
        try:
            split = sizes.split(len(self.waiting)) if self.waiting else None
        except InfeasibleError:
            split = None
        if split is not None:
            away = set(choose_byes(self.stage, self.waiting, split.byes))
            pool = [each for each in self.waiting if each not in away]
            for size in split.tables:
                seats = [pool.pop(0)]
                self._fill(seats, size, pool)
                self.new.append(seats)
            self.byes += sorted(away)
            return
        for each in self.waiting:
            room = [
                table_id
                for table_id, seats in self.tables.items()
                if table_id not in fixed and len(seats) < sizes.most
            ]
            if not room:
                self.byes.append(each)
                continue
            best = min(room, key=lambda table_id: self._where(each, self.tables[table_id]))
            self.tables[best].append(each)
            self.changed.add(best)

    def _where(self, entrant: Entrant, seats: Seats) -> tuple[int, int, Seats]:
        return len(seats), self._cost(entrant, seats), seats

    def _cost(self, entrant: Entrant, seats: Seats) -> int:
        pairs = [(min(entrant, each), max(entrant, each)) for each in seats]
        met = sum(self.stage.met(*pair) ** 2 for pair in pairs)
        return REPEAT * met + APART * sum(pair in self.stage.apart for pair in pairs)


def repair_affected(work: UnitOfWork, round_: RoundState) -> None:
    """Add the repair of the tables of a round that a change touches; raises Problem."""
    state = work.state
    form = stage_plan.format_of(state, round_.stage)
    if form.of_teams:
        _repair_boards(work, round_)
        return
    if form.eliminates or not form.supports_pins:
        text = Message("In a bracket one table follows from another; repair the whole draft.")
        raise Problem("pairing_infeasible", text)
    now = stage_queries.stage_of(state, bytes(32), number=round_.stage)
    stage = stage_queries.before(now, round_)
    mending = RepairInProgress(stage, form.participants(stage), round_)
    if not mending.is_needed:
        text = Message(
            "Nobody has left or come since round %(round)s was paired.", round=round_.number
        )
        raise Problem("pairing_infeasible", text)
    mending.mend(_fixed(round_))
    touched = [table for table in round_.tables if table.id in mending.changed]
    if round_.published:
        for place, table in enumerate(round_.tables, start=1):
            if table in touched:
                guards.require_untouched(table, place)
    changed = [seats for table_id, seats in mending.tables.items() if table_id in mending.changed]
    byes = sorted({*mending.byes, *(round_.sitting_out & set(state.present))})
    proposed = _seated(round_, stage, [*changed, *mending.new], tuple(byes))
    _add(work, round_, touched, proposed)


def _add(
    work: UnitOfWork, round_: RoundState, touched: Sequence[TableState], proposed: Pairing
) -> None:
    """Add the new tables in the place of those that were touched."""
    removed = [str(table.id) for table in touched]
    data = as_data(proposed)
    after = [
        *(table.seats for table in round_.tables if table not in touched),
        *(tuple(each.seats) for each in data["tables"]),
    ]
    cost = costs.of_change(work.state, round_, after)
    work.add(e.RoundRepaired(round=round_.number, removed=removed, cost=cost, **data))
    if round_.published:
        deals.bind_anew(work, round_.number, [each.id for each in data["tables"]])


def _seated(
    round_: RoundState, stage: Stage, tables: Sequence[Sequence[Entrant]], byes: Sequence[Entrant]
) -> Pairing:
    """Return mended tables, their seats drawn from the round's own draw where it has one."""
    if round_.draw is None:
        return seated_pairing(stage, tables, tuple(byes))
    chance = FairChance(bytes.fromhex(round_.pairing.seed))
    before = f"mend/{round_.mends + 1}/"
    drawn = seating.seat_all(
        stage, tables, lambda label, table: chance.shuffle(before + label, table)
    )
    return explained(stage, drawn, tuple(byes))


def _repair_boards(work: UnitOfWork, round_: RoundState) -> None:
    """Let reserves play for those of their team who have left; a board without one is lost."""
    there = set(work.state.present) - round_.sitting_out
    teams = stage_plan.members_of(work.state)
    now = stage_records.round_of(work.state, round_)
    mended = BoardsInRepair(now, teams, there)
    placed = {each for table in now.tables for each in table.seats} | {*now.byes}
    come = [each for team in teams for each in team if each in there - placed]
    gone = placed - set(work.state.present)
    if not mended.changed and not come and not gone:
        text = Message(
            "Nobody has left or come since round %(round)s was paired.", round=round_.number
        )
        raise Problem("pairing_infeasible", text)
    if mended.deserted and not mended.changed:
        named = work.state.teams.teams if work.state.teams is not None else []
        text = Message(
            "Nobody plays for %(team)s any more. Pair the draft again, or decide its boards as "
            "no-shows.",
            team=named[mended.deserted[0] - 1].name,
        )
        raise Problem("pairing_infeasible", text)
    touched = [round_.tables[place] for place in mended.changed]
    if round_.published:
        for place in mended.changed:
            guards.require_untouched(round_.tables[place], place + 1)
    seated = {each for seats in mended.tables.values() for each in seats} | {
        each
        for place, table in enumerate(now.tables)
        if place not in mended.changed
        for each in table.seats
    }
    away = {*now.byes, *come, *mended.spare, *mended.alone} & set(work.state.present)
    proposed = Pairing(
        tuple(mended.tables.values()),
        tuple(sorted(away - seated)),
        tuple(Reason(0, {}) for _ in mended.tables),
        keys=tuple(mended.tables),
        walkovers=mended.walkovers,
    )
    _add(work, round_, touched, proposed)


class BoardsInRepair:
    """The boards of a round as gaps are filled: what is new, and what nobody plays."""

    def __init__(
        self, round_: Round, teams: Sequence[Sequence[Entrant]], there: set[Entrant]
    ) -> None:
        self.tables: dict[str, tuple[Entrant, Entrant]] = {}
        """The new ones, by key."""
        self.walkovers: dict[str, Entrant | None] = {}
        self.changed: list[int] = []
        """The tables that are no more, from 0."""
        self.spare: set[Entrant] = set()
        self.deserted: list[Team] = []
        """The teams of which nobody is left to play. Their boards stay, since a match without a
        table would be none: the other team wins each of them when the staff says so."""
        for match in team_matches.matches(round_, teams, 1):
            seated = [[board.players[side] for board in match.boards] for side in (0, 1)]
            sides = [
                self._side(players, teams[team - 1], there)
                for players, team in zip(seated, match.teams, strict=True)
            ]
            deserted = [
                team for team, side in zip(match.teams, sides, strict=True) if not any(side)
            ]
            self.deserted += deserted
            for board, *players in zip(match.boards, *(seated if deserted else sides), strict=True):
                first, second = players
                self._set(team_matches.key(match.number, board.number), board, (first, second))

    @property
    def alone(self) -> set[Entrant]:
        """Whoever has nobody to play."""
        return {each for each in self.walkovers.values() if each is not None}

    def _side(
        self, seated: Sequence[Entrant | None], team: Sequence[Entrant], there: set[Entrant]
    ) -> list[Entrant | None]:
        """Return who of a team plays its boards now."""
        reserves = [each for each in team if each in there and each not in seated]
        stay = [each if each in there else None for each in seated]
        found = [reserves.pop(0) if each is None and reserves else each for each in stay]
        self.spare |= {*reserves}
        return found

    def _set(self, key: str, board: Board, players: tuple[Entrant | None, Entrant | None]) -> None:
        first, second = players
        if board.table is not None and players != board.players:
            self.changed.append(board.table)
        if first is None or second is None:
            self.walkovers[key] = second if first is None else first
        elif players != board.players:
            self.tables[key] = (first, second) if board.number % 2 else (second, first)


def _fixed(round_: RoundState) -> set[UUID]:
    """Return the tables that can take nobody in, since somebody has played there."""
    if not round_.published:
        return set()
    return {table.id for table in round_.tables if not guards.is_untouched(table)}
