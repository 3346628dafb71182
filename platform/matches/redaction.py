"""What a viewer may see of a match: its events, the table, the legal moves. Pure.

Everything that leaves the server about a running match goes through here, so that one place
decides what stays hidden.
"""

import json
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import TypedDict, overload
from uuid import UUID

from msgspec import UNSET, UnsetType, structs

from eventstore import chain
from eventstore.canonical import format_timestamp
from eventstore.events import StoredEvent
from games import fair_draws
from games.core import ALL, PUBLIC
from matches import deals, draws
from matches.answers import ChanceAsked, ClockShown, EventShown, MatchStatus, PauseShown
from matches.clocks import Clocks
from matches.events import CATALOGUE
from matches.state import Data, MatchState, Pause, Status

MILLISECOND = timedelta(milliseconds=1)
VIEWER_NAMES = {ALL: "all", PUBLIC: "public"}


def viewer_of(state: MatchState, account: UUID | None) -> int:
    """Return as whom an account looks at a match."""
    return viewer_at(state, state.seat_of(account))


def viewer_at(state: MatchState, seat: int | None) -> int:
    """Return as whom a seat looks at a match: everything after the end, else its own hand.

    While others may play the same deal the end changes nothing.
    """
    if state.is_revealed:
        return ALL
    return PUBLIC if seat is None else seat


def viewer_name(viewer: int) -> str | int:
    """Return a viewer as the log's header names it: "all", "public" or a seat."""
    return VIEWER_NAMES.get(viewer, viewer)


def log_header(state: MatchState, viewer: int) -> Data:
    """Return the first line of the match's log."""
    header: Data = {
        "match": str(state.id),
        "game": state.rules.game,
        "rules": state.rules.id,
        "dataset": state.dataset,
        "options": state.options,
        "seats": [
            {"seat": seat, "player": seat_state.player, "client_seed": seat_state.client_seed}
            for seat, seat_state in sorted(state.seat_states.items())
        ],
        "commitment": state.commitment,
        "viewer": viewer_name(viewer),
    }
    deal = state.deal
    if deal is None:
        return header
    header |= {"scheme": fair_draws.SCHEME, "deal": deal.name, "bind": deal.bind.hex()}
    header |= {"chance": chance_added(state)}
    return header if deal.draw_roll is None else header | {"draw_roll": list(deal.draw_roll)}


def chance_added(state: MatchState) -> list[Data]:
    """Return what each seat has added to the chance of a match under fair/2.

    `share`; `draw`, a share of the draw that the deal hangs on; `said`, a client seed in clear;
    `away`, of those who would have; or `none`. Before the deal nobody has added anything yet, but
    for what was said, or shown before.
    """
    deal = state.deal
    shares = {} if deal is None else deal.shares
    drawn = frozenset[int]() if deal is None else deal.draw_seats
    added: list[Data] = []
    for seat, seat_state in sorted(state.seat_states.items()):
        what = "none" if seat_state.client_seed is None else "said"
        if seat in shares:
            what = "share"
        elif seat in drawn:
            what = "draw"
        elif seat_state.shares and what == "none":
            what = "away"
        added.append({"seat": seat, "chance": what})
    return added


def event_line(state: MatchState, event: StoredEvent, viewer: int) -> Data:
    """Return one event as the viewer may know it now; hashes only where nothing is hidden."""
    line = {
        "version": event.version,
        "type": event.type,
        "data": _data(state, event, viewer),
        "at": format_timestamp(event.at),
        "hash": event.hash.hex() if viewer == ALL else None,
    }
    if event.chain != chain.FIRST:
        by = chain.shown_author(event) if viewer == ALL else None
        line["by"] = None if by is None else by.hex()
    return line if event.schema == 1 else {**line, "schema": event.schema}


def event_lines(state: MatchState, events: Iterable[StoredEvent], viewer: int) -> list[Data]:
    """Return events as the viewer may know them now."""
    return [event_line(state, event, viewer) for event in events]


class EventLines(Sequence[Data]):
    """Events as the viewer may know them, each made whenever it is looked at: few of many are."""

    def __init__(self, state: MatchState, events: Sequence[StoredEvent], viewer: int) -> None:
        self._state = state
        self._events = events
        self._viewer = viewer

    def __len__(self) -> int:
        return len(self._events)

    @overload
    def __getitem__(self, at: int) -> Data: ...

    @overload
    def __getitem__(self, at: slice) -> "EventLines": ...

    def __getitem__(self, at: int | slice) -> "Data | EventLines":
        if isinstance(at, slice):
            return EventLines(self._state, self._events[at], self._viewer)
        return event_line(self._state, self._events[at], self._viewer)


def events_shown(state: MatchState, events: Iterable[StoredEvent], viewer: int) -> list[EventShown]:
    """Return the same as structs."""
    return [EventShown(**event_line(state, event, viewer)) for event in events]


def _data(state: MatchState, event: StoredEvent, viewer: int) -> Data:
    if event.type in CATALOGUE or viewer == ALL:
        data: Data = json.loads(event.body)
        if state.withheld and "seed" in data:
            data["seed"] = None
        return data
    decoded = state.rules.decode_event(event.type, event.body, event.schema)
    return state.rules.redact(decoded, state.game_index(event.version), viewer, state.game)


def game_view(state: MatchState, viewer: int) -> Data | None:
    """Return the game's view; None before the game has begun."""
    if not state.begun:
        return None
    view: Data = state.rules.view(state.game, viewer)
    return view


def legal_moves(state: MatchState, seat: int | None) -> list[Data]:
    """Return what a seat may do now, in the form in which it is sent."""
    if seat is None or state.status is not Status.LIVE:
        return []
    rules = state.rules
    return [rules.move_data(state.game, seat, move) for move in rules.legal_moves(state.game, seat)]


class ClockFields(TypedDict):
    """How the clocks of a match stand, and whether it is paused."""

    deadline: str | None
    clocks: list[ClockShown]
    paused: PauseShown | None


class LiveFields(ClockFields):
    """What changes with every move: the fields of `answers.Situation`."""

    version: int
    status: MatchStatus
    to_act: list[int]
    view: Data | None
    legal_moves: list[Data]


def live_fields(state: MatchState, *, seat: int | None, viewer: int) -> LiveFields:
    """Return what changes with every move: version, whose turn, until when, view, legal moves."""
    return {
        "version": state.version,
        "status": state.status.value,
        "to_act": list(state.acting),
        **clock_fields(state),
        "view": game_view(state, viewer),
        "legal_moves": []
        if seat is None or state.seat_states[seat].away
        else legal_moves(state, seat),
    }


def chance_asked(state: MatchState) -> ChanceAsked | UnsetType:
    """Return what the deal of a match waits for, if it does: promises, shares, or a beacon."""
    deal = state.deal
    if deal is None or state.status is not Status.OPEN:
        return UNSET
    taken = sorted(state.seat_states.items())
    asked = [seat for seat, seat_state in taken if seat_state.shares and seat not in deal.given_up]
    if not asked and deal.sealed is None:
        return UNSET
    is_full = len(state.seat_states) == state.seats
    seal = draws.seal(state)
    return ChanceAsked(
        deal=deal.name,
        bind=deal.bind.hex(),
        attempt=deal.attempt,
        step="promise" if deal.sealed is None else "show",
        expected=[seat for seat in asked if deal.sealed is None or seat in deal.sealed],
        until=format_moment(
            deal.shares_due()
            if deal.sealed is not None
            else deal.promises_due()
            if is_full
            else None
        ),
        seal=None if deal.sealed is None else deals.note(seal.text, deal.signature),
        beacon=deal.named,
    )


def clock_fields(state: MatchState) -> ClockFields:
    """Return how the clocks of a match stand, and whether it is paused."""
    return {
        "deadline": format_moment(state.deadline),
        "clocks": clocks(state),
        "paused": None if state.pause is None else _pause(state.pause),
    }


def clocks(state: MatchState) -> list[ClockShown]:
    """Return the clock of each seat as it stood at the state's last event."""
    timer = state.timer
    return [] if timer is None else [_clock(state, timer, seat) for seat in range(state.seats)]


def _clock(state: MatchState, timer: Clocks, seat: int) -> ClockShown:
    shown = ClockShown(
        seat=seat,
        remaining=timer.remaining(seat) // MILLISECOND / 1000,
        running_since=format_moment(timer.running_since(seat)),
        deadline=format_moment(timer.deadline_of(seat)),
    )
    if state.clock is None or not state.clock.disconnect:
        return shown
    return structs.replace(
        shown,
        disconnect=timer.allowances[seat] // MILLISECOND / 1000,
        disconnected_since=format_moment(timer.gone.get(seat)),
    )


def _pause(pause: Pause) -> PauseShown:
    return PauseShown(
        by=pause.by,
        reason=pause.reason,
        since=format_timestamp(pause.since),
        until=format_moment(pause.until),
    )


def format_moment(moment: datetime | None) -> str | None:
    """Return a moment as the API writes it, if there is one."""
    return None if moment is None else format_timestamp(moment)
