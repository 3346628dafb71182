"""Let bots play one another by the rules alone, and say who is stronger and how sure that is."""

from argparse import ArgumentParser
from pathlib import Path
from time import process_time
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from bots import league
from bots.league import Contest, Interval, Played
from bots.registry import UnknownBotError, bot
from games import registry as games
from games.core import UnknownGameError
from matches.management.commands.play import printed

PAIRS = ("greedy:random", "search-1:random", "search-1:greedy", "search-2:greedy")


class Result(msgspec.Struct, frozen=True):
    """What a contest has come to."""

    rules: str
    seats: int
    bot: str
    against: str
    matches: list[Played]
    share: Interval
    firsts: Interval
    seconds: float
    """Of one core, all of the contest."""


class Command(BaseCommand):
    """manage.py bot_league [--game G …] [--pair A:B …] [--deals N] [--seed S] [--out FILE]."""

    help = (
        "Play bots against one another, in memory and on the rules alone: one A at a table of B, "
        "each deal from every seat. Prints shares and first places with 95 % intervals."
    )

    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take what is played, by whom, how often, and where the results go."""
        parser.add_argument("--game", nargs="*", default=every_game(), metavar="G")
        parser.add_argument("--pair", nargs="*", default=PAIRS, metavar="A:B")
        parser.add_argument("--deals", type=int, default=10, help="each is played from every seat")
        parser.add_argument("--seed", default="league", help="the same seed, the same matches")
        parser.add_argument("--out", type=Path, default=Path("var/bot_league.json"))

    def handle(self, *_arguments: object, **options: Any) -> None:
        """Play, show progress, keep the results and print the table."""
        if options["deals"] < 1:
            message = f"--deals must be 1 or more, not {options['deals']}"
            raise CommandError(message)
        if options["out"].is_dir():
            message = f"--out names the folder {options['out']}; name a file in it"
            raise CommandError(message)
        contests = [contest(game, pair) for pair in options["pair"] for game in options["game"]]
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
        console = Console(stderr=True)
        results: list[Result] = []
        with Progress(*columns, TimeElapsedColumn(), console=console) as progress:
            total = sum(each.seats for each in contests) * options["deals"]
            task = progress.add_task("", total=total)
            for each in contests:
                names = f"{each.rules.game}: {each.bot} against {each.against}"
                progress.update(task, description=names)
                began, played = process_time(), []
                for match in league.matches(each, options["deals"], options["seed"]):
                    played.append(match)
                    progress.advance(task)
                results.append(result(each, played, process_time() - began))
                keep(options["out"], results)
        self.stdout.write(printed(table(results)))
        self.stdout.write(f"{options['out']} has every match.")


def every_game() -> list[str]:
    """Return what is played where nobody names a game."""
    return [rules.game for rules in games.current_games()]


def contest(game: str, pair: str) -> Contest:
    """Return the contest of a pair such as search-1:greedy; raise CommandError for what is none."""
    first, sign, second = pair.partition(":")
    if not sign:
        message = f"--pair takes A:B, not {pair}"
        raise CommandError(message)
    try:
        rules = games.named_rules(game)
        for name in (first, second):
            if not bot(name).plays(rules.game):
                message = f"{name} does not play {game}"
                raise CommandError(message)
    except (UnknownBotError, UnknownGameError) as error:
        raise CommandError(str(error)) from error
    return Contest(rules, rules.seats_usual or rules.seats_min, first, second)


def result(contest: Contest, played: list[Played], seconds: float) -> Result:
    """Return the figures of a contest."""
    return Result(
        contest.rules.id,
        contest.seats,
        contest.bot,
        contest.against,
        played,
        league.mean_share(played, contest.rules.id),
        league.firsts(played),
        seconds,
    )


def keep(out: Path, results: list[Result]) -> None:
    """Write all results so far."""
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_bytes(msgspec.json.format(msgspec.json.encode(results)))


def table(results: list[Result]) -> Table:
    """Return the results to print."""
    made = Table("game", "seats", "bot", "against", "matches", "left behind", "first")
    for each in results:
        made.add_row(
            each.rules.partition("@")[0],
            str(each.seats),
            each.bot,
            each.against,
            str(len(each.matches)),
            percent(each.share),
            percent(each.firsts),
        )
    return made


def percent(figure: Interval) -> str:
    """Return a figure with its interval, in percent."""
    return f"{figure.value:.0%} ({figure.low:.0%}-{figure.high:.0%})"
