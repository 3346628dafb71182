"""Another match like one that is over, for those who sat there."""

from hashlib import sha256
from typing import Any
from uuid import UUID

import msgspec
from django.db import transaction
from django.db.models import QuerySet

from accounts import guests
from api.problems import Problem
from eventstore import streams
from games.messages import Message
from matches import selectors
from matches.actors import Player
from matches.models import Match, Seat
from matches.services import opening, seating
from matches.state import OVER, Data, Status


def may_follow(row: Match, page: Data) -> bool:
    """Return whether a match is over and somebody who sat there may ask for another.

    What belongs to a ladder or a tournament is put together there.
    """
    is_free = row.ladder_id is None and row.table_id is None
    return is_free and page["status"] in OVER and page["my_seat"] is not None


def another(match_id: UUID, player: Player) -> UUID:
    """Seat a player at the match that follows on another, and return its id; raises Problem.

    Whoever asks first opens it: the same game, options, clock and seats, the same bots on theirs.
    Against bots alone it runs at once; other people find it by asking too.
    """
    page = selectors.match_page(match_id, player.account)
    with transaction.atomic():
        # The others who ask wait here, and then find what was opened.
        row = Match.objects.select_for_update().get(id=match_id)
        if not may_follow(row, page):
            raise Problem(
                "permission_denied", Message("Only the players of this match can play it again.")
            )
        following = _opened_by_others(match_id, player) or _open(row, page, player)
        if _is_waiting(following, player):
            command = _command(match_id, "sit")
            seat = page["my_seat"]
            seating.take_seat(
                match_id=following, player=player, seat=seat, is_invited=True, **command
            )
    return following


def _open(row: Match, page: Data, player: Player) -> UUID:
    wanted = opening.Request(
        game=page["game"],
        seats=page["seats_max"],
        options=page["options"],
        dataset=page["dataset"],
        clock=page["clock"],
        on_timeout=page["on_timeout"],
        visibility=_visibility(row, player),
        start=row.start,
        bots=page["bots"],
    )
    following, is_old = opening.open_match(
        player=player, request=wanted, **_command(row.id, "open")
    )
    for chair in [] if is_old else _bots(row.id):
        seating.seat_bot(
            match_id=following,
            player=player,
            bot=chair.bot,
            seat=chair.seat,
            **_command(row.id, f"bot {chair.seat}"),
        )
    return following


def _visibility(row: Match, player: Player) -> str:
    """Return who may see the match that follows: what a guest opens is not for strangers."""
    is_shut = guests.is_guest(player.account) and not guests.may_meet_strangers()
    return Match.Visibility.PRIVATE.value if is_shut else row.visibility


def _bots(match_id: UUID) -> QuerySet[Seat]:
    return Seat.objects.filter(match=match_id, account=None).exclude(bot="")


def _opened_by_others(match_id: UUID, player: Player) -> UUID | None:
    """Return the match with which somebody else has followed on already."""
    key = str(_command(match_id, "open")["key"])
    people = Seat.objects.filter(match=match_id).exclude(account=None)
    for account in people.exclude(account=player.account).values_list("account", flat=True):
        command = streams.find_command(f"account:{account}", key)
        if command is not None:
            return command.stream_id
    return None


def _is_waiting(match_id: UUID, player: Player) -> bool:
    """Return whether a match has not begun and the player does not sit there yet."""
    waiting = Match.objects.filter(id=match_id, status=Status.OPEN.value)
    return waiting.exclude(chairs__account=player.account).exists()


def _command(match_id: UUID, part: str) -> dict[str, Any]:
    """Return key and fingerprint: the same for whoever asks, and however often."""
    digest = sha256(msgspec.json.encode(["again", match_id, part])).digest()
    return {"key": digest.hex(), "fingerprint": digest}
