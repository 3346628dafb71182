"""What all players can agree on: to call a match off, to pause it, to go on."""

from eventstore.canonical import format_timestamp
from matches import agreement, dealer, refusals, selectors, sequel
from matches.actors import SYSTEM, Player
from matches.aggregate import UnitOfWork
from matches.lifecycle_audit import PAUSE_MAX
from matches.services import outages
from matches.state import MatchState, Status


def vote(state: MatchState, work: UnitOfWork, player: Player, what: str) -> None:
    """Add a player's vote for something; raises Problem when it has been given, or is idle."""
    seat = seat_at_live_match(state, player)
    why = agreement.barred(state, what)
    if why is None and what == "abort" and seat not in state.abort_voters():
        why = "program"
    if why is not None:
        raise refusals.not_by_vote(what, why)
    if seat in state.votes.get(what, ()):
        raise refusals.already_voted(**votes(state, what))
    work.record(f"{what}_voted", {"seat": seat}, player.actor)


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
        pause(work, "players", "", SYSTEM)
    elif state.pause is not None and agreement.is_reached(state, "resume"):
        resume(work, "players", "", SYSTEM)


def call_off(work: UnitOfWork, reason: str, actor: str = SYSTEM) -> None:
    """End the match without a result."""
    seed = dealer.read_seed(work.state.id).hex()
    work.record("match_voided", {"reason": reason, "seed": seed}, actor)


def pause(work: UnitOfWork, by: str, reason: str, actor: str) -> None:
    """Stop all clocks: `players` for a while, an `organiser` for as long as it takes."""
    outages.compensate(work.state, work)
    until = format_timestamp(work.at + PAUSE_MAX) if by == "players" else None
    work.record("match_paused", {"by": by, "reason": reason, "until": until}, actor)


def resume(work: UnitOfWork, by: str, reason: str, actor: str) -> None:
    """Have the clocks run on with what was left."""
    work.record("match_resumed", {"by": by, "reason": reason}, actor)


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
