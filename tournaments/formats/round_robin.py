"""Round robin: everybody meets everybody equally often, at tables of any size.

Duels follow the circle method. Tables follow cyclic designs: in round s the number s is added to
every player of one base round, modulo the number of players, so that every two meet as often as any
other two and everybody sits on every seat. The designs are data (`designs/round_robin.json`).
"""

import json
from functools import cache
from pathlib import Path

from games.json_types import JsonObject
from games.messages import Message
from tournaments.formats.core import Format, InfeasibleError, Option, Options, Pairing, Stage
from tournaments.formats.pods import reasons, seated_pairing
from tournaments.formats.seating import Seating
from tournaments.formats.sizes import Sizes
from tournaments.record import Entrant

DESIGNS = Path(__file__).with_name("designs") / "round_robin.json"
INFINITY = "inf"
"""The player who stays where he is while the others move on."""
Rounds = tuple[tuple[tuple[int, ...], ...], ...]
"""By round and table, players from 0 in the order of their seats; who is missing has a bye."""


def circle(players: int) -> Rounds:
    """Return the rounds of duels: the last player stays, the others go round the circle.

    >>> circle(4)
    (((3, 0), (1, 2)), ((1, 3), (2, 0)), ((3, 2), (0, 1)))
    """
    size = players + players % 2
    rounds = []
    for number in range(size - 1):
        pair = (size - 1, number) if number % 2 == 0 else (number, size - 1)
        duels = [pair] + [
            ((number + step) % (size - 1), (number - step) % (size - 1))
            for step in range(1, size // 2)
        ]
        rounds.append(tuple(duel for duel in duels if max(duel) < players))
    return tuple(rounds)


@cache
def _data() -> JsonObject:
    """Return the designs as they are stored."""
    found: JsonObject = json.loads(DESIGNS.read_text())
    return found


@cache
def _designs() -> dict[tuple[int, int], Rounds]:
    """Return the rounds of every design, by players and size of a table."""
    data = _data()
    found: dict[tuple[int, int], Rounds] = {}
    for each in data["starters"]:
        found[each["players"], each["table"]] = _cyclic(each)
    for each in data["explicit"]:
        rounds = tuple(tuple(map(tuple, tables)) for tables in each["schedule"])
        found.setdefault((each["players"], each["table"]), rounds)
    return found


def _cyclic(design: JsonObject) -> Rounds:
    modulus, stays = design["modulus"], design["players"] - 1
    rounds = []
    for number in range(design["rounds"]):
        tables = []
        for base in design["base_round"]:
            seats = [stays if each == INFINITY else (each + number) % modulus for each in base]
            # Who stays has to come to every seat as well.
            turn = number % len(seats) if INFINITY in base else 0
            tables.append(tuple(seats[turn:] + seats[:turn]))
        rounds.append(tuple(tables))
    return tuple(rounds)


def schedule(players: int, size: int) -> Rounds | None:
    """Return all rounds for a field at tables of a size; None where no design is known."""
    if players == size:
        return ((tuple(range(players)),),)
    return circle(players) if size == 2 else _designs().get((players, size))


def block(players: int, size: int) -> Rounds | None:
    """Return a division's games, one a round, where a league block is known for it.

    Everybody sits on every seat exactly once, and every two meet equally often.
    """
    for each in _data()["league_blocks"]:
        if (each["players"], each["table"]) == (players, size):
            return tuple(
                (tuple((seat + number) % players for seat in each["block"]),)
                for number in range(players)
            )
    return None


def fields(size: int) -> list[int]:
    """Return the fields above one table for which there is a design."""
    return sorted(players for players, table in _designs() if table == size)


class RoundRobin(Format):
    """Everybody with everybody, equally often."""

    id = "round_robin"
    title = "Round robin"
    about = "Everyone meets everyone equally often and plays every seat."
    allows_late_entry = False
    has_schedule = True
    options = (
        Option(
            name="times", title="How often the schedule is played.", choices=(1,), low=1, high=4
        ),
    )

    def check(self, entrants: int, sizes: Sizes, options: Options) -> None:  # noqa: ARG002
        """Ask for a field that has a schedule."""
        sizes.split(entrants)
        if schedule(entrants, sizes.target) is None:
            message = Message(
                "no schedule is known for %(count)s at tables of %(size)s",
                count=entrants,
                size=sizes.target,
            )
            some = fields(sizes.target) or Message("one table")
            raise InfeasibleError(
                message,
                Message("fields of %(sizes)s have one; or choose pods or Swiss", sizes=some),
            )

    def rounds(self, entrants: int, sizes: Sizes, options: Options) -> int | None:
        """Return the rounds of the schedule."""
        return len(schedule(entrants, sizes.target) or ()) * int(options["times"])

    def is_over(self, stage: Stage) -> bool:
        """Tell whether the schedule has been played, or nobody is left to play it."""
        rounds = self.rounds(len(stage.first_field), stage.sizes, stage.options) or 0
        return stage.number > rounds or len(self.participants(stage)) < stage.sizes.least

    def participants(self, stage: Stage) -> tuple[Entrant, ...]:
        """Return who began and is still there: a schedule takes nobody in later."""
        began = set(stage.first_field)
        return tuple(each for each in stage.active if each in began)

    def pair(self, stage: Stage) -> Pairing:
        """Return the next round; who would sit at a table that is too small has a bye."""
        field = stage.first_field
        rounds = schedule(len(field), stage.sizes.target)
        if rounds is None:
            message = Message(
                "no schedule is known for %(count)s at tables of %(size)s",
                count=len(field),
                size=stage.sizes.target,
            )
            raise InfeasibleError(message, "start the stage with another field")
        there = set(self.participants(stage))
        tables = []
        for numbers in rounds[(stage.number - 1) % len(rounds)]:
            seats = tuple(field[each] for each in numbers if field[each] in there)
            if len(seats) >= stage.sizes.least:
                tables.append(seats)
        playing = {each for table in tables for each in table}
        byes = tuple(sorted(there - playing))
        if len(rounds) == 1:
            return seated_pairing(stage, tables, byes)
        if (stage.number - 1) // len(rounds) % 2:
            tables = [seats[::-1] for seats in tables]
        given = reasons(stage, [Seating(seats, 0, None) for seats in tables])
        return Pairing(tuple(tables), byes, given)
