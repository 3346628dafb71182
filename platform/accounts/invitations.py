"""Who may sign up: everybody, whoever has an invitation of the staff's, or nobody.

The setting is the site's (`site_profile`). Only the digest of an invitation's code is kept.
"""

import secrets
from datetime import timedelta
from hashlib import sha256

from django.db.models import F, QuerySet
from django.utils import timezone

from accounts.models import SignUpInvitation
from api.problems import Problem
from games.messages import Message
from site_profile import selectors as site
from site_profile.models import SignUp

USES_MAX = 500
DAYS_MAX = 366

CLOSED = Message("Sign-up is closed on this site at the moment.")
INVITED = Message("You need an invitation to sign up on this site. Ask its staff for one.")
USED_UP = Message("This invitation has been used or has expired. Ask for a new one.")


def make(*, note: str, uses: int, days: int) -> str:
    """Return the code of a new invitation, for the only time."""
    code = secrets.token_urlsafe(18)
    ends = timezone.now() + timedelta(days=days)
    SignUpInvitation.objects.create(
        digest=_digest(code), note=note, uses_left=uses, expires_at=ends
    )
    return code


def end(*, invitation_id: int) -> None:
    """Let nobody sign up by an invitation any more."""
    SignUpInvitation.objects.filter(pk=invitation_id).update(uses_left=0)


def opens(code: str) -> bool:
    """Return whether somebody may sign up with a code, which may be empty."""
    policy = site.current().sign_up
    return policy == SignUp.OPEN or (policy == SignUp.INVITED and _standing(code).exists())


def require(code: str) -> None:
    """Raise permission_denied, with what to do next, where a code does not let somebody in."""
    if not opens(code):
        raise _refusal(code)


def use(code: str) -> None:
    """Take one use of a code where one is needed; raises like `require`.

    Two who come at once with the last use are told apart by the row.
    """
    if site.current().sign_up == SignUp.OPEN:
        return
    require(code)
    if not _standing(code).update(uses_left=F("uses_left") - 1):
        raise _refusal(code)


def _standing(code: str) -> QuerySet[SignUpInvitation]:
    found = SignUpInvitation.objects.filter(digest=_digest(code))
    return found.filter(uses_left__gt=0, expires_at__gt=timezone.now())


def _refusal(code: str) -> Problem:
    if site.current().sign_up == SignUp.CLOSED:
        return Problem("permission_denied", CLOSED)
    return Problem("permission_denied", USED_UP if code else INVITED)


def _digest(code: str) -> bytes:
    return sha256(code.encode()).digest()
