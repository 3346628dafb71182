"""Who decides cases: a right of its own, which gives no power over oneself or those above."""

from uuid import UUID

from django.contrib.auth.models import Permission
from django.db.models import Q, QuerySet

from accounts.models import Account
from api.problems import Problem
from games.messages import Message
from moderation.models import Case
from moderation.state import CaseState

RIGHT = "moderation.change_case"


def moderators() -> QuerySet[Account]:
    """Return everybody of the staff who may decide cases at all."""
    own = Permission.objects.filter(codename="change_case", content_type__app_label="moderation")
    may = Q(is_superuser=True) | Q(user_permissions__in=own)
    return Account.objects.filter(may, is_staff=True, is_active=True).distinct()


def able(about: Account, reporters: set[UUID]) -> QuerySet[Account]:
    """Return who may decide about somebody: not they, nor who has reported them.

    Cases about the staff are for superusers: rights raise no rights.
    """
    found = moderators().exclude(pk__in={about.pk, *reporters})
    return found.filter(is_superuser=True) if about.is_staff or about.is_superuser else found


def require(actor: UUID, state: CaseState) -> Account:
    """Return who wants to handle a case; raises permission_denied, with who may instead."""
    found = able(_about(state), state.reporters).filter(pk=actor).first()
    if found is None:
        raise Problem("permission_denied", NOT_YOURS)
    return found


def require_other(actor: UUID, state: CaseState) -> None:
    """Raise permission_denied for who decided, unless nobody else could decide the appeal."""
    if state.decided_by != f"account:{actor}":
        return
    if able(_about(state), state.reporters).exclude(pk=actor).exists():
        raise Problem("permission_denied", Message("Another member of the staff decides appeals."))


def _about(state: CaseState) -> Account:
    return Account.objects.get(pk=str(state.about))


def may_see(actor: Account, case: Case) -> bool:
    """Return whether somebody may open a case: as for deciding it."""
    reporters = set(case.reports.values_list("reporter", flat=True))
    return able(case.about, reporters).filter(pk=actor.pk).exists()


NOT_YOURS = Message(
    "You cannot handle this case: it is about you or the staff, or you have reported it. Ask "
    "another superuser."
)
