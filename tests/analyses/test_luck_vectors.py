"""Recorded matches have the luck that was recorded with them, byte for byte, on every machine.

The bytes belong to a version: one that changes them is another version, with a file of its own, a
line of which is what `told` returns.
"""

from itertools import count
from pathlib import Path

import msgspec
import pytest

from analyses import luck
from bots.analysis.luck import VERSION
from bots.analysis.recorded import Recorded
from games import registry
from tests.games.playthroughs import FOLDER, read

BODIES = Path(__file__).parent / f"{VERSION.replace('/', '-')}.ndjson"
"""A line for each recorded match: its name, and the body of its luck as it is kept and answered."""
NAMES = (
    "pickpocket-plain-4",
    "pickpocket-powers-6",
    "second-story-excuse-3",
    "second-story-plain-2",
)


def told(name: str) -> str:
    """Return the luck of a recorded match, whose id is its name."""
    first, *lines, last = read(FOLDER / f"{name}.ndjson")
    rules, versions = registry.rules(first["rules"]), count(1)
    events = [
        (next(versions), rules.decode_event(type_, msgspec.json.encode(body)))
        for line in lines
        for type_, body in line["events"]
    ]
    match = Recorded(rules, first["seats"], first["options"], first["dataset"], events)
    return luck.body_of(match, name, last["outcome"]["placings"])


@pytest.mark.parametrize("name", NAMES)
def test_the_luck_of_a_recorded_match_is_the_same_bytes_on_every_machine(name: str) -> None:
    recorded = dict(msgspec.json.decode(line) for line in BODIES.read_bytes().splitlines())

    assert told(name) == recorded[name]
    assert len(msgspec.json.decode(recorded[name])["steps"]) > 3
