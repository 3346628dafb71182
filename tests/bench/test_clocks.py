"""The benchmark of clocks, with a few of them: that it measures what it says."""

import pytest
from django.db import connection

from tests.agenda.rows import clear
from tests.agenda.test_sweeper import sweeping
from tests.bench import clocks
from tests.bench.context import silent


@pytest.mark.usefixtures("committed_db")
def test_clocks_fire_once_and_the_lateness_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clocks, "LEAD_S", 1)
    clear()

    figures = clocks.measure(silent(0), clocks=6, window_s=1.0, workers=sweeping)

    assert set(figures) == {"clock_lateness_p50", "clock_lateness_p99"}
    assert 0 < figures["clock_lateness_p50"].value <= figures["clock_lateness_p99"].value
    clear()
    connection.close()
