"""The ladder of the demo: searched for, played by API players and a bot, settled and printed."""

import time
from random import Random
from uuid import UUID

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from api.idempotency import new_key
from cutpurse.demo.players import RETRY_S, DemoError, Player
from eventstore import verification
from games.json_types import JsonObject
from ratings.ladder.events import KIND
from ratings.models import Ladder
from ratings.services import managing
from ratings.services.commands import LadderCommand

NAMES = ("ada", "ben")
ROUNDS = 3
SEATS = 3
PATIENCE_S = 180.0
CLOCK_S = 3600
"""For each decision: longer than the demo takes on the slowest machine."""


def play(console: Console, address: str) -> UUID:
    """Let two players search for rated matches until each has some, and print the standings.

    A bot takes the third seat. Returns the ladder's id; raises DemoError when matches do not come
    or are not settled in time.
    """
    key = new_key()
    slug = f"demo-{key[:8].lower().replace('_', '-').strip('-')}"
    settings: dict[str, object] = {
        "name": "Demo ladder",
        "game": "pickpocket",
        "clock": CLOCK_S,
        "bots_after": 0,
    }
    order = LadderCommand("operator", "the demo", key)
    ladder = managing.open_ladder(slug=slug, settings=settings, order=order)
    players = [Player(address, name) for name in NAMES]
    rng = Random(20261121)  # noqa: S311 - A script's whim.
    with Progress(console=console) as progress:
        for number in progress.track(range(ROUNDS), description="Rated matches"):
            for player in players:
                asked = {"seats": SEATS}
                player.call("POST", f"/ladders/{slug}/searches", asked)
            for player in players:
                play_until_rated(player, players, slug, games=number + 1, rng=rng)
    standings = players[0].call("GET", f"/ladders/{slug}/standings")["results"]
    console.print(table_of(standings))
    return ladder.id


def play_until_rated(
    player: Player, players: list[Player], slug: str, *, games: int, rng: Random
) -> None:
    """Move for all players in the matches of one, until so many of its matches are settled."""
    give_up = time.monotonic() + PATIENCE_S
    while time.monotonic() < give_up:
        live = player.call("GET", f"/matches?player={player.name}&status=live")["results"]
        moves = [move(each, str(match["id"]), rng) for match in live for each in players]
        if not live and rated(player, slug) >= games:
            return
        if not any(moves):
            time.sleep(RETRY_S)
    message = f"match {games} of {player.name} was not rated in {PATIENCE_S:.0f} s"
    raise DemoError(message)


def rated(player: Player, slug: str) -> int:
    """Return how many matches of a player are settled."""
    rows = player.call("GET", f"/ladders/{slug}/standings")["results"]
    return sum(row["games"] for row in rows if row["player"] == player.name)


def move(player: Player, match: str, rng: Random) -> bool:
    """Make a random legal move if the player has to decide; return whether there was one."""
    seen = player.call("GET", f"/matches/{match}")
    if seen["my_seat"] is None or not seen["legal_moves"]:
        return False
    body = {"expected_version": seen["version"], "move": rng.choice(seen["legal_moves"])}
    answer = player.send("POST", f"/matches/{match}/moves", body)
    if answer.is_error and answer.json()["code"] not in {"version_conflict", "match_over"}:
        message = f"{player.name} could not move: {answer.text}"
        raise DemoError(message)
    return True


def table_of(standings: list[JsonObject]) -> Table:
    """Return the standings to print."""
    table = Table("rank", "player", "rating", "matches", "firsts", title="Demo ladder")
    for row in standings:
        rating = f"{row['rating']:.1f}{'?' if row['provisional'] else ''}"
        cells = (row["rank"], row["player"], rating, row["games"], row["firsts"])
        table.add_row(*map(str, cells))
    return table


def verify(console: Console, ladder_id: UUID) -> None:
    """Verify the ladder: its chain, and its rows against a rebuild; raises DemoError."""
    faults = verification.check(KIND, ladder_id)
    ladder = Ladder.objects.get(id=ladder_id)
    console.print(f"verified: {ladder.name}, {ladder.version} events, {len(faults)} faults")
    if faults:
        raise DemoError(str(faults[0]))
