"""The garbage collector leaves alone what a process loads at its start, and nothing else."""

import gc

import pytest

from cutpurse.loading import loading

LISTS = 10_000


def test_what_is_loaded_is_never_looked_at_and_what_comes_later_is() -> None:
    before = gc.get_freeze_count()

    with loading():
        during = gc.isenabled()
        kept: list[list[object]] = [[] for _ in range(LISTS)]

    assert not during
    assert gc.isenabled()
    assert gc.get_freeze_count() - before >= len(kept)


def fail_at_start() -> None:
    with loading():
        raise ImportError


def test_a_start_that_fails_leaves_the_collector_on() -> None:
    with pytest.raises(ImportError):
        fail_at_start()

    assert gc.isenabled()
