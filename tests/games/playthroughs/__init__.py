"""Recorded matches that every version of the rules must replay for ever, line by line.

A file is NDJSON. Its first line says what is played and the root of its chance; then come the
opening and every decision, each with its events, the scores and a digest of all viewers' views;
the last line is the outcome.
"""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from games import registry
from games.chance import FairChance
from games.core import ALL, PUBLIC, AnyRules, Event, replay

FOLDER = Path(__file__).parent

Line = dict[str, Any]


def recorded(game: str) -> list[Path]:
    """Return the game's playthroughs."""
    return sorted(FOLDER.glob(f"{game}-*.ndjson"))


def read(path: Path) -> list[Line]:
    """Return a playthrough's lines."""
    return [msgspec.json.decode(line) for line in path.read_bytes().splitlines()]


def write(path: Path, lines: list[Line]) -> None:
    """Write a playthrough."""
    path.write_bytes(b"".join(msgspec.json.encode(line) + b"\n" for line in lines))


def header(rules: AnyRules, seats: int, given: dict[str, object], seed: str) -> Line:
    """Return the first line of a playthrough with that set-up; the seed may be anything."""
    return {
        "rules": rules.id,
        "dataset": rules.datasets[0],
        "seats": seats,
        "options": rules.check_options(seats, given),
        "root": sha256(seed.encode()).hexdigest(),
    }


class Replay:
    """A playthrough as it is played (again), a line at a time."""

    def __init__(self, first: Line) -> None:
        self.rules = registry.rules(first["rules"])
        self.chance = FairChance(bytes.fromhex(first["root"]))
        self.seats: int = first["seats"]
        self.state = self.rules.new_state(self.seats, first["options"], first["dataset"])

    def opening(self) -> Line:
        """Open the match and return the line that tells of it."""
        return self._told(self.rules.opening_events(self.state, self.chance))

    def decision(self, seat: int, move: Line) -> Line:
        """Make the move and return the line that tells of it."""
        parsed = self.rules.parse_move(self.state, seat, move)
        events = self.rules.decide(self.state, seat, parsed, self.chance)
        return {"seat": seat, "move": move, **self._told(events)}

    def outcome(self) -> Line:
        """Return the last line."""
        outcome = msgspec.json.encode(self.rules.outcome(self.state))
        return {"outcome": msgspec.json.decode(outcome)}

    def _told(self, events: tuple[Event, ...]) -> Line:
        replay(self.rules, self.state, events)
        return {
            "events": [
                [self.rules.event_type(event), self.rules.event_data(event)] for event in events
            ],
            "scores": list(self.rules.current_scores(self.state)),
            "views": self._digest(),
        }

    def _digest(self) -> str:
        views = [self.rules.view(self.state, who) for who in (ALL, PUBLIC, *range(self.seats))]
        return sha256(msgspec.json.encode(views, order="sorted")).hexdigest()[:16]


def played_again(lines: list[Line]) -> Iterator[Line]:
    """Yield the lines that a playthrough's set-up and moves make today."""
    match = Replay(lines[0])
    yield lines[0]
    yield match.opening()
    for line in lines[2:-1]:
        yield match.decision(line["seat"], line["move"])
    yield match.outcome()
