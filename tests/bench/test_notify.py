"""The benchmark of notifications: that it hears everybody, and cries when somebody hears twice."""

import os
import signal
import subprocess
import sys
import time

import pytest

from tests.bench import notify
from tests.bench.notify import PushService

pytestmark = pytest.mark.more


def test_a_delay_runs_from_the_command_that_publishes() -> None:
    service = PushService()
    service.arrivals = {"/0": [11.5], "/1": [12.0]}

    assert notify.delays_of(service, 11.0) == [0.5, 1.0]
    assert service.missing(3) == 1


def test_somebody_who_is_told_twice_ends_the_measurement() -> None:
    service = PushService()
    service.arrivals = {"/0": [11.5, 11.6]}

    with pytest.raises(AssertionError, match="more than once"):
        notify.delays_of(service, 11.0)


def test_moves_while_messages_go_out_are_told_from_those_before() -> None:
    mover = notify.Mover(("127.0.0.1", 1), [])
    mover.took = [(1.0, 0.001), (2.0, 0.001), (3.0, 0.004), (9.0, 0.9)]

    assert mover.medians_ms(began=2.5, ended=4.0) == (1.0, 4.0)


def test_the_processor_time_of_a_session_is_that_of_all_its_processes() -> None:
    code = "import os, time\nos.fork()\nwhile time.process_time() < 0.3: pass\ntime.sleep(60)"
    worker = subprocess.Popen([sys.executable, "-c", code], start_new_session=True)
    try:
        give_up = time.monotonic() + 60
        while (spent := notify.cpu_s(worker.pid)) < 0.55 and time.monotonic() < give_up:
            time.sleep(0.05)
    finally:
        os.killpg(worker.pid, signal.SIGKILL)
        worker.wait()

    assert 0.55 <= spent < 5
    while notify.cpu_s(worker.pid) and time.monotonic() < give_up:
        time.sleep(0.05)
    assert notify.cpu_s(worker.pid) == 0
