"""The process of the analyses: of low priority, with a queue of its own, and nothing else to do."""

import os
from functools import partial
from pathlib import Path

import psutil
import pytest

from cutpurse.up.child import Child
from cutpurse.up.children import children
from tests.agenda.processes import within

PATIENCE_S = 60.0


def described(folder: Path) -> list[Child]:
    return list(children(folder, "127.0.0.1", 0)[1:])


def running(child: Child) -> list[psutil.Process]:
    assert child.process is not None
    leader = psutil.Process(child.process.pid)
    return [leader, *leader.children(recursive=True)]


def test_of_two_workers_one_makes_the_analyses_and_nothing_else(tmp_path: Path) -> None:
    first, second = described(tmp_path)
    queues = [each.command[each.command.index("--queues") + 1] for each in (first, second)]

    assert queues == ["cutpurse", "analyses"]
    assert "CUTPURSE_PROCESS" not in first.environment
    assert second.environment["CUTPURSE_PROCESS"] == "analyses"


@pytest.mark.usefixtures("committed_db")
@pytest.mark.more
def test_its_child_gives_way_to_all_other_processes_and_it_leaves_the_agenda_to_others(
    tmp_path: Path,
) -> None:
    first, second = described(tmp_path)
    try:
        for each in (first, second):
            each.start()
        assert all(within(PATIENCE_S, partial(is_ready, each)) for each in (first, second))
        usual, (parent, child) = running(first), running(second)
        assert {priority_of(each) for each in [*usual, parent]} == {(os.SCHED_OTHER, parent.nice())}
        assert within(PATIENCE_S, lambda: priority_of(child) == (os.SCHED_IDLE, 19))
    finally:
        for each in (first, second):
            each.ask_to_stop()
            each.stop()

    assert "agenda_sweeping" in first.log.read_text()
    assert "agenda_sweeping" not in second.log.read_text()


def is_ready(child: Child) -> bool:
    return " ready." in child.log.read_text()


def priority_of(process: psutil.Process) -> tuple[int, int]:
    return os.sched_getscheduler(process.pid), process.nice()
