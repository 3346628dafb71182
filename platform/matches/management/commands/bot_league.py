"""Let bots play one another by the rules alone, and say who is stronger and how sure that is."""

from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from time import monotonic, process_time
from typing import TypedDict, Unpack

import msgspec
from django.core.management.base import BaseCommand, CommandError
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from bots import league, registry, sequential
from bots.league import Contest, Needs, Played
from bots.registry import UnknownBotError, bot
from bots.sequential import Interval, Verdict
from games import registry as games
from games.core import AnyRules, UnknownGameError
from matches.management.commands.play import printed

WIDTH = 140

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
    seed: str = "league"
    always: Interval = Interval(0.5, 0.0, 1.0)
    """The share with an interval that holds however often one looks at it."""
    verdict: Verdict = "open"
    margin: Interval = Interval(0.0, 0.0, 0.0)
    """Points more than the others' mean."""
    needs: dict[str, Needs | None] = {}
    """After how many matches the share and the margin tell; null where nothing sets them apart."""

    @property
    def deals(self) -> int:
        """Return how many deals were played from every seat."""
        return len(self.matches) // self.seats


class ContestOptions(TypedDict):
    """What is to be played, and by whom."""

    game: list[str]
    pair: Sequence[str]
    levels: bool
    all_pairs: bool
    seats: list[int] | None


class Options(ContestOptions):
    """What the command line says."""

    deals: int
    seed: str
    out: Path
    resume: bool
    sequential: bool
    seconds: float | None
    json: bool


class Command(BaseCommand):
    """manage.py bot_league [--game G …] [--pair A:B … | --levels | --all-pairs] [--deals N] …."""

    help = (
        "Play bots against each other in memory, using only the rules: one bot A at a table of "
        "bots B, each deal from every seat. Prints shares and first places with 95 % confidence "
        "intervals."
    )

    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take what is played, by whom, how often, and where the results go."""
        parser.add_argument("--game", nargs="*", default=every_game(), metavar="G")
        who = parser.add_mutually_exclusive_group()
        who.add_argument("--pair", nargs="*", default=PAIRS, metavar="A:B")
        who.add_argument(
            "--levels", action="store_true", help="each bot of a game against the one below it"
        )
        who.add_argument(
            "--all-pairs", action="store_true", help="each bot of a game against all below it"
        )
        parser.add_argument(
            "--seats",
            type=int,
            nargs="*",
            metavar="N",
            help="numbers of players; by default the usual number",
        )
        parser.add_argument(
            "--deals", type=int, default=10, help="number of deals, each played from every seat"
        )
        parser.add_argument(
            "--seed", default="league", help="random seed; the same seed gives the same matches"
        )
        parser.add_argument("--out", type=Path, default=Path("var/bot_league.json"))
        parser.add_argument(
            "--resume", action="store_true", help="continue the contests recorded in --out"
        )
        parser.add_argument(
            "--sequential", action="store_true",
            help="stop a contest early once it is decided",
        )  # fmt: skip
        parser.add_argument(
            "--seconds",
            type=float,
            help="stop after this many seconds; --resume continues from there",
        )
        parser.add_argument("--json", action="store_true", help="print JSON instead of a table")

    def handle(self, *_arguments: object, **options: Unpack[Options]) -> None:
        """Play, show progress, keep the results and print them."""
        if options["deals"] < 1:
            message = f"--deals must be 1 or more, not {options['deals']}"
            raise CommandError(message)
        if options["out"].is_dir():
            message = f"--out names the folder {options['out']}; name a file in it"
            raise CommandError(message)
        contests = list(wanted(options))
        results = kept(options["out"]) if options["resume"] else []
        asked = Asked(
            deals=options["deals"],
            seed=options["seed"],
            out=options["out"],
            ends=None if options["seconds"] is None else monotonic() + options["seconds"],
            is_sequential=options["sequential"],
        )
        shown = [asked.play(each, results, bar) for each, bar in self._bars(contests, asked)]
        if options["json"]:
            self.stdout.write(msgspec.json.format(msgspec.json.encode(shown)).decode())
            return
        self.stdout.write(printed(table(shown), WIDTH))
        self.stdout.write(f"{options['out']} has every match.")

    def _bars(self, contests: Sequence[Contest], asked: "Asked") -> Iterator[tuple[Contest, "Bar"]]:
        """Yield each contest with what it shows its progress by."""
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
        console = Console(stderr=True)
        with Progress(*columns, TimeElapsedColumn(), console=console) as progress:
            total = sum(each.seats for each in contests) * asked.deals
            bar = Bar(progress, total)
            for each in contests:
                bar.name(f"{each.rules.game}: {each.bot} against {each.against}")
                yield each, bar


class Bar:
    """How far all contests are."""

    def __init__(self, progress: Progress, total: int) -> None:
        self._progress = progress
        self._task = progress.add_task("", total=total)

    def name(self, text: str) -> None:
        """Say what is played now."""
        self._progress.update(self._task, description=text)

    def advance(self, matches: int) -> None:
        """Count matches as played."""
        self._progress.advance(self._task, matches)


class Asked(msgspec.Struct, frozen=True):
    """What is asked of every contest."""

    deals: int
    seed: str
    out: Path
    ends: float | None
    is_sequential: bool

    def play(self, contest: Contest, results: list[Result], bar: Bar) -> Result:
        """Play what is left of a contest, and keep it among the results after every deal."""
        at, found = self._begun(contest, results)
        bar.advance(len(found.matches))
        while found.deals < self.deals and not self._is_over(found):
            began = process_time()
            more = list(league.matches(contest, found.deals + 1, self.seed, found.deals))
            bar.advance(len(more))
            seconds = found.seconds + process_time() - began
            found = result(contest, [*found.matches, *more], seconds, self.seed)
            results[at:] = [found, *results[at + 1 :]]
            keep(self.out, results)
        bar.advance((self.deals - found.deals) * contest.seats)
        return found

    def _is_over(self, found: Result) -> bool:
        if self.ends is not None and monotonic() > self.ends:
            return bool(found.matches)
        return self.is_sequential and found.verdict != "open"

    def _begun(self, contest: Contest, results: list[Result]) -> tuple[int, Result]:
        """Return what there is of a contest, and where."""
        named = (contest.rules.id, contest.seats, contest.bot, contest.against, self.seed)
        for at, each in enumerate(results):
            if (each.rules, each.seats, each.bot, each.against, each.seed) == named:
                return at, each
        none = Interval(0.5, 0.0, 1.0)
        results.append(Result(*named[:4], [], none, none, 0.0, self.seed))
        return len(results) - 1, results[-1]


def every_game() -> list[str]:
    """Return what is played where nobody names a game."""
    return [rules.game for rules in games.current_games()]


def wanted(options: ContestOptions) -> Iterator[Contest]:
    """Yield the contests that are asked for; raise CommandError for what is none."""
    for game in options["game"]:
        pairs = options["pair"]
        if options["levels"] or options["all_pairs"]:
            known = [bot.id for bot in registry.bots_offered(rules_of(game).game)]
            pairs = [f"{one}:{other}" for other, one in pairwise(known)]
            if options["all_pairs"]:
                pairs = [f"{one}:{two}" for at, one in enumerate(known) for two in known[:at]]
        for pair in pairs:
            first = contest(game, pair)
            for seats in options["seats"] or [first.seats]:
                if not first.rules.seats_min <= seats <= first.rules.seats_max:
                    message = f"{game} is not played at {seats} seats"
                    raise CommandError(message)
                yield first._replace(seats=seats)


def rules_of(game: str) -> AnyRules:
    """Return the rules of a game; raise CommandError where there is none."""
    try:
        return games.named_rules(game)
    except UnknownGameError as error:
        raise CommandError(str(error)) from error


def contest(game: str, pair: str) -> Contest:
    """Return the contest of a pair such as search-1:greedy; raise CommandError for what is none."""
    first, sign, second = pair.partition(":")
    if not sign:
        message = f"--pair takes A:B, not {pair}"
        raise CommandError(message)
    rules = rules_of(game)
    try:
        for name in (first, second):
            if not bot(name).plays(rules.game):
                message = f"{name} does not play {game}"
                raise CommandError(message)
    except UnknownBotError as error:
        raise CommandError(str(error)) from error
    return Contest(rules, rules.seats_usual or rules.seats_min, first, second)


def result(contest: Contest, played: list[Played], seconds: float, seed: str) -> Result:
    """Return the figures of a contest."""
    always = sequential.interval(league.deal_means(played))
    return Result(
        contest.rules.id,
        contest.seats,
        contest.bot,
        contest.against,
        played,
        league.mean_of(played, contest.rules.id),
        league.firsts(played),
        seconds,
        seed,
        always,
        sequential.verdict(always),
        league.mean_of(played, contest.rules.id, league.margin),
        {
            "share": league.needs(played, league.share, sequential.EVEN),
            "margin": league.needs(played, league.margin, 0.0),
        },
    )


def kept(out: Path) -> list[Result]:
    """Return the results of a file, none where there is no file yet."""
    if not out.exists():
        return []
    try:
        return msgspec.json.decode(out.read_bytes(), type=list[Result])
    except msgspec.DecodeError as error:
        message = f"{out} has no results of the league to go on with: {error}"
        raise CommandError(message) from error


def keep(out: Path, results: list[Result]) -> None:
    """Write all results so far, all or nothing."""
    out.parent.mkdir(parents=True, exist_ok=True)
    written = out.with_name(out.name + ".new")
    written.write_bytes(msgspec.json.format(msgspec.json.encode(results)))
    written.replace(out)


def table(results: list[Result]) -> Table:
    """Return the results to print."""
    made = Table(
        *("game", "seats", "bot", "against", "matches", "left behind", "first"),
        *("margin", "needs", "at any time", "verdict"),
    )
    for each in results:
        made.add_row(
            each.rules.partition("@")[0],
            str(each.seats),
            each.bot,
            each.against,
            str(len(each.matches)),
            percent(each.share),
            percent(each.firsts),
            f"{each.margin.value:.1f} ({each.margin.low:.1f} to {each.margin.high:.1f})",
            needed(each),
            f"{each.always.low:.0%}-{each.always.high:.0%}",
            each.verdict,
        )
    return made


def needed(found: Result) -> str:
    """Return how many matches it takes by the share, and by the margin."""
    return ", ".join(f"{each.rotated:.0f}" if each else "-" for each in found.needs.values())


def percent(figure: Interval) -> str:
    """Return a figure with its interval, in percent."""
    return f"{figure.value:.0%} ({figure.low:.0%}-{figure.high:.0%})"
