"""Write the finished public matches of a period as Parquet and NDJSON."""

import re
from argparse import ArgumentParser, ArgumentTypeError
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from dumps import publishing
from dumps.selection import MONTHS, Period, month
from eventstore.sealed import ArchiveAwayError


class Command(BaseCommand):
    """manage.py export_dump (--month YYYY-MM [--out DIR] | --from DAY --until DAY --out DIR)."""

    help = "Export all finished public matches of a period for research; see docs/dumps.md."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take a month, or days, and where to."""
        parser.add_argument("--month", type=month_of, metavar="YYYY-MM")
        parser.add_argument("--from", dest="begin", type=day, metavar="YYYY-MM-DD")
        parser.add_argument(
            "--until", type=day, metavar="YYYY-MM-DD", help="the day after the last day"
        )
        parser.add_argument(
            "--out",
            type=Path,
            metavar="DIR",
            help="the target folder, instead of the one listed on /data",
        )

    def handle(
        self,
        *_arguments: object,
        month: Period | None,
        begin: datetime | None,
        until: datetime | None,
        out: Path | None,
        **_options: object,
    ) -> None:
        """Write the files."""
        period = self.period(month, begin, until)
        if month is None and out is None:
            raise CommandError("say --out where days are named: /data has whole months only")
        home = out or publishing.folder()
        try:
            manifest = publishing.export(home, period)
        except ArchiveAwayError as error:
            message = f"a match of {period.name} cannot be read, so nothing is published: {error}"
            raise CommandError(message) from error
        if manifest is None:
            message = f"no finished public match ended in {period.name}"
            raise CommandError(message)
        self.stdout.write(
            f"{manifest.matches} matches in {len(manifest.files)} files, "
            f"{manifest.size / 1e6:.1f} MB, in {home / period.name}"
        )
        if manifest.left_out:
            self.stdout.write(f"{manifest.left_out} were left out: this release cannot read them")

    def period(
        self, chosen: Period | None, begin: datetime | None, until: datetime | None
    ) -> Period:
        """Return the period that was asked for; raise CommandError where that is none."""
        if (chosen is None) == (begin is None and until is None):
            raise CommandError("say --month, or --from and --until")
        if chosen is None:
            if begin is None or until is None or begin >= until:
                raise CommandError("--from must be a day before --until")
            last = (until - timedelta(days=1)).date()
            chosen = Period(f"{begin.date()}-to-{last}", begin, until)
        if chosen.until > timezone.now():
            message = f"{chosen.name} is not over yet; a dump holds what cannot change any more"
            raise CommandError(message)
        return chosen


def month_of(text: str) -> Period:
    """Return the month that an argument names."""
    found = re.fullmatch(r"(\d{4})-(\d\d)", text)
    if found is None or not 1 <= int(found[2]) <= MONTHS or int(found[1]) < 1:
        message = f"a month is written as 2026-10, not {text!r}"
        raise ArgumentTypeError(message)
    return month(int(found[1]), int(found[2]))


def day(text: str) -> datetime:
    """Return the beginning of a day, by UTC."""
    try:
        return datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC)
    except ValueError:
        message = f"a day is written as 2026-10-31, not {text!r}"
        raise ArgumentTypeError(message) from None
