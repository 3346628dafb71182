"""Some seconds of chaos, run as `make chaos` runs minutes of it."""

import subprocess
import sys

import pytest

from cutpurse.embedded.addresses import ROOT
from tests.chaos.journal import Journal
from tests.chaos.record import Record
from tests.chaos.run import Outcome
from tests.chaos.tampering import Control

SECONDS_MAX = 400
CONTROLS = 16


@pytest.mark.long
@pytest.mark.slow
def test_what_was_acknowledged_outlives_crashes_cuts_and_lost_answers() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.chaos", "--short", "--seed", "18"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=SECONDS_MAX,
        check=False,
    )

    said = f"{done.stdout}\n{done.stderr}"
    assert done.returncode == 0, said
    assert "Seed 18" in said
    assert said.count("│     yes │") == CONTROLS, said


@pytest.mark.parametrize(
    ("faults", "control_failed", "is_well"),
    [
        ([], True, True),
        (["move 1 was acknowledged and is lost"], True, False),
        ([], False, False),
    ],
)
def test_a_fault_or_a_control_that_does_not_fail_makes_a_run_unwell(
    faults: list[str], *, control_failed: bool, is_well: bool
) -> None:
    outcome = Outcome(
        record=Record(Journal(), {}),
        faults={"acknowledged, and lost": faults},
        broken={},
        network={},
        controls=[Control("must fail", control_failed)],
        snapshots=1,
        recovery_s=0.0,
        finished_without_redis=1,
        moves_rewound={},
        moves_since=1,
    )

    assert outcome.is_well is is_well
