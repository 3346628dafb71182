"""Which tests each suite of the Makefile chooses."""

import shlex
import subprocess
from collections import Counter

import pytest

from cutpurse.embedded.addresses import ROOT

pytestmark = [pytest.mark.slow, pytest.mark.more]

FAST = ("tests/accounts", "tests/bots", "tests/e2e", "tests/games/test_core.py")
MIXED = ("tests/agenda", "tests/deals", "tests/studies")
"""Folders with tests of every suite, and some that are marked by `tests.samples` alone."""


def collected(*arguments: str) -> list[str]:
    """Return the ids of the tests that a command of pytest would run; none is an answer too."""
    collect = ["env", *arguments, "--numprocesses=0", "--collect-only", "-q"]
    listed = subprocess.run(collect, cwd=ROOT, capture_output=True, text=True, check=False)
    assert listed.returncode in {0, 5}, listed.stdout
    return [line for line in listed.stdout.splitlines() if "::" in line]


def chosen(suite: str, *folders: str) -> list[str]:
    """Return the ids of the tests that a suite chooses from folders."""
    make = ["make", "--dry-run", suite]
    shown = subprocess.run(make, cwd=ROOT, capture_output=True, text=True, check=True)
    found = []
    for line in shown.stdout.splitlines():
        if " -m pytest " in line:
            command = shlex.split(line)
            named = [each for each in command if each.startswith("tests/")]
            rest = [each for each in command if each not in named]
            wanted = [each for each in named if each.startswith(folders)] if named else folders
            found += collected(*rest, *wanted) if wanted else []
    return found


def test_the_fast_tests_are_many_and_need_no_browser_or_database() -> None:
    found = chosen("test-fast", *FAST)

    assert sum("tests/games" in each for each in found) > 40
    assert sum("tests/bots" in each for each in found) > 100
    assert [each for each in found if "tests/e2e" in each or "test_tokens" in each] == []


def test_every_test_is_in_one_suite() -> None:
    suites = [chosen(each, *MIXED) for each in ("test", "test-more", "test-long")]
    every = collected(".venv/bin/python", "-m", "pytest", *MIXED)

    assert all(suites)
    assert Counter(each for suite in suites for each in suite) == Counter(every)
