"""The drills, as `make drill-restart` and `make drill-disk-full` hold them, and what they count."""

import subprocess
import sys
from random import Random
from uuid import uuid4

import pytest

from cutpurse.embedded.addresses import ROOT
from tests.chaos.journal import Ask
from tests.drills.cli import NOT_HERE
from tests.drills.play import Outcome, TimedJournal

SECONDS_MAX = 500


def held(drill: str) -> tuple[int, str]:
    """Hold a drill; return how it ended and what it said."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.drills", drill, "--seed", "7"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=SECONDS_MAX,
        check=False,
    )
    return done.returncode, f"{done.stdout}\n{done.stderr}"


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.alone(reason="it counts seconds without a move")
def test_everything_is_started_anew_and_no_client_notices() -> None:
    status, said = held("restart")

    assert status == 0, said
    assert "lost 0, doubled 0" in said


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.alone(reason="it fills a disk in memory")
def test_a_full_disk_is_told_by_name_and_loses_nothing() -> None:
    status, said = held("disk-full")

    if status == NOT_HERE:
        pytest.skip("no small disk can be made here")
    assert status == 0, said
    assert "lost 0, doubled 0" in said


def journal(*moments: float) -> TimedJournal:
    """Return what players remember who moved at these moments, each half a second after asking."""
    made = TimedJournal()
    for moment in Random(1).sample(moments, len(moments)):
        ask = Ask(uuid4(), "key", "move", uuid4(), asked_at=moment - 0.5, answered_at=moment)
        ask.answer = {"version": 2}
        made.asks.append(ask)
    return made


def test_the_longest_time_without_a_move_counts_from_the_begin_and_to_the_end() -> None:
    assert journal(2.0, 3.0, 7.5).gap(1.0, 8.0) == 4.5
    assert journal(2.0, 3.0).gap(1.0, 9.0) == 6.0
    assert journal().gap(1.0, 9.0) == 8.0


def test_moves_that_were_refused_are_none() -> None:
    remembered = journal(2.0, 5.0)
    remembered.asks[0].answer = None

    assert len(remembered.moves()) == 1


def test_answers_are_counted_by_their_status() -> None:
    remembered = TimedJournal()
    for status in (201, 503, 201):
        remembered.answered(status)

    assert remembered.statuses == {201: 2, 503: 1}


def test_a_drill_is_well_when_no_check_has_found_anything() -> None:
    assert Outcome(faults={"lost": []}).is_well
    assert not Outcome(faults={"lost": [], "doubled": ["a move"]}).is_well
