"""The demo, as far as it takes one match to see it."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.processes import ROOT, free_port

SECONDS_MAX = 180


@pytest.mark.long
def test_the_demo_finishes_with_redis_away_for_the_whole_run(
    environment: dict[str, str], tmp_path: Path
) -> None:
    changes = {"PORT": str(free_port()), "CUTPURSE_VAR": str(tmp_path)}

    demo = subprocess.run(
        [sys.executable, "manage.py", "demo", "--quick", "--without-redis"],
        cwd=ROOT,
        env={**environment, **changes},
        capture_output=True,
        text=True,
        timeout=SECONDS_MAX,
        check=False,
    )

    assert demo.returncode == 0, demo.stdout + demo.stderr
    assert "where nobody listens" in demo.stdout
    assert "1 matches verified, 0 faults" in demo.stdout
    assert "agenda_broker" in (tmp_path / "logs" / "demo-worker.log").read_text()
