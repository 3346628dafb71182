"""The seeds of a tournament by how a series stands at that moment."""

from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID

from api.problems import Problem
from games.messages import Message
from tournaments.models import Series, SeriesLine
from tournaments.record import Entrant
from tournaments.state import TournamentState


class SeriesSeeds(NamedTuple):
    """An order of entrants, and from which version of the series it is."""

    order: list[Entrant]
    version: int


def by_series(state: TournamentState, slug: str, drawn: Sequence[Entrant]) -> SeriesSeeds:
    """Return the entrants by their ranks in a series; raises Problem where there is none.

    They are known by their accounts, nobody by a name. Who has no rank there comes after all who
    have, by rating. `drawn` are all of them as lots order those who are level.
    """
    series = Series.objects.filter(slug=slug).first()
    if series is None:
        raise Problem("not_found", Message("There is no series %(slug)s.", slug=slug))
    lines = SeriesLine.objects.filter(series=series, rank__isnull=False, account__isnull=False)
    known = lines.values_list("account_id", "rank")
    rank_of: dict[UUID, int] = {account: rank for account, rank in known if rank is not None}
    last = 1 + max(rank_of.values(), default=0)

    def place(number: Entrant) -> tuple[int, int]:
        entrant = state.entrants[number]
        rank = None if entrant.account is None else rank_of.get(entrant.account)
        return (last, -entrant.rating) if rank is None else (rank, 0)

    return SeriesSeeds(sorted(drawn, key=place), series.version)
