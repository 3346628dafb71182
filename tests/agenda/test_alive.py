"""Whether a worker lives, as whoever watches over it asks."""

import os
import time
from pathlib import Path

import pytest

from agenda import alive
from tests.agenda.processes import within
from tests.agenda.workers import working

pytestmark = [pytest.mark.usefixtures("committed_agenda"), pytest.mark.slow]


@pytest.mark.more
def test_a_worker_that_sweeps_lives_without_any_broker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(alive.FOLDER, str(tmp_path / "alive"))

    assert alive.main() == 1
    with working(tmp_path):
        assert within(30, lambda: alive.main() == 0)
    capsys.readouterr()

    past = time.time() - alive.STALE_S - 1
    os.utime(tmp_path / "alive" / "agenda-leased", (past, past))
    assert alive.main() == 1
    assert capsys.readouterr().out == "agenda-leased was not heard of for 120 s.\n"
