"""What a shared event must bring in the same moment, as the commands of a match do. Pure.

A log does not say which events one command wrote. But what follows from each is fixed: where a
seat's time runs out its policy is carried out, with the last vote what was voted for happens.
"""

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import NamedTuple

from eventstore.chain import FIRST
from eventstore.events import StoredEvent
from matches import agreement
from matches import events as e
from matches.agreement import is_reached
from matches.state import MatchState


class Due(NamedTuple):
    """An event that has to come next, by its struct and some of its fields."""

    struct: type[e.MatchEvent]
    fields: Mapping[str, object]

    @property
    def type(self) -> str:
        """The type under which it is stored."""
        return e.CATALOGUE.name(self.struct)

    def differing(self, event: e.MatchEvent) -> str | None:
        """Return the first field in which an event of the struct is not the one that is due."""
        fields = self.fields.items()
        return next((name for name, value in fields if getattr(event, name) != value), None)

    def fits(self, event: e.MatchEvent) -> bool:
        """Tell whether an event is the one that is due."""
        return type(event) is self.struct and self.differing(event) is None


Sequel = tuple[Due, ...]
"""What is due, in order; nothing when it is empty."""

ALL_AGREED = "aborted by all players"
BY_OPENER = "aborted by the opener"
TIME_LIMIT = "time_limit"
"""The reason of an end that the staff of a tournament gives a match, as it stands."""
NOBODY_SHARES = "nobody was there to add chance to the deal"
NOBODY_CAME = "all players ran out of time at once"
CALLED_OFF = Due(e.MatchVoided, {"reason": ALL_AGREED})
THE_PLATFORMS_OWN = re.compile(
    rf"{ALL_AGREED}|{NOBODY_CAME}|seat [0-9]+ (resigned|ran out of time)"
)
"""Reasons that only the platform gives, when they are so."""


def only_due(event: e.MatchEvent) -> bool:
    """Tell whether an event comes as what another one brings, and never by itself."""
    if isinstance(event, e.MatchPaused | e.MatchResumed):
        return event.by == "players"
    if isinstance(event, e.MatchVoided):
        return THE_PLATFORMS_OWN.fullmatch(event.reason) is not None
    if isinstance(event, e.MatchFinished):
        return event.reason != TIME_LIMIT
    return isinstance(event, e.SeatReplaced)


def after(state: MatchState, event: e.MatchEvent, stored: StoredEvent) -> list[Sequel]:
    """Return what may have to follow an event, given the state after it: one of these."""
    is_old = stored.chain == FIRST
    agreed = _agreed(state, _agreed_before if is_old else is_reached)
    goes_on = _went_on_before(state) if is_old else agreement.goes_on(state)
    if isinstance(event, e.Voted):
        return _some(agreed)
    if isinstance(event, e.ChanceShown):
        return [(_due(e.MatchStarted),)] if event.is_dealt else []
    if isinstance(event, e.SeatResigned):
        return _some(_resigned(state, event.seat, agreed, goes_on=goes_on))
    if isinstance(event, e.SeatTimedOut) and event.policy != "auto":
        nobody_came = _all_absent(state, event.seat, stored.at)
        late = _timed_out(state, event.seat, agreed, goes_on=goes_on)
        # A rated match in which somebody has moved is not called off, and ends with all level.
        is_rated = "ladder" in state.belongs_to and bool(nobody_came)
        ended = (*nobody_came[:-1], _due(e.MatchFinished, reason="forfeited"))
        return _some(late, nobody_came, ended if is_rated else ())
    return []


def _some(*sequels: Sequel) -> list[Sequel]:
    return [sequel for sequel in sequels if sequel]


def _due(struct: type[e.MatchEvent], **fields: object) -> Due:
    return Due(struct, fields)


def _agreed_before(state: MatchState, what: str) -> bool:
    """Tell whether all had agreed on something under chain 1: then programs had a say as well."""
    voters = state.voters()
    return bool(voters) and state.votes.get(what, set()).issuperset(voters)


def _agreed(state: MatchState, reached: Callable[[MatchState, str], bool]) -> Sequel:
    """Return what all have voted for, if anything."""
    if reached(state, "abort"):
        return (CALLED_OFF,)
    if state.pause is None:
        return (_due(e.MatchPaused, by="players"),) if reached(state, "pause") else ()
    return (_due(e.MatchResumed, by="players"),) if reached(state, "resume") else ()


def _went_on_before(state: MatchState) -> bool:
    """Tell whether a match went on under chain 1: for two people, whatever it was played for."""
    return len(state.people()) >= agreement.GOES_ON_MIN


def _gone(state: MatchState, seat: int, reason: str, agreed: Sequel, *, goes_on: bool) -> Sequel:
    """Return what follows when a seat's player has gone for good."""
    if agreed == (CALLED_OFF,):
        return agreed
    if not goes_on:
        return (_due(e.MatchFinished, reason=reason),)
    if state.seat_states[seat].bot is not None:
        return agreed
    return (*agreed, _due(e.SeatReplaced, seat=seat))


def _resigned(state: MatchState, seat: int, agreed: Sequel, *, goes_on: bool) -> Sequel:
    if state.on_timeout == "abort":
        return (_due(e.MatchVoided, reason=f"seat {seat} resigned"),)
    return _gone(state, seat, "resigned", agreed, goes_on=goes_on)


def _timed_out(state: MatchState, seat: int, agreed: Sequel, *, goes_on: bool) -> Sequel:
    if state.on_timeout == "abort":
        return (_due(e.MatchVoided, reason=f"seat {seat} ran out of time"),)
    if state.on_timeout == "forfeit":
        return _gone(state, seat, "forfeited", agreed, goes_on=goes_on)
    return (_due(e.SeatReplaced, seat=seat),)


def _all_absent(state: MatchState, first: int, at: datetime) -> Sequel:
    """Return what follows where this was the first of all seats, and nobody had come."""
    late = state.overdue(at)
    others = [state.seat_states[seat] for seat in late if seat != first]
    everybody = len(late) == state.seats and late[0] == first and state.on_timeout != "abort"
    if not everybody or any(seat_state.left or seat_state.bot for seat_state in others):
        return ()
    policy = state.on_timeout
    rest = [_due(e.SeatTimedOut, seat=seat, policy=policy) for seat in late[1:]]
    return (*rest, _due(e.MatchVoided, reason=NOBODY_CAME))
