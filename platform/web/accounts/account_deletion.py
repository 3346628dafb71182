"""Erasing an account: its tables first, then the person."""

from uuid import UUID

from accounts import services
from accounts.models import Account
from api import idempotency
from matches import lobby
from matches.actors import Player, PlayerCommand
from matches.services import leaving, personal_invitations, seating, talking


def delete_account(account: Account) -> str:
    """Take an account off all its tables and erase it; return the name that stays.

    Running matches are given up and ended ones stay as they are. Broken off in the middle it may
    be asked for again: what has been left is left.
    """
    player = Player(account.pk, account.username)
    for seat in lobby.tables(account.pk):
        leaving.resign(match_id=seat.match_id, **_command(player))
    for match in lobby.waiting(account.pk):
        _leave_open(match.pk, player, is_opener=match.opened_by_id == account.pk)
    talking.erase(account_id=account.pk)
    personal_invitations.erase(account_id=account.pk)
    return services.erase(account_id=account.pk)


def _leave_open(match_id: UUID, player: Player, *, is_opener: bool) -> None:
    """Call off a match that has not started, or get up from it."""
    if is_opener:
        leaving.abort_vote(match_id=match_id, **_command(player))
    else:
        seating.give_seat_back(match_id=match_id, **_command(player))


def _command(player: Player) -> PlayerCommand:
    return {"player": player, "key": idempotency.new_key(), "fingerprint": b"farewell"}
