"""Invitations: a link that seats whoever is given it, guests too, until the match starts.

The code says nothing of the match, so a link that was replaced leads nowhere.
"""

import secrets
from uuid import UUID

from api.problems import Problem
from games.messages import Message
from matches import match_lists, refusals
from matches.models import Invitation, Match, Seat
from matches.state import Status

CODE_BYTES = 9
"""Twelve characters of an address: nobody guesses them, and they fit into a small QR code."""


def may_invite(match: Match, account: UUID) -> bool:
    """Return whether an account opened a match or sits there, before it starts."""
    if match.status != Status.OPEN.value or not is_free(match):
        return False
    is_seated = Seat.objects.filter(match=match.pk, account=account).exists()
    return match.opened_by_id == account or is_seated


def is_free(match: Match) -> bool:
    """Return whether players choose their company: not at matches of ladders and tournaments."""
    return match.ladder_id is None and match.table_id is None


def current_code(match_id: UUID) -> str:
    """Return the code of a match's invitation, for those who may invite; empty without one."""
    found = Invitation.objects.filter(match=match_id).values_list("code", flat=True)
    return found.first() or ""


def renew(*, match_id: UUID, account: UUID) -> str:
    """Return the code of a new invitation to a match; the one before ends. Raises Problem."""
    match = Match.objects.filter(pk=match_id).first()
    if match is None or not may_invite(match, account):
        raise Problem("permission_denied", Message("You cannot invite anyone to this match."))
    code = secrets.token_urlsafe(CODE_BYTES)
    Invitation.objects.update_or_create(match=match, defaults={"code": code})
    return code


def match_of(code: str, account: UUID | None) -> Match:
    """Return the match that an invitation leads to; raises not_found once it has ended.

    And for whom a block keeps from it: no more can be seen than that of a link that was replaced.
    """
    open_matches = Match.objects.filter(status=Status.OPEN.value)
    if account is not None:
        open_matches = match_lists.in_company(open_matches, account)
    found = open_matches.filter(invitation__code=code).first()
    if found is None:
        raise refusals.not_found()
    return found
