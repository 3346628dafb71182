"""The chores that keep tables from growing for ever."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from accounts.models import Session
from accounts.request_models import IdempotencyRecord, RateBucket, Refusal
from agenda import periodic_jobs, runs
from api.ids import uuid7

pytestmark = pytest.mark.django_db

LONG_AGO = timezone.now() - timedelta(days=30)
SOON = timezone.now() + timedelta(days=30)


def row(kind: str) -> tuple[int, bool]:
    """Return the version of a chore's row, and whether it is due."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT version, due_at <= statement_timestamp() FROM agenda_due WHERE kind = %s",
            [kind],
        )
        (found,) = cursor.fetchall()
    return found[0], found[1]


def make_due(kind: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE agenda_due SET due_at = statement_timestamp() WHERE kind = %s", [kind]
        )


def buckets() -> int:
    for subject, full_at in (("past", LONG_AGO), ("coming", SOON)):
        RateBucket.objects.create(bucket="play", subject=subject, full_at=full_at, granted=1)
    return RateBucket.objects.filter(subject__in=["past", "coming"]).count()


def answers() -> int:
    for key, made in (("past", LONG_AGO), ("fresh", timezone.now())):
        IdempotencyRecord.objects.create(
            actor="chores", key=key, fingerprint=b"", status=200, body=b"", created_at=made
        )
    return IdempotencyRecord.objects.filter(actor="chores").count()


def refusals() -> int:
    account = uuid7()
    for code, at in (("past", LONG_AGO), ("fresh", timezone.now())):
        Refusal.objects.create(account=account, at=at, code=code, detail="", sent="")
    return Refusal.objects.filter(account=account).count()


def sessions() -> int:
    for key, expires in (("past", LONG_AGO), ("coming", SOON)):
        Session.objects.create(session_key=key, session_data="", expire_date=expires)
    return Session.objects.filter(session_key__in=["past", "coming"]).count()


REMAINING: dict[str, tuple[Callable[[], int], Callable[[], list[str]]]] = {
    "purge_limits": (
        buckets,
        lambda: [
            *RateBucket.objects.filter(subject__in=["past", "coming"]).values_list(
                "subject", flat=True
            )
        ],
    ),
    "purge_answers": (
        answers,
        lambda: [
            *IdempotencyRecord.objects.filter(actor="chores").values_list("key", flat=True),
        ],
    ),
    "purge_refusals": (
        refusals,
        lambda: [*Refusal.objects.values_list("code", flat=True)],
    ),
    "clear_sessions": (
        sessions,
        lambda: [*Session.objects.values_list("session_key", flat=True)],
    ),
}


@pytest.mark.parametrize("kind", REMAINING)
def test_a_chore_removes_what_has_passed_and_comes_again(kind: str) -> None:
    fill, remaining = REMAINING[kind]
    assert fill() == 2
    before, is_due = row(kind)
    assert not is_due
    make_due(kind)

    runs.run_due_now()

    assert len(remaining()) == 1
    assert "past" not in remaining()
    assert row(kind) == (before + 1, False)


def test_every_chore_is_on_the_agenda_and_entered_once() -> None:
    periodic_jobs.schedule_missing(using="default")

    for kind in periodic_jobs.kinds():
        assert row(kind)[0] >= 1
