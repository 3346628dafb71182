"""A tournament of the demo: groups, a final, a result put right and taken back, all over HTTP."""

import secrets
import time
from uuid import UUID

from django.core.management.base import CommandError
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn
from rich.table import Table

from cutpurse.demo.players import DemoError, Organiser
from eventstore import verification
from games.json_types import JsonMapping, JsonObject
from tournaments.events import KIND

BOTS = 48
"""Entrants: twelve groups of four, then a knockout of sixteen."""
KNOCKOUT = (16, 4)
"""How many go on to the knockout: the first where at least twice as many entered."""
LOOK_S = 0.5
PATIENCE_S = 900.0
KINDS = ("greedy", "random")
SHOWN = 8
"""Lines of the standings that are printed."""


def play(console: Console, address: str, bots: int) -> str:
    """Play a tournament of bots to its podium, put a result right and back; return its id."""
    olga = Organiser(address, "olga")
    slug = f"bot-cup-{secrets.token_hex(3)}"
    path = f"/tournaments/{slug}"
    plan = {
        "slug": slug,
        "name": "Bot cup",
        "game": "stick-em",
        "options": {"rounds": 1},
        "stages": [
            {"format": "player_count_rounds", "options": {"qualify": "by_table"}},
            {"format": "knockout", "take": KNOCKOUT[0] if bots >= 2 * KNOCKOUT[0] else KNOCKOUT[1]},
        ],
        "bots": "only",
        "pace": "auto",
    }
    olga.call("POST", "/tournaments", plan)
    names = [f"{KINDS[each % 2]} {each + 1},{KINDS[each % 2]}" for each in range(bots)]
    olga.call("POST", f"{path}/entrants", {"csv": "\n".join(["name,bot", *names])})
    olga.call("POST", f"{path}/seeds", {"method": "random"})
    olga.call("POST", f"{path}/start", {})
    olga.call("POST", f"{path}/rounds", {})
    olga.call("POST", f"{path}/rounds/1/publish", {})
    ended = follow(console, olga, path)
    console.print(podium(olga, path))
    put_right(console, olga, path)
    return str(ended["id"])


def follow(console: Console, olga: Organiser, path: str) -> JsonObject:
    """Wait until the tournament has run to its end by itself; show how far it has come."""
    give_up = time.monotonic() + PATIENCE_S
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=console) as progress:
        tasks: dict[int, TaskID] = {}
        while time.monotonic() < give_up:
            seen = olga.call("GET", path)
            for line in seen["rounds"]:
                number = line["round"]
                if number in tasks and progress.tasks[tasks[number]].finished:
                    continue
                tables = olga.call("GET", f"{path}/rounds/{number}")["tables"]
                if number not in tasks:
                    text = f"Bot cup, stage {line['stage']}, round {number}"
                    tasks[number] = progress.add_task(text, total=len(tables))
                done = sum(table["placings"] is not None for table in tables)
                progress.update(tasks[number], completed=done)
            if seen["status"] == "finished":
                return seen
            time.sleep(LOOK_S)
    message = f"{path} has not ended after {PATIENCE_S:.0f} s"
    raise DemoError(message)


def podium(olga: Organiser, path: str) -> Table:
    """Return the first places of the standings."""
    table = Table("rank", "entrant", "points", "played", title="Bot cup", title_justify="left")
    for line in olga.call("GET", f"{path}/standings")["results"][:SHOWN]:
        table.add_row(str(line["rank"]), line["name"], line["points"], str(line["played"]))
    return table


def put_right(console: Console, olga: Organiser, path: str) -> None:
    """Correct a result of the first round, after a look at what follows; then roll it back."""
    version = olga.call("POST", f"{path}/reopen", {"reason": "a protest"})["version"]
    before = olga.call("GET", f"{path}/standings")["results"]
    first = olga.call("GET", f"{path}/rounds/1")["tables"][0]
    size = len(first["seats"])
    turned = [size + 1 - place for place in range(1, size + 1)]
    if turned == first["placings"]:
        turned.reverse()
    wanted = {"placings": turned, "reason": "the protest is upheld"}
    address = f"{path}/tables/{first['id']}/result"
    consequences = olga.call("PUT", f"{address}?dry_run=true", wanted)["consequences"]
    console.print(f"A correction of round 1 would change: {preview(consequences)}")
    olga.call("PUT", address, wanted)
    after = olga.call("GET", f"{path}/standings")["results"]
    moved = {line["entrant"] for line in consequences["standings"]}
    if after == before or {line["entrant"] for line in changed(before, after)} != moved:
        message = "the correction did not do what its preview had said"
        raise DemoError(message)
    olga.call("POST", f"{path}/rollback", {"to_version": version, "reason": "withdrawn"})
    if olga.call("GET", f"{path}/standings")["results"] != before:
        message = "the rollback did not bring the standings back"
        raise DemoError(message)
    olga.call("POST", f"{path}/finish", {})
    console.print("The correction was made as foretold, and rolled back to the same standings.")


def preview(consequences: JsonMapping) -> str:
    """Return a report of consequences in a line."""
    tables = ", ".join(
        f"table of {' / '.join(table['before']['players'])}" for table in consequences["tables"]
    )
    ranks = ", ".join(
        f"{line['name']} {line['rank']['before']}→{line['rank']['after']}"
        for line in consequences["standings"]
    )
    goes = "; ".join(
        f"into stage {line['stage']}: {', '.join(line['in'])} for {', '.join(line['out'])}"
        for line in consequences["advancement"]
    )
    return f"{tables}; {ranks}{'; ' + goes if goes else ''}"


def changed(before: list[JsonObject], after: list[JsonObject]) -> list[JsonObject]:
    """Return the lines whose rank or points have changed."""
    old = {line["entrant"]: (line["rank"], line["points"]) for line in before}
    return [line for line in after if old[line["entrant"]] != (line["rank"], line["points"])]


def verify(console: Console, tournament: str) -> None:
    """Verify the tournament's history and rows; raises CommandError for a fault."""
    faults = verification.check(KIND, UUID(tournament))
    for fault in faults:
        console.print(f"[red]{fault}[/]")
    if faults:
        message = f"{len(faults)} faults in the tournament"
        raise CommandError(message)
    console.print("verified: the tournament, its entrants and its tables")
