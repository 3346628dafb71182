"""One match of the demo: opened, filled with players and bots, and played to its end."""

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from cutpurse.demo import players
from cutpurse.demo.players import Player
from games.json_types import JsonMapping

NAMES = ("ann", "bob", "cleo")
BOTS = ("greedy", "random")


class Plan(NamedTuple):
    """What to play."""

    game: str
    title: str
    seats: int


class Played(NamedTuple):
    """What was played."""

    plan: Plan
    match: str
    names: list[str]
    placings: list[int]
    scores: list[int]
    version: int


def play(address: str, plan: Plan, on_version: Callable[[int], None]) -> Played:
    """Play a match with API players on half of the seats, rounded up, and bots on the others.

    on_version is called with the match's version as it grows.
    """
    people = [Player(address, name) for name in NAMES[: (plan.seats + 1) // 2]]
    opened = people[0].call("POST", "/matches", {"game": plan.game, "seats": plan.seats})
    match = str(opened["id"])
    for player in people:
        player.call("POST", f"/matches/{match}/seats", {})
    for number in range(plan.seats - len(people)):
        bot = BOTS[number % len(BOTS)]
        people[0].call("POST", f"/matches/{match}/seats", {"bot": bot})
    rng = Random(match)  # noqa: S311 - A script's whim.
    ended = players.play(people, match, rng, on_version)
    return played(plan, match, ended)


def played(plan: Plan, match: str, ended: JsonMapping) -> Played:
    """Return what an ended match came to."""
    result = ended["result"]
    names = [seat["player"] for seat in ended["seats"]]
    return Played(plan, match, names, result["placings"], result["scores"], ended["version"])
