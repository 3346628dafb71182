"""Run what is due, without Celery."""

import signal
import threading
from argparse import ArgumentParser

from django.core.management.base import BaseCommand

from agenda import runs
from agenda.heartbeat import SweeperHeartbeat
from agenda.sweeper import Sweeper


class Command(BaseCommand):
    """Sweep the agenda in the foreground until interrupted."""

    help = "Run due agenda jobs in this process, without Celery or Redis."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take --once."""
        parser.add_argument(
            "--once", action="store_true", help="run the jobs that are due now, then exit"
        )

    def handle(self, *, once: bool, **_options: object) -> None:
        """Sweep once, or until SIGTERM or SIGINT."""
        if once:
            # As every sweeper does: first it must be known whether there was an outage.
            clocks_run = SweeperHeartbeat().beat()
            done = runs.run_due_now(without_web=not clocks_run)
            self.stdout.write(f"{done} due rows were run")
            return
        stopped = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stopped.set())
        sweeper = Sweeper(sender=None)
        sweeper.start()
        stopped.wait()
        sweeper.stop()
