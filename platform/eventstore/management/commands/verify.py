"""Check that the history is as it was written, and that everything derived from it fits."""

from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from time import perf_counter
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError
from rich.console import Console
from rich.progress import track

from eventstore import checkpoints, verification
from eventstore.checkpoints import Head, Name
from eventstore.verification import Fault

KEPT_AT_ONCE = 500
"""Streams that were found whole and are noted together."""
TOLD_EVERY_S = 60
"""Where nobody watches a bar, a line says this often how far a run is."""


class Command(BaseCommand):
    """manage.py verify [--match ID | --since [MOMENT]]."""

    help = (
        "Replay the streams: hash chain, legality of every move, draws against the revealed"
        " seeds, and rows equal to a rebuild. Exits 1 and names the event when one is wrong."
        " Streams are found by their events, by the rows derived from them, and by what earlier"
        " runs have noted. Without arguments everything is read: that is the truth."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take what to check; without arguments that is everything."""
        which = parser.add_mutually_exclusive_group()
        which.add_argument("--match", type=UUID, metavar="ID", help="check this match alone")
        which.add_argument(
            "--since",
            nargs="?",
            type=moment,
            const=checkpoints.LONG_AGO,
            metavar="MOMENT",
            help="leave out streams that end as they did when they were last found whole; with a"
            " moment, such as 2026-11-21 or 2026-11-21T03:30Z, only if that was later. A change"
            " in the midst of a stream that has not moved is found by a run over everything only",
        )

    def handle(self, *_arguments: object, **options: Any) -> None:
        """Check, note what is whole, and report."""
        match_id, since = options["match"], options["since"]
        began = perf_counter()
        if match_id:
            todo: Sequence[Name] = [("match", match_id)]
        else:
            todo = verification.everything() if since is None else verification.moved(since)
        faults = list(self.run(todo, keep=not match_id))
        for fault in faults:
            self.stdout.write(str(fault))
        if not match_id:
            verification.remember(len(todo), faults, is_full=since is None)
        self.stdout.write(
            f"{len(todo)} streams verified in {perf_counter() - began:.1f} s, {len(faults)} faults"
        )
        if faults:
            message = f"{len(faults)} faults"
            raise CommandError(message, returncode=1)

    def run(self, todo: Sequence[Name], *, keep: bool) -> Iterator[Fault]:
        """Check streams one after another, and yield what is wrong."""
        console = Console(stderr=True)
        bar = track(todo, "verifying", console=console, disable=not console.is_terminal)
        whole: list[tuple[Name, Head]] = []
        told = perf_counter()
        for number, (kind, stream) in enumerate(bar):
            if not console.is_terminal and perf_counter() - told > TOLD_EVERY_S:
                told = perf_counter()
                self.stderr.write(f"{number} of {len(todo)} streams verified")
            faults, head = verification.examine(kind, stream)
            yield from faults
            if keep and faults:
                checkpoints.doubt(kind, stream)
            elif keep and head is not None:
                whole.append(((kind, stream), head))
            if len(whole) == KEPT_AT_ONCE:
                checkpoints.keep(whole)
                whole = []
        checkpoints.keep(whole)


def moment(text: str) -> datetime:
    """Return the moment that an argument names, in UTC where it has no zone."""
    given = datetime.fromisoformat(text)
    return given if given.tzinfo else given.replace(tzinfo=UTC)
