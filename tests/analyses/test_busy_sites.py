"""Analyses where something always waits, and where the processor is always busy."""

from datetime import timedelta

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.utils import timezone
from pytest_django import Settings

from agenda import runs, sql
from analyses import jobs, services
from analyses.models import ATTEMPTS_MAX, Analysis
from tests.analyses.finished import analyse, finished, look_into_few_worlds

pytestmark = pytest.mark.django_db


def out_of_time() -> services.IsOver:
    """Return what asks whether a run is over, and runs out of time after the first decision."""
    asked: list[bool] = []

    def is_over() -> bool:
        if asked:
            raise SoftTimeLimitExceeded
        asked.append(True)
        return False

    return is_over


def test_runs_that_only_ran_out_of_time_are_no_failure_and_the_review_is_made_in_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    look_into_few_worlds(monkeypatch)
    match, players = finished("pickpocket")
    account = players[0].account
    row = services.request_review(match_id=match, account_id=account, seat=0)
    runs.run_due_now()

    done = [services.work(out_of_time()) for _ in range(ATTEMPTS_MAX + 1)]
    row.refresh_from_db()
    stood = (row.attempts, row.has_failed, row.done_at)
    analyse()

    assert done == [0] * (ATTEMPTS_MAX + 1)
    assert stood == (0, False, None)
    row.refresh_from_db()
    assert row.done_at is not None


def test_in_a_process_of_their_own_analyses_wait_for_nothing_else(settings: Settings) -> None:
    match, _players = finished("pickpocket")
    runs.run_due_now()
    late = timezone.now() - timedelta(seconds=2)
    sql.schedule(kind="bot_turn", subject=match, version=1, due_at=late)
    luck = Analysis.objects.filter(match=match, kind=Analysis.Kind.LUCK, done_at__isnull=False)

    jobs.analyse()
    by_an_ordinary_worker = luck.exists()
    settings.PROCESS = "analyses"
    jobs.analyse()

    assert (by_an_ordinary_worker, luck.exists()) == (False, True)
