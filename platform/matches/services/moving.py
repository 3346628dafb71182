"""Move: for players, and for the bots that play in a seat's place."""

from datetime import UTC, datetime
from uuid import UUID

from eventstore.canonical import format_timestamp
from games.core import IllegalMoveError, NotYourTurnError
from games.json_types import JsonMapping
from matches import dealer, refusals, selectors
from matches.actors import Player
from matches.aggregate import UnitOfWork
from matches.command_handler import CommandResult, Decide, PendingCommand, handle_pending
from matches.commit import CommandContext
from matches.services import outages
from matches.services.answers import seated_view
from matches.state import MatchState, Status


def submit_move(  # noqa: PLR0913 - the parts of a request
    *,
    match_id: UUID,
    player: Player,
    move: JsonMapping,
    expected_version: int,
    key: str,
    fingerprint: bytes,
) -> CommandResult:
    """Make a move for the seat that the player has at the match.

    Raises Problem: the same key with another request, a version that has passed, not one's turn,
    not legal, too late, also for a deal whose time is up, whether or not its end has come.
    """
    command = CommandContext.of(player, key, fingerprint)
    return handle_pending(prepare_move(match_id, player, command, move, expected_version))


def prepare_move(
    match_id: UUID,
    player: Player,
    command: CommandContext,
    move: JsonMapping,
    expected_version: int,
) -> PendingCommand:
    """Return what it takes to make a move for the seat that the player has at the match."""

    def decide(state: MatchState, work: UnitOfWork) -> None:
        seat = state.seat_of(player.account)
        if seat is None:
            raise selectors.no_seat(state, player.account)
        require_live(state)
        if state.until is not None and work.at >= state.until:
            raise refusals.deal_closed()
        if state.seat_states[seat].away:
            raise refusals.bot_plays()
        if seat in state.overdue(work.at):
            outages.compensate(state, work)
        if seat in state.overdue(work.at):
            raise refusals.clock_expired(format_timestamp(state.deadline or work.at))
        apply_move(state, work, seat, move)

    return PendingCommand(match_id, command, decide, seated_view(player.account), expected_version)


def apply_move(state: MatchState, work: UnitOfWork, seat: int, move: JsonMapping) -> None:
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
    work.play(events)


def bot_move(seat: int, move: JsonMapping) -> Decide:
    """Return how a move is decided that a built-in bot has chosen for its seat."""

    def decide(state: MatchState, work: UnitOfWork) -> None:
        require_live(state)
        apply_move(state, work, seat, move)

    return decide


def require_live(state: MatchState) -> None:
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
