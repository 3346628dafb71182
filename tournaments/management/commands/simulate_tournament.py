"""manage.py simulate_tournament: try a format with entrants of known strength, in memory."""

import json
from argparse import ArgumentTypeError
from collections.abc import Sequence
from statistics import mean
from typing import IO, TypedDict, Unpack, cast

from django.core.management.base import BaseCommand, CommandError, CommandParser
from rich.console import Console
from rich.progress import track
from rich.table import Table

from tournaments import fairness, simulation
from tournaments.formats import registry as formats
from tournaments.formats.core import InfeasibleError, Sizes, Stage
from tournaments.points import registry as points
from tournaments.points.core import PointsScheme
from tournaments.points.own import OwnPoints, PointsError
from tournaments.simulation import Plan
from tournaments.tiebreaks.registry import DEFAULT


def option(text: str) -> tuple[str, object]:
    """Return the name and value of `name=value`; the value is JSON or a plain word."""
    name, equals, value = text.partition("=")
    if not equals:
        message = f"{text} must be name=value"
        raise ArgumentTypeError(message)
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


def scheme(text: str) -> PointsScheme:
    """Return points by their name, or as `3: 5 1 0; 4: 5 1 0 0` writes them."""
    try:
        return points.find(text)
    except PointsError as error:
        raise ArgumentTypeError(str(error.message)) from error
    except KeyError:
        known = ", ".join(each.id for each in points.schemes_known())
        message = f"{text} is none of {known}, nor a list for each size such as 3: 5 1 0"
        raise ArgumentTypeError(message) from None


class Options(TypedDict):
    """What the command line says."""

    entrants: int
    format: str
    option: list[tuple[str, object]]
    table: Sequence[int]
    points: PointsScheme
    strength: int
    times: int
    seed: int
    json: bool


class Command(BaseCommand):
    """Play many tournaments and tell what came of them."""

    help = (
        "Simulate tournaments of a format in memory, with entrants of known strength, and report "
        "how fair they are: wins by number of players, first seat and seed, how many meetings "
        "repeat, and how well the ranking finds the strongest, compared with tables drawn at "
        "random."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the plan."""
        known = [each.id for each in formats.formats()]
        parser.add_argument("--entrants", type=int, default=24)
        parser.add_argument("--format", choices=known, default=known[0])
        parser.add_argument("--option", type=option, action="append", default=[])
        parser.add_argument("--table", type=int, nargs=3, default=(3, 4, 5), metavar="N")
        parser.add_argument(
            "--points",
            type=scheme,
            default=points.schemes_known()[0],
            help="a points scheme by name, or a list for each number of players: 3: 5 1 0; 4: 5 1 "
            "0 0",
        )
        parser.add_argument(
            "--strength", type=int, default=100, help="spread of the strength, in hundredths"
        )
        parser.add_argument("--times", type=int, default=20)
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument(
            "--json",
            action="store_true",
            help="print a line of JSON for each tournament: the tables of all rounds and the "
            "ranking",
        )

    def handle(self, *_arguments: object, **options: Unpack[Options]) -> None:
        """Simulate with a progress bar, then print means; CommandError says what is possible."""
        least, target, most = options["table"]
        if not 2 <= least <= target <= most <= 6:
            raise CommandError("--table needs least, target and most, from 2 to 6")
        if options["times"] < 1:
            raise CommandError("--times must be 1 or more")
        chosen = options["points"]
        if isinstance(chosen, OwnPoints):
            missing = [size for size in range(least, most + 1) if size not in chosen.values]
            if missing:
                message = f"--points must have a list for tables of {missing[0]}"
                raise CommandError(message)
        form = formats.find(options["format"])
        console = Console(file=cast("IO[str]", self.stdout), soft_wrap=True)
        try:
            plan = Plan(
                form,
                form.check_options(dict(options["option"])),
                Sizes(least, target, most),
                chosen,
                DEFAULT,
                options["strength"],
            )
            if options["json"]:
                self._print_lines(plan, options)
                return
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
        drawn = [
            simulation.at_random(plan, options["entrants"], options["seed"] + number, len(rounds))
            for number, rounds in enumerate(stage.record.rounds for stage in played)
        ]
        console.print(summary(form.title, played, fairness.of(drawn).agreement))

    def _print_lines(self, plan: Plan, options: Options) -> None:
        """Print each tournament as a line of JSON."""
        for stage in simulation.many(plan, options["entrants"], options["times"], options["seed"]):
            tables = [table.seats for each in stage.record.rounds for table in each.tables]
            self.stdout.write(json.dumps({"tables": tables, "ranking": stage.standings}))


def summary(title: str, played: list[Stage], at_random: float) -> Table:
    """Return the figures of tournaments, and how well tables at random find the strongest."""
    found = fairness.of(played)
    leads = [[stage.record.times_led(each) for each in stage.seeds] for stage in played]
    table = Table("what", "mean of all", title=f"{title}: {len(played)} tournaments")
    table.add_row("rounds", f"{mean(len(each.record.rounds) for each in played):.1f}")
    table.add_row("repeated meetings", f"{found.repeats:.2f}")
    table.add_row("byes", f"{mean(sum(each.record.byes.values()) for each in played):.1f}")
    table.add_row("leads, fewest to most", f"{min(map(min, leads))} to {max(map(max, leads))}")
    for words, shares in (
        ("winners from tables of", found.by_size),
        ("winners from first seat", found.by_seat),
        ("winners of seeding quarter", found.by_seed),
    ):
        for where, share in shares.items():
            table.add_row(f"{words} {where}", f"{share.winners:.0%} of {share.seats:.0%} of seats")
    table.add_row("strongest came first", f"{mean(each.standings[0] == 1 for each in played):.0%}")
    table.add_row("agreement of rank and strength", f"{found.agreement:.3f}")
    table.add_row("the same, tables at random", f"{at_random:.3f}")
    return table
