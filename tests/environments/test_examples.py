"""The examples of the docs run as they are."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cutpurse.embedded.addresses import ROOT
from tests.toys.documented import examples

pytestmark = [pytest.mark.slow, pytest.mark.more]


def ran(*arguments: str, folder: Path) -> str:
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": f"{ROOT / 'platform'}:{ROOT}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_examples_of_the_page_about_learning_run(tmp_path: Path) -> None:
    pettingzoo, open_spiel = examples("learning")

    agents = ran("-c", pettingzoo, folder=tmp_path).splitlines()
    assert sorted(line.split()[0] for line in agents) == ["player_0", "player_1", "player_2"]
    returns, last = ran("-c", open_spiel, folder=tmp_path).splitlines()
    assert returns.startswith("[")
    assert last.startswith("round_scored ")


@pytest.mark.long
def test_the_program_that_learns_copies_and_learns(tmp_path: Path) -> None:
    script = str(ROOT / "docs" / "examples" / "train_stick_em.py")
    short = ("--minutes", "0", "--processes", "1")
    small = ("--copied", "6", "--matches", "4", "--tested", "6")

    said = ran(script, *short, *small, "--out", "curve.csv", folder=tmp_path)

    assert " 0 matches: " in said
    assert " 4 matches: " in said
    assert (tmp_path / "curve.csv").read_text().startswith("minutes,matches,share,interval\n")
    assert (tmp_path / "curve.npz").exists()
