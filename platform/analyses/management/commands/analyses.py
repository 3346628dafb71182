"""Compute analyses again, and compare."""

from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError

from analyses import services
from analyses.models import Analysis
from analyses.services import VERSIONS
from bots.analysis.luck import VERSION as LUCK


class Command(BaseCommand):
    """manage.py analyses (rebuild | verify [--each N])."""

    help = "rebuild: delete and recompute all analyses of this version; verify: compare them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take what to do."""
        parser.add_argument("what", choices=("rebuild", "verify"))
        parser.add_argument(
            "--each", type=int, default=100, metavar="N", help="verify one analysis in N (100)"
        )

    def handle(self, *_arguments: object, what: str, each: int, **_options: object) -> None:
        """Do it."""
        if what == "rebuild":
            self.rebuild()
        else:
            self.verify(max(1, each))

    def rebuild(self) -> None:
        """Forget what these versions have computed, and compute it now."""
        Analysis.objects.filter(version=LUCK).delete()
        # Reviews stay asked for and published.
        anew = {"body": "", "progress": "", "done_at": None, "attempts": 0}
        Analysis.objects.filter(version__in=VERSIONS).update(**anew)
        done = services.work(until=lambda: False)
        while services.queue_missing(since=None, limit=services.A_DAY):
            done += services.work(until=lambda: False)
        self.stdout.write(f"{done} analyses are computed anew")

    def verify(self, each: int) -> None:
        """Compute one in so many again; raise CommandError where one comes out otherwise."""
        rows = Analysis.objects.filter(version__in=VERSIONS, done_at__isnull=False).order_by("pk")
        looked, wrong = 0, []
        for row in rows[::each]:
            looked += 1
            if _again(row) != row.body:
                wrong.append(str(row.match_id))
        self.stdout.write(f"{looked} analyses were compared")
        if wrong:
            message = f"another analysis than is kept: {', '.join(wrong)}"
            raise CommandError(message)


def _again(row: Analysis) -> str:
    """Return an analysis that is computed anew: some at a time, so that no connection idles."""
    row.progress, body = "", ""
    while not body:
        row.progress, body = services.METHODS[row.kind](row, lambda: True)
    return body
