"""How the events of rounds are folded. Pure."""

from uuid import UUID

from msgspec import UNSET, structs

from eventstore.canonical import parse_timestamp
from tournaments import events as e
from tournaments import pairing_notes
from tournaments.folds.base import Fold, count_unchained, table_of
from tournaments.round_clock import RoundClock
from tournaments.state import (
    Board,
    RoundState,
    TableState,
    TournamentState,
)


def _kept_apart(state: TournamentState, event: e.PairKeptApart) -> None:
    pair = (event.first, event.second)
    (state.apart.discard if event.lifted else state.apart.add)(pair)


def _paired(state: TournamentState, event: e.RoundPaired) -> None:
    state.rounds.append(RoundState(event))
    if event.draw is not UNSET:
        state.draws.tables.setdefault(event.draw, state.rounds[-1].drawn)
    count_unchained(state)
    _book(state, state.rounds[-1])


def _book(state: TournamentState, round_: RoundState) -> None:
    """Note which byes of a round were booked, and what these bring."""
    for entrant, units in state.booked.get(round_.number, {}).items():
        if entrant in round_.byes:
            round_.sitting_out.add(entrant)
            round_.granted[entrant] = units


def _unpaired(state: TournamentState, event: e.RoundUnpaired) -> None:
    del state.rounds[event.round - 1 :]


def _repaired(state: TournamentState, event: e.RoundRepaired) -> None:
    """Put new tables in the place of those that are named; the others stay as they are."""
    count_unchained(state)
    round_ = state.rounds[event.round - 1]
    if event.draw is UNSET:
        round_.mends += 1
        round_.changed = True
    else:
        round_.draw = event.draw
        round_.changed = False
        round_.pairing = structs.replace(round_.pairing, seed=event.seed or "", draw=event.draw)
    gone = set(event.removed)
    reasons = dict(zip(round_.tables, round_.pairing.explanation, strict=False))
    had = round_.tables
    kept = [table for table in had if str(table.id) not in gone]
    new = [TableState.of(table) for table in event.tables]
    round_.tables = kept + new
    round_.byes = tuple(event.byes)
    round_.walkovers = dict(event.walkovers or {})
    round_.granted = {int(each): units for each, units in (event.granted or {}).items()}
    _book(state, round_)
    if event.draw is not UNSET:
        round_.drawn = tuple(table.seats for table in round_.tables)
        state.draws.tables.setdefault(event.draw, round_.drawn)
    round_.pairing = structs.replace(
        round_.pairing,
        alternatives=event.alternatives,
        notes=event.notes,
        explanation=[
            *(reasons[table] for table in kept if table in reasons),
            *event.explanation,
        ],
        messages=pairing_notes.repaired(
            round_.pairing, [place for place, table in enumerate(had) if table in kept], event
        ),
    )


def _sat_out(state: TournamentState, event: e.EntrantSatOut) -> None:
    """Note who has a bye by request; the tables that this touches are repaired next."""
    round_ = state.rounds[event.round - 1]
    round_.sitting_out.add(event.entrant)
    round_.changed = True


def _swapped(state: TournamentState, event: e.SeatsSwapped) -> None:
    """Change two seats; in a published round their tables get new ids, and new matches."""
    round_ = state.rounds[event.round - 1]
    round_.changed = True
    first, second = event.first, event.second
    other = {first: second, second: first}
    new = event.tables
    for place, table in enumerate(round_.tables):
        seats = tuple(other.get(each, each) for each in table.seats)
        if str(table.id) in new:
            # Sources are the organiser's choice now, but the place in a bracket stays.
            new_id = UUID(new[str(table.id)])
            round_.tables[place] = TableState(new_id, seats, key=table.key)
        table.seats = seats
    round_.byes = tuple(sorted(other.get(each, each) for each in round_.byes))
    round_.pairing = pairing_notes.swapped(
        round_.pairing, (first, second), [state.name(first), state.name(second)]
    )


def _dealt(state: TournamentState, event: e.RoundDealt) -> None:
    """Note which tables are to play which deal; a rollback may have left none of them."""
    playing = {table.id: table for _, table in state.tables()}
    for each in event.boards:
        state.boards[each.board] = Board(
            each.board,
            event.round,
            each.seats,
            UUID(each.deal),
            each.draw,
            {},
            is_of_later_well=state.draws.is_renewed,
        )
        for table_id in each.tables:
            if UUID(table_id) in playing:
                playing[UUID(table_id)].board = each.board


def _deal_closed(state: TournamentState, event: e.RoundDealClosed) -> None:
    board = state.boards[event.board]
    state.boards[event.board] = board._replace(is_closed=True, shadow=tuple(event.shadow or ()))


def _published(state: TournamentState, event: e.RoundPublished) -> None:
    round_ = state.rounds[event.round - 1]
    round_.published = True
    round_.due = parse_timestamp(event.due_at) if event.due_at else None
    round_.published_at = state.at


def _unpublished(state: TournamentState, event: e.RoundUnpublished) -> None:
    """Return to the draft; the tables get new ids, so no match of old can answer for them."""
    round_ = state.rounds[event.round - 1]
    round_.published = False
    round_.changed = True
    round_.closed = False
    round_.published_at = None
    round_.extended_s = 0
    round_.clock = None
    new = event.tables
    round_.tables = [
        TableState(UUID(table_id), table.seats, key=table.key, sources=table.sources)
        for table_id, table in zip(new, round_.tables, strict=True)
    ]


def _time_extended(state: TournamentState, event: e.TimeExtended) -> None:
    round_ = state.rounds[event.round - 1]
    if event.table is None:
        round_.extended_s += event.seconds
    else:
        table_of(state, event.table).extended_s += event.seconds


def _clock_started(state: TournamentState, event: e.RoundClockStarted) -> None:
    """Let a clock run on; anew it has no extra time, of the round or of a table."""
    round_ = state.rounds[event.round - 1]
    if event.seconds is not UNSET:
        round_.clock = RoundClock(event.seconds)
        round_.extended_s = 0
        for table in round_.tables:
            table.extended_s = 0
    assert round_.clock is not None and state.at is not None  # noqa: S101, PT018 - As decided.
    round_.clock = round_.clock.started(state.at)


def _clock_stopped(state: TournamentState, event: e.OfRound) -> None:
    round_ = state.rounds[event.round - 1]
    if round_.clock is not None and state.at is not None:
        round_.clock = round_.clock.stopped(state.at)


def _closed(state: TournamentState, event: e.RoundClosed) -> None:
    round_ = state.rounds[event.round - 1]
    round_.closed = True
    for table in round_.tables:
        table.is_called = False
    _clock_stopped(state, event)


def _reopened_round(state: TournamentState, event: e.RoundReopened) -> None:
    state.rounds[event.round - 1].closed = False


OF_ROUNDS: dict[type[e.TournamentEvent], Fold] = {
    e.PairKeptApart: _kept_apart,
    e.RoundPaired: _paired,
    e.RoundUnpaired: _unpaired,
    e.RoundRepaired: _repaired,
    e.SeatsSwapped: _swapped,
    e.EntrantSatOut: _sat_out,
    e.TimeExtended: _time_extended,
    e.RoundClockStarted: _clock_started,
    e.RoundClockStopped: _clock_stopped,
    e.RoundDealt: _dealt,
    e.RoundDealClosed: _deal_closed,
    e.RoundPublished: _published,
    e.RoundUnpublished: _unpublished,
    e.RoundClosed: _closed,
    e.RoundReopened: _reopened_round,
}
