"""Who may know of a tournament: of a public one everybody, once it is no draft any more.

A draft is for its staff, a private tournament for its staff and its entrants, whom the staff
enters. To everybody else both are not there.
"""

from uuid import UUID

from django.db.models import Q

from api.problems import Problem
from games.messages import Message
from tournaments import site_staff
from tournaments.models import Entrant, Tournament
from tournaments.state import Status

PRIVATE = "private"


def seen_by(account: UUID | None) -> Q:
    """Return the condition on tournaments that an account, or a stranger, may know of."""
    if site_staff.may_run_all(account):
        return Q()
    begun = ~Q(status=Status.DRAFT)
    public = begun & ~Q(settings__visibility=PRIVATE)
    if account is None:
        return public
    entered = Entrant.objects.filter(account=account).values("tournament")
    return public | Q(staff__contains=[account]) | begun & Q(id__in=entered)


def sees(row: Tournament, account: UUID | None) -> bool:
    """Return whether an account, or a stranger, may know of a tournament."""
    if row.status != Status.DRAFT and row.settings.get("visibility") != PRIVATE:
        return True
    if account in row.staff:
        return True
    return Tournament.objects.filter(seen_by(account), pk=row.pk).exists()


def find(slug: str, account: UUID | None) -> Tournament:
    """Return a tournament that an account may know of; raises not_found."""
    row = Tournament.objects.filter(slug=slug).first()
    if row is None or not sees(row, account):
        raise not_found(slug)
    return row


def not_found(slug: str) -> Problem:
    """Return what is said of a tournament that is not there, or not for the asker."""
    return Problem("not_found", Message("There is no tournament %(slug)s.", slug=slug))
