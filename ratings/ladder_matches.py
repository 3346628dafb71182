"""Matches of ladders: those that a ladder has put together, and those that players open for it."""

from uuid import UUID

from accounts.models import Account
from matches.actors import Player
from matches.management.commands.play import house
from matches.ports import Admitted, LadderMatchRequest, Ladders
from matches.services import opening, seating
from matches.services.opening import Request
from ratings import players, selectors, visibility
from ratings.models import Call, Ladder, Standing
from ratings.services import admission, sightings


def open_match(call_id: UUID) -> UUID | None:
    """Open the match of a call and seat everybody, in the caller's transaction.

    Harmless when it is open already. None when the call is gone.
    """
    call = Call.objects.select_for_update().select_related("ladder").filter(id=call_id).first()
    if call is None:
        return None
    if call.match is not None:
        return call.match
    ladder, opener = call.ladder, house()
    settings = ladder.settings
    wanted = Request(
        game=ladder.game,
        seats=len(call.players),
        options=settings["options"],
        clock=clock_of(ladder),
        on_timeout=settings["on_timeout"],
        visibility=ladder.visibility,
        rules=selectors.rules_of(ladder),
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
            match_id=match_id,
            player=opener,
            bot=bot,
            key=command,
            fingerprint=b"",
            seat=seat,
            drawn=True,
        )
        return
    account = Account.objects.get(pk=players.account_id(key) or "")
    player = Player(account.pk, account.username)
    seating.take_seat(
        match_id=match_id, player=player, key=command, fingerprint=b"", seat=seat, drawn=True
    )


def clock_of(ladder: Ladder) -> dict[str, int] | None:
    """Return the clock of a ladder's matches; None for a call from before ladders had to have one.

    The clock is the one that the ladder has when the match is opened.
    """
    per_move = ladder.settings["clock"]
    return None if per_move is None else {"per_move": per_move}


def admit(wanted: LadderMatchRequest) -> Admitted:
    """Return the ladder that a match is opened for; raises Problem unless it fits."""
    about = wanted._asdict()
    slug, opener = about.pop("ladder"), about.pop("opener")
    ladder = admission.admit(slug=slug, opener=opener, wanted=admission.Wanted(**about))
    clock = clock_of(ladder)
    assert clock is not None  # noqa: S101 - A ladder without one admits nothing.
    return Admitted(ladder.id, clock, ladder.settings["on_timeout"])


def lot(ladder_id: UUID, account_id: UUID) -> str:
    """Return what the seats of an account at a ladder's open tables are drawn by.

    It changes with each match that is rated, and by nothing else: whoever gets up, or opens
    another table, draws the same again.
    """
    key = players.of_account(account_id, "").key
    games = Standing.objects.filter(ladder=ladder_id, player=key).values_list("games", flat=True)
    return f"{ladder_id} {key} {games.first() or 0}"


def seen(ladder_id: UUID, account_id: UUID, site: str) -> None:
    """Note from where an account has sat down."""
    sightings.note(ladder_id=ladder_id, account_id=account_id, site=site)


def pinned(slug: str, account_id: UUID) -> str:
    """Return the rules id that a ladder has pinned; raises Problem when the account sees none."""
    return selectors.rules_of(visibility.by_slug(slug, account_id))


LENT = Ladders(admit, lot, seen, pinned)
"""What matches ask ladders."""
