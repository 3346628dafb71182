"""The benchmark of clocks, with a few of them: that it measures what it says."""

from collections.abc import Iterator
from contextlib import contextmanager

import psutil
import pytest
from django.db import connection

from tests.agenda.rows import clear
from tests.agenda.test_sweeper import sweeping
from tests.bench import clocks
from tests.bench.context import silent


@contextmanager
def here() -> Iterator[psutil.Process]:
    """Sweep in this process."""
    with sweeping():
        yield psutil.Process()


@pytest.mark.usefixtures("committed_db")
def test_clocks_fire_once_and_the_lateness_is_measured() -> None:
    clear()

    figures = clocks.measure(silent(0), clocks=6, clock_s=1, start=here)

    assert set(figures) == {"clock_lateness_p50", "clock_lateness_p99", "clock_processor"}
    assert 0 < figures["clock_lateness_p50"].value <= figures["clock_lateness_p99"].value
    clear()
    connection.close()
