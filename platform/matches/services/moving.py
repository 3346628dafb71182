"""Move: for players, and for the bots that play in a seat's place."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from eventstore.canonical import timestamp
from games.core import IllegalMoveError, NotYourTurnError
from matches import dealer, refusals, selectors
from matches.actors import Player
from matches.commit import Command
from matches.door import Answer, Draft, Judge, Order, carry_out
from matches.services import outages
from matches.services.answers import seated_view
from matches.state import MatchState, Status


def submit_move(  # noqa: PLR0913 - the parts of a request
    *,
    match_id: UUID,
    player: Player,
    move: Mapping[str, Any],
    expected_version: int,
    key: str,
    fingerprint: bytes,
) -> Answer:
    """Make a move for the seat that the player has at the match.

    Raises Problem: the same key with another request, a version that has passed, not one's turn,
    not legal, too late.
    """
    command = Command(player.actor, key, fingerprint, token=player.token)
    return carry_out(order(match_id, player, command, move, expected_version))


def order(
    match_id: UUID,
    player: Player,
    command: Command,
    move: Mapping[str, Any],
    expected_version: int,
) -> Order:
    """Return what it takes to make a move for the seat that the player has at the match."""

    def judge(state: MatchState, draft: Draft) -> None:
        seat = state.seat_of(player.account)
        if seat is None:
            raise selectors.no_seat(state, player.account)
        must_be_live(state)
        if state.chairs[seat].away:
            raise refusals.bot_plays()
        if seat in state.overdue(draft.at):
            outages.give_back(state, draft)
        if seat in state.overdue(draft.at):
            raise refusals.clock_expired(timestamp(state.deadline or draft.at))
        play(state, draft, seat, move)

    return Order(match_id, command, judge, seated_view(player.account), expected_version)


def play(state: MatchState, draft: Draft, seat: int, move: Mapping[str, Any]) -> None:
    """Add what a seat's move sets off; raises Problem when the rules do not allow it."""
    rules = state.rules
    try:
        if seat not in state.acting:
            raise refusals.not_your_turn(state.acting)
        parsed = rules.parse_move(state.game, seat, move)
        events = rules.decide(state.game, seat, parsed, dealer.Dealer(state))
    except NotYourTurnError as error:
        raise refusals.not_your_turn(state.acting) from error
    except IllegalMoveError as error:
        raise refusals.illegal_move(error) from error
    draft.play(events)


def bot_move(seat: int, move: Mapping[str, Any]) -> Judge:
    """Return the judge of a move that a built-in bot has chosen for its seat."""

    def judge(state: MatchState, draft: Draft) -> None:
        must_be_live(state)
        play(state, draft, seat, move)

    return judge


def must_be_live(state: MatchState) -> None:
    """Raise Problem unless the match is being played, and not paused."""
    if state.over:
        raise refusals.match_over()
    if state.status is not Status.LIVE:
        raise refusals.match_not_started()
    if state.pause is not None:
        raise refusals.match_paused(state.pause.by)


def now() -> datetime:
    """Return this moment in UTC."""
    return datetime.now(UTC)
