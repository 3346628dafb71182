"""Accounts of programs: how an account becomes one, and where it may sit."""

from uuid import UUID

from accounts import services
from accounts.models import Account
from api.problems import Problem
from games.messages import Message
from matches import seating_refusals
from matches.models import Seat
from matches.state import MatchState


def become_bot(*, account_id: UUID, contact: str) -> Account:
    """Turn an account into a bot's, for good; raises permission_denied for one that has played.

    The account is locked while its seats are looked at, and a seat's reference locks its account
    too, so that nobody becomes a bot while sitting down.
    """
    return services.become_bot(account_id=account_id, contact=contact, refuse=_refuse_player)


def _refuse_player(account_id: UUID) -> None:
    if Seat.objects.filter(account=account_id).exists():
        raise seating_refusals.has_played()


def is_program(account_id: UUID) -> bool:
    """Return whether an account is a bot's now, whatever a cached token says."""
    return Account.objects.filter(pk=account_id, is_bot=True).exists()


def require_admissible(state: MatchState, *, is_bot: bool) -> None:
    """Raise Problem when the match was opened for others."""
    if is_bot and state.bots == "none":
        raise seating_refusals.bots_not_allowed()
    if not is_bot and state.bots == "only":
        raise seating_refusals.bots_only()


def recheck_admissible(account_id: UUID, *, is_program: bool) -> None:
    """Raise Problem when the account became a bot's just before its seat was written.

    Called once the seat's row refers to the account, which keeps the account as it is until the
    transaction ends.
    """
    if Account.objects.filter(pk=account_id, is_bot=True).exists() != is_program:
        raise Problem(
            "unavailable", Message("The account has just become a bot's. Send the request again.")
        )
