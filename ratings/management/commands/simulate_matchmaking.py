"""manage.py simulate_matchmaking: how long people wait for a match, and how even it is."""

from argparse import ArgumentTypeError
from collections.abc import Iterator
from typing import IO, cast

from django.core.management.base import BaseCommand, CommandError, CommandParser
from rich.console import Console
from rich.table import Table

from ratings.ladder.settings import SEATS_MAX, SEATS_MIN
from ratings.queue_simulation import CROWDS, WAYS, Outcome, arrivals, percentile, simulated

HEADING = ("a minute", "way", "tables", "waited s", "95 %", "spread", "95 %", "left", "outside")
HOURS_MAX = 1000


def sizes(text: str) -> list[int]:
    """Return numbers of seats such as 4 or 2,3,4."""
    found = [int(each) if each.isdigit() else 0 for each in text.split(",")]
    if not all(SEATS_MIN <= each <= SEATS_MAX for each in found):
        message = f"must be numbers from {SEATS_MIN} to {SEATS_MAX} with commas, not {text}"
        raise ArgumentTypeError(message)
    return found


class Command(BaseCommand):
    """Let the same people search in both ways."""

    help = (
        "Simulate searches for matches in memory and print, for quiet to busy ladders, the median "
        "and 95th percentile of the waiting time in seconds and of the rating difference between "
        "the best and the weakest player of a match, how many players gave up, and how many pairs "
        "met of whom neither accepted the other: for matches formed from the whole queue, and for "
        "comparison with the former method."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Take what people search for, and for how long."""
        parser.add_argument(
            "--seats", type=sizes, default=[4], help="numbers of players, such as 4, or 2,3,4"
        )
        parser.add_argument("--hours", type=float, default=6.0)
        parser.add_argument("--seed", type=int, default=1)

    def handle(
        self, *_arguments: object, seats: list[int], hours: float, seed: int, **_options: object
    ) -> None:
        """Simulate and print a row for each crowd and way."""
        if not 0 < hours <= HOURS_MAX:
            message = f"--hours must be more than 0 and at most {HOURS_MAX}"
            raise CommandError(message)
        names = ", ".join(map(str, seats))
        table = Table(*HEADING, title=f"searches for tables of {names}, {hours:g} h")
        for row in rows(seats, hours, seed):
            table.add_row(*row)
        Console(file=cast("IO[str]", self.stdout), soft_wrap=True, width=110).print(table)


def rows(seats: list[int], hours: float, seed: int) -> Iterator[tuple[str, ...]]:
    """Yield the figures of each way for each crowd; both ways get the same people."""
    for a_minute in CROWDS.values():
        coming = list(arrivals(a_minute, hours=hours, seats=seats, seed=seed))
        for name, way in WAYS.items():
            yield (f"{a_minute:g}", name, *figures(simulated(coming, way)))


def figures(outcome: Outcome) -> tuple[str, ...]:
    """Return what came of a simulation, as a row has it."""
    marks = [
        percentile(some, part)
        for some in (outcome.waits_s, outcome.spreads)
        for part in (0.5, 0.95)
    ]
    return (
        str(len(outcome.spreads)),
        *(f"{mark:.0f}" for mark in marks),
        str(outcome.left),
        str(outcome.outside),
    )
