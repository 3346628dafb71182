"""Check that the history is as it was written, and that everything derived from it fits."""

from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from random import SystemRandom
from time import perf_counter
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError
from rich.console import Console
from rich.progress import track

from eventstore import checkpoints, sealed, verification
from eventstore.checkpoints import Head, Name
from eventstore.verification import Fault

KEPT_AT_ONCE = 500
"""Streams that were found whole and are noted together."""
TOLD_EVERY_S = 60
"""Where nobody watches a bar, a line says this often how far a run is."""


class Command(BaseCommand):
    """manage.py verify [--match ID | --since [MOMENT] [--sample SHARE]]."""

    help = (
        "Replay the streams and check the hash chain, the legality of every move, the draws "
        "against the revealed seeds, and derived rows against a rebuild. Exits with 1 and names "
        "the event if one is wrong. Streams are found by their events, derived rows and the "
        "records of earlier runs. Without arguments everything is checked, which is the only "
        "complete check."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take what to check; without arguments that is everything."""
        which = parser.add_mutually_exclusive_group()
        which.add_argument("--match", type=UUID, metavar="ID", help="check only this match")
        which.add_argument(
            "--since",
            nargs="?",
            type=moment,
            const=checkpoints.LONG_AGO,
            metavar="MOMENT",
            help="skip streams that have not changed since they were last verified; with a time, "
            "such as 2026-11-21 or 2026-11-21T03:30Z, only those verified later than that. A "
            "change in the middle of an otherwise unchanged stream is found only by a full run",
        )
        parser.add_argument(
            "--sample",
            type=share,
            default=0.0,
            metavar="SHARE",
            help="with --since: also check this share of the skipped streams, chosen at random in "
            "every run; with 0.02, a given stream is checked within 35 runs with even odds",
        )

    def handle(
        self,
        *_arguments: object,
        match: UUID | None,
        since: datetime | None,
        sample: float,
        **_options: object,
    ) -> None:
        """Check, note what is whole, and report."""
        if sample and since is None:
            message = "--sample adds to what --since reads; without it everything is read anyway"
            raise CommandError(message)
        began = perf_counter()
        if match:
            todo: Sequence[Name] = [("match", match)]
        elif since is None:
            todo = verification.everything()
        else:
            todo = sampled(verification.moved(since), sample)
        # The files too: streams that have not moved are read from none of them.
        archives = [] if match else sealed.faults()
        faults: list[Fault | str] = [*archives, *self.run(todo, keep=not match)]
        for fault in faults:
            self.stdout.write(str(fault))
        if not match:
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
        printed_at = perf_counter()
        for number, (kind, stream) in enumerate(bar):
            if not console.is_terminal and perf_counter() - printed_at > TOLD_EVERY_S:
                printed_at = perf_counter()
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


def sampled(moved: Sequence[Name], share: float) -> Sequence[Name]:
    """Return what has moved, and a share of the rest that nobody can foresee."""
    if not share:
        return moved
    luck = SystemRandom()
    drawn = {each for each in verification.everything() if luck.random() < share}
    return sorted(drawn.union(moved))


def share(text: str) -> float:
    """Return the share that an argument names."""
    given = float(text)
    if not 0 <= given <= 1:
        message = f"a share is from 0 to 1, not {text}"
        raise ValueError(message)
    return given


def moment(text: str) -> datetime:
    """Return the moment that an argument names, in UTC where it has no zone."""
    given = datetime.fromisoformat(text)
    return given if given.tzinfo else given.replace(tzinfo=UTC)
