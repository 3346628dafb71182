"""Check that the history is as it was written, and that everything derived from it fits."""

from argparse import ArgumentParser
from time import perf_counter
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError
from rich.console import Console
from rich.progress import track

from eventstore import verification


class Command(BaseCommand):
    """manage.py verify [--match ID]."""

    help = (
        "Replay the streams: hash chain, legality of every move, draws against the revealed"
        " seeds, and rows equal to a rebuild. Exits 1 and names the event when one is wrong."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the one match to check; without it everything is checked."""
        parser.add_argument("--match", type=UUID, metavar="ID", help="check this match alone")

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ARG002 - Django's signature
        """Check and report."""
        if options["match"]:
            todo = [("match", options["match"])]
        else:
            todo = [
                (kind, stream)
                for kind in verification.kinds()
                for stream in verification.stream_ids(kind)
            ]
        console = Console(stderr=True)
        began = perf_counter()
        faults = [
            fault
            for kind, stream in track(
                todo, description="verifying", console=console, disable=not console.is_terminal
            )
            for fault in verification.check(kind, stream)
        ]
        for fault in faults:
            self.stdout.write(str(fault))
        if not options["match"]:
            verification.remember(len(todo), faults)
        self.stdout.write(
            f"{len(todo)} streams verified in {perf_counter() - began:.1f} s, {len(faults)} faults"
        )
        if faults:
            message = f"{len(faults)} faults"
            raise CommandError(message, returncode=1)
