"""Recorded matches replay for ever, line by line."""

from pathlib import Path

import pytest

from games import registry
from games.core import AnyRules
from tests.games.playthroughs import FOLDER, Line, played_again, read, recorded

every_rules = pytest.mark.parametrize("rules", registry.all_rules(), ids=lambda rules: rules.id)


RECORD = "record one: step 11 of docs/adding-a-game.md says how, with --seats N or --option x=y"


def lines_of(rules: AnyRules) -> list[list[Line]]:
    return [lines for path in recorded(rules.game) if (lines := read(path))[0]["rules"] == rules.id]


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.ndjson")), ids=lambda path: path.stem)
def test_a_playthrough_replays(path: Path) -> None:
    lines = read(path)

    for number, (before, now) in enumerate(zip(lines, played_again(lines), strict=True), start=1):
        assert now == before, f"line {number}"


@every_rules
def test_every_game_has_a_playthrough_with_every_number_of_seats(rules: AnyRules) -> None:
    recorded_seats = {lines[0]["seats"] for lines in lines_of(rules)}

    assert recorded_seats == set(range(rules.seats_min, rules.seats_max + 1)), RECORD


@every_rules
def test_every_choice_of_every_option_is_in_a_playthrough(rules: AnyRules) -> None:
    chosen = {item for lines in lines_of(rules) for item in lines[0]["options"].items()}

    missing = {(option.name, choice) for option in rules.options for choice in option.choices}

    assert not missing - chosen, RECORD


@every_rules
def test_every_kind_of_event_is_in_a_playthrough(rules: AnyRules) -> None:
    kinds = {
        kind for lines in lines_of(rules) for line in lines for kind, _ in line.get("events", ())
    }

    assert kinds == set(rules.event_types), RECORD
