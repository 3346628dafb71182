"""Take seats at matches: at one of a ladder they are drawn by lot, and it is noted from where."""

from typing import Any
from uuid import UUID

from django.db import transaction

from matches.actors import Player
from matches.command_handler import CommandResult
from matches.models import Match
from matches.services import seating
from ratings import players
from ratings.models import Standing
from ratings.services import sightings


def take_seat(*, match_id: UUID, player: Player, **command: Any) -> CommandResult:
    """Sit a player down as `matches` do, or by lot where a ladder follows the match."""
    ladder = _ladder_of(match_id)
    if ladder is None:
        return seating.take_seat(match_id=match_id, player=player, **command)
    drawn_by = lot(ladder, player.account)
    with transaction.atomic():
        answer = seating.take_seat(match_id=match_id, player=player, lot=drawn_by, **command)
        if not answer.replayed:
            sightings.note(ladder_id=ladder, account_id=player.account, site=player.site)
    return answer


def seat_bot(*, match_id: UUID, player: Player, **command: Any) -> CommandResult:
    """Put a built-in bot on a seat as `matches` do, or by the opener's lot."""
    ladder = _ladder_of(match_id)
    drawn_by = None if ladder is None else lot(ladder, player.account)
    return seating.seat_bot(match_id=match_id, player=player, lot=drawn_by, **command)


def _ladder_of(match_id: UUID) -> UUID | None:
    found: UUID | None = (
        Match.objects.filter(id=match_id).values_list("ladder_id", flat=True).first()
    )
    return found


def lot(ladder_id: UUID, account_id: UUID) -> str:
    """Return what the seats of an account at a ladder's open matches are drawn by.

    It changes with each match that is rated, and by nothing else: whoever gets up, or opens
    another match, draws the same again.
    """
    key = players.of_account(account_id, "").key
    games = Standing.objects.filter(ladder=ladder_id, player=key).values_list("games", flat=True)
    return f"{ladder_id} {key} {games.first() or 0}"
