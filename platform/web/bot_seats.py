"""What built-in bots are called at tables of tournaments: as they have entered."""

from collections.abc import Mapping
from typing import NamedTuple
from uuid import UUID

from matches.models import Match, Seat
from matches.state import Status
from tournaments.models import Entrant, Table


class Entered(NamedTuple):
    """A bot as it has entered a tournament."""

    bot: str
    """Its id."""
    name: str


Seated = Mapping[int, Entered]
"""By seat."""
KEPT_MAX = 20_000
"""Matches; whoever sits down at one never changes seats, and no bot its name."""

_kept: dict[UUID, Seated] = {}


def name_at(seat: Seat) -> str | None:
    """Return the name that the bot of a seat has entered with; None outside a tournament.

    None too of a bot that has come for somebody else, and at a match that its table says nothing
    of since it was played again or paired anew.
    """
    match = seat.match
    if match.table_id is None:
        return None
    found = _kept.get(match.pk)
    if found is None:
        found = _seated(match, match.table_id)
        # A match that has just been opened may not stand at its table yet.
        if found or match.ended_at is not None:
            if len(_kept) >= KEPT_MAX:
                _kept.clear()
            _kept[match.pk] = found
    entered = found.get(seat.seat)
    return entered.name if entered is not None and entered.bot == seat.bot else None


def _seated(match: Match, table_id: UUID) -> Seated:
    """Return the bots that a table has seated at a match of it."""
    table = Table.objects.filter(id=table_id).select_related("tournament").first()
    turned = None if table is None else _turned(match, table)
    if table is None or turned is None:
        return {}
    order = table.seats[turned:] + table.seats[:turned]
    rows = Entrant.objects.filter(tournament=table.tournament_id, number__in=order).exclude(bot="")
    bots = {each.number: Entered(each.bot, each.name) for each in rows}
    return {seat: bots[number] for seat, number in enumerate(order) if number in bots}


def _turned(match: Match, table: Table) -> int | None:
    """Return by how many seats a table had turned for a match; None where it is none of its.

    The first seat changes hands from match to match where a table has several.
    """
    stages = table.tournament.settings["stages"]
    if all(each.get("best_of", 1) == each.get("sum_of", 1) == 1 for each in stages):
        return 0 if match.pk == table.match else None
    if match.pk != table.match and match.status != Status.FINISHED.value:
        return None
    earlier = Match.objects.filter(
        table_id=table.pk, status=Status.FINISHED.value, opened_at__lt=match.opened_at
    )
    return earlier.count() % len(table.seats)
