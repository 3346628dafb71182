"""The deal of the day: one of every game, for everybody, announced the day before."""

from datetime import UTC, date, datetime, time, timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone

from deals import measured
from deals.models import Deal
from deals.services.opening import Plan, open_deal
from games import registry

AHEAD = timedelta(days=1)
SEATS_USUAL = 4
"""Where a game says nothing else."""


def announce() -> None:
    """Announce the deals of today and tomorrow that are not there; safe at any time and twice.

    Of a day that was missed altogether there is none: nobody could have played it. One that could
    not be announced the day before is open from now on.
    """
    today = timezone.now().astimezone(UTC).date()
    for day in (today, today + AHEAD):
        known = set(Deal.objects.filter(day=day).values_list("game", flat=True))
        for rules in registry.current_games():
            if rules.game not in known:
                _announce(rules.game, day)


def _announce(game: str, day: date) -> None:
    rules = registry.current_rules(game)
    seats = min(measured.usual_seats(game) or SEATS_USUAL, rules.seats_max)
    begin = datetime.combine(day, time(), UTC)
    # Everybody has the same seat, another one from day to day.
    seat = day.toordinal() % seats
    plan = Plan(game, seats, begin + AHEAD, seat=seat, opens_at=begin, day=day)
    try:
        with transaction.atomic():
            open_deal(plan=plan, player=None, key=f"deal-of-{day}-{game}")
    except IntegrityError:
        # Another worker was faster.
        return
