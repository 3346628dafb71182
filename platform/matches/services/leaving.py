"""Leave a running match and come back to it: give up, call it off together, take a seat back."""

from collections.abc import Sequence
from typing import cast
from uuid import UUID

from bots import registry as bots
from eventstore.events import StoredEvent
from matches import agreement, refusals, selectors, sequel
from matches.actors import Player, account_of
from matches.aggregate import UnitOfWork
from matches.answers import LiveOrVoid, Votes
from matches.command_handler import CommandResult, Decide, handle
from matches.commit import CommandContext
from matches.events import SeatReplaced, SeatResigned, SeatReturned
from matches.models import Match
from matches.services import settled, voting
from matches.services.answers import handle_for_player, seated_view
from matches.state import MatchState, Status


def resign(*, match_id: UUID, player: Player, key: str, fingerprint: bytes) -> CommandResult:
    """Give a player's seat up for good.

    A bot plays on for the seat while two people or more remain; otherwise the match ends. Either
    way the seat is placed last. A match with the policy `abort` is called off instead.
    """

    def decide(state: MatchState, work: UnitOfWork) -> None:
        resign_seat(work, voting.seat_at_live_match(state, player))

    return handle_for_player(match_id, player, key, fingerprint, decide)


def resign_seat(work: UnitOfWork, seat: int) -> None:
    """Give a seat up for good."""
    work.add(SeatResigned(seat))
    if work.state.on_timeout == "abort":
        mark_left(work, seat)
        voting.call_off(work, f"seat {seat} resigned")
    else:
        go_on_without(work.state, work, seat, "resigned")


def go_on_without(state: MatchState, work: UnitOfWork, seat: int, reason: str) -> None:
    """Go on after a seat's player has gone for good, or end the match for that reason.

    With the one gone who had not voted for something, all have.
    """
    mark_left(work, seat)
    if not agreement.goes_on(state) and not agreement.is_reached(state, "abort"):
        work.finish(reason)
        return
    voting.carry_out(state, work)
    if state.status is Status.LIVE and state.seat_states[seat].bot is None:
        replace(work, seat, bots.replacement_bot(state.rules.game).id)


def mark_left(work: UnitOfWork, seat: int) -> None:
    """Note in the seat's row that its player has gone for good."""
    work.also.append(lambda: selectors.seat_row(work.state.id, seat).update(left=True))


def replace(work: UnitOfWork, seat: int, bot: str) -> None:
    """Have a bot play a seat on."""
    work.add(SeatReplaced(seat, bot))
    work.also.append(lambda: selectors.seat_row(work.state.id, seat).update(bot=bot))


def come_back(*, match_id: UUID, player: Player, key: str, fingerprint: bytes) -> CommandResult:
    """Take a seat back from the bot that plays it since the player's time ran out."""

    def decide(state: MatchState, work: UnitOfWork) -> None:
        seat = voting.seat_at_live_match(state, player)
        if not state.seat_states[seat].away:
            raise refusals.not_away()
        if state.until is not None and work.at >= state.until:
            raise refusals.deal_closed()
        work.add(SeatReturned(seat))
        work.also.append(lambda: selectors.seat_row(match_id, seat).update(bot=""))

    return handle_for_player(match_id, player, key, fingerprint, decide)


def abort_vote(*, match_id: UUID, player: Player, key: str, fingerprint: bytes) -> CommandResult:
    """Vote to call a match off: the opener alone before the start, afterwards all at the table.

    Refused with not_by_vote where others have a stake in the match (`matches.agreement`).
    """

    def decide(state: MatchState, work: UnitOfWork) -> None:
        if state.status is Status.OPEN:
            selectors.require_visible(state, player.account)
            if not Match.objects.filter(id=match_id, opened_by=player.account).exists():
                raise refusals.opener_only()
            settled.require_unsettled(state)
            voting.call_off(work, sequel.BY_OPENER)
            return
        voting.vote(state, work, player, "abort")
        voting.carry_out(state, work)

    def render(state: MatchState, _events: Sequence[StoredEvent]) -> Votes:
        counted = voting.votes(state, "abort") if state.begun else {"votes": 1, "needed": 1}
        return Votes(**counted, status=cast("LiveOrVoid", state.status.value))

    return handle(match_id, CommandContext.of(player, key, fingerprint), decide, render)


def to_void(actor: str, reason: str) -> Decide:
    """Return what decides that a match is called off."""

    def decide(state: MatchState, work: UnitOfWork) -> None:
        if state.has_sat(account_of(actor)):
            raise refusals.plays_there()
        if state.over:
            raise refusals.match_over()
        voting.call_off(work, reason)

    return decide


def void(*, match_id: UUID, actor: str, reason: str, key: str) -> CommandResult:
    """Call a match off for an organiser, who says why; the list of voids is public.

    Raises own_interest when the organiser has sat down there, whether or not they have left since.
    """
    return handle(match_id, CommandContext(actor, key), to_void(actor, reason), seated_view(None))
