"""Report a person or what they said; the first report opens a case, others join it."""

from typing import NamedTuple
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from accounts import characters
from accounts.models import Account
from api import limits
from api.ids import uuid7
from api.problems import Problem, invalid
from eventstore.aggregate import CommandContext
from eventstore.command_handler import handle
from games.messages import Message
from matches import remarks
from matches.models import Remark, Seat
from moderation.aggregate import CASE, Work
from moderation.events import CaseOpened, Ground, ReportMade
from moderation.models import WORDS_MAX, Case, Report
from moderation.state import OPEN, CaseState

BUCKET = "report"
BUCKET_BY_ADDRESS = "guest_report"
"""Guests are counted by address too: a new one costs nothing."""


class Complaint(NamedTuple):
    """What somebody reports."""

    about: UUID
    ground: Ground
    match: UUID | None = None
    remark: int | None = None
    words: str = ""


@transaction.atomic
def report(*, reporter_id: UUID, site: str, complaint: Complaint) -> Report:
    """Return the report; the same one again where it was made before.

    Raises not_found, invalid and rate_limited.
    """
    if reporter_id == complaint.about:
        raise invalid("account", Message("must be another account's"))
    about = Account.objects.select_for_update(no_key=True).filter(pk=complaint.about).first()
    reporter = Account.objects.get(pk=reporter_id)
    if about is None or about.username.startswith("gone-"):
        raise Problem("not_found", Message("There is no such player."))
    words = _checked(complaint.words)
    remark = _evidence(complaint, reporter_id)
    case = Case.objects.filter(about=about, status=OPEN).first()
    known = case and case.reports.filter(reporter=reporter, ground=complaint.ground).first()
    if known:
        return known
    limits.spend(BUCKET, f"account:{reporter_id}")
    if reporter.is_guest:
        limits.spend(BUCKET_BY_ADDRESS, f"address:{site}")
    report_id = uuid7()
    made = ReportMade(
        report=str(report_id),
        reporter=str(reporter_id),
        ground=complaint.ground,
        match=None if complaint.match is None else str(complaint.match),
        phrase=None if remark is None else remark.phrase,
    )
    case_id = _filed(case, about, made)
    return Report.objects.create(
        id=report_id,
        case_id=case_id,
        reporter=reporter,
        ground=complaint.ground,
        match=complaint.match,
        phrase=made.phrase or "",
        said_at=None if remark is None else remark.said_at,
        words=words,
        made_at=timezone.now(),
    )


def _filed(case: Case | None, about: Account, made: ReportMade) -> UUID:
    """Add a report to the open case, or open one; return the case's id."""

    def decide(_state: CaseState, work: Work) -> None:
        if case is None:
            work.add(CaseOpened(about=str(about.pk)))
        work.add(made)

    context = CommandContext(f"account:{made.reporter}", f"report:{made.report}")
    stream = uuid7() if case is None else case.pk
    handle(CASE, stream, context, decide, expected_version=0 if case is None else None)
    return stream


def _evidence(complaint: Complaint, reporter: UUID) -> Remark | None:
    """Return the remark that is reported; raises not_found for what the reporter cannot see."""
    if complaint.match is None:
        if complaint.remark is not None:
            raise invalid("match", Message("must say at which match it was said"))
        return None
    match = remarks.match_row(complaint.match, reporter)
    if complaint.remark is None:
        is_here = Seat.objects.filter(match=match, account=complaint.about).exists()
        has_talked = Remark.objects.filter(match=match, account=complaint.about).exists()
        if not (is_here or has_talked):
            raise Problem("not_found", Message("That player was not at this match."))
        return None
    is_seated = Seat.objects.filter(match=match, account=reporter).exists()
    heard = remarks.rooms(match, reporter, is_seated=is_seated)
    found = Remark.objects.filter(match=match, account=complaint.about, room__in=heard)
    remark = found.filter(pk=complaint.remark).first()
    if remark is None:
        raise Problem("not_found", Message("That player did not say this."))
    return remark


def _checked(words: str) -> str:
    clean = characters.canonical(words)
    if len(clean) > WORDS_MAX:
        raise invalid("words", Message("must have at most %(most)s characters", most=WORDS_MAX))
    return clean
