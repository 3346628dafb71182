"""What all players can agree on: to call a match off, to pause it, to go on."""

from typing import Literal

from eventstore.canonical import format_timestamp
from matches import agreement, dealer, refusals, selectors, sequel
from matches.actors import Player
from matches.aggregate import UnitOfWork
from matches.events import (
    AbortVoted,
    MatchPaused,
    MatchResumed,
    MatchVoided,
    PauseVoted,
    ResumeVoted,
    Voted,
)
from matches.lifecycle_audit import PAUSE_MAX
from matches.models import ChancePending
from matches.services import outages
from matches.state import MatchState, Status

VOTES: dict[str, type[Voted]] = {vote.what: vote for vote in (AbortVoted, PauseVoted, ResumeVoted)}
"""The event of each vote, by what is voted for."""


def vote(state: MatchState, work: UnitOfWork, player: Player, what: str) -> None:
    """Add a player's vote for something; raises Problem when it has been given, or is idle."""
    seat = seat_at_live_match(state, player)
    why: str | None = agreement.barred(state, what)
    if why is None and what == "abort" and seat not in state.abort_voters():
        why = "program"
    if why is not None:
        raise refusals.not_by_vote(what, why)
    if seat in state.votes.get(what, ()):
        raise refusals.already_voted(**votes(state, what))
    work.add(VOTES[what](seat))


def votes(state: MatchState, what: str) -> dict[str, int]:
    """Return how many have voted for something, and how many have a say."""
    voters = state.abort_voters() if what == "abort" else state.voters()
    given = state.votes.get(what, set()).intersection(voters)
    return {"votes": len(given), "needed": len(voters)}


def carry_out(state: MatchState, work: UnitOfWork) -> None:
    """Do what all have agreed on, if anything."""
    if state.over:
        return
    if agreement.is_reached(state, "abort"):
        call_off(work, sequel.ALL_AGREED)
    elif state.pause is None and agreement.is_reached(state, "pause"):
        pause(work, "players", "")
    elif state.pause is not None and agreement.is_reached(state, "resume"):
        resume(work, "players", "")


def call_off(work: UnitOfWork, reason: str) -> None:
    """End the match without a result."""
    if work.state.status is Status.OPEN:
        work.also.append(ChancePending.objects.filter(match=work.state.id).delete)
    work.add(MatchVoided(reason=reason, seed=dealer.read_seed(work.state.id).hex()))


def pause(work: UnitOfWork, by: Literal["players", "organiser"], reason: str) -> None:
    """Stop all clocks: `players` for a while, an `organiser` for as long as it takes."""
    outages.compensate(work.state, work)
    until = format_timestamp(work.at + PAUSE_MAX) if by == "players" else None
    work.add(MatchPaused(by, reason, until))


def resume(work: UnitOfWork, by: Literal["players", "organiser", "limit"], reason: str) -> None:
    """Have the clocks run on with what was left."""
    work.add(MatchResumed(by, reason))


def seat_at_live_match(state: MatchState, player: Player) -> int:
    """Return the seat that a player has at a running match; raises Problem."""
    seat = state.seat_of(player.account)
    if seat is None:
        raise selectors.no_seat(state, player.account)
    require_begun(state)
    return seat


def require_begun(state: MatchState) -> None:
    """Raise Problem unless the match is being played, or paused."""
    if state.over:
        raise refusals.match_over()
    if state.status is not Status.LIVE:
        raise refusals.match_not_started()
