"""What people say in a tournament's room, as a reader may know it, and who may speak.

Players and staff speak among themselves, everybody else as a spectator. While the tournament runs,
its players do not hear the spectators; nor do strangers, since a player who signs out is one.
"""

from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone

from matches import remarks
from matches.models import Remark
from matches.phrases import ROOMS, Room
from tournaments import site_staff, visibility
from tournaments.command_handler import load
from tournaments.models import Tournament
from tournaments.state import OVER, Status, TournamentState
from tournaments.state.entrants import EntrantState, EntrantStatus

AFTERWARDS = timedelta(days=1)
"""How long after its end people may still talk."""
GONE = frozenset({EntrantStatus.DROPPED, EntrantStatus.WITHDRAWN, EntrantStatus.DISQUALIFIED})
PLAYERS: tuple[Room, ...] = ("players",)


def said(row: Tournament) -> QuerySet[Remark]:
    """Return all that was said in a tournament's room."""
    return Remark.objects.filter(tournament=row.pk)


def is_player(state: TournamentState, account: UUID) -> bool:
    """Return whether an account plays, or waits to; also to the end of a table that it leaves."""
    return any(
        each.presence not in GONE or _has_table(state, each)
        for each in state.entrants.values()
        if each.account == account
    )


def _has_table(state: TournamentState, entrant: EntrantState) -> bool:
    return any(
        entrant.number in table.seats and table.is_open
        for round_ in state.rounds
        for table in round_.tables
    )


def is_staff(state: TournamentState, account: UUID) -> bool:
    """Return whether an account has a role here, or runs all tournaments of the site."""
    return state.role_of(account) is not None or site_staff.may_run_all(account)


def room_of(state: TournamentState, account: UUID) -> Room:
    """Return where an account speaks."""
    is_inside = is_player(state, account) or is_staff(state, account)
    return "players" if is_inside else "spectators"


def rooms(state: TournamentState, account: UUID | None) -> Sequence[Room]:
    """Return whose remarks a reader may know; of the staff only who does not play hears all."""
    if state.status in OVER:
        return ROOMS
    if account is None or is_player(state, account):
        return PLAYERS
    return ROOMS


def rooms_of(tournament: UUID, account: UUID | None) -> Sequence[Room]:
    """Return the same of a tournament by its id."""
    return rooms(load(tournament), account)


def latest(
    row: Tournament, state: TournamentState, account: UUID | None, *, hears_muted: bool = False
) -> QuerySet[Remark]:
    """Return the latest remarks that a reader who may know of the tournament hears."""
    return remarks.heard(said(row), rooms(state, account), account, hears_muted=hears_muted)


def is_open(row: Tournament) -> bool:
    """Return whether people may talk: from its announcement until a day after its end."""
    if row.status == Status.FINISHED:
        return row.updated_at > timezone.now() - AFTERWARDS
    return row.status not in {Status.DRAFT, *OVER}


def may_say(row: Tournament, account: UUID) -> bool:
    """Return whether an account may say something in the room of a tournament that it may see."""
    return is_open(row) and remarks.has_voice(account)


def find(slug: str, account: UUID | None) -> tuple[Tournament, TournamentState]:
    """Return a tournament that an account may know of; raises not_found."""
    row = visibility.find(slug, account)
    return row, load(row.pk)
