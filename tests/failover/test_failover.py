"""Each loss of a primary once, as `make drill-failover` has each of them twice."""

import subprocess
import sys
from uuid import uuid4

import pytest

from cutpurse.embedded.addresses import ROOT
from tests.chaos.journal import Ask, Journal
from tests.failover.drill import Loss, Outcome, gap

SECONDS_MAX = 500


@pytest.mark.long
@pytest.mark.slow
def test_what_was_acknowledged_outlives_every_primary_whose_standby_has_it() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.failover", "--short", "--seed", "3"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=SECONDS_MAX,
        check=False,
    )

    said = f"{done.stdout}\n{done.stderr}"
    assert done.returncode == 0, said
    assert "lost 0, doubled 0" in said
    assert "Control: 0 acknowledged" not in said


def accepted(moment: float) -> Ask:
    """Return a move that was accepted at a moment."""
    ask = Ask(uuid4(), "a key", "move", uuid4(), answered_at=moment)
    ask.answer = {"version": 2}
    return ask


def played(*moments: float) -> Journal:
    """Return what players remember who moved at these moments."""
    journal = Journal()
    journal.asks = [accepted(moment) for moment in moments]
    return journal


def test_the_time_without_moves_is_the_longest_between_two_around_the_loss() -> None:
    journal = played(1.0, 9.5, 10.5, 14.0, 14.1, 30.0)

    assert gap(journal, Loss("killed", began=10.0, ended=15.0, gap_s_max=20.0)) == 3.5


def test_a_loss_after_which_nobody_moves_lasts_until_it_is_given_up() -> None:
    assert gap(played(9.0), Loss("killed", began=10.0, ended=25.0, gap_s_max=20.0)) == 16.0


@pytest.mark.parametrize(
    ("lost", "control", "gap_s_max", "is_well"),
    [
        ([], 3, 20.0, True),
        (["move 1 was acknowledged and is lost"], 3, 20.0, False),
        ([], 0, 20.0, False),
        ([], 3, 1.0, False),
    ],
    ids=["well", "lost", "control lost nothing", "too long"],
)
def test_a_drill_is_well_when_nothing_is_lost_but_in_the_control(
    lost: list[str], control: int, gap_s_max: float, *, is_well: bool
) -> None:
    loss = Loss("killed", began=10.0, ended=15.0, gap_s_max=gap_s_max)
    outcome = Outcome(played(9.0, 12.0), [loss], {"lost": lost}, control)

    assert outcome.is_well is is_well
