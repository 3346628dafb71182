"""Make the partitions of the events of the months to come."""

from argparse import ArgumentParser
from collections.abc import Sequence

from django.core.management.base import BaseCommand

from eventstore import partitions
from eventstore.months import Month


class Command(BaseCommand):
    """manage.py ensure_partitions [--months N | --month 2026-11 …] [--database owner]."""

    help = (
        "Create the partitions of match events for this month and the next ones. Workers do this "
        "every day. To run it by hand, use --database owner, which also moves events from the "
        "default partition to the right ones."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take how many months, or which."""
        which = parser.add_mutually_exclusive_group()
        which.add_argument("--months", type=int, default=partitions.MONTHS_AHEAD, metavar="N")
        which.add_argument("--month", type=Month.parse, nargs="+", metavar="YYYY-MM")
        parser.add_argument("--database", default="owner", choices=("owner", "default"))

    def handle(
        self,
        *_arguments: object,
        months: int,
        month: Sequence[Month] | None,
        database: str,
        **_options: object,
    ) -> None:
        """Make them, and say which."""
        made = (
            partitions.add_months(months, database)
            if month is None
            else [each for each in month if partitions.add(each, database)]
        )
        for each in made:
            self.stdout.write(f"made the partition of {each}")
        if not made:
            self.stdout.write("all partitions are there")
