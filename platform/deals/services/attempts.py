"""Play a deal: everybody once."""

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from msgspec import UNSET

from accounts.models import Account
from deals import events as e
from deals import refusals, secrets, selectors, sightings
from deals.aggregate import DEAL, Work
from deals.models import Attempt, Deal
from deals.state import DealState
from eventstore.aggregate import CommandContext
from eventstore.canonical import truncate_to_ms
from eventstore.command_handler import handle
from games import fair_draws
from matches.actors import Player
from matches.events import BeaconDrawn
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
        row = Deal.objects.select_for_update(no_key=True).filter(pk=deal_id).first()
        if row is None:
            raise refusals.not_found()
        # What is asked for in time is dealt in time, however long that takes.
        moment = truncate_to_ms(timezone.now())
        account = _require_playable(row, player, moment)
        match_id = deal_in(row, player)

        def decide(_state: DealState, work: Work) -> None:
            work.add(
                e.DealTableAdded(
                    match=str(match_id),
                    account=str(player.account),
                    newcomer=is_newcomer(account, row) or UNSET,
                )
            )

        context = CommandContext(player.actor, key, fingerprint, token=player.token)
        handle(DEAL, deal_id, context, decide, at=moment)
        sightings.note(deal_id, match_id, player.site)
    return match_id


def is_newcomer(account: Account, row: Deal) -> bool:
    """Tell whether an account was made once a deal could be played.

    It may be a second one of somebody who has seen the cards.
    """
    return account.date_joined >= row.opens_at


def _require_playable(row: Deal, player: Player, moment: datetime) -> Account:
    """Return the account of who may play."""
    if row.tournament is not None:
        raise refusals.of_round()
    had = Attempt.objects.filter(deal=row.pk, account=player.account).first()
    if had is not None:
        raise refusals.already_played(had.match_id)
    status = selectors.status_of(row, moment)
    if status == "announced":
        raise refusals.not_open(row.opens_at)
    if status != "open":
        raise refusals.deal_closed()
    account = Account.objects.get(pk=player.account)
    if account.is_guest:
        raise refusals.guests()
    if account.is_bot:
        # Whose program it is nobody knows, and its owner may play as well.
        raise refusals.programs()
    return account


def deal_in(row: Deal, player: Player) -> UUID:
    """Open the match of a player, and fill it: with the last seat it is dealt."""
    key = f"deal-{row.pk}-{player.account}"
    request = opening.Request(
        row.game,
        row.seats,
        row.options,
        row.dataset,
        on_timeout="bot",
        gather=0,
        rules=row.rules,
        until=row.closes_at,
    )
    match_id, _is_there = opening.open_match(
        player=house(),
        request=request,
        key=key,
        fingerprint=b"",
        belongs_to={"deal": row.pk},
        dealt=Dealt(
            selectors.name_of(row.pk),
            secrets.read(row.pk),
            fair_draws.NO_BIND,
            BeaconDrawn(row.beacon, row.beacon_value) if row.beacon_value else None,
        ),
    )
    for seat in range(row.seats):
        is_player = seat == row.seat
        seating.assign_seat(
            match_id=match_id,
            seat=seat,
            key=f"{key}-{seat}",
            bot=None if is_player else row.bot,
            account=player.account if is_player else None,
        )
    return match_id
