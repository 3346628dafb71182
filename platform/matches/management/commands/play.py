"""Play matches of built-in bots through the real door, here and now."""

import secrets
from argparse import ArgumentParser
from collections import Counter
from io import StringIO
from time import perf_counter
from typing import TypedDict, Unpack
from uuid import UUID

import msgspec
from django.core.management.base import BaseCommand, CommandError
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from api.problems import Problem
from matches.actors import Player
from matches.house import house
from matches.models import Match
from matches.services import opening, seating
from matches.services.opening import Request, asked_rules
from matches.services.turns import play_bots
from matches.state import Status


class Options(TypedDict):
    """What the command line says."""

    game: str
    players: int
    option: list[str]
    dataset: str | None
    matches: int
    bots: str


class Command(BaseCommand):
    """manage.py play --game G --players N [--option k=v …] --matches M --bots B,B,…."""

    help = "Play matches between bots to fill a database, for checks, and to compare bots."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take what to play, how often, and by whom."""
        parser.add_argument("--game", required=True, help="the id of a game or of rules")
        parser.add_argument("--players", type=int, required=True)
        parser.add_argument(
            "--option",
            action="append",
            default=[],
            metavar="K=V",
            help="an option of the game; V is JSON or a string",
        )
        parser.add_argument(
            "--dataset", help="the dataset (component data); by default the usual one of the game"
        )
        parser.add_argument("--matches", type=int, default=1)
        parser.add_argument(
            "--bots",
            default="random",
            metavar="B,B,…",
            help="the bots by seat, repeated until all seats are taken",
        )

    def handle(self, *_arguments: object, **options: Unpack[Options]) -> None:
        """Play, show progress, and print how each bot fared."""
        given = dict(parsed_option(text) for text in options["option"])
        game, sign, _version = options["game"].partition("@")
        wanted = Request(
            game=game,
            rules=asked_rules(game, options["game"] if sign else None),
            seats=options["players"],
            options=given,
            dataset=options["dataset"],
        )
        bots = options["bots"].split(",")
        seats = [bots[seat % len(bots)] for seat in range(options["players"])]
        opener = house()
        console = Console(stderr=True)
        began = perf_counter()
        tally = Tally()
        with Progress(console=console, disable=not console.is_terminal) as progress:
            for _ in progress.track(range(options["matches"]), description="playing"):
                try:
                    match_id = play_one(opener, wanted, seats)
                except Problem as problem:
                    raise CommandError(problem.detail) from problem
                tally.add(match_id, seats)
        self.stdout.write(printed(tally.table()))
        seconds = perf_counter() - began
        self.stdout.write(f"{options['matches']} matches, {tally.events} events in {seconds:.1f} s")


def printed(table: Table, width: int = 80) -> str:
    """Return a table as text."""
    console = Console(width=width, file=StringIO())
    with console.capture() as capture:
        console.print(table)
    return capture.get()


def parsed_option(text: str) -> tuple[str, object]:
    """Return the name and value of an option such as rounds=2 or history=memory."""
    name, sign, value = text.partition("=")
    if not sign:
        message = f"--option takes K=V, not {text}"
        raise CommandError(message)
    try:
        return name, msgspec.json.decode(value)
    except msgspec.DecodeError:
        return name, value


def play_one(opener: Player, wanted: Request, seats: list[str]) -> UUID:
    """Open a match, seat the bots, and play it to the end in this process."""
    key = secrets.token_urlsafe(16)
    match_id, _ = opening.open_match(player=opener, request=wanted, key=key, fingerprint=b"")
    for number, bot in enumerate(seats):
        seating.seat_bot(
            match_id=match_id, player=opener, bot=bot, key=f"{key}-{number}", fingerprint=b""
        )
    while True:
        match = Match.objects.get(id=match_id)
        if match.status != Status.LIVE:
            return match_id
        play_bots(match_id, match.version)


class Tally:
    """How each bot has fared."""

    def __init__(self) -> None:
        self.events = 0
        self.seats: Counter[str] = Counter()
        self.firsts: Counter[str] = Counter()
        self.places: Counter[str] = Counter()
        self.points: Counter[str] = Counter()

    def add(self, match_id: UUID, seats: list[str]) -> None:
        """Count a match."""
        match = Match.objects.get(id=match_id)
        self.events += match.version
        result = match.result or {}
        for bot, place, score in zip(seats, result["placings"], result["scores"], strict=True):
            self.seats[bot] += 1
            self.firsts[bot] += place == 1
            self.places[bot] += place
            self.points[bot] += score

    def table(self) -> Table:
        """Return the tally to print."""
        table = Table("bot", "seats", "first places", "mean place", "mean score")
        for bot, seats in self.seats.most_common():
            table.add_row(
                bot,
                str(seats),
                f"{self.firsts[bot] / seats:.0%}",
                f"{self.places[bot] / seats:.2f}",
                f"{self.points[bot] / seats:.1f}",
            )
        return table
