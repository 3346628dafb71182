"""Telling both sides: a mark on their pages, and a mail to who has an address."""

import json
from uuid import UUID

from accounts.models import Account
from agenda import sql
from api.ids import uuid7
from moderation.models import Case, Report

MAIL = "case_mail"
"""The agenda's kind for a mail about a case; the payload says to whom, and in which part."""


def decided(case_id: UUID) -> None:
    """Tell the person a case is about and whoever has reported them that it was decided.

    Runs in the transaction of the decision.
    """
    case = Case.objects.select_related("about").get(pk=case_id)
    Case.objects.filter(pk=case_id).update(is_told=case.measure == "none")
    Report.objects.filter(case=case_id).update(is_told=False)
    if case.measure != "none":
        _mail(case.about, "reported")
    for each in Account.objects.filter(reports__case=case_id).distinct():
        _mail(each, "reporter")


def _mail(account: Account, part: str) -> None:
    if account.email:
        payload = json.dumps({"account": str(account.pk), "part": part})
        sql.schedule(kind=MAIL, subject=uuid7(), version=0, payload=payload)


def unread(account_id: UUID) -> int:
    """Return how much somebody has not been shown yet."""
    about = Case.objects.filter(about=account_id, is_told=False)
    mine = Report.objects.filter(reporter=account_id, is_told=False)
    return about.count() + mine.count()


def mark_read(account_id: UUID) -> None:
    """Note that somebody has been shown everything."""
    Case.objects.filter(about=account_id, is_told=False).update(is_told=True)
    Report.objects.filter(reporter=account_id, is_told=False).update(is_told=True)
