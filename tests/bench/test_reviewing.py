"""The benchmark of clocks and bots beside reviews, with a few of each: it measures what it says."""

import pytest
from django.db import connection
from django.utils import timezone
from pytest_django import Settings

from agenda import sql
from agenda.periodic_jobs import INSTALLATION
from analyses import services
from analyses.models import Analysis
from api import limits
from tests.agenda.rows import clear
from tests.bench import reviewing
from tests.bench.context import silent
from tests.bench.test_clocks import CLOCK_S, here


@pytest.mark.long
@pytest.mark.usefixtures("committed_db")
@pytest.mark.slow
def test_bots_and_clocks_are_timed_before_and_while_reviews_run(settings: Settings) -> None:
    clear()
    _have_analyses_made()
    settings.LIMITS = {"review": "1/hour burst 1"}
    limits.limit_of.cache_clear()

    figures = reviewing.measure(
        silent(0), reviews=24, turns=4, count=4, clock_s=CLOCK_S, start=here, ordinary=here
    )

    assert {
        "bot_turn_p99",
        "bot_turn_reviewing_p99",
        "clock_lateness_reviewing_p50",
        "clock_lateness_reviewing_p99",
    } == set(figures)
    assert all(figure.value > 0 for figure in figures.values())
    assert Analysis.objects.filter(kind="review").exists()
    limits.limit_of.cache_clear()
    clear()
    connection.close()


def _have_analyses_made() -> None:
    """Put back on the agenda what `migrate` enters, and no other periodic job."""
    now = timezone.now()
    sql.schedule(kind=services.KIND, subject=INSTALLATION, due_at=now, version=1)
