"""Open matches that count on a ladder: those it has put together, and those of its players."""

from collections.abc import Sequence
from uuid import UUID

from eventstore.aggregate import CommandContext
from eventstore.command_handler import handle
from games import fair_draws
from matches.actors import Player
from matches.events import GATHER_S
from matches.house import house
from matches.services import opening, seating
from matches.services.opening import Dealt, Request
from ratings import ladder_history, players, visibility, wells
from ratings.aggregate import LADDER
from ratings.ladder.events import MatchMade
from ratings.ladder.settings import parsed
from ratings.models import Call, Ladder
from ratings.services import admission
from ratings.wells import Slot


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
        beacon=parsed(row.settings).beacon,
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

    It is dealt from the next slot of the season's well, which no other match is: the ladder's row
    is locked. Harmless when it is open already. None when the call is gone.
    """
    call = Call.objects.select_for_update().select_related("ladder").filter(id=call_id).first()
    if call is None:
        return None
    if call.match is not None:
        return call.match
    ladder = call.ladder
    settings = ladder.settings
    slot = wells.next_slot(ladder)
    seated = call.players if slot is None else _seats(call, slot)
    wanted = Request(
        game=ladder.game,
        seats=len(call.players),
        options=settings["options"],
        clock=clock_of(ladder),
        on_timeout=settings["on_timeout"],
        visibility=ladder.visibility,
        rules=ladder_history.rules_of(ladder),
        chance=parsed(settings).chance,
        beacon=parsed(settings).beacon,
    )
    match_id, _ = opening.open_match(
        player=house(),
        request=wanted,
        key=f"ladder:{call.id}",
        fingerprint=call.id.bytes,
        belongs_to={"ladder": ladder.id},
        dealt=None if slot is None else Dealt(slot.deal, slot.secret),
    )
    if slot is not None:
        _note(call, match_id, slot, seated)
    # Before the last seat is taken: with it the match starts, and its news must find the call.
    call.match = match_id
    call.save(update_fields=["match"])
    for seat, key in enumerate(seated):
        seating.assign_seat(
            match_id=match_id,
            seat=seat,
            key=f"ladder:{call.id}:{seat}",
            bot=players.bot_id(key),
            account=players.account_id(key),
        )
    return match_id


def _seats(call: Call, slot: Slot) -> list[str]:
    """Return the players of a call by seat: those of a challenge by their rungs, others drawn."""
    if _is_challenge(call):
        return call.players
    drawn = fair_draws.seat_order(slot.secret, slot.deal, len(call.players))
    by_seat = dict(zip(drawn, sorted(call.players), strict=True))
    return [by_seat[seat] for seat in range(len(drawn))]


def _is_challenge(call: Call) -> bool:
    return call.ladder.kind == "challenge"


def _note(call: Call, match_id: UUID, slot: Slot, seated: Sequence[str]) -> None:
    """Have the ladder say in public which match it deals from a slot, before a card is dealt."""
    made = MatchMade(
        slot=slot.number,
        match=str(match_id),
        players=list(seated),
        challenge=str(call.id) if _is_challenge(call) else "",
    )
    context = CommandContext("system", f"made:{call.id}")
    handle(LADDER, call.ladder_id, context, lambda _state, work: work.add(made))


def clock_of(ladder: Ladder) -> dict[str, int] | None:
    """Return the clock of a ladder's matches; None for a call from before ladders had to have one.

    The clock is the one that the ladder has when the match is opened.
    """
    per_move = ladder.settings["clock"]
    return None if per_move is None else {"per_move": per_move}
