"""Report a person or what they said; the first report opens a case, others join it."""

from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts import characters
from accounts.models import Account
from api import limits
from api.ids import uuid7
from api.problems import Problem, invalid
from eventstore.aggregate import CommandContext
from eventstore.canonical import format_timestamp
from eventstore.command_handler import handle
from games.messages import Message
from matches import remarks
from matches.models import Match, Remark, Seat
from matches.phrases import Room
from moderation.aggregate import CASE, Work
from moderation.events import CaseOpened, Ground, ReportMade
from moderation.models import MOMENTS_MAX, WORDS_MAX, Case, Report
from moderation.state import OPEN, CaseState
from tournaments import room, visibility
from tournaments.models import Tournament

BUCKET = "report"
BUCKET_BY_ADDRESS = "guest_report"
"""Guests are counted by address too: a new one costs nothing."""


LINES_MAX = 100
"""Lines that are kept with one report, however often more is reported on the same ground."""


class Complaint(NamedTuple):
    """What somebody reports."""

    about: UUID
    ground: Ground
    match: UUID | None = None
    remark: int | None = None
    words: str = ""
    tournament: UUID | None = None
    moments: Sequence[int] = ()
    """Versions of the match at which decisions were made that are meant."""


class Evidence(NamedTuple):
    """What is kept of the moment: what was said, and the lines around it as they were heard."""

    remark: Remark
    lines: list[Remark]


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
    moments = _moments(complaint)
    evidence = _evidence(complaint, reporter_id)
    remark = None if evidence is None else evidence.remark
    case = Case.objects.filter(about=about, status=OPEN).first()
    known = case and case.reports.filter(reporter=reporter, ground=complaint.ground).first()
    if known:
        if evidence is not None:
            _add(known, evidence)
        _point_at(known, complaint.match, moments)
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
        phrase=None if remark is None else remark.phrase or None,
    )
    case_id = _filed(case, about, made)
    return Report.objects.create(
        id=report_id,
        case_id=case_id,
        reporter=reporter,
        ground=complaint.ground,
        match=complaint.match,
        phrase=made.phrase or "",
        said="" if remark is None else remark.words,
        tournament=complaint.tournament,
        lines=[] if evidence is None else [_line(each, remark) for each in evidence.lines],
        said_at=None if remark is None else remark.said_at,
        words=words,
        moments=moments,
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


def _moments(complaint: Complaint) -> list[int]:
    """Return the moments that are pointed at, each once; raises invalid."""
    if not complaint.moments:
        return []
    match = None
    if complaint.match is not None:
        match = Match.objects.filter(pk=complaint.match).first()
    if match is None:
        raise invalid("match", Message("must name the match in which these decisions were made"))
    if not all(0 < at <= match.version for at in complaint.moments):
        raise invalid(
            "at", Message("must be versions of the match, up to %(most)s", most=match.version)
        )
    if len(set(complaint.moments)) > MOMENTS_MAX:
        raise invalid("at", Message("must be at most %(most)s versions", most=MOMENTS_MAX))
    return sorted(set(complaint.moments))


def _point_at(known: Report, match: UUID | None, moments: Sequence[int]) -> None:
    """Keep what else a report of the same match points at, as long as there is room."""
    both = sorted({*known.moments, *moments})
    if known.match == match and len(both) <= MOMENTS_MAX:
        known.moments = both
        known.save(update_fields=["moments"])


def _add(known: Report, evidence: Evidence) -> None:
    """Keep what is reported on the same ground again beside what was reported before."""
    there = {(line["account"], line["at"]) for line in known.lines if line["reported"]}
    more = [_line(each, evidence.remark) for each in evidence.lines]
    is_new = any(line["reported"] and (line["account"], line["at"]) not in there for line in more)
    if is_new and len(known.lines) + len(more) <= LINES_MAX:
        known.lines = [*known.lines, *more]
        known.save(update_fields=["lines"])


def _line(each: Remark, reported: Remark | None) -> dict[str, object]:
    return {
        "account": str(each.account_id),
        "room": each.room,
        "phrase": each.phrase,
        "words": each.words,
        "at": format_timestamp(each.said_at),
        "reported": each == reported,
    }


def _evidence(complaint: Complaint, reporter: UUID) -> Evidence | None:
    """Return what is reported; raises not_found for what the reporter cannot see."""
    if complaint.tournament is not None:
        return _of_room(complaint, complaint.tournament, reporter)
    if complaint.match is None:
        if complaint.remark is not None:
            raise invalid("match", Message("must name the match where it was said"))
        return None
    match = remarks.match_row(complaint.match, reporter)
    said = Remark.objects.filter(match=match)
    if complaint.remark is None:
        is_here = Seat.objects.filter(match=match, account=complaint.about).exists()
        if not (is_here or said.filter(account=complaint.about).exists()):
            raise Problem("not_found", Message("That player was not at this match."))
        return None
    is_seated = Seat.objects.filter(match=match, account=reporter).exists()
    heard = remarks.rooms(match, reporter, is_seated=is_seated)
    return _found(said, complaint.about, complaint.remark, heard)


def _of_room(complaint: Complaint, tournament: UUID, reporter: UUID) -> Evidence | None:
    """Return what was said in a tournament's room that the reporter may know of."""
    if complaint.match is not None:
        raise invalid("tournament", Message("name either a match or a tournament"))
    row = Tournament.objects.filter(pk=tournament).first()
    if row is None or not visibility.sees(row, reporter):
        raise Problem("not_found", Message("There is no such tournament."))
    if complaint.remark is None:
        return None
    heard = room.rooms_of(row.pk, reporter)
    return _found(room.said(row), complaint.about, complaint.remark, heard)


def _found(said: QuerySet[Remark], about: UUID, remark: int, heard: Sequence[Room]) -> Evidence:
    """Return a remark that the reporter could hear, also one that was removed meanwhile."""
    found = said.filter(account=about, room__in=heard, pk=remark).first()
    if found is None:
        raise Problem("not_found", Message("That player did not say this."))
    return Evidence(found, remarks.around(found, heard))


def _checked(words: str) -> str:
    clean = characters.canonical(words)
    if len(clean) > WORDS_MAX:
        raise invalid("words", Message("must have at most %(most)s characters", most=WORDS_MAX))
    return clean
