"""Invitations of one friend by another: the link of a match, shown to the one it is meant for.

They say no more than the link does, and end with it. Who has said no is not asked again.
"""

from datetime import timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Count, F, QuerySet
from django.utils import timezone

from accounts import friendships
from agenda.announcements import Announcement, announce
from api.problems import Problem
from games.messages import Message
from matches import match_lists
from matches.models import Match, PersonalInvitation, Seat
from matches.services import invitations
from matches.state import Status

KEPT = timedelta(days=30)


@transaction.atomic
def invite(*, match_id: UUID, account_id: UUID, friend_id: UUID) -> None:
    """Invite a friend to a match that waits; raises permission_denied."""
    match = Match.objects.filter(pk=match_id).first()
    may_invite = match is not None and invitations.may_invite(match, account_id)
    if not may_invite or not friendships.are_friends(account_id, friend_id):
        raise Problem("permission_denied", Message("You cannot invite this player to this match."))
    if not invitations.current_code(match_id):
        invitations.renew(match_id=match_id, account=account_id)
    _row, is_new = PersonalInvitation.objects.get_or_create(
        match_id=match_id, account_id=friend_id, defaults={"invited_by_id": account_id}
    )
    if is_new:
        announce(Announcement("invitation", match_id, (friend_id,), by=account_id))


def received(account: UUID) -> QuerySet[PersonalInvitation]:
    """Return the invitations that an account may still follow, the latest first."""
    waiting = match_lists.in_company(Match.objects.filter(status=Status.OPEN.value), account)
    free = waiting.alias(taken=Count("chairs")).filter(taken__lt=F("seats_max"))
    seated = Seat.objects.filter(account=account).values("match")
    rows = PersonalInvitation.objects.filter(
        account=account,
        declined=False,
        match__in=free.values("id"),
        invited_by__in=friendships.friends(account).values("pk"),
    )
    rows = rows.exclude(match__in=seated).select_related("match__invitation", "invited_by")
    return rows.prefetch_related("match__chairs__account").order_by("-id")


def invited(match_id: UUID) -> set[UUID]:
    """Return who has been invited to a match, whatever they have said."""
    rows = PersonalInvitation.objects.filter(match=match_id)
    return set(rows.values_list("account", flat=True))


def decline(*, match_id: UUID, account_id: UUID) -> None:
    """Say no to an invitation, if there is one."""
    PersonalInvitation.objects.filter(match=match_id, account=account_id).update(declined=True)


def erase(*, account_id: UUID) -> None:
    """Forget whom an account has invited, and who invited it."""
    PersonalInvitation.objects.filter(account=account_id).delete()
    PersonalInvitation.objects.filter(invited_by=account_id).delete()


def purge() -> None:
    """Forget invitations that are older than any that somebody still looks at."""
    PersonalInvitation.objects.filter(made_at__lt=timezone.now() - KEPT).delete()
