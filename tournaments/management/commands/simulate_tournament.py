"""manage.py simulate_tournament: try a format with entrants of known strength, in memory."""

import json
from argparse import ArgumentTypeError
from statistics import mean
from typing import IO, Any, cast

from django.core.management.base import BaseCommand, CommandError, CommandParser
from rich.console import Console
from rich.progress import track
from rich.table import Table

from tournaments import simulation
from tournaments.formats import registry as formats
from tournaments.formats.core import InfeasibleError, Sizes
from tournaments.points import registry as points
from tournaments.simulation import Outcome, Plan
from tournaments.tiebreaks.registry import DEFAULT


def option(text: str) -> tuple[str, Any]:
    """Return the name and value of `name=value`; the value is JSON or a plain word."""
    name, equals, value = text.partition("=")
    if not equals:
        message = f"{text} must be name=value"
        raise ArgumentTypeError(message)
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


class Command(BaseCommand):
    """Play many tournaments and tell what came of them."""

    help = (
        "Play tournaments of a format in memory, with entrants of known strength, and tell how many"
        " meetings repeat, who leads how often, and how well the ranking finds the strongest."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the plan."""
        known = [each.id for each in formats.formats()]
        schemes = [each.id for each in points.schemes_known()]
        parser.add_argument("--entrants", type=int, default=24)
        parser.add_argument("--format", choices=known, default=known[0])
        parser.add_argument("--option", type=option, action="append", default=[])
        parser.add_argument("--table", type=int, nargs=3, default=(3, 4, 5), metavar="N")
        parser.add_argument("--points", choices=schemes, default=schemes[0])
        parser.add_argument("--strength", type=int, default=100, help="spread in hundredths")
        parser.add_argument("--times", type=int, default=20)
        parser.add_argument("--seed", type=int, default=1)

    def handle(self, *_arguments: object, **options: Any) -> None:
        """Simulate with a progress bar, then print means; CommandError says what is possible."""
        least, target, most = options["table"]
        if not 2 <= least <= target <= most <= 6:
            raise CommandError("--table needs least, target and most, from 2 to 6")
        if options["times"] < 1:
            raise CommandError("--times must be 1 or more")
        form = formats.find(options["format"])
        console = Console(file=cast("IO[str]", self.stdout), soft_wrap=True)
        try:
            plan = Plan(
                form,
                form.check_options(dict(options["option"])),
                Sizes(least, target, most),
                points.find(options["points"]),
                DEFAULT,
                options["strength"],
            )
            played = list(
                track(
                    simulation.many(plan, options["entrants"], options["times"], options["seed"]),
                    total=options["times"],
                    description=form.title,
                    console=console,
                )
            )
        except InfeasibleError as error:
            message = f"{error.message}; {error.possible}."
            raise CommandError(message) from error
        console.print(summary(form.title, played))


def summary(title: str, played: list[Outcome]) -> Table:
    """Return the means of all outcomes."""
    table = Table("what", "mean of all", title=f"{title}: {len(played)} tournaments")
    table.add_row("rounds", f"{mean(each.rounds for each in played):.1f}")
    table.add_row("repeated meetings", f"{mean(each.repeats for each in played):.2f}")
    table.add_row("byes", f"{mean(each.byes for each in played):.1f}")
    table.add_row(
        "leads, fewest to most",
        f"{min(each.leads[0] for each in played)} to {max(each.leads[1] for each in played)}",
    )
    table.add_row("strongest came first", f"{mean(each.best_won for each in played):.0%}")
    table.add_row(
        "agreement of rank and strength", f"{mean(each.agreement for each in played):.3f}"
    )
    return table
