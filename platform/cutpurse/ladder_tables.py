"""Matches of ladders: those that a ladder has put together, and those that players open for it."""

from uuid import UUID

from accounts.models import Account
from matches.actors import Player
from matches.management.commands.play import house
from matches.services import opening, seating
from matches.services.opening import Request
from matches.wiring import Wanted
from ratings import players
from ratings.models import Call
from ratings.services import admission


def open_table(call_id: UUID) -> UUID | None:
    """Open the match of a call and seat everybody, in the caller's transaction.

    Harmless when it is open already. None when the call is gone.
    """
    call = Call.objects.select_for_update().select_related("ladder").filter(id=call_id).first()
    if call is None:
        return None
    if call.match is not None:
        return call.match
    ladder, opener = call.ladder, house()
    wanted = Request(
        game=ladder.game,
        seats=len(call.players),
        options=ladder.settings["options"],
        clock=None if call.per_move is None else {"per_move": call.per_move},
        visibility=ladder.visibility,
    )
    match_id, _ = opening.open_match(
        player=opener,
        request=wanted,
        key=f"ladder:{call.id}",
        fingerprint=call.id.bytes,
        belongs_to={"ladder": ladder.id},
    )
    # Before the last seat is taken: with it the match starts, and its news must find the call.
    call.match = match_id
    call.save(update_fields=["match"])
    for seat, key in enumerate(call.players):
        _sit(match_id, opener, seat=seat, key=key, command=f"ladder:{call.id}:{seat}")
    return match_id


def _sit(match_id: UUID, opener: Player, *, seat: int, key: str, command: str) -> None:
    bot = players.bot_id(key)
    if bot is not None:
        seating.seat_bot(
            match_id=match_id, player=opener, bot=bot, key=command, fingerprint=b"", seat=seat
        )
        return
    account = Account.objects.get(pk=players.account_id(key) or "")
    player = Player(account.pk, account.username)
    seating.take_seat(match_id=match_id, player=player, key=command, fingerprint=b"", seat=seat)


def admit(wanted: Wanted) -> UUID:
    """Return the id of the ladder that a match is opened for; raises Problem unless it fits."""
    about = wanted._asdict()
    slug, opener = about.pop("ladder"), about.pop("opener")
    return admission.admit(slug=slug, opener=opener, wanted=admission.Wanted(**about))
