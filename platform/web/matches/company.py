"""The people of a match as its reader knows them: whom to befriend, whom to invite."""

from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID

from accounts import friendships
from accounts.friendships import Relation
from accounts.models import Account
from matches import friends
from matches.models import Match, Seat
from matches.services import invitations, personal_invitations
from matches.state import OVER, Status

INVITABLE_MAX = 12
"""How many friends a waiting table shows, those who are here first."""


class Invitable(NamedTuple):
    """A friend who may be invited."""

    account: Account
    is_here: bool | None
    is_invited: bool


class Company(NamedTuple):
    """Who has played here with the reader, and which friends might."""

    met: Sequence[Relation] = ()
    invitable: Sequence[Invitable] = ()


def company(row: Match, seat_rows: Sequence[Seat], reader: UUID | None) -> Company:
    """Return the people of a match that waits or is over; for strangers nobody."""
    if reader is None:
        return Company()
    seated = [seat_row.account for seat_row in seat_rows if seat_row.account is not None]
    if Status(row.status) in OVER:
        sat_here = any(each.pk == reader for each in seated)
        others = [each for each in seated if each.pk != reader and not each.is_bot]
        return Company(met=friendships.relations(reader, others) if sat_here else ())
    if invitations.may_invite(row, reader):
        return Company(invitable=_invitable(row, reader, {each.pk for each in seated}))
    return Company()


def _invitable(row: Match, reader: UUID, seated: set[UUID]) -> list[Invitable]:
    asked = personal_invitations.invited(row.pk)
    found = [each for each in friends.friends(reader) if each.account.pk not in seated]
    found.sort(key=lambda each: not each.is_here)
    return [
        Invitable(each.account, each.is_here, each.account.pk in asked)
        for each in found[:INVITABLE_MAX]
    ]
