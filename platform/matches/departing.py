"""Leaving everything at once, as whoever is erased or banned does."""

from uuid import UUID

from accounts.models import Account
from api import idempotency
from api.problems import Problem
from matches import lobby
from matches.actors import Player, PlayerCommand
from matches.services import leaving, seating

STAYS = ("already_sealed", "permission_denied", "seat_not_yours", "match_over", "not_by_vote")
"""Why somebody stays at a match for now: it is sealed or settled, or has just started or ended."""


def leave_all(account: Account) -> None:
    """Give running matches up, and call off or leave those that wait; again does no harm.

    Those that wait come first: what starts meanwhile is given up with the others. Where nobody may
    leave before the deal the seat is resigned with it, since the account is closed by then.
    """
    player = Player(account.pk, account.username)
    for match in lobby.waiting(account.pk):
        _leave_open(match.pk, player, is_opener=match.opened_by_id == account.pk)
    for seat in lobby.tables(account.pk):
        leaving.resign(match_id=seat.match_id, **_command(player))


def _leave_open(match_id: UUID, player: Player, *, is_opener: bool) -> None:
    """Call off a match that has not started, or get up from it, if that may be."""
    try:
        if is_opener:
            leaving.abort_vote(match_id=match_id, **_command(player))
        else:
            seating.give_seat_back(match_id=match_id, **_command(player))
    except Problem as problem:
        if problem.code not in STAYS:
            raise


def _command(player: Player) -> PlayerCommand:
    return {"player": player, "key": idempotency.new_key(), "fingerprint": b"farewell"}
