"""What the staff has forbidden an account: to talk, to enter events, or everything.

Cases decide (`moderation`); these rows follow from them. A ban closes the account, so that all that
refuses a closed account refuses a banned one: tokens, sessions, signing in, friends, searches.
"""

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts import services
from accounts.models import Account, Sanction
from api.problems import Problem
from games.messages import Message

Kind = Sanction.Kind


def standing() -> QuerySet[Sanction]:
    """Return the sanctions that last now."""
    return Sanction.objects.filter(Q(until=None) | Q(until__gt=timezone.now()))


def is_muted(account: UUID) -> bool:
    """Return whether an account may not talk."""
    return standing().filter(account=account, kind=Kind.MUTE).exists()


def is_barred(account: UUID) -> bool:
    """Return whether an account may not enter tournaments."""
    return standing().filter(account=account, kind__in=[Kind.BAR, Kind.BAN]).exists()


def is_banned(account: UUID) -> bool:
    """Return whether an account is closed by a case."""
    return Sanction.objects.filter(account=account, kind=Kind.BAN).exists()


def banned() -> list[UUID]:
    """Return all accounts that are banned."""
    return list(Sanction.objects.filter(kind=Kind.BAN).values_list("account", flat=True))


def require_voice(account: UUID) -> None:
    """Raise permission_denied for whom the staff has muted."""
    if is_muted(account):
        detail = Message(
            "The site's staff has muted you. The decisions about you say until when, and why."
        )
        raise Problem("permission_denied", detail)


@transaction.atomic
def impose(*, case: UUID, account_id: UUID, kind: str, until: datetime | None) -> None:
    """Have something forbidden from now on; a ban ends tokens and sessions at once."""
    Sanction.objects.update_or_create(
        case=case, defaults={"account_id": account_id, "kind": kind, "until": until}
    )
    if kind == Kind.BAN:
        services.deactivate(account_id=account_id)


@transaction.atomic
def lift(*, case: UUID) -> None:
    """End what a case has forbidden; who is banned by no other case may come in again."""
    row = Sanction.objects.filter(case=case).first()
    if row is None:
        return
    row.delete()
    if row.kind == Kind.BAN and not is_banned(row.account_id):
        Account.objects.filter(pk=row.account_id).update(is_active=True)
