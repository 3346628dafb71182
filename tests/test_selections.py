"""Which tests `make test-fast` chooses."""

import shlex
import subprocess

import pytest

from cutpurse.embedded.addresses import ROOT

pytestmark = pytest.mark.slow

FOLDERS = ("tests/accounts", "tests/e2e", "tests/games/test_core.py")


def chosen(*folders: str) -> list[str]:
    """Return the ids of the tests that `make test-fast` chooses from folders."""
    make = ["make", "--dry-run", "test-fast"]
    shown = subprocess.run(make, cwd=ROOT, capture_output=True, text=True, check=True)
    *_, command = shown.stdout.splitlines()
    collect = ["env", *shlex.split(command), "--numprocesses=0", "--collect-only", "-q", *folders]
    collected = subprocess.run(collect, cwd=ROOT, capture_output=True, text=True, check=True)
    return [line for line in collected.stdout.splitlines() if "::" in line]


def test_the_fast_tests_are_many_and_none_needs_a_browser() -> None:
    found = chosen(*FOLDERS)

    assert sum("tests/games" in each for each in found) > 40
    assert sum("tests/accounts" in each for each in found) > 100
    assert [each for each in found if "tests/e2e" in each] == []
