"""Who may know of a ladder: of a public one everybody.

A private one is for the site's staff, its `members`, and whoever stands on it already. To
everybody else it is not there.
"""

from uuid import UUID

from django.db.models import Q, QuerySet

from accounts.models import Account
from ratings import refusals
from ratings.models import Ladder, Standing


def visible(account: UUID | None) -> QuerySet[Ladder]:
    """Return the ladders that an account, or a stranger, may know of."""
    public = Q(visibility="public")
    found = account and Account.objects.filter(pk=account, is_active=True).first()
    if not found:
        return Ladder.objects.filter(public)
    if found.is_staff:
        return Ladder.objects.all()
    standing = Standing.objects.filter(player=f"account:{found.pk}").values("ladder")
    invited = Q(settings__members__contains=[found.username])
    return Ladder.objects.filter(public | invited | Q(id__in=standing))


def by_slug(slug: str, account: UUID | None) -> Ladder:
    """Return a ladder that an account may know of; raises not_found."""
    row = Ladder.objects.filter(slug=slug).first()
    if row is None or not sees(row, account):
        raise refusals.not_found()
    return row


def sees(row: Ladder, account: UUID | None) -> bool:
    """Return whether an account, or a stranger, may know of a ladder."""
    return row.visibility == "public" or visible(account).filter(pk=row.pk).exists()
