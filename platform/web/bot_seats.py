"""What built-in bots are called at tables of tournaments: as they have entered."""

from collections.abc import Iterator, Mapping
from uuid import UUID

from matches.models import Match
from tournaments import command_handler
from tournaments.models import Table
from tournaments.state import TournamentState

Names = Mapping[int, str]
"""By seat."""
KEPT_MAX = 20_000
"""Matches; whoever sits down at one never changes seats, and no bot its name."""

_kept: dict[UUID, Names] = {}


def names_at(match: Match) -> Names:
    """Return the names that the bots at a match have entered with; none outside a tournament.

    A table that was played again or paired anew has left a match that it says nothing of.
    """
    if match.table_id is None:
        return {}
    if match.pk not in _kept:
        _keep(match.pk, match.table_id, is_over=match.ended_at is not None)
    return _kept.get(match.pk, {})


def _keep(match: UUID, table: UUID, *, is_over: bool) -> None:
    """Remember the bots of all matches of a tournament, which is folded once for them."""
    if len(_kept) > KEPT_MAX:
        _kept.clear()
    row = Table.objects.filter(id=table).only("tournament_id").first()
    if row is not None:
        _kept.update(_of(command_handler.load(row.tournament_id)))
    if is_over:
        # One that has just been opened may not stand at its table yet.
        _kept.setdefault(match, {})


def _of(state: TournamentState) -> Iterator[tuple[UUID, Names]]:
    for _round, table in state.tables():
        for match in (table.match, *(each.match for each in table.counted)):
            if match is not None:
                seated = [state.entrants[each] for each in table.seated_in(match)]
                yield match, {seat: each.name for seat, each in enumerate(seated) if each.bot}
