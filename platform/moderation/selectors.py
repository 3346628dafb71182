"""What people may know of cases: decisions about themselves, and what became of their reports."""

from typing import Literal
from uuid import UUID

from django.db.models import F, QuerySet

from accounts import sanctions
from moderation.models import Case, Report


def decisions(account_id: UUID) -> QuerySet[Case]:
    """Return what was decided about somebody, the latest first; nothing of who reported."""
    found = Case.objects.filter(about=account_id).exclude(measure__in=["", "none"])
    return found.order_by("-id")


def reports(account_id: UUID) -> QuerySet[Report]:
    """Return what somebody has reported, the latest first."""
    found = Report.objects.filter(reporter=account_id)
    return found.select_related("case", "case__about").order_by("-id")


def mute(account_id: UUID) -> Case | None:
    """Return the decision by which somebody may not talk now: the one that lasts longest."""
    now = sanctions.standing().filter(account=account_id, kind=sanctions.Kind.MUTE)
    found = Case.objects.filter(id__in=now.values("case"), about=account_id)
    return found.order_by(F("until").desc(nulls_first=True)).first()


def may_appeal(case: Case) -> bool:
    """Return whether the person may ask for another look."""
    return case.status == "decided" and case.measure not in {"", "none"}


def outcome(report: Report) -> Literal["received", "acted", "dismissed"]:
    """Return what a reporter may know: `received`, `acted` or `dismissed`."""
    case = report.case
    if not case.measure:
        return "received"
    return "dismissed" if case.measure == "none" or case.appeal == "lifted" else "acted"
