"""Announce a deal."""

from collections.abc import Mapping
from datetime import date, datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from django.utils import timezone
from msgspec import UNSET

from agenda import sql as agenda
from api.ids import uuid7
from bots import registry as bots
from deals import events as e
from deals import measured, refusals, secrets, selectors
from deals.aggregate import DEAL, Work
from deals.models import Deal
from deals.services import waiting
from deals.state import DealState
from eventstore.aggregate import CommandContext
from eventstore.canonical import format_timestamp, truncate_to_ms
from eventstore.command_handler import handle
from games import fair_draws
from games.messages import Message
from matches import deals
from matches.actors import SYSTEM, Player
from matches.services import opening

CLOSE = "deal_close"
"""The agenda's kind for the end of a deal's time."""
BOT = "greedy"
"""What plays against people. It leaves nothing to chance: equal play meets equal answers."""
SEATS_MIN = 2
OPEN_MIN = timedelta(minutes=10)
OPEN_MAX = timedelta(days=31)
OPEN_DEALS_MAX = 50
"""Of an organiser."""


class Plan(NamedTuple):
    """What a deal is to be."""

    game: str
    seats: int
    closes_at: datetime
    options: Mapping[str, object] = {}
    seat: int = 0
    """The one that people play."""
    opens_at: datetime | None = None
    """None: at once."""
    dataset: str | None = None
    rules: str | None = None
    """None: those that deals of the game are usually played by."""
    day: date | None = None


def open_deal(*, plan: Plan, player: Player | None, key: str, fingerprint: bytes = b"") -> UUID:
    """Announce a deal and return its id; for the installation itself without a player.

    The caller has seen to it that the player may. Raises Problem: a game that cannot be played
    like that, a time too short or too long, too many deals that are open.
    """
    opened_at = truncate_to_ms(timezone.now())
    opens_at = opened_at if plan.opens_at is None else max(opened_at, plan.opens_at)
    if player is not None:
        _require_time(opens_at, plan.closes_at)
        _require_room(player)
    rules = opening.asked_rules(plan.game, plan.rules) or measured.usual_rules(plan.game)
    wanted = opening.complete(
        opening.Request(plan.game, plan.seats, dict(plan.options), plan.dataset, rules=rules)
    )
    if plan.seats < SEATS_MIN or not 0 <= plan.seat < plan.seats:
        last = max(plan.seats, SEATS_MIN) - 1
        text = Message("must be from %(first_seat)s to %(last_seat)s", first_seat=0, last_seat=last)
        raise refusals.invalid("seats" if plan.seats < SEATS_MIN else "seat", text)
    assert BOT in {bot.id for bot in bots.bots_for(wanted.game)}  # noqa: S101 - It plays them all.
    beacon = waiting.first(opened_at, opens_at)
    deal_id, secret = uuid7(), secrets.new()
    name = selectors.name_of(deal_id)
    event = e.DealOpened(
        game=wanted.game,
        rules=str(wanted.rules),
        dataset=str(wanted.dataset),
        options=dict(wanted.options),
        seats=wanted.seats,
        deal=name,
        commitment=deals.commitment(secret, name),
        bind=fair_draws.NO_BIND.hex(),
        opens_at=format_timestamp(opens_at),
        closes_at=format_timestamp(truncate_to_ms(plan.closes_at)),
        house=e.House(plan.seat, BOT),
        beacon=UNSET if beacon is None else beacon.line,
        day=None if plan.day is None else plan.day.isoformat(),
        opened_by=None if player is None else str(player.account),
    )

    def decide(_state: DealState, work: Work) -> None:
        work.add(event)
        work.also.append(lambda: secrets.keep(deal_id, secret))
        work.also.append(lambda: schedule_close(deal_id, plan.closes_at))
        if beacon is not None:
            work.also.append(lambda: waiting.wait_for(deal_id, beacon))

    context = (
        CommandContext(SYSTEM, key)
        if player is None
        else CommandContext(player.actor, key, fingerprint, token=player.token)
    )
    return handle(DEAL, deal_id, context, decide, expected_version=0).state.id


def schedule_close(deal_id: UUID, at: datetime | None, version: int = 1, since: str = "") -> None:
    """Have a deal closed at a moment, by default now."""
    agenda.schedule(kind=CLOSE, subject=deal_id, due_at=at, version=version, payload=since)


def _require_time(opens_at: datetime, closes_at: datetime) -> None:
    if OPEN_MIN <= closes_at - opens_at <= OPEN_MAX:
        return
    text = Message(
        "must be from %(least)s minutes to %(most)s days after the opening",
        least=OPEN_MIN // timedelta(minutes=1),
        most=OPEN_MAX.days,
    )
    raise refusals.invalid("closes_at", text)


def _require_room(player: Player) -> None:
    waiting = Deal.objects.filter(opened_by=player.account, closed_at=None)
    if waiting.count() >= OPEN_DEALS_MAX:
        raise refusals.too_many(OPEN_DEALS_MAX)
