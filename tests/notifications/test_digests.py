"""A week of one's tournaments comes on Monday morning, by one's own clock."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from django.core import mail

from agenda.models import DueRow
from notifications import digest, preferences
from tests.notifications.people import cup, deliveries, person, run_all
from tests.web.visitors import member

pytestmark = pytest.mark.django_db

PAGE = "/account/notifications"


def test_a_digest_of_a_zone_that_lies_further_east_comes_sooner_and_once_that_week() -> None:
    ann = person(weekly_digest=("email",))
    event = cup(ann, name="The spring cup")
    event.step("open")
    planned = []
    for zone in ("Pacific/Honolulu", "Pacific/Auckland", "Pacific/Honolulu"):
        preferences.set_quiet_hours(account_id=ann.pk, zone=zone, begin=None, end=None)
        digest.plan(ann.pk)
        planned.append(DueRow.objects.get(kind=digest.KIND, subject=ann.pk).due_at)
    assert planned[1] < planned[0] == planned[2]

    for _ in range(2):
        DueRow.objects.filter(kind=digest.KIND).update(due_at=datetime.now(UTC))
        run_all()

    assert len([each for each in mail.outbox if each.to == [ann.email]]) == 1


def test_a_digest_comes_on_monday_morning_by_the_persons_clock_and_once_a_week() -> None:
    browser, ann = member(email="digest@example.org")
    browser.post(PAGE, {"weekly_digest": "email", "zone": "America/New_York"})
    event = cup(ann, name="The spring cup")
    event.step("open")
    (row,) = DueRow.objects.filter(kind=digest.KIND, subject=ann.pk)
    local = row.due_at.astimezone(ZoneInfo("America/New_York"))
    assert (local.weekday(), local.hour, local.minute) == (0, 8, 0)

    DueRow.objects.filter(kind=digest.KIND).update(due_at=datetime.now(UTC))
    run_all()
    run_all()

    (sent,) = [each for each in mail.outbox if each.to == [ann.email]]
    assert sent.subject == "Your week at the tables"
    assert "The spring cup" in str(sent.body)
    (following,) = DueRow.objects.filter(kind=digest.KIND, subject=ann.pk)
    assert following.due_at > datetime.now(UTC)
    browser.post(PAGE, {"zone": "America/New_York"})
    assert not DueRow.objects.filter(kind=digest.KIND, subject=ann.pk).exists()


def test_a_week_without_anything_brings_no_digest() -> None:
    ann = person(weekly_digest=("email",))
    digest.plan(ann.pk)
    DueRow.objects.filter(kind=digest.KIND).update(due_at=datetime.now(UTC))

    run_all()

    assert [each.reason for each in deliveries(ann)] == ["stale"]
    assert mail.outbox == []
