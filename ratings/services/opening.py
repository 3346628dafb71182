"""Open matches that count on a ladder: those it has put together, and those of its players."""

from uuid import UUID

from matches.actors import Player
from matches.events import GATHER_S
from matches.house import house
from matches.services import opening, seating
from matches.services.opening import Request
from ratings import ladder_history, players, visibility
from ratings.ladder.settings import parsed
from ratings.models import Call, Ladder
from ratings.services import admission


def open_match(
    *, player: Player, request: Request, key: str, fingerprint: bytes, ladder: str | None = None
) -> tuple[UUID, bool]:
    """Open a match, for the ladder of a slug if there is one, as `matches` do.

    Whoever opens a rated match has no say in it beyond how many play: clock and on_timeout are
    the ladder's, and so are the rules, and it gathers shares as long as matches do by default.
    Raises Problem where the ladder does not take it.
    """
    if ladder is None:
        return opening.open_match(player=player, request=request, key=key, fingerprint=fingerprint)
    earlier = opening.find_repeated(player, key, fingerprint)
    if earlier is not None:
        return earlier, True
    row = visibility.by_slug(ladder, player.account)
    rules = ladder_history.rules_of(row)
    # A match of another game is refused as one that does not fit.
    if request.rules is None and rules.startswith(f"{request.game}@"):
        request = request._replace(rules=rules)
    request = opening.complete(request)
    admission.require_admissible(row, player.account, request)
    fitted = request._replace(
        clock=clock_of(row),
        on_timeout=row.settings["on_timeout"],
        gather=GATHER_S,
        chance=parsed(row.settings).chance,
    )
    return opening.open_match(
        player=player,
        request=fitted,
        key=key,
        fingerprint=fingerprint,
        belongs_to={"ladder": row.id},
    )


def open_found_match(call_id: UUID) -> UUID | None:
    """Open the match of a call and seat everyone, in the caller's transaction.

    Harmless when it is open already. None when the call is gone.
    """
    call = Call.objects.select_for_update().select_related("ladder").filter(id=call_id).first()
    if call is None:
        return None
    if call.match is not None:
        return call.match
    ladder = call.ladder
    settings = ladder.settings
    wanted = Request(
        game=ladder.game,
        seats=len(call.players),
        options=settings["options"],
        clock=clock_of(ladder),
        on_timeout=settings["on_timeout"],
        visibility=ladder.visibility,
        rules=ladder_history.rules_of(ladder),
        chance=parsed(settings).chance,
    )
    match_id, _ = opening.open_match(
        player=house(),
        request=wanted,
        key=f"ladder:{call.id}",
        fingerprint=call.id.bytes,
        belongs_to={"ladder": ladder.id},
    )
    # Before the last seat is taken: with it the match starts, and its news must find the call.
    call.match = match_id
    call.save(update_fields=["match"])
    for seat, key in enumerate(call.players):
        seating.assign_seat(
            match_id=match_id,
            seat=seat,
            key=f"ladder:{call.id}:{seat}",
            bot=players.bot_id(key),
            account=players.account_id(key),
        )
    return match_id


def clock_of(ladder: Ladder) -> dict[str, int] | None:
    """Return the clock of a ladder's matches; None for a call from before ladders had to have one.

    The clock is the one that the ladder has when the match is opened.
    """
    per_move = ladder.settings["clock"]
    return None if per_move is None else {"per_move": per_move}
