"""Show the platform at work: matches over real HTTP with real workers, to verified histories."""

import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from uuid import UUID

import httpx
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connections
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn
from rich.table import Table

from cutpurse import environment
from cutpurse.demo import cup, ladder
from cutpurse.demo.match import Plan, Played, play
from cutpurse.demo.players import DemoError
from cutpurse.embedded.addresses import var_folder
from cutpurse.log_files import tail
from cutpurse.up.children import children
from cutpurse.up.supervisor import free_port
from eventstore import verification
from games import registry
from matches.events import KIND

HOST = "127.0.0.1"
PORT = 8100
READY_S = 60.0
NO_REDIS_PORT = 9
"""The discard service's (RFC 863), which no machine runs any more."""
MATCHES_AT_ONCE = 2


class Command(BaseCommand):
    """manage.py demo."""

    help = (
        "Play a match of every game at every number of players, with programs over HTTP and bots "
        "in workers, a complete tournament of bots, and a rated ladder; print the results and "
        "verify every history. Exits with 0 on success."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the size of the tournament, and what to do without."""
        parser.add_argument(
            "--bots", type=int, default=cup.BOTS, help="number of entrants of the tournament"
        )
        parser.add_argument(
            "--without-redis",
            action="store_true",
            help="run everything without Redis",
        )
        parser.add_argument(
            "--quick",
            action="store_true",
            help="play only one match, without tournament and ladder",
        )

    def handle(
        self,
        *_arguments: object,
        bots: int,
        without_redis: bool,
        quick: bool,
        **_options: object,
    ) -> None:
        """Start web and worker, play, print, verify."""
        console = Console(soft_wrap=True, highlight=False)
        call_command("migrate", database="owner", verbosity=0)
        connections.close_all()
        with platform(console, without_redis=without_redis) as address:
            matches = play_all(console, address, plans()[:1] if quick else plans())
            if not quick:
                tournament = cup.play(console, address, bots)
                rated = ladder.play(console, address)
        for match in matches:
            console.print(final_table(match))
        verify(console, matches)
        if not quick:
            cup.verify(console, tournament)
            ladder.verify(console, rated)


@contextmanager
def platform(console: Console, *, without_redis: bool) -> Iterator[str]:
    """Run web and worker on a free port, and give the address."""
    var = var_folder()
    port = free_port(HOST, environment.whole("PORT", PORT))
    address = f"http://{HOST}:{port}"
    nobody = f"redis://{HOST}:{NO_REDIS_PORT}/0" if without_redis else ""
    running = children(var, HOST, port, prefix="demo-", redis_url=nobody)
    if without_redis:
        console.print(f"Their Redis is at {nobody}, where nobody listens.")
    console.print(f"Starting web and worker at {address}; logs in {var / 'logs'}.")
    for child in running:
        child.start()
    try:
        await_ready(address)
        yield address
    except DemoError as error:
        message = f"{error}; {tail(running[0].log)}"
        raise CommandError(message) from error
    finally:
        for child in running:
            child.ask_to_stop()
        for child in running:
            child.stop()


def await_ready(address: str) -> None:
    """Wait until the site answers; raises DemoError when it does not."""
    give_up = time.monotonic() + READY_S
    while time.monotonic() < give_up:
        try:
            if httpx.get(f"{address}/readyz").is_success:
                return
        except httpx.TransportError:
            pass
        time.sleep(0.1)
    message = f"{address} is not ready after {READY_S:.0f} s"
    raise DemoError(message)


def plans() -> list[Plan]:
    """Return a match of every game at every number of players."""
    return [
        Plan(rules.game, rules.title, seats)
        for rules in registry.current_games()
        for seats in range(rules.seats_min, rules.seats_max + 1)
    ]


def play_all(console: Console, address: str, wanted: Sequence[Plan]) -> list[Played]:
    """Play matches, some at once, and show how far each has come."""
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("event"))
    with (
        Progress(*columns, MofNCompleteColumn(), console=console) as progress,
        ThreadPoolExecutor(MATCHES_AT_ONCE) as pool,
    ):

        def run(plan: Plan, task: TaskID) -> Played:
            def show(version: int) -> None:
                progress.update(task, completed=version)

            played = play(address, plan, show)
            progress.update(task, completed=played.version, total=played.version)
            return played

        running = []
        for plan in wanted:
            task = progress.add_task(f"{plan.title}, {plan.seats} players", total=None)
            running.append(pool.submit(run, plan, task))
        return [future.result() for future in running]


def final_table(played: Played) -> Table:
    """Return who came where."""
    title = f"{played.plan.title}, {played.plan.seats} players, match {played.match}"
    table = Table("place", "seat", "player", "score", title=title, title_justify="left")
    order = sorted(range(played.plan.seats), key=lambda seat: played.placings[seat])
    for seat in order:
        table.add_row(
            str(played.placings[seat]), str(seat), played.names[seat], str(played.scores[seat])
        )
    return table


def verify(console: Console, matches: list[Played]) -> None:
    """Verify every match of the demo; raises CommandError when one is not as it should be."""
    faults = 0
    for match in matches:
        found = verification.check(KIND, UUID(match.match))
        faults += len(found)
        for fault in found:
            console.print(f"[red]{fault}[/]")
        if not found:
            console.print(
                f"verified: {match.plan.title}, {match.plan.seats} players, {match.version} events"
            )
    console.print(f"{len(matches)} matches verified, {faults} faults")
    if faults:
        message = f"{faults} faults"
        raise CommandError(message)
