"""Invitations: links and QR codes by which people enter a tournament, or help to run it.

Like an entrant's code, one is made from the site's secret key, so that it can be printed again
though nothing but its digest is stored.
"""

import base64
import hashlib
import hmac
from datetime import datetime
from typing import Literal
from uuid import UUID

from django.conf import settings

from tournaments.codes import LENGTH
from tournaments.state import OVER, InvitationState, TournamentState

Grants = Literal["entry", "doorkeeper", "scorekeeper", "judge", "organiser"]


def make(tournament: UUID, number: int) -> str:
    """Return the code of an invitation; no number is given twice, whatever is rolled back."""
    text = f"invitation:{tournament}:{number}"
    mac = hmac.digest(settings.SECRET_KEY.encode(), text.encode(), "sha256")
    return base64.b32encode(mac).decode().lower()[:LENGTH]


def digest(code: str) -> str:
    """Return what is stored of a code."""
    return hashlib.sha256(code.encode()).hexdigest()


def current(state: TournamentState, invitation: InvitationState) -> str:
    """Return an invitation's code, for whoever hands it out; empty under another secret key."""
    code = make(state.id, invitation.number)
    return code if hmac.compare_digest(digest(code), invitation.digest) else ""


def found(state: TournamentState, code: str) -> InvitationState | None:
    """Return the invitation of a code, whether it still counts or not; None for no code."""
    wanted = digest(code)
    matching = None
    for each in state.invitations.values():
        if hmac.compare_digest(wanted, each.digest):
            matching = each
    return matching


def is_open(state: TournamentState, invitation: InvitationState, now: datetime) -> bool:
    """Return whether an invitation still lets somebody in."""
    in_time = invitation.until is None or now < invitation.until
    is_left = invitation.used < invitation.uses_max
    return in_time and is_left and not invitation.has_ended and state.status not in OVER


def on_wall(state: TournamentState, now: datetime) -> str:
    """Return the code of the open invitation that everyone may see; empty where there is none."""
    for each in reversed(state.invitations.values()):
        if each.on_wall and is_open(state, each, now):
            return current(state, each)
    return ""
