"""Bring the events of months that are over into archives, and back."""

from argparse import ArgumentParser
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TypedDict, Unpack

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError
from django.db.models import Q

from eventstore import partitions, sealing
from eventstore.archives import Archive, ArchiveError
from eventstore.partitions import Partition
from eventstore.sealing import SealingError
from matches import audit
from matches.models import Match
from matches.state import OVER

AFTER_DAYS = 90
"""So long after its end nobody disputes a match any more."""
NAMED = 3
"""Matches that stand in the way and are named."""


class Options(TypedDict):
    """What the command line says."""

    act: str
    name: str | None
    folder: Path | None
    after_days: int
    yes: str | None


class Command(BaseCommand):
    """manage.py archive (write | check | drop | restore) NAME [--folder DIR], or archive list."""

    help = (
        "Export the events of a partition of matches (2026-11, or before) to files and verify "
        "them; check files anywhere; drop the partition once the files have been found identical; "
        "restore it from them. Dropping and restoring requires DATABASE_OWNER_URL."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take what to do, with which archive, and where."""
        parser.add_argument("act", choices=("list", "write", "check", "drop", "restore"))
        parser.add_argument(
            "name", nargs="?", metavar="NAME", help="the partition: 2026-11, or before"
        )
        parser.add_argument(
            "--folder",
            type=Path,
            default=settings.ARCHIVE_FOLDER,
            metavar="DIR",
            help="the folder of the files",
        )
        parser.add_argument(
            "--after-days",
            type=int,
            default=AFTER_DAYS,
            metavar="DAYS",
            help="minimum number of days since the end of every match",
        )
        parser.add_argument("--yes", metavar="NAME", help="for drop: repeat the name to confirm")

    def handle(self, *_arguments: object, **options: Unpack[Options]) -> None:
        """Do it, or say why not."""
        act, name, folder = options["act"], options["name"], options["folder"]
        if act == "list":
            self.show()
            return
        if not name or folder is None:
            message = f"archive {act} needs a NAME, and --folder or ARCHIVE_FOLDER"
            raise CommandError(message)
        try:
            if act == "write":
                self.write(name, folder, timedelta(days=options["after_days"]))
            elif act == "check":
                self.check_files(Archive(folder, name))
            elif act == "drop":
                self.drop(name, Archive(folder, name), options["yes"])
            else:
                archive = Archive(folder, name)
                sealing.restore(archive)
                self.report(archive, "restored")
        except (SealingError, ArchiveError, OSError) as error:
            raise CommandError(str(error)) from error
        except OperationalError as error:
            message = f"the database did not do it, and nothing was changed: {error}"
            raise CommandError(message) from error

    def show(self) -> None:
        """Say which partitions there are, and which were dropped."""
        for each in sealing.sealed():
            self.stdout.write(
                f"{each.name}: sealed, {each.streams} matches, {each.events} events,"
                f" manifest {each.manifest}"
            )
        for partition in partitions.of_matches():
            name = partition.name.removeprefix(sealing.PREFIX).replace("_", "-")
            self.stdout.write(f"{name}: in the database")

    def write(self, name: str, folder: Path, after: timedelta) -> None:
        """Write an archive and read it back."""
        partition = sealing.partition_of(name)
        unsettled = list(not_settled(partition, datetime.now(UTC) - after))
        if unsettled:
            raise SealingError("; ".join(unsettled))
        sealing.write(name, folder)
        archive = Archive(folder, name)
        self.check_files(archive)
        differing = list(sealing.differences(archive, partition))
        if differing:
            raise SealingError("; ".join(differing))

    def check_files(self, archive: Archive) -> None:
        """Find an archive as it was written, and every match in it by its rules."""
        faults = list(archive.faults()) or list(broken_rules(archive))
        for fault in faults:
            self.stdout.write(fault)
        if faults:
            message = f"{len(faults)} faults in {archive.paths.manifest}"
            raise CommandError(message)
        self.report(archive, "found whole")

    def drop(self, name: str, archive: Archive, repeated: str | None) -> None:
        """Drop a partition whose archive is here."""
        if repeated != name:
            message = f"this drops the events of {name} from the database; say --yes {name} as well"
            raise CommandError(message)
        sealing.drop(name, archive)
        self.report(archive, "sealed and dropped")

    def report(self, archive: Archive, done: str) -> None:
        """Say what was done with an archive."""
        manifest = archive.manifest
        self.stdout.write(
            f"{manifest.name} {done}: {manifest.streams} matches, {manifest.events} events,"
            f" manifest {archive.digest}"
        )


def not_settled(partition: Partition, by: datetime) -> Iterator[str]:
    """Yield what keeps a partition in the database: matches that may still change."""
    low = Q() if partition.low is None else Q(id__gte=partition.low)
    matches = Match.objects.filter(low, id__lt=partition.high)
    going = matches.exclude(status__in=[each.value for each in OVER])
    recent = matches.filter(ended_at__gte=by)
    for found, how in ((going, "not over"), (recent, f"over since {by:%Y-%m-%d} only")):
        ids = [str(each) for each in found.order_by("id").values_list("id", flat=True)[:NAMED]]
        if ids:
            yield f"{found.count()} matches are {how}: {', '.join(ids)}"


def broken_rules(archive: Archive) -> Iterator[str]:
    """Yield each match whose history is not what the rules make of it."""
    for match_id, events in archive.streams():
        findings = audit.of_ended(match_id, events).findings
        if findings:
            yield f"match {match_id} event {findings[0].version}: {findings[0].text}"
