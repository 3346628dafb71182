"""How each event of a match is folded. Pure.

Events are either the game's own, which its rules read and fold, or shared by all games.
"""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from msgspec import UNSET

from eventstore.canonical import parse_timestamp
from eventstore.catalogue import UnknownEventTypeError
from eventstore.events import IMPORT, Moment, StoredEvent
from games import registry
from games.core import AnyRules, Event, WireError
from matches import events as e
from matches import time_control as clocks
from matches.actors import account_of
from matches.clocks import Clocks, Span
from matches.deals import Deal
from matches.state import FOLLOWERS, MatchState, Pause, SeatState, Status

Fold = Callable[[MatchState, Any, Moment], None]

SHARED = frozenset(e.CATALOGUE)
"""The types of the events that all games share."""


def fold(state: MatchState, events: Iterable[StoredEvent]) -> MatchState:
    """Fold events that follow the ones folded so far, and return the state itself.

    Raises UnknownEventTypeError for an event that neither all games have nor this one.
    """
    for each in events:
        state.version = each.version
        state.hash = each.hash
        state.at = each.at
        # Nearly all events are the game's: they take the shortest way.
        if each.type in SHARED:
            shared = e.CATALOGUE.decode(each.type, each.schema, each.body)
            _evolve_shared(state, shared, Moment(each.version, each.at, each.actor))
        else:
            try:
                event = state.rules.decode_event(each.type, each.body, each.schema)
            except WireError as error:
                _require_known(state, each, error)
                raise
            _evolve_game(state, event, each.at)
    return state


def decode(state: MatchState, stored: StoredEvent) -> e.MatchEvent | Event:
    """Return a stored event; those of the game are read by the rules of the match."""
    if stored.type in SHARED:
        return e.CATALOGUE.decode(stored.type, stored.schema, stored.body)
    try:
        event: Event = state.rules.decode_event(stored.type, stored.body, stored.schema)
    except WireError as error:
        _require_known(state, stored, error)
        raise
    return event


def _require_known(state: MatchState, stored: StoredEvent, error: WireError) -> None:
    """Raise UnknownEventTypeError for an event that could not be read since nobody knows it."""
    if stored.type not in state.rules.event_types:
        message = f"unknown kind of event: {stored.type}"
        raise UnknownEventTypeError(message) from error


def evolve(state: MatchState, event: e.MatchEvent | Event, moment: Moment) -> None:
    """Fold one event."""
    if isinstance(event, e.MatchEvent):
        _evolve_shared(state, event, moment)
    else:
        _evolve_game(state, event, moment.at)


def _evolve_shared(state: MatchState, event: e.MatchEvent, moment: Moment) -> None:
    state.common.append(moment.version)
    FOLDS[type(event)](state, event, moment)
    _note_turns(state, moment.at)


def _evolve_game(state: MatchState, event: Event, at: datetime) -> None:
    state.rules.evolve(state.game, event)
    timer = state.timer
    if timer is not None:
        if (seat := getattr(event, "seat", None)) is not None:
            timer.end_turn(seat, at)
        if (length := state.breaks.get(type(event))) is not None:
            timer.rest(Span(at, at + length))
    _note_turns(state, at)


def _note_turns(state: MatchState, at: datetime) -> None:
    """Note who has to decide now, and let their clocks run."""
    state.acting = state.rules.to_act(state.game) if state.status is Status.LIVE else ()
    if state.timer is not None:
        state.timer.start_turns(state.acting, at)


def _opened(state: MatchState, event: e.MatchOpened, moment: Moment) -> None:
    state.imported = moment.actor == IMPORT
    state.rules = registry.rules(event.rules)
    state.dataset = event.dataset
    state.options = event.options
    state.seats = event.seats
    state.game = state.rules.new_state(state.seats, state.options, state.dataset)
    state.clock = clocks.parse(event.clock)
    state.timer = None if state.clock is None else Clocks(state.clock, state.seats)
    state.breaks = {} if event.breaks is UNSET else _breaks(state.rules, event.breaks)
    state.on_timeout = event.on_timeout
    state.commitment = event.commitment
    named = {follower: getattr(event, field) for follower, field in FOLLOWERS.items()}
    state.belongs_to = {
        follower: UUID(name) for follower, name in named.items() if name and name is not UNSET
    }
    state.withheld = "deal" in state.belongs_to and not state.imported
    state.until = None if event.until is UNSET else parse_timestamp(event.until)
    state.bots = "allowed" if event.bots is UNSET else event.bots
    state.vacations = event.vacations is UNSET
    if event.scheme is not UNSET:
        state.deal = Deal.of(event)


def _breaks(rules: AnyRules, seconds: Mapping[str, int]) -> dict[type[Event], timedelta]:
    """Return how long no clock runs after events of the game, by their types.

    Which of them the game does not know is found by the audit; nothing follows from it here.
    """
    known = rules.event_types
    return {known[name]: timedelta(seconds=s) for name, s in seconds.items() if name in known}


def _seated(state: MatchState, event: e.SeatTaken, moment: Moment) -> None:
    account = None if event.bot else account_of(moment.actor)
    state.seat_states[event.seat] = SeatState(
        event.player,
        account,
        event.bot,
        event.client_seed,
        program=event.program is True,
        shares=event.shares is True,
    )
    if state.deal is not None:
        state.deal.since = moment.at
    if event.bot and state.timer is not None:
        state.timer.bot_takes_over(event.seat, moment.at)


def _gave_seat_back(state: MatchState, event: e.SeatLeft, _moment: Moment) -> None:
    account = state.seat_states.pop(event.seat).account
    if account is not None:
        state.got_up.add(account)
    if state.deal is not None:
        state.deal.forget(event.seat)


def _chance_sealed(state: MatchState, event: e.ChanceSealed, moment: Moment) -> None:
    assert state.deal is not None  # noqa: S101 - The audit looks, and the services do.
    roll = {each.seat: bytes.fromhex(each.promise) for each in event.roll}
    state.deal.seal(roll, event.signature, moment.at, event.beacon or "")


def _chance_shown(state: MatchState, event: e.ChanceShown, moment: Moment) -> None:
    assert state.deal is not None  # noqa: S101 - The same.
    shares = {each.seat: bytes.fromhex(each.share) for each in event.shares}
    beacon = "" if event.beacon is UNSET else event.beacon
    state.deal.show(shares, event.withheld, moment.at, beacon)


def _given_up(state: MatchState, event: e.SeatGivenUp, _moment: Moment) -> None:
    """Free a seat; where others wait for the result it stays taken, and is resigned at the deal."""
    assert state.deal is not None  # noqa: S101 - The same.
    state.deal.forget(event.seat)
    if state.belongs_to:
        state.deal.given_up.append(event.seat)
    else:
        state.seat_states.pop(event.seat)


def _started(state: MatchState, _event: e.MatchStarted, _moment: Moment) -> None:
    state.status = Status.LIVE
    state.begun = True


def _timed_out(state: MatchState, event: e.SeatTimedOut, moment: Moment) -> None:
    """Have the seat leave where the match's policy says so; what is done for it follows."""
    if event.policy not in {"bot", "forfeit"}:
        return
    seat_state = state.seat_states[event.seat]
    seat_state.left, seat_state.away = event.policy == "forfeit", event.policy == "bot"
    seat_state.timed_out = True
    is_end = state.until is not None and moment.at >= state.until
    seat_state.waited = is_end and (state.pause is not None or event.seat not in state.acting)
    if state.timed_out_at == moment.at:
        state.left[-1].append(event.seat)
    else:
        state.left.append([event.seat])
    state.timed_out_at = moment.at


def _resigned(state: MatchState, event: e.SeatResigned, _moment: Moment) -> None:
    seat_state = state.seat_states[event.seat]
    if seat_state.away:
        _is_back(state, event.seat)
    seat_state.left, seat_state.timed_out = True, False
    state.left.append([event.seat])
    state.timed_out_at = None


def _replaced(state: MatchState, event: e.SeatReplaced, moment: Moment) -> None:
    state.seat_states[event.seat].bot = event.by
    if state.timer is not None:
        state.timer.bot_takes_over(event.seat, moment.at)


def _returned(state: MatchState, event: e.SeatReturned, moment: Moment) -> None:
    _is_back(state, event.seat)
    state.seat_states[event.seat].bot = None
    if state.timer is not None:
        state.timer.player_returns(event.seat, moment.at)


def _is_back(state: MatchState, seat: int) -> None:
    seat_state = state.seat_states[seat]
    seat_state.away = seat_state.timed_out = seat_state.waited = False
    state.left = [
        rest for group in state.left if (rest := [each for each in group if each != seat])
    ]
    state.timed_out_at = None


def _voted(state: MatchState, event: e.Voted, _moment: Moment) -> None:
    state.votes.setdefault(event.what, set()).add(event.seat)


def _paused(state: MatchState, event: e.MatchPaused, moment: Moment) -> None:
    until = None if event.until is None else parse_timestamp(event.until)
    state.pause = Pause(event.by, event.reason, moment.at, until)
    if state.timer is not None:
        state.timer.pause(moment.at)


def _resumed(state: MatchState, _event: e.MatchResumed, moment: Moment) -> None:
    state.pause = None
    for what in ("pause", "resume"):
        state.votes.pop(what, None)
    if state.timer is not None:
        state.timer.resume(moment.at)


def _credited(state: MatchState, event: e.ClockCredited, moment: Moment) -> None:
    span = Span(parse_timestamp(event.begin), parse_timestamp(event.until))
    state.credited = span.end
    if state.timer is not None:
        state.timer.credit(span, moment.at)


def _time_extended(state: MatchState, event: e.TimeExtended, _moment: Moment) -> None:
    if state.timer is not None:
        state.timer.extend(timedelta(seconds=event.seconds))


def _on_vacation(state: MatchState, event: e.SeatOnVacation, _moment: Moment) -> None:
    if state.timer is not None:
        span = Span(parse_timestamp(event.begin), parse_timestamp(event.until))
        state.timer.suspend(event.seat, span)


def _disconnected(state: MatchState, event: e.SeatDisconnected, _moment: Moment) -> None:
    if state.timer is not None:
        state.timer.disconnect(event.seat, parse_timestamp(event.begin))


def _reconnected(state: MatchState, event: e.SeatReconnected, _moment: Moment) -> None:
    if state.timer is not None:
        state.timer.reconnect(event.seat, parse_timestamp(event.until))


def _ended(status: Status) -> Fold:
    def end(state: MatchState, event: e.MatchFinished | e.MatchVoided, _moment: Moment) -> None:
        state.status = status
        state.pause = None
        state.finish = event

    return end


FOLDS: dict[type[e.MatchEvent], Fold] = {
    e.MatchOpened: _opened,
    e.SeatTaken: _seated,
    e.SeatLeft: _gave_seat_back,
    e.ChanceSealed: _chance_sealed,
    e.ChanceShown: _chance_shown,
    e.SeatGivenUp: _given_up,
    e.MatchStarted: _started,
    e.SeatTimedOut: _timed_out,
    e.SeatResigned: _resigned,
    e.SeatReplaced: _replaced,
    e.SeatReturned: _returned,
    e.AbortVoted: _voted,
    e.PauseVoted: _voted,
    e.ResumeVoted: _voted,
    e.MatchPaused: _paused,
    e.MatchResumed: _resumed,
    e.ClockCredited: _credited,
    e.TimeExtended: _time_extended,
    e.SeatOnVacation: _on_vacation,
    e.SeatDisconnected: _disconnected,
    e.SeatReconnected: _reconnected,
    e.MatchFinished: _ended(Status.FINISHED),
    e.MatchVoided: _ended(Status.VOID),
}
"""How each event that all games share is folded."""
