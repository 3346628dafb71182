"""Play a deal: everybody once."""

from uuid import UUID

from django.db import transaction
from django.utils import timezone

from accounts.models import Account
from deals import events as e
from deals import refusals, secrets, selectors, sightings
from deals.aggregate import DEAL, Work
from deals.models import Attempt, Deal
from deals.state import DealState
from eventstore.aggregate import CommandContext
from eventstore.command_handler import handle
from matches.actors import Player
from matches.house import house
from matches.services import opening, seating
from matches.services.opening import Dealt


def begin(*, deal_id: UUID, player: Player, key: str, fingerprint: bytes) -> UUID:
    """Deal a player in, and return the match.

    The match, its seats and the event are one transaction, in which the deal's row is locked: of
    two attempts at the same moment one is refused, and nobody begins while a deal is closed.
    Raises Problem: not_found, deal_not_open, deal_closed, deal_already_played, no account of a
    person.
    """
    with transaction.atomic():
        if Deal.objects.select_for_update(no_key=True).filter(pk=deal_id).first() is None:
            raise refusals.not_found()
        state = selectors.load(deal_id)
        _require_playable(state, player)
        match_id = _deal_in(state, player)

        def decide(_state: DealState, work: Work) -> None:
            work.add(e.DealTableAdded(match=str(match_id), account=str(player.account)))

        context = CommandContext(player.actor, key, fingerprint, token=player.token)
        handle(DEAL, deal_id, context, decide)
        Attempt.objects.create(
            deal_id=deal_id,
            account_id=player.account,
            match_id=match_id,
            begun_at=timezone.now(),
            origin=sightings.origin(deal_id, player.site),
        )
    return match_id


def _require_playable(state: DealState, player: Player) -> None:
    match = state.accounts.get(player.account)
    if match is not None:
        raise refusals.already_played(match)
    status = state.status(timezone.now())
    if status == "announced":
        raise refusals.not_open(state)
    if status != "open":
        raise refusals.deal_closed()
    account = Account.objects.get(pk=player.account)
    if account.is_guest:
        raise refusals.guests()
    if account.is_bot:
        # Whose program it is nobody knows, and its owner may play as well.
        raise refusals.programs()


def _deal_in(state: DealState, player: Player) -> UUID:
    """Open the match of a player, and fill it: with the last seat it is dealt."""
    opened, key = state.opened, f"deal-{state.id}-{player.account}"
    request = opening.Request(
        opened.game,
        opened.seats,
        opened.options,
        opened.dataset,
        on_timeout="bot",
        gather=0,
        rules=opened.rules,
        until=state.closes_at,
    )
    match_id, _is_there = opening.open_match(
        player=house(),
        request=request,
        key=key,
        fingerprint=b"",
        belongs_to={"deal": state.id},
        dealt=Dealt(opened.deal, secrets.read(state.id), bytes.fromhex(opened.bind)),
    )
    for seat in range(opened.seats):
        is_player = seat == opened.house.seat
        seating.assign_seat(
            match_id=match_id,
            seat=seat,
            key=f"{key}-{seat}",
            bot=None if is_player else opened.house.bot,
            account=player.account if is_player else None,
        )
    return match_id
