"""Read what is known of a pair: for some of the staff, with an entry in the log of their acts."""

from typing import Literal
from uuid import UUID

from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import QuerySet

from accounts.models import Account
from partiality import refusals
from partiality.answers import PairCompared, PairDecision, PairShown
from partiality.models import PairTest

STATUSES: tuple[Literal["usual", "once", "twice"], ...] = ("usual", "once", "twice")
"""By stage."""
RIGHT = "partiality.view_pairtest"
OPENED = "opened"
"""What the log of the staff's acts says."""


def may_see(account: Account, row: PairTest | None = None) -> bool:
    """Tell whether somebody may look at pairs, or at this one: nobody at themselves."""
    is_theirs = row is not None and account.pk in {row.first_id, row.second_id}
    return account.is_staff and account.has_perm(RIGHT) and not is_theirs


def note_opening(account: Account, row: PairTest) -> None:
    """Write down that somebody has looked at a pair."""
    LogEntry.objects.create(
        user_id=account.pk,
        content_type=ContentType.objects.get_for_model(PairTest),
        object_id=str(row.pk),
        object_repr=str(row)[:200],
        action_flag=CHANGE,
        change_message=OPENED,
    )


def pair(names: str, account_id: UUID) -> PairShown:
    """Return what is known of a pair of names, and write down who has looked.

    Raises permission_denied and invalid.
    """
    reader = Account.objects.get(pk=account_id)
    if not may_see(reader):
        raise refusals.not_yours()
    said = [name.strip() for name in names.split(",")]
    found = [Account.objects.named(name).first() for name in said if name]
    if len(said) != 2 or len(found) != 2 or None in found or found[0] == found[1]:
        raise refusals.no_pair()
    both = sorted([each for each in found if each is not None], key=lambda each: each.pk)
    if reader in both:
        raise refusals.not_yours()
    rows = tests_of(both[0].pk, both[1].pk)
    for row in rows:
        note_opening(reader, row)
    return PairShown([each.username for each in both], [_compared(row) for row in rows])


def tests_of(first: UUID, second: UUID) -> QuerySet[PairTest]:
    """Return the tests of a pair, by game and size of table."""
    rows = PairTest.objects.filter(first=first, second=second)
    return rows.select_related("first", "second").order_by("game", "seats")


def _compared(row: PairTest) -> PairCompared:
    return PairCompared(
        version=row.version,
        game=row.game,
        seats=row.seats,
        matches=row.matches,
        status="not_enough_matches" if row.p is None else _status(row),
        z=list(row.figures),
        p=row.p,
        compared_with=list(row.compared_with),
        tests=row.tests,
        tested_at=row.tested_at,
        decisions=[PairDecision(d["match"], d["at"], d["seat"], d["given"]) for d in row.decisions],
    )


def _status(row: PairTest) -> Literal["usual", "once", "twice"]:
    return STATUSES[row.stage]
