"""Tournaments of duels as another program pairs them by FIDE's Dutch system, round by round.

`python -m tests.tournaments.saved_dutch` makes the file anew; it needs caissify-pairings 0.5.0
(`pip install caissify-pairings`), which shares no code with the program that we pair with. What it
has to be told of every player, seats held and floats, is counted here, not by the code under test.
"""

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from tournaments.formats.core import Sizes, Stage
from tournaments.record import UNITS, Entrant, Record, Round, Table

FILE = Path(__file__).parent / "data" / "dutch.json"
PLANS: tuple[tuple[int, int, int], ...] = (
    *((players, 5, 60) for players in (6, 7, 8, 10, 11)),
    *((players, 7, 90) for players in (13, 16, 21, 24)),
    *((players, 6, 60) for players in (33, 48)),
)
"""Players, rounds, and the units of a bye."""


class Saved(NamedTuple):
    """A tournament, round by round."""

    players: int
    """At the start; whoever came late has a higher number."""
    rounds: int
    bye_points: int
    played: tuple[Round, ...]
    present: tuple[tuple[Entrant, ...], ...]
    """Who was to be paired, by round."""

    def seeds(self, number: int) -> tuple[Entrant, ...]:
        """Return everybody who has entered by a round, counted from 0."""
        return tuple(range(1, max(self.players, *map(max, self.present[: number + 1])) + 1))

    def before(self, number: int) -> Stage:
        """Return the stage as it stood before a round, counted from 0."""
        seeds = self.seeds(number)
        record = Record(seeds, self.played[:number], bye_points=self.bye_points)
        return Stage(seeds, self.present[number], record, seeds, Sizes(2, 2, 2), {}, bytes(32))


def load() -> list[Saved]:
    """Return what is saved."""
    return [_saved(each) for each in json.loads(FILE.read_text())["tournaments"]]


def _saved(found: dict[str, Any]) -> Saved:
    rounds = tuple(
        Round(
            number,
            tuple(
                Table(tuple(seats), tuple(places), points=_units(places))
                for *seats, places in each["tables"]
            ),
            tuple(sorted([*each["byes"], *each["asked"]])),
            asked=tuple(each["asked"]),
        )
        for number, each in enumerate(found["played"], start=1)
    )
    present = tuple(tuple(each["present"]) for each in found["played"])
    return Saved(found["players"], found["rounds"], found["bye_points"], rounds, present)


def _units(places: Sequence[int]) -> tuple[int, ...]:
    halves = {(1, 2): (2, 0), (1, 1): (1, 1), (2, 1): (0, 2)}[places[0], places[1]]
    return tuple(UNITS // 2 * half for half in halves)


class Player:
    """What the other program is told of a player."""

    def __init__(self, number: Entrant, missed: int) -> None:
        self.number = number
        self.units = 0
        self.colours: list[str] = []
        self.floats = ["none"] * missed
        self.byes = 0

    def told(self) -> dict[str, object]:
        return {
            "id": self.number,
            "name": str(self.number),
            "rating": 3000 - self.number,
            "starting_number": self.number,
            "score": self.units / UNITS,
            "color_hist": self.colours,
            "float_history": self.floats,
            "bye_count": self.byes,
        }


class Tournament:
    """A tournament in which players drop, come back, come late and ask for byes."""

    def __init__(self, players: int, rounds: int, bye_points: int) -> None:
        self.rng = Random(sha256(f"{players} {rounds}".encode()).digest())
        self.rounds, self.bye_points = rounds, bye_points
        self.players = {each: Player(each, 0) for each in range(1, players + 1)}
        self.gone: set[Entrant] = set()
        self.met: set[tuple[Entrant, Entrant]] = set()
        self.first = self.rng.choice(["white", "black"])
        self.played: list[dict[str, Any]] = []

    def play(self) -> None:
        """Have the other program pair a round, and give it results."""
        present = [each for each in self.players if each not in self.gone]
        asked = [each for each in present[1:] if self.rng.random() < 0.03]
        playing = [each for each in present if each not in asked]
        pairings = import_module("caissify_pairings").generate_pairings(
            system="dutch",
            players=[self.players[each].told() for each in playing],
            previous_pairings=self.met,
            round_number=len(self.played) + 1,
            total_rounds=self.rounds,
            initial_color=self.first,
        )
        tables = [(each["white_id"], each["black_id"]) for each in pairings if not each.get("bye")]
        byes = [each["white_id"] for each in pairings if each.get("bye")]
        results = [self.rng.choice([(1, 2), (1, 2), (1, 1), (2, 1)]) for _ in tables]
        self._count(tables, results, byes, asked)
        self.played.append(
            {
                "present": playing,
                "tables": [
                    [*table, list(places)] for table, places in zip(tables, results, strict=True)
                ],
                "byes": byes,
                "asked": asked,
            }
        )

    def _count(
        self,
        tables: Sequence[tuple[Entrant, Entrant]],
        results: Sequence[tuple[int, int]],
        byes: Sequence[Entrant],
        asked: Sequence[Entrant],
    ) -> None:
        """Count a round as the rules do: who has points without playing has floated down."""
        before: Mapping[Entrant, int] = {each: one.units for each, one in self.players.items()}
        floats = dict.fromkeys(self.players, "none") | dict.fromkeys([*byes, *asked], "down")
        for (white, black), places in zip(tables, results, strict=True):
            self.met |= {(white, black), (black, white)}
            gap = before[white] - before[black]
            for one, apart, colour in ((white, gap, "white"), (black, -gap, "black")):
                floats[one] = "down" if apart > 0 else "up" if apart < 0 else "none"
                self.players[one].colours.append(colour)
            for one, units in zip((white, black), _units(places), strict=True):
                self.players[one].units += units
        for each in (*byes, *asked):
            self.players[each].units += self.bye_points
            self.players[each].byes += each in byes
        for number, player in self.players.items():
            player.floats.append(floats[number])

    def come_and_go(self) -> None:
        """Let some drop, one come back, and one come late; the first seed stays."""
        for each in list(self.players)[1:]:
            if each not in self.gone and self.rng.random() < 0.04:
                self.gone.add(each)
        if self.gone and self.rng.random() < 0.5:
            self.gone.remove(self.rng.choice(sorted(self.gone)))
        if self.rng.random() < 0.4:
            number = len(self.players) + 1
            self.players[number] = Player(number, len(self.played))


def save() -> None:
    """Play the tournaments and write the file."""
    found = []
    for players, rounds, bye_points in PLANS:
        tournament = Tournament(players, rounds, bye_points)
        for _ in range(rounds):
            tournament.play()
            tournament.come_and_go()
        plan = {"players": players, "rounds": rounds, "bye_points": bye_points}
        found.append(plan | {"played": tournament.played})
    source = {
        "source": f"caissify-pairings {version('caissify-pairings')}, Apache-2.0",
        "command": "python -m tests.tournaments.saved_dutch",
    }
    lines = ",\n".join(json.dumps(each, separators=(",", ":")) for each in found)
    head = json.dumps(source)[:-1]
    FILE.write_text(f'{head}, "tournaments": [\n{lines}\n]}}\n')


if __name__ == "__main__":
    save()
