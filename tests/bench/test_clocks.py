"""The benchmark of clocks, with a few of them: that it measures what it says."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import UUID

import psutil
import pytest
from django.db import connection
from pytest_django import Settings

from cutpurse.up.children import children
from tests.agenda.rows import clear
from tests.agenda.test_sweeper import sweeping
from tests.bench import clocks
from tests.bench.context import silent

CLOCK_S = 5
"""On a busy machine, too, none of six clocks runs out before it is watched."""


@contextmanager
def here() -> Iterator[psutil.Process]:
    """Sweep in this process."""
    with sweeping():
        yield psutil.Process()


@pytest.mark.long
@pytest.mark.usefixtures("committed_db")
@pytest.mark.slow
def test_clocks_fire_once_and_the_lateness_is_measured(settings: Settings) -> None:
    clear()
    settings.OPEN_MATCHES_PER_ACCOUNT = 1

    figures = clocks.measure(silent(0), clocks=6, clock_s=CLOCK_S, start=here)

    assert set(figures) == {"clock_lateness_p50", "clock_lateness_p99", "clock_processor"}
    assert 0 < figures["clock_lateness_p50"].value <= figures["clock_lateness_p99"].value
    clear()
    connection.close()


def test_the_worker_of_all_queues_is_an_ordinary_one_but_for_them(tmp_path: Path) -> None:
    _, usual, *_ = children(tmp_path, "127.0.0.1", 0)

    both = clocks.taking_from_all(usual)

    changed = [pair for pair in zip(usual.command, both.command, strict=True) if len({*pair}) > 1]
    assert changed == [("cutpurse", "cutpurse,analyses")]


def test_a_clock_that_ran_out_before_anybody_watched_is_left_out_and_told_of() -> None:
    now, notes = datetime.now(UTC), list[str]()
    due = {UUID(int=number): now + timedelta(seconds=number - 1) for number in range(5)}

    watched = clocks.to_watch(due, now, notes.append)

    assert list(watched.values()) == [now + timedelta(seconds=number) for number in (1, 2, 3)]
    assert notes == ["2 of 5 clocks ran out before the last was started: left out."]
    with pytest.raises(TimeoutError, match="too busy: 4 clocks"):
        clocks.to_watch(due, now + timedelta(seconds=2), notes.append)
